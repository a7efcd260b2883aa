"""The store on both databases: what is added stays as it is, whoever tries, and proofs hold."""

import json
from contextlib import suppress
from pathlib import Path
from threading import Thread

import psycopg
import pytest
from seats import Seats, filled, opened

from fairdeal.errors import BadInputError, LogError, StoreError
from fairdeal.floor.floor import Floor
from fairdeal.floor.log import store as store_module
from fairdeal.floor.log.connection import connect, is_postgres
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.merkle import inclusion_proof, leaf_hash, root_of, verify_inclusion
from fairdeal.floor.log.postgres import FLOOR_LOCK, Postgres
from fairdeal.floor.log.schema import APPEND_ONLY, MIGRATIONS, is_current, migrate
from fairdeal.floor.log.store import SPAN, Store
from fairdeal.floor.money.ledger import Transfer
from fairdeal.floor.startup import first_operator, open_database, open_floor, sample_rules
from fairdeal.wire.rules_digest import rules_digest

# The log ------------------------------------------------------------------------------------------


def test_what_is_appended_is_read_again(database: Database) -> None:
    store = filled(database, 7)
    again = Store(database)
    assert again.leaves == store.leaves == 7
    found = list(again.entries())
    assert [one.leaf for one in found] == list(range(7))
    assert [one.table for one in found] == ["t0", "t1"] * 3 + ["t0"]
    assert [one.number for one in again.entries("t1")] == [0, 1, 2]
    assert [one.version for one in again.entries("t0", first=1, last=2)] == [2, 4]
    assert all(one.hash == leaf_hash(one.body.encode()) for one in found)
    assert json.loads(found[3].body) == {"entry": 3, "text": "\u2660 é"}
    assert [one.leaf for one in again.entries(batch=2)] == list(range(7))


def test_nothing_is_there_that_was_rolled_back(database: Database) -> None:
    store = filled(database, 3)
    database.begin()
    store.append("t0", 2, 3, "{}", [Transfer("bank", "player:p0", 5, "chips")])
    store.flush()
    database.rollback()
    store.refresh()
    assert store.leaves == 3
    assert store.balances == {"bank": -6, "player:p0": 1, "player:p1": 2, "player:p2": 3}
    assert filled(database, 4).leaves == 4


