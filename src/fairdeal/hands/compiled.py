"""Many five-card hands at once, compiled: the look-up of `fairdeal.hands.lookup` as machine code.

Import it only where it is used: it loads numba and numpy, and compiles on the first call.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from fairdeal.hands.hand import Ranking
from fairdeal.hands.lookup import CODES, KEY_BITS, KEY_MASK, ONE_SUIT, Arrays, lookup

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Small tables are constants of the compiled code; the large ones, which differ by ranking, are
# handed in. 64 codes, so that six bits of a card are always inside.
_CODES = np.array([*CODES, *[0] * (64 - len(CODES))], dtype=np.uint32)
_ONE_SUIT = np.zeros(1 << 12, dtype=np.bool_)
_ONE_SUIT[list(ONE_SUIT)] = True


@cache
def tables(ranking: Ranking) -> Arrays:
    """Return a ranking's look-up tables as arrays, made once."""
    return lookup(ranking).arrays()


def evaluate(hands: "NDArray[np.uint8]", ranking: Ranking) -> "NDArray[np.uint16]":
    """Return the places of many hands, one a row of five cards, among `lookup(ranking).hands`."""
    if hands.ndim != 2 or hands.shape[1] != 5 or hands.dtype != np.uint8:
        raise ValueError("hands are rows of five cards, in an array of uint8")
    arrays = tables(ranking)
    places = np.empty(len(hands), dtype=np.uint16)
    _evaluate(hands, arrays.by_ranks, arrays.by_ranks_suited, places)
    return places


@numba.njit(nogil=True)
def _evaluate(hands: Any, by_ranks: Any, by_ranks_suited: Any, places: Any) -> None:
    for row in range(len(hands)):
        total = (
            _CODES[hands[row, 0] & 63]
            + _CODES[hands[row, 1] & 63]
            + _CODES[hands[row, 2] & 63]
            + _CODES[hands[row, 3] & 63]
            + _CODES[hands[row, 4] & 63]
        )
        key = total & KEY_MASK
        if _ONE_SUIT[total >> KEY_BITS]:
            places[row] = by_ranks_suited[key]
        else:
            places[row] = by_ranks[key]
