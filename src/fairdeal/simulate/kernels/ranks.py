"""Five-card hands by small tables that stay in a processor's fastest memory.

A pair of ranks has a number (91 of them), and two such numbers give that of four ranks (1,820).
Four ranks and a fifth find the cell of five cards that are not of one suit, or of five that are.
"""

from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.cards import Card
from fairdeal.hands import Ranking
from fairdeal.lab.kernels.tables import KEY_MASK, cell_tables
from fairdeal.simulate.kernels.compiled import inlined
from fairdeal.simulate.kernels.deal import Small, int64

RANKS: Final = 13
PAIRS: Final = 91
FOURS: Final = 1_820
#: Cells of four ranks and a fifth, one row of 16 for each four.
ROW: Final = 16


class RankTables(NamedTuple):
    """The number of two ranks `[13 * one + other]`, of four by two such numbers, and the cells."""

    pair: Small
    four: NDArray[np.uint16]
    plain: Small
    suited: Small


def fours() -> list[tuple[int, ...]]:
    """Return every four ranks, lowest first, in the order of their numbers."""
    return list(combinations_with_replacement(range(13), 4))


@cache
def rank_tables(ranking: Ranking) -> RankTables:
    """Return the tables of a five-card ranking without jokers."""
    pairs = list(combinations_with_replacement(range(13), 2))
    number = {pair: place for place, pair in enumerate(pairs)}
    pair = np.array([number[min(a, b), max(a, b)] for a in range(13) for b in range(13)], np.uint8)
    places = {four: place for place, four in enumerate(fours())}
    four = np.array(
        [places[tuple(sorted((*one, *other)))] for one in pairs for other in pairs], np.uint16
    )
    tables = cell_tables(ranking)
    keys = tables.codes[:52:4] & KEY_MASK
    sums = np.array([sum(int(keys[rank]) for rank in one) for one in fours()])
    plain, suited = np.zeros((FOURS, ROW), np.uint8), np.zeros((FOURS, ROW), np.uint8)
    five = sums[:, None] + keys
    inside = five < tables.plain.size
    known = np.where(inside, five, 0)
    plain[:, :13] = np.where(inside, tables.plain[known], 0)
    suited[:, :13] = np.where(inside, tables.suited[known], 0)
    return RankTables(pair, four, plain.ravel(), suited.ravel())


@inlined
def four_number(tables: RankTables, a: int, b: int, c: int, d: int) -> int:
    """Return the number of the ranks of four cards."""
    one = int64(tables.pair[13 * (a >> 2) + (b >> 2)])
    other = int64(tables.pair[13 * (c >> 2) + (d >> 2)])
    number: int = int64(tables.four[91 * one + other])
    return number


@inlined
def one_suit(a: int, b: int, c: int, d: int) -> bool:
    """Return whether four cards are of one suit."""
    return ((a ^ b) | (a ^ c) | (a ^ d)) & 3 == 0


@inlined
def five_cell(tables: RankTables, a: int, b: int, c: int, d: int, e: int) -> int:
    """Return the cell of five cards."""
    at = 16 * four_number(tables, a, b, c, d) + (e >> 2)
    flush = one_suit(a, b, c, d) and (a ^ e) & 3 == 0
    cell: int = int64(tables.suited[at] if flush else tables.plain[at])
    return cell


def four_cards(ranks: tuple[int, ...], *, suited: bool) -> tuple[Card, ...] | None:
    """Return four cards of these ranks, of one suit or not; None where there are none of one
    suit.
    """
    if suited:
        return tuple(4 * rank for rank in ranks) if len(set(ranks)) == len(ranks) else None
    cards: list[Card] = []
    for place, rank in enumerate(ranks):
        suit = place % 4
        while 4 * rank + suit in cards:
            suit = (suit + 1) % 4
        cards.append(4 * rank + suit)
    return tuple(cards)
