"""The interface of an engine, which plays rounds by number."""

from collections.abc import Iterator
from typing import Protocol

from fairdeal.simulate.rounds import RoundResult, Totals
from fairdeal.simulate.tally import Tally


class RoundEngine(Protocol):
    """Plays rounds by number."""

    def rounds(self, first: int, count: int) -> Iterator[RoundResult]:
        """Play so many rounds from a number on."""


class CountingEngine(RoundEngine, Protocol):
    """Plays rounds and counts them by itself."""

    def totals(self, first: int, rounds: int, seats: int) -> Totals:
        """Return what each of so many rounds from a number on came to for the first seats."""

    def tally(self, first: int, count: int) -> Tally:
        """Play so many rounds from a number on, the first of which begins a piece, and count."""
