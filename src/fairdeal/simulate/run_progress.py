"""The progress of a run: pieces that are counted, and parts of pieces that are not whole yet."""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from fairdeal.simulate.settings import Settings
from fairdeal.simulate.tally import BlockTally, RoundSeries, Tally, count_periods

#: A part of a run: the number of its first round, and how many rounds there are.
Block = tuple[int, int]


class _Counted(NamedTuple):
    """The tally of the pieces that are counted, their numbers, and the parts of other pieces by
    their first rounds.
    """

    tally: Tally
    pieces: AbstractSet[int]
    parts: Mapping[int, BlockTally]


class RunProgress:
    """The parts of a run that are played, in whatever order they come.

    An interrupt may come at any moment. So what is counted is replaced as a whole: a part counts
    with its rounds, or it is not there and is played again.
    """

    def __init__(
        self,
        settings: Settings,
        tally: Tally | None = None,
        pieces: Iterable[int] = (),
        parts: Iterable[tuple[int, BlockTally]] = (),
    ) -> None:
        self._settings = settings
        self._counted = _Counted(tally or Tally(), frozenset(pieces), dict(parts))

    @property
    def tally(self) -> Tally:
        """Return the tally of the pieces that are counted."""
        return self._counted.tally

    @property
    def pieces(self) -> AbstractSet[int]:
        """Return the numbers of the pieces that the tally counts."""
        return self._counted.pieces

    @property
    def parts(self) -> Mapping[int, BlockTally]:
        """Return parts of other pieces, by their first rounds."""
        return self._counted.parts

    @property
    def rounds(self) -> int:
        """Return how many rounds are played."""
        whole = sum(self._length(piece) for piece in self.pieces)
        return whole + sum(map(_length_of, self.parts.values()))

    def add(self, first: int, count: int, part: BlockTally) -> None:
        """Add so many rounds from a number on. A piece is counted when all of it is there."""
        size, before = self._settings.piece, self._counted
        if part.series is None:
            whole = range(first // size, -(-(first + count) // size))
            self._counted = before._replace(
                tally=_sum(before.tally, part.tally), pieces=before.pieces | {*whole}
            )
            return
        parts = {**before.parts, first: part}
        piece = first // size
        mine = {one: parts[one] for one in sorted(parts) if one // size == piece}
        if sum(map(_length_of, mine.values())) < self._length(piece):
            self._counted = before._replace(parts=parts)
            return
        series = RoundSeries([], [])
        for _, there in mine.values():
            if there is not None:
                series.nets.extend(there.nets)
                series.wins.extend(there.wins)
        self._counted = _Counted(
            _sum(
                before.tally,
                *(one.tally for one in mine.values()),
                count_periods(self._settings, series),
            ),
            before.pieces | {piece},
            {one: there for one, there in parts.items() if one not in mine},
        )

    def forget_parts(self) -> None:
        """Leave out all parts of pieces: an engine that plays whole pieces plays them again."""
        self._counted = self._counted._replace(parts={})

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


def _length_of(part: BlockTally) -> int:
    return len(part.series.nets) if part.series else 0


def _sum(*tallies: Tally) -> Tally:
    total = Tally()
    for one in tallies:
        total.add(one)
    return total
