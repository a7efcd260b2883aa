"""A table in the memory of the floor's writer: its session, its dealer, its clock, and the events
that are not published yet.
"""

from typing import Final

from fairdeal.floor.tables.clock import clock_restarts, deadline_of, is_practice
from fairdeal.floor.tables.published_table import PublishedTable, VersionedEvent
from fairdeal.play.session import Session
from fairdeal.table.entry import Entry
from fairdeal.table.state import State, moment

#: The least number of entries between two snapshots of a table.
SNAPSHOT_EVERY: Final = 500


class LiveTable:
    """One table as the floor's writer has it. It may be ahead of what is durable."""

    def __init__(self, table_id: str, session: Session, opening: str, place: int) -> None:
        self.id = table_id
        self.session = session
        #: The text of the table's first entry.
        self.opening = opening
        self.place = place
        #: Who deals: "auto" or "person".
        self.dealer = "auto"
        self.closed = False
        #: Why the table takes no commands until a restart; None while it runs.
        self.stopped: str | None = None
        #: The moment that is on, and when its clock started, by the table's own time.
        self.at = moment(session.state)
        self.since = 0
        #: When the last act was that the dealer pauses after, by the floor's time.
        self.last_act = 0.0
        #: The number of the entry that ended the last round.
        self.round_ended = 0
        #: The number of the entry after which the last snapshot was made.
        self.snapshot = 0
        #: The events since the table was last published.
        self.unpublished: list[VersionedEvent] = []
        #: The state and the start of the clock as last published, which are durable.
        self._durable = (session.state, 0)

    @property
    def state(self) -> State:
        """The table's state."""
        return self.session.state

    @property
    def linked(self) -> bool:
        """Whether the table shares a meter with other tables."""
        floor = self.state.rules.floor
        return bool(floor and floor.linked)

    @property
    def bots(self) -> int:
        """How many bots the rules seat at the table."""
        floor = self.state.rules.floor
        return floor.bots if floor else 0

    @property
    def practice(self) -> bool:
        """Whether it is a practice table."""
        return is_practice(self.state)

    def record_entry(self, before: State, entry: Entry, events: list[VersionedEvent]) -> bool:
        """Take the events of an entry that the session has applied, and set the clock.

        Return whether the clock started anew: with another moment, or within the same one.
        """
        after = self.state
        self.unpublished += events
        at = moment(after)
        if at == self.at and not clock_restarts(before, after):
            return False
        self.at, self.since = at, entry.time
        return True

    def end_round(self, number: int) -> tuple[int, bool]:
        """Note that a round ended with an entry. Return the number of the round's first entry, and
        whether a snapshot is due.
        """
        first, self.round_ended = self.round_ended + 1, number
        due = number - self.snapshot >= SNAPSHOT_EVERY
        if due:
            self.snapshot = number
        return first, due

    def deadline(self, clock: int) -> int | None:
        """Return when time is up for what the table waits for; None without a time limit."""
        return deadline_of(self.state, self.since, clock, self.dealer)

    def publish(self) -> PublishedTable:
        """Return the table as it is now, with its new events. Call it after a commit."""
        events, self.unpublished = self.unpublished, []
        self._durable = (self.state, self.since)
        return self._published(events)

    def publish_stopped(self) -> PublishedTable:
        """Return the table as it was last published, and drop what came after: it was never
        durable.
        """
        self.unpublished.clear()
        return self._published([])

    def _published(self, events: list[VersionedEvent]) -> PublishedTable:
        state, since = self._durable
        return PublishedTable(
            self.id,
            self.opening,
            self.place,
            state,
            since,
            self.dealer,
            self.closed,
            self.stopped,
            events,
        )
