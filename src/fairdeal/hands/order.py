"""Finds hands whose rank depends on the order of their cards.

A hand is a set of cards. The table evaluates cards in the order in which they were dealt, and the
solver in the order of the deck, so a ranking that looks at the order would be settled in one way
and solved in another.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from math import factorial
from typing import Final

from fairdeal.cards import JOKER, RANKS, SUITS, Card, Deck
from fairdeal.hands.hand import Ranking

#: The largest hand whose cards are tried in every order (120 orders); a larger hand is tried in as
#: many orders, drawn at random.
_EVERY_ORDER: Final = 5
_ORDERS: Final = factorial(_EVERY_ORDER)
#: The number of hands drawn at random whose cards are tried in every order.
_DRAWN: Final = 100
#: The lowest ranks of an ace-high straight and of a wheel: hands begin there.
_ENDS: Final = (8, 12)


class _Draws:
    """Draws cards by a linear congruential generator, the same ones at every start."""

    def __init__(self) -> None:
        self._state = 1

    def sample(self, cards: Sequence[Card], count: int) -> tuple[Card, ...]:
        """Return `size` of the cards in an order drawn at random."""
        left = list(cards)
        for place in range(count):
            other = place + self._below(len(left) - place)
            left[place], left[other] = left[other], left[place]
        return tuple(left[:count])

    def _below(self, limit: int) -> int:
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._state >> 33) % limit


@cache
def depends_on_order(ranking: Ranking, deck: Deck) -> tuple[Card, ...] | None:
    """Return the cards of a hand that is ranked differently in another order, or None.

    Hands of one or two cards are all tried. Of larger hands a few thousand are tried in four other
    orders, with every pattern of equal ranks and equal suits, so that each kind of hand is among
    them. One of each pattern, and some hands drawn at random, are tried in every order.
    """
    for cards in _hands(ranking.size, deck):
        if _is_told_apart(ranking, cards, _few_orders(cards)):
            return cards
    draw = _Draws()
    tried = [
        *_hands_of_patterns(ranking.size, deck, ranks=_ENDS),
        *_drawn(ranking.size, deck, draw),
    ]
    for cards in tried:
        if _is_told_apart(ranking, cards, _many_orders(cards, draw)):
            return cards
    return None


def _is_told_apart(
    ranking: Ranking, cards: tuple[Card, ...], orders: Iterable[tuple[Card, ...]]
) -> bool:
    hand = ranking.evaluate_exactly(cards)
    return any(ranking.evaluate_exactly(order) != hand for order in orders)


def _few_orders(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Return other orders of the cards: each place gets another card in some of them."""
    yield cards[::-1]
    yield (*cards[1:], cards[0])
    yield (*cards[::2], *cards[1::2])
    yield tuple(sorted(cards))


def _many_orders(cards: tuple[Card, ...], draw: _Draws) -> Iterator[tuple[Card, ...]]:
    """Return every order of the cards of a small hand, and as many orders of a larger one."""
    if len(cards) <= _EVERY_ORDER:
        yield from permutations(cards)
    else:
        yield from (draw.sample(cards, len(cards)) for _ in range(_ORDERS))


def _hands(size: int, deck: Deck) -> Iterator[tuple[Card, ...]]:
    if size <= 2:
        yield from combinations(deck.cards, size)
        return
    yield from _hands_of_patterns(size, deck, range(13), range(4))


def _hands_of_patterns(
    size: int, deck: Deck, ranks: Sequence[int], suits: Sequence[int] = (2,)
) -> Iterator[tuple[Card, ...]]:
    """Return hands of each pattern of equal ranks and suits, and with jokers where there are."""
    shapes = product(range(1, 5), range(1, size + 1), (1, 2, 5), ranks, suits)
    for alike, suited, step, rank, suit in shapes:
        cards = tuple(
            (rank + place // alike * step) % len(RANKS) * len(SUITS)
            + (suit + place // suited + place % alike) % len(SUITS)
            for place in range(size)
        )
        if len(set(cards)) == size:
            yield cards
            for jokers in range(1, min(deck.jokers, size) + 1):
                yield (*cards[jokers:], *range(JOKER, JOKER + jokers))


def _drawn(size: int, deck: Deck, draw: _Draws) -> Iterator[tuple[Card, ...]]:
    if size <= len(deck.cards):
        yield from (draw.sample(deck.cards, size) for _ in range(_DRAWN))
