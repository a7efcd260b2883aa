"""The interface of a database connection, which SQLite and PostgreSQL implement alike.

Statements are written once for both, with `?` for values. `connection.connect` opens a database by
its URL; `sqlite.SQLite` and `postgres.Postgres` hold what differs between the two.
"""

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, TypeAlias

Value: TypeAlias = int | str | bytes | None
Row: TypeAlias = tuple[Any, ...]


class Database(ABC):
    """One connection to a floor's database."""

    #: The product, as the server's log names it.
    kind: str
    #: The type of bytes in the schema.
    blob: str
    #: Whether several servers may use the database, and go on where one of them fails.
    shared = False
    #: The errors of the database's own library.
    own_errors: tuple[type[Exception], ...] = (sqlite3.Error,)
    #: All errors of a database that fails, with those of the disk and the network.
    errors: tuple[type[Exception], ...] = (sqlite3.Error, OSError)
    #: The key that seals the secrets of decks in play; None for who works without it.
    seal: Any = None

    #: The URL by which `connection.connect` opens the database once more.
    url: str

    @abstractmethod
    def execute(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """Run one statement and return its rows."""

    @abstractmethod
    def execute_many(self, statement: str, rows: Sequence[Sequence[Value]]) -> None:
        """Run one insertion for each of the rows."""

    @abstractmethod
    def begin(self) -> None:
        """Begin a transaction that writes. Only one connection of all is in such a transaction at a
        time; the others wait here.
        """

    @abstractmethod
    def begin_read(self) -> None:
        """Begin a transaction that only reads, and sees the database as it is at one moment.

        It blocks no writer, and ends with `commit` or `rollback`.
        """

    @abstractmethod
    def commit(self) -> None:
        """End the transaction and make it durable: when this returns, it is on the disk."""

    @abstractmethod
    def rollback(self) -> None:
        """End the transaction, if there is one, and undo what it wrote."""

    def notify(self) -> None:  # noqa: B027 - nobody to notify where there is one server
        """Notify the other servers of a shared database when this transaction is committed."""

    @property
    def lost(self) -> bool:
        """Return whether the connection is lost, so that `reconnect` is needed."""
        return False

    def reconnect(self) -> None:  # noqa: B027 - a file is never lost
        """Connect again after the connection was lost."""

    @abstractmethod
    def close(self) -> None:
        """Close the connection."""
