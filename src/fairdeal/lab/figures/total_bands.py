"""Exact quantiles of the total of rounds with different bets, as `mixed_totals` reckons them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

#: The results of one round in cents, all its bets together, with their probabilities.
Results: TypeAlias = Mapping[Fraction, Fraction]
#: The shares of outcomes whose quantiles are reckoned: the edges of 99, 95 and 50 percent.
SHARES: Final = (0.005, 0.025, 0.25, 0.75, 0.975, 0.995)


class ExactBands(NamedTuple):
    """Quantiles of a total in cents by `SHARES`, after some numbers of rounds; and the probability
    of a total of less than the one that came.
    """

    quantiles: tuple[tuple[int, tuple[int, ...]], ...]
    below: float
