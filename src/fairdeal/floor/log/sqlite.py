"""A floor's database in a SQLite file, which one server at a time may serve."""

import fcntl
import os
import socket
import sqlite3
import sys
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from fairdeal.english import quoted
from fairdeal.errors import StoreError
from fairdeal.floor.log.database import Database, Row, Value

#: The path by which SQLite knows a database that is in no file.
MEMORY: Final = ":memory:"
#: The numbers of rows that `execute_many` writes with one statement. They are few, so that SQLite
#: has the prepared statements at hand.
_ROWS_PER_STATEMENT: Final = (64, 32, 16, 8, 4, 2, 1)


class SQLite(Database):
    """A connection to a SQLite file in WAL mode.

    Exactly one connection of a running floor is the server's (`server=True`): it holds the lock of
    the file, and it alone moves the write-ahead log into the file. Others may read, or add single
    transactions.
    """

    kind = "sqlite"
    blob = "BLOB"

    def __init__(self, path: str, *, server: bool = False, read_only: bool = False) -> None:
        self.url = self.path = path = _only_path(path)
        self._locks: list[int] = []
        if server:
            self._locks.append(_locked(path))
        if not read_only and path != MEMORY:
            _create_private(path)
        if server and path != MEMORY:
            try:
                self._locks.append(_locked_file(path))
            except StoreError:
                self._unlock()
                raise
        try:
            mode = "ro" if read_only else "rwc"
            self._connection = sqlite3.connect(
                f"file:{_escaped(path)}?mode={mode}",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
                timeout=30,
                cached_statements=512,
            )
            try:
                self._set_up(server=server, read_only=read_only)
            except sqlite3.Error:
                self._connection.close()
                raise
        except sqlite3.Error as error:
            self._unlock()
            raise StoreError(f"the database {quoted(path)} cannot be opened: {error}") from None

    def _set_up(self, *, server: bool, read_only: bool) -> None:
        if not read_only:
            self.execute("PRAGMA journal_mode=WAL")
        # With less than FULL an acknowledged command can be lost when the power fails.
        self.execute("PRAGMA synchronous=FULL")
        self.execute(f"PRAGMA wal_autocheckpoint={2000 if server else 0}")

    def execute(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """Run one statement and return its rows."""
        return self._connection.execute(statement, values).fetchall()

    def execute_many(self, statement: str, rows: Sequence[Sequence[Value]]) -> None:
        """Run one insertion for each of the rows.

        Many rows go into one statement, because each statement releases Python's global lock and
        has to wait to get it back.
        """
        done = 0
        while done < len(rows):
            size = next(size for size in _ROWS_PER_STATEMENT if size <= len(rows) - done)
            values = [value for row in rows[done : done + size] for value in row]
            self._connection.execute(_with_rows(statement, size), values)
            done += size

    def begin(self) -> None:
        """Begin a transaction that writes, alone among all writers."""
        self._connection.execute("BEGIN IMMEDIATE")

    def begin_read(self) -> None:
        """Begin a transaction that only reads."""
        self._connection.execute("BEGIN")

    def commit(self) -> None:
        """End the transaction and make it durable."""
        self._connection.execute("COMMIT")

    def rollback(self) -> None:
        """End the transaction, if there is one, and undo what it wrote."""
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def backup(self, path: str) -> None:
        """Copy the database as it is now into a new file, while a server goes on writing."""
        copy = sqlite3.connect(path)
        try:
            # In one step: a copy in several steps starts over whenever the server writes.
            self._connection.backup(copy)
            # Without WAL the copy is one file, with no other files beside it.
            copy.execute("PRAGMA journal_mode=DELETE")
        finally:
            copy.close()

    def close(self) -> None:
        """Close the connection, and release the server's lock."""
        self._connection.close()
        self._unlock()

    def _unlock(self) -> None:
        while self._locks:
            os.close(self._locks.pop())


def is_served(path: str) -> bool:
    """Return whether a server has a SQLite file open now."""
    path = os.path.realpath(path)
    if not Path(path).exists():
        return False
    try:
        if Path(f"{path}.lock").exists():
            os.close(_locked(path))
        os.close(_locked_file(path))
    except StoreError:
        return True
    return False


@lru_cache(maxsize=64)
def _with_rows(statement: str, rows: int) -> str:
    """Return an insertion of one row as one of several rows.

    OR FAIL leaves the rows before a failed one in place, so that SQLite need not keep a journal of
    the statement: the writer rolls the whole transaction back anyway.
    """
    if rows == 1:
        return statement
    head, _, tail = statement.partition("(?")
    marks, _, tail = tail.partition(")")
    head = head.replace("INSERT INTO", "INSERT OR FAIL INTO")
    return head + ", ".join([f"(?{marks})"] * rows) + tail


def _only_path(path: str) -> str:
    """Return the one path of a file, whatever links lead to it.

    The lock and SQLite's own files lie beside the file under its name, so two names would be two
    databases of the same pages.
    """
    if path == MEMORY:
        return path
    real = os.path.realpath(path)
    try:
        names = os.stat(real).st_nlink
    except OSError:
        return real  # it is made now, or cannot be opened
    if names > 1:
        reason = (
            "has a second name (a hard link): two servers could write to it and damage it; "
            "remove the other name, or copy the file with `fairdeal backup`"
        )
        raise StoreError(f"{quoted(path)} {reason}")
    return real


def _create_private(path: str) -> None:
    """Create a missing file so that only its owner can read it: it holds the secrets of decks."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        pass
    except OSError as error:
        raise StoreError(f"the database {quoted(path)} cannot be opened: {error}") from None


def _escaped(path: str) -> str:
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _locked(path: str) -> int:
    """Take the lock that marks a file as served, and return its descriptor. The operating system
    releases it when the process ends, however it ends.
    """
    try:
        lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreError(f"the database {quoted(path)} cannot be opened: {error}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise _in_use(path) from None
    return lock


def _locked_file(path: str) -> int:
    """Take the mark of the file itself, whatever its name is, and return a descriptor of it.

    The lock beside the file is lost when somebody removes it or renames the file. This mark is a
    socket in Linux's abstract namespace, which is in no folder and ends with the process. A lock on
    the file itself would not do: SQLite's own locks of a process end when the process closes any
    descriptor of the file. Where there is no such namespace, the lock beside the file is all.
    """
    of = os.stat(path)
    name = f"fairdeal-floor-{of.st_dev}-{of.st_ino}"
    mark = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        if sys.platform == "linux":
            mark.bind(f"\0{name}")
    except OSError:
        mark.close()
        # Any user of the machine may have taken the name.
        raise _in_use(path, f"; `ss -xap | grep {name}` as root names the process") from None
    return mark.detach()


def _in_use(path: str, holder: str = "") -> StoreError:
    reason = (
        "is in use by another server: a SQLite file has one, PostgreSQL any number; "
        "--db names another"
    )
    return StoreError(f"{quoted(path)} {reason}{holder}")
