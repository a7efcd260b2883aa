"""The floor's log and ledger on a database: one transaction holds an entry with all that comes of
it, or nothing.

Entries are numbered over the whole floor (`leaf`) and hashed as leaves of one tree (RFC 6962). The
hashes of complete subtrees of 256 leaves, and of 256 of those, are kept beside them, so that proofs
are quick however long the log is.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from fairdeal.errors import LogError
from fairdeal.floor.log.database import Database, Row, Value
from fairdeal.floor.log.merkle import leaf_hash, node_hash, root_of
from fairdeal.floor.money.ledger import Transfer, balance_changes

#: Levels of the tree between two that are kept: 256 leaves, 65,536 leaves and so on.
STRIDE: Final = 8
SPAN: Final = 1 << STRIDE
#: How many entries at the end are looked at when a floor opens.
TAIL: Final = 1_000


_BY_LEAF: Final = (
    "SELECT leaf, tbl, number, version, body, hash FROM entries "
    "WHERE leaf >= ? AND leaf <= ? ORDER BY leaf LIMIT ?"
)
_BY_NUMBER: Final = (
    "SELECT leaf, tbl, number, version, body, hash FROM entries "
    "WHERE tbl = ? AND number >= ? AND number <= ? ORDER BY number LIMIT ?"
)


class StoredEntry(NamedTuple):
    """An entry as it lies in the log. `version` counts the table's events up to its end."""

    leaf: int
    table: str
    number: int
    version: int
    body: str
    hash: bytes


_ENTRY: Final = (
    "INSERT INTO entries (leaf, tbl, number, version, body, hash) VALUES (?, ?, ?, ?, ?, ?)"
)
_TRANSFER: Final = (
    "INSERT INTO transfers (leaf, part, debit, credit, units, what) VALUES (?, ?, ?, ?, ?, ?)"
)
_BALANCE: Final = (
    "INSERT INTO balances (account, units) VALUES (?, ?) "
    "ON CONFLICT (account) DO UPDATE SET units = excluded.units"
)
_NODE: Final = "INSERT INTO nodes (level, number, hash) VALUES (?, ?, ?)"


