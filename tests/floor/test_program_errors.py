"""Errors of the program, a log that was changed, and tables whose opening was lost: only what is
concerned stops.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from conftest import Urls
from harness import RIDE, Harness, rest, rules_of
from seats import Seats, opened

from fairdeal.errors import LogError, StoppedError
from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.people.accounts import GUEST_SECONDS, Person
from fairdeal.floor.people.guests import add_guest
from fairdeal.floor.stop_reasons import DATABASE_FAILED, LOG_BROKEN, PROGRAM_FAILED
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.closing import close_table
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.floor.tables.table_acts import open_table
from fairdeal.floor.writer import MAX_WAIT, Writer, WriterJob
from fairdeal.table import commands as cmd
from fairdeal.table.actors import AUTOMATIC_DEALER, FLOOR
from fairdeal.table.state import OPEN
from fairdeal.table.view import PUBLIC

PACED = FloorSettings(pace=1, clock=0, bots=False)


def lost(*_: object) -> None:
    """A call that finds nobody at the other end."""
    raise OSError("the server closed the connection")


def betting(url: str) -> tuple[Harness, Person]:
    """Two tables at a person's pace, at both of which somebody has bet and the house is to close
    the bets.
    """
    house = Harness(url, rules_of(RIDE), rules_of(RIDE), settings=PACED)
    ann = house.guest()
    for table in ("t1", "t2"):
        house.sit(ann, table)
    rest(house, 30)
    for table in ("t1", "t2"):
        house.bet(ann, table)
    return house, ann


class Wrong:
    """Something of the house that fails at the first table, after it has done something or not."""

    def __init__(self, house: Harness, first: Callable[[LiveTable], Any] = lambda _: None) -> None:
        self.called = 0
        self._real = house.floor.automatic_dealer._close_bets
        self._first = first
        house.floor.automatic_dealer._close_bets = self  # type: ignore[method-assign]

    def __call__(self, live: LiveTable) -> None:
        if live.id != "t1":
            self._real(live)
            return
        self.called += 1
        self._first(live)
        raise RuntimeError("an error of the program")


def test_an_error_at_one_table_is_that_tables_alone(urls: Urls) -> None:
    house, ann = betting(urls())
    wrong = Wrong(house)
    house.faces.clear()
    rest(house, 5)
    assert wrong.called == 1, "it is not tried again"
    assert house.table("t1").stopped == PROGRAM_FAILED
    ((stopped, error),) = house.faults
    assert stopped == {"t1": PROGRAM_FAILED}
    assert "an error of the program" in str(error)
    assert [face.stopped for face in house.faces if face.id == "t1"] == [PROGRAM_FAILED]
    with pytest.raises(StoppedError, match="table t1 is stopped: the program failed"):
        house.say(ann, "t1", do="leave", seat=1)

    # The other one was closed in the same transaction, and goes on.
    assert house.table("t2").stopped is None
    assert house.table("t2").state.phase is not OPEN
    house.reopen()
    rest(house, 5)
    assert house.table("t1").state.phase is not OPEN, "nothing of it was lost"
    house.audit()
    house.close()


def test_whoever_gave_the_command_before_it_has_an_answer(urls: Urls) -> None:
    """Without pauses the house goes on in the command's own transaction."""
    house = Harness(urls(), rules_of(RIDE), rules_of(RIDE))
    ann = house.guest()
    house.sit(ann)
    house.say(ann, "t1", **house.bets())
    Wrong(house)
    answer = house.say(ann, "t1", key="ready", do="ready", seat=1)
    assert house.table("t1").stopped == PROGRAM_FAILED
    house.reopen()
    assert house.say(ann, "t1", key="ready", do="ready", seat=1).version == answer.version
    house.audit()
    house.close()


@pytest.mark.parametrize("what", ["table", "bank"])
def test_an_error_after_something_changed_is_not_repeated(urls: Urls, what: str) -> None:
    """The transaction is lost, and with it what shared it; the table where it was wrong stops too,
    though what it changed were not its own cards.
    """
    house, ann = betting(urls())
    before = house.dump()

    def change(live: LiveTable) -> None:
        if what == "table":
            house.floor.do(live, cmd.NoMoreBets(), AUTOMATIC_DEALER)
        else:
            house.floor.record_act({"act": "gone", "player": ann.id}, HOUSE)

    # So that the other table has no part in it.
    house.writer._due.pop("t2")
    wrong = Wrong(house, change)
    rest(house, 5)
    assert wrong.called == 1
    assert house.dump() == before
    assert house.table("t1").stopped == PROGRAM_FAILED
    assert house.table("t2").stopped is None
    assert len(house.faults) == 1
    house.writer.schedule()
    rest(house, 5)
    assert house.table("t2").state.phase is not OPEN
    house.reopen()
    house.audit()
    house.close()


