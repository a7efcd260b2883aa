"""A table of the floor in memory: its session, who deals, the clock, and what happened last."""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any, Final, NamedTuple

from fairdeal.floor.people.accounts import WORKING, Person
from fairdeal.play.session import Session
from fairdeal.table import events as ev
from fairdeal.table.actors import PLAYER
from fairdeal.table.entry import Entry
from fairdeal.table.evolve import evolve
from fairdeal.table.state import DECISIONS, OPEN, State, moment
from fairdeal.table.view import PUBLIC, Viewer
from fairdeal.wire.line import dump_bytes
from fairdeal.wire.view import next_documents, seen_document, view_document

#: So many entries at least lie between two snapshots of a table.
SNAPSHOT_EVERY: Final = 500
#: How many events are at hand to be told again; older ones are read from the log.
RECENT: Final = 256


class Happened(NamedTuple):
    """An event with the table's version after it and the state before it."""

    version: int
    before: State
    event: ev.Event


class LiveTable:
    """One table as the floor's writer has it: it may be ahead of what is durable."""

    def __init__(self, table_id: str, session: Session, opening: str, place: int) -> None:
        self.id = table_id
        self.session = session
        #: The text of the table's first entry.
        self.opening = opening
        self.place = place
        self.dealer = "auto"
        self.closed = False
        #: Why nothing more is taken until a restart, where that is so.
        self.stopped: str | None = None
        #: The moment that is on, and when it began, by the table's clock.
        self.at = moment(session.state)
        self.since = 0
        #: When something last happened, by the floor's clock: what the dealer's pace goes by.
        self.last_act = 0.0
        #: The entries that ended the last round, and at which the last snapshot was made.
        self.round_ended = 0
        self.snapshot = 0
        #: What happened since it was last published.
        self.fresh: list[Happened] = []
        #: The state and the moment that were last published, which are durable.
        self._shown = (session.state, 0)

    @property
    def state(self) -> State:
        """The table's state."""
        return self.session.state

    @property
    def linked(self) -> bool:
        """Whether it shares a meter with other tables."""
        floor = self.state.rules.floor
        return bool(floor and floor.linked)

    @property
    def bots(self) -> int:
        """How many bots keep it company."""
        floor = self.state.rules.floor
        return floor.bots if floor else 0

    @property
    def practice(self) -> bool:
        """Whether it is for practice."""
        return _is_practice(self.state)

    def hear(self, before: State, entry: Entry, happened: list[Happened]) -> bool:
        """An entry has come: keep the clock and what happened. Says whether another moment is on,
        or its clock begins anew.
        """
        after = self.state
        self.fresh += happened
        at, was = moment(after), self.at
        if at == was and not begins_anew(before, after):
            return False
        self.at, self.since = at, entry.time
        return True

    def round_over(self, number: int) -> tuple[int, bool]:
        """A round has ended with this entry. Says with which it began, and whether it is time for a
        snapshot.
        """
        first, self.round_ended = self.round_ended + 1, number
        due = number - self.snapshot >= SNAPSHOT_EVERY
        if due:
            self.snapshot = number
        return first, due

    def deadline(self, clock: int) -> int | None:
        """When the clock ends for the bets or the decision that is waited for."""
        return deadline_of(self.state, self.since, clock, self.dealer)

    def published(self) -> "Face":
        """What everybody may know of now: the table as it is, and what happened last."""
        fresh, self.fresh = self.fresh, []
        self._shown = (self.state, self.since)
        return self._face(fresh)

    def halted(self) -> "Face":
        """The table as it was last published, and that it takes nothing more: what it came to since
        may never have happened.
        """
        self.fresh.clear()
        return self._face([])

    def _face(self, fresh: list[Happened]) -> "Face":
        state, since = self._shown
        return Face(
            self.id,
            self.opening,
            self.place,
            state,
            since,
            self.dealer,
            self.closed,
            self.stopped,
            fresh,
        )


def told_apart(state: State, events: Iterable[ev.Event]) -> list[Happened]:
    """Events, each with the state before it."""
    happened = []
    for event in events:
        happened.append(Happened(state.version + 1, state, event))
        state = evolve(state, event)
    return happened


def deadline_of(state: State, since: int, clock: int, dealer: str) -> int | None:
    """When the clock ends for what has been waited for since then; None where nothing is, or where
    a person who deals closes the bets.
    """
    by_hand = state.phase is OPEN and dealer == "person"
    return since + clock if clock and not by_hand and _runs(state) else None


def begins_anew(before: State, after: State) -> bool:
    """Whether the clock of a moment that goes on begins anew: with the first bet, and with whatever
    lets it run: the floorperson has spoken, or somebody sits down beside one who practised alone.
    """
    first = after.phase is OPEN and not stakes_lie(before) and stakes_lie(after)
    return first or (not _runs(before) and _runs(after))


