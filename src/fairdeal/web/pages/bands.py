"""Bands in a drawing of results over time: each holds so many percent of normal results."""

from collections.abc import Iterable
from typing import NamedTuple


class Band(NamedTuple):
    """A band: how many percent of normal results it holds, and the corners of its shape."""

    percent: int
    corners: str


def points(places: Iterable[tuple[float, float]]) -> str:
    """Return places as the `points` of a line or a shape in SVG."""
    return " ".join(f"{x},{y}" for x, y in places)
