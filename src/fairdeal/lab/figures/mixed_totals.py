"""The exact distribution of the total of rounds with different bets, each round independent.

Results of all bets lie on one grid. The transform of the total is the product of the powers of the
transforms of the bets. The grid holds every total that is not all but impossible: Chernoff's
inequality says which totals these are. Each distribution is right to a billionth, and is compared
with the exact mass, mean and variance before it is used.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, gcd
from typing import Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from fairdeal.lab.figures.result_grid import common_step
from fairdeal.lab.figures.total_bands import SHARES, ExactBands, Results

#: Whatever tells the bets of one round apart from those of another.
_B = TypeVar("_B", bound=Hashable)
Floats: TypeAlias = NDArray[np.float64]

#: The most points of a distribution, and of all different bets together.
_MOST_POINTS: Final = 1 << 20
_MOST_TOGETHER: Final = 1 << 24
#: At so many places along the rounds the quantiles are reckoned.
_PLACES: Final = 12
#: The logarithm of the probability of everything that is left out at one end.
_LOG_LEFT_OUT: Final = -37.0
#: The mass, and mean and variance by the deviation, may be wrong by so much.
_ERROR: Final = 1e-9
_MOMENT_ERROR: Final = 1e-5


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


class _EqualRounds(NamedTuple):
    """Some rounds with one bet: how many, the least result and its mean in steps of the common
    grid, and each result above the least one with its probability.
    """

    number: int
    low: int
    mean: float
    places: NDArray[np.int64]
    chances: Floats


def exact_totals(bets: Sequence[_B], results: Mapping[_B, Results]) -> dict[int, ExactTotal] | None:
    """The distribution of the total after some numbers of rounds, the last one among them;
    None where it cannot be had exactly, or not quickly.
    """
    if not bets:
        return None
    found = {}
    for place in _places(len(bets)):
        total = _total(Counter(bets[:place]), results)
        if total is None:
            return None
        found[place] = total
    return found


def exact_bands(bets: Sequence[_B], results: Mapping[_B, Results], came: int) -> ExactBands | None:
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


def _total(counts: Mapping[_B, int], results: Mapping[_B, Results]) -> ExactTotal | None:
    """The distribution of the total of so many rounds with each bet."""
    grid = _grid([results[bet] for bet in counts])
    if grid is None:
        return None
    rounds = [_rounds(results[bet], number, grid) for bet, number in counts.items()]
    first, last = _window(rounds)
    size = 1 << (last - first).bit_length()
    if size > _MOST_POINTS or size * len(rounds) > _MOST_TOGETHER:
        return None
    # Each bet is taken from its mean, so that high powers of its transform stay accurate.
    centers = [round(one.mean) for one in rounds]
    transform = np.ones(size // 2 + 1, np.complex128)
    for one, center in zip(rounds, centers, strict=True):
        single = np.zeros(size)
        np.add.at(single, (one.places - center) % size, one.chances)
        transform *= np.fft.rfft(single) ** one.number
    from_center = sum(one.number * c for one, c in zip(rounds, centers, strict=True))
    at = np.arange(first, last + 1)
    chances = np.clip(np.fft.irfft(transform, size)[(at - from_center) % size], 0.0, 1.0)
    if not _agrees(chances, at, rounds):
        return None
    return ExactTotal((sum(one.number * one.low for one in rounds) + first) * grid, grid, chances)


def _grid(bets: Sequence[Results]) -> int | None:
    """The step in cents of a grid on which all results lie; None for fractions of a cent."""
    found = 0
    for results in bets:
        low, step = min(results), common_step(results)
        if low.denominator != 1 or step.denominator != 1:
            return None
        found = gcd(found, int(low), int(step))
    return found or 1


def _rounds(results: Results, number: int, grid: int) -> _EqualRounds:
    low = min(results)
    places = np.array([int((net - low) / grid) for net in results], np.int64)
    chances = np.array([float(chance) for chance in results.values()])
    return _EqualRounds(
        number, int(low) // grid, float(_mean(results) - low) / grid, places, chances
    )


def _window(rounds: Sequence[_EqualRounds]) -> tuple[int, int]:
    """The first and the last step above the least total that is not all but impossible."""
    top = max(int(one.places.max()) for one in rounds)
    most = sum(one.number * int(one.places.max()) for one in rounds)
    mean = sum(one.number * one.mean for one in rounds)
    first, last = 0.0, float(most)
    for rate in np.geomspace(1e-9, 1e3, 400) / max(top, 1):
        above = below = 0.0
        for one in rounds:
            grown = np.minimum(rate * (one.places - one.mean), 700.0)
            above += one.number * float(np.log(one.chances @ np.exp(grown)))
            shrunk = np.minimum(-rate * (one.places - one.mean), 700.0)
            below += one.number * float(np.log(one.chances @ np.exp(shrunk)))
        if rate * top < 700:
            last = min(last, mean + (above - _LOG_LEFT_OUT) / rate)
            first = max(first, mean - (below - _LOG_LEFT_OUT) / rate)
    return max(0, floor(first) - 1), min(most, ceil(last) + 1)


def _agrees(chances: Floats, at: NDArray[np.int64], rounds: Sequence[_EqualRounds]) -> bool:
    """Whether mass, mean and variance are those of the rounds."""
    mean = sum(one.number * one.mean for one in rounds)
    variance = sum(one.number * float(one.chances @ (one.places - one.mean) ** 2) for one in rounds)
    away = at - mean
    mass, shift = float(chances.sum()), float(chances @ away)
    scale = max(variance, 1e-12)
    return (
        abs(mass - 1) < _ERROR
        and abs(shift) < _MOMENT_ERROR * scale**0.5 + _ERROR
        and abs(float(chances @ away**2) - shift**2 - variance) < _MOMENT_ERROR * scale + _ERROR
    )


def _mean(results: Results) -> Fraction:
    return sum((net * chance for net, chance in results.items()), Fraction(0))
