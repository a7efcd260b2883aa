"""Totals of many rounds and their probabilities, from the exact distribution of one round."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor, lcm
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The largest number of points of a convolution.
_MOST_POINTS: Final = 1 << 22


def round_totals(
    results: Mapping[Fraction, Fraction], rounds: int
) -> tuple["NDArray[np.float64]", "NDArray[np.float64]"]:
    """The total results after some rounds and their probabilities, by the fast Fourier transform
    of the exact distribution of one round.

    Where rare results are so large that their totals would not fit, they wrap around; the grid is
    made large enough for twelve standard deviations and the largest single result.
    """
    scale = lcm(*(net.denominator for net in results))
    steps = {int(net * scale): float(chance) for net, chance in results.items()}
    low, high = min(steps), max(steps)
    mean = sum(step * chance for step, chance in steps.items())
    variance = sum(step * step * chance for step, chance in steps.items()) - mean**2
    reach = 12 * (variance * rounds) ** 0.5 + high - low
    first = max(low * rounds, floor(mean * rounds - reach))
    last = min(high * rounds, ceil(mean * rounds + reach))
    size = 1 << (last - first).bit_length()
    size = min(size, _MOST_POINTS)
    one = np.zeros(size)
    for step, chance in steps.items():
        one[step % size] += chance
    total = np.fft.irfft(np.fft.rfft(one) ** rounds, size)
    places = first + np.arange(min(size, last - first + 1))
    return places / scale, np.clip(total[places % size], 0.0, 1.0)
