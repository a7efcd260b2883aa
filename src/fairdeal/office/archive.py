"""Archives: the log of a floor up to a gaming day in one signed text file.

An archive is a copy. It has every entry from the first one on, so that it is checked without any
other file, and reports of its days are made from it alone. Nothing is taken out of the floor's log:
entries that are kept without end stand in it, and every later proof covers every earlier entry.

The first line tells what the file is. Then each line is the text of one entry, as it was written.
The last line has the checkpoint of these entries, and the proof that the log of the day on which
the archive was made begins with them (`audit checkpoint --since`).
"""

import json
import os
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple

from fairdeal.english import quoted
from fairdeal.errors import BadInputError, MismatchError, StoreError
from fairdeal.floor.gaming_day import day_bounds
from fairdeal.floor.log.checkpoint import Checkpoint, parse_and_verify, read_unverified, sign
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.extension import Extension, check_extension
from fairdeal.floor.log.merkle import Frontier, consistency_proof, leaf_hash
from fairdeal.floor.log.retention import retention_document
from fairdeal.floor.log.signing import signer_of
from fairdeal.floor.log.store import Store, StoredEntry
from fairdeal.office.book.book import Book
from fairdeal.wire.json_line import dump_line

FORMAT: Final = 1


class Archive(NamedTuple):
    """A checked archive: its file, the day before which its entries were written, the checkpoint of
    its entries, and the one of the log on the day on which it was made.
    """

    path: Path
    before: date
    checkpoint: Checkpoint
    extended: Checkpoint


# Writing ------------------------------------------------------------------------------------------


def write_archive(database: Database, before: date, path: Path, now: int) -> Archive:
    """Write every entry from before a gaming day into a new file, and return the checked archive.

    The gaming days must be over. A server may be running.
    """
    if path.exists():
        raise BadInputError(f"{quoted(str(path))} is there already: name another file")
    signer, store = signer_of(database), Store(database)
    book = Book().read(store)
    bound = day_bounds(before, book.calendar)[0]
    if bound > book.time:
        raise BadInputError(
            f"the gaming day before {before.isoformat()} is not over: name an earlier day"
        )
    part = Path(f"{path}.part")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            size = _first_after(store, bound)
            if not size:
                raise BadInputError(f"the log has no entries from before {before.isoformat()}")
            head = {
                "fairdeal-archive": FORMAT,
                "before": before.isoformat(),
                "entries": size,
                "made": now,
                "key": signer.vkey,
                "kept": retention_document(),
            }
            file.write(dump_line(head).encode() + b"\n")
            file.writelines(
                stored.body.encode() + b"\n" for stored in store.entries(last=size - 1, batch=5_000)
            )
            proof = consistency_proof(size, store.leaves, store.subtree)
            last = {
                "checkpoint": sign(signer.origin, size, store.root(size), signer.private_key),
                "extension": str(Extension(size, tuple(proof), signer.checkpoint(store))),
            }
            file.write(dump_line(last).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        made = check_archive(part, signer.vkey)
        part.rename(path)
    except OSError as error:
        raise StoreError(f"the archive cannot be written: {error}") from None
    finally:
        part.unlink(missing_ok=True)
    return made._replace(path=path)


def _first_after(store: Store, bound: int) -> int:
    """Return how many entries stand before the first one of a second or later."""
    for stored in store.entries(batch=5_000):
        if json.loads(stored.body)["time"] >= bound:
            return stored.leaf
    return store.leaves


# Reading ------------------------------------------------------------------------------------------


def check_archive(path: Path, key: str | None = None) -> Archive:
    """Check an archive by itself: its entries, their checkpoint, and the proof that the log went on
    from them. With the floor's public key the signatures are checked too. `MismatchError` says what
    differs.
    """
    head, last, tree = _read_head(path), b"", Frontier()
    with path.open("rb") as file:
        file.readline()
        for line in file:
            if tree.size < head["entries"]:
                tree.append(leaf_hash(line.removesuffix(b"\n")))
            elif last:
                raise MismatchError("there is more in the file than the archive has entries")
            else:
                last = line
    if tree.size < head["entries"] or not last:
        raise MismatchError(f"the archive ends after {tree.size:,} of {head['entries']:,} entries")
    try:
        tail = json.loads(last)
        texts: tuple[str, str] = tail["checkpoint"], tail["extension"]
    except (ValueError, KeyError, TypeError):
        raise MismatchError("the last line of the archive is not its checkpoint") from None
    point = parse_and_verify(texts[0], key) if key else read_unverified(texts[0])
    if (point.size, point.root) != (tree.size, tree.root()):
        raise MismatchError("the entries are not those that the checkpoint was made of")
    _, extended = check_extension(texts[0], texts[1], key)
    return Archive(path, date.fromisoformat(head["before"]), point, extended)


def require_same_log(archive: Archive, database: Database) -> None:
    """Refuse a database whose log does not begin with the entries of an archive."""
    store, point = Store(database), archive.checkpoint
    if store.leaves < point.size or store.root(point.size) != point.root:
        raise MismatchError("the database's log does not begin with the entries of the archive")


def archived_entries(archive: Archive) -> Iterator[StoredEntry]:
    """Yield the entries of a checked archive, in the order of the log."""
    with archive.path.open("rb") as file:
        file.readline()
        for leaf in range(archive.checkpoint.size):
            body = file.readline().removesuffix(b"\n")
            document = json.loads(body)
            # An act of the floor has its own number, and may name the table that it is about.
            table = "" if "floor" in document else document["table"]
            number = document["floor"] if "floor" in document else document["entry"]
            yield StoredEntry(leaf, table, number, 0, body.decode(), leaf_hash(body))


def archived_book(archive: Archive) -> Book:
    """Return the book of an archive, from which its reports are made: all of its days are over."""
    book = Book()
    book.apply(archived_entries(archive))
    book.time = max(book.time, day_bounds(archive.before, book.calendar)[0])
    return book


def _read_head(path: Path) -> dict[str, Any]:
    wrong = BadInputError(f"{quoted(str(path))} is not an archive of a floor's log")
    try:
        with path.open("rb") as file:
            head = json.loads(file.readline(1_000_000))
    except OSError as error:
        reason = (error.strerror or "error").lower()
        raise BadInputError(f"{quoted(str(path))} cannot be read: {reason}") from None
    except ValueError:
        raise wrong from None
    if not isinstance(head, dict) or head.get("fairdeal-archive") != FORMAT:
        raise wrong
    try:
        date.fromisoformat(head["before"])
    except (KeyError, TypeError, ValueError):
        raise wrong from None
    if not isinstance(head.get("entries"), int):
        raise wrong
    return head
