"""Findings of an audit, which its two passes share, and how both read the text of an entry."""

from collections.abc import Callable
from typing import NamedTuple

from fairdeal.errors import BadEntryError, FairdealError, MismatchError
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.postgres import Postgres

#: Called with the number of entries that are checked, and of all entries.
Progress = Callable[[int, int], None]


class AuditFinding(NamedTuple):
    """The leaf of a bad entry, and what is wrong with it."""

    leaf: int
    reason: str


def finding_of(error: Exception, leaf: int) -> AuditFinding:
    """Return the finding that an error stands for, at a leaf unless the error names another."""
    if isinstance(error, BadEntryError):
        return AuditFinding(error.leaf, str(error))
    if isinstance(error, MismatchError):
        return AuditFinding(leaf, str(error))
    reason = str(error) if isinstance(error, FairdealError) else type(error).__name__
    return AuditFinding(leaf, f"it cannot be read ({reason})")


def require(right: bool, otherwise: str) -> None:
    """Raise `MismatchError` about the entry that is read, unless it is `right`."""
    if not right:
        raise MismatchError(otherwise)


def bytes_of(database: Database, column: str) -> str:
    """Return the SQL expression of a text column's bytes, which may be no valid text."""
    if isinstance(database, Postgres):
        return f"convert_to({column}, 'UTF8')"
    return f"CAST({column} AS BLOB)"


def tables_of_real_cards(database: Database) -> list[str]:
    """Return the tables of a log that are dealt from real cards, in the order of their opening."""
    rows = database.execute(
        "SELECT tbl FROM entries WHERE number = 0 AND tbl <> '' AND body LIKE ? ORDER BY leaf",
        ['%"cards":"named"%'],
    )
    return [table for (table,) in rows]
