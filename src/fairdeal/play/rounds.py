"""The last finished rounds of a table, kept in memory so that they can be shown again."""

from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple

from fairdeal.table.entry import Entry
from fairdeal.table.events import Event
from fairdeal.table.state import State

#: How many finished rounds can be told again.
ROUNDS_KEPT: Final = 20
#: How many entries of the round that is on, or comes next, are remembered for telling it.
ENTRIES_KEPT: Final = 5_000


class FinishedRound(NamedTuple):
    """A finished round: the state of the table before it, and all of its entries."""

    before: State
    entries: list[Entry]

    @property
    def events(self) -> list[Event]:
        """Return the events of the round, in order."""
        return [event for entry in self.entries for event in entry.events]


class Rounds:
    """The last finished rounds of a table, and the entries of the round in progress."""

    def __init__(self, state: State, kept: int) -> None:
        self.finished: deque[FinishedRound] = deque(maxlen=kept)
        self._began = state
        self._entries: list[Entry] = []

    def snapshot(self) -> list[FinishedRound]:
        """Return the finished rounds, and after them the round in progress, for `restore`."""
        return [*self.finished, FinishedRound(self._began, list(self._entries))]

    def restore(self, kept: Sequence[FinishedRound]) -> None:
        """Replace everything by a snapshot."""
        *finished, (self._began, entries) = kept
        self.finished.extend(finished)
        self._entries = list(entries)

    def add(self, before: State, entry: Entry, after: State) -> None:
        """Add an entry; the entry that ends a round completes that round."""
        if len(self._entries) == ENTRIES_KEPT:  # people come and go, and no round is played
            self._entries, self._began = [], before
        self._entries.append(entry)
        if after.rounds != before.rounds:
            self.finished.append(FinishedRound(self._began, self._entries))
            self._entries, self._began = [], after
