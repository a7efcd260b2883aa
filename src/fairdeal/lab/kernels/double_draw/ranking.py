"""Ranks the holds of a card by exact values: which hold goes first, which are not worth a line.

A ranked list is played like this: keep the first hold of the list that the hand has; of several
similar ones the one nearer to more straights, then of higher cards. Folding is a line of the list
as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.lab.kernels.compiled import compiled
from fairdeal.lab.kernels.double_draw.holds import Hold
from fairdeal.lab.kernels.double_draw.subsets import Ints, Small

FOLD: Final = "fold"
#: A line that saves less than this many antes a round is left out.
WORTH_A_LINE: Final = 1e-4

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RankedHolds:
    """A ranked list over a deck's holds: `place_of_hold` by hold, and where folding stands."""

    lines: tuple[str, ...]
    place_of_hold: Ints
    fold_at: int

    @classmethod
    def of(
        cls, lines: Sequence[str], families: Mapping[Hold, str], names: Sequence[Hold]
    ) -> "RankedHolds":
        """Return the list as the kernels read it. A hold that is in no line comes after the last
        line.
        """
        place = {line: number for number, line in enumerate(lines)}
        at = [place.get(families.get(hold, ""), len(lines)) for hold in names]
        return cls(tuple(lines), np.array(at, np.int64), place.get(FOLD, len(lines)))


@compiled
def choose(number: Small, order: Ints, place_of_hold: Ints, fold_at: int, chosen: Ints) -> None:
    """Write, by hand, the column of the choice that a ranked list makes, or -1 to fold."""
    for hand in range(len(number)):
        best, at = -1, fold_at
        for column in range(number.shape[1]):
            place = place_of_hold[number[hand, column]]
            if place < at or (
                best >= 0 and place == at and order[hand, column] > order[hand, best]
            ):
                best, at = column, place
        chosen[hand] = best


@dataclass(frozen=True, eq=False)
class RankingSearch:
    """Searches for the order of lines that is worth the most to a player who follows it.

    The order is decided in floating point: a near tie costs next to nothing either way, and the
    cost of the resulting list is computed exactly afterwards.
    """

    #: By line and hand, the value of the hold in antes; minus infinity where the hand has it not.
    values: dict[str, Floats]
    weights: Floats

    @cached_property
    def has(self) -> dict[str, NDArray[np.bool_]]:
        """By line, whether each hand has the hold."""
        return {line: np.isfinite(values) for line, values in self.values.items()}

    def lines(self) -> list[str]:
        """Return the ranked list, best first, ending with a line that every hand can follow."""
        # As in the literature, the search starts with the order of the holds' average values.
        found = sorted(self.values, key=self._mean, reverse=True)
        found = self._sorted(found)
        while (shorter := self._without_least(found)) is not None:
            found = self._sorted(shorter)
        return self._used(found)

    def _mean(self, line: str) -> float:
        has = self.has[line]
        return float(self.values[line][has] @ self.weights[has] / self.weights[has].sum())

    def _sorted(self, lines: list[str]) -> list[str]:
        """Swap neighbours in the list as long as a swap gains anything."""
        moved = True
        while moved:
            moved = False
            left = np.ones(len(self.weights), np.bool_)
            for i in range(len(lines) - 1):
                one, other = lines[i], lines[i + 1]
                both = left & self.has[one] & self.has[other]
                gain = (self.values[other][both] - self.values[one][both]) @ self.weights[both]
                if gain > 1e-12:
                    lines[i], lines[i + 1] = other, one
                    moved = True
                left &= ~self.has[lines[i]]
        return lines

    def _without_least(self, lines: list[str]) -> list[str] | None:
        """Return the list without its least useful line; None if every line is worth its place."""
        left = np.ones(len(self.weights), np.bool_)
        worth: dict[str, float] = {}
        for i, line in enumerate(lines):
            hands = np.flatnonzero(left & self.has[line])
            left[hands] = False
            worth[line] = self._loss(hands, line, lines[i + 1 :])
        least = min(worth, key=lambda line: worth[line])
        return [line for line in lines if line != least] if worth[least] < WORTH_A_LINE else None

    def _loss(self, hands: Ints, line: str, below: Sequence[str]) -> float:
        """Return what is lost if these hands must do without their line."""
        loss = 0.0
        for other in below:
            here = self.has[other][hands]
            mine, hands = hands[here], hands[~here]
            loss += float((self.values[line][mine] - self.values[other][mine]) @ self.weights[mine])
        return loss if not hands.size else float("inf")

    def _used(self, lines: Sequence[str]) -> list[str]:
        """Return the list without the lines that no hand reaches."""
        left = np.ones(len(self.weights), np.bool_)
        used = []
        for line in lines:
            if (left & self.has[line]).any():
                used.append(line)
            left &= ~self.has[line]
        return used


def ranking_search(
    families: Mapping[Hold, str],
    names: Sequence[Hold],
    number: Small,
    order: Ints,
    values: Floats,
    fold: float,
    weights: Floats,
) -> RankingSearch:
    """Sort what each hand may keep into lines; weights are made to sum to one."""
    hands = np.arange(len(number))
    by_line: dict[str, Floats] = {}
    for line in dict.fromkeys(families.values()):
        mine = [place for place, hold in enumerate(names) if families.get(hold) == line]
        has = np.isin(number, mine)
        column = np.where(has, order, -1).argmax(axis=1)
        if has.any():
            by_line[line] = np.where(has.any(axis=1), values[hands, column], -np.inf)
    by_line[FOLD] = np.full(len(number), fold)
    return RankingSearch(by_line, weights / weights.sum())