def test_a_table_that_failed_stays_stopped_when_the_floor_is_read_anew(postgres_url: str) -> None:
    """Servers on PostgreSQL go on by themselves after a lost transaction: not into the same error
    again and again.
    """
    floor = opened(postgres_url, 2, settings=PACED)
    time = [floor.now()]
    floor.now = lambda: time[0]
    faults: list[BaseException] = []
    writer = Writer(floor, on_stopped=lambda _tables, error: faults.append(error))
    writer.schedule()
    called = []

    def wrong(live: LiveTable, *_: object) -> None:
        called.append(live.id)
        floor.record_act({"act": "gone", "player": "nobody"}, HOUSE)
        raise RuntimeError("an error of the program")

    first = floor.do
    floor.do = wrong  # type: ignore[assignment]
    try:
        for _ in range(4):
            time[0] += 5
            writer.run_batch([])
            writer.run_batch([])
    finally:
        floor.do = first  # type: ignore[method-assign]
    assert sorted(called) == ["t1", "t2"], "once each"
    assert {live.stopped for live in floor.tables.values()} == {PROGRAM_FAILED}
    assert len(faults) == 2
    floor.database.close()


def test_an_error_while_the_next_step_is_looked_for(
    urls: Urls, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, ann = betting(urls())
    real = house.floor.automatic_dealer._betting

    def wrong(live: LiveTable) -> Any:
        if live.id == "t1":
            raise RuntimeError("an error of the program")
        return real(live)

    monkeypatch.setattr(house.floor.automatic_dealer, "_betting", wrong)
    rest(house, 5)
    assert house.table("t1").stopped == PROGRAM_FAILED
    assert house.table("t2").state.phase is not OPEN
    assert len(house.faults) == 1
    house.say(ann, "t2", do="ride", seat=1)
    house.close()


def test_a_guest_who_cannot_be_let_go_keeps_nobody(
    urls: Urls, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = Harness(urls(), rules_of(RIDE), rules_of(RIDE))
    ann, bob, eve = (house.guest(name) for name in ("ann", "bob", "eve"))
    house.sit(ann, "t1")
    house.sit(bob, "t2")
    house.sit(eve, "t2", 2)
    session, end = house.table("t1").session, house.floor.people.end
    faults = []

    def wrong(*_: object, **__: object) -> Any:
        faults.append("t1")
        raise RuntimeError("an error of the program")

    def keep(person: str, now: int) -> None:
        if person == eve.id and "eve" not in faults:
            faults.append("eve")
            raise RuntimeError("an error of the program")
        end(person, now)

    monkeypatch.setattr(session, "do", wrong)
    monkeypatch.setattr(house.floor.people, "end", keep)
    house.time += GUEST_SECONDS + 700
    house.writer.run_batch([])
    # Hers had changed already, since she left her seat: what shared the transaction is lost.
    rest(house, 3)
    assert sorted(faults) == ["eve", "t1"], "not before it is time again"
    assert house.table("t1").stopped == PROGRAM_FAILED
    house.reopen()
    house.time += 700
    house.writer.run_batch([])
    assert all(not live.state.seats for live in house.floor.tables.values())
    house.audit()
    house.close()


# A log that was changed under a server ------------------------------------------------------------


CUT = "DELETE FROM entries WHERE leaf = (SELECT max(leaf) FROM entries)"


def cut(path: str) -> None:
    """Somebody takes the last entry out of the log, past what the server may do."""
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("DROP TRIGGER entries_no_delete")
        other.execute(CUT)
    other.close()


@pytest.mark.parametrize("asked", [True, False])
def test_a_log_that_is_another_is_not_taken_for_the_log(tmp_path: Path, asked: bool) -> None:
    """Once it was found nothing is done any more, at any table, by anybody."""
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE), rules_of(RIDE))
    ann = house.guest()
    house.sit(ann)
    cut(house.url)
    before = house.dump()
    if asked:
        with pytest.raises(StoppedError, match="audit verify"):
            house.say(ann, "t1", **house.bets())
    else:
        house.writer.wake()
        house.writer.run_batch([])
    assert {live.stopped for live in house.floor.tables.values()} == {LOG_BROKEN}
    for _ in range(3):
        with pytest.raises(StoppedError, match="audit verify"):
            house.guest("bob")
        rest(house, 700, step=1)
    assert house.dump() == before
    ((stopped, error),) = house.faults
    assert sorted(stopped) == ["t1", "t2"]
    assert "was changed since this server wrote it: run `fairdeal audit verify`" in str(error)
    house.close()


def test_on_postgres_it_is_not_read_anew_as_after_a_lost_connection(postgres_url: str) -> None:
    floor = opened(postgres_url, 1)
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute("ALTER TABLE entries DISABLE TRIGGER entries_only_added")
        owner.execute(CUT)
    writer = Writer(floor)
    for _ in range(3):
        job = WriterJob(lambda floor: add_guest(floor, "bob"))
        writer.run_batch([job])
        assert isinstance(job.done.exception(timeout=0), StoppedError)
        assert floor.tables["t1"].stopped == LOG_BROKEN
    floor.database.close()


