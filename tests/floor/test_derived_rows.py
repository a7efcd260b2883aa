"""Rows that follow from the log, on both databases: balances, keys, sessions, snapshots, seals."""

import json
from pathlib import Path

import pytest
from seats import Seats, opened, tables_in_memory

from fairdeal.errors import KeyUsedError, LogError, Refused
from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.log.connection import connect
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.derived_rows import replay_entry
from fairdeal.floor.log.store import StoredEntry
from fairdeal.floor.money.table_results import TableResult
from fairdeal.floor.people.accounts import SESSION_SECONDS, People, Person
from fairdeal.floor.people.sessions import sign_out
from fairdeal.floor.stop_reasons import SECRETS_LOST
from fairdeal.floor.tables.records import record, rounds_of
from fairdeal.table.actors import OPERATOR, PLAYER
from fairdeal.table.state import OPEN
from fairdeal.table.view import PUBLIC

# The ledger ---------------------------------------------------------------------------------------


def test_balances_are_the_sums_of_the_transfers(url: str) -> None:
    floor = opened(url, 4)
    ann = Seats(floor)
    for table in floor.tables:
        ann.play(table, 1)
    sums: dict[str, int] = {}
    for debit, credit, units in floor.database.execute(
        "SELECT debit, credit, units FROM transfers"
    ):
        sums[debit] = sums.get(debit, 0) - units
        sums[credit] = sums.get(credit, 0) + units
    kept: dict[str, int] = dict(floor.database.execute("SELECT account, units FROM balances"))
    assert {k: v for k, v in sums.items() if v} == {k: v for k, v in kept.items() if v}
    assert floor.store.balances == kept
    assert sum(kept.values()) == 0
    floor.database.close()


def test_a_transfer_of_nothing_is_none(database: Database) -> None:
    with pytest.raises(Exception, match=r"(?i)check constraint"):
        database.execute("INSERT INTO transfers VALUES (0, 0, 'a', 'b', 0, 'c')")


def test_nobody_bets_the_same_chips_at_two_tables(url: str) -> None:
    floor = opened(url, 4)
    ann = Seats(floor)
    stakes = {"first-ante": 300, "second-ante": 300}
    for table in ("t2", "t3"):
        ann.say(table, do="sit", seat=1)
    ann.say("t2", do="place-bets", seat=1, amounts=stakes)
    with pytest.raises(Refused, match="in chips"):
        ann.say("t3", do="place-bets", seat=1, amounts=stakes)
    floor.database.close()


# Keys ---------------------------------------------------------------------------------------------


def test_a_key_is_answered_once_for_ever(url: str) -> None:
    floor = opened(url, 1)
    ann = Seats(floor)
    first = ann.say("t1", "sit down", do="sit", seat=1)
    leaves = floor.store.leaves
    again = ann.say("t1", "sit down", do="sit", seat=1)
    assert (again.version, again.visible_to(PUBLIC)) == (first.version, first.visible_to(PUBLIC))
    with pytest.raises(KeyUsedError):
        ann.say("t1", "sit down", do="sit", seat=2)
    floor.database.close()
    # It is the log's, not the process's.
    floor = opened(url, 1)
    ann.floor = floor
    again = ann.say("t1", "sit down", do="sit", seat=1)
    assert (again.version, again.visible_to(PUBLIC)) == (first.version, first.visible_to(PUBLIC))
    assert floor.store.leaves == leaves
    assert "sit down" not in "".join(one.body for one in floor.store.entries())
    floor.database.close()


def test_a_refused_command_does_not_bind_its_key(url: str) -> None:
    floor = opened(url, 1)
    ann = Seats(floor)
    ann.say("t1", do="sit", seat=1)
    with pytest.raises(Refused):
        ann.say("t1", "k", do="ready", seat=1)
    ann.say("t1", "k", do="leave", seat=1)
    floor.database.close()


# People -------------------------------------------------------------------------------------------


def test_people_and_their_sessions(database: Database) -> None:
    people = People(database)
    ann = people.add("Ann", "registered", 100, password="hash")
    guest = people.add("Ann", "guest", 100)
    assert ann.id != guest.id
    assert people.find_by_name("Ann") == (ann, "hash")
    assert people.find(guest.id) == Person(guest.id, "Ann", "guest", (PLAYER,))
    with pytest.raises(Refused, match="taken"):
        people.add("Ann", "registered", 101)
    assert people.all() == [ann]
    boss = people.add("op", "registered", 102, roles=(OPERATOR,))
    assert people.all() == [ann, boss]
    token, other = (people.begin_session(ann.id, 100) for _ in range(2))
    assert people.find_by_token(token, 101) == ann
    assert people.find_by_token(token, 100 + SESSION_SECONDS) is None
    people.renew_session(token, 1000)
    assert people.find_by_token(token, 100 + SESSION_SECONDS) == ann
    assert token not in str(database.execute("SELECT * FROM sessions"))
    people.end_session(token)
    assert people.find_by_token(token, 101) is None
    people.set_password(ann.id, "another")
    assert people.find_by_token(other, 101) is None
    assert people.absent_guests(100 + SESSION_SECONDS + 1) == [guest]
    people.end(guest.id, 5)
    assert people.absent_guests(100 + SESSION_SECONDS + 1) == []


def test_a_token_of_one_server_is_good_at_another(url: str) -> None:
    floor = opened(url, 1)
    ann = Seats(floor)
    reading = connect(url, read_only=True)
    assert People(reading).find_by_token(ann.token, floor.time) == ann.person
    floor.begin()
    sign_out(floor, ann.token)
    floor.commit()
    assert People(reading).find_by_token(ann.token, floor.time) is None
    reading.close()
    floor.database.close()


