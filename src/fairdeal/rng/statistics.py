"""Probabilities that the battery needs: tails of the chi-square, binomial and normal laws."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, erfc, exp, factorial, lgamma, log, sqrt
from typing import Final

_STEPS: Final = 100_000
_SMALL: Final = 1e-300


def chi_square_tail(statistic: float, degrees: int) -> float:
    """Return the probability that a chi-square variable is at least so large."""
    if statistic <= 0:
        return 1.0
    shape, x = degrees / 2, statistic / 2
    scale = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        return max(0.0, 1.0 - scale * _lower_series(shape, x))
    return min(1.0, scale * _upper_fraction(shape, x))


def _lower_series(shape: float, x: float) -> float:
    term = total = 1 / shape
    for step in range(1, _STEPS):
        term *= x / (shape + step)
        total += term
        if term < total * 1e-16:
            break
    return total


def _upper_fraction(shape: float, x: float) -> float:
    """Evaluate the continued fraction of the upper incomplete gamma function (Lentz)."""
    b = x + 1 - shape
    c, d = 1 / _SMALL, 1 / b
    product = d
    for step in range(1, _STEPS):
        a = -step * (step - shape)
        b += 2
        d = a * d + b
        d = 1 / (d if abs(d) > _SMALL else _SMALL)
        c = b + a / c
        c = c if abs(c) > _SMALL else _SMALL
        product *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return product


def normal_tails(z: float) -> float:
    """Return the probability that a standard normal variable is at least so far from zero."""
    return erfc(abs(z) / sqrt(2))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values that are corrected for many tests by Holm's method, in the same order."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    corrected = [0.0] * len(p_values)
    largest = 0.0
    for rank, i in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[i]))
        corrected[i] = largest
    return corrected


# Exact laws of a uniform deck ---------------------------------------------------------------------


def fixed_points_law(size: int) -> dict[int, Fraction]:
    """Return the law of how many cards lie at the same place in two independent decks."""
    derangements = [1, 0]
    for n in range(2, size + 1):
        derangements.append((n - 1) * (derangements[-1] + derangements[-2]))
    whole = factorial(size)
    return {k: Fraction(comb(size, k) * derangements[size - k], whole) for k in range(size + 1)}


def common_top_law(size: int, top: int) -> dict[int, Fraction]:
    """Return the law of how many of a deck's top cards are among the next deck's top cards."""
    whole = comb(size, top)
    return {k: Fraction(comb(top, k) * comb(size - top, top - k), whole) for k in range(top + 1)}


def rising_runs_law(size: int) -> dict[int, Fraction]:
    """Return the law of the number of rising runs in a deck (Eulerian numbers)."""
    row = [1]
    for n in range(2, size + 1):
        before = row
        row = [
            (k + 1) * (before[k] if k < n - 1 else 0) + (n - k) * (before[k - 1] if k else 0)
            for k in range(n)
        ]
    whole = factorial(size)
    return {k + 1: Fraction(count, whole) for k, count in enumerate(row)}


def all_ranks_law(size: int) -> dict[int, Fraction]:
    """Return the law of how many cards are turned until all 13 ranks have been seen."""

    def seen_by(cards: int) -> Fraction:
        ways = sum(
            (-1) ** missing * comb(13, missing) * comb(size - 4 * missing, cards)
            for missing in range(14)
        )
        return Fraction(ways, comb(size, cards))

    return {cards: seen_by(cards) - seen_by(cards - 1) for cards in range(13, size + 1)}


def pooled(law: Mapping[int, Fraction], least: Fraction) -> list[tuple[set[int], Fraction]]:
    """Join neighbouring values of a law until each group is at least so likely."""
    groups: list[tuple[set[int], Fraction]] = []
    values: set[int] = set()
    chance = Fraction(0)
    for value in sorted(law):
        values.add(value)
        chance += law[value]
        if chance >= least:
            groups.append((values, chance))
            values, chance = set(), Fraction(0)
    if values and groups:
        last, so_far = groups.pop()
        groups.append((last | values, so_far + chance))
    return groups
