"""What is done of a run: pieces that are counted, and parts of pieces that are not whole yet."""

from collections.abc import Iterable, Iterator

from fairdeal.simulate.settings import Settings
from fairdeal.simulate.tally import Course, Part, Tally, follow

#: A part of a run: the number of its first round, and how many rounds there are.
Block = tuple[int, int]


class Done:
    """The parts of a run that are played, in whatever order they come."""

    def __init__(
        self,
        settings: Settings,
        tally: Tally | None = None,
        pieces: Iterable[int] = (),
        parts: Iterable[tuple[int, Part]] = (),
    ) -> None:
        self._settings = settings
        self.tally = tally or Tally()
        #: The numbers of the pieces that the tally counts.
        self.pieces = set(pieces)
        #: Parts of other pieces, by their first rounds.
        self.parts = dict(parts)

    @property
    def rounds(self) -> int:
        """Return how many rounds are played."""
        whole = sum(self._length(piece) for piece in self.pieces)
        return whole + sum(map(_length_of, self.parts.values()))

    def add(self, first: int, count: int, part: Part) -> None:
        """Add so many rounds from a number on. A piece is counted when all of it is there."""
        size = self._settings.piece
        if part.course is None:
            self.tally.add(part.tally)
            self.pieces.update(range(first // size, -(-(first + count) // size)))
            return
        self.parts[first] = part
        piece = first // size
        mine = sorted(one for one in self.parts if one // size == piece)
        if sum(_length_of(self.parts[one]) for one in mine) == self._length(piece):
            course = Course([], [])
            for one in mine:
                tally, there = self.parts.pop(one)
                self.tally.add(tally)
                if there is not None:
                    course.nets.extend(there.nets)
                    course.wins.extend(there.wins)
            self.tally.add(follow(self._settings, course))
            self.pieces.add(piece)

    def forget_parts(self) -> None:
        """Leave out all parts of pieces: an engine that plays whole pieces plays them again."""
        self.parts.clear()

    def gaps(self) -> Iterator[Block]:
        """Yield the rounds that are not played. No gap reaches over the end of a piece."""
        size = self._settings.piece
        parts = sorted(self.parts)
        for piece in range(-(-self._settings.rounds // size)):
            if piece in self.pieces:
                continue
            at, end = piece * size, piece * size + self._length(piece)
            for first in (one for one in parts if one // size == piece):
                if first > at:
                    yield at, first - at
                at = first + _length_of(self.parts[first])
            if end > at:
                yield at, end - at

    def _length(self, piece: int) -> int:
        size = self._settings.piece
        return min(size, self._settings.rounds - piece * size)


def _length_of(part: Part) -> int:
    return len(part.course.nets) if part.course else 0
