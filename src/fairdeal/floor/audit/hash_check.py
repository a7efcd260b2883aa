"""The first pass of an audit: the hashes of all entries, the tree over them, and checkpoints."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from fairdeal.english import quoted
from fairdeal.floor.audit.findings import AuditFinding, Progress, bytes_of
from fairdeal.floor.log.checkpoint import Checkpoint
from fairdeal.floor.log.database import Database, Row
from fairdeal.floor.log.merkle import Frontier
from fairdeal.floor.log.store import SPAN, STRIDE

#: The number of rows that are read at once: whole blocks of the tree.
_ROWS: Final = 64 * SPAN


class HashCheck:
    """Checks the places and hashes of all entries, the hashes of subtrees, and checkpoints."""

    def __init__(
        self, database: Database, points: Sequence[Checkpoint], progress: Progress | None
    ) -> None:
        self._run = database.execute
        self._points = list(points)
        self._progress = progress
        self._select = (
            f"SELECT leaf, hash, {bytes_of(database, 'body')} FROM entries "  # noqa: S608 - own words
            f"WHERE leaf > ? ORDER BY leaf LIMIT {_ROWS}"
        )
        self.size = 0
        #: The tree over complete blocks of 256 leaves, and the leaves after the last block.
        self._blocks = Frontier()
        self._rest: list[bytes] = []
        #: The number of entries that a checkpoint has confirmed so far.
        self._good = 0
        #: Whether a checkpoint shows that entries are missing at the end.
        self.cut = False

    @property
    def head(self) -> str:
        """Return the root over all entries that were read, in hex."""
        return self._root(self._rest).hex()

    def check(self) -> tuple[AuditFinding | None, AuditFinding | None]:
        """Return the first entry that is bad for certain, and one at or after which something is
        wrong.
        """
        total = self._run("SELECT count(*) FROM entries")[0][0]
        suspect: AuditFinding | None = None
        while rows := self._run(self._select, [self.size - 1 if self.size else -(2**62)]):
            leaves, stored, bodies = zip(*rows, strict=True)
            hashes = [sha256(b"\x00" + body).digest() for body in bodies]
            if list(stored) != hashes or leaves != tuple(range(self.size, self.size + len(rows))):
                return self._first_bad(rows, hashes), None
            found = self._grow(hashes)
            suspect = suspect or found
            if self._progress:
                self._progress(self.size, total)
        if total != self.size:
            return AuditFinding(
                self.size, "there are more rows of entries than the log has entries"
            ), suspect
        return None, self._no_more_nodes(suspect) or self._after_the_end()

    def _first_bad(self, rows: Sequence[Row], hashes: Sequence[bytes]) -> AuditFinding:
        for (leaf, stored, _), right in zip(rows, hashes, strict=True):
            if leaf != self.size:
                if isinstance(leaf, int) and leaf > self.size:
                    reason = "it is missing"
                else:
                    reason = f"an entry has the number {quoted(leaf)}, which no entry can have"
                return AuditFinding(self.size, reason)
            if stored != right:
                return AuditFinding(leaf, "its text was changed after it was written")
            self._rest.append(right)
            self.size += 1
        raise AssertionError("one of them is bad")

    def _root(self, rest: Sequence[bytes]) -> bytes:
        last = Frontier()
        last.extend(rest)
        return Frontier(
            (self._blocks.size << STRIDE) + last.size, [*self._blocks.hashes, *last.hashes]
        ).root()

    def _grow(self, hashes: list[bytes]) -> AuditFinding | None:
        """Add leaves; return a finding where a saved hash or a checkpoint disagrees."""
        found: AuditFinding | None = None
        start, self.size = self.size - len(self._rest), self.size + len(hashes)
        leaves = self._rest + hashes
        for at in range(0, len(leaves), SPAN):
            block = leaves[at : at + SPAN]
            found = found or self._checkpoints(start + at, block)
            if len(block) == SPAN:
                found = found or self._block(block)
                self._rest = []
            else:
                self._rest = block
        return found

    def _checkpoints(self, start: int, block: list[bytes]) -> AuditFinding | None:
        while self._points and self._points[0].size <= start + len(block):
            point = self._points[0]
            if self._root(block[: point.size - start]) != point.root:
                self._points = []
                return AuditFinding(self._good, _not_those(self._good, point.size))
            self._good = point.size
            self._points.pop(0)
        return None

    def _block(self, leaves: list[bytes]) -> AuditFinding | None:
        """Add a complete block; its hash, and those of the subtrees it completes, must be saved."""
        level = leaves
        while len(level) > 1:
            pairs = zip(level[::2], level[1::2], strict=True)
            level = [sha256(b"\x01" + left + right).digest() for left, right in pairs]
        number = self._blocks.size
        done = self._blocks.append(level[0])
        for height in range(0, len(done), STRIDE):
            at = (height + STRIDE, number >> height)
            rows = self._run("SELECT hash FROM nodes WHERE level = ? AND number = ?", at)
            if not rows or rows[0][0] != done[height]:
                first, last = at[1] << at[0], ((at[1] + 1) << at[0]) - 1
                reason = "is missing" if not rows else "differs"
                return AuditFinding(
                    first, f"the saved hash over the entries {first} to {last} {reason}"
                )
        return None

    def _no_more_nodes(self, suspect: AuditFinding | None) -> AuditFinding | None:
        should, blocks = 0, self._blocks.size
        while blocks:
            should += blocks
            blocks >>= STRIDE
        if suspect is None and self._run("SELECT count(*) FROM nodes")[0][0] != should:
            return AuditFinding(max(self.size - 1, 0), "there are saved hashes without entries")
        return suspect

    def _after_the_end(self) -> AuditFinding | None:
        for point in self._points:
            if point.size > self.size:
                self.cut = True
                reason = f"it is missing: the checkpoint was made of {point.size} entries"
                return AuditFinding(self.size, reason)
        return None


def _not_those(good: int, size: int) -> str:
    since = f"from {good} to {size - 1}" if size - good > 1 else f"at {good}"
    return f"the entries {since} are not those that the checkpoint was made of"
