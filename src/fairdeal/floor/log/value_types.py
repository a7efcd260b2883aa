"""Types of stored values: SQLite stores one of another type than its column without a word."""

from collections.abc import Iterator
from typing import Any, Final

from fairdeal.english import quoted
from fairdeal.errors import LogError
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.sqlite import SQLite

#: The storage classes that SQLite may have for a declared type.
_STORED_AS: Final = {"BIGINT": "integer", "INTEGER": "integer", "TEXT": "text", "BLOB": "blob"}
#: What a floor reads as a whole when it starts. Entries are checked as they are read.
_READ_AT_START: Final = ("house", "tables", "balances", "moments", "sealed")


def mistyped(database: Database, table: str, place: str = "rowid") -> Iterator[tuple[Any, str]]:
    """Look for a value of another type than its column's: the first by the column `place`, with its
    place. PostgreSQL stores none.
    """
    if database.kind != SQLite.kind:
        return
    wrong = []
    for _, column, declared, required, _, in_key in database.execute(f"PRAGMA table_info({table})"):
        nothing = "" if required or in_key else ", 'null'"
        wrong.append((column, f"typeof({column}) NOT IN ('{_STORED_AS[declared]}'{nothing})"))
    if not wrong:
        return  # a database of an earlier version, which does not have the table
    conditions = " OR ".join(condition for _, condition in wrong)
    rows = database.execute(
        f"SELECT {place}, {', '.join(condition for _, condition in wrong)} FROM {table} "  # noqa: S608 - names of the schema
        f"WHERE {conditions} ORDER BY {place} LIMIT 1"
    )
    for at, *row in rows:
        column = next(name for (name, _), bad in zip(wrong, row, strict=True) if bad)
        yield at, f"a value in the column {quoted(column)} of {quoted(table)} has another type"


def require_types(database: Database) -> None:
    """Raise `LogError` if what a floor reads at its start has a value of another type."""
    for table in _READ_AT_START:
        for _, wrong in mistyped(database, table):
            raise LogError(f"{wrong}: run `fairdeal audit verify`")
