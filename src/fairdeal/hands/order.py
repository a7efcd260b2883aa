"""Finds hands whose rank depends on the order of their cards.

A hand is a set of cards. The table evaluates cards in the order in which they were dealt, and the
solver in the order of the deck, so a ranking that looks at the order would be settled in one way
and solved in another.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

from fairdeal.cards import JOKER, RANKS, SUITS, Card, Deck
from fairdeal.hands.hand import Ranking


@cache
def depends_on_order(ranking: Ranking, deck: Deck) -> tuple[Card, ...] | None:
    """Return the cards of a hand that is ranked differently in another order, or None.

    Hands of one or two cards are all tried. Of larger hands a few thousand are tried, with every
    pattern of equal ranks and equal suits, so that each kind of hand is among them.
    """
    for cards in _hands(ranking.size, deck):
        hand = ranking.evaluate_exactly(cards)
        if any(ranking.evaluate_exactly(order) != hand for order in _orders(cards)):
            return cards
    return None


def _orders(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Return other orders of the cards: each place gets another card in some of them."""
    yield cards[::-1]
    yield (*cards[1:], cards[0])
    yield (*cards[::2], *cards[1::2])
    yield tuple(sorted(cards))


def _hands(size: int, deck: Deck) -> Iterator[tuple[Card, ...]]:
    if size <= 2:
        yield from combinations(deck.cards, size)
        return
    shapes = product(range(1, 5), range(1, size + 1), (1, 2, 5), range(13), range(4))
    for alike, suited, step, rank, suit in shapes:
        cards = tuple(
            (rank + place // alike * step) % len(RANKS) * len(SUITS)
            + (suit + place // suited + place % alike) % len(SUITS)
            for place in range(size)
        )
        if len(set(cards)) == size:
            yield cards
            for jokers in range(1, deck.jokers + 1):
                yield (*cards[jokers:], *range(JOKER, JOKER + jokers))
