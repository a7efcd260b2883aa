"""The gaming day and the shift of a moment."""

import time
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from fairdeal.errors import BadInputError
from fairdeal.floor.gaming_day import (
    DEFAULT_CALENDAR,
    Moment,
    day_bounds,
    gaming_day,
    moment,
    read_calendar,
    shift_bounds,
)

BALTIMORE = "America/New_York"


def second(text: str, zone: str = "UTC") -> int:
    """Return the second of a local time such as `2026-03-08 05:59:59`."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp())


@pytest.mark.parametrize(
    ("text", "day", "shift"),
    [
        ("2026-03-03 05:59:59", date(2026, 3, 2), "grave"),
        ("2026-03-03 06:00:00", date(2026, 3, 3), "day"),
        ("2026-03-03 13:59:59", date(2026, 3, 3), "day"),
        ("2026-03-03 14:00:00", date(2026, 3, 3), "swing"),
        ("2026-03-03 22:00:00", date(2026, 3, 3), "grave"),
        ("2026-03-04 00:00:00", date(2026, 3, 3), "grave"),
        ("2026-01-01 03:00:00", date(2025, 12, 31), "grave"),
    ],
)
def test_a_night_belongs_to_the_day_on_which_it_began(text: str, day: date, shift: str) -> None:
    assert moment(second(text)) == Moment(day, shift)


def test_a_house_names_its_shifts_and_its_zone() -> None:
    calendar = read_calendar("04:30", {"early": "04:30", "late": "16:00"}, BALTIMORE)
    assert moment(second("2026-07-01 04:29:59", BALTIMORE), calendar) == (
        date(2026, 6, 30),
        "late",
    )
    assert moment(second("2026-07-01 04:30:00", BALTIMORE), calendar) == (
        date(2026, 7, 1),
        "early",
    )
    assert moment(second("2026-07-01 16:00:00", BALTIMORE), calendar).shift == "late"
    assert calendar.start == "04:30"


@pytest.mark.parametrize(
    ("day", "hours"),
    [(date(2026, 3, 7), 23), (date(2026, 3, 8), 24), (date(2026, 10, 31), 25)],
)
def test_the_day_of_a_clock_change_is_shorter_or_longer(day: date, hours: int) -> None:
    """In New York clocks change at two in the morning of 8 March and 1 November 2026."""
    calendar = read_calendar(zone=BALTIMORE)
    start, end = day_bounds(day, calendar)
    assert end - start == hours * 3600


@pytest.mark.parametrize("start", ["00:00", "01:30", "02:30", "06:00", "23:59"])
@pytest.mark.parametrize("zone", ["UTC", BALTIMORE, "Australia/Lord_Howe", "America/Nuuk"])
def test_days_and_shifts_follow_each_other_without_a_gap(start: str, zone: str) -> None:
    calendar = read_calendar(start, zone=zone)
    expected_start = None
    for number in range(400):
        day = date(2026, 1, 1) + timedelta(days=number)
        first, end = day_bounds(day, calendar)
        assert expected_start in (None, first)
        expected_start = end
        at = first
        for shift in calendar.shifts:
            begins, ends = shift_bounds(day, shift.name, calendar)
            assert begins == at
            at = ends
            if begins < ends:
                assert moment(begins, calendar) == (day, shift.name)
                assert moment(ends - 1, calendar) == (day, shift.name)
        assert at == end
        assert gaming_day(end, calendar) == day + timedelta(days=1)


def test_what_is_written_is_read_again() -> None:
    calendar = read_calendar("05:00", {"one": "05:00", "two": "23:00", "three": "02:00"}, BALTIMORE)
    written = calendar.document()
    assert written == {
        "day": "05:00",
        "shifts": {"one": "05:00", "two": "23:00", "three": "02:00"},
        "zone": BALTIMORE,
    }
    assert read_calendar(**written) == calendar  # type: ignore[arg-type]
    assert read_calendar() == DEFAULT_CALENDAR
    assert DEFAULT_CALENDAR.document()["shifts"] == {
        "day": "06:00",
        "swing": "14:00",
        "grave": "22:00",
    }


@pytest.mark.parametrize(
    ("day", "shifts", "zone", "told"),
    [
        ("6:00", None, "UTC", "no time of day"),
        ("24:00", None, "UTC", "no time of day"),
        ("06:60", None, "UTC", "no time of day"),
        ("0600", None, "UTC", "no time of day"),
        ("06:00", {}, "UTC", "at least one shift"),
        ("06:00", {"day": "07:00"}, "UTC", "begins with the day"),
        ("06:00", {"day": "06:00", "b": "05:00", "c": "23:00"}, "UTC", "in the order"),
        ("06:00", {"day": "06:00", "b": "06:00"}, "UTC", "in the order"),
        ("06:00", {"": "06:00"}, "UTC", "printable name"),
        ("06:00", None, "Atlantis/Main_Street", "no time zone"),
        ("06:00", None, "../etc/passwd", "no time zone"),
    ],
)
def test_a_calendar_that_cannot_be_is_refused(
    day: str, shifts: dict[str, str] | None, zone: str, told: str
) -> None:
    with pytest.raises(BadInputError, match=told):
        read_calendar(day, shifts, zone)


def test_an_unknown_shift_is_refused_with_the_names_that_there_are() -> None:
    with pytest.raises(BadInputError, match="day, swing, grave"):
        shift_bounds(date(2026, 1, 1), "night")


@pytest.mark.parametrize(
    ("machine", "year"), [("UTC", 2031), ("Pacific/Kiritimati", 2032), ("Pacific/Pago_Pago", 2033)]
)
def test_the_day_of_a_moment_does_not_depend_on_the_machine(
    monkeypatch: pytest.MonkeyPatch, machine: str, year: int
) -> None:
    """Another year each time: what was computed once is remembered."""
    noon = int(datetime(year, 5, 5, 12, tzinfo=UTC).timestamp())
    with monkeypatch.context() as changed:
        changed.setenv("TZ", machine)
        time.tzset()
        assert gaming_day(noon) == date(year, 5, 5)
        assert day_bounds(date(year, 5, 5)) == (noon - 6 * 3600, noon + 18 * 3600)
    time.tzset()
