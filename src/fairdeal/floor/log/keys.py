"""Idempotency keys: a command that is sent again with its key is answered, and not done, again."""

from typing import Final

from fairdeal.errors import KeyUsedError
from fairdeal.floor.log.store import Store

_INSERT: Final = "INSERT INTO keys (digest, body, leaf) VALUES (?, ?, ?)"


class IdempotencyKeys:
    """The keys that were used on a floor. `digest` names a key and its owner, `body` is the digest
    of the command that the key was used for, and `leaf` the entry that it led to.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        #: The keys that were used since the transaction began.
        self._recent: set[str] = set()

    def begin(self) -> None:
        """Forget which keys were used in the last transaction."""
        self._recent.clear()

    def find(self, digest: str, body: str) -> int | None:
        """Return the entry that a key led to, or None; `KeyUsedError` if it was used for something
        else.
        """
        # Queued rows are flushed only for a key of this transaction; others are in the database.
        query = self._store.query if digest in self._recent else self._store.database.execute
        rows = query("SELECT body, leaf FROM keys WHERE digest = ?", [digest])
        if not rows:
            return None
        if rows[0][0] != body:
            raise KeyUsedError("the key was used for another command: use a new one")
        return int(rows[0][1])

    def save(self, digest: str, body: str, leaf: int) -> None:
        """Save that a key led to an entry."""
        self._recent.add(digest)
        self._store.queue_row(_INSERT, (digest, body, leaf))