# What is read again after a start -----------------------------------------------------------------


def test_a_floor_is_the_same_after_a_start(url: str) -> None:
    """At rest and in the middle of rounds, with the order of the deck that is in play."""
    floor = opened(url, settings=FloorSettings(pace=0, clock=30))
    ann = Seats(floor)
    for n, table in enumerate(floor.tables):
        ann.bet(table, 1)
        if n % 3:
            ann.say(table, do="ready", seat=1, word="spade")
        if n % 3 == 2:
            ann.decide(table)
    before, balances, size = tables_in_memory(floor), floor.store.balances, floor.store.leaves
    root = floor.store.root(size)
    coming = {
        name: live.session.source.coming(live.state, 52)
        for name, live in floor.tables.items()
        if live.state.phase is not OPEN
    }
    assert coming
    floor.database.close()
    again = opened(url, settings=FloorSettings(pace=0, clock=30))
    assert tables_in_memory(again) == before
    assert (again.store.balances, again.store.leaves) == (balances, size)
    assert again.store.root(size) == root
    for name, cards in coming.items():
        live = again.tables[name]
        assert live.session.source.coming(live.state, 52) == cards
        practice = live.state.rules.floor is not None and live.state.rules.floor.practice
        assert live.deadline(30) == (None if practice else before[name][3] + 30)
    again.database.close()


def test_snapshots_shorten_the_way(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairdeal.floor.tables.live_table.SNAPSHOT_EVERY", 20)
    floor = opened(url, 1)
    ann = Seats(floor)
    for _ in range(6):
        ann.play("t1", 1)
    kept = floor.database.execute("SELECT number FROM snapshots ORDER BY number")
    assert len(kept) > 1
    before = tables_in_memory(floor)
    floor.database.close()
    again = opened(url, 1)
    assert tables_in_memory(again) == before
    told = record(again.store, rounds_of(again.store, None, None, 1)[0]["round"])
    assert told["number"] == 6
    again.database.close()


def test_a_snapshot_is_due_once_in_five_hundred_entries(tmp_path: Path) -> None:
    floor = opened(str(tmp_path / "floor.db"), 1)
    live = floor.tables["t1"]
    begun = live.round_ended
    ends = [(number, live.end_round(number)) for number in (490, 505, 520, 1_004, 1_006, 1_020)]
    assert [number for number, (_, due) in ends if due] == [505, 1_006]
    assert [first for _, (first, _) in ends] == [begun + 1, 491, 506, 521, 1_005, 1_007]
    floor.database.close()


@pytest.mark.parametrize("spoiled", ["{", '{"rounds": 3}', "[]"])
def test_a_snapshot_that_cannot_be_read_is_done_without(
    url: str, monkeypatch: pytest.MonkeyPatch, spoiled: str
) -> None:
    monkeypatch.setattr("fairdeal.floor.tables.live_table.SNAPSHOT_EVERY", 20)
    floor = opened(url, 1)
    ann = Seats(floor)
    for _ in range(6):
        ann.play("t1", 1)
    before = tables_in_memory(floor)
    floor.database.close()
    database = connect(url)
    database.execute("UPDATE snapshots SET state = ?", [spoiled])
    database.close()
    again = opened(url, 1)
    assert tables_in_memory(again) == before
    again.database.close()


def test_secrets_that_cannot_be_read_stop_their_table_alone(url: str) -> None:
    floor = opened(url, 2)
    ann = Seats(floor)
    ann.bet("t1", 1)
    ann.say("t1", do="ready", seat=1)
    floor.database.close()
    database = connect(url)
    database.execute("UPDATE sealed SET document = '{}' WHERE tbl = 't1'")
    database.close()
    again = opened(url, 2)
    assert again.tables["t1"].stopped == SECRETS_LOST
    assert again.tables["t2"].stopped is None
    again.database.close()


def test_what_is_sealed_is_gone_from_there_after_the_round(url: str) -> None:
    floor = opened(url, 1)
    ann = Seats(floor)
    ann.bet("t1", 1)
    ann.say("t1", do="ready", seat=1)
    ((document,),) = floor.database.execute("SELECT document FROM sealed WHERE tbl = 't1'")
    secret = json.loads(document)
    while floor.tables["t1"].state.phase is not OPEN:
        ann.decide("t1")
    told = record(floor.store, "t1-1")
    assert told["secret"] in json.dumps(secret)
    ((later,),) = floor.database.execute("SELECT document FROM sealed WHERE tbl = 't1'")
    assert told["secret"] not in later
    floor.database.close()


def test_an_entry_that_cannot_be_read_is_named_with_what_to_do(tmp_path: Path) -> None:
    """A server that follows another one stops there, and goes on answering for the rest."""
    floor = opened(str(tmp_path / "floor.db"), 1)
    live = floor.tables["t1"]
    before, on_entry = live.state, live.session.on_entry
    for body in ("{}", '{"table": "t1", "entry": 5}', "[]"):
        with pytest.raises(LogError, match=r"entry 5 of table t1 .*: run `fairdeal audit verify`"):
            replay_entry(live, StoredEntry(9, "t1", 5, 5, body, b""))
        assert live.state is before
        assert live.session.on_entry is on_entry
    floor.database.close()


def test_a_table_of_which_nothing_is_known_has_nothing() -> None:
    assert set(TableResult()) == {0}
