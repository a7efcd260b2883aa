"""The lines of Double Draw's card: the first hold of the list that a hand has."""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Final

from fairdeal.cards import Card
from fairdeal.lab.card_lines.line_place import LinePlace
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.kernels.double_draw.families import (
    FIRST_WORDS,
    SECOND_WORDS,
    first_family,
    second_family,
)
from fairdeal.lab.kernels.double_draw.holds import Hold, hold_of, order_of
from fairdeal.lab.kernels.double_draw.tables import FIRST_DRAW, SECOND_DRAW
from fairdeal.rulebook.situation import Situation

#: By draw: how many cards may be thrown, the words of each hold's line, and a hold's line.
_DRAWS: Final[
    tuple[tuple[int, Mapping[str, tuple[str, int]], Callable[[Hold], str | None]], ...]
] = (
    (FIRST_DRAW, FIRST_WORDS, first_family),
    (SECOND_DRAW, SECOND_WORDS, second_family),
)


def place(card: StrategyCard, situation: Situation) -> LinePlace:
    """Return the line that says what to keep of a hand, with every discard that keeps it."""
    number = 0 if situation.discards is None else 1
    most, words, family = _DRAWS[number]
    rules = card.sections[number].rules
    at = {rule.when: place for place, rule in enumerate(rules)}
    fold = next((place for place, rule in enumerate(rules) if rule.action == "fold"), len(rules))
    kept: dict[int, list[tuple[Card, ...]]] = {}
    for count in range(most + 1):
        for thrown in combinations(sorted(situation.cards), count):
            line = family(hold_of(_without(situation.cards, thrown)))
            rule = at.get(words[line][0], fold) if line else fold
            kept.setdefault(rule, []).append(thrown)
    first = min(kept)
    if first >= fold:
        return LinePlace(number, fold, ())
    discards = list(dict.fromkeys(kept[first]))
    if number == 0:
        # Of several ways the card prefers one, which comes first.
        discards.sort(key=lambda thrown: -order_of(_without(situation.cards, thrown)))
    return LinePlace(number, first, tuple(discards))


def _without(cards: tuple[Card, ...], thrown: tuple[Card, ...]) -> list[Card]:
    left = list(cards)
    for card in thrown:
        left.remove(card)
    return left
