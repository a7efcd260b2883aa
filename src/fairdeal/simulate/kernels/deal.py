"""Philox4x32-10 and the deal of a round, compiled: the same as in `fairdeal.simulate.philox`."""

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.simulate.kernels.compiled import compiled, inlined
from fairdeal.simulate.philox import MULTIPLIERS, PLACES_OF_A_WORD, WEYL

Small: TypeAlias = NDArray[np.uint8]
Words: TypeAlias = NDArray[np.uint64]
#: The numbers of the endings of rounds.
Endings: TypeAlias = NDArray[np.uint16]

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


class DealConstants(NamedTuple):
    """What a deal needs: how many places of the deck are filled, the cards in their order, the key,
    and for each word how many cards each of its places is chosen among and below what the word is
    rejected.
    """

    places: int
    deck: Small
    key: Words
    sizes: Words
    bounds: Words


def dealing(deck: int, seed: int, cards: int) -> DealConstants:
    """Return the constants for deals of so many cards from the top of a deck."""
    words = -(-cards // PLACES_OF_A_WORD)
    sizes = [deck - place for place in range(words * PLACES_OF_A_WORD)]
    bounds = []
    for word in range(words):
        product = 1
        for size in sizes[word * PLACES_OF_A_WORD : (word + 1) * PLACES_OF_A_WORD]:
            product *= size
        bounds.append((1 << 32) % product)
    return DealConstants(
        cards,
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

    Callers take the arrays out of `DealConstants` before their loop: taken out in it, each of them
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


#: The rounds that the kernels deal at once: few enough to stay in the fastest memory.
BUFFER_ROUNDS: Final = 512


class DealBuffer(NamedTuple):
    """Memory for rounds that are dealt at once.

    `cards[place]` are the cards of a place of the deck, one for each round; the rest is used while
    they are dealt.
    """

    cards: Small
    words: NDArray[np.uint32]
    #: The places that were chosen, and what lay at a place when another card came there.
    chosen: Small
    lifted: Small
    rejected: Small


@compiled
def deal_buffer(cards: int, words: int) -> DealBuffer:
    """Return a buffer for deals of a number of cards by a number of words."""
    places = words * PLACES_OF_A_WORD
    return DealBuffer(
        np.empty((cards, BUFFER_ROUNDS), np.uint8),
        np.empty((4, BUFFER_ROUNDS), np.uint32),
        np.empty((places, BUFFER_ROUNDS), np.uint8),
        np.empty((places, BUFFER_ROUNDS), np.uint8),
        np.empty(BUFFER_ROUNDS, np.uint8),
    )


@compiled
def deal_rounds(first: int, count: int, how: DealConstants, buffer: DealBuffer) -> None:
    """Deal so many rounds from a number on, at most `BUFFER_ROUNDS`, into a buffer.

    The same as `deal_round`, written in steps that are the same for every round and have no branch,
    so that the processor takes many rounds in each of its instructions. A round of which a word is
    rejected, which is rare, is dealt again by itself.
    """
    rejected = buffer.rejected
    for i in range(count):
        rejected[i] = 0
    for word in range(how.bounds.size):
        if word % 4 == 0:
            _write_words(first, count, np.uint64(word // 4), how.key, buffer.words)
        _choose(word, count, how, buffer.words[word % 4], buffer.chosen, rejected)
    _take_cards(count, buffer)
    wrong = 0
    for i in range(count):
        wrong += rejected[i]
    if wrong > 0:
        deck, moved, words = how.deck.copy(), np.empty_like(how.sizes), np.empty(4, np.uint64)
        for i in range(count):
            if rejected[i]:
                deal_round(first + i, how.key, how.sizes, how.bounds, words, deck, moved)
                for place in range(buffer.cards.shape[0]):
                    buffer.cards[place, i] = deck[place]
                put_back(deck, moved)


@compiled
def _write_words(
    first: int, count: int, block: np.uint64, key: Words, words: NDArray[np.uint32]
) -> None:
    """Write a block of four words for each round."""
    key_0, key_1, number = key[0], key[1], np.uint64(first)
    w0, w1, w2, w3 = words[0], words[1], words[2], words[3]
    for i in range(count):
        c0 = (number + np.uint64(i)) & _MASK
        c1 = (number + np.uint64(i)) >> _HALF
        c2, c3, k0, k1 = block, _ZERO, key_0, key_1
        for _ in range(10):
            one = _M0 * c0
            two = _M1 * c2
            c0 = (two >> _HALF) ^ c1 ^ k0
            c2 = (one >> _HALF) ^ c3 ^ k1
            c1 = two & _MASK
            c3 = one & _MASK
            k0 = (k0 + _W0) & _MASK
            k1 = (k1 + _W1) & _MASK
        w0[i], w1[i], w2[i], w3[i] = c0, c1, c2, c3


@compiled
def _choose(
    word: int,
    count: int,
    how: DealConstants,
    words: NDArray[np.uint32],
    chosen: Small,
    rejected: Small,
) -> None:
    """Choose the places of the cards that a word stands for, and note where it is rejected."""
    first = np.uint64(PLACES_OF_A_WORD * word)
    size_0, size_1, size_2 = how.sizes[first], how.sizes[first + _ONE], how.sizes[first + _TWO]
    bound = how.bounds[word]
    one, two, three = chosen[first], chosen[first + _ONE], chosen[first + _TWO]
    for i in range(count):
        product = np.uint64(words[i]) * size_0
        one[i] = first + (product >> _HALF)
        product = (product & _MASK) * size_1
        two[i] = first + _ONE + (product >> _HALF)
        product = (product & _MASK) * size_2
        three[i] = first + _TWO + (product >> _HALF)
        rejected[i] |= np.uint8((product & _MASK) < bound)


@compiled
def _take_cards(count: int, buffer: DealBuffer) -> None:
    """Find the cards at the chosen places. A place has its own card of the sorted deck, unless it
    was chosen before: then it has what lay at the place that it changed with.
    """
    for place in range(buffer.cards.shape[0]):
        cards, lifted, chosen = buffer.cards[place], buffer.lifted[place], buffer.chosen[place]
        own = np.uint8(place)
        for i in range(count):
            cards[i] = chosen[i]
            lifted[i] = own
        for before in range(place):
            other, left = buffer.chosen[before], buffer.lifted[before]
            for i in range(count):
                at, under, card, top = other[i], left[i], cards[i], lifted[i]
                cards[i] = under if at == chosen[i] else card
                lifted[i] = under if at == own else top


@compiled
def philox_words(first: int, count: int, key: Words) -> np.uint64:
    """Return the sum of all words of so many blocks, to measure how fast they are made."""
    words, total = np.empty((4, BUFFER_ROUNDS), np.uint32), _ZERO
    for start in range(0, count, BUFFER_ROUNDS):
        size = min(BUFFER_ROUNDS, count - start)
        _write_words(first + start, size, _ZERO, key, words)
        for i in range(size):
            total += np.uint64(words[0, i] ^ words[1, i] ^ words[2, i] ^ words[3, i])
    return total
