"""Reading the log in a thread of its own, one reader at a time, in the order of the requests."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fairdeal.floor.log.database import Database
from fairdeal.floor.log.store import Store

T = TypeVar("T")


class LogReader:
    """Reads what takes long: old events, records of rounds, sums of a whole table. The thread is
    not the event loop's own, which hashes passwords.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._store = Store(database)
        self._pool = ThreadPoolExecutor(1, "reader")

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """Return the errors of the database's driver."""
        return self._database.errors

    async def read(self, do: Callable[[Store], T]) -> T:
        """Return what a function reads, all of it at one moment of the log."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._read, do)

    def _read(self, do: Callable[[Store], T]) -> T:
        # At one moment, so that a proof is about the log that the entries are from.
        self._database.begin_read()
        try:
            rows = self._database.execute("SELECT coalesce(max(leaf) + 1, 0) FROM entries")
            self._store.leaves = rows[0][0]
            return do(self._store)
        finally:
            self._database.rollback()

    def close(self) -> None:
        """Drop what is not begun, and close the database."""
        self._pool.shutdown(cancel_futures=True)
        self._database.close()
