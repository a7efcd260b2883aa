"""Names of the cards that a player keeps: two pair, four to a flush, a joker and a pair.

A card ranks these holds; of what can be kept from a hand the highest in rank is. Holds are named
without regard to which suit or joker is which, so one set of each class is looked at.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from fairdeal.cards import Card, is_joker, rank_of, suit_of
from fairdeal.hands import FIVE_CARD_WITH_JOKERS
from fairdeal.lab.kernels.compiled import compiled
from fairdeal.lab.kernels.double_draw.subsets import CHOOSE, Counts, Ints, Small, place_of
from fairdeal.lab.kernels.double_draw.symmetry import classes
from fairdeal.lab.kernels.double_draw.tables import FIRST_DRAW, HAND, tables_of

ACE: Final = 12
TEN: Final = 8
_STRAIGHTS: Final = tuple(
    frozenset(top - i if top - i >= 0 else ACE for i in range(5)) for top in range(3, 13)
)
#: More than any order of kept ranks, which is a number to the base 14.
_ORDERS: Final = 14 * 14 * 14 * 14 * 14


class Hold(NamedTuple):
    """A kind of kept cards: how many cards, how many jokers among them, and what they make or
    lack.
    """

    size: int
    jokers: int
    kind: str


def hold_of(cards: Sequence[Card]) -> Hold:
    """Return the hold that two to five kept cards form."""
    naturals = [card for card in cards if not is_joker(card)]
    jokers = len(cards) - len(naturals)
    return Hold(len(cards), jokers, _kind(naturals, jokers))


def _kind(naturals: Sequence[Card], jokers: int) -> str:
    size = len(naturals) + jokers
    if size == HAND:
        made = [*naturals, *range(52, 52 + jokers)]
        return FIVE_CARD_WITH_JOKERS.cells[FIVE_CARD_WITH_JOKERS.evaluate(made).cell]
    ranks = [rank_of(card) for card in naturals]
    # Where no straight or flush comes of it, a joker is an ace.
    counted = [*ranks, *[ACE] * jokers]
    shape = sorted((counted.count(rank) for rank in set(counted)), reverse=True)
    if shape[0] >= 3:
        three = "three aces" if counted.count(ACE) == 3 else "three of a kind"
        return "four of a kind" if shape[0] == 4 else three + "+" * (size - 3)
    if shape[:2] == [2, 2]:
        return "two pair"
    distinct = len(set(ranks)) == len(ranks)
    suited = len(set(map(suit_of, naturals))) <= 1
    fits = straights_fit(ranks) if distinct else 0
    if suited and fits and size > 2:
        if size == 3 and jokers == 1 and ACE in ranks:
            return "suited aces"
        royal = min(ranks, default=TEN) >= TEN
        return "royal" if royal else _near("straight flush", fits, 1)
    if suited and distinct and size > 3:
        return "flush"
    if fits and size > 3:
        # With a joker and three in sequence four ranks complete it, without a joker two.
        return _near("straight", fits, 2 if jokers else 1)
    if shape[0] == 2:
        if size == 3 and not jokers and counted.count(ACE) == 1:
            return "pair and ace"
        return ("aces" if counted.count(ACE) == 2 else "pair") + "+" * (size - 2)
    if suited and distinct and size == 3:
        return "flush"
    if fits and size == 3:
        return _near("straight", fits, 2)
    if suited and not jokers and size == 2:
        if ACE in ranks:
            return "suited ace"
        return "suited high" if min(ranks) >= TEN else "suited close" if fits else "suited"
    if ACE in ranks and size == 2:
        return "ace"
    return "high cards" if min(counted) >= TEN else "cards"


def _near(what: str, fits: int, inside: int) -> str:
    return f"{'open' if fits > inside else 'inside' if fits == inside else 'wide'} {what}"


def straights_fit(ranks: Sequence[int]) -> int:
    """Return how many straights contain these different natural ranks, the ace high or low."""
    held = set(ranks)
    return sum(held <= straight for straight in _STRAIGHTS)


def order_of(cards: Sequence[Card]) -> int:
    """Return the order of a hold among holds of its kind: the greater is nearer to more straights,
    then higher.
    """
    ranks = [13 if is_joker(card) else rank_of(card) for card in cards]
    naturals = [rank for rank in ranks if rank < 13]
    fits = straights_fit(naturals) if len(set(naturals)) == len(naturals) else 0
    order = fits * _ORDERS
    for place, rank in enumerate(sorted(ranks)):
        order += rank * 14**place
    return order


@dataclass(frozen=True, eq=False)
class Holds:
    """Every hold of a deck: `names`, and by size the number and order of each set's class."""

    names: tuple[Hold, ...]
    number: tuple[Small, ...]
    order: tuple[Ints, ...]


@cache
def holds(deck: tuple[Card, ...]) -> Holds:
    """Return the holds of a deck. Their sizes go from what three thrown cards leave to a whole
    hand.
    """
    numbers: dict[Hold, int] = {}
    number, order = [], []
    for size in range(HAND - FIRST_DRAW, HAND + 1):
        sets = classes(deck, size).sets
        if size < HAND:
            named = [[deck[place] for place in row] for row in sets.tolist()]
            found = [hold_of(cards) for cards in named]
            order.append(np.array([order_of(cards) for cards in named], np.int64))
        else:
            # A hand is kept whole in one way only: no order, and its name is in the tables.
            found = _whole_hands(deck, sets)
            order.append(np.zeros(len(sets), np.int64))
        number.append(
            np.array([numbers.setdefault(hold, len(numbers)) for hold in found], np.uint8)
        )
    return Holds(tuple(numbers), tuple(number), tuple(order))


def _whole_hands(deck: tuple[Card, ...], sets: Ints) -> list[Hold]:
    fours = CHOOSE[sets[:, :4], np.arange(1, 5)].sum(axis=1)
    cells = tables_of(deck).made[fours, sets[:, 4]]
    jokers = np.array([is_joker(card) for card in deck])[sets].sum(axis=1)
    names = FIVE_CARD_WITH_JOKERS.cells
    return [Hold(HAND, n, names[cell]) for n, cell in zip(jokers.tolist(), cells, strict=True)]


def options(deck: tuple[Card, ...], hands: Ints, masks: Ints) -> tuple[Small, Ints]:
    """Return, by hand (a row of places) and throw (its bits), the number and order of what is
    kept.
    """
    known = holds(tables_of(deck).cards)
    number = np.zeros((len(hands), len(masks)), np.uint8)
    order = np.zeros((len(hands), len(masks)), np.int64)
    for size in range(HAND - FIRST_DRAW, HAND + 1):
        columns = np.flatnonzero([HAND - int(mask).bit_count() == size for mask in masks])
        if columns.size:
            of = classes(deck, size).of
            at = size - (HAND - FIRST_DRAW)
            _options(hands, masks, columns, of, known.number[at], known.order[at], number, order)
    return number, order


@compiled
def _options(
    hands: Ints,
    masks: Ints,
    columns: Ints,
    class_of: Counts,
    numbers: Small,
    orders: Ints,
    number: Small,
    order: Ints,
) -> None:
    kept = np.empty(HAND, np.int64)
    for hand in range(len(hands)):
        for column in columns:
            size = 0
            for i in range(HAND):
                if not masks[column] >> i & 1:
                    kept[size] = hands[hand, i]
                    size += 1
            found = class_of[place_of(kept[:size])]
            number[hand, column] = numbers[found]
            order[hand, column] = orders[found]
