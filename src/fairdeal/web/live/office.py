"""The back office of a running floor: the book, kept up with the log beside the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Final, TypeVar

from fairdeal.floor.log.store import Store, StoredEntry
from fairdeal.office.book.book import Book
from fairdeal.web.live.log_reader import LogReader

T = TypeVar("T")
#: Entries that are read and applied at a time, so that other readers of the log need not wait.
BATCH: Final = 2_000


class Office:
    """The book of a floor in a thread of its own. Each question first applies the entries that are
    new in the log, and then sees a book that nobody changes meanwhile.
    """

    def __init__(self, log: LogReader) -> None:
        self._log = log
        self._book = Book()
        self._pool = ThreadPoolExecutor(1, "office")
        self._one_reader = asyncio.Lock()
        self._reading: asyncio.Task[None] | None = None

    async def ask(self, do: Callable[[Book], T]) -> T:
        """Return what a function makes of the book."""
        await self._read_on()
        return await self._answer(do)

    async def ask_within(self, seconds: float, do: Callable[[Book], T]) -> T:
        """Return what a function makes of the book. After some seconds the book is asked as far as
        it has read, while it goes on reading: after a start it may have a long log before it.
        """
        if self._reading is None or self._reading.done():
            self._reading = asyncio.ensure_future(self._read_on())
        await asyncio.wait((self._reading,), timeout=seconds)
        if self._reading.done():
            self._reading.result()
        return await self._answer(do)

    async def _answer(self, do: Callable[[Book], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, do, self._book)

    async def _read_on(self) -> None:
        async with self._one_reader:
            await self._catch_up()

    async def _catch_up(self) -> None:
        loop = asyncio.get_running_loop()
        entries: list[StoredEntry] = []
        while not entries or len(entries) == BATCH:
            entries = await self._log.read(self._new_entries)
            if not entries:
                return
            await loop.run_in_executor(self._pool, self._book.apply, entries)

    def _new_entries(self, store: Store) -> list[StoredEntry]:
        return list(islice(store.entries(first=self._book.leaves, batch=BATCH), BATCH))

    def close(self) -> None:
        """Drop what is not begun."""
        if self._reading is not None:
            self._reading.cancel()
        self._pool.shutdown(cancel_futures=True)
