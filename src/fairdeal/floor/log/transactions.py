"""The transactions of a floor, and how it goes on where one was lost: which tables stop, what is
found out before anything else is written, and how all of it is read anew.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence

from fairdeal.errors import LogError, StoreError
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.store import Store, StoredEntry
from fairdeal.floor.stop_reasons import DATABASE_FAILED, LOG_BROKEN, PROGRAM_FAILED
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.floor.tables.published_table import PublishedTable


class Transactions(ABC):
    """What is done between `begin` and `commit`: it is durable after that, or never was."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self.database = database
        # All at one moment: another server may be writing.
        database.begin_read()
        self.store = Store(database)
        self.store.check_tail()
        self.now = now
        self.tables: dict[str, LiveTable] = {}
        #: The tables at which something happened since the last commit.
        self.touched: set[str] = set()
        #: How often anything was changed: a command that fails and leaves it did nothing.
        self.changes = 0
        #: The keys that were used since `begin`.
        self._keyed: set[str] = set()
        self._floor_number = 0
        #: How long the log was when the transaction began.
        self._began = 0
        #: Whether it must still be found out what the database holds, after a failure.
        self.needs_refresh = False
        #: Whether the log was found to be another than was written: nothing is done from then on.
        self.broken = False
        #: The tables that were stopped by what happened there, and why: until a restart.
        self._faults: dict[str, str] = {}
        #: The tables that were never opened after all; whoever shows them forgets them.
        self.dropped: set[str] = set()
        #: Told which table was stopped alone, why, and by which error.
        self.on_stopped: Callable[[dict[str, str], BaseException], None] = lambda _, __: None

    @property
    def time(self) -> int:
        """The floor's clock in whole seconds."""
        return int(self.now())

    @abstractmethod
    def load(self) -> None:
        """Know every table, as the log has it."""

    @abstractmethod
    def _apply_new_entries(self, news: Sequence[StoredEntry]) -> None:
        """Take what other servers have written since."""

    def begin(self) -> None:
        """Begin a transaction, and read on where somebody else has written."""
        self.touched.clear()
        self._keyed.clear()
        self.store.discard_queued()
        if self.needs_refresh:
            self.database.rollback()
        self.database.begin()
        if self.needs_refresh:
            self._find_out()
        if news := self.store.new_entries():
            self._apply_new_entries(news)
        self._began = self.store.leaves

    def read_new_entries(self) -> None:
        """Take what other servers have written since, without holding any of them up."""
        self.touched.clear()
        self.database.begin_read()
        if news := self.store.new_entries():
            self._apply_new_entries(news)
        self.database.commit()

    def commit(self) -> None:
        """Make all that was done since `begin` durable; a failure stops the tables it was for."""
        try:
            self.store.flush()
            if self.store.leaves != self._began:
                self.database.notify()
            self.database.commit()
        except Exception as error:
            self.handle_failure(error)
            raise StoreError(f"the database did not take the commit: {error}") from error

    def publish(self) -> list[PublishedTable]:
        """The tables at which something happened, as they are now; asked after a commit."""
        return [self.tables[table].publish() for table in sorted(self.touched)]

    def rollback(self) -> None:
        """Nothing was done since `begin`."""
        self.store.discard_queued()
        self.database.rollback()

    # After a failure ------------------------------------------------------------------------------

    def handle_failure(self, error: BaseException) -> None:
        """What is in memory is ahead of the database: the tables concerned take nothing more. Where
        the log itself is broken, no table does.
        """
        self.broken = self.broken or isinstance(error, LogError)
        own = isinstance(error, (*self.database.errors, StoreError))
        self._halt(self.touched, DATABASE_FAILED if own else PROGRAM_FAILED)
        self.needs_refresh = True
        try:
            self.database.rollback()
            if not self.broken:
                self._find_out()
        except Exception:
            self._halt(self.tables, DATABASE_FAILED)

    def _halt(self, tables: Iterable[str], why: str) -> None:
        if self.broken:
            tables, why = self.tables, LOG_BROKEN
        for table in tables:
            self.tables[table].stopped = self.tables[table].stopped or why

    def stop(self, live: LiveTable, why: str) -> None:
        """A table takes nothing more until a restart, for what happened there."""
        self.mark_faulty(live, why)
        self.touched.add(live.id)

    def mark_faulty(self, live: LiveTable, why: str) -> None:
        """A table that is read takes nothing, for what was found there."""
        live.stopped = self._faults[live.id] = why

    def is_isolated(self, error: Exception, changes: int) -> bool:
        """Whether an error is a matter of whoever met it alone: nothing had changed since then, and
        it is none of the database, which is everybody's.
        """
        return changes == self.changes and not isinstance(error, self.database.errors)

    def _find_out(self) -> None:
        """Know again what the database holds; asked until all of it was answered, or what is known
        here would be half of this and half of that.
        """
        self.store.refresh()
        self._floor_number = self._next_act()
        opened = {row[0] for row in self.database.execute("SELECT tbl FROM tables")}
        self._forget(self.tables.keys() - opened)
        self.needs_refresh = False

    def recover(self) -> None:
        """Go on after a failure, where other servers may have gone on meanwhile: what is in memory
        is forgotten, and every table is what the log says.
        """
        if self.database.lost:
            self.database.reconnect()
        self.database.begin_read()
        self.store.refresh()
        self.store.check_tail()
        known = set(self.tables)
        self.load()
        self._forget(known - self.tables.keys())
        self.database.commit()
        self.needs_refresh = False
        for live in self.tables.values():
            live.last_act = self.now()
            # Where it failed before it would fail again.
            live.stopped = self._faults.get(live.id)
        self.touched = set(self.tables)

    def _forget(self, tables: set[str]) -> None:
        self.dropped |= tables
        self.touched -= tables
        for table in tables:
            self.tables.pop(table, None)
            self._faults.pop(table, None)

    def _next_act(self) -> int:
        rows = self.database.execute(
            "SELECT coalesce(max(number) + 1, 0) FROM entries WHERE tbl = ''"
        )
        return int(rows[0][0])
