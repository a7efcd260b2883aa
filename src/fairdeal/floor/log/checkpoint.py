"""Checkpoints: the size and the root of the floor's log, signed, for an auditor to keep elsewhere.

The format is that of transparency logs (https://c2sp.org/tlog-checkpoint): the name of the log, the
number of its entries, the root over them, and Ed25519 signatures (https://c2sp.org/signed-note).
Other programs for such checkpoints can read them.

Private and public keys are 32 bytes each (RFC 8032). A public key with its name, for auditors to
keep, is written `NAME+ID+KEY` (`vkey`).
"""

import binascii
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Final, NamedTuple

from fairdeal.english import quoted
from fairdeal.errors import BadInputError

#: The byte that stands for Ed25519 in signed notes.
_ED25519: Final = b"\x01"
_KEY_SIZE: Final = 32
_ID_SIZE: Final = 4
_ROOT_SIZE: Final = 32
#: The longest checkpoint in characters, with room for many signatures.
_MAX_LENGTH: Final = 1_000_000
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,18}")
_DASH: Final = "\N{EM DASH} "


class Checkpoint(NamedTuple):
    """The content of a checkpoint: the name of the log, the number of entries, and their root."""

    origin: str
    size: int
    root: bytes


# Keys ---------------------------------------------------------------------------------------------


def new_private_key() -> bytes:
    """Return a new key from the operating system's cryptographic source."""
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - heavy

    return ed25519.Ed25519PrivateKey.generate().private_bytes_raw()


def public_key_of(private_key: bytes) -> bytes:
    """Return the public key of a private one."""
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - heavy

    _require_key(private_key)
    return ed25519.Ed25519PrivateKey.from_private_bytes(private_key).public_key().public_bytes_raw()


def key_id(name: str, public_key: bytes) -> bytes:
    """Return the four bytes by which signatures name a key."""
    return sha256(name.encode() + b"\n" + _ED25519 + public_key).digest()[:_ID_SIZE]


def vkey(name: str, public_key: bytes) -> str:
    """Return a public key with its name, as one word."""
    _require_name(name)
    _require_key(public_key)
    return f"{name}+{key_id(name, public_key).hex()}+{_base64(_ED25519 + public_key)}"


def read_vkey(text: str) -> tuple[str, bytes]:
    """Return the name and the public key of a text that `vkey` has written."""
    name, *rest = text.strip().split("+", 2)  # a name has no plus, base64 may have
    if len(rest) != 2:
        raise BadInputError(f"a public key is written NAME+ID+KEY, not {quoted(text)}")
    _require_name(name)
    key = bytes_of_base64(rest[1], "the key itself")
    if key[:1] != _ED25519 or len(key) != 1 + _KEY_SIZE:
        raise BadInputError(
            f"the public key of {quoted(name)} is not a key of Ed25519: use the "
            "key that the operator has published"
        )
    if rest[0] != key_id(name, key[1:]).hex():
        raise BadInputError(f"the public key of {quoted(name)} is damaged: its id is another one")
    return name, key[1:]


# Checkpoints --------------------------------------------------------------------------------------


def sign(origin: str, size: int, root: bytes, private_key: bytes) -> str:
    """Return a signed checkpoint. `origin` names the log and the key: `casino.example/floor`."""
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - heavy

    _require_name(origin)
    _require_key(private_key)
    if not _SIZE.fullmatch(str(size)) or len(root) != _ROOT_SIZE:
        raise BadInputError("a checkpoint has a size of 0 or more and a root of 32 bytes")
    text = f"{origin}\n{size}\n{_base64(root)}\n"
    key = ed25519.Ed25519PrivateKey.from_private_bytes(private_key)
    signed_by = key_id(origin, key.public_key().public_bytes_raw())
    return f"{text}\n{_DASH}{origin} {_base64(signed_by + key.sign(text.encode()))}\n"


