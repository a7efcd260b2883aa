"""Philox4x32-10 and the deal of a round, compiled: the same as in `fairdeal.simulate.philox`."""

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.simulate.kernels.compiled import compiled, inlined
from fairdeal.simulate.philox import MULTIPLIERS, PLACES_OF_A_WORD, WEYL

Small: TypeAlias = NDArray[np.uint8]
Words: TypeAlias = NDArray[np.uint64]

#: A whole number of 64 bits in a compiled loop, where Python's and numpy's are the same.
int64: Final[Any] = np.int64

_M0: Final = np.uint64(MULTIPLIERS[0])
_M1: Final = np.uint64(MULTIPLIERS[1])
_W0: Final = np.uint64(WEYL[0])
_W1: Final = np.uint64(WEYL[1])
_MASK: Final = np.uint64(0xFFFFFFFF)
_HALF: Final = np.uint64(32)
_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_TWO: Final = np.uint64(2)
_THREE: Final = np.uint64(3)
_FOUR: Final = np.uint64(4)


class Dealing(NamedTuple):
    """What a deal needs: the cards in their order, the key, and for each word how many cards each
    of its places is chosen among and below what the word is rejected.
    """

    deck: Small
    key: Words
    sizes: Words
    bounds: Words


def dealing(deck: int, seed: int, cards: int) -> Dealing:
    """Return the constants for deals of so many cards from the top of a deck."""
    words = -(-cards // PLACES_OF_A_WORD)
    sizes = [deck - place for place in range(words * PLACES_OF_A_WORD)]
    bounds = []
    for word in range(words):
        product = 1
        for size in sizes[word * PLACES_OF_A_WORD : (word + 1) * PLACES_OF_A_WORD]:
            product *= size
        bounds.append((1 << 32) % product)
    return Dealing(
        np.arange(deck, dtype=np.uint8),
        np.array([seed & 0xFFFFFFFF, seed >> 32], np.uint64),
        np.array(sizes, np.uint64),
        np.array(bounds, np.uint64),
    )


@inlined
def philox_into(
    words: Words, low: np.uint64, high: np.uint64, block: np.uint64, key: Words
) -> None:
    """Write the four words of a block of a round's deal."""
    c0, c1, c2, c3 = low, high, block, _ZERO
    k0, k1 = key[0], key[1]
    for _ in range(10):
        one = _M0 * c0
        two = _M1 * c2
        c0 = (two >> _HALF) ^ c1 ^ k0
        c2 = (one >> _HALF) ^ c3 ^ k1
        c1 = two & _MASK
        c3 = one & _MASK
        k0 = (k0 + _W0) & _MASK
        k1 = (k1 + _W1) & _MASK
    words[0], words[1], words[2], words[3] = c0, c1, c2, c3


@inlined
def deal_round(
    number: int, key: Words, sizes: Words, bounds: Words, words: Words, deck: Small, moved: Words
) -> None:
    """Put the cards of a round at the top of `deck`, which lies in order, three for each word.

    Callers take the arrays out of a `Dealing` before their loop: taken out in it, each of them
    would be counted as a reference, which takes longer than the deal.
    """
    low = np.uint64(number) & _MASK
    high = np.uint64(number) >> _HALF
    block = _ZERO
    philox_into(words, low, high, block, key)
    used = _ZERO
    first = _ZERO
    for word in range(bounds.size):
        one = two = three = _ZERO
        while True:
            if used == _FOUR:
                block += _ONE
                philox_into(words, low, high, block, key)
                used = _ZERO
            product = words[used] * sizes[first]
            used += _ONE
            one = first + (product >> _HALF)
            product = (product & _MASK) * sizes[first + _ONE]
            two = first + _ONE + (product >> _HALF)
            product = (product & _MASK) * sizes[first + _TWO]
            three = first + _TWO + (product >> _HALF)
            if (product & _MASK) >= bounds[word]:
                break
        card = deck[one]
        deck[one] = deck[first]
        deck[first] = card
        card = deck[two]
        deck[two] = deck[first + _ONE]
        deck[first + _ONE] = card
        card = deck[three]
        deck[three] = deck[first + _TWO]
        deck[first + _TWO] = card
        moved[first], moved[first + _ONE], moved[first + _TWO] = one, two, three
        first += _THREE


@inlined
def put_back(deck: Small, moved: Words) -> None:
    """Put the deck in order again."""
    for place in range(moved.size):
        deck[np.uint64(place)] = place
        deck[moved[place]] = moved[place]


#: So many rounds are dealt at once by the kernels: few enough to stay in the fastest memory.
AHEAD: Final = 256


@compiled
def deal_rounds(first: int, how: Dealing, cards: Small) -> None:
    """Deal rounds from a number on; `cards[round]` are the cards from the top.

    The same as `deal_round`, written out: a helper that takes arrays counts a reference for each of
    them at every call, which takes longer than a deal.
    """
    deck, moved, words = how.deck.copy(), np.empty_like(how.sizes), np.empty(4, np.uint64)
    key_0, key_1, sizes, bounds = how.key[0], how.key[1], how.sizes, how.bounds
    for i in range(cards.shape[0]):
        block, used, first_place = _ZERO, _FOUR, _ZERO
        for word in range(bounds.size):
            one = two = three = _ZERO
            while True:
                if used == _FOUR:
                    c0 = np.uint64(first + i) & _MASK
                    c1 = np.uint64(first + i) >> _HALF
                    c2, c3, k0, k1 = block, _ZERO, key_0, key_1
                    for _ in range(10):
                        left = _M0 * c0
                        right = _M1 * c2
                        c0 = (right >> _HALF) ^ c1 ^ k0
                        c2 = (left >> _HALF) ^ c3 ^ k1
                        c1 = right & _MASK
                        c3 = left & _MASK
                        k0 = (k0 + _W0) & _MASK
                        k1 = (k1 + _W1) & _MASK
                    words[0], words[1], words[2], words[3] = c0, c1, c2, c3
                    block += _ONE
                    used = _ZERO
                product = words[used] * sizes[first_place]
                used += _ONE
                one = first_place + (product >> _HALF)
                product = (product & _MASK) * sizes[first_place + _ONE]
                two = first_place + _ONE + (product >> _HALF)
                product = (product & _MASK) * sizes[first_place + _TWO]
                three = first_place + _TWO + (product >> _HALF)
                if (product & _MASK) >= bounds[word]:
                    break
            card = deck[one]
            deck[one] = deck[first_place]
            deck[first_place] = card
            card = deck[two]
            deck[two] = deck[first_place + _ONE]
            deck[first_place + _ONE] = card
            card = deck[three]
            deck[three] = deck[first_place + _TWO]
            deck[first_place + _TWO] = card
            moved[first_place], moved[first_place + _ONE] = one, two
            moved[first_place + _TWO] = three
            first_place += _THREE
        for place in range(cards.shape[1]):
            cards[i, place] = deck[place]
        for place in range(moved.size):
            deck[np.uint64(place)] = place
            deck[moved[place]] = moved[place]


@compiled
def philox_words(first: int, count: int, key: Words) -> np.uint64:
    """Return the sum of all words of so many blocks, to measure how fast they are made."""
    words, total = np.empty(4, np.uint64), _ZERO
    for i in range(count):
        philox_into(words, np.uint64(first + i) & _MASK, np.uint64(first + i) >> _HALF, _ZERO, key)
        total += words[0] ^ words[1] ^ words[2] ^ words[3]
    return total
