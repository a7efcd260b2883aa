"""Results of the general solver: values of choices, and endings of rounds under the best play."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, TypeAlias, TypeVar

from fairdeal.cards import Card, rank_of
from fairdeal.lab.decisions.decision import Choice

Amount: TypeAlias = int | Fraction
_Kind = TypeVar("_Kind")
#: The stake on each wager of the plan, in units of the base bet.
Stakes: TypeAlias = tuple[Amount, ...]


def best(choices: Sequence[Choice]) -> Choice:
    """Return the choice of the highest value; of equal ones the one that keeps more money in play,
    then the one that throws fewer cards, then lower ones.
    """
    most = max(choice.ev for choice in choices)
    equal = [choice for choice in choices if choice.ev == most]
    draws = [choice for choice in equal if choice.discard is not None]
    # Choices come with more money in play after those with less.
    return min(draws, key=_order_of_throws) if draws else equal[-1]


def _order_of_throws(choice: Choice) -> tuple[int, list[int], list[Card]]:
    return order_of_throws(choice.discard or ())


def order_of_throws(cards: Sequence[Card]) -> tuple[int, list[int], list[Card]]:
    """Return a key by which discards of equal value are preferred, the least first."""
    in_order = sorted(cards)
    return len(in_order), [rank_of(card) for card in in_order], in_order


class Ending(NamedTuple):
    """An ending of a round: the stake on each wager, and the cell of each hand, or None with the
    decision at which the hand was folded.
    """

    stakes: Stakes
    cells: tuple[int, ...] | None
    folded_at: str | None = None


@dataclass(frozen=True, eq=False)
class Solution:
    """The main wagers under the best play: every ending in equally likely parts of `total`."""

    #: The wagers and hands that the stakes and cells of an ending belong to.
    wagers: tuple[str, ...]
    hands: tuple[str, ...]
    ev: Fraction
    total: int
    endings: dict[Ending, int] = field(repr=False)
    #: The net result of each ending, in units of the base bet.
    net: dict[Ending, Fraction] = field(repr=False)
