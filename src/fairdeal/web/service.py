"""What the web side holds: the writer, the tables as they are durable, who listens, who is who."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from fairdeal.english import quoted
from fairdeal.floor.acts import happened
from fairdeal.floor.database import Database
from fairdeal.floor.floor import Floor, UnknownError
from fairdeal.floor.live import Face, deadline_of, seen_by
from fairdeal.floor.people import People, Person
from fairdeal.floor.store import Store
from fairdeal.floor.writer import Writer
from fairdeal.table.state import moment
from fairdeal.table.view import Viewer
from fairdeal.web.limits import Limit
from fairdeal.web.metrics import Metrics
from fairdeal.wire.json import dump_line

T = TypeVar("T")


class Listener:
    """Somebody who is sent what happens at a table; many changes may come as one."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.changed = asyncio.Event()


class Service:
    """The floor as the web has it. Everything here belongs to the event loop's thread."""

    def __init__(self, floor: Floor, reader: Database, quick: Database, metrics: Metrics) -> None:
        self.floor = floor
        self.settings = floor.settings
        self.metrics = metrics
        self.writer = Writer(floor, self._from_writer, metrics.committed)
        self.faces: dict[str, Face] = {}
        #: Long answers are read beside the loop, one at a time; small ones by the loop itself.
        self._reading = threading.Lock()
        self.reader = reader
        self.store = Store(reader)
        self.quick = quick
        self.people = People(quick)
        self._listeners: dict[str, set[Listener]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        #: Set when the server is to stop, so that nobody who listens holds it up.
        self.stopping = asyncio.Event()
        slow = bool(floor.settings.pace)
        self.command_limit = Limit(20, 1) if slow else None
        self.guest_limit = Limit(30, 60) if slow else None
        self.sign_in_limit = Limit(30, 60)

    def start(self) -> None:
        """Begin to serve, in the loop that runs now."""
        self._loop = asyncio.get_running_loop()
        for live in self.floor.tables.values():
            self._show(live.published())
        self.writer.start()

    def say_stop(self) -> None:
        """Have everybody who listens go."""
        self.stopping.set()
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.changed.set()

    def stop(self) -> None:
        """Let what waits be written, and end."""
        self.writer.stop()
        self.floor.database.close()
        self.reader.close()
        self.quick.close()

    # From the writer ------------------------------------------------------------------------------

    def _from_writer(self, faces: list[Face]) -> None:
        assert self._loop is not None, "it was started"
        self._loop.call_soon_threadsafe(self._show_all, faces)

    def _show_all(self, faces: list[Face]) -> None:
        for face in faces:
            self._show(face)

    def _show(self, face: Face) -> None:
        earlier = self.faces.get(face.id)
        self.faces[face.id] = face.after(earlier)
        if earlier is not None:
            self.metrics.rounds.inc(max(0, face.state.rounds - earlier.state.rounds))
        for listener in self._listeners.get(face.id, ()):
            listener.changed.set()

    # Asking ---------------------------------------------------------------------------------------

    async def ask(self, do: Callable[[Floor], T]) -> T:
        """Have the writer do something; the answer comes when it is durable and shown."""
        return await asyncio.wrap_future(self.writer.ask(do))

    async def read(self, do: Callable[[Store], T]) -> T:
        """Read from the log, beside the loop."""

        def reading() -> T:
            with self._reading:
                # All at one moment, so that a proof is about the log that the entries are from.
                self.reader.look()
                try:
                    self.store.leaves = self.reader.execute(
                        "SELECT coalesce(max(leaf) + 1, 0) FROM entries"
                    )[0][0]
                    return do(self.store)
                finally:
                    self.reader.rollback()

        return await asyncio.to_thread(reading)

    def person(self, token: str) -> Person | None:
        """Whose token it is."""
        return self.people.of_token(token, self.floor.time)

    def balance(self, account: str) -> int:
        """What an account holds, durably."""
        rows = self.quick.execute("SELECT units FROM balances WHERE account = ?", [account])
        return int(rows[0][0]) if rows else 0

    def face(self, table: str) -> Face:
        """A table as it is durable."""
        face = self.faces.get(table)
        if face is None:
            raise UnknownError(f"there is no table {quoted(table)}")
        return face

    # Listening ------------------------------------------------------------------------------------

    def listen(self, table: str) -> Listener:
        """Be told when something happens at a table."""
        listener = Listener(table)
        self._listeners.setdefault(table, set()).add(listener)
        self.metrics.connections.inc()
        return listener

    def leave(self, listener: Listener) -> None:
        """No longer."""
        self._listeners[listener.table].discard(listener)
        self.metrics.connections.dec()

    async def events(self, face: Face, after: int, viewer: Viewer) -> list[dict[str, Any]]:
        """What happened at a table after a version, as somebody may see it."""
        told = face.told(after, viewer)
        if told is not None:
            return told
        version = face.state.version

        def long_ago(store: Store) -> list[dict[str, Any]]:
            rows = store.database.execute(
                "SELECT min(number), max(number) FROM entries "
                "WHERE tbl = ? AND version > ? AND number > 0",
                (face.id, after),
            )
            first, last = rows[0]
            if first is None:
                return []
            found = happened(store, face.opening, face.id, first, min(last, first + 2_000))
            return list(seen_by(viewer, (one for one in found if after < one.version <= version)))

        return await self.read(long_ago)

    def head(self, face: Face) -> dict[str, Any]:
        """What every answer about a table says first."""
        return {
            "version": face.state.version,
            "at": moment(face.state),
            "now": round(self.floor.now(), 3),
            "deadline": deadline_of(face.state, face.since, self.settings.clock),
        }

    async def message(self, face: Face, after: int, viewer: Viewer) -> str:
        """What a listener is sent who knows all up to a version."""
        events = face.told_text(after, viewer)
        if events is None:
            events = dump_line(await self.events(face, after, viewer))
        head = dump_line(self.head(face))[:-1]
        return f'{head},"events":{events},"view":{face.view_text(viewer)}}}'
