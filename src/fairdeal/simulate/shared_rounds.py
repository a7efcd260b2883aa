"""Rounds in which the seats of a table have to do with each other.

Compiled rounds settle each seat by itself. Where a seat wins a share of a meter or a hand that pays
envy, the others see another meter or are paid too. Such a round is rare, and the table engine plays
it again.
"""

from collections.abc import Iterator, Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from fairdeal.rulebook.wager import Wager
from fairdeal.simulate.kernels.deal import Small
from fairdeal.simulate.rounds import RoundResult
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.table_engine import TableEngine


class SharedRounds:
    """Finds the shared rounds of a run by the cells of their side bets, and plays them; threads may
    share it. `hits` says, by side bet and cell, where a share of a meter is won.
    """

    def __init__(self, settings: Settings, sides: Sequence[Wager], hits: NDArray[np.bool_]) -> None:
        self._settings = settings
        self._marked = hits.copy()
        for place, wager in enumerate(sides):
            for cell, line in enumerate(settings.rules.terms[wager.name].table.envy_by_cell):
                self._marked[place, cell] |= line is not None
        self._table: TableEngine | None = None
        self._lock = Lock()

    def rounds(self, first: int, cells: Small) -> Iterator[tuple[int, RoundResult]]:
        """Yield the shared ones of the rounds from a number on, with their places among them.
        `cells` are those of the side bets, by seat.
        """
        if not self._marked.any():
            return
        found = np.zeros(cells.shape[2], np.bool_)
        for place, marked in enumerate(self._marked):
            if marked.any():
                found |= marked[cells[:, place]].any(axis=0)
        for at in np.flatnonzero(found).tolist():
            yield at, self._play(first + at)

    def _play(self, number: int) -> RoundResult:
        with self._lock:
            if self._table is None:
                self._table = TableEngine(self._settings)
            return self._table.play(number)
