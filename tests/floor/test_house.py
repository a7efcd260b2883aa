"""The house file: when gaming days and shifts begin, in the log and in reports."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from harness import RIDE, Harness, rules_of

from fairdeal.errors import BadInputError
from fairdeal.floor.audit import verify
from fairdeal.floor.floor import Floor
from fairdeal.floor.gaming_day import (
    DEFAULT_CALENDAR,
    changed_calendar,
    day_bounds,
    moment,
    read_calendar,
    shift_bounds,
)
from fairdeal.floor.house import read_house, set_house
from fairdeal.floor.startup import open_floor
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import make_report
from fairdeal.office.scope import read_scope

LATE = read_calendar("08:00", {"early": "08:00", "late": "20:00"})


def at(text: str) -> int:
    """The second of a time in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def test_a_house_file_says_day_shifts_and_zone(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(
        '[house]\nday = "08:00"\nzone = "America/New_York"\n'
        '[house.shifts]\nearly = "08:00"\nlate = "20:00"\n'
    )
    found = read_house(file)
    assert (found.start, found.zone) == ("08:00", "America/New_York")
    assert [one.name for one in found.shifts] == ["early", "late"]
    file.write_text("[house]\n")
    assert read_house(file) == DEFAULT_CALENDAR


@pytest.mark.parametrize(
    "text",
    [
        "", "[house", "[house]\n[other]", '[house]\nnight = "06:00"', "[house]\nday = 6",
        '[house]\nday = "6:00"', "[house]\nzone = 5", '[house]\nzone = "Nowhere/Else"',
        '[house]\nshifts = "three"', "[house.shifts]\nday = 6",
    ],
)  # fmt: skip
def test_a_wrong_house_file_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text)
    with pytest.raises(BadInputError):
        read_house(file)
    with pytest.raises(BadInputError, match="cannot be read"):
        read_house(tmp_path / "none.toml")


def test_a_changed_calendar_begins_with_the_next_day_and_leaves_no_gap() -> None:
    """At 10:00 of 2 March the day goes on to 3 March at 08:00, in place of 06:00."""
    new = changed_calendar(DEFAULT_CALENDAR, LATE, at("2026-03-02 10:00"))
    assert day_bounds(date(2026, 3, 2), new) == (at("2026-03-02 06:00"), at("2026-03-03 08:00"))
    assert day_bounds(date(2026, 3, 3), new) == (at("2026-03-03 08:00"), at("2026-03-04 08:00"))
    assert moment(at("2026-03-03 07:00"), new) == (date(2026, 3, 2), "grave")
    assert moment(at("2026-03-03 08:00"), new) == (date(2026, 3, 3), "early")
    assert moment(at("2026-03-02 15:00"), new) == (date(2026, 3, 2), "swing")
    assert shift_bounds(date(2026, 3, 2), "grave", new)[1] == at("2026-03-03 08:00")
    with pytest.raises(BadInputError, match="no shift"):
        shift_bounds(date(2026, 3, 3), "grave", new)


def test_a_day_is_cut_short_by_an_earlier_one_and_nothing_before_moves() -> None:
    early = read_calendar("04:00")
    new = changed_calendar(DEFAULT_CALENDAR, early, at("2026-03-02 10:00"))
    assert day_bounds(date(2026, 3, 2), new)[1] == at("2026-03-03 04:00")
    # At 05:00 the new day would have begun already: it waits for the one after.
    late = changed_calendar(DEFAULT_CALENDAR, early, at("2026-03-03 05:00"))
    assert moment(at("2026-03-03 05:00"), late).day == date(2026, 3, 2)
    assert late.since == date(2026, 3, 4)
    for one in (new, late):
        end = day_bounds(date(2026, 2, 27), one)[1]
        for days in range(10):
            begin, after = day_bounds(date(2026, 2, 28) + timedelta(days=days), one)
            assert begin == end < after
            end = after


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Harness]:
    one = Harness(str(tmp_path / "floor.db"), rules_of(RIDE), time=at("2026-03-02 10:00"))
    yield one
    assert verify(one.real).bad is None
    one.close()


def test_reports_take_the_days_of_the_log(house: Harness) -> None:
    house.ask(lambda floor: set_house(floor, LATE))
    house.time = at("2026-03-03 09:00")
    house.guest()
    book = Book().read(house.floor.store)
    assert book.today == date(2026, 3, 3)
    early = read_scope(book, shift="early")
    assert early.seconds(book)[0] == at("2026-03-03 08:00")
    before = read_scope(book, day="2026-03-02", shift="swing")
    assert before.seconds(book) == (at("2026-03-02 14:00"), at("2026-03-02 22:00"))
    with pytest.raises(BadInputError, match="early or late"):
        read_scope(book, shift="swing")
    rows = make_report("drop-and-win", book, read_scope(book, day="2026-03-02")).rows
    assert [row[2] for row in rows] == ["day", "swing", "grave"]
    rows = make_report("drop-and-win", book, read_scope(book)).rows
    assert [row[2] for row in rows] == ["early"], "the late shift has not begun"
    events = make_report("significant-events", book, read_scope(book, period="year")).rows
    (told,) = [row for row in events if row[3] == "house"]
    assert "08:00" in str(told[5])
    assert "2026-03-03" in str(told[5])


def test_the_same_house_is_told_once(house: Harness) -> None:
    def write(floor: Floor) -> None:
        for one in (LATE, LATE, DEFAULT_CALENDAR, DEFAULT_CALENDAR):
            set_house(floor, one)

    house.ask(write)
    bodies = [entry.body for entry in house.floor.store.entries("")]
    assert sum('"act":"house"' in body for body in bodies) == 2


def test_a_new_floor_has_the_days_of_its_file_from_the_beginning(tmp_path: Path) -> None:
    url, now = str(tmp_path / "new.db"), at("2026-03-02 07:00")
    floor = open_floor(url, [rules_of(RIDE)], now=lambda: now, house=LATE)
    book = Book().read(floor.store)
    assert book.today == date(2026, 3, 1), "the day begins at 08:00"
    floor.database.close()


def test_the_audit_finds_a_calendar_that_is_none(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    what = {"act": "house", "day": "06:00", "shifts": {"day": "07:00"}, "zone": "UTC"}
    house.ask(lambda floor: floor.record_act(what, HOUSE))
    bad = verify(house.real).bad
    assert bad is not None
    assert "begins with the day" in bad.reason
    house.close()
