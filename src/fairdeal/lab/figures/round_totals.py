"""The distribution of the total result of many rounds, from the exact distribution of one round.

Results of a round lie on a grid, and the total of independent rounds is a power of their Fourier
transform. The grid must hold every total that is not all but impossible: Chernoff's inequality says
which totals these are. A few large and rare results, such as a meter with cents, can make that grid
too large. Their numbers of hits are then counted apart, and the other results have a coarser grid
for each number. Where neither is possible, results are rounded down and up to a coarser grid, and
the true distribution lies between the two.

Every distribution is compared with the exact mass, mean and variance before it is returned.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import ceil, exp, floor, log, log1p
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from fairdeal.lab.figures.result_grid import common_step, rounded

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[np.float64]"
Complex: TypeAlias = "NDArray[np.complex128]"
Results: TypeAlias = Mapping[Fraction, Fraction]

#: The probabilities here are right to this much.
ERROR: Final = 5e-10
#: The number of points up to which a transform is quick, the largest number, and the largest number
#: of points of all distributions that are held together.
_QUICK_POINTS: Final = 1 << 22
_MOST_POINTS: Final = 1 << 22
_MOST_HELD: Final = 1 << 25
#: The largest number of ways to hit the rare results that are counted apart.
_MOST_HITS: Final = 20_000
#: How many of the largest results are tried apart, and the least probability of their hits.
_NUMBERS_APART: Final = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
_LEAST_HIT: Final = 1e-15
#: Values of a transform whose powers are smaller than this need not be accurate.
_LEAST_POWER: Final = 1e-20
#: The logarithm of the probability of everything that is left out at one end.
_LOG_LEFT_OUT: Final = -37.0


@dataclass(frozen=True, eq=False)
class _TotalsShare:
    """A share of a distribution: totals `first + step * k` and the probability of at most these."""

    weight: float
    first: Fraction
    step: Fraction
    below: Floats

    @property
    def chances(self) -> Floats:
        return self.weight * np.diff(self.below, prepend=0.0)

    @property
    def totals(self) -> Floats:
        steps = np.arange(len(self.below), dtype=np.float64)
        return float(self.first) + float(self.step) * steps


@dataclass(frozen=True, eq=False)
class RoundTotals:
    """The total result of some rounds, with probabilities that are right to `ERROR`."""

    parts: tuple[_TotalsShare, ...]
    #: All totals are `low` and a number of `step`s.
    low: Fraction
    step: Fraction

    def at_most(self, total: Fraction) -> float:
        """Return the probability of a total of at most this."""
        return self._at_most(floor((total - self.low) / self.step))

    def _at_most(self, steps: int) -> float:
        """Return the probability of a total of at most so many steps above the least."""
        found = 0.0
        for part, (first, width) in zip(self.parts, self._places, strict=True):
            place = (steps - first) // width
            if place >= 0:
                found += part.weight * float(part.below[min(place, len(part.below) - 1)])
        return min(1.0, found)

    @cached_property
    def _places(self) -> list[tuple[int, int]]:
        """Return where each part begins and the width of its grid, in steps."""
        return [
            (int((part.first - self.low) / self.step), int(part.step / self.step))
            for part in self.parts
        ]

    @property
    def ahead(self) -> float:
        """Return the probability of a total above zero."""
        return max(0.0, 1 - self.at_most(Fraction(0)))

    @property
    def even(self) -> float:
        """Return the probability of a total of exactly zero."""
        if (Fraction(0) - self.low) % self.step:
            return 0.0
        return max(0.0, self.at_most(Fraction(0)) - self.at_most(-self.step / 2))

    def quantile(self, share: float) -> Fraction:
        """Return the least total that at least this share of all outcomes does not exceed."""
        below, above = -1, 1
        while self._at_most(above) < share:
            below, above = above, 2 * above
        while above - below > 1:
            middle = (below + above) // 2
            if self._at_most(middle) < share:
                below = middle
            else:
                above = middle
        return self.low + above * self.step

    @property
    def points(self) -> tuple[Floats, Floats]:
        """Return totals in ascending order and their probabilities, to be drawn."""
        totals = np.concatenate([part.totals for part in self.parts])
        chances = np.concatenate([part.chances for part in self.parts])
        order = np.argsort(totals, kind="stable")
        return totals[order], chances[order]

    def agrees_with(self, results: Results, rounds: int) -> bool:
        """Return whether mass, mean and variance are those of so many rounds."""
        mean = float(_mean(results)) * rounds
        variance = float(_variance(results)) * rounds
        mass = shift = squares = 0.0
        for part in self.parts:
            chances, away = part.chances, part.totals - mean
            mass += float(chances.sum())
            shift += float(chances @ away)
            squares += float(chances @ away**2)
        scale = max(variance, 1e-300)
        return (
            abs(mass - 1) < ERROR
            and abs(shift) < 1e-6 * scale**0.5 + 1e-12
            and abs(squares - shift**2 - variance) < 1e-5 * scale
        )


def round_totals(results: Results, rounds: int) -> RoundTotals | None:
    """Return the distribution of the total of some rounds; None if it is not known exactly."""
    low, step = min(results) * rounds, common_step(results)
    if step == 0:
        part = _TotalsShare(1.0, low, Fraction(1), np.ones(1))
        return RoundTotals((part,), low, Fraction(1))
    points = _points(results, rounds)
    found = None if points <= _QUICK_POINTS else _with_rare_apart(results, rounds)
    if found is None:
        if points > _MOST_POINTS:
            return None
        found = (_total(results, rounds),)
    totals = RoundTotals(found, low, step)
    return totals if totals.agrees_with(results, rounds) else None


def round_totals_between(results: Results, rounds: int) -> tuple[RoundTotals, RoundTotals] | None:
    """Return two distributions: of totals never above, and of totals never below the true ones."""
    step = common_step(results)
    while True:
        step *= 2
        bounds = rounded(results, step, down=True), rounded(results, step, down=False)
        if all(_points(bound, rounds) <= _MOST_POINTS for bound in bounds):
            break
    found = [round_totals(bound, rounds) for bound in bounds]
    return (found[0], found[1]) if found[0] and found[1] else None


def _window(results: Results, rounds: int) -> tuple[int, int]:
    """Return the first and the last step above the least total that is not all but impossible."""
    low, step = min(results), common_step(results)
    places = np.array([int((net - low) / step) for net in results], np.float64)
    chances = np.array([float(chance) for chance in results.values()])
    top = float(places.max())
    mean = float(places @ chances)
    first, last = 0.0, top * rounds
    for rate in np.geomspace(1e-9, 1e3, 400) / top:
        grown = rate * (places - mean)
        above = log(float(chances @ np.exp(np.minimum(grown, 700.0))))
        if grown.max() < 700:
            last = min(last, mean * rounds + (rounds * above - _LOG_LEFT_OUT) / rate)
        if grown.min() > -700:
            below = log(float(chances @ np.exp(-grown)))
            first = max(first, mean * rounds - (rounds * below - _LOG_LEFT_OUT) / rate)
    return max(0, floor(first) - 1), min(int(top) * rounds, ceil(last) + 1)


def _points(results: Results, rounds: int) -> int:
    first, last = _window(results, rounds)
    return last - first + 1


def _total(
    results: Results,
    rounds: int,
    *,
    weight: float = 1.0,
    offset: Fraction = Fraction(0),
) -> _TotalsShare:
    """Return the distribution of the total by one transform."""
    low, step = min(results), common_step(results)
    if step == 0:
        return _TotalsShare(weight, offset + low * rounds, Fraction(1), np.ones(1))
    first, last = _window(results, rounds)
    size = 1 << (last - first).bit_length()
    # The results are taken from their mean, so that high powers of the transform stay accurate.
    center = round(_mean(results) / step - low / step)
    one = np.zeros(size)
    for net, chance in results.items():
        one[(int((net - low) / step) - center) % size] += float(chance)
    total = np.fft.irfft(_power(np.fft.rfft(one), one, rounds), size)
    places = (np.arange(first, last + 1) - center * rounds) % size
    below = np.cumsum(np.clip(total[places], 0.0, 1.0))
    return _TotalsShare(weight, offset + low * rounds + first * step, step, below)


def _power(transform: Complex, one: Floats, rounds: int) -> Complex:
    """Return the power of a transform. It multiplies the rounding of its base by the number of
    rounds, so values that stay large are computed anew, from how far they are from 1.
    """
    found = transform**rounds
    large = np.flatnonzero(np.abs(transform) ** rounds > _LEAST_POWER)
    places = np.flatnonzero(one)
    if len(large) * len(places) > _MOST_POINTS:
        return found
    size = len(one)
    turned = large[:, None] * places[None, :] % size
    angles = -2 * np.pi / size * np.where(turned > size // 2, turned - size, turned)
    away = -2 * np.sin(angles / 2) ** 2 @ one[places]
    across = np.sin(angles) @ one[places]
    length = np.log1p(2 * away + away**2 + across**2) / 2
    found[large] = np.exp(rounds * (length + 1j * np.arctan2(across, 1 + away)))
    return found


def _with_rare_apart(results: Results, rounds: int) -> tuple[_TotalsShare, ...] | None:
    """Return the distribution as a mixture over the numbers of hits of the largest results; None
    where these are hit too often, or where the rest is still too large.
    """
    ordered = sorted(results, reverse=True)
    numbers = [n for n in _NUMBERS_APART if n < len(ordered)]
    for number in numbers:
        rare, rest = ordered[:number], ordered[number:]
        share = sum((results[net] for net in rest), Fraction(0))
        if rounds * (1 - share) > 300:
            return None
        common = {net: results[net] / share for net in rest}
        points = _points(common, rounds)
        if points * 16 > _MOST_HELD:
            continue
        found = _hits([(net, results[net]) for net in rare], rounds)
        hits = list(islice(found, _MOST_HITS + 1))
        if len(hits) > _MOST_HITS or points * len({count for _, count, _ in hits}) > _MOST_HELD:
            continue
        totals = {count: _total(common, rounds - count) for count in {hit[1] for hit in hits}}
        return tuple(
            _TotalsShare(chance, won + totals[count].first, totals[count].step, totals[count].below)
            for won, count, chance in hits
        )
    return None


def _hits(
    rare: list[tuple[Fraction, Fraction]],
    rounds: int,
    of: Fraction = Fraction(1),
    weight: float = 1.0,
) -> Iterator[tuple[Fraction, int, float]]:
    """Yield what the rare results bring, how many of them there are, and the probability of that;
    `of` is the probability of the results that are left. What is less likely than `_LEAST_HIT` is
    left out.
    """
    if not rare:
        yield Fraction(0), 0, weight
        return
    (net, chance), *others = rare
    each = float(chance / of)
    now, hits = weight * exp(rounds * log1p(-each)), 0
    while hits <= rounds and (now > _LEAST_HIT or hits < rounds * each):
        if now > _LEAST_HIT:
            for won, count, more in _hits(others, rounds - hits, of - chance, now):
                yield hits * net + won, hits + count, more
        now *= (rounds - hits) / (hits + 1) * each / (1 - each)
        hits += 1


def _mean(results: Results) -> Fraction:
    return sum((net * chance for net, chance in results.items()), Fraction(0))


def _variance(results: Results) -> Fraction:
    squares = sum((net * net * chance for net, chance in results.items()), Fraction(0))
    return squares - _mean(results) ** 2
