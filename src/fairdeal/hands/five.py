"""Five-card hands of the 52-card deck (MD-LIR 6.C, MD-RET 6.C).

Read it beside the text: each `if` is one permissible hand, the highest first.
"""

from collections.abc import Sequence
from functools import cache, partial
from typing import Final

from fairdeal.cards import RANK_NAMES, Card, plural
from fairdeal.hands.hand import Hand, Ranking

ACE: Final = 12
FIVE: Final = 3

# Every pair is a cell of its own: tens, sixes and jacks are borders of one paytable or another.
CELLS: Final = (
    "nothing",
    *(f"pair of {plural(rank)}" for rank in range(13)),
    *("two pair", "three of a kind", "straight", "flush", "full house", "four of a kind"),
    *("straight flush", "royal flush"),
)
_CELL: Final = {name: cell for cell, name in enumerate(CELLS)}
LINES: Final = {name: range(cell, cell + 1) for name, cell in _CELL.items() if cell} | {
    "pair": range(1, 14),
    **{f"pair of {plural(low)} or better": range(1 + low, 14) for low in range(13)},
    **{
        f"pair of {plural(low)} to {plural(high)}": range(1 + low, 2 + high)
        for low in range(13)
        for high in range(low + 1, 13)
    },
}


def straight_top(ranks: Sequence[int], *, wheel: bool = True) -> int | None:
    """Return the highest rank of five different ranks in sequence, or None. The ace is also below
    the two where `wheel` says so; then the five is the top.
    """
    low, *_, high = sorted(ranks)
    if high - low == 4:
        return high
    if wheel and set(ranks) == {ACE, 0, 1, 2, FIVE}:
        return FIVE
    return None


def five_card(cards: Sequence[Card], *, wheel: bool = True) -> Hand:
    """Rank exactly five cards; `wheel` is whether A-2-3-4-5 is in sequence (reading `wheel`)."""
    # Suit and rank as `suit_of` and `rank_of` tell them, all at once: every settled wager comes
    # through here.
    a, b, c, d, e = cards
    flush = not ((a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)) & 3
    return ranked(tuple(sorted((a >> 2, b >> 2, c >> 2, d >> 2, e >> 2))), flush, wheel)


@cache
def ranked(held: tuple[int, ...], flush: bool, wheel: bool = True) -> Hand:
    """Return the ranks of a hand in the order that names it, and whether it is of one suit. Results
    are cached.
    """
    # Ranks by how many there are of each, then from the highest: 7-7-2-2-K reads 7, 2, K.
    grouped = sorted(((held.count(rank), rank) for rank in set(held)), reverse=True)
    ranks = tuple(rank for _, rank in grouped)
    shape = tuple(count for count, _ in grouped)
    top = straight_top(ranks, wheel=wheel) if len(ranks) == 5 else None

    if flush and top == ACE:
        return _hand("royal flush", ())
    if flush and top is not None:
        return _hand("straight flush", (top,), f"straight flush, {RANK_NAMES[top]} high")
    if shape == (4, 1):
        return _hand("four of a kind", ranks, f"four of a kind, {plural(ranks[0])}")
    if shape == (3, 2):
        name = f"full house, {plural(ranks[0])} over {plural(ranks[1])}"
        return _hand("full house", ranks, name)
    if flush:
        return _hand("flush", ranks, f"flush, {RANK_NAMES[ranks[0]]} high")
    if top is not None:
        return _hand("straight", (top,), f"straight, {RANK_NAMES[top]} high")
    if shape == (3, 1, 1):
        return _hand("three of a kind", ranks, f"three of a kind, {plural(ranks[0])}")
    if shape == (2, 2, 1):
        return _hand("two pair", ranks, f"two pair, {plural(ranks[0])} and {plural(ranks[1])}")
    if shape == (2, 1, 1, 1):
        name = f"pair of {plural(ranks[0])}"
        return Hand(_CELL[name], ranks, "pair", name)
    return _hand("nothing", ranks, f"nothing, {RANK_NAMES[ranks[0]]} high")


def _hand(kind: str, ranks: tuple[int, ...], name: str | None = None) -> Hand:
    return Hand(_CELL[kind], ranks, kind, name or kind)


FIVE_CARD: Final = Ranking("five-card", CELLS, LINES, 5, five_card)
#: The same with the ace only above the king.
FIVE_CARD_ACE_HIGH: Final = Ranking("five-card", CELLS, LINES, 5, partial(five_card, wheel=False))
