"""The fan: the house's win over a day against the exact expectation of its bets, as a drawing."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Final, NamedTuple

from fairdeal.office.expectation import BANDS, Expectation
from fairdeal.office.report import Kind, shown_cell
from fairdeal.web.pages.bands import Band, points

WIDTH: Final = 720
HEIGHT: Final = 240
#: The number of points that a band's edge is drawn through.
STEPS: Final = 24
#: A strip shows results up to this many deviations from the mean.
STRIP_Z: Final = 4
STRIP_WIDTH: Final = 160


class Fan(NamedTuple):
    """The drawing: bands from the widest to the narrowest, lines, and the place of now."""

    bands: tuple[Band, ...]
    mean: str
    path: str
    now: tuple[float, float]
    #: Amounts at the left, with their heights.
    marks: tuple[tuple[float, str], ...]


class Strip(NamedTuple):
    """A small fan at its end: bands and the place of now on a scale of deviations."""

    bands: tuple[tuple[int, float, float], ...]
    now: float
    middle: float = STRIP_WIDTH / 2


def strip(z: Fraction | None) -> Strip | None:
    """Return the strip of a result that is so many deviations away from its mean."""
    if z is None:
        return None
    unit = STRIP_WIDTH / 2 / STRIP_Z
    bands = tuple(
        (percent, round(STRIP_WIDTH / 2 - width * unit, 1), round(2 * width * unit, 1))
        for percent, width in sorted(BANDS.items(), reverse=True)
    )
    place = max(-STRIP_Z + 0.15, min(STRIP_Z - 0.15, float(z)))
    return Strip(bands, round(STRIP_WIDTH / 2 + place * unit, 1))


def fan(path: Sequence[tuple[int, Fraction]], expected: Expectation) -> Fan | None:
    """Return the fan of a day.

    `path` has the number of rounds and the win in cents so far, from the first point on. The right
    end of every band is exact for the bets that were made; before it the bands are those of the
    same bets spread evenly over the rounds.
    """
    deviation, mean = expected.deviation, expected.mean
    if not path or mean is None or not deviation:
        return None
    rounds, end, wide = path[-1][0], float(mean), float(deviation)
    edges = [end + sign * BANDS[99] * wide for sign in (-1, 1)]
    heights = [0.0, *edges, *(float(won) for _, won in path)]
    low, high = min(heights), max(heights)
    room = (high - low) * 0.06
    low, high = low - room, high + room

    def place(done: float, cents: float) -> tuple[float, float]:
        x = WIDTH * done / rounds
        return round(x, 1), round(HEIGHT * (high - cents) / (high - low), 1)

    shares = [(step / STEPS) ** 2 for step in range(STEPS + 1)]
    bands = []
    for percent, width in sorted(BANDS.items(), reverse=True):
        upper = [place(s * rounds, end * s + width * wide * sqrt(s)) for s in shares]
        lower = [place(s * rounds, end * s - width * wide * sqrt(s)) for s in reversed(shares)]
        bands.append(Band(percent, points([*upper, *lower])))
    walked = [place(0, 0), *(place(done, float(won)) for done, won in path)]
    marks = sorted({0, *(round(one) for one in edges), round(end)})
    shown = [(place(0, one)[1], shown_cell(Kind.MONEY, one).removesuffix(".00")) for one in marks]
    return Fan(
        tuple(bands),
        points([place(0, 0), place(rounds, end)]),
        points(walked),
        walked[-1],
        tuple(_apart(shown)),
    )


def _apart(marks: Sequence[tuple[float, str]]) -> list[tuple[float, str]]:
    """Return the marks that do not cover each other, from the top down."""
    kept: list[tuple[float, str]] = []
    for mark in sorted(marks):
        if not kept or mark[0] - kept[-1][0] >= 16:
            kept.append(mark)
    return kept
