"""The drawing of results over time: the line, what was expected, and the band of luck around it."""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final, NamedTuple

from fairdeal.office.expectation import BANDS
from fairdeal.rulebook.money import dollars
from fairdeal.web.own_play.luck import Luck
from fairdeal.web.pages.bands import Band, points

WIDTH: Final = 720
HEIGHT: Final = 320
#: The most points of a line, and of the edge of a band.
MOST_POINTS: Final = 240
#: Words at the left stand so far apart.
LEAST_APART: Final = 40


class Chart(NamedTuple):
    """The drawing, from the widest band to the narrowest; `rounds` at the right end."""

    rounds: int
    bands: tuple[Band, ...]
    mean: str
    path: str
    now: tuple[float, float]
    zero: float
    #: Amounts at the left, with their heights.
    marks: tuple[tuple[float, str], ...]


def chart_of(luck: Luck) -> Chart:
    """Return the drawing. Mean and deviation are exact at every point that is drawn; the bands are
    exact quantiles where there are any, else those of a normal result.
    """
    count = len(luck.path)
    places = [0, *_spread(count)]
    means = [0.0, *map(float, luck.means)]
    wide = [0.0, *(sqrt(float(one)) for one in luck.variances)]
    path = [0, *luck.path]
    heights = [path[at] for at in places]
    widest = _edges(luck, places, means, wide)[0][1]
    low = min(0.0, *heights, *(one[1] for one in widest))
    high = max(0.0, *heights, *(one[2] for one in widest))
    room = (high - low) * 0.05 or 1
    low, high = low - room, high + room

    def height(cents: float) -> float:
        return round(HEIGHT * (high - cents) / (high - low), 1)

    def place(at: int, cents: float) -> tuple[float, float]:
        return round(WIDTH * at / count, 1), height(cents)

    bands = []
    for percent, edges in _edges(luck, places, means, wide):
        upper = [place(at, high) for at, _, high in edges]
        lower = [place(at, low) for at, low, _ in reversed(edges)]
        bands.append(Band(percent, points([*upper, *lower])))
    amounts = [0, path[count], *(round(one / 100) * 100 for one in widest[-1][1:])]
    return Chart(
        count,
        tuple(bands),
        points(place(at, means[at]) for at in places),
        points(place(at, path[at]) for at in places),
        place(count, path[count]),
        height(0),
        tuple(_apart((height(one), dollars(one)) for one in amounts)),
    )


def _edges(
    luck: Luck, places: Sequence[int], means: Sequence[float], wide: Sequence[float]
) -> list[tuple[int, list[tuple[int, float, float]]]]:
    """Return the bands from the widest on, each with its lower and upper edge at some places."""
    if luck.bands is None:
        return [
            (percent, [(at, means[at] - z * wide[at], means[at] + z * wide[at]) for at in places])
            for percent, z in sorted(BANDS.items(), reverse=True)
        ]
    found = []
    for n, percent in enumerate(sorted(BANDS, reverse=True)):
        edges = [(at, float(some[n]), float(some[-1 - n])) for at, some in luck.bands.quantiles]
        found.append((percent, [(0, 0.0, 0.0), *edges]))
    return found


def _spread(count: int) -> Sequence[int]:
    """Return places from 1 to a number, all of them or so many as are drawn."""
    if count <= MOST_POINTS:
        return range(1, count + 1)
    return [1 + round(step * (count - 1) / (MOST_POINTS - 1)) for step in range(MOST_POINTS)]


def _apart(marks: Iterable[tuple[float, str]]) -> Iterable[tuple[float, str]]:
    """Yield the marks that do not cover one that came before."""
    kept: list[float] = []
    for height, words in marks:
        if all(abs(height - one) >= LEAST_APART for one in kept):
            kept.append(height)
            yield height, words
