"""Six cards: the best five of them, and the Super Royal of all six (MD-LIR 6.E)."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from fairdeal.cards import SUIT_NAMES, Card, rank_of, suit_of
from fairdeal.hands import five
from fairdeal.hands.hand import Hand, Ranking

_DIAMONDS: Final = SUIT_NAMES.index("diamonds")
_NINE_TO_ACE: Final = set(range(7, 13))

CELLS: Final = (
    *five.CELLS,
    "super royal of hearts, spades or clubs",
    "super royal of diamonds",
)
LINES: Final = five.LINES | {
    name: range(cell, cell + 1) for cell, name in enumerate(CELLS) if "super" in name
}


def six_card(cards: Sequence[Card]) -> Hand:
    """Rank exactly six cards."""
    suits = {suit_of(card) for card in cards}
    if len(suits) == 1 and set(map(rank_of, cards)) == _NINE_TO_ACE:
        (suit,) = suits
        cell = len(CELLS) - (1 if suit == _DIAMONDS else 2)
        return Hand(cell, (), "super royal", f"super royal of {SUIT_NAMES[suit]}")
    return max(map(five.five_card, combinations(cards, 5)))


SIX_CARD: Final = Ranking("six-card", CELLS, LINES, 6, six_card)
