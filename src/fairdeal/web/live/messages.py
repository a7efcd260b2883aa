"""The messages of a table's feed: its version, its clock, its events, and the view of it now."""

from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from fairdeal.floor.floor import Floor
from fairdeal.floor.log.store import Store
from fairdeal.floor.tables.absent_players import STANDSTILL_WARNING
from fairdeal.floor.tables.clock import deadline_of
from fairdeal.floor.tables.history import read_events
from fairdeal.floor.tables.published_table import PublishedTable, visible_events
from fairdeal.table.view import Viewer
from fairdeal.web.live.log_reader import LogReader
from fairdeal.wire.json_line import dump_bytes

#: How many entries are read from the log at once.
LOG_PAGE_ENTRIES: Final = 500
#: The most bytes of events in one message, which are some hundred rounds.
MAX_MESSAGE_BYTES: Final = 4 * 1024 * 1024


class TableWarning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What will happen at a table, by the floor's time, and what a player can do about it."""

    at: float
    words: str


class TableHead(msgspec.Struct, frozen=True):
    """What every answer about a table begins with."""

    version: int
    at: str
    now: float
    deadline: int | None
    #: In the last minute before all seats of a full table come free because nobody bets.
    warning: TableWarning | UnsetType = UNSET


class MessageWriter:
    """Writes the messages to a client that knows a table up to a version."""

    def __init__(self, floor: Floor, log: LogReader) -> None:
        self._floor = floor
        self._log = log

    def head(self, table: PublishedTable, version: int | None = None) -> TableHead:
        """Return the head of an answer; `version` where the answer goes only up to that one."""
        settings = self._floor.settings
        return TableHead(
            table.state.version if version is None else version,
            table.at,
            round(self._floor.now(), 3),
            deadline_of(
                table.state, table.since, settings.clock, table.dealer, settings.word_seconds
            ),
            _warning(table),
        )

    async def events(
        self, table: PublishedTable, after: int, viewer: Viewer
    ) -> AsyncIterator[tuple[int, list[dict[str, Any]]]]:
        """Yield the events after a version that a viewer may see, in parts, each with the version
        that it reaches. Events that are no longer in memory come from the log.
        """
        version = table.state.version
        while (recent := table.events_after(after, viewer)) is None:

            def page(store: Store, after: int = after) -> tuple[int, list[dict[str, Any]]]:
                return _logged_events(store, table, after, viewer)

            after, part = await self._log.read(page)
            if part:
                yield after, part
        if recent:
            yield version, recent

    async def messages(
        self, table: PublishedTable, after: int, viewer: Viewer
    ) -> AsyncIterator[bytes]:
        """Yield what a client is sent that knows all up to a version: one message, or several
        where there is so much that nobody should hold it in memory.
        """
        events = table.events_text_after(after, viewer)
        if events is None:
            parts: list[bytes] = []
            async for reached, part in self.events(table, after, viewer):
                text = dump_bytes(part)[1:-1]
                if parts and sum(map(len, parts)) + len(text) > MAX_MESSAGE_BYTES:
                    yield self.message(table, b"[%b]" % b",".join(parts), viewer, after)
                    parts.clear()
                parts.append(text)
                after = reached
            events = b"[%b]" % b",".join(parts)
        yield self.message(table, events, viewer)

    def message(
        self, table: PublishedTable, events: bytes, viewer: Viewer, version: int | None = None
    ) -> bytes:
        """Return one message, with events that are JSON text."""
        head = dump_bytes(self.head(table, version))[:-1]
        return b'%b,"events":%b,"view":%b}' % (head, events, table.view_text(viewer))


def _warning(table: PublishedTable) -> TableWarning | UnsetType:
    if table.freed_at is None:
        return UNSET
    return TableWarning(round(table.freed_at, 3), f"{STANDSTILL_WARNING}.")


def _logged_events(
    store: Store, table: PublishedTable, after: int, viewer: Viewer
) -> tuple[int, list[dict[str, Any]]]:
    """Return the next events of a table from its log, and the version that they reach."""
    version = table.state.version
    rows = store.database.execute(
        "SELECT min(number), max(number) FROM entries "
        "WHERE tbl = ? AND version > ? AND version <= ? AND number > 0",
        (table.id, after, version),
    )
    first, last = rows[0]
    if first is None:
        return version, []
    found = read_events(store, table.opening, table.id, first, min(last, first + LOG_PAGE_ENTRIES))
    new = [one for one in found if after < one.version <= version]
    return new[-1].version if new else version, list(visible_events(viewer, new))