@pytest.mark.parametrize("size", [1, 255, 256, 257, 700])
def test_roots_and_proofs_are_those_of_the_whole_tree(database: Database, size: int) -> None:
    store = filled(database, size)
    leaves = store.hashes(0, size)
    assert store.root(size) == root_of(leaves)
    assert store.root(max(1, size // 2)) == root_of(leaves[: max(1, size // 2)])
    for leaf in {0, size // 3, size - 1}:
        proof = inclusion_proof(leaf, size, store.subtree)
        assert verify_inclusion(leaves[leaf], leaf, size, proof, store.root(size))


def test_nodes_of_nodes(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every 256 subtrees have a node of their own; here every four."""
    monkeypatch.setattr(store_module, "STRIDE", 2)
    monkeypatch.setattr(store_module, "SPAN", 4)
    store = filled(database, 67)
    kept = database.execute("SELECT level, count(*) FROM nodes GROUP BY level ORDER BY level")
    assert kept == [(2, 16), (4, 4), (6, 1)]
    leaves = store.hashes(0, 67)
    assert [store.root(n) for n in range(1, 68)] == [root_of(leaves[:n]) for n in range(1, 68)]


def test_a_store_goes_on_from_any_size(database: Database) -> None:
    for size in (1, SPAN - 1, SPAN, SPAN + 1, 2 * SPAN + 1):
        store = filled(database, size)
        assert store.root(size) == root_of(store.hashes(0, size))


def test_what_others_wrote_is_followed(url: str) -> None:
    """Two stores on one database take turns, as `users` beside a server of SQLite does."""
    with_first = open_database(url)
    with_second = open_database(url)
    first, second = Store(with_first), Store(with_second)
    for size in (3, 4, SPAN - 1, SPAN + 2, 2 * SPAN, 2 * SPAN + 1):
        with_first.begin()
        if news := first.new_entries():
            first.apply_new_entries(news)
        with_first.rollback()
        for n in range(first.leaves, size):
            with_first.begin()
            move = Transfer("bank", f"player:p{n % 5}", n + 1, "chips")
            first.append("t1", n, n, json.dumps(n), [move])
            first.flush()
            with_first.commit()
        with_second.begin()
        second.apply_new_entries(second.new_entries())
        assert second.new_entries() == []
        with_second.rollback()
        assert (second.leaves, second.balances) == (first.leaves, first.balances)
        assert second.root(size) == root_of(second.hashes(0, size))
        first, second = second, first
        with_first, with_second = with_second, with_first
    with_first.close()
    with_second.close()


def test_a_tail_that_was_written_anew_is_refused(url: str) -> None:
    """Somebody with all rights took the last entry away and wrote another one."""
    database = open_database(url, server=True)
    store = filled(database, 5)
    tamper(url, "DELETE FROM entries WHERE leaf = 4")
    with pytest.raises(LogError, match="entry 4"):
        store.new_entries()
    tamper(url, "INSERT INTO entries SELECT 4, 't9', 1, 1, body, hash FROM entries WHERE leaf = 0")
    with pytest.raises(LogError, match="entry 4"):
        store.new_entries()
    database.close()


def tamper(url: str, statement: str) -> None:
    """What somebody can do who owns the database."""
    owner = connect(url)
    for name in APPEND_ONLY:
        if is_postgres(url):
            owner.execute(f"ALTER TABLE {name} DISABLE TRIGGER ALL")
        else:
            for act in ("update", "delete"):
                owner.execute(f"DROP TRIGGER IF EXISTS {name}_no_{act}")
    owner.execute(statement)
    owner.close()


BREAKS = {
    "a body": "UPDATE entries SET body = '{}' WHERE leaf = 20",
    "a hash": "UPDATE entries SET hash = (SELECT hash FROM entries WHERE leaf = 3) WHERE leaf = 20",
    "missing": "DELETE FROM entries WHERE leaf = 20",
}


@pytest.mark.parametrize("how", BREAKS)
def test_a_floor_does_not_open_on_a_broken_log(url: str, how: str) -> None:
    floor = opened(url, 2)
    Seats(floor).play("t1", 1)
    assert floor.store.leaves > 22
    floor.database.close()
    tamper(url, BREAKS[how])
    with pytest.raises(LogError, match="broken at entry 20"):
        opened(url)


@pytest.mark.parametrize("name", APPEND_ONLY)
@pytest.mark.parametrize("act", ["UPDATE", "DELETE", "TRUNCATE"])
def test_the_log_cannot_be_changed(database: Database, name: str, act: str) -> None:
    """Tried as the server's own connection, which on PostgreSQL has no right to it at all."""
    filled(database, SPAN)
    column = {"entries": "body = '{}'", "transfers": "units = 1", "nodes": "level = 9"}[name]
    statement = {
        "UPDATE": f"UPDATE {name} SET {column}",
        "DELETE": f"DELETE FROM {name}",
        "TRUNCATE": f"TRUNCATE {name}",
    }[act]
    if act == "TRUNCATE" and not isinstance(database, Postgres):
        pytest.skip("SQLite has no TRUNCATE")
    reason = "permission denied" if isinstance(database, Postgres) else "only ever added to"
    before = database.execute(f"SELECT * FROM {name} ORDER BY 1, 2")
    with pytest.raises(Exception, match=reason):
        database.execute(statement)
    assert database.execute(f"SELECT * FROM {name} ORDER BY 1, 2") == before


@pytest.mark.parametrize("act", ["UPDATE entries SET body = ''", "DELETE FROM transfers"])
def test_the_owner_too_is_refused_by_the_triggers(url: str, act: str) -> None:
    owner = open_database(url)
    filled(owner, 3)
    with pytest.raises(Exception, match="only ever added to"):
        owner.execute(act)
    owner.close()


def test_the_servers_role_makes_and_drops_nothing(postgres_url: str) -> None:
    database = open_database(postgres_url, server=True)
    for statement in (
        "DROP TABLE entries",
        "ALTER TABLE entries DISABLE TRIGGER ALL",
        "DROP FUNCTION fairdeal_refuse() CASCADE",
        "CREATE TABLE more (n INTEGER)",
        "INSERT INTO migrations VALUES (99)",
    ):
        with pytest.raises(psycopg.Error, match=r"permission denied|must be owner"):
            database.execute(statement)
    database.close()


def test_whoever_only_reads_writes_nothing(url: str) -> None:
    open_database(url).close()
    reading = connect(url, read_only=True)
    with pytest.raises(Exception, match=r"read-?only"):
        reading.execute("INSERT INTO house VALUES ('a', 'b')")
    assert reading.execute("SELECT count(*) FROM house") == [(0,)]
    reading.close()


# Opening ------------------------------------------------------------------------------------------


def test_migrations_are_done_once(url: str) -> None:
    database = connect(url)
    assert not is_current(database)
    assert migrate(database) == len(MIGRATIONS)
    assert is_current(database)
    assert migrate(database) == 0
    database.execute("INSERT INTO migrations VALUES (?)", [len(MIGRATIONS) + 1])
    with pytest.raises(StoreError, match="newer version"):
        migrate(database)
    database.close()


def test_servers_that_start_at_once_make_one_floor(postgres_url: str) -> None:
    floors: list[Floor] = []
    passwords: list[str | None] = []
    wrong: list[BaseException] = []

    def start() -> None:
        try:
            floor = opened(postgres_url, 3)
            floors.append(floor)
            passwords.append(first_operator(floor, None))
        except BaseException as error:
            wrong.append(error)

    threads = [Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert sum(one is not None for one in passwords) == 1
    for floor in floors:
        floor.begin()
        assert set(floor.tables) == {"t1", "t2", "t3"}
        floor.database.rollback()
        floor.database.close()


def test_the_first_operator_is_in_the_log_without_name_and_password(url: str) -> None:
    floor = opened(url, 1)
    made = first_operator(floor, None)
    (person,) = floor.people.all()
    last = list(floor.store.entries(""))[-1].body
    assert {"act": "person", "person": person.id, "roles": ["operator"]}.items() <= (
        json.loads(last).items()
    )
    assert made is not None
    assert made not in last
    size = floor.store.leaves
    assert first_operator(floor, None) is None
    assert floor.store.leaves == size
    floor.database.close()


def test_a_server_without_rights_to_the_schema_serves_what_is_there(postgres_url: str) -> None:
    opened(postgres_url, 1).database.close()
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute("DROP ROLE IF EXISTS plain")
        owner.execute("CREATE ROLE plain LOGIN IN ROLE fairdeal_server")
    try:
        floor = opened(postgres_url.replace("//postgres:", "//plain:"), 1)
        Seats(floor).play("t1", 1)
        floor.database.close()
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as owner:
            owner.execute("DROP ROLE plain")


@pytest.mark.parametrize("how", [{"server": True}, {"read_only": True}])
def test_servers_and_audits_have_no_rights_of_the_owner(
    postgres_url: str, how: dict[str, bool]
) -> None:
    """The role they work under may not change the log, whoever they signed in as."""
    opened(postgres_url, 1).database.close()
    database = connect(postgres_url, **how)
    assert database.execute("SELECT current_user::text") == [("fairdeal_server",)]
    for table in ("entries", "transfers"):
        rights = [f"has_table_privilege('{table}', '{one}')" for one in ("UPDATE", "DELETE")]
        assert database.execute(f"SELECT {', '.join(rights)}") == [(False, False)]
    database.close()


def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "floor.db")
    floor = opened(path, 1)
    with pytest.raises(StoreError, match="in use by another server: a SQLite file has one"):
        opened(path, 1)
    floor.database.close()
    opened(path, 1).database.close()


@pytest.mark.parametrize("bad", ["mysql://host/db", "sqlite:///"])
def test_a_url_that_is_none(bad: str) -> None:
    with pytest.raises(BadInputError):
        connect(bad)


def test_a_database_that_cannot_be_reached(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be reached"):
        connect(f"postgresql://nobody@/none?host={tmp_path}")
    with pytest.raises(StoreError, match="cannot be opened"):
        connect(str(tmp_path / "no" / "folder"))
    with pytest.raises(StoreError, match="there is no database"):
        connect(str(tmp_path / "none.db"), read_only=True)


def test_a_commit_of_a_transaction_that_failed_is_no_commit(database: Database) -> None:
    filled(database, 2)
    database.begin()
    with suppress(Exception):
        database.execute("INSERT INTO house VALUES ('a', 'b')")
        database.execute("INSERT INTO entries VALUES (0, 't0', 0, 0, '', '')")
        database.execute("SELECT 1")
    if isinstance(database, Postgres):
        with pytest.raises(Exception, match=r"answered with ROLLBACK|aborted"):
            database.commit()
        database.rollback()
        assert database.execute("SELECT * FROM house") == []
    else:
        database.rollback()
    filled(database, 3)


@pytest.mark.clause("COMAR 36.05.03.21B")
def test_an_open_table_keeps_its_rules_whatever_files_a_server_is_started_with(url: str) -> None:
    first, *others = sample_rules()
    before = open_floor(url, [first])
    (opened,) = (one.state.rules for one in before.tables.values())
    assert opened.paytables == first.paytables
    before.database.close()
    floor = open_floor(url, others)
    (kept,) = (one.state.rules for one in floor.tables.values())
    assert rules_digest(kept) == rules_digest(opened)
    floor.database.close()


def test_writers_wait_for_each_other(postgres_url: str) -> None:
    """From the beginning of a transaction on, and no longer than to its end."""
    opened(postgres_url, 1).database.close()
    one, other = (connect(postgres_url, server=True) for _ in range(2))
    free = f"SELECT pg_try_advisory_xact_lock({FLOOR_LOCK})"
    one.begin()
    assert one.execute("SELECT 1") == [(1,)]
    assert other.execute(free) == [(False,)]
    one.commit()
    assert other.execute(free) == [(True,)]
    one.close()
    with pytest.raises(psycopg.Error, match="closed"):
        one.execute("SELECT 1")
    other.close()
