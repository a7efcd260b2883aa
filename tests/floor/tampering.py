"""All kinds of tampering with a floor's store, each by chance, and what must be found of it."""

import json
import random
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from fairdeal.floor.audit import AuditResult, verify
from fairdeal.floor.log.merkle import leaf_hash, root_of
from fairdeal.floor.log.sqlite import SQLite
from fairdeal.floor.log.store import SPAN
from fairdeal.floor.money.ledger import Transfer, balance_changes


class changed:  # noqa: N801 - used like a function
    """A copy in memory that anything may be done to: its triggers are gone until `protect`."""

    _base: ClassVar[dict[Path, sqlite3.Connection]] = {}
    _triggers: ClassVar[dict[Path, list[str]]] = {}

    def __init__(self, path: Path) -> None:
        if path not in self._base:
            self._base[path] = sqlite3.connect(":memory:", check_same_thread=False)
            file = sqlite3.connect(path)
            file.backup(self._base[path])
            file.close()
            triggers = (
                self._base[path]
                .execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
                .fetchall()
            )
            for name, _ in triggers:
                self._base[path].execute(f"DROP TRIGGER {name}")
            self._triggers[path] = [sql for _, sql in triggers]
        self.path = path
        self.copy = SQLite(":memory:")
        self._base[path].backup(self.copy._connection)

    def __enter__(self) -> SQLite:
        return self.copy

    def protect(self) -> None:
        """Put the triggers back, as somebody would who wants to leave no trace."""
        for sql in self._triggers[self.path]:
            self.copy.execute(sql)

    def __exit__(self, *_: object) -> None:
        self.copy.close()


Leaf = int | None


def size_of(db: SQLite) -> int:
    return int(db.execute("SELECT count(*) FROM entries")[0][0])


def flipped(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(7)]) + data[at + 1 :]


