"""The strategy card of Double Draw: ranked holds for both draws, and when to fold.

The second draw comes first. What a hold is worth there hardly depends on the cards thrown away
before, so holds are ranked by exact values with none of them dead, over all hands alike. With that
list fixed (it leaves open only which of several alike to keep), every way to play the first draw is
swept over the whole tree (`values_following`), and the first list is ranked by those values. What
comes out is the value of the card, exactly: every dead card is counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Final

import numpy as np

from fairdeal.cards import Card
from fairdeal.lab.decisions.strategy_card import CardRule, Section, StrategyCard
from fairdeal.lab.kernels.compiled import compiled
from fairdeal.lab.kernels.double_draw.decisions import MASKS, look_up_values, second_totals
from fairdeal.lab.kernels.double_draw.families import (
    FIRST_WORDS,
    SECOND_WORDS,
    first_family,
    second_family,
)
from fairdeal.lab.kernels.double_draw.holds import holds, options
from fairdeal.lab.kernels.double_draw.ranking import FOLD, RankedHolds, choose, ranking_search
from fairdeal.lab.kernels.double_draw.second_draw import paid_hands
from fairdeal.lab.kernels.double_draw.solution import (
    DECK,
    Amount,
    ScaledResults,
    scaled,
    solve_scaled,
    values_following,
)
from fairdeal.lab.kernels.double_draw.subsets import Counts, Ints, Small, next_subset, place_of
from fairdeal.lab.kernels.double_draw.symmetry import classes
from fairdeal.lab.kernels.double_draw.tables import HAND, DeckTables, tables_of

# At the second draw: none thrown, then one after the other.
_SECOND_MASKS: Final = np.array([0, *(1 << i for i in range(HAND))], np.int64)
_SIZES: Final = {5: "stand pat", 4: "throw one", 3: "throw two", 2: "throw three"}


@dataclass(frozen=True, eq=False)
class DoubleDrawCard:
    """The card of one game and deck: two ranked lists, made from exact values."""

    results: ScaledResults
    tables: DeckTables

    @cached_property
    def _hands(self) -> Ints:
        return classes(self.tables.cards, HAND).sets

    @cached_property
    def _weights(self) -> Ints:
        return classes(self.tables.cards, HAND).sizes

    @cached_property
    def second(self) -> RankedHolds:
        """The ranked list of the second draw."""
        names = holds(self.tables.cards).names
        families = {hold: line for hold in names if (line := second_family(hold))}
        number, _ = options(self.tables.cards, self._hands, _SECOND_MASKS)
        totals = np.zeros((len(self._hands), 1 + HAND), np.int64)
        net = np.array(self.results.net, np.int64)
        paid = paid_hands(self.tables, net, self.results.fold_second)
        second_totals(self._hands, len(self.tables), paid, totals)
        unit = self.tables.unseen(0) * self.results.scale
        search = ranking_search(
            *(families, names, number, totals - totals.min(), totals / unit),
            *(self.results.fold_second / self.results.scale, self._weights.astype(np.float64)),
        )
        return RankedHolds.of(search.lines(), families, names)

    @cached_property
    def _allowed(self) -> Small:
        """By place of a hand, the second choices that the card leaves open, as bits."""
        deck = self.tables.cards
        known = holds(deck)
        allowed = np.empty(comb(len(deck), HAND), np.uint8)
        _allow(
            len(deck),
            classes(deck, 4).of,
            classes(deck, HAND).of,
            known.number[-2],
            known.number[-1],
            self.second.place_of_hold,
            self.second.fold_at,
            allowed,
        )
        return allowed

    @cached_property
    def _first_values(self) -> Ints:
        """By class of hands and throw, what the round brings if the second list is followed."""
        values = values_following(self.results, self.tables, self._allowed)
        return look_up_values(self.tables, values, self._hands)

    @cached_property
    def _first_options(self) -> tuple[Small, Ints]:
        return options(self.tables.cards, self._hands, MASKS)

    @cached_property
    def first(self) -> RankedHolds:
        """The ranked list of the first draw."""
        names = holds(self.tables.cards).names
        families = {hold: line for hold in names if (line := first_family(hold))}
        unit = self.tables.denominator * self.results.scale
        search = ranking_search(
            *(families, names, *self._first_options, self._first_values / unit),
            *(self.results.fold_first / self.results.scale, self._weights.astype(np.float64)),
        )
        return RankedHolds.of(search.lines(), families, names)

    @cached_property
    def ev(self) -> Fraction:
        """The value of a round in which the card is followed."""
        chosen = np.empty(len(self._hands), np.int64)
        choose(*self._first_options, self.first.place_of_hold, self.first.fold_at, chosen)
        values = np.where(
            chosen < 0,
            self.results.fold_first * self.tables.denominator,
            self._first_values[np.arange(len(chosen)), chosen],
        )
        total = sum(w * v for w, v in zip(self._weights.tolist(), values.tolist(), strict=True))
        parts = comb(len(self.tables), HAND) * self.tables.denominator * self.results.scale
        return Fraction(total, parts)


@compiled
def _allow(
    deck: int,
    class_of_four: Counts,
    class_of_hand: Counts,
    four_number: Small,
    hand_number: Small,
    place_of_hold: Ints,
    fold_at: int,
    allowed: Small,
) -> None:
    hand, four = np.arange(HAND), np.empty(HAND - 1, np.int64)
    while True:
        here = place_of(hand)
        at, bits = fold_at, 0
        place = place_of_hold[hand_number[class_of_hand[here]]]
        if place < at:
            at, bits = place, 1
        for out in range(HAND):
            for i in range(HAND - 1):
                four[i] = hand[i] if i < out else hand[i + 1]
            place = place_of_hold[four_number[class_of_four[place_of(four)]]]
            if place < at:
                at, bits = place, 2 << out
            elif place == at and place < fold_at:
                bits |= 2 << out
        allowed[here] = bits
        if not next_subset(hand, deck):
            return


def double_draw_card(
    net: Sequence[Amount],
    title: str,
    paytable: str,
    unit: str,
    fold_first: Amount = -2,
    fold_second: Amount = -3,
    deck: Sequence[Card] = DECK,
) -> StrategyCard:
    """Return the card of a game with its exact cost."""
    results, tables = scaled(net, fold_first, fold_second), tables_of(tuple(deck))
    card = DoubleDrawCard(results, tables)
    sections = (
        Section(
            "First draw: keep the first of these that you have",
            _rules(card.first, FIRST_WORDS),
            "Of several ways, the one that fits more straights, then the higher cards.",
        ),
        Section(
            "Second draw: keep the first of these that you have",
            _rules(card.second, SECOND_WORDS),
            "Of several ways, the one with the most cards left to help it: throw the lowest, or one"
            " whose like you threw before.",
        ),
    )
    return StrategyCard(title, paytable, unit, sections, solve_scaled(results, tables).ev, card.ev)


def _rules(ranked: RankedHolds, words: dict[str, tuple[str, int]]) -> tuple[CardRule, ...]:
    rules = []
    for line in ranked.lines:
        if line == FOLD:
            rules.append(CardRule("none of these", "fold", FOLD))
        else:
            when, size = words[line]
            rules.append(CardRule(when, _SIZES[size], "draw"))
    return tuple(rules)
