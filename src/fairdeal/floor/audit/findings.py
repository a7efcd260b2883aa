"""Findings of an audit, which its two passes share, and how both read the text of an entry."""

from collections.abc import Callable
from typing import NamedTuple

from fairdeal.errors import MismatchError
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.postgres import Postgres

#: Called with the number of entries that are checked, and of all entries.
Progress = Callable[[int, int], None]


class Finding(NamedTuple):
    """The leaf of a bad entry, and what is wrong with it."""

    leaf: int
    reason: str


def require(right: bool, otherwise: str) -> None:
    """Raise `MismatchError` about the entry that is read, unless it is `right`."""
    if not right:
        raise MismatchError(otherwise)


def bytes_of(database: Database, column: str) -> str:
    """Return the SQL expression of a text column's bytes, which may be no valid text."""
    if isinstance(database, Postgres):
        return f"convert_to({column}, 'UTF8')"
    return f"CAST({column} AS BLOB)"
