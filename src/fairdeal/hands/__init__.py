"""What a hand is called and how it ranks."""

from typing import Final

from fairdeal.hands.five import FIVE_CARD, FIVE_CARD_ACE_HIGH
from fairdeal.hands.hand import Hand, Ranking
from fairdeal.hands.joker import FIVE_CARD_WITH_JOKERS
from fairdeal.hands.six import SIX_CARD
from fairdeal.hands.three import MINI, THREE_CARD
from fairdeal.hands.two import TWO_CARD

#: Every way to rank hands that there is here; a game's file may bring others.
RANKINGS: Final = (
    FIVE_CARD,
    FIVE_CARD_ACE_HIGH,
    FIVE_CARD_WITH_JOKERS,
    SIX_CARD,
    THREE_CARD,
    MINI,
    TWO_CARD,
)

__all__ = [
    "FIVE_CARD",
    "FIVE_CARD_ACE_HIGH",
    "FIVE_CARD_WITH_JOKERS",
    "MINI",
    "RANKINGS",
    "SIX_CARD",
    "THREE_CARD",
    "TWO_CARD",
    "Hand",
    "Ranking",
]
