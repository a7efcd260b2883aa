"""Plane geometry for the layout: the positions of shapes on a table, in millimetres.

The dealer's side is at the top; x grows to the right and y towards the players.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, radians, sin
from typing import Final, NamedTuple, TypeAlias

import msgspec

Point: TypeAlias = tuple[float, float]

#: The usual size of the cloth of a table for six or seven players.
WIDTH: Final = 2100.0
DEPTH: Final = 1120.0
#: The length of the straight sides above the arc where the players sit.
_STRAIGHT_SIDE: Final = 240.0


class FeltShape(msgspec.Struct, frozen=True, rename="kebab"):
    """A rectangle or circle: its middle, its size, and its angle (clockwise, in degrees)."""

    kind: str
    title: str
    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0


class SeatPosition(NamedTuple):
    """The position of a player: a point of the arc, and the direction towards the player."""

    at: Point
    out: Point

    @property
    def angle(self) -> float:
        """Return the angle of the shapes in front of the player, in degrees."""
        return degrees(atan2(-self.out[0], self.out[1]))

    def place(self, across: float, inward: float) -> Point:
        """Return a point at a distance to the player's right and a distance in from the arc."""
        (x, y), (out_x, out_y) = self.at, self.out
        return (x + across * out_y - inward * out_x, y - across * out_x - inward * out_y)


def seat_on_arc(at: float) -> SeatPosition:
    """Return the position at an angle of the arc, from the right (0) to the left (pi)."""
    across, down = WIDTH / 2, DEPTH - _STRAIGHT_SIDE
    x, y = cos(at), sin(at)
    out_x, out_y = x / across, y / down
    length = hypot(out_x, out_y)
    return SeatPosition(
        (WIDTH / 2 + across * x, _STRAIGHT_SIDE + down * y), (out_x / length, out_y / length)
    )


def outline(steps: int = 96) -> tuple[Point, ...]:
    """Return the edge of the cloth as a polygon."""
    bend = [seat_on_arc(pi * step / steps).at for step in range(steps + 1)]
    return ((0.0, 0.0), (WIDTH, 0.0), *bend)


def seats_at(count: int, inward: float, reach: float) -> list[SeatPosition]:
    """Return the positions of the players, seat 1 on the right.

    They are evenly spaced at a distance `inward` from the edge, where their areas are closest to
    each other. `reach` is the angle of the first and the last player from the ends of the arc.
    """
    if count == 1:
        return [seat_on_arc(pi / 2)]
    fine = [reach + (pi - 2 * reach) * step / 2000 for step in range(2001)]
    inner = [seat_on_arc(at).place(0, inward) for at in fine]
    run = [0.0]
    for (x, y), (next_x, next_y) in pairwise(inner):
        run.append(run[-1] + hypot(next_x - x, next_y - y))
    wanted = [run[-1] * number / (count - 1) for number in range(count)]
    return [
        seat_on_arc(fine[min(range(2001), key=lambda i: abs(run[i] - goal))]) for goal in wanted
    ]


@lru_cache(maxsize=4096)
def corners(part: FeltShape) -> tuple[Point, ...]:
    """Return the corners of a shape."""
    turn = radians(part.angle)
    halves = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    spans = [(a * part.width / 2, b * part.height / 2) for a, b in halves]
    return tuple(
        (part.x + x * cos(turn) - y * sin(turn), part.y + x * sin(turn) + y * cos(turn))
        for x, y in spans
    )


def overlaps(one: FeltShape, other: FeltShape) -> bool:
    """Return whether two shapes overlap, by the separating axis theorem."""
    reach = hypot(one.width, one.height) + hypot(other.width, other.height)
    if 2 * hypot(one.x - other.x, one.y - other.y) >= reach:
        return False
    shapes = corners(one), corners(other)
    for shape in shapes:
        for (x, y), (next_x, next_y) in pairwise((*shape, shape[0])):
            normal = (y - next_y, next_x - x)
            spans = [[px * normal[0] + py * normal[1] for px, py in each] for each in shapes]
            if max(spans[0]) <= min(spans[1]) or max(spans[1]) <= min(spans[0]):
                return False
    return True


def is_on_cloth(part: FeltShape, margin: float = 0.0) -> bool:
    """Return whether a shape is on the cloth, at least `margin` from its edge."""
    return all(_inside(corner, margin) for corner in corners(part))


def _inside(point: Point, margin: float) -> bool:
    x, y = point
    if not (margin <= x <= WIDTH - margin and y >= margin):
        return False
    if y <= _STRAIGHT_SIDE:
        return True
    across, down = WIDTH / 2 - margin, DEPTH - _STRAIGHT_SIDE - margin
    return ((x - WIDTH / 2) / across) ** 2 + ((y - _STRAIGHT_SIDE) / down) ** 2 <= 1


def are_apart(parts: Sequence[FeltShape], others: Iterable[FeltShape]) -> bool:
    """Return whether no shape overlaps one of the others."""
    return not any(overlaps(part, other) for other in others for part in parts)
