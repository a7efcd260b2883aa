"""What both passes of an audit say of an entry, and how they read its text."""

from collections.abc import Callable
from typing import NamedTuple

from fairdeal.errors import MismatchError
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.postgres import Postgres

#: Told how many entries are done, of how many.
Progress = Callable[[int, int], None]


class Finding(NamedTuple):
    """A bad entry by its place in the floor's log, and what is wrong with it."""

    leaf: int
    reason: str


def require(right: bool, otherwise: str) -> None:
    """Say what is wrong with the entry that is read, unless it is right."""
    if not right:
        raise MismatchError(otherwise)


def bytes_of(database: Database, column: str) -> str:
    """A text as its bytes, whatever they are."""
    if isinstance(database, Postgres):
        return f"convert_to({column}, 'UTF8')"
    return f"CAST({column} AS BLOB)"
