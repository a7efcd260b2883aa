"""Grids that the results of a round lie on."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from math import ceil, floor, gcd, lcm


def common_divisor(amounts: Iterable[Fraction]) -> Fraction:
    """Return the greatest common divisor of some amounts; zero if all are zero."""
    numbers = list(amounts)
    scale = lcm(*(number.denominator for number in numbers))
    return Fraction(reduce(gcd, (int(number * scale) for number in numbers), 0), scale)


def common_step(results: Iterable[Fraction]) -> Fraction:
    """Return the greatest step such that results differ by whole numbers of it; zero for one
    result.
    """
    nets = list(results)
    return common_divisor(net - nets[0] for net in nets)


def rounded(
    results: Mapping[Fraction, Fraction], step: Fraction, *, down: bool
) -> dict[Fraction, Fraction]:
    """Return the distribution with each result rounded down or up to a whole number of steps."""
    found: dict[Fraction, Fraction] = {}
    for net, chance in results.items():
        near = step * (floor(net / step) if down else ceil(net / step))
        found[near] = found.get(near, Fraction(0)) + chance
    return found