def parse_and_verify(text: str, key: bytes | str, *, origin: str | None = None) -> Checkpoint:
    """Return the content of a checkpoint that a key has signed; `BadInputError` if it has not.

    The public key is a `vkey`, or its bytes alone, which then have the name of the checkpoint's
    log. A `vkey` is good for the log of its own name, unless `origin` names another. Signatures of
    others are ignored.
    """
    body, lines = _parted(text)
    checkpoint = _read(body)
    if isinstance(key, str):
        name, public_key = read_vkey(key)
    else:
        _require_key(key)
        name, public_key = checkpoint.origin, key
    wanted = name if origin is None else origin
    if checkpoint.origin != wanted:
        logs = f"{quoted(checkpoint.origin)}, not of {quoted(wanted)}"
        raise BadInputError(f"the checkpoint belongs to the log {logs}")
    signatures = [_signature(line) for line in lines]
    known = (name, key_id(name, public_key))
    own = [made for by, identity, made in signatures if (by, identity) == known]
    if not own:
        raise BadInputError(f"the checkpoint is not signed with this key of {quoted(name)}")
    if not all(_is_signed(body, made, public_key) for made in own):
        raise BadInputError(
            f"the signature of {quoted(name)} does not fit this checkpoint: it was changed"
        )
    return checkpoint


def read_unverified(text: str) -> Checkpoint:
    """Return the content of a checkpoint without checking its signatures."""
    body, lines = _parted(text)
    for line in lines:
        _signature(line)
    return _read(body)


def _parted(text: str) -> tuple[str, list[str]]:
    """Return the signed part of a checkpoint, and the lines of its signatures."""
    if len(text) > _MAX_LENGTH:
        raise BadInputError("the checkpoint is too long")
    if any(char < " " and char != "\n" for char in text) or not _is_utf8(text):
        raise BadInputError("a checkpoint is plain text in UTF-8, with line feeds only")
    body, empty, below = text.rpartition("\n\n")
    if not empty or not below.endswith("\n"):
        raise BadInputError("a checkpoint ends with an empty line and lines that sign it")
    return f"{body}\n", below[:-1].split("\n")


def _read(body: str) -> Checkpoint:
    origin, *lines = body[:-1].split("\n")
    if not origin or len(lines) < 2 or not all(lines):
        raise BadInputError("a checkpoint begins with three lines: its log, the size, the root")
    if not _SIZE.fullmatch(lines[0]):
        raise BadInputError(f"the size in a checkpoint is a number, not {quoted(lines[0])}")
    root = bytes_of_base64(lines[1], "the root in the checkpoint")
    if len(root) != _ROOT_SIZE:
        raise BadInputError(f"the root in the checkpoint has {len(root)} bytes instead of 32")
    return Checkpoint(origin, int(lines[0]), root)


def _signature(line: str) -> tuple[str, bytes, bytes]:
    """Return the name of the signer, the id of the key, and the signature."""
    name, space, encoded = line.removeprefix(_DASH).partition(" ")
    if not line.startswith(_DASH) or not space or not _is_name(name):
        raise BadInputError(f"a checkpoint is not signed by a line like {quoted(line)}")
    data = bytes_of_base64(encoded, f"the signature of {quoted(name)}")
    if len(data) <= _ID_SIZE:
        raise BadInputError(f"the signature of {quoted(name)} is too short")
    return name, data[:_ID_SIZE], data[_ID_SIZE:]


def _is_signed(body: str, signature: bytes, public_key: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - heavy
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - heavy

    try:
        ed25519.Ed25519PublicKey.from_public_bytes(public_key).verify(signature, body.encode())
    except InvalidSignature:
        return False
    return True


def _is_name(name: str) -> bool:
    """Return whether a key may have a name: one without white space and plus signs."""
    return name != "" and not any(char == "+" or char.isspace() for char in name)


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _require_name(name: str) -> None:
    if not _is_name(name) or not name.isprintable():
        raise BadInputError(f"a log is named without spaces and plus signs, unlike {quoted(name)}")


def _require_key(key: bytes) -> None:
    if len(key) != _KEY_SIZE:
        raise BadInputError(f"a key of Ed25519 has 32 bytes, not {len(key)}")


def _base64(data: bytes) -> str:
    return b64encode(data).decode()


def bytes_of_base64(text: str, what: str) -> bytes:
    """Return the bytes of a base64 text, which must be written in the one canonical way; `what` is
    named in the error.
    """
    try:
        data = b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        data = None
    if data is None or _base64(data) != text:
        raise BadInputError(f"{what} is not written in base64")
    return data
