"""What the web side holds: the writer, the tables as they are durable, who listens, who is who."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, Final, TypeVar

from fairdeal.english import quoted
from fairdeal.errors import UnknownError
from fairdeal.floor.floor import Floor
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.floor_entries import read_events
from fairdeal.floor.log.store import Store
from fairdeal.floor.money.ledger import player_account
from fairdeal.floor.money.table_results import TableResults
from fairdeal.floor.people.accounts import MOST_TOKENS, People, Person
from fairdeal.floor.tables.clock import deadline_of
from fairdeal.floor.tables.published_table import PublishedTable, visible_events
from fairdeal.floor.writer import Job, JobResult, Writer, resolve_futures
from fairdeal.table.state import moment
from fairdeal.table.view import Viewer
from fairdeal.web.http import logs
from fairdeal.web.http.http_protocol import Connection
from fairdeal.web.http.limits import MAX_TRACKED, LogReadLimit, RateLimit, SignInAttempts
from fairdeal.web.http.logs import SLOW_SECONDS
from fairdeal.web.http.metrics import Metrics
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.ws_frame import text_frame
from fairdeal.wire.line import dump_bytes

T = TypeVar("T")
#: How often it is written down that a session is used, and how often whoever listens is looked at
#: again, in seconds.
SESSION_NOTE_SECONDS: Final = 300.0
SESSION_CHECK_SECONDS: Final = 1.0
#: How long the writer waits at most for those who show what it wrote, in seconds.
PUBLISH_WAIT_SECONDS: Final = 0.02
#: So many may wait for the writer, who does about a thousand in a second.
MAX_QUEUED: Final = 4_000
#: So many entries are read from the log at once.
LOG_PAGE_ENTRIES: Final = 500
#: Events up to so many bytes are sent in one message, which is some hundred rounds.
MAX_MESSAGE_BYTES: Final = 4 * 1024 * 1024


class Listener:
    """Somebody who is sent what happens at a table; many changes may come as one."""

    __slots__ = ("after", "changed", "closed", "connection", "direct", "person", "table", "token")

    def __init__(
        self, table: str, token: str | None, person: Person | None, connection: Connection | None
    ) -> None:
        self.table = table
        self.token = token
        self.person = person
        #: Where there is one, changes are written to it at once.
        self.connection = connection
        #: Set when the client has gone.
        self.closed = False
        #: Up to which version all has been sent.
        self.after = 0
        #: Whether it is sent what happens by whoever shows it; else by its own task, which
        #: `changed` wakes: at first, after it could not keep up, and where the session has ended.
        self.direct = False
        self.changed = asyncio.Event()


def _set_person(listener: Listener, person: Person | None) -> None:
    """Whose session a listener's is by now; nobody's where it has ended."""
    listener.person = person
    if person is None:
        listener.changed.set()


class Service:
    """The floor as the web has it. Everything here belongs to the event loop's thread."""

    def __init__(self, floor: Floor, reader: Database, queries: Database, metrics: Metrics) -> None:
        self.floor = floor
        self.settings = floor.settings
        self.metrics = metrics
        #: Set where all that was written is shown. The writer waits for it a little: what it would
        #: write meanwhile takes the time of showing, and shares a commit with what comes.
        self._published = threading.Event()
        self._published.set()
        self.writer = Writer(
            floor,
            self._publish_later,
            self._committed,
            self._stopped_by_fault,
            self._resolve_later,
            self._remove_tables_later,
            lambda: self._published.wait(PUBLISH_WAIT_SECONDS),
        )
        self.tables: dict[str, PublishedTable] = {}
        #: Long answers are read beside the loop, one at a time and in the order in which they were
        #: asked, in a thread of their own: whoever signs in needs the loop's. Small ones are asked
        #: by the loop itself.
        self._log_pool = ThreadPoolExecutor(1, "reader")
        self.reader = reader
        self.store = Store(reader)
        #: The tables' sums so far; read with the log.
        self.table_results = TableResults()
        #: What every request asks, apart from whoever reads long in the log.
        self._query_lock = threading.Lock()
        self._query_database = queries
        #: A file answers at once, sooner than a thread begins. A database elsewhere may not answer
        #: for long, and nobody is to wait for it who has asked for something else.
        self._query_pool = ThreadPoolExecutor(1, "queries") if queries.shared else None
        self.people = People(queries)
        #: When a session was last noted as used.
        self._session_notes: dict[str, float] = {}
        self._listeners: dict[str, set[Listener]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._session_checks: asyncio.Task[None] | None = None
        #: Set when the server is to stop, so that nobody who listens holds it up.
        self.stopping = asyncio.Event()
        slow = bool(floor.settings.pace)
        self._command_limit = RateLimit(20, 1) if slow else None
        self.guest_limit = RateLimit(30, 60) if slow else None
        self.player_limit = RateLimit(30, 60) if slow else None
        self.sign_in_limit = RateLimit(30, 60)
        #: Ten wrong passwords a minute for a name, over three minutes: one address alone meets its
        #: own limit first.
        self.sign_in_attempts = SignInAttempts(RateLimit(30, 180))
        self.log_read_limit = LogReadLimit(RateLimit(300, 60), 8) if slow else None

    def start(self) -> None:
        """Begin to serve, in the loop that runs now."""
        self._loop = asyncio.get_running_loop()
        for live in self.floor.tables.values():
            self._publish(live.publish())
        self._session_checks = self._loop.create_task(self._check_sessions())
        self.writer.start()

    def begin_shutdown(self) -> None:
        """Have everybody who listens go."""
        self.stopping.set()
        if self._session_checks is not None:
            self._session_checks.cancel()
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.changed.set()

    def stop(self) -> None:
        """Let what waits be written, and end."""
        self.writer.stop()
        self._log_pool.shutdown(cancel_futures=True)
        if self._query_pool is not None:
            self._query_pool.shutdown(cancel_futures=True)
        self.floor.database.close()
        self.reader.close()
        self._query_database.close()

    # From the writer ------------------------------------------------------------------------------

    def _publish_later(self, faces: list[PublishedTable]) -> None:
        assert self._loop is not None, "it was started"
        self._published.clear()
        self._loop.call_soon_threadsafe(self._publish_all, faces)

    def _resolve_later(self, answers: Sequence[JobResult]) -> None:
        # One call for all who share a commit; it comes after the one that shows what it did.
        assert self._loop is not None, "it was started"
        self._loop.call_soon_threadsafe(resolve_futures, answers)

    def _committed(self, seconds: float, jobs: int) -> None:
        self.metrics.committed(seconds, jobs)
        if seconds > SLOW_SECONDS:
            logs.warning("slow commit", seconds=round(seconds, 3), commands=jobs)

    def _stopped_by_fault(self, tables: dict[str, str], error: BaseException) -> None:
        """Something failed: it is told, and the tables that it stopped say so from now on."""
        logs.error("fault", error, tables=list(tables))
        for table, reason in tables.items():
            logs.warning("table stopped", table=table, reason=reason)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._publish_stopped, tables)

    def _publish_stopped(self, tables: dict[str, str]) -> None:
        for table, reason in tables.items():
            if table in self.tables:
                self.tables[table].stopped = reason
                for listener in self._listeners.get(table, ()):
                    listener.changed.set()

    def _remove_tables_later(self, tables: set[str]) -> None:
        assert self._loop is not None, "it was started"
        self._loop.call_soon_threadsafe(self._remove_tables, tables)

    def _remove_tables(self, tables: set[str]) -> None:
        """Tables that were shown as stopped while nobody could say whether they had opened."""
        for table in tables:
            self.tables.pop(table, None)
            for listener in self._listeners.get(table, ()):
                listener.changed.set()

    def _publish_all(self, faces: list[PublishedTable]) -> None:
        try:
            for face in faces:
                self._publish(face)
        finally:
            self._published.set()

    def _publish(self, face: PublishedTable) -> None:
        earlier = self.tables.get(face.id)
        self.tables[face.id] = face.with_events_of(earlier)
        if earlier is not None and face.state.rounds > earlier.state.rounds:
            self.metrics.rounds.inc(face.state.rounds - earlier.state.rounds)
        frames: dict[object, bytes] = {}
        # What is no event of the table, each listener's own task looks for.
        silent = earlier is not None and face.state.version == earlier.state.version
        for listener in self._listeners.get(face.id, ()):
            if silent or not self._push(face, listener, frames):
                listener.direct = False
                listener.changed.set()

    def _push(self, face: PublishedTable, listener: Listener, frames: dict[object, bytes]) -> bool:
        """Send somebody at once what happened; False where the listener's own task must. A frame
        is made once for all who are sent the same.
        """
        connection, person, after = listener.connection, listener.person, listener.after
        if connection is None or not listener.direct or not connection.accepts_frames:
            return False
        if not self.may_listen(listener):
            return False
        version = face.state.version
        if after == version:
            return True
        # Most look on, and are nobody in particular.
        key = after if person is None else (after, person.id)
        frame = frames.get(key)
        if frame is None:
            viewer = face.viewer(person)
            events = face.events_text_after(after, viewer)
            if events is None:
                return False
            frames[key] = frame = text_frame(self._message(face, events, viewer))
        connection.push(frame)
        listener.after = version
        return True

    # Asking ---------------------------------------------------------------------------------------

    def count_command(self, person: Person) -> None:
        """One more command of somebody; too many are a problem."""
        if self._command_limit is not None:
            self._command_limit.take(person.id)

    async def submit(self, do: Callable[[Floor], T]) -> T:
        """Have the writer do something; the answer comes when it is durable and shown."""
        assert self._loop is not None, "it was started"
        if self.writer.queued >= MAX_QUEUED:
            detail = "more is asked than can be done now, and this was not: ask again in a moment"
            raise Problem(503, "busy", detail)
        done: asyncio.Future[T] = self._loop.create_future()
        self.writer.enqueue(Job(do, done))
        return await done

    async def read_log(self, do: Callable[[Store], T]) -> T:
        """Read from the log, beside the loop."""

        def reading() -> T:
            # All at one moment, so that a proof is about the log that the entries are from.
            self.reader.begin_read()
            try:
                self.store.leaves = self.reader.execute(
                    "SELECT coalesce(max(leaf) + 1, 0) FROM entries"
                )[0][0]
                return do(self.store)
            finally:
                self.reader.rollback()

        assert self._loop is not None, "it was started"
        return await self._loop.run_in_executor(self._log_pool, reading)

    def log_read(self, who: str) -> AbstractContextManager[None]:
        """Somebody reads far back in the log; too many are a problem."""
        return nullcontext() if self.log_read_limit is None else self.log_read_limit.reading(who)

    def count_record_read(self, who: str) -> None:
        """Somebody asks for the record of one round, which is soon read; too many are a problem."""
        if self.log_read_limit is not None:
            self.log_read_limit.starts.take(who)

    @property
    def queries_in_thread(self) -> bool:
        """Whether the database is asked beside the loop."""
        return self._query_pool is not None

    async def query(self, do: Callable[[], T]) -> T:
        """Ask the database something small, beside the loop where that may take long."""
        if self._query_pool is None:
            return do()
        assert self._loop is not None, "it was started"
        return await self._loop.run_in_executor(self._query_pool, do)

    def person(self, token: str) -> Person | None:
        """Whose token it is; asked of the database every time, since sessions end elsewhere too."""
        person = self._person_of_token(token)
        if person is not None:
            self._note_use(token)
        return person

    def _person_of_token(self, token: str) -> Person | None:
        with self._query_lock:
            return self.people.find_by_token(token, self.floor.time)

    async def session(self, token: str, *, chips: bool) -> tuple[Person | None, int]:
        """Whose token it is, asked beside the loop; with what he or she holds, where a page is to
        say so.
        """

        def look() -> tuple[Person | None, int]:
            person = self._person_of_token(token)
            if person is None or not chips:
                return person, 0
            return person, self.balance(player_account(person.id))

        person, units = await self.query(look)
        if person is not None:
            self._note_use(token)
        return person, units

    def _note_use(self, token: str) -> None:
        """A session is used: now and then the database is told."""
        now = time.monotonic()
        due = now - self._session_notes.get(token, -SESSION_NOTE_SECONDS) >= SESSION_NOTE_SECONDS
        if due and self.writer.queued < MAX_QUEUED:
            if len(self._session_notes) >= MAX_TRACKED:
                self._session_notes.clear()
            self._session_notes[token] = now
            self.writer.submit(lambda floor: floor.people.renew_session(token, floor.time))

    def registered_person(self, name: str) -> tuple[Person, str | None] | None:
        """A registered person by name, with the hash of the password."""
        with self._query_lock:
            return self.people.find_by_name(name)

    def balance(self, account: str) -> int:
        """What an account holds, durably."""
        with self._query_lock:
            rows = self._query_database.execute(
                "SELECT units FROM balances WHERE account = ?", [account]
            )
        return int(rows[0][0]) if rows else 0

    def table(self, table: str) -> PublishedTable:
        """A table as it is durable."""
        face = self.tables.get(table)
        if face is None:
            raise UnknownError(f"there is no table {quoted(table)}")
        return face

    # Listening ------------------------------------------------------------------------------------

    def subscribe(
        self,
        table: str,
        token: str | None,
        person: Person | None,
        connection: Connection | None = None,
    ) -> Listener:
        """Be told when something happens at a table."""
        listener = Listener(table, token, person, connection)
        self._listeners.setdefault(table, set()).add(listener)
        self.metrics.connections.inc()
        return listener

    def unsubscribe(self, listener: Listener) -> None:
        """No longer."""
        self._listeners[listener.table].discard(listener)
        self.metrics.connections.dec()

    def may_listen(self, listener: Listener) -> bool:
        """Whether somebody who listens still may: a session may have ended, or there is no such
        table after all.
        """
        known = listener.token is None or listener.person is not None
        return known and listener.table in self.tables

    def end_listeners(self, token: str) -> None:
        """Whoever listens with this token goes at once."""
        for listener in self._listeners_by_token().get(token, ()):
            _set_person(listener, None)

    def _listeners_by_token(self) -> dict[str, list[Listener]]:
        """Those who listen, but for who is nobody in particular, by token."""
        found: dict[str, list[Listener]] = {}
        for listeners in self._listeners.values():
            for listener in listeners:
                if listener.token is not None:
                    found.setdefault(listener.token, []).append(listener)
        return found

    async def _check_sessions(self) -> None:
        """Sessions and roles may end elsewhere: now and then those of all who listen are looked at,
        so many at a time that nobody is held up.
        """
        while True:
            await asyncio.sleep(SESSION_CHECK_SECONDS)
            listening = self._listeners_by_token()
            tokens = list(listening)
            for at in range(0, len(tokens), MOST_TOKENS):
                part = tokens[at : at + MOST_TOKENS]
                try:
                    found = await self.query(partial(self._people_of_tokens, part))
                except Exception as error:
                    # Nothing happens meanwhile that anybody could be sent.
                    logs.warning("sessions cannot be looked at", error=type(error).__name__)
                    break
                for token in part:
                    for listener in listening[token]:
                        _set_person(listener, found.get(token))
                for token in found:
                    self._note_use(token)
                await asyncio.sleep(0)

    def _people_of_tokens(self, tokens: list[str]) -> dict[str, Person]:
        with self._query_lock:
            return self.people.find_by_tokens(tokens, self.floor.time)

    async def events(
        self, face: PublishedTable, after: int, viewer: Viewer
    ) -> AsyncIterator[tuple[int, list[dict[str, Any]]]]:
        """What happened at a table after a version, up to a face of it, as somebody may see it;
        what is long ago comes from the log, part by part, each with the version that it reaches.
        """
        version = face.state.version
        while (told := face.events_after(after, viewer)) is None:

            def long_ago(store: Store, after: int = after) -> tuple[int, list[dict[str, Any]]]:
                rows = store.database.execute(
                    "SELECT min(number), max(number) FROM entries "
                    "WHERE tbl = ? AND version > ? AND version <= ? AND number > 0",
                    (face.id, after, version),
                )
                first, last = rows[0]
                if first is None:
                    return version, []
                found = read_events(
                    store, face.opening, face.id, first, min(last, first + LOG_PAGE_ENTRIES)
                )
                new = [one for one in found if after < one.version <= version]
                reached = new[-1].version if new else version
                return reached, list(visible_events(viewer, new))

            after, part = await self.read_log(long_ago)
            if part:
                yield after, part
        if told:
            yield version, told

    def head(self, face: PublishedTable, version: int | None = None) -> dict[str, Any]:
        """What every answer about a table says first; `version` where it tells only up to that."""
        return {
            "version": face.state.version if version is None else version,
            "at": moment(face.state),
            "now": round(self.floor.now(), 3),
            "deadline": deadline_of(face.state, face.since, self.settings.clock, face.dealer),
        }

    async def messages(
        self, face: PublishedTable, after: int, viewer: Viewer
    ) -> AsyncIterator[bytes]:
        """What a listener is sent who knows all up to a version: one message, and several where
        that was very long ago, so that nobody holds a whole log in memory.
        """
        events = face.events_text_after(after, viewer)
        if events is None:
            held: list[bytes] = []
            async for reached, part in self.events(face, after, viewer):
                text = dump_bytes(part)[1:-1]
                if held and sum(map(len, held)) + len(text) > MAX_MESSAGE_BYTES:
                    yield self._message(face, b"[%b]" % b",".join(held), viewer, after)
                    held.clear()
                held.append(text)
                after = reached
            events = b"[%b]" % b",".join(held)
        yield self._message(face, events, viewer)

    def _message(
        self, face: PublishedTable, events: bytes, viewer: Viewer, version: int | None = None
    ) -> bytes:
        head = dump_bytes(self.head(face, version))[:-1]
        return b'%b,"events":%b,"view":%b}' % (head, events, face.view_text(viewer))
