"""Three-card hands, in their own order (MD-LIR 6.D), and the suited ace-king-queen that Let It
Ride's progressive paytables B and C single out (MD-LIR 12.E(2)-(3), reading `mini-hands`).
"""

from collections.abc import Sequence
from typing import Final

from fairdeal.cards import RANK_NAMES, SUITS, Card, plural, rank_of, suit_of
from fairdeal.hands.five import ACE
from fairdeal.hands.hand import Hand, Ranking

OTHER_AKQ: Final = "ace-king-queen of hearts, diamonds or clubs"
SPADE_AKQ: Final = "ace-king-queen of spades"
_KINDS: Final = ("nothing", "pair", "flush", "straight", "three of a kind", "straight flush")

CELLS: Final = (*_KINDS, OTHER_AKQ, SPADE_AKQ)
_SPADES: Final = SUITS.index("s")


def three_card(cards: Sequence[Card]) -> Hand:
    """Rank exactly three cards; a suited ace-king-queen is a straight flush like the others."""
    ranks = sorted(map(rank_of, cards), reverse=True)
    flush = len({suit_of(card) for card in cards}) == 1
    top = _straight_top(ranks)

    if flush and top is not None:
        return _hand("straight flush", [top], f"straight flush, {RANK_NAMES[top]} high")
    if ranks[0] == ranks[2]:
        return _hand("three of a kind", ranks[:1], f"three of a kind, {plural(ranks[0])}")
    if top is not None:
        return _hand("straight", [top], f"straight, {RANK_NAMES[top]} high")
    if flush:
        return _hand("flush", ranks, f"flush, {RANK_NAMES[ranks[0]]} high")
    if ranks[1] in (ranks[0], ranks[2]):
        kicker = ranks[0] + ranks[2] - ranks[1]
        return _hand("pair", [ranks[1], kicker], f"pair of {plural(ranks[1])}")
    return _hand("nothing", ranks, f"nothing, {RANK_NAMES[ranks[0]]} high")


def mini_hand(cards: Sequence[Card]) -> Hand:
    """Rank exactly three cards as `three_card` does, but with the suited ace-king-queen above every
    other hand, and that of spades above the other suits.
    """
    hand = three_card(cards)
    if hand.kind == "straight flush" and hand.ranks == (ACE,):
        kind = SPADE_AKQ if suit_of(cards[0]) == _SPADES else OTHER_AKQ
        return _hand(kind, [], kind)
    return hand


def _straight_top(ranks: list[int]) -> int | None:
    """Return the top of three ranks in sequence from high to low; in A-2-3 it is the three."""
    if ranks == [ACE, 1, 0]:
        return 1
    return ranks[0] if ranks[0] - 1 == ranks[1] == ranks[2] + 1 else None


def _hand(kind: str, ranks: list[int], name: str) -> Hand:
    return Hand(CELLS.index(kind), tuple(ranks), kind, name)


def _lines(cells: Sequence[str]) -> dict[str, range]:
    return {name: range(cell, cell + 1) for cell, name in enumerate(cells) if cell}


THREE_CARD: Final = Ranking("three-card", _KINDS, _lines(_KINDS), 3, three_card)
MINI: Final = Ranking("three-card", CELLS, _lines(CELLS), 3, mini_hand)
