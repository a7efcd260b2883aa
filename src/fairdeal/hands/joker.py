"""Double Draw's five-card hands, of 54 cards with two jokers (MD-DD .06).

A joker is any card that completes a wild royal flush, straight flush, flush or straight, and for
every other hand an ace: it never makes a third king (reading `joker`).
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from fairdeal.cards import JOKER, RANK_NAMES, Card, plural
from fairdeal.hands.five import ACE, FIVE, ranked
from fairdeal.hands.hand import Hand, Ranking

CELLS: Final = (
    *("nothing", "pair", "two pair", "three of a kind", "straight", "flush", "full house"),
    *("four of a kind", "straight flush", "wild royal flush", "natural royal flush", "five aces"),
)
_CELL: Final = {name: cell for cell, name in enumerate(CELLS)}
LINES: Final = {name: range(cell, cell + 1) for name, cell in _CELL.items() if cell}
# A kind that five natural cards make, under the name it has here.
_HERE: Final = {"royal flush": "natural royal flush"}


def joker_hand(cards: Sequence[Card]) -> Hand:
    """Rank exactly five cards of the 54."""
    # Suit and rank are computed here as `suit_of` and `rank_of` do it, to save calls: every settled
    # wager is ranked by this function.
    naturals = [card for card in cards if card < JOKER]
    flush = len({card & 3 for card in naturals}) == 1
    ranks = tuple(sorted([card >> 2 for card in naturals]))
    return _completed(ranks, len(cards) - len(naturals), flush)


@cache
def _completed(held: tuple[int, ...], jokers: int, flush: bool) -> Hand:
    """Return the best hand that the jokers make with the natural cards. Results are cached."""
    if not jokers:
        hand = ranked(held, flush)
        return _hand(_HERE.get(hand.kind, hand.kind), hand.ranks, hand.name)
    ranks = list(held)
    candidates = [_jokers_as_aces(ranks, jokers)]
    top = _completed_straight(ranks)
    if flush and top == ACE:
        candidates.append(_hand("wild royal flush", ()))
    elif flush and top is not None:
        name = f"straight flush, {RANK_NAMES[top]} high"
        candidates.append(_hand("straight flush", (top,), name))
    if flush:
        # The jokers are the highest cards of the suit that the hand does not hold.
        missing = [rank for rank in range(ACE, -1, -1) if rank not in ranks][:jokers]
        filled = tuple(sorted(ranks + missing, reverse=True))
        candidates.append(_hand("flush", filled, f"flush, {RANK_NAMES[filled[0]]} high"))
    if top is not None:
        candidates.append(_hand("straight", (top,), f"straight, {RANK_NAMES[top]} high"))
    return max(candidates)


def _jokers_as_aces(ranks: list[int], jokers: int) -> Hand:
    if ranks.count(ACE) + jokers == 5:
        return _hand("five aces", ())
    # A flush needs no test: this line is reached only for kinds made of equal ranks.
    hand = ranked(tuple(sorted(ranks + [ACE] * jokers)), False)
    return _hand(hand.kind, hand.ranks, hand.name)


def _completed_straight(ranks: list[int]) -> int | None:
    """Return the highest straight that the jokers can complete, by its top rank."""
    for top in range(ACE, FIVE - 1, -1):
        window = {ACE, 0, 1, 2, FIVE} if top == FIVE else set(range(top - 4, top + 1))
        if len(set(ranks)) == len(ranks) and window.issuperset(ranks):
            return top
    return None


def _hand(kind: str, ranks: tuple[int, ...], name: str | None = None) -> Hand:
    if kind == "pair":
        name = f"pair of {plural(ranks[0])}"
    elif kind == "natural royal flush":
        name = kind
    return Hand(_CELL[kind], ranks, kind, name or kind)


FIVE_CARD_WITH_JOKERS: Final = Ranking("five-card", CELLS, LINES, 5, joker_hand)
