"""Copies of a floor's database: back up beside a running server, and restore into an empty one."""

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from fairdeal.english import quoted
from fairdeal.errors import BadInputError, StoreError
from fairdeal.floor.audit.integrity import check_hashes_and_ledger
from fairdeal.floor.log.connection import connect, is_postgres
from fairdeal.floor.log.database import Database, Value
from fairdeal.floor.log.play_rows import write_all_plays
from fairdeal.floor.log.schema import (
    fold_names,
    has_plays,
    is_known,
    migrate,
    tables_of,
    write_skeletons,
)
from fairdeal.floor.log.sqlite import SQLite

#: The number of rows that are copied at once.
_BATCH_ROWS: Final = 2_000


def back_up(url: str, path: Path) -> int:
    """Copy a floor's database as it is now into one SQLite file, and return how many entries the
    copy holds. A server may be running.

    The copy is checked before it gets its name. It holds everything that the database does; the
    secrets of decks in play stay sealed, and the key is not in it.
    """
    if path.exists():
        raise BadInputError(f"{quoted(str(path))} is there already: name another file")
    source = _open_existing(url)
    part = Path(f"{path}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        if isinstance(source, SQLite):
            source.backup(str(part))
        else:
            _copy_to_sqlite(source, str(part))
        copy = connect(str(part), read_only=True)
        try:
            entries = check_hashes_and_ledger(copy)
        finally:
            copy.close()
        _sync(part)
        part.rename(path)
        _sync(path.resolve().parent)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"the copy cannot be written: {error}") from None
    finally:
        source.close()
        part.unlink(missing_ok=True)
    return entries


def restore(path: Path, url: str) -> int:
    """Put a copy into a database that has no entries, and return how many entries it holds.

    The copy may be of an older version. It is checked before it is committed. Sessions come back
    ended, because they may have ended after the copy was made; they count as seen just now, so
    that nobody loses a seat as absent.
    """
    source = connect(str(path), read_only=True)
    try:
        if not is_known(source):
            raise BadInputError(
                f"{quoted(str(path))} is not a copy of a floor's database of this version"
            )
        target = connect(url, server=not is_postgres(url))
        try:
            migrate(target)
            if target.execute("SELECT count(*) FROM entries")[0][0]:
                raise BadInputError("the database has entries already: restore into an empty one")
            target.begin()
            try:
                for name in tables_of(source):
                    _copy_rows(source, target, name)
                _complete(source, target)
                target.execute("UPDATE sessions SET expires = 0, seen = ?", [int(time.time())])
                entries = check_hashes_and_ledger(target)
                target.commit()
            except BaseException:
                target.rollback()
                raise
        finally:
            target.close()
    except sqlite3.Error as error:
        raise BadInputError(f"{quoted(str(path))} cannot be read: {error}") from None
    finally:
        source.close()
    return entries


def _open_existing(url: str) -> Database:
    """Open the database of a floor, which must exist."""
    database = connect(url, read_only=not is_postgres(url))
    if not is_known(database):
        database.close()
        raise StoreError(
            "the database does not belong to a floor, or to another version of this program"
        )
    return database


def _copy_to_sqlite(source: Database, path: str) -> None:
    target = SQLite(path)
    try:
        migrate(target)
        source.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        target.begin()
        for name in tables_of(source):
            _copy_rows(source, target, name)
        _complete(source, target)
        target.commit()
        source.rollback()
        # Without WAL the copy is one file, with no other files beside it.
        target.execute("PRAGMA journal_mode=DELETE")
    finally:
        target.close()


#: The unique key of each database table, by which its rows are read in order.
_KEYS: Final = {
    "entries": ("leaf",),
    "nodes": ("level", "number"),
    "transfers": ("leaf", "part"),
    "balances": ("account",),
    "keys": ("digest",),
    "tables": ("tbl",),
    "moments": ("tbl",),
    "rounds": ("round",),
    "sealed": ("tbl",),
    "snapshots": ("tbl", "number"),
    "people": ("id",),
    "sessions": ("token",),
    "house": ("name",),
    "exams": ("exam",),
    "plays": ("round", "person"),
    "judged_rounds": ("person", "round"),
    "coach_help": ("person", "tbl", "version"),
    "own_play": ("person",),
}
#: The columns of each database table that are copied. `people.folded` and `people.skeleton` are
#: computed again.
_COLUMNS: Final = {
    "entries": "leaf, tbl, number, version, body, hash",
    "nodes": "level, number, hash",
    "transfers": "leaf, part, debit, credit, units, what",
    "balances": "account, units",
    "keys": "digest, body, leaf",
    "tables": "tbl, place, dealer, closed",
    "moments": "tbl, at, since",
    "rounds": "round, tbl, number, first, last, leaf, ended, void",
    "sealed": "tbl, document",
    "snapshots": "tbl, number, version, source, state",
    "people": "id, name, kind, roles, password, made, ended",
    "sessions": "token, person, made, seen, expires",
    "house": "name, value",
    "exams": "exam, person, kind, role, game, place, made, done, summary, document, leaf, "
    "examiner, signed, passed",
    "plays": "round, person, leaf",
    "judged_rounds": "person, round, leaf, document",
    "coach_help": "person, tbl, version",
    "own_play": "person, since",
}


def _complete(source: Database, target: Database) -> None:
    """Write what a copy computes again, and what a copy of an older version does not have."""
    fold_names(target)
    write_skeletons(target)
    if not has_plays(source):
        write_all_plays(target)


def _copy_rows(source: Database, target: Database, name: str) -> None:
    columns, order = _COLUMNS[name], ", ".join(_KEYS[name])
    marks = ", ".join("?" for _ in columns.split(", "))
    insert = f"INSERT INTO {name} ({columns}) VALUES ({marks})"  # noqa: S608 - own words
    for rows in _batches(source, name, columns, order):
        target.execute_many(insert, rows)


def _batches(
    source: Database, name: str, columns: str, order: str
) -> Iterator[Sequence[Sequence[Value]]]:
    names = columns.split(", ")
    keys = [names.index(one) for one in order.split(", ")]
    marks = ", ".join("?" for _ in keys)
    where = ""
    values: list[Value] = []
    while True:
        select = f"SELECT {columns} FROM {name} {where} ORDER BY {order} LIMIT {_BATCH_ROWS}"  # noqa: S608 - own names
        rows = source.execute(select, values)
        if not rows:
            return
        yield rows
        where = f"WHERE ({order}) > ({marks})"
        values = [rows[-1][key] for key in keys]


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
