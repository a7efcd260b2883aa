"""The floor's log and ledger on a database.

Entries are numbered over the whole floor (`leaf`) and hashed as the leaves of one Merkle tree (RFC
6962). The hashes of complete subtrees of 256 leaves, of 256 of those, and so on, are saved as well,
so that proofs are quick however long the log is.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from fairdeal.errors import LogError
from fairdeal.floor.log.database import Database, Row, Value
from fairdeal.floor.log.merkle import leaf_hash, node_hash, root_of
from fairdeal.floor.money.ledger import Transfer, balance_changes

#: The hashes of subtrees are saved for every eighth level: 256 leaves, 65,536 leaves and so on.
STRIDE: Final = 8
SPAN: Final = 1 << STRIDE
#: The number of entries at the end of the log that are checked when a floor opens.
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
    """An entry as the database has it. `version` is the table's version after it."""

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
    """The log and the ledger of a floor.

    Rows are queued and written by `flush`, before the commit, so that the rows of many commands go
    to the database together.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.leaves = 0
        self.balances: dict[str, int] = {}
        #: Queued rows by statement.
        self._queued: defaultdict[str, list[Sequence[Value]]] = defaultdict(list)
        #: The hashes of the leaves after the last complete subtree of 256.
        self._recent: list[bytes] = []
        #: The hash of the last leaf.
        self._last = b""
        self.refresh()

    def refresh(self) -> None:
        """Read the end of the log and every balance from the database."""
        self._queued.clear()
        self.leaves = self.database.execute("SELECT coalesce(max(leaf) + 1, 0) FROM entries")[0][0]
        self.balances = dict(self.database.execute("SELECT account, units FROM balances"))
        self._recent = self.hashes(self.leaves - self.leaves % SPAN, self.leaves)
        self._last = b"".join(self.hashes(self.leaves - 1, self.leaves))

    def new_entries(self) -> list[StoredEntry]:
        """Return the entries that others have written since; call it inside a transaction.

        `LogError` if the last entry that is known here is not the one in the database.
        """
        found = list(self.entries(first=max(0, self.leaves - 1)))
        if self.leaves and (not found or found[0].hash != self._last):
            raise LogError(
                f"entry {self.leaves - 1} of the floor was changed since this server "
                "wrote it: run `fairdeal audit verify`"
            )
        return found[1:] if self.leaves else found

    def apply_new_entries(self, entries: Sequence[StoredEntry]) -> None:
        """Update the end of the log and the balances by entries that others have written."""
        first, self.leaves = self.leaves, entries[-1].leaf + 1
        known = [*self._recent, *(stored.hash for stored in entries)]
        self._recent = known[len(known) - self.leaves % SPAN :]
        self._last = entries[-1].hash
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
        """Add an entry with its transfers, and return its leaf."""
        leaf, digest = self.leaves, leaf_hash(body.encode())
        queued = self._queued
        queued[_ENTRY].append((leaf, table, number, version, body, digest))
        if moves:
            queued[_TRANSFER].extend((leaf, part, *move) for part, move in enumerate(moves))
            for account, units in balance_changes(moves).items():
                if units:
                    self.balances[account] = after = self.balances.get(account, 0) + units
                    queued[_BALANCE].append((account, after))
        self.leaves = leaf + 1
        self._last = digest
        self._recent.append(digest)
        if len(self._recent) == SPAN:
            self._save_subtree_hashes(leaf // SPAN)
        return leaf

    def queue_row(self, statement: str, row: Sequence[Value]) -> None:
        """Queue a row for the next `flush`."""
        self._queued[statement].append(row)

    def flush(self) -> None:
        """Write all queued rows."""
        queued, self._queued = self._queued, defaultdict(list)
        for statement, rows in queued.items():
            if "ON CONFLICT" in statement:
                # Only the last of several values for the same key is needed.
                rows = list({row[0]: row for row in rows}.values())  # noqa: PLW2901 - a subset
            self.database.execute_many(statement, rows)

    def discard_queued(self) -> None:
        """Drop all queued rows."""
        self._queued.clear()

    def _save_subtree_hashes(self, number: int) -> None:
        """Save the hash of 256 complete leaves, and of each larger subtree that they complete."""
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
        """Run a query after all queued rows are written."""
        if self._queued:
            self.flush()
        return self.database.execute(statement, values)

    def read_balances(self, accounts: Sequence[str]) -> dict[str, int]:
        """Return what some accounts hold in the database, found by their names: a floor has a
        balance for everybody who was ever there.
        """
        found: dict[str, int] = {}
        for first in range(0, len(accounts), SPAN):
            part = accounts[first : first + SPAN]
            marks = ", ".join("?" * len(part))
            found |= self.query(
                f"SELECT account, units FROM balances WHERE account IN ({marks})",  # noqa: S608 - marks alone
                part,
            )
        return found

    def hashes(self, start: int, end: int) -> list[bytes]:
        """Return the hashes of the leaves from `start` to before `end`."""
        rows = self.query(
            "SELECT leaf, hash FROM entries WHERE leaf >= ? AND leaf < ? ORDER BY leaf",
            (start, end),
        )
        return [_digest(leaf, found) for leaf, found in rows]

    def subtree(self, level: int, number: int) -> bytes:
        """Return the hash of a complete subtree of 2**level leaves."""
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
        """Return the root of the tree over the first `size` leaves."""
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
        batch: int = 500,
    ) -> Iterator[StoredEntry]:
        """Yield the entries of a table by number, or those of the whole floor by leaf."""
        end = 2**62 if last is None else last
        while first <= end:
            if table is None:
                rows = self.query(_BY_LEAF, (first, end, batch))
            else:
                rows = self.query(_BY_NUMBER, (table, first, end, batch))
            for row in rows:
                yield _stored(*row)
            if len(rows) < batch:
                return
            first = (rows[-1][0] if table is None else rows[-1][2]) + 1

    def check_tail(self) -> None:
        """Check places and hashes of the last entries; `LogError` if one is wrong."""
        at = max(0, self.leaves - TAIL)
        for stored in self.entries(first=at):
            if stored.leaf != at or stored.hash != leaf_hash(stored.body.encode()):
                raise _broken(at)
            at += 1
        if at != self.leaves:
            raise LogError(
                f"the log is broken, entry {at} of the floor is "
                "missing: run `fairdeal audit verify`"
            )


def _stored(
    leaf: int, table: object, number: int, version: int, body: object, found: object
) -> StoredEntry:
    """Return an entry as it was read. SQLite stores values of another type than their column's
    without a word.
    """
    if not isinstance(table, str) or not isinstance(body, str):
        raise _broken(leaf)
    return StoredEntry(leaf, table, number, version, body, _digest(leaf, found))


def _digest(leaf: int, found: object) -> bytes:
    if not isinstance(found, bytes | memoryview):
        raise _broken(leaf)
    return bytes(found)


def _broken(leaf: int) -> LogError:
    return LogError(f"the log is broken at entry {leaf} of the floor: run `fairdeal audit verify`")
