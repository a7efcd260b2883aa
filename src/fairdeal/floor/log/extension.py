"""Proof that a later checkpoint extends an earlier one, for auditors without the database.

Such a proof shows that the log of the new checkpoint begins with all entries of the old one:
nothing was changed or removed since. It is written in front of the new checkpoint, in the form in
which checkpoints are submitted to witnesses (https://c2sp.org/tlog-witness): a line `old SIZE`, the
hashes of the consistency proof in base64, an empty line, and the checkpoint.
"""

from base64 import b64encode
from typing import Final, NamedTuple

from fairdeal.errors import BadInputError, MismatchError
from fairdeal.floor.log.checkpoint import (
    Checkpoint,
    bytes_of_base64,
    parse_and_verify,
    read_unverified,
)
from fairdeal.floor.log.merkle import verify_consistency

#: The first word of a proof. No log may have a name with a space, so no checkpoint begins with it.
_OLD: Final = "old "


class Extension(NamedTuple):
    """A checkpoint, and the proof that its log begins with the first `old_size` entries."""

    old_size: int
    proof: tuple[bytes, ...]
    checkpoint: str

    def __str__(self) -> str:
        hashes = "".join(f"{b64encode(one).decode()}\n" for one in self.proof)
        return f"{_OLD}{self.old_size}\n{hashes}\n{self.checkpoint}"


def read_extension(text: str) -> Extension:
    """Read a checkpoint with the proof in front of it; `BadInputError` if there is no proof."""
    head, empty, checkpoint = text.partition("\n\n")
    first, *hashes = head.split("\n")
    size = first.removeprefix(_OLD)
    if not text.startswith(_OLD) or not empty or not (size.isascii() and size.isdigit()):
        raise BadInputError(
            "there is no proof in front of the checkpoint: `audit checkpoint --since` writes one"
        )
    proof = tuple(bytes_of_base64(one, "a hash of the proof") for one in hashes)
    return Extension(int(size), proof, checkpoint)


def checkpoint_in(text: str) -> str:
    """Return the checkpoint in a text, without the proof that may stand in front of it."""
    return read_extension(text).checkpoint if text.startswith(_OLD) else text


def check_extension(
    old_text: str, new_text: str, key: str | None = None
) -> tuple[Checkpoint, Checkpoint]:
    """Check that a checkpoint with its proof extends an older checkpoint, and return both.

    `MismatchError` if it does not. With the floor's public key the signatures are checked as well.
    """
    extension = read_extension(new_text)
    old, new = (
        parse_and_verify(text, key) if key else read_unverified(text)
        for text in (checkpoint_in(old_text), extension.checkpoint)
    )
    if old.origin != new.origin:
        raise MismatchError("the checkpoints belong to two logs")
    if extension.old_size != old.size:
        sizes = f"{extension.old_size:,} entries, and the old checkpoint has {old.size:,}"
        raise MismatchError(f"the proof is for {sizes}")
    if not verify_consistency(old.size, old.root, new.size, new.root, extension.proof):
        raise MismatchError("the new log does not begin with the entries of the old one")
    return old, new
