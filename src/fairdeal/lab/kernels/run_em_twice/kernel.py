"""The kernel of Run 'Em Twice: endings, decisions, the strategy card and joint figures."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from threading import Lock
from typing import Final, NamedTuple

import numpy as np

from fairdeal.cards import Card
from fairdeal.hands import FIVE_CARD, FIVE_CARD_ACE_HIGH
from fairdeal.lab.decisions.decision import Choice, Decision
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.figures.analysis import Row, cell_label
from fairdeal.lab.figures.gain import Gain
from fairdeal.lab.figures.payouts import table_for
from fairdeal.lab.kernel import FirstDecisions, JointResults, Kernel
from fairdeal.lab.kernels.run_em_twice import one_hand
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice, first_pairs
from fairdeal.lab.kernels.run_em_twice.card_in_words import run_em_twice_card
from fairdeal.lab.kernels.run_em_twice.joint_results import results_by_cells
from fairdeal.lab.kernels.run_em_twice.limited_joint import limited_results_by_cells
from fairdeal.lab.kernels.run_em_twice.limited_play import LimitedRunEmTwice
from fairdeal.lab.kernels.run_em_twice.limited_seen import limited_gain
from fairdeal.lab.kernels.run_em_twice.seen_hands import can_count, counted_gain, sampled_gain
from fairdeal.lab.kernels.run_em_twice.side_bet_joint import (
    BETTER,
    COMMUNITY,
    FIRST,
    OWN_CARDS,
    SECOND,
    SEVEN,
    deals_by_cells,
    main_by_cell,
)
from fairdeal.lab.kernels.run_em_twice.solution import BETS, Choices
from fairdeal.lab.kernels.tables import Ints, cell_tables, class_of, every_class, whole_ranks
from fairdeal.lab.progress import Progress
from fairdeal.lab.solver.plan import DEAD, MINE, Bet, Parts, Plan, Turn, main_plan
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation, find_point
from fairdeal.rulebook.wager import Wager

#: Acquired by the first call about one hand's first decision in a process, and never released.
_first_asked: Final = Lock()


class _Places(NamedTuple):
    """The wagers by their places in the plan."""

    first_ante: int
    second_ante: int
    first_run: int
    second_run: int
    center: int


class RunEmTwiceKernel(Kernel):
    """Solves games with two antes, a bet on each of two runs and one on the better of them.

    A run is two own cards, a center card that both runs share, and two cards of the run's own. The
    bets are one to three antes: on the first run before anything is turned up, on the second when
    the two cards of the first are, on the better when all four are.
    """

    def __init__(self, rules: Rules, plan: Plan, deck: tuple[Card, ...]) -> None:
        super().__init__(rules, plan, deck)
        places = _places(plan)
        ranks = whole_ranks(deck)
        assert places is not None, "the plan fits"
        assert ranks is not None, "the deck fits"
        self._run = table_for(rules, rules.game.wager[plan.wagers[places.first_run]])
        ((_, ranking),) = plan.parts[plan.line(places.first_run).hand]
        self.game = RunEmTwice(
            plan.line(places.first_ante).pays,
            plan.line(places.first_run).pays,
            ranking=ranking,
            ranks=ranks,
        )
        self.limited = None if plan.limit is None else LimitedRunEmTwice(self.game, plan.limit)

    @classmethod
    def fits(cls, plan: Plan, deck: tuple[Card, ...]) -> bool:
        """Return whether a plan has this shape, the antes paid by one table and the three bets by
        another.
        """
        places = _places(plan)
        if places is None or plan.own_cards != 2 or whole_ranks(deck) is None:
            return False
        antes = plan.line(places.first_ante).pays, plan.line(places.second_ante).pays
        bets = {plan.line(bet).pays for bet in (places.first_run, places.second_run, places.center)}
        return antes[0] == antes[1] and len(bets) == 1

    def rows(self, progress: Progress | None = None) -> list[Row]:
        """Return every ending by the decision at which the hand was folded, or by the better
        run.
        """
        solution = self.limited.solve(progress) if self.limited else self.game.solution
        folds = self._rules.game.folds
        rows = []
        for ending, count in solution.endings.items():
            wagered = Fraction(2 + sum(ending.bets))
            if ending.first_cell is None or ending.second_cell is None:
                label: tuple[str, str | None] = (f"folded at {folds[len(ending.bets)]}", None)
                place = -1 - len(ending.bets)
            else:
                place = max(ending.first_cell, ending.second_cell)
                label = cell_label(self._run, place)
            rows.append((place, Row(*label, ending.net, wagered, count)))
        return [row for _, row in sorted(rows, key=lambda one: one[0], reverse=True)]

    def decide(self, situations: Sequence[Situation]) -> list[Decision]:
        """Return the values of a fold and of bets of one, two and three antes. The first hand in a
        process is answered without compiled loops, which a new machine would have to compile first.
        """
        alone = len(situations) == 1 and not situations[0].board
        if alone and _first_asked.acquire(blocking=False):
            return [self._first_of_one_hand(situations[0], ())]
        return [self._one(situation) for situation in situations]

    def decide_knowing(self, situation: Situation, dead: Sequence[Card]) -> Decision | None:
        """Return the first decision with some cards known to be dead."""
        left = len(self._deck) - len(situation.cards) - len(dead)
        if situation.board or left < one_hand.FEWEST:
            return None
        return self._first_of_one_hand(situation, dead)

    def _first_of_one_hand(self, situation: Situation, dead: Sequence[Card]) -> Decision:
        find_point(self._rules.game, situation)
        payments = one_hand.Payments(
            cell_tables(self.game.ranking),
            self.limited.steps if self.limited else self.game.steps,
            self.limited.scale if self.limited else self.game.scale,
            self.limited.cuts if self.limited else None,
        )
        own = situation.cards if dead else class_of(situation.cards)
        live = self.game.live((*own, *dead))
        pairs = one_hand.every_pair(live) if dead else first_pairs(self.game.ranks, own)
        return _decision(one_hand.first_values(payments, own, live, pairs))

    def first_decisions(self) -> FirstDecisions:
        """Return the first decision with each of the 169 kinds of own cards."""
        return {own.cards: self._one(Situation(own.cards)) for own in self.game.grid}

    def card(self, progress: Progress | None = None) -> StrategyCard:
        """Return the card: a grid of own cards, and rules for the later bets."""
        del progress
        game = self._rules.game
        return run_em_twice_card(self.game, game.title, self._run.name, game.unit, self.limited)

    def main_by_side_cell(
        self, side: Wager, progress: Progress | None = None
    ) -> list[Fraction] | None:
        """Return the split for a side bet on whole runs, on the community cards or on all seven
        cards.
        """
        plan = main_plan(self._rules, side)
        hand = _hand(plan, plan.parts[-1])
        if hand in (None, OWN_CARDS):
            return None
        if self.limited:
            return self._limited_by_side_cell(side, progress)
        totals, deals = main_by_cell(self.game, hand, progress)
        return [Fraction(total, deals) for total in totals]

    def _limited_by_side_cell(
        self, side: Wager, progress: Progress | None
    ) -> list[Fraction] | None:
        joint = self.joint_results([side], progress)
        if joint is None:
            return None
        parts = [Fraction(0)] * len(self.game.ranking.cells)
        for (net, (cell,)), count in joint.items():
            parts[cell] += net * count
        return [part / self.game.deals for part in parts]

    def joint_cells(
        self, one: Wager, other: Wager, progress: Progress | None = None
    ) -> list[list[int]] | None:
        """Return the counts for two such side bets, or for one of them and a bet on the own
        cards.
        """
        plan = main_plan(self._rules, one, other)
        first, second = (_hand(plan, parts) for parts in plan.parts[-2:])
        if first is None or second is None or first == second == OWN_CARDS:
            return None
        if second == OWN_CARDS:
            transposed = self.joint_cells(other, one, progress)
            return transposed and [list(row) for row in zip(*transposed, strict=True)]
        given = deals_by_cells(self.game, first, second, progress)
        if first != OWN_CARDS:
            weights = dict(self.game.classes)
            weighted = [weights[own] * counts for own, counts in given.items()]
            return _lists(np.sum(weighted, axis=0))
        ((_, ranking),) = plan.parts[-2]
        found = np.zeros((len(ranking.cells), len(self.game.ranking.cells)), np.int64)
        for own, like in every_class(self.game.ranks, 2).items():
            found[ranking.evaluate(own).cell] += given[like][0]
        return _lists(found)

    def joint_results(
        self, sides: Sequence[Wager], progress: Progress | None = None
    ) -> JointResults | None:
        """Return the counts for side bets on the own cards and on at most two other hands."""
        plan = main_plan(self._rules, *sides)
        parts = plan.parts[len(plan.parts) - len(sides) :]
        hands = [hand for one in parts if (hand := _hand(plan, one)) is not None]
        others = sorted({*hands} - {OWN_CARDS})
        if len(hands) < len(sides) or len(others) > 2:
            return None
        shown = [*others, OWN_CARDS, OWN_CARDS][:2]
        if self.limited:
            given = limited_results_by_cells(self.limited, shown[0], shown[1], progress)
            scale = self.limited.scale
        else:
            given = results_by_cells(self.game, shown[0], shown[1], progress)
            scale = self.game.scale
        rankings = [one[0][1] for one, hand in zip(parts, hands, strict=True) if hand == OWN_CARDS]
        alike = Counter(
            (like, tuple(ranking.evaluate(own).cell for ranking in rankings))
            for own, like in every_class(self.game.ranks, 2).items()
        )
        found: Counter[tuple[Fraction, tuple[int, ...]]] = Counter()
        for (like, own_cells), owns in alike.items():
            for (net, *shown_cells), count in given[like].items():
                own, by_hand = iter(own_cells), dict(zip(shown, shown_cells, strict=True))
                cells = tuple(next(own) if hand == OWN_CARDS else by_hand[hand] for hand in hands)
                found[Fraction(net, scale), cells] += owns * count
        return found

    def gain(
        self,
        dead: int,
        samples: int,
        seed: int,
        *,
        workers: int = 1,
        progress: Progress | None = None,
    ) -> Gain:
        """Return the exact gain for one other hand, an estimate for more; under a limit an
        estimate.
        """
        if self.limited:
            return limited_gain(self.limited, dead, samples, seed, workers, progress)
        if can_count(self.game, dead):
            return counted_gain(self.game, dead, workers, progress)
        return sampled_gain(self.game, dead, samples, seed, workers, progress)

    def _one(self, situation: Situation) -> Decision:
        point = find_point(self._rules.game, situation)
        bets = [situation.bets[name] for name in point.bets]
        game = self.limited or self.game
        return _decision(game.decision(situation.cards, situation.board, bets))


def _decision(values: Choices) -> Decision:
    choices = [
        Choice(f"bet-{size}x" if size else "fold", value, times=size or None)
        for size, value in values.items()
    ]
    # Of equal ones the larger bet: the choices stand in that order.
    best = max(reversed(choices), key=lambda choice: choice.ev)
    return Decision(tuple(choices), best)


def _lists(counts: Ints) -> list[list[int]]:
    return [[int(count) for count in row] for row in counts]


def _hand(plan: Plan, parts: Parts) -> int | None:
    """Return the hand that decides a side bet of a plan; None if it is none of those known here."""
    match plan.stages:
        case (
            Bet(),
            Turn(group=left, count=2),
            Bet(),
            Turn(group=right, count=2),
            Bet(),
            Turn(group=center, count=1),
        ):
            pass
        case _:
            return None
    ((_, ranking), *_) = plan.parts[plan.line(0).hand]
    own = frozenset({MINE})
    if len(parts) == 1 and parts[0][0] == (MINE,) and center != MINE:
        return OWN_CARDS if parts[0][1].size == plan.own_cards else None
    if any(ranked is not ranking for _, ranked in parts):
        return None
    first, second = own | {left, center}, own | {right, center}
    known = {
        frozenset({first}): FIRST,
        frozenset({second}): SECOND,
        frozenset({first, second}): BETTER,
        frozenset({frozenset({left, right, center})}): COMMUNITY,
        # Where own cards and center are one group, this is the same set, and not the one above.
        frozenset({first | second}): SEVEN,
    }
    return known.get(frozenset(frozenset(groups) for groups, _ in parts))


def _places(plan: Plan) -> _Places | None:
    """Return the place of each wager, found by its hand and its decision; None if the plan has
    another shape.
    """
    match plan.stages:
        case (
            Bet(wager=one, of=of_one, multiples=bets_one),
            Turn(group=left, count=2),
            Bet(wager=two, of=of_two, multiples=bets_two),
            Turn(group=right, count=2),
            Bet(wager=three, of=of_three, multiples=bets_three),
            Turn(group=center, count=1),
        ):
            pass
        case _:
            return None
    opened = [place for place, stake in enumerate(plan.opening) if stake]
    if len({MINE, DEAD, left, right}) < 4 or center != MINE or len(plan.wagers) != 5:
        return None
    if {bets_one, bets_two, bets_three} != {BETS} or not {of_one, of_two, of_three} <= {*opened}:
        return None

    def hand(wager: int) -> Parts:
        return plan.parts[plan.line(wager).hand]

    for ranking in (FIVE_CARD, FIVE_CARD_ACE_HIGH):
        first, second = ((MINE, left), ranking), ((MINE, right), ranking)
        antes = {hand(place): place for place in opened}
        runs = hand(one) == (first,) and hand(two) == (second,)
        better = set(hand(three)) == {first, second}
        if runs and better and antes.keys() == {(first,), (second,)} and len(opened) == 2:
            return _Places(antes[first,], antes[second,], one, two, three)
    return None
