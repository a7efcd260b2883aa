"""Open a floor's database by its URL: a SQLite file or PostgreSQL."""

import sqlite3
from pathlib import Path

from fairdeal.english import quoted
from fairdeal.errors import BadInputError, StoreError
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.postgres import Postgres
from fairdeal.floor.log.sqlite import MEMORY, SQLite


def connect(
    url: str, *, server: bool = False, read_only: bool = False, must_exist: bool = False
) -> Database:
    """Open the database that a URL names.

    With `server` the connection is the one that writes a floor's log. With `must_exist` a missing
    SQLite file is an error; otherwise it is created, unless the connection is `read_only`.
    """
    if is_postgres(url):
        return Postgres(url, server=server, read_only=read_only)
    path = sqlite_path(url)
    if (read_only or must_exist) and not Path(path).is_file():
        raise StoreError(f"there is no database {quoted(path)}")
    return SQLite(path, server=server, read_only=read_only)


def is_postgres(url: str) -> bool:
    """Return whether a URL names a PostgreSQL database."""
    return url.startswith(("postgresql://", "postgres://"))


def sqlite_path(url: str) -> str:
    """Return the file that a SQLite URL or a plain path names."""
    if "://" in url and not url.startswith("sqlite:///"):
        raise BadInputError(
            f"{quoted(url)} is no database: give a file, sqlite:///FILE or postgresql://..."
        )
    path = url.removeprefix("sqlite:///")
    if not path:
        raise BadInputError("the database's URL names no file")
    if path == MEMORY:
        # A second connection, which reads beside the writer, would get another, empty database.
        raise BadInputError(
            "a floor's database lies in a file: a database in memory is lost when the server stops"
        )
    return path


def server_version(database: Database) -> str:
    """Return the product and the version of a database, such as `SQLite 3.45.1`."""
    if isinstance(database, Postgres):
        return f"PostgreSQL {database.execute('SHOW server_version')[0][0]}"
    return f"SQLite {sqlite3.sqlite_version}"
