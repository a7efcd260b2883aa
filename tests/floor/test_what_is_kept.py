"""What a floor keeps on both databases, and several servers on one of them."""

import json
from collections.abc import Callable
from threading import Thread
from typing import Any

import psycopg
import pytest
from seats import Seats, filled, opened

from fairdeal.errors import KeyUsedError, Refused, StoppedError
from fairdeal.floor.floor import Floor, Settings
from fairdeal.floor.log.connection import connect
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.merkle import root_of
from fairdeal.floor.log.store import Store
from fairdeal.floor.people.accounts import SESSION_SECONDS, People, Person
from fairdeal.floor.startup import open_database, sample_rules
from fairdeal.floor.stop_reasons import SECRETS_LOST
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.records import record, rounds_of
from fairdeal.floor.tables.table_acts import close_table, hand_over, open_table
from fairdeal.floor.writer import Writer
from fairdeal.table.actors import OPERATOR, PLAYER
from fairdeal.table.state import OPEN
from fairdeal.table.view import PUBLIC
from fairdeal.wire.state import write_state

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
    floor.people.end_session(ann.token)
    floor.commit()
    assert People(reading).find_by_token(ann.token, floor.time) is None
    reading.close()
    floor.database.close()


# What is read again after a start -----------------------------------------------------------------


def everything(floor: Floor) -> dict[str, Any]:
    return {
        name: (
            write_state(live.state),
            live.session.entries,
            live.session.source.sealed(),  # type: ignore[attr-defined] # committed
            live.since,
            live.dealer,
            live.closed,
        )
        for name, live in floor.tables.items()
    }


def test_a_floor_is_the_same_after_a_start(url: str) -> None:
    """At rest and in the middle of rounds, with the order of the deck that is in play."""
    floor = opened(url, settings=Settings(pace=0, clock=30))
    ann = Seats(floor)
    for n, table in enumerate(floor.tables):
        ann.bet(table, 1)
        if n % 3:
            ann.say(table, do="ready", seat=1, word="spade")
        if n % 3 == 2:
            ann.decide(table)
    before, balances, size = everything(floor), floor.store.balances, floor.store.leaves
    root = floor.store.root(size)
    coming = {
        name: live.session.source.coming(live.state, 52)
        for name, live in floor.tables.items()
        if live.state.phase is not OPEN
    }
    assert coming
    floor.database.close()
    again = opened(url, settings=Settings(pace=0, clock=30))
    assert everything(again) == before
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
    before = everything(floor)
    floor.database.close()
    again = opened(url, 1)
    assert everything(again) == before
    told = record(again.store, rounds_of(again.store, None, None, 1)[0]["round"])
    assert told["number"] == 6
    again.database.close()


@pytest.mark.parametrize("spoiled", ["{", '{"rounds": 3}', "[]"])
def test_a_snapshot_that_cannot_be_read_is_done_without(
    url: str, monkeypatch: pytest.MonkeyPatch, spoiled: str
) -> None:
    monkeypatch.setattr("fairdeal.floor.tables.live_table.SNAPSHOT_EVERY", 20)
    floor = opened(url, 1)
    ann = Seats(floor)
    for _ in range(6):
        ann.play("t1", 1)
    before = everything(floor)
    floor.database.close()
    database = connect(url)
    database.execute("UPDATE snapshots SET state = ?", [spoiled])
    database.close()
    again = opened(url, 1)
    assert everything(again) == before
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


# Several servers on one PostgreSQL ----------------------------------------------------------------


def test_two_floors_take_turns_at_one_table(postgres_url: str) -> None:
    """Every command goes to the other floor than the one before: the same round, the same deck."""
    floors = [opened(postgres_url), opened(postgres_url)]
    ann = Seats(floors[0])
    turn = [0]
    say = ann.say

    def elsewhere(*words: Any, **document: Any) -> Any:
        turn[0] ^= 1
        ann.floor = floors[turn[0]]
        answer = say(*words, **document)
        # The other one reads on, as it does when it is told.
        floors[turn[0] ^ 1].begin()
        floors[turn[0] ^ 1].commit()
        return answer

    ann.say = elsewhere  # type: ignore[method-assign]
    for table in floors[0].tables:
        for _ in range(2):
            ann.play(table, 1)
    assert everything(floors[0]) == everything(floors[1])
    assert floors[0].store.balances == floors[1].store.balances
    assert all(live.state.rounds == 2 for live in floors[1].tables.values())
    size = floors[0].store.leaves
    assert floors[0].store.root(size) == root_of(floors[1].store.hashes(0, size))
    for floor in floors:
        floor.database.close()


