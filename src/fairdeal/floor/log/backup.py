"""What keeps a floor in good health: copies of its database, and whether what it holds is sound."""

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from fairdeal.english import quoted
from fairdeal.errors import BadInputError, FairdealError, LogError, StoreError
from fairdeal.floor.audit.hash_check import HashCheck
from fairdeal.floor.log.database import Database, Postgres, SQLite, Value, connect, is_postgres
from fairdeal.floor.log.floor_entries import act_line
from fairdeal.floor.log.schema import APPEND_ONLY, MIGRATIONS, OTHERS, fold_names, is_known, migrate
from fairdeal.floor.log.store import Store
from fairdeal.floor.tables.act_rules import COMMAND_LINE

#: So many rows are copied at once.
ROWS: Final = 2_000


def append_act(database: Database, now: int, what: dict[str, Any]) -> None:
    """Write an act of the floor into its log, from beside its server; inside a transaction."""
    store = Store(database)
    rows = database.execute("SELECT coalesce(max(number) + 1, 0) FROM entries WHERE tbl = ''")
    number = int(rows[0][0])
    store.append("", number, number, act_line(number, now, COMMAND_LINE, what))
    store.flush()
    database.notify()


# Copies -------------------------------------------------------------------------------------------


def back_up(url: str, path: Path) -> int:
    """A copy of a floor's database as it is now, beside a running server, as one SQLite file; the
    answer is how many entries it holds. It holds all that the database does, the secrets of decks
    in play too.
    """
    if path.exists():
        raise BadInputError(f"{quoted(str(path))} is there already: a copy overwrites nothing")
    source = _there(url)
    part = Path(f"{path}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        if isinstance(source, SQLite):
            source.backup(str(part))
        else:
            _dump(source, str(part))
        copy = connect(str(part), read_only=True)
        try:
            entries = verified(copy)
        finally:
            copy.close()
        _on_disk(part)
        part.rename(path)
        _on_disk(path.resolve().parent)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"the copy cannot be written: {error}") from None
    finally:
        source.close()
        part.unlink(missing_ok=True)
    return entries


def restore(path: Path, url: str) -> int:
    """Put a copy into a database that has no entries, and check it there before it counts; the
    answer is how many entries it holds. It may be of an older version. Sessions come back ended,
    since they may have ended after the copy; nobody is gone for a day with that.
    """
    source = connect(str(path), read_only=True)
    try:
        if not is_known(source):
            raise BadInputError(f"{quoted(str(path))} is no copy of a floor of this version")
        target = connect(url, server=not is_postgres(url))
        try:
            migrate(target)
            if target.execute("SELECT count(*) FROM entries")[0][0]:
                raise BadInputError("the database has entries: a copy is put into an empty one")
            target.begin()
            try:
                for name in (*APPEND_ONLY, *OTHERS):
                    _copy_rows(source, target, name)
                fold_names(target)
                target.execute("UPDATE sessions SET expires = 0, seen = ?", [int(time.time())])
                entries = verified(target)
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


def _there(url: str) -> Database:
    """A floor's database, which must be there."""
    database = connect(url, read_only=not is_postgres(url))
    if not is_known(database):
        database.close()
        raise StoreError("the database is not a floor's, or of another version of this program")
    return database


def _dump(source: Database, path: str) -> None:
    target = SQLite(path)
    try:
        migrate(target)
        source.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        target.begin()
        for name in (*APPEND_ONLY, *OTHERS):
            _copy_rows(source, target, name)
        fold_names(target)
        target.commit()
        source.rollback()
        # One file, with nothing beside it.
        target.execute("PRAGMA journal_mode=DELETE")
    finally:
        target.close()


#: What the rows of a table are sorted by, which is unique.
_ORDER: Final = {
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
}
#: What is copied; how names read follows from them.
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
}


def _copy_rows(source: Database, target: Database, name: str) -> None:
    columns, order = _COLUMNS[name], ", ".join(_ORDER[name])
    marks = ", ".join("?" for _ in columns.split(", "))
    insert = f"INSERT INTO {name} ({columns}) VALUES ({marks})"  # noqa: S608 - own words
    for rows in _parts(source, name, columns, order):
        target.execute_many(insert, rows)


def _parts(
    source: Database, name: str, columns: str, order: str
) -> Iterator[Sequence[Sequence[Value]]]:
    names = columns.split(", ")
    keys = [names.index(one) for one in order.split(", ")]
    marks = ", ".join("?" for _ in keys)
    where = ""
    values: list[Value] = []
    while True:
        select = f"SELECT {columns} FROM {name} {where} ORDER BY {order} LIMIT {ROWS}"  # noqa: S608 - own words
        rows = source.execute(select, values)
        if not rows:
            return
        yield rows
        where = f"WHERE ({order}) > ({marks})"
        values = [rows[-1][key] for key in keys]


def _on_disk(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


# Soundness ----------------------------------------------------------------------------------------


def verified(database: Database) -> int:
    """Check the whole log's hashes and the ledger, and say how many entries there are; `LogError`
    names what is wrong.
    """
    hashes = HashCheck(database, (), None)
    bad, suspect = hashes.check()
    found = bad or suspect
    if found:
        raise LogError(f"the log is broken at entry {found.leaf} of the floor: {found.reason}")
    wrong = unbalanced(database)
    if wrong:
        raise LogError(f"the ledger does not hold together: {wrong}")
    return hashes.size


def unbalanced(database: Database) -> str | None:
    """What is wrong with the ledger; None where every balance is the sum of its transfers and all
    of them come to nothing.
    """
    (total,) = database.execute("SELECT coalesce(sum(units), 0) FROM balances")[0]
    if int(total):
        return f"all accounts come to {int(total)}, and not to nothing"
    rows = database.execute(
        "SELECT account, sum(units) FROM ("
        "SELECT credit AS account, units FROM transfers "
        "UNION ALL SELECT debit, -units FROM transfers "
        "UNION ALL SELECT account, -units FROM balances) AS moves "
        "GROUP BY account HAVING sum(units) <> 0 ORDER BY account LIMIT 1"
    )
    return f"{rows[0][0]} is not the sum of its transfers" if rows else None


def steps_missing(database: Database) -> int:
    """How many steps the schema lacks; below zero where it is of a newer program."""
    try:
        rows = database.execute("SELECT count(*) FROM migrations")
    except (sqlite3.Error, FairdealError):
        return len(MIGRATIONS)
    return len(MIGRATIONS) - int(rows[0][0])


def server_version(database: Database) -> str:
    """What database it is, and which version of it."""
    if isinstance(database, Postgres):
        return f"PostgreSQL {database.execute('SHOW server_version')[0][0]}"
    return f"SQLite {sqlite3.sqlite_version}"
