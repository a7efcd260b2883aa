"""The last finished rounds of a table, kept so that they can be told again."""

from collections import deque
from typing import Final, NamedTuple

from fairdeal.table.entry import Entry
from fairdeal.table.events import Event
from fairdeal.table.state import State

#: How many finished rounds can be told again.
ROUNDS_KEPT: Final = 20
#: How many entries of the round that is on, or comes next, are remembered for telling it.
ENTRIES_KEPT: Final = 5_000


class FinishedRound(NamedTuple):
    """A finished round: the table before it, and its entries to the end."""

    before: State
    entries: list[Entry]

    @property
    def events(self) -> list[Event]:
        """All that happened in it, in order."""
        return [event for entry in self.entries for event in entry.events]


class Rounds:
    """What is remembered of a table: its last rounds, and what there is of the one that is on."""

    def __init__(self, state: State, kept: int) -> None:
        self.finished: deque[FinishedRound] = deque(maxlen=kept)
        self._began = state
        self._entries: list[Entry] = []

    def add(self, before: State, entry: Entry, after: State) -> None:
        """One more entry."""
        if len(self._entries) == ENTRIES_KEPT:  # people come and go, and no round is played
            self._entries, self._began = [], before
        self._entries.append(entry)
        if after.rounds != before.rounds:
            self.finished.append(FinishedRound(self._began, self._entries))
            self._entries, self._began = [], after
