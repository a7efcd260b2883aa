"""A floor's database on PostgreSQL, which any number of servers may serve."""

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

from fairdeal.errors import StoreError
from fairdeal.floor.log.database import Database, Row, Value

#: The advisory lock under which the servers of a floor write, one at a time, so that the log has
#: one order without gaps and no server reads past an entry that is not committed yet.
FLOOR_LOCK: Final = 0x46414952
#: The role of a server. It may add to the log and the ledger, but not change them.
SERVER_ROLE: Final = "fairdeal_server"

#: Options of a connection: a server that disappears silently is noticed within half a minute.
_KEEPALIVE: Final[dict[str, Any]] = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
_SESSION_SETTINGS: Final = (
    # With `off` an acknowledged command can be lost when the power fails; a stricter setting of
    # the server stays as it is.
    (
        "SELECT set_config('synchronous_commit', 'on', false) "
        "WHERE current_setting('synchronous_commit') = 'off'"
    ),
    # A server that hangs in the middle of a transaction must not block all others for ever.
    "SET idle_in_transaction_session_timeout = '20s'",
    "SET lock_timeout = '30s'",
)


class Postgres(Database):
    """A connection to a PostgreSQL database.

    A server works under a role that cannot change the log. Inside a transaction only queries wait
    for their answer. All other statements are sent without waiting (pipeline mode), and their
    errors are raised by the next query or by the commit.
    """

    kind = "postgres"
    blob = "BYTEA"
    shared = True

    def __init__(self, url: str, *, server: bool = False, read_only: bool = False) -> None:
        self.url = url
        self._server = server
        self._read_only = read_only
        self._pipeline: Any = None
        self._connection = self._connect()

    def _connect(self) -> Any:
        import psycopg  # noqa: PLC0415 - slow to load, and needed only for PostgreSQL

        try:
            self.own_errors, self.errors = (psycopg.Error,), (psycopg.Error, OSError)
            connection = psycopg.connect(self.url, autocommit=True, **_KEEPALIVE)
        except psycopg.Error as error:
            raise StoreError(f"the database cannot be reached: {first_line(error)}") from None
        try:
            if self._server or self._read_only:
                connection.execute(f"SET ROLE {SERVER_ROLE}")
            if self._read_only:
                connection.execute("SET default_transaction_read_only = on")
            for statement in _SESSION_SETTINGS:
                connection.execute(statement)
        except psycopg.Error as error:
            connection.close()
            raise StoreError(f"the database cannot be used: {first_line(error)}") from None
        return connection

    def execute(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """Run one statement and return its rows."""
        cursor = self._send(_with_percents(statement), values or None)
        if self._pipeline is not None and not statement.startswith("SELECT"):
            return []
        return cursor.fetchall() if self._pipeline is not None or cursor.description else []

    def _send(self, statement: str, values: Sequence[Value] | None = None) -> Any:
        try:
            return self._connection.execute(statement, values)
        except Exception:
            # A connection that only reads may ask again; a half-done transaction is lost.
            if not self._read_only or self._pipeline is not None or not self.lost:
                raise
            self.reconnect()
            return self._connection.execute(statement, values)

    def execute_many(self, statement: str, rows: Sequence[Sequence[Value]]) -> None:
        """Run one insertion for each of the rows."""
        with self._connection.cursor() as cursor:
            cursor.executemany(_with_percents(statement), rows)

    def begin(self) -> None:
        """Begin a transaction that writes, alone among all writers."""
        self._pipeline = self._connection.pipeline()
        self._pipeline.__enter__()
        # READ COMMITTED, whatever the default: once the lock is held, the transaction sees what
        # the writer before it has committed.
        self._connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
        # Not waited for: every later statement is run after the lock is held.
        self._connection.execute(f"SELECT pg_advisory_xact_lock({FLOOR_LOCK})")

    def begin_read(self) -> None:
        """Begin a transaction that only reads."""
        self._send("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        self._pipeline = self._connection.pipeline()
        self._pipeline.__enter__()

    def commit(self) -> None:
        """End the transaction and make it durable."""
        cursor = self._connection.execute("COMMIT")
        pipeline, self._pipeline = self._pipeline, None
        pipeline.__exit__(None, None, None)
        # PostgreSQL answers COMMIT with ROLLBACK where a statement of the transaction failed.
        if cursor.statusmessage != "COMMIT":
            raise StoreError(f"the commit was answered with {cursor.statusmessage}")

    def rollback(self) -> None:
        """End the transaction, if there is one, and undo what it wrote."""
        import psycopg  # noqa: PLC0415 - it is loaded already

        pipeline, self._pipeline = self._pipeline, None
        if pipeline is not None:
            with suppress(psycopg.Error):  # the error was raised before
                pipeline.__exit__(None, None, None)
        if not self._connection.closed:
            self._connection.execute("ROLLBACK")

    def notify(self) -> None:
        """Notify the other servers when this transaction is committed."""
        self.execute("NOTIFY fairdeal")

    @property
    def backend_pid(self) -> int:
        """Return the number by which the database knows this connection."""
        return int(self._connection.info.backend_pid)

    @property
    def lost(self) -> bool:
        """Return whether the connection is lost."""
        return bool(self._connection.closed)

    def reconnect(self) -> None:
        """Connect again after the connection was lost."""
        self._pipeline = None
        self._connection.close()
        self._connection = self._connect()

    def wait_for_notification(self, seconds: float) -> set[int]:
        """Wait until a server has written, or until the time is over, and return the `backend_pid`
        of each connection that has written.
        """
        notifications = self._connection.notifies(timeout=seconds, stop_after=1)
        return {one.pid for one in notifications}

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def first_line(error: Exception) -> str:
    """Return the first line of a database's error, without the lines that explain it."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


@lru_cache(maxsize=512)
def _with_percents(statement: str) -> str:
    return statement.replace("%", "%%").replace("?", "%s")
