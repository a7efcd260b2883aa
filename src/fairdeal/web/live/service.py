"""The running floor for requests: its writer, its published tables and their listeners."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from fairdeal.english import quoted
from fairdeal.errors import UnknownError
from fairdeal.floor.floor import Floor
from fairdeal.floor.log.database import Database
from fairdeal.floor.machine_watch import MachineWatch
from fairdeal.floor.money.ledger import game_account, player_account
from fairdeal.floor.money.table_results import TableResults
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.floor.writer import JobResult, Writer, WriterJob, resolve_futures
from fairdeal.table.state import State
from fairdeal.web.http import logs
from fairdeal.web.http.held_answers import HeldAnswers
from fairdeal.web.http.logs import SLOW_SECONDS
from fairdeal.web.http.metrics import Metrics
from fairdeal.web.http.problems import Problem
from fairdeal.web.lab.access import Access
from fairdeal.web.lab.jobs import LabJobs
from fairdeal.web.live.listeners import Listener, Listeners
from fairdeal.web.live.log_reader import LogReader
from fairdeal.web.live.messages import MessageWriter
from fairdeal.web.live.office import Office
from fairdeal.web.live.request_limits import RequestLimits
from fairdeal.web.live.sessions import Sessions

T = TypeVar("T")
#: How long the writer waits at most until what it wrote is published, in seconds.
PUBLISH_WAIT_SECONDS: Final = 0.02
#: The most jobs that may wait for the writer, which does about a thousand in a second.
MAX_QUEUED: Final = 4_000


def _no_table(table: str) -> UnknownError:
    return UnknownError(f"there is no table {quoted(table)}")


class Service:
    """The floor as requests use it. Everything here belongs to the event loop's thread, except for
    the few methods that the writer's thread calls, which hand over to the loop.
    """

    def __init__(
        self,
        floor: Floor,
        log_database: Database,
        query_database: Database,
        metrics: Metrics,
        watch: MachineWatch | None = None,
    ) -> None:
        self.floor = floor
        self.settings = floor.settings
        self.metrics = metrics
        #: Set while everything that was written is published. The writer waits for it a little:
        #: what it would write meanwhile slows the publishing, and can share the next commit.
        self._published = threading.Event()
        self._published.set()
        self.writer = Writer(
            floor,
            self._publish_later,
            self._committed,
            self._stop_tables_later,
            self._resolve_later,
            self._remove_tables_later,
            lambda: self._published.wait(PUBLISH_WAIT_SECONDS),
            watch=watch,
        )
        metrics.queued.set_function(lambda: self.writer.queued)
        #: The tables as the last commit left them, by id.
        self.tables: dict[str, PublishedTable] = {}
        self.log = LogReader(log_database)
        #: The tables at which each person has a seat, by the person's id.
        self._seated: dict[str, set[str]] = {}
        self.sessions = Sessions(floor, query_database, self.chip_accounts, self._note_session)
        #: The reports of the back office.
        self.office = Office(self.log)
        self.messages = MessageWriter(floor, self.log)
        self.listeners = Listeners(self, metrics)
        self.limits = RequestLimits(limited=bool(floor.settings.pace))
        #: The answers that are the same for everybody, until a table opens or closes.
        self.held = HeldAnswers()
        #: Who may use the lab, and the questions that wait for it.
        self.lab_access: Access = "staff"
        self.lab_jobs = LabJobs()
        #: The tables' results so far, which are read with the log.
        self.table_results = TableResults()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._session_checks: asyncio.Task[None] | None = None
        #: Set when the server is to stop, so that no listener holds it up.
        self.stopping = asyncio.Event()

    def start(self) -> None:
        """Begin to serve, in the event loop that runs now."""
        self._loop = asyncio.get_running_loop()
        for live in self.floor.tables.values():
            self._publish(live.publish())
        self._session_checks = self._loop.create_task(self.sessions.check_listeners(self.listeners))
        self.writer.start()

    def begin_shutdown(self) -> None:
        """Disconnect every listener."""
        self.stopping.set()
        if self._session_checks is not None:
            self._session_checks.cancel()
        self.listeners.wake()

    def stop(self) -> None:
        """Write what waits, and close the databases."""
        self.writer.stop()
        self.office.close()
        self.log.close()
        self.floor.database.close()
        self.sessions.close()

    # Requests -------------------------------------------------------------------------------------

    async def submit(self, do: Callable[[Floor], T]) -> T:
        """Have the writer do something; return its result when that is durable and published."""
        assert self._loop is not None, "the service was started"
        if self.writer.queued >= MAX_QUEUED:
            detail = "more is asked than can be done now, and this was not: ask again in a moment"
            raise Problem(503, "busy", detail)
        result: asyncio.Future[T] = self._loop.create_future()
        asked = self._loop.time()
        self.writer.enqueue(WriterJob(do, result))
        try:
            return await result
        finally:
            self.metrics.answers.observe(self._loop.time() - asked)

    def held_answer(self, data: bytes, client: str) -> bytes | None:
        """Return the held answer to the bytes of a whole request; None where the application has
        to answer, also to a client that asks too much.
        """
        answer = self.held.find(data)
        if answer is None:
            return None
        path = data[4:].partition(b" ")[0].decode("latin-1")
        return answer if self.limits.read_problem(client, path) is None else None

    def table(self, table: str, person: Person | None) -> PublishedTable:
        """Return a table as the last commit left it, for a person who may see it. A private table
        of somebody else is unknown to all others but those who work on the floor.
        """
        found = self.tables.get(table)
        if found is None or not found.is_shown_to(person):
            raise _no_table(table)
        return found

    def require_table(self, table: str) -> None:
        """Refuse the id of a table that does not exist, for lists that everybody may see."""
        if table not in self.tables:
            raise _no_table(table)

    def listed_tables(self, person: Person | None) -> list[PublishedTable]:
        """Return the tables that a person is shown in a list: private ones are listed for their
        owner alone.
        """
        own = None if person is None else person.id
        listed = [table for table in self.tables.values() if table.owner in (None, own)]
        return sorted(listed, key=lambda table: table.place)

    def tables_of(self, person_id: str) -> list[PublishedTable]:
        """Return the tables at which a person has a seat, in the order of their places."""
        found = [self.tables[table] for table in self._seated.get(person_id, ())]
        return sorted(found, key=lambda table: table.place)

    def chip_accounts(self, person_id: str) -> list[str]:
        """Return the accounts of a person's chips: the purse, and a game account at each table at
        which the person has a seat.
        """
        # In a thread of its own the list may change meanwhile.
        tables = tuple(self._seated.get(person_id, ()))
        return [player_account(person_id), *(game_account(table, person_id) for table in tables)]

    def may_listen(self, listener: Listener) -> bool:
        """Return whether a listener may stay: its session has not ended, and it may see its table,
        which exists.
        """
        table = self.tables.get(listener.table)
        if listener.signed_out or table is None:
            return False
        return table.is_shown_to(listener.person)

    def _note_session(self, token: str) -> bool:
        """Have the writer note that a session is used; return False where it has too much to do."""
        if self.writer.queued >= MAX_QUEUED:
            return False
        self.writer.submit(lambda floor: floor.people.renew_session(token, floor.time))
        return True

    # From the writer's thread ---------------------------------------------------------------------

    def _publish_later(self, tables: list[PublishedTable]) -> None:
        assert self._loop is not None, "the service was started"
        self._published.clear()
        self._loop.call_soon_threadsafe(self._publish_all, tables)

    def _resolve_later(self, answers: Sequence[JobResult]) -> None:
        # One call for all jobs that shared a commit, after the call that publishes what they did.
        assert self._loop is not None, "the service was started"
        self._loop.call_soon_threadsafe(resolve_futures, answers)

    def _committed(self, seconds: float, jobs: int) -> None:
        self.metrics.note_commit(seconds, jobs)
        if seconds > SLOW_SECONDS:
            logs.warning("slow commit", seconds=round(seconds, 3), commands=jobs)

    def _stop_tables_later(self, tables: dict[str, str], error: BaseException) -> None:
        logs.error("fault", error, tables=list(tables))
        for table, reason in tables.items():
            logs.warning("table stopped", table=table, reason=reason)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._stop_tables, tables)

    def _remove_tables_later(self, tables: set[str]) -> None:
        assert self._loop is not None, "the service was started"
        self._loop.call_soon_threadsafe(self._remove_tables, tables)

    # Publishing -----------------------------------------------------------------------------------

    def _publish_all(self, tables: list[PublishedTable]) -> None:
        try:
            for table in tables:
                self._publish(table)
        finally:
            self._published.set()

    def _publish(self, table: PublishedTable) -> None:
        earlier = self.tables.get(table.id)
        self.tables[table.id] = table.with_events_of(earlier)
        if earlier is None or earlier.state.seats is not table.state.seats:
            self._note_seats(table.id, earlier.state if earlier else None, table.state)
        if earlier is not None and table.state.rounds > earlier.state.rounds:
            self.metrics.rounds.inc(table.state.rounds - earlier.state.rounds)
        shown = [one and (one.closed, one.state.limits_changed) for one in (earlier, table)]
        if shown[0] != shown[1]:
            self.held.clear()
        has_events = earlier is None or table.state.version != earlier.state.version
        self.listeners.publish(table, has_events=has_events)

    def _note_seats(self, table: str, before: State | None, after: State | None) -> None:
        """Note who has a seat at a table now."""
        had = {seat.player for seat in before.seats.values()} if before else set()
        have = {seat.player for seat in after.seats.values()} if after else set()
        for player in had - have:
            # Another set each time: a thread may read the former one.
            left = self._seated.get(player, set()) - {table}
            if left:
                self._seated[player] = left
            else:
                self._seated.pop(player, None)
        for player in have - had:
            self._seated[player] = {*self._seated.get(player, ()), table}

    def _stop_tables(self, tables: dict[str, str]) -> None:
        """Publish that tables accept no more commands, and why."""
        for table, reason in tables.items():
            if table in self.tables:
                self.tables[table].stopped = reason
                self.listeners.wake(table)

    def _remove_tables(self, tables: set[str]) -> None:
        """Remove tables that were shown as stopped until it was known that they never opened."""
        self.held.clear()
        for table in tables:
            removed = self.tables.pop(table, None)
            self._note_seats(table, removed.state if removed else None, None)
            self.listeners.wake(table)
