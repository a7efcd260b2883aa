"""Twelve counts in four 64-bit words: how many rounds end in each cell, added all at once.

Three cells share a word, 20 bits each, enough for the 847,504 ways that two draws to two kept cards
of the 54 can go. Sums and differences of packed counts are taken modulo 2**64, so nothing is lost
on the way as long as the counts at the end are none of them negative and none too large.
"""

from math import comb
from typing import Final

import numpy as np

from fairdeal.lab.kernels.compiled import compiled, inlined
from fairdeal.lab.kernels.double_draw.subsets import Counts, Ints, Small
from fairdeal.lab.kernels.double_draw.tables import CELLS, FIRST_DRAW, HAND

WORDS: Final = 4
_BITS: Final = 20
_PER_WORD: Final = 3
_MASK: Final = (1 << _BITS) - 1
# The inverse of 3 modulo 2**64, as a signed number: 3 * -6148914691236517205 = 1 - 2**64.
_A_THIRD: Final = -6148914691236517205

assert WORDS * _PER_WORD >= CELLS
assert comb(54 - HAND, FIRST_DRAW) * (54 - HAND - FIRST_DRAW) <= _MASK


def pack(counts: Small) -> Ints:
    """Pack rows of counts by cell into rows of words."""
    words = np.zeros((len(counts), WORDS), dtype=np.int64)
    for cell in range(CELLS):
        words[:, cell // _PER_WORD] += counts[:, cell].astype(np.int64) << _shift(cell)
    return words


def _shift(cell: int) -> int:
    return _BITS * (cell % _PER_WORD)


@inlined
def count_at(rows: Ints, row: int, cell: int, count: int) -> None:
    """Add a number of rounds that end in a cell to a row."""
    rows[row, cell // _PER_WORD] += count << (_BITS * (cell % _PER_WORD))


@inlined
def count_in(planes: Ints, plane: int, row: int, cell: int, count: int) -> None:
    """Add a number of rounds that end in a cell to a row of a plane. A view of the row would cost
    more than the sum.
    """
    planes[plane, row, cell // _PER_WORD] += count << (_BITS * (cell % _PER_WORD))


@compiled
def add(table: Ints, slot: int, w0: int, w1: int, w2: int, w3: int) -> None:
    """Add four words to a row. One by one in a loop they cost twice as much."""
    w0 += table[slot, 0]
    w1 += table[slot, 1]
    w2 += table[slot, 2]
    w3 += table[slot, 3]
    table[slot, 0] = w0
    table[slot, 1] = w1
    table[slot, 2] = w2
    table[slot, 3] = w3


@inlined
def unpack_share(words: Ints, times: int, counts: Counts) -> None:
    """Write the counts whose `times`-fold the words hold, `times` being a divisor of 48.

    Such a number is a power of two up to 16, perhaps with a 3. The 3 is divided out modulo 2**64;
    the twos push no more than the four highest bits out of a word, which hold nothing.
    """
    thirds = times % _PER_WORD == 0
    twos = 0
    while times >> twos & 1 == 0:
        twos += 1
    for cell in range(CELLS):
        word = words[cell // _PER_WORD]
        if thirds:
            word *= _A_THIRD
        counts[cell] = word >> (twos + _BITS * (cell % _PER_WORD)) & _MASK
