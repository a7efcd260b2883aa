"""The transactions of a floor, and its recovery after one failed.

After a failure the memory may be ahead of the database. The tables concerned stop, the state of the
database is read again before anything else is written, and `recover` loads all tables anew where
other servers may have gone on.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence

from fairdeal.errors import LogError, StoreError
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.floor_entries import next_act_number
from fairdeal.floor.log.keys import IdempotencyKeys
from fairdeal.floor.log.store import Store, StoredEntry
from fairdeal.floor.log.value_types import require_types
from fairdeal.floor.money.ledger import inventory_account
from fairdeal.floor.stop_reasons import DATABASE_FAILED, LOG_BROKEN, PROGRAM_FAILED
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.rulebook.money import UNITS_PER_CENT


class Transactions(ABC):
    """What a floor does between `begin` and `commit`: all of it becomes durable, or none."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self.database = database
        # In one read transaction, since another server may be writing.
        database.begin_read()
        require_types(database)
        self.store = Store(database)
        self.store.check_tail()
        self.now = now
        self.tables: dict[str, LiveTable] = {}
        #: How many tables were ever opened, private ones that are closed included.
        self.places = 0
        #: The tables that changed since the last commit.
        self.touched: set[str] = set()
        #: Counts changes, to tell whether a command that failed had changed anything.
        self.changes = 0
        self.keys = IdempotencyKeys(self.store)
        #: The number of the floor's next act.
        self._act_number = 0
        #: The length of the log when the transaction began.
        self._began = 0
        #: Whether the state of the database must be read again, after a failure.
        self.needs_refresh = False
        #: Whether the log was found to differ from what was written. Nothing is done from then on.
        self.broken = False
        #: Why tables are stopped until a restart, for failures of their own.
        self._faults: dict[str, str] = {}
        #: The tables whose opening was never committed, to be removed from pages.
        self.dropped: set[str] = set()
        #: The private tables that were closed since the last commit.
        self.closed_private: set[str] = set()
        #: Called with the tables that stop without the transaction failing, why, and the error.
        self.on_stopped: Callable[[dict[str, str], BaseException], None] = lambda _, __: None

    @property
    def time(self) -> int:
        """Return the time of the floor, in whole seconds."""
        return int(self.now())

    @abstractmethod
    def load_tables(self) -> None:
        """Load every table from the log."""

    @abstractmethod
    def _apply_new_entries(self, entries: Sequence[StoredEntry]) -> None:
        """Apply entries that other servers have written to the tables in memory."""

    def begin(self) -> None:
        """Begin a transaction, and apply what other servers have written."""
        self.touched.clear()
        self.keys.begin()
        self.store.discard_queued()
        if self.needs_refresh:
            self.database.rollback()
        self.database.begin()
        if self.needs_refresh:
            self._refresh()
        if entries := self.store.new_entries():
            self._apply_new_entries(entries)
        self._began = self.store.leaves

    def read_new_entries(self) -> None:
        """Apply what other servers have written, without blocking any of them."""
        self.touched.clear()
        self.database.begin_read()
        if entries := self.store.new_entries():
            self._apply_new_entries(entries)
        self.database.commit()

    def commit(self) -> None:
        """Make everything since `begin` durable; a failure stops the tables that changed."""
        try:
            self.store.flush()
            if self.store.leaves != self._began:
                self.database.notify()
            self.database.commit()
        except Exception as error:
            self.handle_failure(error)
            raise StoreError(f"the database did not take the commit: {error}") from error

    def publish(self) -> list[PublishedTable]:
        """Return the tables that changed, as they are now. Call it after a commit."""
        for table in self.touched:
            tray = self.store.balances.get(inventory_account(table), 0)
            self.tables[table].tray = tray // UNITS_PER_CENT
        return [self.tables[table].publish() for table in sorted(self.touched)]

    # After a failure ------------------------------------------------------------------------------

    def handle_failure(self, error: BaseException) -> None:
        """Stop the tables whose memory is ahead of the database; all of them where the log itself
        is broken.
        """
        self.broken = self.broken or isinstance(error, LogError)
        own = isinstance(error, (*self.database.errors, StoreError))
        self._stop_all(self.touched, DATABASE_FAILED if own else PROGRAM_FAILED)
        self.needs_refresh = True
        try:
            self.database.rollback()
            if not self.broken:
                self._refresh()
        except Exception:
            self._stop_all(self.tables, DATABASE_FAILED)

    def _stop_all(self, tables: Iterable[str], why: str) -> None:
        if self.broken:
            tables, why = self.tables, LOG_BROKEN
        for table in tables:
            self.tables[table].stopped = self.tables[table].stopped or why

    def stop(self, live: LiveTable, why: str) -> None:
        """Stop a table until a restart, for a failure of its own, and publish it."""
        self.mark_faulty(live, why)
        self.touched.add(live.id)

    def mark_faulty(self, live: LiveTable, why: str) -> None:
        """Stop a table until a restart, for a failure of its own."""
        live.stopped = self._faults[live.id] = why

    def forget_fault(self, table: str) -> None:
        """Let a table run that was stopped for a failure of its own, which is mended."""
        self._faults.pop(table, None)

    def is_isolated(self, error: Exception, changes: int) -> bool:
        """Return whether an error concerns only the command that met it.

        It does if nothing had changed since `changes` was read, and if the error is not one of the
        database, which all commands share.
        """
        return changes == self.changes and not isinstance(error, self.database.errors)

    def _refresh(self) -> None:
        """Read the state of the database again. `needs_refresh` stays set if that fails on the way,
        so that the state in memory is never half old and half new.
        """
        self.store.refresh()
        self._act_number = next_act_number(self.database)
        rows = self.database.execute("SELECT tbl, place FROM tables")
        self._drop(self.tables.keys() - {row[0] for row in rows})
        self.places = max((row[1] for row in rows), default=0)
        self.needs_refresh = False

    def recover(self) -> None:
        """Load all tables from the log again, since other servers may have gone on after a failure
        of this one.
        """
        if self.database.lost:
            self.database.reconnect()
        self.database.begin_read()
        self.store.refresh()
        self.store.check_tail()
        known = set(self.tables)
        self.load_tables()
        self._drop(known - self.tables.keys())
        self.database.commit()
        self.needs_refresh = False
        for live in self.tables.values():
            live.last_act = self.now()
            # A table that failed by itself would fail again.
            live.stopped = self._faults.get(live.id)
        self.touched = set(self.tables)

    def drop_closed_private(self) -> None:
        """Drop the private tables that were closed from memory, after the commit."""
        closed, self.closed_private = self.closed_private, set()
        self._drop({table for table in closed if self.tables[table].closed})

    def _drop(self, tables: set[str]) -> None:
        self.dropped |= tables
        self.touched -= tables
        for table in tables:
            self.tables.pop(table, None)
            self._faults.pop(table, None)