class Store:
    """The log and the ledger. Whoever writes does so between `begin` and `commit`, with `flush`
    before it: rows wait until then, so that those of many commands go to the database together.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.leaves = 0
        self.balances: dict[str, int] = {}
        #: Rows that wait, by their statement.
        self._waiting: dict[str, list[Sequence[Value]]] = {}
        #: The hashes of the leaves since the last complete 256.
        self._recent: list[bytes] = []
        #: The hash of the last leaf.
        self._last = b""
        self.refresh()

    def refresh(self) -> None:
        """Know the log's end and every balance, as the database has them."""
        self._waiting.clear()
        self.leaves = self.database.execute("SELECT coalesce(max(leaf) + 1, 0) FROM entries")[0][0]
        self.balances = dict(self.database.execute("SELECT account, units FROM balances"))
        self._recent = self.hashes(self.leaves - self.leaves % SPAN, self.leaves)
        self._last = b"".join(self.hashes(self.leaves - 1, self.leaves))

    def new_entries(self) -> list[StoredEntry]:
        """What somebody else has written since; asked inside a transaction. A log that does not
        end, up to there, as it is known here is refused.
        """
        found = list(self.entries(first=max(0, self.leaves - 1)))
        if self.leaves and (not found or found[0].hash != self._last):
            raise LogError(f"entry {self.leaves - 1} of the floor is not what was written there")
        return found[1:] if self.leaves else found

    def apply_new_entries(self, news: Sequence[StoredEntry]) -> None:
        """Know the log's end and every balance after what somebody else has written."""
        first, self.leaves = self.leaves, news[-1].leaf + 1
        known = [*self._recent, *(stored.hash for stored in news)]
        self._recent = known[len(known) - self.leaves % SPAN :]
        self._last = news[-1].hash
        self.balances.update(
            self.database.execute(
                "SELECT account, units FROM balances WHERE account IN "
                "(SELECT debit FROM transfers WHERE leaf >= ? "
                "UNION SELECT credit FROM transfers WHERE leaf >= ?)",
                (first, first),
            )
        )

    # Writing --------------------------------------------------------------------------------------

    def append(
        self, table: str, number: int, version: int, body: str, moves: Sequence[Transfer] = ()
    ) -> int:
        """Add an entry with its transfers, and say which leaf it is."""
        leaf, digest = self.leaves, leaf_hash(body.encode())
        self.queue_row(_ENTRY, (leaf, table, number, version, body, digest))
        for part, move in enumerate(moves):
            self.queue_row(_TRANSFER, (leaf, part, *move))
        for account, units in balance_changes(moves).items():
            if units:
                self.balances[account] = after = self.balances.get(account, 0) + units
                self.queue_row(_BALANCE, (account, after))
        self.leaves = leaf + 1
        self._last = digest
        self._recent.append(digest)
        if len(self._recent) == SPAN:
            self._grow(leaf // SPAN)
        return leaf

    def queue_row(self, statement: str, row: Sequence[Value]) -> None:
        """Write a row with the others that wait."""
        self._waiting.setdefault(statement, []).append(row)

    def flush(self) -> None:
        """Give the database what waits."""
        waiting, self._waiting = self._waiting, {}
        for statement, rows in waiting.items():
            if "ON CONFLICT" in statement:
                # What a row came to in between nobody has seen.
                rows = list({row[0]: row for row in rows}.values())  # noqa: PLW2901 - of them
            self.database.execute_many(statement, rows)

    def discard_queued(self) -> None:
        """What waits is not to be written."""
        self._waiting.clear()

    def _grow(self, number: int) -> None:
        """Keep the hash of 256 leaves that are complete now, and of 256 of these."""
        level, digest, self._recent = STRIDE, root_of(self._recent), []
        while True:
            self.queue_row(_NODE, (level, number, digest))
            if (number + 1) % SPAN:
                return
            rows = self.query(
                "SELECT hash FROM nodes WHERE level = ? AND number > ? AND number <= ? "
                "ORDER BY number",
                (level, number - SPAN, number),
            )
            level, number, digest = level + STRIDE, number // SPAN, root_of([r[0] for r in rows])

    # Reading --------------------------------------------------------------------------------------

    def query(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """Ask the database, which knows all that was written up to now."""
        if self._waiting:
            self.flush()
        return self.database.execute(statement, values)

    def hashes(self, start: int, end: int) -> list[bytes]:
        """The hashes of some leaves."""
        rows = self.query(
            "SELECT hash FROM entries WHERE leaf >= ? AND leaf < ? ORDER BY leaf", (start, end)
        )
        return [bytes(row[0]) for row in rows]

    def subtree(self, level: int, number: int) -> bytes:
        """The hash of a complete subtree of 2**level leaves."""
        if level % STRIDE == 0 and level:
            rows = self.query(
                "SELECT hash FROM nodes WHERE level = ? AND number = ?", (level, number)
            )
            if rows:
                return bytes(rows[0][0])
        if level <= STRIDE:
            return root_of(self.hashes(number << level, (number + 1) << level))
        return node_hash(
            self.subtree(level - 1, 2 * number), self.subtree(level - 1, 2 * number + 1)
        )

    def root(self, size: int) -> bytes:
        """The tree's root when it had so many leaves."""
        if not size:
            return sha256(b"").digest()
        parts: list[bytes] = []
        start = 0
        for level in range(size.bit_length() - 1, -1, -1):
            if size >> level & 1:
                parts.append(self.subtree(level, start >> level))
                start += 1 << level
        digest = parts.pop()
        while parts:
            digest = node_hash(parts.pop(), digest)
        return digest

    def entries(
        self,
        table: str | None = None,
        *,
        first: int = 0,
        last: int | None = None,
        at_once: int = 500,
    ) -> Iterator[StoredEntry]:
        """The entries of a table by number, or of the whole floor by leaf."""
        run = self.query
        end = 2**62 if last is None else last
        while first <= end:
            if table is None:
                rows = run(_BY_LEAF, (first, end, at_once))
            else:
                rows = run(_BY_NUMBER, (table, first, end, at_once))
            for row in rows:
                yield StoredEntry(row[0], row[1], row[2], row[3], row[4], bytes(row[5]))
            if len(rows) < at_once:
                return
            first = (rows[-1][0] if table is None else rows[-1][2]) + 1

    def check_tail(self) -> None:
        """Refuse a log whose end does not hold together."""
        at = max(0, self.leaves - TAIL)
        for stored in self.entries(first=at):
            if stored.leaf != at or stored.hash != leaf_hash(stored.body.encode()):
                raise LogError(
                    f"the log is broken at entry {at} of the floor: run `fairdeal audit verify`"
                )
            at += 1
        if at != self.leaves:
            raise LogError(f"the log is broken: entry {at} of the floor is missing")
