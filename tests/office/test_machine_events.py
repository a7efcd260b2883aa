"""Disk, clock, failed writes and audits are significant events, with what was before and after."""

import time
from pathlib import Path

import pytest
from harness import RIDE, Harness, rules_of
from typer.testing import CliRunner

from fairdeal.cli import app
from fairdeal.errors import StoppedError
from fairdeal.floor.audit import verify
from fairdeal.floor.machine_watch import LOW_BYTES, MachineWatch, free_bytes_beside
from fairdeal.floor.writer import Writer, WriterJob
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import make_report
from fairdeal.office.report import Cell
from fairdeal.office.scope import read_scope


@pytest.fixture
def house(tmp_path: Path) -> Harness:
    return Harness(str(tmp_path / "floor.db"), rules_of(RIDE), rules_of(RIDE))


@pytest.fixture
def today(tmp_path: Path) -> Harness:
    """A floor at the time of the machine, which the command line uses."""
    return Harness(str(tmp_path / "floor.db"), rules_of(RIDE), time=time.time())


def events(house: Harness, kind: str) -> list[dict[str, Cell]]:
    """The significant events of a kind, each as the report has it."""
    assert verify(house.real).valid
    book = Book().read(house.floor.store)
    report = make_report("significant-events", book, read_scope(book, period="year", kind=kind))
    names = [column.name for column in report.columns]
    return [dict(zip(names, row, strict=True)) for row in report.rows]


def test_a_disk_that_is_nearly_full_is_an_alarm_until_there_is_space(house: Harness) -> None:
    free = [10 * LOW_BYTES]
    writer = Writer(house.floor, watch=MachineWatch(lambda: free[0]))
    for space in (10, 1.5, 0.5, 0.7, 1.5, 2.5):
        free[0] = int(space * LOW_BYTES)
        house.time += 61
        writer.run_batch([])
    low, enough = events(house, "disk")
    assert (low["severity"], low["after"]) == ("alarm", "0.5 GB free")
    assert (enough["severity"], enough["before"]) == ("notice", "low")
    assert enough["after"] == "2.7 GB free"
    house.close()


def test_the_space_is_measured_once_a_minute(house: Harness) -> None:
    measured = []
    watch = MachineWatch(lambda: measured.append(1))
    for now in (0, 30, 59, 60, 119, 121):
        watch.changes(now)
    assert len(measured) == 3
    house.close()


def test_the_free_space_is_that_of_the_files_disk(tmp_path: Path) -> None:
    assert (free_bytes_beside(str(tmp_path / "floor.db"))() or 0) > 0
    assert free_bytes_beside("/nowhere/at/all/floor.db")() is None


@pytest.mark.parametrize(
    ("seconds", "told"), [(-3600, "back by 3,600 seconds"), (90, "forward by 90 seconds")]
)
def test_a_changed_clock_is_an_event_with_both_times(
    house: Harness, seconds: int, told: str
) -> None:
    steady = [0.0]
    writer = Writer(house.floor, watch=MachineWatch(steady=lambda: steady[0]))
    for _ in range(3):
        house.time += 10
        steady[0] += 10
        writer.run_batch([])
    assert not events(house, "clock"), "the clock went as time did"
    house.time += seconds
    writer.run_batch([])
    (event,) = events(house, "clock")
    assert event["what"] == f"the clock of the house was set {told}"
    assert str(event["before"]) != str(event["after"])
    house.close()


def test_acts_after_a_clock_was_set_back_are_no_more_events(house: Harness) -> None:
    house.staff()
    house.time -= 3600
    house.guest("ann")
    house.guest("bob")
    assert len(events(house, "clock")) == 1
    house.close()


def test_a_failed_write_is_told_in_the_next_transaction(house: Harness) -> None:
    ann = house.guest()
    house.sit(ann, "t1")
    house.sit(ann, "t2")
    house.disk.plan("fsync")
    with pytest.raises(StoppedError):
        house.bet(ann, "t1")
    assert not events(house, "disk"), "what failed is not in the log"
    house.bet(ann, "t2")
    (event,) = events(house, "disk")
    assert event["severity"] == "alarm"
    assert str(event["what"]).startswith("a transaction failed, t1 stopped: the database failed")
    assert (event["before"], event["after"]) == ("running", "stopped")
    house.close()


def test_a_program_that_fails_is_no_fault_of_the_disk(house: Harness) -> None:
    ann = house.guest()

    def wrong(floor: object) -> None:
        house.floor.command(ann, "t1", {"do": "sit", "seat": 1}, "a key")
        raise KeyError(floor)

    (job,) = [WriterJob(wrong)]
    house.writer.run_batch([job])
    assert isinstance(job.done.exception(timeout=0), StoppedError)
    house.guest("bob")
    assert not events(house, "disk")
    assert len(events(house, "fault")) == 1
    house.close()


def test_the_result_of_an_audit_is_in_the_log_where_it_is_asked_for(today: Harness) -> None:
    house = today
    house.staff()
    size = house.floor.store.leaves
    run = CliRunner().invoke
    arguments = ["audit", "verify", "--db", house.url]
    assert run(app(["audit"]), arguments).exit_code == 0
    assert not events(house, "audit")
    assert run(app(["audit"]), [*arguments, "--record"]).exit_code == 0
    house.guest("ann")  # the floor goes on after an entry of the command line
    (event,) = events(house, "audit")
    assert event["severity"] == "notice"
    assert event["what"] == f"the log was checked: {size} entries are valid"
    house.close()


def test_a_log_that_was_changed_is_an_alarm(today: Harness) -> None:
    house = today
    house.staff()
    for (name,) in house.real.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        house.real.execute(f"DROP TRIGGER {name}")
    house.real.execute("UPDATE entries SET body = replace(body, 'dealer', 'healer') WHERE leaf = 2")
    result = CliRunner().invoke(app(["audit"]), ["audit", "verify", "--record", "--db", house.url])
    assert result.exit_code == 1
    book = Book().read(house.floor.store)
    (event,) = [one for one in book.significant.values() if one.kind == "audit"]
    assert event.severity == "alarm"
    assert "NOT VALID: entry 2 of the floor" in event.words
    house.close()


def test_roles_accounts_and_limits_tell_what_was_before(today: Harness) -> None:
    house = today
    people = house.staff()
    dora = people["dealer"]
    run = CliRunner().invoke
    change = ["users", "roles", dora.name, "--role", "dealer", "--role", "floor"]
    assert run(app(["users"]), [*change, "--db", house.url]).exit_code == 0
    assert run(app(["users"]), ["users", "revoke", dora.name, "--db", house.url]).exit_code == 0
    assert (events(house, "roles")[-1]["before"], events(house, "roles")[-1]["after"]) == (
        "dealer",
        "dealer, floor",
    )
    (account,) = events(house, "account")
    assert (account["before"], account["after"]) == ("open", "revoked")
    house.close()
