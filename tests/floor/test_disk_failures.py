"""A commit or an fsync that fails stops the tables of its transaction. After a restart the floor
goes on from its log.
"""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from conftest import Urls
from harness import RIDE, Harness, guest_at_two_tables, rules_of

from fairdeal.errors import BadInputError, StoppedError, StoreError
from fairdeal.floor.floor import CommandResult, Floor
from fairdeal.floor.log.backup import back_up
from fairdeal.floor.log.sqlite import SQLite
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.guests import add_guest, more_chips
from fairdeal.floor.stop_reasons import DATABASE_FAILED
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.table_acts import open_table
from fairdeal.floor.writer import Writer, WriterJob

BET = {"do": "place-bets", "seat": 1, "amounts": {"bet-1": 5, "bet-2": 5, "bet-3": 5}}


def events_of(answer: CommandResult) -> list[Any]:
    return [(one.version, one.event) for one in answer.events]


@pytest.mark.parametrize("trouble", ["fsync", "full"])
def test_a_failure_stops_the_table_and_is_not_tried_again(urls: Urls, trouble: str) -> None:
    house, ann = guest_at_two_tables(urls())
    before, commits = house.dump(), house.disk.commits
    version = house.table().state.version
    house.faces.clear()
    house.disk.plan(trouble, 5)
    with pytest.raises(StoppedError, match="same key"):
        house.say(ann, "t1", key="a bet", **BET)
    assert house.disk.commits == commits + (trouble == "fsync"), "one try of that commit, no second"
    assert house.dump() == before, "nothing of it is there"

    # It says so, and shows what is durable.
    (face,) = house.faces
    assert face.id == "t1"
    assert face.stopped == DATABASE_FAILED, "and not a word of the database's own"
    ((stopped, error),) = house.faults
    assert stopped == {"t1": DATABASE_FAILED}
    assert ("Input/output" if trouble == "fsync" else "disk is full") in str(error)
    assert face.state.version == version
    assert not face.recent
    with pytest.raises(StoppedError, match="table t1 is stopped"):
        house.say(ann, "t1", key="a bet", **BET)
    assert house.writer.floor.automatic_dealer.next_step(house.table()) is None

    # The others go on.
    house.bet(ann, "t2")
    house.play_out({1: ann}, "t2")
    assert house.table("t2").stopped is None

    # From the log after a restart, and the retry is the first that counts.
    house.reopen()
    assert house.table().stopped is None
    answer = house.say(ann, "t1", key="a bet", **BET)
    again = house.say(ann, "t1", key="a bet", **BET)
    assert (answer.version, events_of(answer)) == (again.version, events_of(again))
    house.say(ann, "t1", do="ready", seat=1)
    house.play_out({1: ann}, "t1")
    house.audit()
    house.close()


def test_an_error_after_the_commit_reached_the_disk(urls: Urls) -> None:
    """Nobody knows then; the log does, and the same key finds out, before a restart too."""
    house, ann = guest_at_two_tables(urls())
    before, commits = house.dump(), house.disk.commits
    house.disk.plan("fsync-after")
    with pytest.raises(StoppedError):
        house.say(ann, "t1", key="a bet", **BET)
    assert house.disk.commits == commits + 1
    after = house.dump()
    assert len(after["entries"]) == len(before["entries"]) + 2, "the buy-in and the bet"
    answer = house.say(ann, "t1", key="a bet", **BET)
    with pytest.raises(StoppedError):
        house.say(ann, "t1", do="ready", seat=1)
    house.bet(ann, "t2")
    house.reopen()
    again = house.say(ann, "t1", key="a bet", **BET)
    assert (answer.version, events_of(answer)) == (again.version, events_of(again))
    house.say(ann, "t1", do="ready", seat=1)
    house.audit()
    house.close()


def test_all_tables_of_a_lost_transaction_stop_and_no_other(urls: Urls) -> None:
    house, ann = guest_at_two_tables(urls())
    house.open_table(rules_of(RIDE))
    house.sit(ann, "t3")
    jobs = [house.job(ann, table, f"a bet at {table}", BET) for table in ("t1", "t2")]
    jobs.append(WriterJob(lambda floor: add_guest(floor, "bob")))
    house.disk.plan("fsync")
    house.writer.run_batch(jobs)
    assert all(isinstance(job.done.exception(timeout=0), StoppedError) for job in jobs)
    stopped = {table for table, live in house.floor.tables.items() if live.stopped}
    assert stopped == {"t1", "t2"}
    house.bet(ann, "t3")
    house.guest("bob")
    house.reopen()
    house.audit()
    house.close()


def test_acts_of_the_floor_are_numbered_on_after_a_failure(urls: Urls) -> None:
    house, _ = guest_at_two_tables(urls())
    house.disk.plan("fsync")
    with pytest.raises(StoppedError):
        house.guest("bob")
    assert not any(live.stopped for live in house.floor.tables.values())
    house.guest("bob")
    numbers = [stored.number for stored in house.floor.store.entries("")]
    assert numbers == list(range(len(numbers)))
    house.audit()
    house.close()


