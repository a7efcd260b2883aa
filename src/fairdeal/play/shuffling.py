"""Uniform shuffles: Fisher-Yates from the bottom up, fed by a stream of bytes with rejection.

The same way for every stream: the operating system's for live play, one that follows from a seed
for tests and simulations. Anybody who has the bytes finds the same order.
"""

import hashlib
import os
import struct
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, TypeAlias

from fairdeal.cards import Card, Deck

#: Returns the next bytes, of the given number.
Stream: TypeAlias = Callable[[int], bytes]

_WORD: Final = 4
_SPAN: Final = 1 << (8 * _WORD)
_NEAR_THE_END: Final = b"\xff\xff\xff"


@cache
def _words(count: int) -> struct.Struct:
    """Return the format that reads so many numbers."""
    return struct.Struct(f">{count}I")


def shuffled(cards: Sequence[Card], stream: Stream) -> list[Card]:
    """Return the cards in a random order; every order is equally likely."""
    order = list(cards)
    left = len(order)
    assert left <= 256, "a deck is small"
    words = _words(left - 1)
    drawn = stream(words.size)
    numbers: Sequence[int] = words.unpack(drawn)
    # Only among the last 256 lie numbers that cannot be shared out evenly over so few places, and
    # each of them begins with these bytes: to look for the bytes is quicker than for the numbers.
    if _NEAR_THE_END in drawn:
        numbers = _shared_out(left, numbers, stream)
    for number in numbers:
        chosen = number % left
        left -= 1
        order[left], order[chosen] = order[chosen], order[left]
    return order


def _shared_out(size: int, numbers: Sequence[int], stream: Stream) -> list[int]:
    """Return the numbers for so many places from the last down to the second. A rejected number is
    left out: the next ones move up, and the stream gives more.
    """
    left, taken = iter(numbers), []
    for among in range(size, 1, -1):
        drawn = too_large = _SPAN - _SPAN % among
        while drawn >= too_large:
            number = next(left, None)
            drawn = struct.unpack(">I", stream(_WORD))[0] if number is None else number
        taken.append(drawn)
    return taken


def below(most: int, stream: Stream) -> int:
    """Return a number from 0 to `most` - 1; each is equally likely."""
    too_large = _SPAN - _SPAN % most
    while (drawn := struct.unpack(">I", stream(_WORD))[0]) >= too_large:
        pass
    return int(drawn % most)


def system_stream(count: int) -> bytes:
    """Return bytes from the operating system's cryptographic source."""
    return os.urandom(count)


def seeded_stream(seed: str, number: int) -> Stream:
    """Return the bytes of one shuffle that follow from a seed: the same for ever."""
    text = f"fairdeal seed 1|{seed}|{number}".encode()
    taken = 0

    def stream(count: int) -> bytes:
        nonlocal taken
        taken += count
        return hashlib.shake_256(text).digest(taken)[taken - count :]

    return stream


def new_order(deck: Deck, stream: Stream) -> tuple[Card, ...]:
    """Return a shuffled deck. The jokers look alike, so the first one from the top is the first
    joker.
    """
    order = shuffled(deck.cards, stream)
    if deck.jokers:
        jokers = deck.joker_cards
        for place, joker in zip(sorted(map(order.index, jokers)), jokers, strict=True):
            order[place] = joker
    return tuple(order)
