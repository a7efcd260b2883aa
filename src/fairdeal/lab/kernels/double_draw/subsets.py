"""Sets of cards as numbers: a set's place among all sets of its size.

The place of c0 < c1 < … is C(c0, 1) + C(c1, 2) + …, so that tables over all sets of a size have no
holes. Cards are places in the deck here, not the numbers of `fairdeal.cards`: see `tables`.
"""

from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.lab.kernels.compiled import compiled

Ints = NDArray[np.int64]
Small = NDArray[np.uint8]
Counts = NDArray[np.int32]

MOST_CARDS: Final = 54
# A module-level constant, which compiled code reads faster than an array handed to a helper.
CHOOSE: Final = np.array(
    [[comb(n, k) for k in range(6)] for n in range(MOST_CARDS + 1)], dtype=np.int64
)


@compiled
def sort_few(cards: Ints) -> None:
    """Sort a handful of cards in place."""
    for i in range(1, len(cards)):
        card = cards[i]
        j = i - 1
        while j >= 0 and cards[j] > card:
            cards[j + 1] = cards[j]
            j -= 1
        cards[j + 1] = card


@compiled
def place_of(cards: Ints) -> int:
    """Return the place of a sorted set among the sets of its size."""
    place = 0
    for i in range(len(cards)):
        place += CHOOSE[cards[i], i + 1]
    return place


@compiled
def next_subset(cards: Ints, size: int) -> bool:
    """Step sorted `cards` to the next set of 0…size-1 in order of place; return False after the
    last.
    """
    count = len(cards)
    for i in range(count):
        limit = cards[i + 1] if i + 1 < count else size
        if cards[i] + 1 < limit:
            cards[i] += 1
            for j in range(i):
                cards[j] = j
            return True
    return False
