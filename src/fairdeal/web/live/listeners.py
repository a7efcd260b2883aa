"""Listeners: the clients that follow a table, and how a change reaches each of them."""

import asyncio
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.web.http.http_protocol import Connection
from fairdeal.web.http.metrics import Metrics
from fairdeal.web.http.ws_frame import text_frame

if TYPE_CHECKING:
    from fairdeal.web.live.service import Service

#: Returns what a client is sent that knows all of a table up to a version; None where something has
#: to be read first, from the log or by a thread.
PushedMessage: TypeAlias = Callable[["Service", PublishedTable, int, Person | None], bytes | None]


class Listener:
    """A client that follows a table. Several changes may reach it as one message."""

    __slots__ = (
        *("after", "changed", "closed", "connection", "direct", "on_page", "person", "pushed"),
        *("shown", "table", "token"),
    )

    def __init__(
        self,
        table: str,
        token: str | None,
        person: Person | None,
        connection: Connection | None = None,
        pushed: PushedMessage | None = None,
        *,
        on_page: bool = False,
    ) -> None:
        self.table = table
        self.token = token
        self.person = person
        #: Where there are both, changes are written to the connection at once.
        self.connection = connection
        self.pushed = pushed
        #: Whether a person looks at a page.
        self.on_page = on_page
        #: What was last sent of the table that is no event.
        self.shown: tuple[object, ...] | None = None
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

    def beside_events(self, table: PublishedTable) -> tuple[object, ...]:
        """Return what the client is told of a table beside its events: a new dealer, a stop after a
        fault, a clock that was set back, and a warning. A page also shows what waits for a second
        person, and who skips to the result.
        """
        always = (table.dealer, table.stopped, table.since, table.freed_at)
        if not self.on_page:
            return always
        return (*always, table.pending, table.skipping, table.pace, table.tray)

    def set_person(self, person: Person | None) -> None:
        """Set whose session the token is of; None where the session has ended."""
        self.person = person
        if person is None:
            self.changed.set()


class Listeners:
    """All listeners, by table. Everything here belongs to the event loop's thread."""

    def __init__(self, service: "Service", metrics: Metrics) -> None:
        self._service = service
        self._metrics = metrics
        self._by_table: dict[str, set[Listener]] = {}

    def add(self, listener: Listener) -> Listener:
        """Have a new listener told of every change at its table."""
        self._by_table.setdefault(listener.table, set()).add(listener)
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
        frames: dict[object, bytes | None] = {}
        for listener in listeners:
            if not has_events or not self._push(table, listener, frames):
                listener.direct = False
                listener.changed.set()

    def _push(
        self, table: PublishedTable, listener: Listener, frames: dict[object, bytes | None]
    ) -> bool:
        """Write a change to a listener's connection, in a frame that is made once for all who are
        sent the same; return False where the listener's own task must send it.
        """
        connection, person, after = listener.connection, listener.person, listener.after
        if connection is None or listener.pushed is None:
            return False
        if not listener.direct or not connection.accepts_frames:
            return False
        if person is None and listener.signed_out:
            return False
        version = table.state.version
        if after == version:
            return True
        # Most listeners have no session, and share a frame.
        key = (listener.pushed, after, None if person is None else person.id)
        if key not in frames:
            frames[key] = self._frame(listener.pushed, table, listener)
        frame = frames[key]
        if frame is None:
            return False
        connection.push(frame)
        listener.after, listener.shown = version, listener.beside_events(table)
        return True

    def _frame(
        self, pushed: PushedMessage, table: PublishedTable, listener: Listener
    ) -> bytes | None:
        try:
            text = pushed(self._service, table, listener.after, listener.person)
        except Exception:
            # The listener's own task meets the same fault: it logs it and closes the connection.
            return None
        return None if text is None else text_frame(text)
