"""The two-card classes of the Ultimate Pairs bonus (MD-RET 7.E(2)(b), 12.E)."""

from collections.abc import Sequence
from typing import Final

from fairdeal.cards import Card, parse_card, rank_of, suit_of
from fairdeal.hands.five import ACE
from fairdeal.hands.hand import Hand, Ranking

_JACK, _KING = 9, 11
_RED_ACES: Final = {parse_card("Ah"), parse_card("Ad")}

CELLS: Final = (
    "nothing",
    "pair of tens or lower",
    "pair of jacks, queens or kings",
    "ace with queen or jack, offsuit",
    "ace-king offsuit",
    "ace with queen or jack, suited",
    "ace-king suited",
    "other pair of aces",
    "aces of hearts and diamonds",
)
LINES: Final = {name: range(cell, cell + 1) for cell, name in enumerate(CELLS) if cell} | {
    "pair of aces": range(7, 9),
}


def two_card(cards: Sequence[Card]) -> Hand:
    """Class exactly two cards."""
    low, high = sorted(map(rank_of, cards))
    suited = suit_of(cards[0]) == suit_of(cards[1])

    if set(cards) == _RED_ACES:
        return _hand("aces of hearts and diamonds")
    if low == high == ACE:
        return _hand("other pair of aces", name="pair of aces")
    if low == high:
        return _hand("pair of jacks, queens or kings" if low >= _JACK else "pair of tens or lower")
    if high == ACE and low == _KING:
        return _hand("ace-king suited" if suited else "ace-king offsuit")
    if high == ACE and low >= _JACK:
        suits = "suited" if suited else "offsuit"
        return _hand(f"ace with queen or jack, {suits}")
    return _hand("nothing")


def _hand(kind: str, *, name: str | None = None) -> Hand:
    return Hand(CELLS.index(kind), (), kind, name or kind)


TWO_CARD: Final = Ranking("two-card", CELLS, LINES, 2, two_card, called_by_line=True)
