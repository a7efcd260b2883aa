"""Numbers of deals by the cell of a hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Counts:
    """Number of deals in each cell of a ranking."""

    by_cell: tuple[int, ...]

    @property
    def deals(self) -> int:
        """The number of all deals."""
        return sum(self.by_cell)

    def probability(self, cell: int) -> Fraction:
        """Return how likely a deal is to end in this cell."""
        return Fraction(self.by_cell[cell], self.deals)

    def ev(self, pays: Sequence[Fraction | int]) -> Fraction:
        """Return the expected net result of one unit, given the net result of each cell."""
        total = sum(n * Fraction(net) for n, net in zip(self.by_cell, pays, strict=True))
        return Fraction(total) / self.deals
