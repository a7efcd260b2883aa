"""A table as its last durable transaction left it, which is what people are shown.

The writer makes a `PublishedTable` after each commit and hands it to the web side, which alone uses
it from then on. Views and events are rendered once for all viewers who see the same.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any, Final, NamedTuple

from fairdeal.floor.people.accounts import STAFF_ROLES, Person
from fairdeal.floor.tables.blind_counts import is_blind
from fairdeal.floor.tables.clock import is_practice
from fairdeal.floor.tables.pending_acts import PendingActs
from fairdeal.table import events as ev
from fairdeal.table.actors import PLAYER
from fairdeal.table.evolve import evolve
from fairdeal.table.state import State
from fairdeal.table.view import PUBLIC, View, Viewer, view
from fairdeal.wire.json_line import dump_bytes
from fairdeal.wire.view import (
    document_of,
    next_documents,
    player_document,
    seen_document,
)
from fairdeal.wording.dealer import Instruction, instructions

#: How many recent events are held in memory; older ones are read from the log.
RECENT: Final = 256


class VersionedEvent(NamedTuple):
    """An event with the table's version after it and the state before it."""

    version: int
    before: State
    event: ev.Event


def versioned_events(state: State, events: Iterable[ev.Event]) -> list[VersionedEvent]:
    """Return events with their versions and the state before each of them."""
    found: list[VersionedEvent] = []
    for event in events:
        # Most entries have one event, and nobody asks here for the state after the last.
        if found:
            state = evolve(state, found[-1].event)
        found.append(VersionedEvent(state.version + 1, state, event))
    return found


def visible_events(viewer: Viewer, events: Iterable[VersionedEvent]) -> Iterator[dict[str, Any]]:
    """Yield the documents of those events that a viewer may see, each with its version."""
    for version, before, event in events:
        document = seen_document(before, event, viewer)
        if document is not None:
            yield {"version": version, "event": document}


def viewer_of(state: State, person: Person | None) -> Viewer:
    """Return as whom a person sees a table: as a seated player, else by a working role."""
    if person is None:
        return PUBLIC
    if not any(seat.player == person.id for seat in state.seats.values()):
        for role in STAFF_ROLES:
            if role in person.roles:
                return Viewer(role)
    return Viewer(PLAYER, id=person.id)


