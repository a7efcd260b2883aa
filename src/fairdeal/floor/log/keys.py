"""Idempotency keys: a command that is sent again with its key is answered, and not done, again."""

from typing import Final, NamedTuple

from fairdeal.errors import KeyUsedError
from fairdeal.floor.log.store import Store

_INSERT: Final = "INSERT INTO keys (digest, body, leaf) VALUES (?, ?, ?)"


class UsedKey(NamedTuple):
    """What a key was used for: the digest of the command, and the leaf of the entry it led to."""

    body: str
    leaf: int


class IdempotencyKeys:
    """The keys that were used on a floor. `digest` names a key and its owner."""

    def __init__(self, store: Store) -> None:
        self._store = store
        #: The keys that were used since the transaction began.
        self._recent: set[str] = set()

    def begin(self) -> None:
        """Forget which keys were used in the last transaction."""
        self._recent.clear()

    def find(self, digest: str) -> UsedKey | None:
        """Return what a key was used for, or None."""
        # Queued rows are flushed only for a key of this transaction; others are in the database.
        query = self._store.query if digest in self._recent else self._store.database.execute
        rows = query("SELECT body, leaf FROM keys WHERE digest = ?", [digest])
        return UsedKey(rows[0][0], int(rows[0][1])) if rows else None

    def save(self, digest: str, body: str, leaf: int) -> None:
        """Save that a key led to an entry."""
        self._recent.add(digest)
        self._store.queue_row(_INSERT, (digest, body, leaf))


def key_used() -> KeyUsedError:
    """Return the error for a key that was used for something else."""
    return KeyUsedError("the key was used for another command: use a new one")
