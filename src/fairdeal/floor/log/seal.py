"""The seal of the secrets of decks in play: they are encrypted by a key that is neither in the
database nor in its copies, so that whoever reads the database does not know the cards to come.
"""

import json
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from fairdeal.english import all_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.floor.log.connection import is_postgres, sqlite_path
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.schema import SEAL_KEY
from fairdeal.wire.json import parse_json
from fairdeal.wire.json_line import dump_line

_KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12
#: What other people on the machine must not be able to do with a key file.
_OTHERS: Final = 0o077


class Seal(NamedTuple):
    """A key that seals secrets."""

    key: bytes

    @property
    def id(self) -> str:
        """Return the fingerprint of the key, by which a sealed row names it."""
        return _fingerprint(self.key)

    def close(self, table: str, document: Mapping[str, Any]) -> dict[str, Any]:
        """Return a document of secrets with the secrets encrypted. What the log tells as well stays
        readable: the round, the deck and the commitments.
        """
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415 - heavy

        nonce = os.urandom(_NONCE_BYTES)
        number = document["round"]
        text = dump_line(document).encode()
        box = ChaCha20Poly1305(self.key).encrypt(nonce, text, _bound_to(table, number))
        return {
            "round": number,
            "deck": document["deck"],
            "commitments": [one["commitment"] for one in document["secrets"]],
            "key": self.id,
            "nonce": nonce.hex(),
            "box": box.hex(),
        }

    def open(self, table: str, document: Mapping[str, Any]) -> dict[str, Any]:
        """Return a document with its secrets again; `BadInputError` where this is not its key."""
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - heavy
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415 - heavy

        try:
            nonce, box = bytes.fromhex(document["nonce"]), bytes.fromhex(document["box"])
            bound_to = _bound_to(table, document["round"])
            opened = json.loads(ChaCha20Poly1305(self.key).decrypt(nonce, box, bound_to))
        except (InvalidTag, LookupError, TypeError, ValueError):
            raise BadInputError("the sealed secrets do not open with the seal key") from None
        return dict(opened)


@lru_cache(maxsize=4)
def _fingerprint(key: bytes) -> str:
    return sha256(b"fairdeal seal 1|" + key).hexdigest()[:16]


def _bound_to(table: str, number: str) -> bytes:
    return f"fairdeal seal 1|{table}|{number}".encode()


def write_sealed(seal: Seal | None, table: str, document: Mapping[str, Any]) -> str:
    """Return the text of a row: sealed where there is a key and something to seal."""
    return dump_line(seal.close(table, document) if seal and document else document)


def read_row(text: Any) -> dict[str, Any]:
    """Return the document of a row; `BadInputError` where it is not a JSON object."""
    document = parse_json(text) if isinstance(text, str) else None
    if not isinstance(document, dict):
        raise BadInputError("the sealed secrets are no JSON object")
    return document


def is_sealed(document: Mapping[str, Any]) -> bool:
    """Return whether the secrets of a row are encrypted. Those of version 0.1 were not."""
    return "box" in document


def is_open(text: Any) -> bool:
    """Return whether a row has secrets that anybody can read, as those of version 0.1."""
    try:
        document = read_row(text)
    except BadInputError:
        return False
    return bool(document) and not is_sealed(document)


def read_sealed(seal: Seal | None, table: str, document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the secrets of a row; `BadInputError` where its key is not at hand."""
    if not is_sealed(document):
        return document
    if seal is None:
        raise BadInputError("the seal key is not at hand")
    return seal.open(table, document)


# The key ------------------------------------------------------------------------------------------


def default_key_file(url: str, folder: Path) -> Path:
    """Return where the key of a database lies if nobody says otherwise: beside a SQLite file; for
    PostgreSQL in the user's data folder, which servers on other machines do not share.
    """
    return folder / "seal-key" if is_postgres(url) else Path(f"{sqlite_path(url)}.seal-key")


def read_key(file: Path) -> Seal:
    """Return the key in a file that only its owner may read."""
    try:
        mode = file.stat().st_mode
        text = file.read_text(encoding="ascii").strip()
        key = bytes.fromhex(text)
    except (OSError, ValueError) as error:
        raise BadInputError(f"the seal key {quoted(str(file))} cannot be read: {error}") from None
    if len(key) != _KEY_BYTES:
        raise BadInputError(f"{quoted(str(file))} holds no seal key: 64 hexadecimal digits")
    if os.name == "posix" and mode & _OTHERS:
        reason = f"the seal key {quoted(str(file))} may be used by others on this machine"
        raise BadInputError(f"{reason}: chmod 600 it")
    return Seal(key)


def make_key(file: Path) -> Seal:
    """Make a key in a new file that only its owner may read. Of two servers that start at the same
    time one makes it.
    """
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
            opened.write(f"{secrets.token_hex(_KEY_BYTES)}\n")
            opened.flush()
            os.fsync(opened.fileno())
        try:
            os.link(part, file)  # whole, and not in the place of another
        except FileExistsError:
            pass
        finally:
            part.unlink()
    except OSError as error:
        raise BadInputError(f"the seal key {quoted(str(file))} cannot be made: {error}") from None
    return read_key(file)


def sealed_by_others(database: Database, seal: Seal | None) -> list[str]:
    """Return the tables whose secrets are sealed by another key, in order. Rows that cannot be read
    are left out: their tables are stopped when they are loaded.
    """
    rows = database.execute("SELECT tbl, document FROM sealed ORDER BY tbl")
    mine, found = seal.id if seal else None, []
    for table, text in rows:
        with suppress(BadInputError):
            document = read_row(text)
            if is_sealed(document) and document.get("key") != mine:
                found.append(table)
    return found


def known_key_id(database: Database) -> str | None:
    """Return the fingerprint of the key that the floor's secrets are sealed by, if there is one."""
    rows = database.execute("SELECT value FROM house WHERE name = ?", [SEAL_KEY])
    return str(rows[0][0]) if rows else None


def note_key_id(database: Database, seal: Seal) -> None:
    """Write down which key the floor's secrets are sealed by."""
    database.execute(
        "INSERT INTO house (name, value) VALUES (?, ?) "
        "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (SEAL_KEY, seal.id),
    )


def seal_of(database: Database, file: Path, *, lost: bool = False) -> Seal:
    """Return the key of a floor from a file, which is made if the floor has none yet.

    `lost`: the key of before is lost, and another one takes its place; the caller makes the rounds
    in play void. `BadInputError` says what to do where the file is missing or holds another key.
    """
    known, held = known_key_id(database), sealed_by_others(database, None)
    if not file.exists():
        if known is None or lost:
            return make_key(file)
        raise BadInputError(_explain(f"the seal key is not at {quoted(str(file))}", known, held))
    seal = read_key(file)
    if known not in (None, seal.id) and not lost:
        what = f"{quoted(str(file))} holds another seal key ({seal.id})"
        raise BadInputError(_explain(what, str(known), held))
    return seal


def _explain(what: str, known: str, tables: list[str]) -> str:
    decks = f"the decks in play at {all_of(tables)}" if tables else "this floor's decks"
    return (
        f"{what}: {decks} are sealed by the key {known}. Put that file back, or name it with "
        "--seal-key FILE; if it is lost, --void-sealed makes the rounds in play void, returns "
        "their stakes and begins with a new key"
    )
