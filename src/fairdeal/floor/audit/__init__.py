"""Whether a floor's database is what it was: every hash, the tree, and every entry folded again.

Two passes. The first goes through the hashes of the whole log, the tree over them, and checkpoints
that somebody kept elsewhere. The second reads every entry as the floor did: it folds the tables
again, decides every command of a finished round again with the secrets that it revealed, and works
out again whatever is kept beside the log: transfers, balances, snapshots, rounds, keys.

Without a checkpoint from elsewhere nobody can tell a log from one that was written anew as a whole;
with one, a tail that was cut off or written anew is found.
"""

from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

from fairdeal.errors import BadInputError
from fairdeal.floor.audit.entry_fold import EntryFold
from fairdeal.floor.audit.findings import Progress
from fairdeal.floor.audit.hash_check import HashCheck
from fairdeal.floor.log.checkpoint import Checkpoint, parse_and_verify
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.extension import checkpoint_in
from fairdeal.floor.log.postgres import Postgres
from fairdeal.floor.log.signing import known_signer


class BadEntry(NamedTuple):
    """The first bad entry: its place in the floor's log from 0, its table (empty for the floor's
    own acts) and number there, where there is such an entry, and what is wrong with it.
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
    """What came of an audit: how many entries there are, the root over them in hex, the first bad
    one, and the seconds that hashing and folding took.
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
) -> AuditResult:
    """Check a floor's whole database, given checkpoints that an auditor kept.

    `key` is the floor's public key as the auditor knows it; left out, the database's own is taken.
    `fold=False` stops after the hashes, the tree and the checkpoints.
    """
    texts = [checkpoints] if isinstance(checkpoints, str) else checkpoints
    points = sorted({_point(database, text, key) for text in texts}, key=lambda one: one.size)
    _begin_reading(database)
    try:
        began = perf_counter()
        hashed = HashCheck(database, points, progress)
        bad, suspect = hashed.check()
        middle = perf_counter()
        if bad is None and fold:
            bad = EntryFold(database, hashed.size, progress).check(whole=not hashed.cut)
        bad = bad or suspect
        told = None
        if bad is not None:
            rows = database.execute("SELECT tbl, number FROM entries WHERE leaf = ?", [bad.leaf])
            table, number = rows[0] if rows else (None, None)
            told = BadEntry(bad.leaf, table, number, bad.reason)
        done = perf_counter()
        times = (middle - began, done - middle)
        return AuditResult(told is None, hashed.size, hashed.head, told, *times)
    finally:
        database.rollback()


def _begin_reading(database: Database) -> None:
    """From here on the database is seen as it is now, whatever others write."""
    if isinstance(database, Postgres):
        database.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    else:
        database.execute("BEGIN")


def _point(database: Database, text: str, key: str | None) -> Checkpoint:
    if key is None:
        signer = known_signer(database)
        if signer is None:
            raise BadInputError("the database has no key: it never signed a checkpoint")
        key = signer.vkey
    return parse_and_verify(checkpoint_in(text), key)
