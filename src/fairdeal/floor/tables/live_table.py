"""A table in the memory of the floor's writer: its session, its dealer, its clock, and the events
that are not published yet.
"""

from typing import Final, NamedTuple

from fairdeal.floor.tables.act_rules import DEFAULT_PACE
from fairdeal.floor.tables.clock import (
    WORD_SECONDS,
    clock_restarts,
    deadline_of,
    has_stakes,
    is_practice,
)
from fairdeal.floor.tables.pending_acts import PendingActs
from fairdeal.floor.tables.published_table import PublishedTable, VersionedEvent
from fairdeal.play.session import Session
from fairdeal.table import commands as cmd
from fairdeal.table.entry import Entry
from fairdeal.table.state import OPEN, State, bound, moment

#: The least number of entries between two snapshots of a table.
SNAPSHOT_EVERY: Final = 500


class Standstill(NamedTuple):
    """A full table at which nobody bets: who sits there, since when, and when it was last seen."""

    who: tuple[str, ...]
    began: float
    seen: float


class LiveTable:
    """One table as the floor's writer has it. It may be ahead of what is durable."""

    def __init__(self, table_id: str, session: Session, opening: str, place: int) -> None:
        self.id = table_id
        self.session = session
        #: The text of the table's first entry.
        self.opening = opening
        self.place = place
        floor = session.state.rules.floor
        #: Whether the table shares a meter with other tables.
        self.linked = bool(floor and floor.linked)
        #: How many bots the rules seat at the table.
        self.bots = floor.bots if floor else 0
        #: Whether it is a practice table.
        self.practice = is_practice(session.state)
        #: Who deals: "auto" or "person".
        self.dealer = "auto"
        self.closed = False
        #: What waits for a second person beside the table's commands.
        self.pending = PendingActs()
        #: The chips in its tray, in cents, as last published.
        self.tray = 0
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
        #: The person whose private practice table it is.
        self.owner: str | None = None
        #: The pace that the owner has chosen.
        self.pace = DEFAULT_PACE
        #: The players who have folded and do not want to wait for the result of the round.
        self.skipping: set[str] = set()
        #: By seat, its player and how many rounds in a row the player has not bet.
        self._missed: dict[int, tuple[str, int]] = {}
        #: By seat, a player who is away and how many rounds he or she had missed before.
        self._away: dict[int, tuple[str, int]] = {}
        #: The seats that were taken when others had bet already.
        self._came_late: set[int] = set()
        #: By seat, the players who have no bet in the round that is on.
        self._skipping: dict[int, str] = {}
        #: That everybody at the full table lets the bets lie open; None while somebody plays.
        self.standstill: Standstill | None = None
        #: When all seats come free because nobody bets, by the floor's time, in the last minute
        #: before.
        self.freed_at: float | None = None
        #: The events since the table was last published.
        self.unpublished: list[VersionedEvent] = []
        #: The state, its moment, the start of the clock, what waits and the tray as last published,
        #: which are durable.
        self._durable = (session.state, self.at, 0, self.pending, 0)

    @property
    def state(self) -> State:
        """Return the table's state."""
        return self.session.state

    @property
    def stands_still(self) -> bool:
        """Return whether the table is full of people none of whom bets, though bets are open."""
        state = self.state
        seats = state.seats.values()
        full = len(seats) == state.rules.seats and not any(seat.bot for seat in seats)
        waits = state.phase is OPEN and not state.held and bound(state) and not has_stakes(state)
        return full and waits and self.dealer == "auto" and self.owner is None

    def record_entry(self, before: State, entry: Entry, events: list[VersionedEvent]) -> bool:
        """Take the events of an entry that the session has applied, and set the clock.

        Return whether the clock started anew: with another moment, or within the same one.
        """
        after = self.state
        self.unpublished += events
        if isinstance(entry.command, cmd.Sit) and has_stakes(after):
            self._came_late.add(entry.command.seat)
        if after.phase is not before.phase or after.rounds != before.rounds:
            self._count_missed_rounds(before)
        at = moment(after)
        if at == self.at and not clock_restarts(before, after):
            return False
        self.at, self.since = at, entry.time
        return True

    def missed_rounds(self, number: int) -> int:
        """Return how many rounds in a row the player at a seat has not bet."""
        player, missed = self._missed.get(number, ("", 0))
        return missed if player == self.state.seats[number].player else 0

    def rounds_away(self, number: int, *, away: bool) -> int:
        """Return how many rounds the player at a seat has missed since it was first asked while he
        or she was away; 0 for one who is there.
        """
        if not away:
            self._away.pop(number, None)
            return 0
        seat, missed = self.state.seats[number], self.missed_rounds(number)
        player, before = self._away.get(number, ("", 0))
        if player != seat.player or missed < before:
            self._away[number] = (seat.player, missed)
            return 0
        return missed - before

    def _count_missed_rounds(self, before: State) -> None:
        """Count who does not bet: those whom a round begins without miss it when it ends."""
        seats = self.state.seats
        if before.phase is OPEN and self.state.phase is not OPEN:
            self._skipping = {
                number: seat.player
                for number, seat in seats.items()
                if not seat.bot and not seat.in_round and number not in self._came_late
            }
        if self.state.rounds != before.rounds:
            skipping, self._skipping = self._skipping, {}
            self._came_late.clear()
            self.skipping.clear()
            self._missed = {
                number: (player, self.missed_rounds(number) + 1)
                for number, player in skipping.items()
                if number in seats and seats[number].player == player
            }

    def end_round(self, number: int) -> tuple[int, bool]:
        """Note that a round ended with an entry. Return the number of the round's first entry, and
        whether a snapshot is due.
        """
        first, self.round_ended = self.round_ended + 1, number
        due = number - self.snapshot >= SNAPSHOT_EVERY
        if due:
            self.snapshot = number
        return first, due

    def deadline(self, clock: int, words: int = WORD_SECONDS) -> int | None:
        """Return when time is up for what the table waits for; None without a time limit."""
        return deadline_of(self.state, self.since, clock, self.dealer, words)

    def publish(self) -> PublishedTable:
        """Return the table as it is now, with its new events. Call it after a commit."""
        events, self.unpublished = self.unpublished, []
        self._durable = (self.state, self.at, self.since, self.pending, self.tray)
        return self._published(events)

    def publish_stopped(self) -> PublishedTable:
        """Return the table as it was last published, and drop what came after: it was never
        durable.
        """
        self.unpublished.clear()
        return self._published([])

    def _published(self, events: list[VersionedEvent]) -> PublishedTable:
        state, at, since, pending, tray = self._durable
        return PublishedTable(
            self.id,
            self.opening,
            self.place,
            state,
            at,
            since,
            self.dealer,
            self.closed,
            self.stopped,
            events,
            {
                n: missed
                for n in state.seats
                if n in self.state.seats
                if (missed := self.missed_rounds(n))
            },
            self.owner,
            self.pace,
            frozenset(self.skipping),
            pending,
            tray,
            self.freed_at if self.stands_still else None,
        )
