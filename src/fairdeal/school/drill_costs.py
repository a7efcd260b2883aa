"""The costs of a drill decision, in the order in which the files and the page have them."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Final

from fairdeal.cards import Card, is_joker, parse_cards
from fairdeal.lab.decisions.decision import Choice, Decision
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.situation import Situation, find_point
from fairdeal.school.drill_deck import COST_PARTS, DrillDecision

_WITHDRAWN: Final = "withdrawn"


def buttons_of(game: Game, wager: str) -> tuple[str, ...]:
    """Return the buttons of a decision by their ids, in the order of the costs."""
    if game.draws:
        return ("fold",)
    multiples = game.wager[wager].size.multiples
    return ("fold", *(f"{n}x" for n in multiples)) if len(multiples) > 1 else ("ride", "withdraw")


def most_discards(game: Game, draws: int) -> int:
    """Return how many cards may be discarded at a draw."""
    return game.draws[draws].up_to if game.draws else 0


def costs_of(game: Game, situation: Situation, decision: Decision) -> tuple[int, ...]:
    """Return the cost of each choice: of each button, then of each discard by size."""
    top = decision.best.ev
    by_key = {_key(choice): choice for choice in decision.choices}
    return tuple(cost_parts(top - by_key[key].ev) for key in _keys(game, situation))


def place_of(game: Game, situation: Situation, choice: Choice) -> int:
    """Return the place of a choice among the costs of a decision."""
    return list(_keys(game, situation)).index(_key(choice))


def cost_parts(cost: Fraction) -> int:
    """Return a cost of a decision as the files have it."""
    return round(cost * COST_PARTS)


def _keys(game: Game, situation: Situation) -> Iterator[tuple[str, tuple[Card, ...]]]:
    point = find_point(game, situation)
    yield from ((name, ()) for name in buttons_of(game, point.wager))
    for size in range(most_discards(game, point.draws) + 1) if game.draws else ():
        yield from (("draw", tuple(sorted(some))) for some in combinations(situation.cards, size))


def _key(choice: Choice) -> tuple[str, tuple[Card, ...]]:
    if choice.action == "draw":
        return "draw", tuple(sorted(choice.discard or ()))
    return (f"{choice.times}x" if choice.times else choice.action), ()


def words_before(game: Game, situation: Situation) -> str:
    """Return the bets that were made or taken back before a decision, in words."""
    before = [f"{game.wager[name].title} {bet}x" for name, bet in situation.bets.items()]
    before += [f"{game.wager[name].title} {_WITHDRAWN}" for name in situation.withdrawn]
    return ", ".join(before)


def situation_of(game: Game, one: DrillDecision) -> Situation:
    """Return the situation of a decision of a file."""
    names = {wager.title: wager.name for wager in game.wagers}
    bets, withdrawn = {}, []
    for words in filter(None, one.before.split(", ")):
        title, _, what = words.rpartition(" ")
        if what == _WITHDRAWN:
            withdrawn.append(names[title])
        else:
            bets[names[title]] = Fraction(what.removesuffix("x"))
    # A text names jokers alike, and a situation tells them apart.
    jokers = iter([card for card in game.deck.cards if is_joker(card)])
    own, board, thrown = (
        tuple(next(jokers) if is_joker(card) else card for card in parse_cards(text))
        for text in (one.cards, one.board, one.thrown)
    )
    # Before the first draw there are no discards; after it there may be none of them.
    drawn = bool(game.draws) and one.section > 0
    return Situation(own, board, thrown if drawn else None, bets, tuple(withdrawn))
