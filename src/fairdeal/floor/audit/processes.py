"""Processes that fold shares of an audit, each with a connection of its own to the database.

All connections see the database at the same moment, whatever a server writes meanwhile.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final

from fairdeal.errors import StoreError
from fairdeal.floor.audit.entry_fold import EntryFold
from fairdeal.floor.audit.share import Share
from fairdeal.floor.log.connection import connect
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.postgres import Postgres
from fairdeal.floor.log.sqlite import MEMORY, SQLite

#: A log of fewer entries is folded in one process, sooner than others have started.
_SMALL: Final = 5_000
#: How often all connections to a SQLite file try to begin between two commits of a server.
_TRIES: Final = 20


def process_count(database: Database, asked: int | None) -> int:
    """Return how many processes fold the log: as many as asked for, or one for each core."""
    if isinstance(database, SQLite) and database.path == MEMORY:
        return 1
    if asked is not None:
        return asked
    if database.execute("SELECT count(*) FROM entries")[0][0] < _SMALL:
        return 1
    return len(os.sched_getaffinity(0))


class OtherProcess:
    """A process that folds a share. `begin` starts what the `finish` after it waits for."""

    def __init__(self, database: Database) -> None:
        context = get_context("forkserver")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, database.url, database.seal), daemon=True
        )
        self._process.start()
        theirs.close()

    def begin(self, what: str, *values: object) -> None:
        """Start a call of the process."""
        with suppress(BrokenPipeError):  # `finish` tells
            self._pipe.send((what, values))

    def finish(self) -> Any:
        """Wait for the result of the call."""
        try:
            done, result = self._pipe.recv()
        except (EOFError, OSError):
            raise StoreError("a process of the audit has ended before its work was done") from None
        if not done:
            raise StoreError(f"a process of the audit failed: {result}")
        return result

    def end(self) -> None:
        """End the process."""
        self._pipe.close()
        self._process.join(5)
        if self._process.is_alive():
            self._process.kill()


class Processes:
    """The reading transactions of an audit: one here and one in each further process."""

    def __init__(self, database: Database, count: int) -> None:
        self._database = database
        self.others = [OtherProcess(database) for _ in range(count - 1)]

    def __enter__(self) -> "Processes":
        try:
            self._begin()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        self._database.rollback()

    def share_out(self, size: int, shares: Sequence[Share]) -> None:
        """Give every other process its share of a log of so many entries."""
        for other, share in zip(self.others, shares, strict=True):
            other.begin("take", size, share)
        for other in self.others:
            other.finish()

    def _end(self) -> None:
        for other in self.others:
            other.end()
        self.others = []

    def _begin(self) -> None:
        """Begin to read everywhere at the same moment; alone, where a server leaves no time."""
        database = self._database
        if isinstance(database, Postgres):
            database.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            # Others wait for the slowest, and block no writer.
            database.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            if self.others:
                self._begin_others(database.execute("SELECT pg_export_snapshot()")[0][0])
            return
        if not self.others:
            database.execute("BEGIN")
            return
        watch = connect(database.url, read_only=True)
        try:
            for _ in range(_TRIES):
                seen = _version(watch)
                database.execute("BEGIN")
                database.execute("SELECT count(*) FROM sqlite_master")
                self._begin_others("")
                if _version(watch) == seen:
                    return
                database.rollback()
        finally:
            watch.close()
        self._end()
        database.execute("BEGIN")

    def _begin_others(self, snapshot: str) -> None:
        for other in self.others:
            other.begin("read", snapshot)
        for other in self.others:
            other.finish()


def _version(watch: Database) -> object:
    """Return a number that changes with every commit of another connection to a SQLite file."""
    return watch.execute("PRAGMA data_version")[0][0]


def _serve(pipe: Connection, url: str, seal: Any) -> None:
    """Fold a share in this process, as the audit asks for it through a pipe."""
    database = connect(url, read_only=True)
    database.seal = seal
    fold: EntryFold | None = None
    with suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        while True:
            what, values = pipe.recv()
            result: object = None
            try:
                if what == "read":
                    _read(database, *values)
                elif what == "take":
                    fold = EntryFold(database, *values)
                else:
                    result = getattr(fold, what)(*values)
            except Exception as error:
                pipe.send((False, f"{type(error).__name__}: {error}"))
            else:
                pipe.send((True, result))
    database.close()


def _read(database: Database, snapshot: str) -> None:
    """Begin a transaction that sees what the audit's own one sees."""
    database.rollback()
    if snapshot:
        database.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        database.execute(f"SET TRANSACTION SNAPSHOT '{snapshot}'")
        database.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    else:
        database.execute("BEGIN")
        database.execute("SELECT count(*) FROM sqlite_master")
