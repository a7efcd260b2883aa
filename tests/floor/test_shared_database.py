"""Several servers on one PostgreSQL, and a database that goes away and comes back."""

from collections.abc import Callable
from threading import Thread
from typing import Any

import psycopg
import pytest
from harness import RIDE, Harness, rules_of
from seats import Seats, filled, opened, tables_in_memory

from fairdeal.errors import StoppedError
from fairdeal.floor.floor import Floor
from fairdeal.floor.log.connection import connect
from fairdeal.floor.log.merkle import root_of
from fairdeal.floor.log.store import Store
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.startup import open_database, sample_rules
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.closing import close_table
from fairdeal.floor.tables.records import record
from fairdeal.floor.tables.table_acts import hand_over, open_table
from fairdeal.floor.writer import Writer
from fairdeal.table.actors import OPERATOR

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
    assert tables_in_memory(floors[0]) == tables_in_memory(floors[1])
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


def test_what_another_server_has_written_is_shown(postgres_url: str) -> None:
    house = Harness(postgres_url, rules_of(RIDE))
    other = Harness(postgres_url, time=house.time)
    ann = house.guest()
    other.writer.run_batch([])
    other.faces.clear()
    house.sit(ann)
    other.writer.wake()
    other.writer.run_batch([])
    assert other.faces[-1].state.seats[1].player == ann.id
    other.close()
    house.close()
