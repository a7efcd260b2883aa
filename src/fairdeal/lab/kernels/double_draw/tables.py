"""The table of hands that the fast routes read: what a fifth card makes of four."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from fairdeal.cards import Card, card_text, is_joker, rank_of
from fairdeal.errors import DeckError
from fairdeal.hands import FIVE_CARD_WITH_JOKERS
from fairdeal.lab.kernels.compiled import compiled
from fairdeal.lab.kernels.double_draw.subsets import Ints, Small, next_subset, place_of
from fairdeal.lab.kernels.tables import cell_tables

CELLS = len(FIVE_CARD_WITH_JOKERS.cells)
#: Cards that a hand has, that the first draw may replace, that the second may.
HAND, FIRST_DRAW, SECOND_DRAW = 5, 3, 1
_KEY_BITS = 20
FEWEST_CARDS = HAND + FIRST_DRAW + SECOND_DRAW


@dataclass(frozen=True, eq=False)
class DeckTables:
    """A deck and its table of hands. A card stands for its place in `cards`.

    `made[four, card]` is the cell of the hand that the card makes of four others, `four` being
    their place among all fours; `counts[four, cell]` says how many cards make each cell, `usual`
    which cell the most of them make.
    """

    cards: tuple[Card, ...]
    made: Small
    counts: Small
    usual: Small

    def __len__(self) -> int:
        return len(self.cards)

    def unseen(self, dead: int) -> int:
        """Return the number of cards that the player has not seen, with `dead` cards known beside
        the five held.
        """
        return len(self) - HAND - dead

    def ways(self, dead: int) -> int:
        """Return how many equally likely replacements the two draws have together."""
        return ways(len(self), dead)

    @property
    def denominator(self) -> int:
        """A common denominator of the values of all first decisions."""
        return denominator(len(self))

    def places(self, cards: Iterable[Card]) -> list[int]:
        """Return the places of cards in the deck; the two jokers are taken one after the other."""
        return places_in(self.cards, cards)


def ways(deck: int, dead: int) -> int:
    """Return how many equally likely replacements both draws have together, with a deck of this
    size.
    """
    return comb(deck - HAND, dead) * (deck - HAND - dead)


def denominator(deck: int) -> int:
    """Return a common denominator of the values of all first decisions, with a deck of this
    size.
    """
    return lcm(*(ways(deck, dead) for dead in range(FIRST_DRAW + 1)))


def places_in(deck: tuple[Card, ...], cards: Iterable[Card]) -> list[int]:
    """Return the places of cards in a deck; the two jokers are taken one after the other."""
    left = dict(zip(deck, range(len(deck)), strict=True))
    found = []
    for card in cards:
        alike = [c for c in left if c == card or (is_joker(c) and is_joker(card))]
        if not alike:
            raise ValueError(f"{card_text(card)} is not in the deck, or not so often")
        found.append(left.pop(card if card in left else alike[0]))
    return found


@cache
def tables_of(deck: tuple[Card, ...]) -> DeckTables:
    """Return the tables of a deck, made once in a process."""
    cards = checked_deck(deck)
    hands = cell_tables(FIVE_CARD_WITH_JOKERS)
    size = len(cards)
    made = np.zeros((comb(size, 4), size), dtype=np.uint8)
    counts = np.zeros((comb(size, 4), CELLS), dtype=np.uint8)
    _fill(
        hands.codes[list(cards)],
        hands.one_suit,
        hands.plain,
        hands.suited,
        made,
        counts,
    )
    return DeckTables(cards, made, counts, counts.argmax(axis=1).astype(np.uint8))


def checked_deck(deck: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the deck in order. A deck that the game is not played with is refused."""
    cards = tuple(sorted(deck))
    naturals = [card for card in cards if not is_joker(card)]
    whole = [rank * 4 + suit for rank in sorted(set(map(rank_of, naturals))) for suit in range(4)]
    if naturals != whole or len(set(cards)) != len(cards) or len(cards) < FEWEST_CARDS:
        raise DeckError(
            f"a deck is whole ranks in four suits, with at most two jokers, and has at least "
            f"{FEWEST_CARDS} cards"
        )
    return cards


@compiled
def _fill(
    codes: Ints,
    one_suit: NDArray[np.bool_],
    cells: Small,
    suited: Small,
    made: Small,
    counts: Small,
) -> None:
    size = len(codes)
    four = np.arange(4)
    while True:
        place = place_of(four)
        code = codes[four[0]] + codes[four[1]] + codes[four[2]] + codes[four[3]]
        for card in range(size):
            if card in (four[0], four[1], four[2], four[3]):
                continue
            total = code + codes[card]
            key = total & ((1 << _KEY_BITS) - 1)
            cell = suited[key] if one_suit[total >> _KEY_BITS] else cells[key]
            made[place, card] = cell
            counts[place, cell] += 1
        if not next_subset(four, size):
            return