def _runs(state: State) -> bool:
    """Whether there is a clock for what is waited for. Whoever practises alone has all the time
    there is, and nobody is hurried while the floorperson is asked; a call for the floorperson holds
    up nothing, or it would be a way to more time.
    """
    if state.asked is not None or state.differs is not None or _practises_alone(state):
        return False
    if state.phase is OPEN:
        return stakes_lie(state)
    return isinstance(state.current, DECISIONS) and not state.replacing


def _practises_alone(state: State) -> bool:
    """Whether it is a table for practice at which no two people sit, who could wait for each
    other. Bots wait for nobody, and whoever has left the round is waited for no more.
    """
    if not _is_practice(state):
        return False
    seats = state.seats.values()
    return len({seat.player for seat in seats if not seat.bot and not seat.left}) < 2


class Face:
    """One table as it is durable: what is shown to people. It is made by the writer after a commit,
    and belongs to whoever shows it from then on.
    """

    def __init__(
        self,
        table_id: str,
        opening: str,
        place: int,
        state: State,
        since: int,
        dealer: str,
        closed: bool,
        stopped: str | None,
        fresh: list[Happened],
    ) -> None:
        self.id = table_id
        self.opening = opening
        self.place = place
        self.state = state
        self.since = since
        self.dealer = dealer
        self.closed = closed
        self.stopped = stopped
        self.recent: deque[Happened] = deque(fresh, maxlen=RECENT)
        self._coming: list[dict[str, Any]] = []
        self._views: dict[Viewer, dict[str, Any]] = {}
        self._texts: dict[Viewer, bytes] = {}
        self._told: dict[tuple[int, Viewer], bytes] = {}

    def after(self, earlier: "Face | None") -> "Face":
        """This face with what happened before it still at hand; what is, all faces of a table
        share, as long as one follows on the other.
        """
        if earlier is None:
            return self
        # A table that was read anew from its log tells again what was told before, or only what
        # came after its last snapshot: then what lies between is read from the log.
        known = earlier.state.version
        fresh = [one for one in self.recent if one.version > known]
        if (fresh[0].version - 1 if fresh else self.state.version) == known:
            self.recent = earlier.recent
            self.recent.extend(fresh)
        return self

    @property
    def name(self) -> str:
        """What people call the table."""
        floor = self.state.rules.floor
        return (floor.name if floor else None) or f"Table {self.id.removeprefix('t')}"

    @property
    def practice(self) -> bool:
        """Whether it is for practice."""
        return _is_practice(self.state)

    def viewer(self, person: Person | None) -> Viewer:
        """Who somebody is at this table: the player at a seat first, then whoever works here."""
        return viewer_of(self.state, person)

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """The table as somebody is sent it; rendered once for all who see the same."""
        seen = viewer
        if viewer.role is PLAYER and all(s.player != viewer.id for s in self.state.seats.values()):
            seen = PUBLIC
        if seen not in self._views:
            self._coming = self._coming or next_documents(self.state)
            self._views[seen] = view_document(self.state, seen, self._coming)
        document = self._views[seen]
        return document if seen is viewer else {**document, "viewer": str(viewer)}

    def view_text(self, viewer: Viewer) -> bytes:
        """The view as JSON text; written once for all who are sent the same."""
        if viewer not in self._texts:
            self._texts[viewer] = dump_bytes(self.view(viewer))
        return self._texts[viewer]

    def remembers(self, after: int) -> bool:
        """Whether all that came after a version is at hand; else it is read from the log."""
        if after >= self.state.version:
            return True
        return bool(self.recent) and self.recent[0].version <= after + 1

    def told(self, after: int, viewer: Viewer) -> list[dict[str, Any]] | None:
        """The events after a version as somebody may see them; None where they are too long ago."""
        if not self.remembers(after):
            return None
        fresh = list(takewhile(lambda one: one.version > after, reversed(self.recent)))
        # What came after this face is another's to tell.
        last = self.state.version
        return list(seen_by(viewer, (one for one in reversed(fresh) if one.version <= last)))

    def told_text(self, after: int, viewer: Viewer) -> bytes | None:
        """The same as JSON text; written once for all who are sent the same."""
        key = (after, viewer)
        if key not in self._told:
            told = self.told(after, viewer)
            if told is None:
                return None
            self._told[key] = dump_bytes(told)
        return self._told[key]


def viewer_of(state: State, person: Person | None) -> Viewer:
    """Who somebody is at a table: the player at a seat first, then whoever works there."""
    if person is None:
        return PUBLIC
    if not any(seat.player == person.id for seat in state.seats.values()):
        for role in WORKING:
            if role in person.roles:
                return Viewer(role)
    return Viewer(PLAYER, id=person.id)


def seen_by(viewer: Viewer, happened: Iterable[Happened]) -> Iterator[dict[str, Any]]:
    """What somebody is sent of some events, each with the version after it."""
    for version, before, event in happened:
        document = seen_document(before, event, viewer)
        if document is not None:
            yield {"version": version, "event": document}


def stakes_lie(state: State) -> bool:
    """Whether anybody has bet."""
    return any(seat.stakes for seat in state.seats.values())


def _is_practice(state: State) -> bool:
    return state.rules.floor is not None and state.rules.floor.practice
