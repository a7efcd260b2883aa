"""Listeners: the clients that follow a table, and how a change reaches each of them."""

import asyncio
from collections.abc import Iterator

from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.web.http.http_protocol import Connection
from fairdeal.web.http.metrics import Metrics
from fairdeal.web.http.ws_frame import text_frame
from fairdeal.web.live.messages import MessageWriter


class Listener:
    """A client that follows a table. Several changes may reach it as one message."""

    __slots__ = ("after", "changed", "closed", "connection", "direct", "person", "table", "token")

    def __init__(
        self, table: str, token: str | None, person: Person | None, connection: Connection | None
    ) -> None:
        self.table = table
        self.token = token
        self.person = person
        #: Where there is one, changes are written to it at once.
        self.connection = connection
        #: Whether the client has gone.
        self.closed = False
        #: The version up to which everything has been sent.
        self.after = 0
        #: Whether changes are written by whoever publishes them. Otherwise the listener's own task
        #: sends them, woken by `changed`: at first, after the client could not keep up, and when
        #: its session has ended.
        self.direct = False
        self.changed = asyncio.Event()

    @property
    def signed_out(self) -> bool:
        """Return whether the client had a session, which has ended."""
        return self.token is not None and self.person is None

    def set_person(self, person: Person | None) -> None:
        """Set whose session the token is of; None where the session has ended."""
        self.person = person
        if person is None:
            self.changed.set()


class Listeners:
    """All listeners, by table. Everything here belongs to the event loop's thread."""

    def __init__(self, messages: MessageWriter, metrics: Metrics) -> None:
        self._messages = messages
        self._metrics = metrics
        self._by_table: dict[str, set[Listener]] = {}

    def add(
        self,
        table: str,
        token: str | None,
        person: Person | None,
        connection: Connection | None = None,
    ) -> Listener:
        """Return a new listener, which is told of every change at a table."""
        listener = Listener(table, token, person, connection)
        self._by_table.setdefault(table, set()).add(listener)
        self._metrics.connections.inc()
        return listener

    def remove(self, listener: Listener) -> None:
        """Tell a listener of no further change."""
        self._by_table[listener.table].discard(listener)
        self._metrics.connections.dec()

    def __iter__(self) -> Iterator[Listener]:
        for listeners in self._by_table.values():
            yield from listeners

    def by_token(self) -> dict[str, list[Listener]]:
        """Return the listeners that have a session, by its token."""
        found: dict[str, list[Listener]] = {}
        for listener in self:
            if listener.token is not None:
                found.setdefault(listener.token, []).append(listener)
        return found

    def end_session(self, token: str) -> None:
        """Disconnect every listener of a session."""
        for listener in self.by_token().get(token, ()):
            listener.set_person(None)

    def wake(self, table: str | None = None) -> None:
        """Wake the tasks of a table's listeners, or of all."""
        for listener in self if table is None else self._by_table.get(table, ()):
            listener.changed.set()

    def publish(self, table: PublishedTable, *, has_events: bool) -> None:
        """Send a table's new state: at once where that can be, else by the listener's own task,
        which also looks for changes that are no events of the table.
        """
        listeners = self._by_table.get(table.id)
        if not listeners:
            return
        frames: dict[object, bytes] = {}
        for listener in listeners:
            if not has_events or not self._push(table, listener, frames):
                listener.direct = False
                listener.changed.set()

    def _push(self, table: PublishedTable, listener: Listener, frames: dict[object, bytes]) -> bool:
        """Write a change to a listener's connection, in a frame that is made once for all who are
        sent the same; return False where the listener's own task must send it.
        """
        connection, person, after = listener.connection, listener.person, listener.after
        if connection is None or not listener.direct or not connection.accepts_frames:
            return False
        if person is None and listener.signed_out:
            return False
        version = table.state.version
        if after == version:
            return True
        # Most listeners have no session, and share a frame.
        key = after if person is None else (after, person.id)
        frame = frames.get(key)
        if frame is None:
            viewer = table.viewer(person)
            events = table.events_text_after(after, viewer)
            if events is None:
                return False
            frames[key] = frame = text_frame(self._messages.message(table, events, viewer))
        connection.push(frame)
        listener.after = version
        return True
