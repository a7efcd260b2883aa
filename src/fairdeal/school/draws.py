"""Random choices of the school that follow from a seed, apart from the cards.

Each use has a stream of its own, so that what is planted or bet never moves a card.
"""

from collections.abc import Sequence
from typing import TypeVar

from fairdeal.play.shuffling import below, seeded_stream

_T = TypeVar("_T")


class Draws:
    """A stream of choices: the same seed and the same use give the same choices for ever."""

    def __init__(self, seed: str, use: str) -> None:
        self._name = f"{seed}|{use}"
        self._drawn = 0

    def below(self, most: int) -> int:
        """A number from 0 to `most` - 1."""
        self._drawn += 1
        return below(most, seeded_stream(self._name, self._drawn))

    def chance(self, percent: int) -> bool:
        """Whether something happens that has a chance of so many percent."""
        return self.below(100) < percent

    def pick(self, among: Sequence[_T]) -> _T:
        """One of several."""
        return among[self.below(len(among))]

    def mixed(self, among: Sequence[_T]) -> list[_T]:
        """All of several, in an order in which each order is as likely as any other."""
        left = list(among)
        return [left.pop(self.below(len(left))) for _ in among]
