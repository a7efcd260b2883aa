"""The cell of every hand of a deck, by the hand's place among all hands, and suits that are alike.

A hand is given by the places of its cards in the deck. Its own place is the sum of binomial numbers
that puts sets of equal size in order, so that a card can be added without a search.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice
from math import comb
from time import perf_counter
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.cards import Card, is_joker, rank_of
from fairdeal.hands import FIVE_CARD, FIVE_CARD_ACE_HIGH, FIVE_CARD_WITH_JOKERS, Ranking
from fairdeal.lab.kernels.tables import Ints, cell_tables
from fairdeal.lab.solver.layout import Classes, column_of

Cells: TypeAlias = NDArray[np.uint8]

#: The largest number of hands that are ranked one by one, and of cells, so that a cell is one byte.
MOST_HANDS: Final = 5_000_000
MOST_CELLS: Final = 255
_CARDS: Final = 54
_LOT: Final = 100_000
#: The number of hands that are ranked to measure how long ranking takes.
_SOME: Final = 500

#: The number of ways to choose: `BINOMIALS[n, k]`.
BINOMIALS: Final = np.array([[comb(n, k) for k in range(9)] for n in range(_CARDS)], dtype=np.int64)


def places_of(hands: Ints) -> Ints:
    """Return the place of each hand, a row of places of cards in ascending order."""
    size = hands.shape[1]
    found: Ints = BINOMIALS[hands, np.arange(1, size + 1)].sum(axis=1)
    return found


class HandTable:
    """The cells of all hands of one ranking and one deck."""

    def __init__(self, ranking: Ranking, deck: Sequence[Card]) -> None:
        self.ranking, self._deck = ranking, tuple(deck)
        self._has_look_up = _has_look_up(ranking, deck)
        self.cells: Cells = np.zeros(comb(len(deck), ranking.size), np.uint8)
        for hands in self._lots():
            self.cells[places_of(hands)] = self._named(hands)

    def _lots(self) -> Iterator[Ints]:
        """Yield every hand, some at a time."""
        size = self.ranking.size
        every = combinations(range(len(self._deck)), size)
        while lot := list(islice(every, _LOT)):
            numbers = chain.from_iterable(lot)
            yield np.fromiter(numbers, np.int64, len(lot) * size).reshape(len(lot), size)

    def _named(self, hands: Ints) -> Cells:
        cards = np.array(self._deck, np.int64)[hands]
        if self._has_look_up:
            tables = cell_tables(self.ranking)
            return tables.cells(tables.codes[cards].sum(axis=1)).astype(np.uint8)
        evaluate = self.ranking.evaluate_exactly
        return np.array([evaluate(hand).cell for hand in cards.tolist()], np.uint8)

    def told_apart(self, one: int, other: int) -> bool:
        """Return whether some hand changes its cell when two columns change places. A look-up table
        distinguishes suits only by whether all are one, and gives the jokers one code.
        """
        if self._has_look_up:
            return False
        turned = {one: other, other: one}
        at = {(column_of(card), rank_of(card)): place for place, card in enumerate(self._deck)}
        moved = np.array(
            [at[turned.get(column_of(c), column_of(c)), rank_of(c)] for c in self._deck], np.int64
        )
        return any(
            not np.array_equal(
                self.cells[places_of(hands)], self.cells[places_of(np.sort(moved[hands], axis=1))]
            )
            for hands in self._lots()
        )


def _has_look_up(ranking: Ranking, deck: Sequence[Card]) -> bool:
    return ranking is FIVE_CARD_WITH_JOKERS or (
        ranking in (FIVE_CARD, FIVE_CARD_ACE_HIGH) and not any(map(is_joker, deck))
    )


def naming_seconds(ranking: Ranking, deck: Sequence[Card]) -> float:
    """Return about how long it takes to rank every hand, measured with some of them."""
    if _has_look_up(ranking, deck):
        return 0.0
    some = list(islice(combinations(deck, ranking.size), _SOME))
    start = perf_counter()
    for hand in some:
        ranking.evaluate_exactly(hand)
    return (perf_counter() - start) / len(some) * comb(len(deck), ranking.size)


def alike_columns(tables: Sequence[HandTable], deck: Sequence[Card]) -> Classes:
    """Return the columns of a deck that no ranking distinguishes. The function of this name in
    `fairdeal.lab.solver.layout` finds the same ones without tables.
    """
    rows = defaultdict(set)
    for card in deck:
        rows[column_of(card)].add(rank_of(card))
    kinds: list[list[int]] = []
    for column in sorted(rows):
        for kind in kinds:
            same_ranks = rows[kind[0]] == rows[column]
            if same_ranks and not any(table.told_apart(kind[0], column) for table in tables):
                kind.append(column)
                break
        else:
            kinds.append([column])
    return tuple(tuple(kind) for kind in kinds if len(kind) > 1)
