"""One connection to SQLite or PostgreSQL, with the same words for both.

Statements are written once, with `?` for values. What differs is here: how a connection is opened
so that a commit is durable, how a second server is kept out of a SQLite file, and the lock under
which servers on one PostgreSQL take turns.
"""

import fcntl
import os
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from fairdeal.english import quoted
from fairdeal.errors import BadInputError, StoreError

Value: TypeAlias = int | str | bytes | None
Row: TypeAlias = tuple[Any, ...]

#: The servers of one PostgreSQL floor append under this advisory lock, one at a time: so that the
#: log has one order, without gaps, and nobody reads past an entry that is still to come.
FLOOR_LOCK: Final = 0x46414952
#: What SQLite calls a database that is in no file.
MEMORY: Final = ":memory:"
#: The role that a server works under on PostgreSQL: it may add to the log and the ledger, no more.
SERVER_ROLE: Final = "fairdeal_server"


class Database(ABC):
    """A connection. `SQLite` and `Postgres` say how each does it."""

    #: What bytes are called in its schema.
    blob: str
    kind: str
    #: Whether several servers may have it open, and go on where one of them fails.
    shared = False
    #: What its own library raises, and what is raised where it fails, the disk's errors too.
    own_errors: tuple[type[Exception], ...] = (sqlite3.Error,)
    errors: tuple[type[Exception], ...] = (sqlite3.Error, OSError)

    @abstractmethod
    def execute(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """Run one statement, and answer with its rows."""

    def execute_many(self, statement: str, rows: Sequence[Sequence[Value]]) -> None:
        """Run one statement for each of some rows."""
        for row in rows:
            self.execute(statement, row)

    @abstractmethod
    def begin(self) -> None:
        """Begin a transaction, alone among all writers."""

    @abstractmethod
    def commit(self) -> None:
        """Make the transaction durable; when this returns it is on the disk."""

    @abstractmethod
    def rollback(self) -> None:
        """Forget the transaction."""

    @abstractmethod
    def begin_read(self) -> None:
        """Begin a transaction that only reads, and sees the database as it is at one moment. It
        ends with `commit`, and holds nobody up.
        """

    def notify(self) -> None:  # noqa: B027 - where nobody else can be, nobody is woken
        """Wake other servers, where there can be any, when this transaction is durable."""

    @property
    def lost(self) -> bool:
        """Whether the connection is gone, and `reconnect` may bring it back."""
        return False

    def reconnect(self) -> None:  # noqa: B027 - a file is never lost
        """Connect again, after the connection was lost."""

    @abstractmethod
    def close(self) -> None:
        """Nothing more comes."""


class SQLite(Database):
    """A file. Exactly one connection of a running floor writes to it and moves its log of writes
    into it; whatever else opens it only adds to that log, or reads.
    """

    kind = "sqlite"
    blob = "BLOB"

    def __init__(self, path: str, *, server: bool = False, read_only: bool = False) -> None:
        self.path = path
        self._lock: int | None = None
        if server:
            self._lock = _locked(path)
        if not read_only and path != MEMORY:
            _own(path)
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
            if not read_only:
                self.execute("PRAGMA journal_mode=WAL")
            # With less than FULL an acknowledged command can be lost when the power fails.
            self.execute("PRAGMA synchronous=FULL")
            # Only the server moves the log of writes into the file.
            self.execute(f"PRAGMA wal_autocheckpoint={2000 if server else 0}")
        except sqlite3.Error as error:
            self._unlock()
            raise StoreError(f"the database {quoted(path)} cannot be opened: {error}") from None

    def execute(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """Run one statement, and answer with its rows."""
        return self._connection.execute(statement, values).fetchall()

    def execute_many(self, statement: str, rows: Sequence[Sequence[Value]]) -> None:
        """Run one statement for each of some rows."""
        # Many rows in one statement: each run lets another thread have Python, and has to wait
        # until it gets it back.
        at = 0
        while at < len(rows):
            some = next(size for size in _AT_ONCE if size <= len(rows) - at)
            values = [value for row in rows[at : at + some] for value in row]
            self._connection.execute(_with_rows(statement, some), values)
            at += some

    def begin(self) -> None:
        """Begin a transaction, alone among all writers."""
        self._connection.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Make the transaction durable."""
        self._connection.execute("COMMIT")

    def rollback(self) -> None:
        """Forget the transaction."""
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def begin_read(self) -> None:
        """Begin a transaction that only reads."""
        self._connection.execute("BEGIN")

    def backup(self, path: str) -> None:
        """A copy of the file as it is now, while others go on writing."""
        copy = sqlite3.connect(path)
        try:
            # All at once: in parts it would begin again whenever the server writes.
            self._connection.backup(copy)
            # One file, with nothing beside it.
            copy.execute("PRAGMA journal_mode=DELETE")
        finally:
            copy.close()

    def close(self) -> None:
        """Nothing more comes."""
        self._connection.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


#: In so many rows at once what is written is divided: few sizes, so that a statement is known.
_AT_ONCE: Final = (64, 32, 16, 8, 4, 2, 1)


@lru_cache(maxsize=64)
def _with_rows(statement: str, rows: int) -> str:
    """An insertion of one row as one of several. A failure leaves the rows before the one that
    failed (OR FAIL), for which nothing need be kept aside: whoever writes rolls all of it back.
    """
    if rows == 1:
        return statement
    head, _, tail = statement.partition("(?")
    marks, _, tail = tail.partition(")")
    head = head.replace("INSERT INTO", "INSERT OR FAIL INTO")
    return head + ", ".join([f"(?{marks})"] * rows) + tail


def _own(path: str) -> None:
    """A file that is new is for its owner's eyes alone: it holds the secrets of decks in play."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        pass
    except OSError as error:
        raise StoreError(f"the database {quoted(path)} cannot be opened: {error}") from None


def _escaped(path: str) -> str:
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _locked(path: str) -> int:
    """The lock that says that a server has this file; it ends with the process, however it ends."""
    try:
        lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreError(f"the database {quoted(path)} cannot be opened: {error}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        reason = (
            "is in use by another server: a SQLite file has one, PostgreSQL any number; "
            "--db names another"
        )
        raise StoreError(f"{quoted(path)} {reason}") from None
    return lock


def in_use(path: str) -> bool:
    """Whether a server has a SQLite file now."""
    if not Path(f"{path}.lock").exists():
        return False
    try:
        os.close(_locked(path))
    except StoreError:
        return True
    return False


class Postgres(Database):
    """A PostgreSQL database. A server works under a role that cannot change the log.

    Inside a transaction only questions wait for an answer; all else is sent at once, and what is
    wrong with it shows at the next question or at the commit.
    """

    kind = "postgres"
    blob = "BYTEA"
    shared = True

    def __init__(self, url: str, *, server: bool = False, read_only: bool = False) -> None:
        self._url = url
        self._server = server
        self._read_only = read_only
        self._pipeline: Any = None
        self._connection = self._connected()

    def _connected(self) -> Any:
        import psycopg  # noqa: PLC0415 - heavy, and only where the URL asks for it

        try:
            self.own_errors, self.errors = (psycopg.Error,), (psycopg.Error, OSError)
            connection = psycopg.connect(self._url, autocommit=True, **_ALIVE)
        except psycopg.Error as error:
            raise StoreError(f"the database cannot be reached: {sentence(error)}") from None
        try:
            if self._server or self._read_only:
                connection.execute(f"SET ROLE {SERVER_ROLE}")
            if self._read_only:
                connection.execute("SET default_transaction_read_only = on")
            for statement in _SESSION:
                connection.execute(statement)
        except psycopg.Error as error:
            connection.close()
            raise StoreError(f"the database cannot be used: {sentence(error)}") from None
        return connection

    def execute(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """Run one statement, and answer with its rows."""
        cursor = self._sent(_with_percents(statement), values or None)
        if self._pipeline is not None and not statement.startswith("SELECT"):
            return []
        return cursor.fetchall() if self._pipeline is not None or cursor.description else []

    def _sent(self, statement: str, values: Sequence[Value] | None = None) -> Any:
        try:
            return self._connection.execute(statement, values)
        except Exception:
            # Whoever only reads may ask again; a transaction that is half done is lost.
            if not self._read_only or self._pipeline is not None or not self.lost:
                raise
            self.reconnect()
            return self._connection.execute(statement, values)

    def execute_many(self, statement: str, rows: Sequence[Sequence[Value]]) -> None:
        """Run one statement for each of some rows."""
        with self._connection.cursor() as cursor:
            cursor.executemany(_with_percents(statement), rows)

    def begin(self) -> None:
        """Begin a transaction, alone among all writers."""
        self._pipeline = self._connection.pipeline()
        self._pipeline.__enter__()
        # What another has written is seen as soon as the lock is had, however the server is set up.
        self._connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
        # The answer is not waited for: whatever is asked next comes after it.
        self._connection.execute(f"SELECT pg_advisory_xact_lock({FLOOR_LOCK})")

    def begin_read(self) -> None:
        """Begin a transaction that only reads."""
        self._sent("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        self._pipeline = self._connection.pipeline()
        self._pipeline.__enter__()

    def commit(self) -> None:
        """Make the transaction durable."""
        cursor = self._connection.execute("COMMIT")
        pipeline, self._pipeline = self._pipeline, None
        pipeline.__exit__(None, None, None)
        # A transaction in which something failed is told COMMIT and answers ROLLBACK.
        if cursor.statusmessage != "COMMIT":
            raise StoreError(f"the commit was answered with {cursor.statusmessage}")

    def rollback(self) -> None:
        """Forget the transaction."""
        import psycopg  # noqa: PLC0415 - it is loaded already

        pipeline, self._pipeline = self._pipeline, None
        if pipeline is not None:
            with suppress(psycopg.Error):  # what failed before was told before
                pipeline.__exit__(None, None, None)
        if not self._connection.closed:
            self._connection.execute("ROLLBACK")

    def notify(self) -> None:
        """Wake the other servers when this transaction is durable."""
        self.execute("NOTIFY fairdeal")

    @property
    def backend_pid(self) -> int:
        """The number under which the database knows this connection."""
        return int(self._connection.info.backend_pid)

    @property
    def lost(self) -> bool:
        """Whether the connection is gone."""
        return bool(self._connection.closed)

    def reconnect(self) -> None:
        """Connect again."""
        self._pipeline = None
        self._connection.close()
        self._connection = self._connected()

    def wait_for_notification(self, seconds: float) -> set[int]:
        """Wait until a server has written, but not longer, and say which connections have."""
        told = self._connection.notifies(timeout=seconds, stop_after=1)
        return {one.pid for one in told}

    def close(self) -> None:
        """Nothing more comes."""
        self._connection.close()


#: A server that is gone without a word is noticed within half a minute.
_ALIVE: Final[dict[str, Any]] = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
_SESSION: Final = (
    # Less would lose acknowledged commands when the power fails; more may be configured.
    (
        "SELECT set_config('synchronous_commit', 'on', false) "
        "WHERE current_setting('synchronous_commit') = 'off'"
    ),
    # A server that hangs in the middle of a transaction must not hold up all others for ever.
    "SET idle_in_transaction_session_timeout = '20s'",
    "SET lock_timeout = '30s'",
)


def sentence(error: Exception) -> str:
    """What a database says is wrong, without the lines that explain it."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


@lru_cache(maxsize=512)
def _with_percents(statement: str) -> str:
    return statement.replace("%", "%%").replace("?", "%s")


def is_postgres(url: str) -> bool:
    """Whether a URL names a PostgreSQL database."""
    return url.startswith(("postgresql://", "postgres://"))


def sqlite_path(url: str) -> str:
    """The file that a URL of SQLite, or a plain path, names."""
    if "://" in url and not url.startswith("sqlite:///"):
        raise BadInputError(
            f"{quoted(url)} is no database: give a file, sqlite:///FILE or postgresql://..."
        )
    path = url.removeprefix("sqlite:///")
    if not path:
        raise BadInputError("the database's URL names no file")
    if path == MEMORY:
        # Whoever reads beside the writer would find another, empty one.
        raise BadInputError("a floor's database lies in a file: what is in memory alone is lost")
    return path


def connect(
    url: str, *, server: bool = False, read_only: bool = False, must_exist: bool = False
) -> Database:
    """Open the database that a URL names. `server`: for the one who writes a floor's log; `there`:
    not one that is only made now.
    """
    if is_postgres(url):
        return Postgres(url, server=server, read_only=read_only)
    path = sqlite_path(url)
    if (read_only or must_exist) and not Path(path).is_file():
        raise StoreError(f"there is no database {quoted(path)}")
    return SQLite(path, server=server, read_only=read_only)