class PublishedTable:
    """One table as it is durable: its state, its recent events, and the views made of them."""

    def __init__(
        self,
        table_id: str,
        opening: str,
        place: int,
        state: State,
        at: str,
        since: int,
        dealer: str,
        closed: bool,
        stopped: str | None,
        events: list[VersionedEvent],
        missed: Mapping[int, int] | None = None,
        owner: str | None = None,
        pace: str = "",
        skipping: frozenset[str] = frozenset(),
        pending: PendingActs = PendingActs(),  # noqa: B008 - a value
        tray: int = 0,
        freed_at: float | None = None,
    ) -> None:
        self.id = table_id
        self.opening = opening
        self.place = place
        self.state = state
        #: The moment that is on.
        self.at = at
        self.since = since
        self.dealer = dealer
        self.closed = closed
        self.stopped = stopped
        #: By seat, how many rounds in a row its player has not bet, for those who sit out.
        self.missed: Mapping[int, int] = missed or {}
        #: The person whose private practice table it is.
        self.owner = owner
        self.pace = pace
        #: The players who have folded and wait only for the result.
        self.skipping = skipping
        #: What waits for a second person, and the chips in the tray in cents.
        self.pending = pending
        self.tray = tray
        #: When all seats come free because nobody bets, by the floor's time, in the last minute
        #: before.
        self.freed_at = freed_at
        self.recent: deque[VersionedEvent] = deque(events, maxlen=RECENT)
        self._instructions: list[Instruction] | None = None
        self._next_steps: list[dict[str, Any]] | None = None
        self._seen: dict[Viewer, View] = {}
        self._views: dict[Viewer, dict[str, Any]] = {}
        self._view_texts: dict[Viewer, bytes] = {}
        self._event_texts: dict[tuple[int, Viewer], bytes] = {}

    def with_events_of(self, earlier: "PublishedTable | None") -> "PublishedTable":
        """Return this table with the recent events of the one published before it.

        The publications of a table share one list of recent events, as long as each continues the
        one before it without a gap.
        """
        if earlier is None:
            return self
        # A table that was read anew from its log repeats events that were published before, or has
        # only those after its last snapshot. Events in such a gap are read from the log.
        known = earlier.state.version
        new = [one for one in self.recent if one.version > known]
        if (new[0].version - 1 if new else self.state.version) == known:
            self.recent = earlier.recent
            self.recent.extend(new)
        return self

    @property
    def name(self) -> str:
        """Return the name that people call the table by."""
        floor = self.state.rules.floor
        return (floor.name if floor else None) or f"Table {self.id.removeprefix('t')}"

    @property
    def practice(self) -> bool:
        """Return whether it is a practice table."""
        return is_practice(self.state)

    def is_shown_to(self, person: Person | None) -> bool:
        """Return whether a person may see this table: a private one is for its owner, and for those
        who work on the floor.
        """
        if self.owner is None:
            return True
        if person is None:
            return False
        return person.id == self.owner or any(role in STAFF_ROLES for role in person.roles)

    def viewer(self, person: Person | None) -> Viewer:
        """Return as whom a person sees this table."""
        return viewer_of(self.state, person)

    def instructions(self) -> list[Instruction]:
        """Return the next steps at the table in words."""
        if self._instructions is None:
            self._instructions = instructions(self.state)
        return self._instructions

    def seen(self, viewer: Viewer) -> View:
        """Return the table as a viewer may see it."""
        found = self._seen.get(viewer)
        if found is None:
            found = self._seen[viewer] = view(self.state, viewer)
        return found

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """Return the document of the table for a viewer, rendered once for all who see the same."""
        seen = viewer
        if viewer.role is PLAYER and all(s.player != viewer.id for s in self.state.seats.values()):
            seen = PUBLIC
        if seen not in self._views:
            self._views[seen] = self._document(seen)
        document = self._views[seen]
        return document if seen is viewer else {**document, "viewer": str(viewer)}

    def _document(self, viewer: Viewer) -> dict[str, Any]:
        if viewer.role is PLAYER and self._views:
            # Others look too, and most of it is the same for all of them.
            return player_document(self.state, viewer, self.view(PUBLIC))
        if self._next_steps is None:
            self._next_steps = next_documents(self.instructions())
        document = document_of(self.seen(viewer), self._next_steps)
        if is_blind(self.dealer, self.closed, (viewer.role,)):
            document.pop("inventory", None)
        return document

    def view_text(self, viewer: Viewer) -> bytes:
        """Return the view as JSON text, written once for each viewer."""
        if viewer not in self._view_texts:
            self._view_texts[viewer] = dump_bytes(self.view(viewer))
        return self._view_texts[viewer]

    def has_events_after(self, version: int) -> bool:
        """Return whether every event after a version is in memory, and not only in the log."""
        if version >= self.state.version:
            return True
        return bool(self.recent) and self.recent[0].version <= version + 1

    def events_after(self, version: int, viewer: Viewer) -> list[dict[str, Any]] | None:
        """Return the events after a version that a viewer may see; None where some are only in the
        log.
        """
        if not self.has_events_after(version):
            return None
        newest_first = list(takewhile(lambda one: one.version > version, reversed(self.recent)))
        # The shared list may have grown: a later publication returns those events.
        last = self.state.version
        return list(
            visible_events(viewer, (one for one in reversed(newest_first) if one.version <= last))
        )

    def events_text_after(self, version: int, viewer: Viewer) -> bytes | None:
        """Return `events_after` as JSON text, written once for all who are sent the same."""
        key = (version, viewer)
        if key not in self._event_texts:
            events = self.events_after(version, viewer)
            if events is None:
                return None
            self._event_texts[key] = dump_bytes(events)
        return self._event_texts[key]
