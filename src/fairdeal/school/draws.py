"""Random choices of the school, which follow from a seed and are independent of the cards.

Each use has its own stream, so that a planted irregularity or a bet never changes a card.
"""

from collections.abc import Sequence
from typing import TypeVar

from fairdeal.play.shuffling import below, seeded_stream

_T = TypeVar("_T")


class SeededChoices:
    """A stream of choices: the same seed and the same use give the same choices for ever."""

    def __init__(self, seed: str, use: str) -> None:
        self._name = f"{seed}|{use}"
        self._drawn = 0

    def below(self, most: int) -> int:
        """Return a number from 0 to `most` - 1."""
        self._drawn += 1
        return below(most, seeded_stream(self._name, self._drawn))

    def chance(self, percent: int) -> bool:
        """Return True with a probability of this many percent."""
        return self.below(100) < percent

    def pick(self, among: Sequence[_T]) -> _T:
        """Return one of several."""
        return among[self.below(len(among))]

    def shuffled(self, among: Sequence[_T]) -> list[_T]:
        """Return all of several in a random order; each order is equally likely."""
        left = list(among)
        return [left.pop(self.below(len(left))) for _ in among]
