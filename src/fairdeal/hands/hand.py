"""What a hand is called, and which of two is the better one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from fairdeal.cards import Card


class Hand(NamedTuple):
    """An evaluated hand. Of two hands of one ranking the greater is the better.

    `cell` is the hand's place among the cells of its ranking, which are the finest classes that a
    paytable of the texts distinguishes; `ranks` break ties inside a cell.
    """

    cell: int
    ranks: tuple[int, ...]
    kind: str
    name: str


@dataclass(frozen=True, eq=False)
class Ranking:
    """One way to rank hands: its cells from the lowest up, and how cards are read into them.

    `lines` says which cells each line of a paytable takes: `pair of tens or better` is five cells.
    """

    name: str
    cells: tuple[str, ...]
    lines: dict[str, range] = field(repr=False)
    size: int
    evaluate_exactly: Callable[[Sequence[Card]], Hand] = field(repr=False)
    #: Whether a hand is called by the line that pays it, rather than by a kind of its own.
    called_by_line: bool = False

    def evaluate(self, cards: Sequence[Card]) -> Hand:
        """Name the best hand of `size` cards in the cards given."""
        if len(cards) == self.size:
            return self.evaluate_exactly(cards)
        if len(cards) < self.size:
            raise ValueError(f"{self.name} hands are made of {self.size} cards, not {len(cards)}")
        return max(map(self.evaluate_exactly, combinations(cards, self.size)))
