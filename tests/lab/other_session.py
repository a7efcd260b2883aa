"""Many rounds a second way: one round after the other, on an array of totals, without a transform.

Totals that are so high that what is left cannot bring them back are counted together. Nothing of
Fairdeal is imported.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[Any]
Results: TypeAlias = Mapping[Fraction, Fraction]


@dataclass(frozen=True)
class OtherSession:
    """The total after some rounds with a distribution of one round's result in dollars."""

    results: Results
    rounds: int

    @property
    def grid(self) -> Fraction:
        """The greatest amount of which all results are multiples."""
        parts = lcm(*(net.denominator for net in self.results))
        return Fraction(gcd(*(int(net * parts) for net in self.results)), parts)

    def totals(self, up_to: Fraction) -> tuple[Floats, float]:
        """The chances of the totals from the lowest on up to an amount, and of all above it."""
        steps = {int(net / self.grid): float(chance) for net, chance in self.results.items()}
        worst, top = -min(steps), int(up_to / self.grid)
        start = worst * self.rounds
        state, high = np.zeros(start + top + worst * self.rounds + 1), 0.0
        state[start] = 1.0
        for done in range(1, self.rounds + 1):
            size = start + top + worst * (self.rounds - done) + 1
            after = np.zeros(size)
            low = start - worst * (done - 1)
            for step, chance in steps.items():
                end = min(len(state), size - step)
                if end > low:
                    after[low + step : end + step] += chance * state[low:end]
                high += chance * float(state[max(low, end) :].sum())
            state = after
        return state, high

    def figures(self, up_to: Fraction) -> tuple[float, float, dict[int, Fraction]]:
        """Ahead, even, and the quantiles."""
        state, high = self.totals(up_to)
        start = -int(min(self.results) / self.grid) * self.rounds
        at_most = np.cumsum(state)
        quantiles = {
            share: (int(np.searchsorted(at_most, share / 100)) - start) * self.grid
            for share in (1, 5, 50, 95, 99)
        }
        return float(state[start + 1 :].sum()) + high, float(state[start]), quantiles

    def ruin(self, bankroll: Fraction) -> float:
        """The chance that the total is at or below minus the bankroll after some round."""
        steps = {int(net / self.grid): float(chance) for net, chance in self.results.items()}
        worst, start = -min(steps), -int(-bankroll // self.grid)
        state, lost = np.zeros(start + 1), 0.0
        state[start] = 1.0
        for left in range(self.rounds - 1, -1, -1):
            # From above this many steps the rounds that are left cannot lose the bankroll.
            size = min(len(state) + max(steps), worst * left + 1)
            after = np.zeros(max(size, 1))
            for step, chance in steps.items():
                begin = max(1, 1 - step)
                lost += chance * float(state[1:begin].sum())
                end = min(len(state), len(after) - step)
                if end > begin:
                    after[begin + step : end + step] += chance * state[begin:end]
            state = after
        return lost


@dataclass(frozen=True)
class OtherProgressive:
    """Rounds of one dollar on a progressive with a meter of any cents.

    The total is a number of whole dollars, and of hits of the tenth of the meter. A hit of the
    whole meter is more than all other rounds can lose.
    """

    #: The chance of each result in whole dollars, of a tenth of the meter, and of all of it.
    whole: Mapping[int, float]
    tenth: float
    all_of_it: float
    meter: Fraction
    rounds: int
    #: Whole dollars above this, and more hits, are all but impossible.
    most: int = 5_000
    hits: int = 7

    def _state(self, bankroll: int | None) -> tuple[Floats, float, float]:
        """The chances by hits and dollars from all lost on, of the whole meter, and of ruin."""
        assert self.meter / 10 > self.rounds
        state, high, lost = np.zeros((self.hits, self.rounds + self.most + 1)), 0.0, 0.0
        state[0, self.rounds] = 1.0
        for _ in range(self.rounds):
            after = np.zeros(state.shape)
            for step, chance in self.whole.items():
                if step > 0:
                    after[:, step:] += chance * state[:, :-step]
                else:
                    after[:, :step] += chance * state[:, -step:]
            # A tenth of the meter, less the dollar.
            after[1:, :-1] += self.tenth * state[:-1, 1:]
            high += self.all_of_it * float(state.sum())
            if bankroll is not None:
                lost += float(after[0, : self.rounds - bankroll + 1].sum())
                after[0, : self.rounds - bankroll + 1] = 0
            state = after
        return state, high, lost

    def figures(self) -> tuple[float, float, dict[int, Fraction]]:
        """Ahead, even, and the quantiles."""
        state, high, _ = self._state(None)
        assert abs(state.sum() + high - 1) < 1e-11
        totals = sorted(
            (dollars - self.rounds + hits * self.meter / 10, float(state[hits, dollars]))
            for hits, dollars in np.argwhere(state > 0).tolist()
        )
        ahead = high + sum(chance for total, chance in totals if total > 0)
        even = sum(chance for total, chance in totals if total == 0)
        quantiles, at_most = {}, np.cumsum([chance for _, chance in totals])
        for share in (1, 5, 50, 95, 99):
            quantiles[share] = totals[int(np.searchsorted(at_most, share / 100))][0]
        return ahead, even, quantiles

    def ruin(self, bankroll: int) -> float:
        """The chance that so many dollars are lost after some round."""
        return self._state(bankroll)[2]
