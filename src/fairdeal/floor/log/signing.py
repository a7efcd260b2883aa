"""The signing key and the name of a floor, and the checkpoints that are signed with them.

Both are made when they are first needed, and are in the database. Whoever can write to the database
can read the key, so it is not the signature that binds the house, but a checkpoint that an auditor
keeps elsewhere.
"""

import secrets
from typing import NamedTuple

from fairdeal.errors import LogError
from fairdeal.floor.log.checkpoint import (
    new_private_key,
    parse_and_verify,
    public_key_of,
    sign,
    vkey,
)
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.extension import Extension, checkpoint_in
from fairdeal.floor.log.merkle import consistency_proof
from fairdeal.floor.log.schema import FLOOR_ID, SIGNING_KEY
from fairdeal.floor.log.store import Store


class Signer(NamedTuple):
    """The name of a floor's log, and the private key that signs for it."""

    origin: str
    private_key: bytes

    @property
    def vkey(self) -> str:
        """Return the public key with the name, as one word for auditors to keep."""
        return vkey(self.origin, public_key_of(self.private_key))

    def checkpoint(self, store: Store) -> str:
        """Return a signed checkpoint of the log as it is now."""
        return sign(self.origin, store.leaves, store.root(store.leaves), self.private_key)


def known_signer(database: Database) -> Signer | None:
    """Return the signer of a floor; None if the floor never signed anything."""
    rows = database.execute(
        "SELECT name, value FROM house WHERE name IN (?, ?)", (SIGNING_KEY, FLOOR_ID)
    )
    values: dict[str, str] = dict(rows)
    if SIGNING_KEY not in values or FLOOR_ID not in values:
        return None
    return Signer(f"fairdeal/{values[FLOOR_ID]}", bytes.fromhex(values[SIGNING_KEY]))


def signer_of(database: Database) -> Signer:
    """Return the signer of a floor; make and store its key if there is none yet."""
    if found := known_signer(database):
        return found
    database.begin()
    try:
        if known_signer(database) is None:
            for name, value in (
                (FLOOR_ID, secrets.token_hex(8)),
                (SIGNING_KEY, new_private_key().hex()),
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
    """Return a signed checkpoint of a floor's log as it is now, for an auditor to keep."""
    return signer_of(database).checkpoint(Store(database))


def make_extension(database: Database, old_text: str) -> Extension:
    """Return a signed checkpoint with the proof that it extends an older one of the same floor.

    `LogError` if the log does not begin with the entries of the older checkpoint.
    """
    signer, store = signer_of(database), Store(database)
    old = parse_and_verify(checkpoint_in(old_text), signer.vkey)
    if old.size > store.leaves or store.root(old.size) != old.root:
        raise LogError(
            "the log does not begin with the entries of that checkpoint: "
            "run `fairdeal audit verify` with it"
        )
    proof = consistency_proof(old.size, store.leaves, store.subtree)
    return Extension(old.size, tuple(proof), signer.checkpoint(store))
