"""Figures that are exact or lie between two proven bounds, and the figures of a session."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

#: The shares of all sessions whose results are shown, in percent.
QUANTILES: Final = (1, 5, 50, 95, 99)


@dataclass(frozen=True)
class Bounded:
    """A figure between two proven bounds.

    - `least`, `greatest`: the bounds; where they are equal, they are the figure itself.
    """

    least: float
    greatest: float

    @property
    def exact(self) -> bool:
        """Return whether the figure is known exactly, to nine digits."""
        return self.least == self.greatest


@dataclass(frozen=True)
class TotalFigures:
    """Figures of the total result of some rounds, as `SessionFigures` has them."""

    ahead: Bounded | None
    even: Bounded | None
    quantiles: Mapping[int, Bounded | None]


@dataclass(frozen=True)
class SessionFigures:
    """Figures of a session: rounds that are played one after the other with the same bets.

    Each figure is a `Bounded`, or None where not even bounds of it are known. Amounts are dollars.

    - `rounds`, `risk`: what was asked for.
    - `ahead`, `even`: the probability of a total above zero, and of exactly zero.
    - `quantiles`: the total that a share of all sessions does not exceed, by percent.
    - `bankroll`: the least whole dollar that is lost within the session with `risk` at most.
    - `ruin`: the probability that a bankroll is lost: the one that was asked for, else `bankroll`.
    """

    rounds: int
    ahead: Bounded | None
    even: Bounded | None
    quantiles: Mapping[int, Bounded | None]
    risk: Fraction
    bankroll: Bounded | None
    ruin: Bounded | None
