"""Kinds of cards that a person distinguishes at a table, in any game. A plain strategy card sorts
situations by them.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from fairdeal.cards import Card, is_joker, rank_of, suit_of
from fairdeal.lab.decisions.strategy_card import pairs_in_words, ranks_in_words

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")
_ACE: Final = 12
#: As many ranks as a straight spans.
_STRAIGHT: Final = 5


class Shape(NamedTuple):
    """The shape of some cards apart from their ranks: how many are of one rank, of one suit or in
    reach of a straight, and the jokers.
    """

    alike: tuple[int, ...]
    suited: int
    reach: bool
    jokers: int


class CardsKind(NamedTuple):
    """A shape, and the rank that names it: of the pair, of the three, or the highest."""

    shape: Shape
    rank: int


def kind_of(cards: Sequence[Card]) -> CardsKind:
    """Return the kind of all cards that a player sees."""
    naturals = [card for card in cards if not is_joker(card)]
    ranks = Counter(map(rank_of, naturals))
    alike = tuple(sorted((count for count in ranks.values() if count > 1), reverse=True))
    suited = max(Counter(map(suit_of, naturals)).values(), default=0)
    most = max(ranks.values(), default=0)
    shape = Shape(
        alike,
        # Two cards of one suit mean little among many cards, and everything in a hand of two.
        suited if suited > 2 or suited == len(naturals) > 1 else 0,
        not alike and len(naturals) > 2 and _in_reach(ranks),
        len(cards) - len(naturals),
    )
    return CardsKind(shape, max((rank for rank in ranks if ranks[rank] == most), default=_ACE))


def _in_reach(ranks: Collection[int]) -> bool:
    """Return whether one straight holds all of these ranks; the ace is also below the two."""
    low = [-1 if rank == _ACE else rank for rank in ranks]
    return any(max(these) - min(these) < _STRAIGHT for these in (list(ranks), low))


def in_words(shape: Shape, ranks: tuple[int, ...], *, every: bool) -> str:
    """Return a kind in words: `a pair of tens or better, three suited`. Ranks are left out if the
    rule is for `every` rank.
    """
    match shape.alike:
        case ():
            words = "no pair" if every else f"no pair, the highest {ranks_in_words(ranks)}"
        case (2,):
            words = "a pair" if every else pairs_in_words(ranks)
        case (2, *_):
            named = "two pair" if len(shape.alike) == 2 else "three pairs"
            words = named if every else f"{named}, the higher {ranks_in_words(ranks)}"
        case (3, 2, *_):
            words = "a full house"
        case (3, *_):
            words = "three of a kind" if every else f"three of a kind, {ranks_in_words(ranks)}"
        case _:
            words = "four of a kind"
    if shape.jokers:
        words += f", {_NUMBERS[shape.jokers]} joker{'s' if shape.jokers > 1 else ''}"
    if shape.suited:
        words += f", {_NUMBERS[shape.suited]} suited"
    if shape.reach:
        words += ", within one straight"
    return words