def test_a_disk_that_fails_again_while_it_is_asked_what_it_holds(urls: Urls) -> None:
    """At each of the questions after a lost transaction: what is known is never half of this and
    half of that.
    """
    house, ann = guest_at_two_tables(urls())
    found_out = 0
    for again in range(8):
        house.disk.plan("twice", 3, again)
        with pytest.raises(StoppedError):
            house.ask(_guest_and_table)
        house.disk.mend()
        assert sorted(house.floor.tables)[:2] == ["t1", "t2"]
        found_out += not house.floor.needs_refresh
        house.guest("bob")
        assert not house.floor.needs_refresh
        assert sorted(house.floor.tables) == ["t1", "t2"]
        numbers = [stored.number for stored in house.floor.store.entries("")]
        assert numbers == list(range(len(numbers)))
        house.audit()
        house.reopen()
    assert 0 < found_out < 8, "some of the questions were not answered, and some were"
    house.bet(ann, "t1")
    house.audit()
    house.close()


def _guest_and_table(floor: Floor) -> None:
    add_guest(floor, "eve")
    open_table(floor, rules_of(RIDE), HOUSE)


def test_a_table_whose_opening_failed_is_not_there(urls: Urls) -> None:
    house, ann = guest_at_two_tables(urls())
    house.disk.plan("fsync")
    with pytest.raises(StoppedError):
        house.ask(lambda floor: open_table(floor, rules_of(RIDE), HOUSE).id)
    assert sorted(house.floor.tables) == ["t1", "t2"]
    assert house.ask(lambda floor: open_table(floor, rules_of(RIDE), HOUSE).id) == "t3"
    house.bet(ann, "t1")
    house.audit()
    house.close()


def test_a_file_that_may_not_grow(urls: Urls) -> None:
    """A full disk as SQLite itself reports it."""
    house, ann = guest_at_two_tables(urls())
    real = house.floor.database.real  # type: ignore[attr-defined] # it is faulty
    if not isinstance(real, SQLite):
        house.close()
        pytest.skip("a file")
    most = real.execute("PRAGMA page_count")[0][0]
    real.execute(f"PRAGMA max_page_count={most}")
    with pytest.raises(StoppedError, match="ask again with the same key"):
        _for_ever(house, ann)
    assert house.table("t1").stopped == DATABASE_FAILED
    assert "full" in str(house.faults[-1][1]), "why is for whoever looks after the server"
    house.reopen()
    house.audit()
    if house.table().state.phase == "open" and not house.table().state.seats[1].stakes:
        house.bet(ann, "t1")
    house.audit()
    house.close()


def _for_ever(house: Harness, person: Person) -> None:
    for _ in range(200):
        house.bet(person, "t1")
        house.play_out({1: person}, "t1")
        if house.floor.chips(person.id) < 400_00:
            house.ask(lambda floor: more_chips(floor, person))


def test_the_writers_thread_tells_everybody_who_waits(urls: Urls) -> None:
    """With the real thread: the one who waits is told, and whoever went away changes nothing."""
    house, ann = guest_at_two_tables(urls())
    writer = Writer(house.floor, house.faces.extend)
    writer.start()
    house.disk.plan("fsync")
    lost = writer.submit(lambda floor: floor.command(ann, "t1", BET, "a bet"))
    assert isinstance(lost.exception(timeout=10), StoppedError)
    gone = writer.submit(lambda floor: floor.command(ann, "t2", BET, "a bet"))
    gone.cancel()
    done = writer.submit(lambda floor: floor.command(ann, "t2", BET, "a bet"))
    assert done.result(timeout=10).version == house.table("t2").state.version
    writer.stop()
    house.reopen()
    house.audit()
    house.close()


def test_an_error_of_the_program_is_a_failure_too(urls: Urls) -> None:
    """What no rule refuses, and no disk: the transaction goes, and the table stops."""
    house, ann = guest_at_two_tables(urls())
    before = house.dump()

    def wrong(floor: Any) -> None:
        floor.command(ann, "t1", BET, "a bet")
        raise sqlite3.IntegrityError("UNIQUE constraint failed")

    with pytest.raises(StoppedError):
        house.ask(wrong)
    assert house.dump() == before
    assert house.table("t1").stopped
    assert house.table("t2").stopped is None
    house.close()


def test_a_copy_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First its pages, then the folder that names it: a loss of power leaves no half copy."""
    url, copy = str(tmp_path / "floor.db"), tmp_path / "copies" / "copy.db"
    copy.parent.mkdir()
    Harness(url, rules_of(RIDE)).close()
    synced = []

    def sync(opened: int) -> None:
        synced.append((Path(f"/proc/self/fd/{opened}").resolve().name, copy.exists()))

    monkeypatch.setattr("fairdeal.floor.log.backup.os.fsync", sync)
    back_up(url, copy)
    assert synced[-2:] == [("copy.db.part", False), ("copies", True)]


def test_a_copy_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    url = str(tmp_path / "floor.db")
    Harness(url, rules_of(RIDE)).close()
    with pytest.raises(StoreError, match=r"the copy cannot be written: .*No such file"):
        back_up(url, tmp_path / "no folder" / "copy.db")
    copy = tmp_path / "copy.db"
    copy.write_text("here already")
    with pytest.raises(BadInputError, match="is there already: name another file"):
        back_up(url, copy)
    assert copy.read_text() == "here already"
