"""The exact distribution of the total of rounds with different bets, one kind in each round.

The distribution of the total of equal bets is a power of a Fourier transform; different bets are
convolved. Both are right to a billionth, and are compared with the exact mean and variance.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import gcd
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.lab.figures.round_totals import RoundTotals, round_totals
from fairdeal.lab.figures.total_bands import SHARES, Bet, ExactBands, Results

Floats: TypeAlias = NDArray[np.float64]

#: The most points of a distribution, and the most different bets that are convolved.
_MOST_POINTS: Final = 1 << 20
_MOST_BETS: Final = 6
#: At so many places along the rounds the quantiles are reckoned.
_PLACES: Final = 12


class ExactTotal(NamedTuple):
    """The distribution of a total: the least total and the step in cents, and the probability of
    each total from there on.
    """

    low: int
    step: int
    chances: Floats

    def quantile(self, share: float) -> int:
        """The least total that at least this share of all outcomes does not exceed."""
        place = int(np.searchsorted(np.cumsum(self.chances), share - 1e-12))
        return self.low + self.step * min(place, len(self.chances) - 1)

    def below(self, cents: int) -> float:
        """The probability of a total of less than an amount."""
        count = -((self.low - cents) // self.step) if cents > self.low else 0
        return float(self.chances[:count].sum())


def exact_totals(
    bets: Sequence[Bet], results: Mapping[Bet, Results]
) -> dict[int, ExactTotal] | None:
    """The distribution of the total after some numbers of rounds, the last one among them;
    None where it cannot be had exactly, or not quickly.
    """
    if not bets or len(set(bets)) > _MOST_BETS:
        return None
    found = {}
    for place in _places(len(bets)):
        total = _total(Counter(bets[:place]), results)
        if total is None:
            return None
        found[place] = total
    return found


def exact_bands(
    bets: Sequence[Bet], results: Mapping[Bet, Results], came: int
) -> ExactBands | None:
    """The quantiles of the total along some rounds, and where the total that came lies in the end;
    None where they cannot be had exactly, or not quickly.
    """
    totals = exact_totals(bets, results)
    if totals is None:
        return None
    quantiles = tuple(
        (place, tuple(total.quantile(share) for share in SHARES)) for place, total in totals.items()
    )
    return ExactBands(quantiles, totals[len(bets)].below(came))


def _places(count: int) -> list[int]:
    if count <= _PLACES:
        return list(range(1, count + 1))
    return sorted({1 + round(n * (count - 1) / (_PLACES - 1)) for n in range(_PLACES)})


def _total(counts: Mapping[Bet, int], results: Mapping[Bet, Results]) -> ExactTotal | None:
    whole: ExactTotal | None = None
    for bet, rounds in counts.items():
        totals = round_totals(results[bet], rounds)
        part = None if totals is None else _on_grid(totals)
        if part is None:
            return None
        whole = part if whole is None else _sum(whole, part)
        if whole is None:
            return None
    return whole


def _on_grid(totals: RoundTotals) -> ExactTotal | None:
    if len(totals.parts) != 1:
        return None
    (part,) = totals.parts
    if part.first.denominator != 1 or part.step.denominator != 1:
        return None  # a fraction of a cent
    return ExactTotal(int(part.first), int(part.step), part.chances)


def _sum(one: ExactTotal, other: ExactTotal) -> ExactTotal | None:
    """The distribution of the sum of two independent totals."""
    step = gcd(one.step, other.step)
    parts = [_finer(part, step) for part in (one, other)]
    if any(part is None for part in parts):
        return None
    first, second = (part for part in parts if part is not None)
    size = len(first) + len(second) - 1
    if size > _MOST_POINTS:
        return None
    length = 1 << (size - 1).bit_length()
    product = np.fft.rfft(first, length) * np.fft.rfft(second, length)
    chances = np.clip(np.fft.irfft(product, length)[:size], 0.0, 1.0)
    return ExactTotal(one.low + other.low, step, chances)


def _finer(total: ExactTotal, step: int) -> Floats | None:
    """The probabilities on a finer grid; None where it has too many points."""
    times = total.step // step
    size = (len(total.chances) - 1) * times + 1
    if size > _MOST_POINTS:
        return None
    finer = np.zeros(size)
    finer[::times] = total.chances
    return finer