def test_a_log_that_proves_broken_on_the_way_back_leaves_the_writer_at_rest(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = opened(postgres_url, 1)
    faults: list[BaseException] = []
    writer = Writer(floor, on_stopped=lambda _, error: faults.append(error))

    with monkeypatch.context() as patch:
        patch.setattr(floor.database, "commit", lost)
        writer.run_batch([WriterJob(lambda floor: add_guest(floor, "bob"))])
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute("ALTER TABLE entries DISABLE TRIGGER entries_only_added")
        owner.execute("UPDATE entries SET body = body || ' ' WHERE leaf = 0")
    assert writer.pause() == 0, "it is read anew at once"
    writer.run_batch([])
    assert floor.broken
    assert isinstance(faults[-1], LogError)
    assert writer.pause() == MAX_WAIT, "nothing is left to be done"
    floor.database.close()


# Tables that never opened -------------------------------------------------------------------------


def test_a_table_whose_opening_was_lost_with_the_connection(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = opened(postgres_url, 1)
    gone: set[str] = set()
    faces: list[PublishedTable] = []
    writer = Writer(floor, faces.extend, on_dropped=gone.update)
    rules = floor.tables["t1"].state.rules

    with monkeypatch.context() as patch:
        patch.setattr(floor.database, "commit", lost)
        patch.setattr(floor.database, "rollback", lost)
        job = WriterJob(lambda floor: open_table(floor, rules, HOUSE).id)
        writer.run_batch([job])
    assert isinstance(job.done.exception(timeout=0), StoppedError)
    assert [(face.id, face.stopped) for face in faces] == [("t2", DATABASE_FAILED)], "who knows?"
    floor.database.rollback()
    writer.run_batch([])
    assert list(floor.tables) == ["t1"]
    assert gone == {"t2"}
    assert floor.tables["t1"].stopped is None
    faces.clear()
    job = WriterJob(lambda floor: open_table(floor, rules, HOUSE).id)
    writer.run_batch([job])
    assert job.done.result(timeout=0) == "t2"
    assert [(face.id, face.stopped) for face in faces] == [("t2", None)]
    floor.database.close()


def test_a_second_failure_on_the_way_back_is_waited_out(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = opened(postgres_url, 1)
    clock = [1000.0]
    writer = Writer(floor, monotonic=lambda: clock[0])
    rules = floor.tables["t1"].state.rules

    with monkeypatch.context() as patch:
        patch.setattr(floor.database, "commit", lost)
        patch.setattr(floor.database, "rollback", lost)
        writer.run_batch([WriterJob(lambda floor: open_table(floor, rules, HOUSE).id)])
    floor.database.rollback()
    with monkeypatch.context() as patch:
        patch.setattr(floor.database, "commit", lost)
        writer.run_batch([])
    job = WriterJob(lambda floor: add_guest(floor, "bob"))
    writer.run_batch([job])
    assert isinstance(job.done.exception(timeout=0), StoppedError), "not yet"
    assert writer.pause() == 1.0
    clock[0] += 1.0
    writer.run_batch([])
    assert [(one.id, one.stopped) for one in floor.tables.values()] == [("t1", None)]
    floor.database.close()


def test_bots_are_made_ready_for_tables_that_are_open(url: str) -> None:
    floor = opened(url, 2)
    expected: list[str] = []
    floor.bots.prepare = lambda live: expected.append(live.id)
    floor.begin()
    close_table(floor, Person("boss", "boss", "registered", (FLOOR,)), "t2")
    three = open_table(floor, floor.tables["t1"].state.rules, HOUSE).id
    floor.commit()
    assert expected == [three]
    floor.load_tables()
    assert expected == [three, "t1", three]
    floor.database.close()


# What is told after a gap -------------------------------------------------------------------------


def test_what_is_told_after_a_gap_has_none(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that was read anew knows only what came after its last snapshot: what lies between is
    for the log to tell.
    """
    monkeypatch.setattr("fairdeal.floor.tables.live_table.SNAPSHOT_EVERY", 1)
    floor = opened(url, 1)
    ann = Seats(floor)
    ann.play("t1", 1)
    shown = floor.tables["t1"].publish().with_events_of(None)
    seen = shown.state.version
    assert shown.events_after(seen - 1, PUBLIC) is not None
    for _ in range(2):
        ann.play("t1", 1)
    floor.load_tables()
    anew = floor.tables["t1"].publish().with_events_of(shown)
    assert anew.state.version > seen
    assert anew.events_after(seen, PUBLIC) is None
    ann.bet_again("t1", 1)
    later = floor.tables["t1"].publish().with_events_of(anew)
    assert later.events_after(seen, PUBLIC) is None
    told = later.events_after(anew.state.version, PUBLIC)
    assert told
    assert told[0]["version"] == anew.state.version + 1
    assert shown.events_after(seen - 1, PUBLIC), "who still has the old one can be told of it"
    floor.database.close()
