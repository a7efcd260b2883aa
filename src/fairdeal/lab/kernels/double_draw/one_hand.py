"""The decisions of one hand with numpy alone, so that the first answer waits for no compiler.

For every draw the best second decision is found, as `decisions` does. What a fifth card makes of
four is counted only for the fours that can be held then: about 104,000 of the 316,251.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from fairdeal.cards import Card
from fairdeal.hands import FIVE_CARD_WITH_JOKERS
from fairdeal.lab.kernels.double_draw.solution import ScaledResults
from fairdeal.lab.kernels.double_draw.subsets import Ints
from fairdeal.lab.kernels.double_draw.tables import HAND
from fairdeal.lab.kernels.tables import CellTables, cell_tables

_FOUR = 4
#: The number of fours that are evaluated together; it keeps memory small.
_LOT = 20_000


def first_values(
    results: ScaledResults,
    deck: Sequence[Card],
    hand: Sequence[int],
    masks: Sequence[int],
    dead: Sequence[int] = (),
) -> list[int]:
    """Return, by throw, the sum of the best second values over all draws, times the number of
    unseen cards then. `hand` lists the places of five cards in the deck, `masks` the sets of its
    cards that are thrown (as bits), `dead` the places of other cards that are known to be out.
    """
    fours = _Fours(results, deck)
    stub = [place for place in range(len(deck)) if place not in (*hand, *dead)]
    return [_throw(fours, results, hand, stub, mask, dead) for mask in masks]


def _throw(
    fours: "_Fours",
    results: ScaledResults,
    hand: Sequence[int],
    stub: Sequence[int],
    mask: int,
    dead: Sequence[int],
) -> int:
    thrown = [place for i, place in enumerate(hand) if mask >> i & 1]
    kept = [place for i, place in enumerate(hand) if not mask >> i & 1]
    draws = _subsets(tuple(stub), len(thrown))
    hands = np.sort(np.concatenate([np.tile(kept, (len(draws), 1)), draws], axis=1), axis=1)
    pat, drawn = fours.second(hands, [*thrown, *dead])
    unseen = len(stub) - len(thrown)
    best = np.maximum(drawn.max(axis=1), unseen * np.maximum(pat, results.fold_second))
    return int(best.sum())


def second_values(
    results: ScaledResults, deck: Sequence[Card], hand: Sequence[int], dead: Sequence[int]
) -> list[int]:
    """Return the value of standing pat and of throwing each card, times the cards unseen."""
    pat, drawn = _Fours(results, deck).second(np.array([sorted(hand)], np.int64), dead)
    unseen = len(deck) - HAND - len(dead)
    thrown = dict(zip(sorted(hand), drawn[0].tolist(), strict=True))
    return [unseen * int(pat[0]), *(thrown[place] for place in hand)]


class _Fours:
    """What each fifth card makes of four cards, and the sums over all of them."""

    def __init__(self, results: ScaledResults, deck: Sequence[Card]) -> None:
        self._tables: CellTables = cell_tables(FIVE_CARD_WITH_JOKERS)
        self._codes = self._tables.codes[list(deck)]
        self._net = np.array(results.net, np.int64)
        self._row = np.full(comb(len(deck), _FOUR), -1, np.int64)
        self._results = np.zeros((0, len(deck)), np.int64)
        self._sums = np.zeros(0, np.int64)

    def second(self, hands: Ints, dead: Sequence[int]) -> tuple[Ints, Ints]:
        """Return the value of each hand as it is, and by the card thrown the sum over the unseen
        cards.
        """
        rows = []
        for thrown in range(HAND):
            four = np.delete(hands, thrown, axis=1)
            rows.append(self._rows(four))
        pat = self._results[rows[0], hands[:, 0]]
        drawn = np.stack([self._sums[row] for row in rows], axis=1) - pat[:, None]
        for card in dead:
            drawn -= np.stack([self._results[row, card] for row in rows], axis=1)
        return pat, drawn

    def _rows(self, fours: Ints) -> Ints:
        """Return the rows of these fours, of which new ones are added."""
        places: Ints = _CHOOSE[fours, np.arange(1, _FOUR + 1)].sum(axis=1)
        new, first = np.unique(places, return_index=True)
        missing = self._row[new] < 0
        if missing.any():
            self._row[new[missing]] = len(self._sums) + np.arange(missing.sum())
            self._add(fours[first[missing]])
        found: Ints = self._row[places]
        return found

    def _add(self, fours: Ints) -> None:
        added = np.empty((len(fours), len(self._codes)), np.int64)
        for lot in range(0, len(fours), _LOT):
            some = fours[lot : lot + _LOT]
            codes = self._codes[some].sum(axis=1)[:, None] + self._codes
            results = self._net[self._tables.cells(codes)]
            # A card is not drawn to itself.
            np.put_along_axis(results, some, 0, axis=1)
            added[lot : lot + _LOT] = results
        self._results = np.concatenate([self._results, added])
        self._sums = np.concatenate([self._sums, added.sum(axis=1)])


_CHOOSE = np.array([[comb(n, k) for k in range(_FOUR + 1)] for n in range(54)], dtype=np.int64)


@cache
def _subsets(cards: tuple[int, ...], size: int) -> Ints:
    """Return every subset of this size, a row each."""
    found = np.array(list(combinations(cards, size)), np.int64)
    return found.reshape(comb(len(cards), size), size)