def build_nodes(db: SQLite) -> None:
    """The kept hashes of whatever the log holds now."""
    db.execute("DELETE FROM nodes")
    hashes = [row[0] for row in db.execute("SELECT hash FROM entries ORDER BY leaf")]
    for number in range(len(hashes) // SPAN):
        block = hashes[number * SPAN : (number + 1) * SPAN]
        db.execute("INSERT INTO nodes VALUES (8, ?, ?)", (number, root_of(block)))


def write_body(db: SQLite, leaf: int, body: str) -> None:
    db.execute(
        "UPDATE entries SET body = ?, hash = ? WHERE leaf = ?",
        (body, leaf_hash(body.encode()), leaf),
    )


def flip_body(db: SQLite, rng: random.Random) -> Leaf:
    leaf = rng.randrange(size_of(db))
    (body,) = db.execute("SELECT CAST(body AS BLOB) FROM entries WHERE leaf = ?", [leaf])[0]
    other = flipped(body, rng)
    db.execute("UPDATE entries SET body = CAST(? AS TEXT) WHERE leaf = ?", (other, leaf))
    return leaf


def flip_hash(db: SQLite, rng: random.Random) -> Leaf:
    leaf = rng.randrange(size_of(db))
    (digest,) = db.execute("SELECT hash FROM entries WHERE leaf = ?", [leaf])[0]
    db.execute("UPDATE entries SET hash = ? WHERE leaf = ?", (flipped(digest, rng), leaf))
    return leaf


def write_built(db: SQLite, leaf: int, body: str) -> int:
    """Write another body of an entry, with the right hashes of all; its leaf is the answer."""
    write_body(db, leaf, body)
    build_nodes(db)
    return int(leaf)


def edit_amount(db: SQLite, rng: random.Random) -> Leaf:
    """An amount of an entry, with the right hashes."""
    rows = db.execute("SELECT leaf, body FROM entries WHERE body LIKE '%\"amount\":%'")
    leaf, body = rng.choice(rows)
    places = list(re.finditer(r'"amount":(\d+)', body))
    place = rng.choice(places)
    body = f"{body[: place.start(1)]}{int(place[1]) + rng.randint(1, 9)}{body[place.end(1) :]}"
    return write_built(db, leaf, body)


def edit_card(db: SQLite, rng: random.Random) -> Leaf:
    """A card that was dealt, with the right hashes."""
    rows = db.execute("SELECT leaf, body FROM entries WHERE body LIKE '%cards-dealt%'")
    leaf, body = rng.choice(rows)
    place = rng.choice(list(re.finditer(r'"([2-9TJQKA][cdhs])"', body)))
    card = rng.choice([c for c in ("As", "2c", "Td", "7h") if c != place[1]])
    return write_built(db, leaf, body[: place.start(1)] + card + body[place.end(1) :])


def edit_word(db: SQLite, rng: random.Random) -> Leaf:
    """A letter or a digit of a table's entry, with the right hashes."""
    rows = db.execute("SELECT leaf, body FROM entries WHERE tbl != '' AND number > 0")
    leaf, body = rng.choice(rows)
    place = rng.choice(list(re.finditer(r'":"?(\w+)', body)))
    letter = "1" if place[1][-1] != "1" else "2"
    write_built(db, leaf, body[: place.end(1) - 1] + letter + body[place.end(1) :])
    return None  # a name that is for show, or the time, hangs together with nothing else


def edit_place(db: SQLite, rng: random.Random) -> Leaf:
    """The table, number or version that an entry is kept under."""
    leaf = rng.randrange(size_of(db))
    places: list[tuple[str, str | int]] = [
        ("tbl", f"t{rng.randint(7, 99)}"),
        ("number", rng.randint(900, 999)),
        ("version", 7777),
    ]
    column, value = rng.choice(places)
    db.execute(f"UPDATE entries SET {column} = ? WHERE leaf = ?", (value, leaf))
    return leaf


def delete(db: SQLite, rng: random.Random) -> Leaf:
    leaf = rng.randrange(size_of(db) - 1)
    db.execute("DELETE FROM entries WHERE leaf = ?", [leaf])
    return leaf


def delete_and_close_up(db: SQLite, rng: random.Random) -> Leaf:
    """An entry goes with all that came of it, and the others move up."""
    leaf = rng.randrange(size_of(db) - 1)
    for name in ("entries", "transfers", "keys", "rounds"):
        db.execute(f"DELETE FROM {name} WHERE leaf = ?", [leaf])
    shift(db, leaf + 1, -1)
    build_nodes(db)
    sum_balances(db)
    return None


def shift(db: SQLite, first: int, by: int) -> None:
    for name in ("entries", "transfers", "keys", "rounds"):
        # Away and back, so that no two ever have one place.
        db.execute(f"UPDATE {name} SET leaf = -leaf - 1 WHERE leaf >= ?", [first])
        db.execute(f"UPDATE {name} SET leaf = -leaf - 1 + ? WHERE leaf < 0", [by])


def sum_balances(db: SQLite) -> None:
    db.execute("DELETE FROM balances")
    sums: dict[str, int] = {}
    rows = db.execute("SELECT leaf, debit, credit, units, what FROM transfers ORDER BY leaf, part")
    for leaf in sorted({row[0] for row in rows}):
        for account, units in balance_changes(
            [Transfer(*row[1:]) for row in rows if row[0] == leaf]
        ).items():
            if units:
                sums[account] = sums.get(account, 0) + units
    for account, units in sums.items():
        db.execute("INSERT INTO balances VALUES (?, ?)", (account, units))


def insert(db: SQLite, rng: random.Random) -> Leaf:
    """An entry once more, at the end or between others."""
    size = size_of(db)
    leaf = rng.choice([size, rng.randrange(size)])
    which = rng.randrange(size)
    table, body, digest = db.execute("SELECT tbl, body, hash FROM entries WHERE leaf = ?", [which])[
        0
    ]
    (number,) = db.execute("SELECT max(number) + 1 FROM entries WHERE tbl = ?", [table])[0]
    shift(db, leaf, 1)
    values = (leaf, table, number, 0, body, digest)
    db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", values)
    build_nodes(db)
    return leaf


def swap_texts(db: SQLite, rng: random.Random) -> Leaf:
    """Two entries change places with their hashes."""
    one, two = sorted(rng.sample(range(size_of(db)), 2))
    texts = [
        db.execute("SELECT body, hash FROM entries WHERE leaf = ?", [leaf])[0]
        for leaf in (two, one)
    ]
    for leaf, values in zip((one, two), texts, strict=True):
        db.execute("UPDATE entries SET body = ?, hash = ? WHERE leaf = ?", (*values, leaf))
    build_nodes(db)
    return None


def swap_places(db: SQLite, rng: random.Random) -> Leaf:
    """Two neighbours change places with all that came of them."""
    leaf = rng.randrange(size_of(db) - 1)
    for name in ("entries", "transfers", "keys", "rounds"):
        db.execute(f"UPDATE {name} SET leaf = -1 WHERE leaf = ?", [leaf])
        db.execute(f"UPDATE {name} SET leaf = ? WHERE leaf = ?", (leaf, leaf + 1))
        db.execute(f"UPDATE {name} SET leaf = ? WHERE leaf = -1", [leaf + 1])
    build_nodes(db)
    return None


def edit_transfer(db: SQLite, rng: random.Random) -> Leaf:
    leaf, part = rng.choice(db.execute("SELECT leaf, part FROM transfers"))
    edit = rng.choice(
        [
            "UPDATE transfers SET units = units + 1",
            "UPDATE transfers SET debit = 'player:me'",
            "UPDATE transfers SET credit = 'bank2'",
            "UPDATE transfers SET what = 'gift'",
            "UPDATE transfers SET part = 77",
            "DELETE FROM transfers",
        ]
    )
    db.execute(f"{edit} WHERE leaf = ? AND part = ?", (leaf, part))
    if rng.random() < 0.5:
        sum_balances(db)
    return int(leaf)


def insert_transfer(db: SQLite, rng: random.Random) -> Leaf:
    leaf = rng.randrange(size_of(db))
    values = (leaf, 99, "bank", "player:me", 10**9, "gift")
    db.execute("INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?)", values)
    sum_balances(db)
    return leaf


def edit_beside(db: SQLite, rng: random.Random) -> Leaf:
    """What is kept beside the log."""
    statements = [
        "UPDATE balances SET units = units + 1 WHERE account = {balances}",
        "DELETE FROM balances WHERE account = {balances}",
        "INSERT INTO balances VALUES ('player:me', 5)",
        "UPDATE snapshots SET version = version + 1 WHERE rowid = {snapshots}",
        """UPDATE snapshots SET state = replace(state, '"clock":25', '"clock":35')
        WHERE rowid = {snapshots}""",
        "UPDATE snapshots SET number = number + 1 WHERE rowid = {snapshots}",
        "UPDATE snapshots SET number = 9999 WHERE rowid = {snapshots}",
        "UPDATE rounds SET void = 1 - void WHERE rowid = {rounds}",
        "UPDATE rounds SET first = first + 1 WHERE rowid = {rounds}",
        "UPDATE rounds SET ended = ended + 1 WHERE rowid = {rounds}",
        "UPDATE rounds SET round = 't1-99' WHERE rowid = {rounds}",
        "DELETE FROM rounds WHERE rowid = {rounds}",
        "INSERT INTO rounds VALUES ('t1-98', 't1', 98, 1, 2, 3, 4, 0)",
        "UPDATE keys SET leaf = leaf + 1 WHERE rowid = {keys}",
        "UPDATE keys SET body = 'x' WHERE rowid = {keys}",
        "UPDATE keys SET digest = 'x' WHERE rowid = {keys}",
        "DELETE FROM keys WHERE rowid = {keys}",
        "INSERT INTO keys VALUES ('x', 'y', 3)",
        "UPDATE tables SET closed = 1 - closed WHERE rowid = {tables}",
        "UPDATE tables SET dealer = 'somebody' WHERE rowid = {tables}",
        "DELETE FROM tables WHERE rowid = {tables}",
        "UPDATE people SET roles = roles || ' auditor' WHERE rowid = {people}",
        "UPDATE people SET roles = 'operator floor' WHERE rowid = {people}",
        "UPDATE people SET ended = 5 WHERE rowid = {people}",
        "UPDATE people SET kind = 'auditor' WHERE rowid = {people}",
        "UPDATE people SET id = 'me' WHERE rowid = {people}",
        "DELETE FROM people WHERE rowid = {people}",
        (
            "INSERT INTO people (id, name, kind, roles, made) "
            "VALUES ('me', 'me', 'registered', 'operator', 5)"
        ),
        "UPDATE moments SET at = '9.bets' WHERE rowid = {moments}",
        "UPDATE moments SET since = since + 1 WHERE rowid = {moments}",
        "UPDATE sealed SET document = replace(document, 'a', 'b') WHERE tbl = 't4'",
        "DELETE FROM sealed WHERE tbl = 't4'",
        "DELETE FROM nodes",
        "UPDATE nodes SET hash = x'00'",
        "UPDATE nodes SET number = 1",
        "INSERT INTO nodes VALUES (8, 5, x'00')",
    ]
    statement = rng.choice(statements)
    chosen: dict[str, Any] = {}
    for name in re.findall(r"\{(\w+)\}", statement):
        column = "account" if name == "balances" else "rowid"
        value = rng.choice(db.execute(f"SELECT {column} FROM {name}"))[0]
        chosen[name] = f"'{value}'" if name == "balances" else value
    db.execute(statement.format(**chosen))
    return None


def cut_tail(db: SQLite, rng: random.Random) -> Leaf:
    """The end goes, with all that came of it."""
    size = size_of(db)
    leaf = size - rng.randint(1, size)
    for name in ("entries", "transfers", "keys", "rounds"):
        db.execute(f"DELETE FROM {name} WHERE leaf >= ?", [leaf])
    db.execute("DELETE FROM snapshots")
    build_nodes(db)
    sum_balances(db)
    return leaf


def later(db: SQLite, first: int, seconds: int) -> None:
    """From an entry on everything happened later: all hashes right, and all that is kept."""
    for leaf, body in db.execute("SELECT leaf, body FROM entries WHERE leaf >= ?", [first]):
        told = json.loads(body)
        if told.get("entry") != 0:  # another opening would be other rules
            moved = body.replace(f'"time":{told["time"]},', f'"time":{told["time"] + seconds},', 1)
            write_body(db, leaf, moved)
    db.execute("UPDATE rounds SET ended = ended + ? WHERE leaf >= ?", (seconds, first))
    db.execute("DELETE FROM snapshots")
    for table, since in db.execute("SELECT tbl, since FROM moments"):
        rows = db.execute(
            "SELECT 1 FROM entries WHERE tbl = ? AND leaf >= ? AND body LIKE ?",
            (table, first, f'%"time":{since + seconds},%'),
        )
        if rows:
            db.execute("UPDATE moments SET since = ? WHERE tbl = ?", (since + seconds, table))
    build_nodes(db)


def rewrite_tail(db: SQLite, rng: random.Random) -> Leaf:
    later(db, rng.randrange(size_of(db) - 1), rng.randint(1, 5))
    return None


#: Each kind, how often it is drawn, and whether only the auditor's checkpoint can tell of it.
KINDS: dict[Callable[[SQLite, random.Random], Leaf], tuple[int, bool]] = {
    flip_body: (3, False),
    flip_hash: (2, False),
    edit_amount: (4, False),
    edit_card: (2, False),
    edit_word: (1, True),
    edit_place: (1, False),
    delete: (1, False),
    delete_and_close_up: (1, True),
    insert: (2, True),
    swap_texts: (1, True),
    swap_places: (1, True),
    edit_transfer: (2, False),
    insert_transfer: (1, False),
    edit_beside: (4, False),
    cut_tail: (2, True),
    rewrite_tail: (2, True),
}


def tamper(path: Path, kept: tuple[str, str], number: int) -> AuditResult:
    """One tampering, by its number: it is found, and names an entry."""
    rng = random.Random(number)
    kind = rng.choices(list(KINDS), [weight for weight, _ in KINDS.values()])[0]
    needs = KINDS[kind][1]
    change = changed(path)
    with change as copy:
        leaf = kind(copy, rng)
        change.protect()
        done = verify(copy, *(kept if needs else ()))
        size = size_of(copy)
    what = f"{kind.__name__}, number {number}, at {leaf}: {done.bad}"
    assert not done.valid, what
    assert done.bad is not None, what
    assert 0 <= done.bad.leaf <= size, what
    if leaf is not None:
        assert done.bad.leaf == leaf, what
    assert str(done.bad).startswith(f"entry {done.bad.leaf} of the floor"), what
    return done
