"""Audit of a floor's database: hashes, tree, checkpoints, and every entry applied again.

There are two passes. The first checks the hashes of the whole log, the tree over them, and the
checkpoints that an auditor has kept. The second applies every entry as the floor did. It decides
every command of a finished round again, with the secrets that the round has revealed, and computes
again what follows from the log: transfers, balances, snapshots, rounds, keys. Tables are
independent, so that several processes share them. At the end the schema of the database is checked,
with the triggers that protect the log, and the floor's own key.

Without a checkpoint that was kept elsewhere, a log that was rewritten as a whole looks valid. With
one, a tail that was cut off or rewritten is found.
"""

from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

from fairdeal.errors import BadInputError
from fairdeal.floor.audit.entry_fold import EntryFold
from fairdeal.floor.audit.findings import AuditFinding, Progress
from fairdeal.floor.audit.hash_check import HashCheck
from fairdeal.floor.audit.processes import Processes, process_count
from fairdeal.floor.audit.schema_check import schema_finding
from fairdeal.floor.audit.share import WHOLE, shares
from fairdeal.floor.audit.whole_fold import WholeFold
from fairdeal.floor.log.checkpoint import Checkpoint, parse_and_verify
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.extension import checkpoint_in
from fairdeal.floor.log.signing import known_signer


class BadEntry(NamedTuple):
    """The first bad entry, and what is wrong with it.

    `leaf` is its place in the floor's log, from 0. `table` is empty for acts of the floor. `table`
    and `number` are None if the entry is missing.
    """

    leaf: int
    table: str | None
    number: int | None
    reason: str

    def __str__(self) -> str:
        if self.table is None:
            return f"entry {self.leaf} of the floor: {self.reason}"
        where = f"entry {self.number} of table {self.table}" if self.table else "an act"
        return f"entry {self.leaf} of the floor ({where}): {self.reason}"


class AuditResult(NamedTuple):
    """The result of an audit: the number of entries, the root over them in hex, the first bad
    entry, and the seconds that the two passes took.
    """

    valid: bool
    entries: int
    head: str
    bad: BadEntry | None = None
    hashed: float = 0.0
    folded: float = 0.0


def verify(
    database: Database,
    checkpoints: str | Sequence[str] = (),
    key: str | None = None,
    *,
    fold: bool = True,
    progress: Progress | None = None,
    processes: int | None = 1,
    now: float | None = None,
) -> AuditResult:
    """Check a floor's whole database against itself, and against checkpoints that were kept.

    `key` is the floor's public key as the auditor knows it; left out, the database's own is taken.
    `fold=False` stops after the hashes, the tree and the checkpoints. The tables are shared out to
    so many `processes`, to one for each core with None; the result is the same with any number.
    With `now`, the time of whoever audits, a session that was used later is a finding.
    """
    texts = [checkpoints] if isinstance(checkpoints, str) else checkpoints
    points = sorted({_point(database, text, key) for text in texts}, key=lambda one: one.size)
    count = process_count(database, processes) if fold else 1
    with Processes(database, count) as readers:
        began = perf_counter()
        hashed = HashCheck(database, points, progress)
        bad, suspect = hashed.check()
        middle = perf_counter()
        if bad is None and fold:
            bad = _folded(database, hashed, readers, progress, now)
        bad = bad or suspect
        bad = bad or schema_finding(database, max(hashed.size - 1, 0), key)
        bad_entry = None
        if bad is not None:
            rows = database.execute("SELECT tbl, number FROM entries WHERE leaf = ?", [bad.leaf])
            table, number = rows[0] if rows else (None, None)
            bad_entry = BadEntry(bad.leaf, table, number, bad.reason)
        done = perf_counter()
        times = (middle - began, done - middle)
        return AuditResult(bad_entry is None, hashed.size, hashed.head, bad_entry, *times)


def _folded(
    database: Database,
    hashed: HashCheck,
    readers: Processes,
    progress: Progress | None,
    now: float | None,
) -> AuditFinding | None:
    """Return the first bad entry of the second pass."""
    own = WHOLE
    if readers.others:
        tables = database.execute("SELECT tbl, count(*) FROM entries WHERE tbl <> '' GROUP BY tbl")
        sizes = [(str(table), entries) for table, entries in tables]
        own, *others = shares(sizes, len(readers.others) + 1)
        readers.share_out(hashed.size, others)
    fold = EntryFold(database, hashed.size, own, progress)
    return WholeFold(database, hashed.size, fold, readers.others, now).check(whole=not hashed.cut)


def _point(database: Database, text: str, key: str | None) -> Checkpoint:
    if key is None:
        signer = known_signer(database)
        if signer is None:
            raise BadInputError("the database has no key: it never signed a checkpoint")
        key = signer.vkey
    return parse_and_verify(checkpoint_in(text), key)