def test_a_floor_that_loads_while_another_writes(postgres_url: str) -> None:
    floor = opened(postgres_url, 1)
    ann = Seats(floor)
    done: list[bool] = []

    def play() -> None:
        for _ in range(15):
            ann.play("t1", 1)
        done.append(True)

    thread = Thread(target=play)
    thread.start()
    while thread.is_alive():
        another = opened(postgres_url, 1)
        another.begin()
        another.commit()
        another.begin()
        another.commit()
        another.database.close()
    thread.join()
    assert done
    floor.database.close()


def test_what_another_floor_opened_closed_and_handed_over(postgres_url: str) -> None:
    floors = [opened(postgres_url, 1), opened(postgres_url, 1)]
    boss = Person("boss", "boss", "registered", (OPERATOR,))
    floors[0].begin()
    live = open_table(floors[0], sample_rules()[1], HOUSE)
    floors[0].automatic_dealer.run_due_steps(live)
    hand_over(floors[0], boss, "t1", "person")
    close_table(floors[0], boss, "t2")
    floors[0].commit()
    floors[1].begin()
    assert floors[1].touched == {"t1", "t2"}
    assert floors[1].tables["t1"].dealer == "person"
    assert floors[1].tables["t2"].closed
    floors[1].commit()
    # Alone, with nothing else that happens there, it is shown as well.
    floors[0].begin()
    hand_over(floors[0], boss, "t1", "auto")
    floors[0].commit()
    floors[1].read_new_entries()
    (face,) = floors[1].publish()
    assert (face.id, face.dealer) == ("t1", "auto")
    for floor in floors:
        floor.database.close()


# When the database goes away ----------------------------------------------------------------------


def kill_others(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_a_writer_goes_on_when_the_database_is_back(postgres_url: str) -> None:
    floor = opened(postgres_url, 2)
    ann = Seats(floor)
    writer = Writer(floor)
    writer.start()

    def ask(key: str, **document: Any) -> Any:
        do: Callable[[Floor], Any] = lambda f: f.command(ann.person, "t1", document, key)  # noqa: E731
        return writer.submit(do).result(20)

    ask("1", do="sit", seat=1)
    ask("2", do="place-bets", seat=1, amounts={"bet-1": 15, "bet-2": 15, "bet-3": 15})
    ask("3", do="ready", seat=1, word="heart")
    live = floor.tables["t1"]
    cards = live.session.source.coming(live.state, 52)
    for key in ("4", "5"):
        kill_others(postgres_url)
        with pytest.raises(StoppedError, match="same key"):
            ask(key, do="ride", seat=1)
        assert ask(key, do="ride", seat=1).version <= floor.tables["t1"].state.version
        live = floor.tables["t1"]
        assert live.stopped is None
        if key == "4":
            ahead = live.session.source.coming(live.state, 52)
            assert ahead == cards[len(cards) - len(ahead) :]
    assert floor.tables["t1"].state.rounds == 1
    writer.stop()
    record(floor.store, "t1-1")
    assert sum(floor.store.balances.values()) == 0
    floor.database.close()


def test_a_reader_comes_back(postgres_url: str) -> None:
    filled_by = open_database(postgres_url)
    filled(filled_by, 3)
    reading = connect(postgres_url, read_only=True)
    store = Store(reading)
    kill_others(postgres_url)
    filled_by.close()
    store.refresh()
    assert store.leaves == 3
    kill_others(postgres_url)
    reading.begin_read()
    store.refresh()
    reading.commit()
    reading.close()
