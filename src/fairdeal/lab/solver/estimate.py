"""An estimate of how long a solution will take, made before it begins."""

from dataclasses import dataclass
from itertools import combinations, islice
from math import comb, prod
from time import perf_counter
from typing import Final

from fairdeal.cards import Card, is_joker, rank_of
from fairdeal.hands import Ranking
from fairdeal.lab.solver.main_solver import Solver
from fairdeal.lab.solver.plan import DEAD, MINE, Bet, Exchange, Plan, Ride, Turn

#: The amount of work that is enough to measure the rate, done in a fraction of a second.
_SAMPLE: Final = 2_000_000
#: The longest time in seconds for measuring the rate; a hand that has been begun is finished.
_LONGEST: Final = 1.0
#: The number of hands that are ranked to measure how long ranking takes.
_SOME: Final = 500


@dataclass(frozen=True, slots=True)
class Estimate:
    """The numbers of situations, of cards dealt and of choices weighed in them, and an estimate of
    the seconds that they take on this machine.
    """

    situations: int
    work: int
    seconds: float


def estimate(solver: Solver) -> Estimate:
    """Count the situations of a solver's game, and measure the rate with fewer ranks.

    The whole deck is not enumerated: which suits are alike is taken from the smaller one, and how
    long it takes to find out is measured with some hands. Situations that a change of suits leaves
    unchanged are not counted apart, so there will be somewhat more situations than the figure says.
    """
    small = Solver(solver.rules, _fewer_ranks(solver), limit=solver.plan.limit)
    situations, work = _count(solver.plan, len(solver.deck), small.tree.layout.symmetries)
    start = perf_counter()
    for hand in small.hands:
        small.tree.value(0, hand.state, small.plan.opening, hand.key)
        if perf_counter() - start > _LONGEST:
            break
    rate = max(small.tree.work, 1) / (perf_counter() - start)
    looked_at = sum(_seconds_to_name(ranking, solver.deck) for ranking in solver.plan.rankings)
    return Estimate(situations, work, work / rate + looked_at)


def _seconds_to_name(ranking: Ranking, deck: tuple[Card, ...]) -> float:
    """Return how long it takes to rank every hand of a deck, which shows the suits that are
    alike.
    """
    some = list(islice(combinations(deck, ranking.size), _SOME))
    start = perf_counter()
    for hand in some:
        ranking.evaluate_exactly(hand)
    return (perf_counter() - start) / len(some) * comb(len(deck), ranking.size)


def _fewer_ranks(solver: Solver) -> tuple[Card, ...]:
    """Return the highest ranks of the deck, as many as fit the sample, and the jokers."""
    jokers = [card for card in solver.deck if is_joker(card)]
    ranks = sorted({rank_of(card) for card in solver.deck if not is_joker(card)})
    least = max(solver.plan.cards, *(ranking.size for ranking in solver.plan.rankings))
    decks = [
        tuple(card for card in solver.deck if is_joker(card) or rank_of(card) in ranks[first:])
        for first in range(len(ranks))
    ]
    enough = [deck for deck in decks if len(deck) >= least + len(jokers) // 2] or [solver.deck]
    for deck in enough:
        if _count(solver.plan, len(deck), 1)[1] <= _SAMPLE:
            return deck
    return enough[-1]


def _count(plan: Plan, deck: int, symmetries: int) -> tuple[int, int]:
    """Count situations, and the cards dealt and choices weighed in them."""
    sizes = {tuple(plan.own_cards if group == MINE else 0 for group in range(plan.groups))}
    ways_to_bet = 1
    situations, work = 0, comb(deck, plan.own_cards)
    for at, stage in enumerate(plan.stages):
        following = set()
        for size in sizes:
            count = max(1, _arrangements(deck, size) // symmetries)
            unseen = deck - sum(size)
            situations += count
            match stage:
                case Turn():
                    # Once nothing is left to decide one sum serves all ways of betting.
                    work += count * comb(unseen, stage.count)
                    following.add(_moved(size, stage.group, stage.count))
                case Exchange():
                    for thrown in range(stage.up_to + 1):
                        ways = comb(plan.own_cards, thrown) * comb(unseen, thrown)
                        work += count * ways_to_bet * ways
                        following.add(_moved(size, DEAD, thrown))
                case Bet():
                    work += count * ways_to_bet * (1 + len(stage.multiples))
                    following.add(size)
                case Ride():
                    work += count * ways_to_bet * 2
                    following.add(size)
        match stage:
            case Bet():
                ways_to_bet *= len(stage.multiples)
            case Ride():
                ways_to_bet *= 2
        sizes = following
        if at + 1 >= plan.settled_from and isinstance(stage, Exchange):
            break
    return situations, work


def _arrangements(deck: int, sizes: tuple[int, ...]) -> int:
    """Return in how many ways cards of a deck can lie in groups of these sizes."""
    left = [deck - sum(sizes[:place]) for place in range(len(sizes))]
    return prod(comb(cards, size) for cards, size in zip(left, sizes, strict=True))


def _moved(sizes: tuple[int, ...], group: int, count: int) -> tuple[int, ...]:
    return (*sizes[:group], sizes[group] + count, *sizes[group + 1 :])
