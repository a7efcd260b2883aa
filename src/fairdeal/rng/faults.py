"""Shuffles with planted faults. They show which faults each test of the battery finds."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from fairdeal.rng.derivation import Bytes
from fairdeal.table.questions import CUT_MARGIN

#: Makes decks of a size, or the depths of their cuts, from a generator.
Maker: TypeAlias = Callable[[np.random.Generator, int, int], Bytes]
#: How many cards a bad hand shuffle leaves on the top, and how many of 1,000 decks are arranged.
RETAINED: Final = 4
ARRANGED_OF_1000: Final = 1
_SEEDS: Final = 1 << 16


class Fault(NamedTuple):
    """A way to shuffle wrongly, and what it is called."""

    name: str
    explanation: str
    decks: Maker
    #: Whether it is so small that only all decks of a report together can show it.
    small: bool = False
    #: How the fault draws the depths of cuts, where it does that wrongly as well.
    cuts: Maker | None = None


def uniform(random: np.random.Generator, decks: int, size: int) -> Bytes:
    """Return decks without a fault."""
    new = np.tile(np.arange(size, dtype=np.uint8), (decks, 1))
    return random.permuted(new, axis=1)


def _naive_swap(random: np.random.Generator, decks: int, size: int) -> Bytes:
    cards = np.tile(np.arange(size, dtype=np.uint8), (decks, 1))
    rows = np.arange(decks)
    for place in range(size):
        other = random.integers(0, size, decks)
        cards[rows, place], cards[rows, other] = cards[rows, other], cards[rows, place].copy()
    return cards


def _modulo(random: np.random.Generator, decks: int, size: int) -> Bytes:
    cards = np.tile(np.arange(size, dtype=np.uint8), (decks, 1))
    rows = np.arange(decks)
    for place in range(size - 1, 0, -1):
        other = random.integers(0, 256, decks) % (place + 1)
        cards[rows, place], cards[rows, other] = cards[rows, other], cards[rows, place].copy()
    return cards


def _modulo_cuts(random: np.random.Generator, decks: int, size: int) -> Bytes:
    places = size - 2 * CUT_MARGIN + 1
    return (CUT_MARGIN + random.integers(0, 256, decks) % places).astype(np.uint8)


def _short_seed(random: np.random.Generator, decks: int, size: int) -> Bytes:
    # The decks of all seeds are the same in every lot, as they would be.
    every = uniform(np.random.Generator(np.random.Philox(_SEEDS)), _SEEDS, size)
    return every[random.integers(0, _SEEDS, decks)]


def _arranged(random: np.random.Generator, decks: int, size: int) -> Bytes:
    cards = uniform(random, decks, size)
    chosen = np.flatnonzero(random.integers(0, 1000, decks) < ARRANGED_OF_1000)
    ace = 51  # the ace of spades
    at = np.argmax(cards[chosen] == ace, axis=1)
    cards[chosen, at] = cards[chosen, 0]
    cards[chosen, 0] = ace
    return cards


def _retained(random: np.random.Generator, decks: int, size: int) -> Bytes:
    cards = uniform(random, decks, size)
    # Every second deck: the top cards of the one before stay, and its own cards follow.
    before, after = cards[: decks - decks % 2 : 2], cards[1::2]
    stays = (after[:, :, None] == before[:, None, :RETAINED]).any(axis=2)
    rest = np.argsort(stays, axis=1, kind="stable")  # the cards that do not stay come first
    moved = np.take_along_axis(after, rest, axis=1)[:, : size - RETAINED]
    cards[1::2] = np.hstack([before[:, :RETAINED], moved])
    return cards


FAULTS: Final = (
    Fault("naive swap", "each card is swapped with one of all places", _naive_swap),
    Fault(
        "modulo",
        "places, and depths of cuts, are a byte modulo their number, nothing is drawn again",
        _modulo,
        cuts=_modulo_cuts,
    ),
    Fault("short seed", "the shuffle follows from a seed of 16 bits", _short_seed),
    Fault(
        "0.1 % bias",
        "in one deck of 1,000 the ace of spades is put on the top",
        _arranged,
        small=True,
    ),
    Fault("retained top", f"every second shuffle leaves the top {RETAINED} cards", _retained),
)
