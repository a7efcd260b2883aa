"""The database of a floor, opened for a command beside a running server."""

from collections.abc import Iterator
from contextlib import contextmanager

from fairdeal.cli.serve import database_url
from fairdeal.errors import StoreError
from fairdeal.floor.log.connection import connect
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.postgres import first_line
from fairdeal.floor.log.schema import is_known


@contextmanager
def open_floor(url: str | None, *, read_only: bool = True) -> Iterator[Database]:
    """Open the database of a floor, which a server may be using at the same time."""
    database = connect(database_url(url), read_only=read_only, must_exist=True)
    try:
        if not is_known(database):
            raise StoreError(
                "the database is not a floor's, or is of another version of this program"
            )
        yield database
    except database.own_errors as error:
        raise StoreError(f"the database cannot be read: {first_line(error)}") from None
    finally:
        database.close()
