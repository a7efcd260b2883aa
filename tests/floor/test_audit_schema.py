"""An audit looks at the database itself too: schema, triggers, types of values, the floor's key."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import Ran
from harness import RIDE, Harness, rules_of

from fairdeal.errors import LogError
from fairdeal.floor.audit import verify
from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.log.checkpoint import new_private_key
from fairdeal.floor.log.connection import connect
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.postgres import Postgres
from fairdeal.floor.log.signing import make_checkpoint, signer_of
from fairdeal.floor.startup import open_floor, sample_rules

Kept = tuple[str, str]


@pytest.fixture
def floor_url(url: str) -> str:
    """A floor with its tables open, where nobody has played yet."""
    floor = open_floor(url, sample_rules()[:2], settings=FloorSettings(pace=0, clock=0))
    floor.database.close()
    return url


@pytest.fixture
def owner(floor_url: str) -> Iterator[Database]:
    """A connection of somebody who may do anything to the database."""
    database = connect(floor_url)
    yield database
    database.close()


def reason(database: Database, *kept: str) -> str:
    """Why an audit is not valid; empty if it is."""
    bad = verify(database, *kept).bad
    return "" if bad is None else bad.reason


@pytest.fixture
def kept(owner: Database) -> Kept:
    return make_checkpoint(owner), signer_of(owner).vkey


def test_a_floor_as_it_was_made(owner: Database, kept: Kept) -> None:
    assert reason(owner, *kept) == ""


def test_another_signing_key(owner: Database, kept: Kept) -> None:
    owner.execute(
        "UPDATE house SET value = ? WHERE name = 'signing-key'", [new_private_key().hex()]
    )
    assert "not with the key that was kept" in reason(owner, *kept)


def test_another_floor_id(owner: Database, kept: Kept) -> None:
    owner.execute("UPDATE house SET value = 'ff' WHERE name = 'floor-id'")
    assert "not with the key that was kept" in reason(owner, *kept)


@pytest.mark.parametrize("row", ["signing-key", "floor-id"])
def test_a_key_that_is_gone(owner: Database, kept: Kept, row: str) -> None:
    """The next checkpoint would make another one."""
    owner.execute("DELETE FROM house WHERE name = ?", [row])
    assert "has no key any more" in reason(owner, *kept)


def test_a_row_of_the_house_that_nobody_knows(owner: Database) -> None:
    owner.execute("INSERT INTO house (name, value) VALUES ('back-door', 'open')")
    assert "'back-door'" in reason(owner)


def test_a_trigger_that_was_dropped(owner: Database) -> None:
    name = "entries_only_added" if isinstance(owner, Postgres) else "entries_no_update"
    on = " ON entries" if isinstance(owner, Postgres) else ""
    owner.execute(f"DROP TRIGGER {name}{on}")
    assert f"the trigger '{name}' of the database is missing" in reason(owner)


def test_a_trigger_that_refuses_nothing(owner: Database) -> None:
    if isinstance(owner, Postgres):
        owner.execute(
            "CREATE OR REPLACE FUNCTION fairdeal_refuse() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RETURN NULL; END $$"
        )
    else:
        owner.execute("DROP TRIGGER entries_no_update")
        owner.execute(
            "CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries BEGIN SELECT 1; END"
        )
    assert "is not as this program makes it" in reason(owner)


def test_a_trigger_that_was_switched_off(owner: Database) -> None:
    if not isinstance(owner, Postgres):
        pytest.skip("SQLite has no such switch")
    owner.execute("ALTER TABLE transfers DISABLE TRIGGER ALL")
    assert "'transfers_only_added' is not as this program makes it" in reason(owner)


def test_a_trigger_that_was_added(owner: Database) -> None:
    if isinstance(owner, Postgres):
        owner.execute(
            "CREATE FUNCTION spy() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$"
        )
        owner.execute(
            "CREATE TRIGGER spy BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION spy()"
        )
    else:
        owner.execute(
            "CREATE TRIGGER spy AFTER INSERT ON entries "
            "BEGIN UPDATE balances SET units = units + 1 WHERE account = 'player:spy'; END"
        )
    assert "a trigger 'spy' that no version of this program makes" in reason(owner)


def test_a_rule_or_a_table_that_was_added(owner: Database) -> None:
    if isinstance(owner, Postgres):
        owner.execute("CREATE RULE spy AS ON DELETE TO balances DO INSTEAD NOTHING")
        assert "a rule 'spy' that no version" in reason(owner)
    else:
        owner.execute("CREATE TABLE spy (name TEXT)")
        assert "a table 'spy' that no version" in reason(owner)


def test_who_played_in_a_round_that_does_not_exist(owner: Database) -> None:
    owner.execute("INSERT INTO plays (round, person, leaf) VALUES ('t1-99', 'p1', 0)")
    assert "'t1-99', and there is no such round" in reason(owner)


@pytest.mark.parametrize("name", ["moments", "sealed", "snapshots"])
def test_rows_of_a_table_that_does_not_exist(owner: Database, name: str) -> None:
    values = {
        "moments": "('t99', '1', 0)",
        "sealed": "('t99', '{}')",
        "snapshots": "('t99', 1, 1, '', '{}')",
    }
    owner.execute(f"INSERT INTO {name} VALUES {values[name]}")
    assert "t99" in reason(owner)


@pytest.mark.parametrize(
    ("table", "column", "cast"),
    [("entries", "body", "BLOB"), ("entries", "tbl", "BLOB"), ("people", "name", "BLOB")],
)
def test_a_text_that_is_stored_as_bytes(tmp_path: Path, table: str, column: str, cast: str) -> None:
    url = str(tmp_path / "floor.db")
    floor = open_floor(url, sample_rules()[:1], settings=FloorSettings(pace=0, clock=0))
    owner = floor.database
    triggers = owner.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    for name, _ in triggers:
        owner.execute(f"DROP TRIGGER {name}")
    owner.execute(f"UPDATE {table} SET {column} = CAST({column} AS {cast})")
    for _, sql in triggers:
        owner.execute(sql)
    bad = verify(owner).bad
    owner.close()
    assert bad is not None


@pytest.mark.parametrize("leaf", [0, 3])
def test_the_entry_with_a_text_stored_as_bytes_is_named(tmp_path: Path, leaf: int) -> None:
    """By the audit, and by a server that does not start."""
    url = str(tmp_path / "floor.db")
    floor = open_floor(url, sample_rules()[:1], settings=FloorSettings(pace=0, clock=0))
    owner = floor.database
    ((trigger,),) = owner.execute("SELECT sql FROM sqlite_master WHERE name = 'entries_no_update'")
    owner.execute("DROP TRIGGER entries_no_update")
    owner.execute("UPDATE entries SET body = CAST(body AS BLOB) WHERE leaf = ?", [leaf])
    owner.execute(trigger)
    bad = verify(owner).bad
    assert bad is not None
    assert bad.leaf == leaf
    assert "'body' of 'entries' has another type" in bad.reason
    owner.close()
    with pytest.raises(LogError, match=f"broken at entry {leaf} of the floor"):
        open_floor(url, [], settings=FloorSettings(pace=0, clock=0))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("entries SET hash = hex(hash) WHERE leaf = 2", "broken at entry 2"),
        ("entries SET hash = -5 WHERE leaf = (SELECT max(leaf) FROM entries)", "broken at entry"),
        ("balances SET units = 'much' WHERE account LIKE 'inventory:%'", "'units' of 'balances'"),
        ("tables SET place = 'first'", "'place' of 'tables'"),
        ("tables SET tbl = 't77'", "how the table 't77' was opened"),
        ("sealed SET document = CAST(document AS BLOB)", "'document' of 'sealed'"),
    ],
)
def test_a_server_says_what_is_wrong_with_its_database(
    tmp_path: Path, change: str, told: str
) -> None:
    url = str(tmp_path / "floor.db")
    owner = open_floor(url, sample_rules()[:1], settings=FloorSettings(pace=0, clock=0)).database
    for (name,) in owner.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        owner.execute(f"DROP TRIGGER {name}")
    owner.execute(f"UPDATE {change}")
    owner.close()
    with pytest.raises(LogError, match=told) as refused:
        open_floor(url, [], settings=FloorSettings(pace=0, clock=0))
    assert "run `fairdeal audit verify`" in str(refused.value)


@pytest.mark.parametrize("change", ["name = 'Dorothy'", "password = '$argon2id$another'"])
def test_a_name_or_a_password_that_the_log_does_not_tell_of(
    floor_url: str, fairdeal: Callable[..., Ran], change: str
) -> None:
    """Whoever may write to the database could otherwise sign in as anybody."""
    assert fairdeal("users", "add", "Dora", "--role", "dealer", "--db", floor_url).code == 0
    owner = connect(floor_url)
    assert reason(owner) == ""
    owner.execute(f"UPDATE people SET {change} WHERE name = 'Dora'")
    assert "differs from the log" in reason(owner)
    owner.close()


def test_a_name_that_is_no_longer_found_by_those_like_it(
    floor_url: str, fairdeal: Callable[..., Ran]
) -> None:
    """Otherwise somebody could register as "DORA" beside her."""
    assert fairdeal("users", "add", "Dora", "--role", "dealer", "--db", floor_url).code == 0
    owner = connect(floor_url)
    owner.execute("UPDATE people SET folded = 'another' WHERE name = 'Dora'")
    assert "the folded name of" in reason(owner)
    owner.close()


def test_a_new_password_is_told(floor_url: str, fairdeal: Callable[..., Ran]) -> None:
    assert fairdeal("users", "add", "Dora", "--role", "dealer", "--db", floor_url).code == 0
    assert fairdeal("users", "password", "Dora", "--db", floor_url).code == 0
    owner = connect(floor_url)
    assert reason(owner) == ""
    owner.close()


@pytest.mark.parametrize(
    ("statement", "told", "leaf"),
    [
        ("INSERT INTO keys VALUES ('x', 'y', 3)", "the table `keys` has more rows", 3),
        ("INSERT INTO keys VALUES ('x', 'y', 0)", "the table `keys` has more rows", 0),
        ("INSERT INTO keys VALUES ('x', 'y', 999)", "the table `keys` has more rows", None),
        ("INSERT INTO keys VALUES ('x', 'y', -1)", "the table `keys` has more rows", None),
        (
            "INSERT INTO rounds VALUES ('t1-9', 't1', 9, 1, 2, 3, 4, 0)",
            "the table `rounds` has more rows than follow from the log",
            3,
        ),
        (
            "INSERT INTO moments VALUES ('t9', '0.bets', 4)",
            "`moments` has a row of 't9', and there is no such table",
            None,
        ),
        (
            "INSERT INTO sealed VALUES ('t9', '{}')",
            "`sealed` has a row of 't9', and there is no such table",
            None,
        ),
        (
            "INSERT INTO plays VALUES ('t9-1', 'p', 4)",
            "`plays` has a row of 't9-1', and there is no such round",
            None,
        ),
        (
            "INSERT INTO snapshots VALUES ('t9', 4, 1, '{}', '{}')",
            "there is a snapshot of t9 after entry 4, which does not exist",
            None,
        ),
        (
            "INSERT INTO transfers VALUES (999, 0, 'bank', 'player:p', 5, 'gift')",
            "there are transfers that belong to no entry",
            999,
        ),
    ],
)
def test_a_row_that_follows_from_no_entry_is_named(
    tmp_path: Path, statement: str, told: str, leaf: int | None
) -> None:
    """At the last leaf that its rows tell, or else at the end of the log."""
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    house.floor.database.execute("DELETE FROM keys")
    house.guest()
    assert verify(house.real).bad is None
    house.real.execute(statement)
    bad = verify(house.real).bad
    assert bad is not None
    assert bad.reason.startswith(told)
    assert bad.leaf == (house.floor.store.leaves - 1 if leaf is None else leaf)
    house.close()
