"""The gain from seen cards: what they add to the value of the best play."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random


@dataclass(frozen=True)
class Gain:
    """A gain in units of the base bet. Where it was sampled, `error` is its standard error."""

    mean: Fraction
    samples: int = 0
    error: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether every deal was counted."""
        return self.samples == 0


def estimate_gain(strata: Iterable[tuple[int, Sequence[int]]], unit: int) -> Gain:
    """Estimate a gain from stratified samples: for each stratum its weight and the sampled gains,
    in parts of `unit`.
    """
    parts = list(strata)
    whole = sum(weight for weight, _ in parts)
    mean, variance, samples = Fraction(0), 0.0, 0
    for weight, found in parts:
        share, number = Fraction(weight, whole), len(found)
        middle = Fraction(sum(found), number)
        spread = float(sum((one - middle) ** 2 for one in found) / unit**2)
        mean += share * middle / unit
        variance += float(share) ** 2 * spread / (number * (number - 1))
        samples += number
    return Gain(mean, samples, sqrt(variance))


def draw_cards(draw: Random, cards: Sequence[int], count: int) -> list[int]:
    """Draw `number` of the cards at random. Only `random()` is used, because its numbers for a seed
    are the same in every version of Python.
    """
    left = list(cards)
    return [left.pop(int(draw.random() * len(left))) for _ in range(count)]
