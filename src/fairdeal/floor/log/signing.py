"""The floor's own key and name, and the checkpoints that are signed with it.

Both are made when they are first needed. Whoever can write to the database can read the key, so
what binds the house is not the key but a checkpoint that somebody else keeps.
"""

import secrets
from typing import Final, NamedTuple

from fairdeal.floor.log.checkpoint import new_private_key, public_key_of, sign, vkey
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.store import Store

_KEY: Final = "signing-key"
_FLOOR_ID: Final = "floor-id"


class Signer(NamedTuple):
    """Who signs for a floor: the name of its log, and the private key."""

    origin: str
    private_key: bytes

    @property
    def vkey(self) -> str:
        """The public key, as one word for others to keep."""
        return vkey(self.origin, public_key_of(self.private_key))

    def checkpoint(self, store: Store) -> str:
        """The log as it is now, signed."""
        return sign(self.origin, store.leaves, store.root(store.leaves), self.private_key)


def known_signer(database: Database) -> Signer | None:
    """Who signs for a floor, where that was ever needed."""
    rows = database.execute("SELECT name, value FROM house WHERE name IN (?, ?)", (_KEY, _FLOOR_ID))
    kept: dict[str, str] = dict(rows)
    if _KEY not in kept or _FLOOR_ID not in kept:
        return None
    return Signer(f"fairdeal/{kept[_FLOOR_ID]}", bytes.fromhex(kept[_KEY]))


def signer_of(database: Database) -> Signer:
    """Who signs for a floor; a key is made and kept where there is none yet."""
    if found := known_signer(database):
        return found
    database.begin()
    try:
        if known_signer(database) is None:
            for name, value in (
                (_FLOOR_ID, secrets.token_hex(8)),
                (_KEY, new_private_key().hex()),
            ):
                database.execute(
                    "INSERT INTO house (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
                    (name, value),
                )
        database.commit()
    except BaseException:
        database.rollback()
        raise
    made = known_signer(database)
    assert made is not None, "it was just written"
    return made


def make_checkpoint(database: Database) -> str:
    """A signed checkpoint of a floor's log as it is now, for an auditor to keep elsewhere."""
    return signer_of(database).checkpoint(Store(database))
