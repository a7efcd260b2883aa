"""The gaming day and the shift of a moment.

A gaming day begins at an hour of its own, not at midnight, so that a night at the tables belongs to
the day on which it began. The days of a house follow each other without a gap. On the days on which
the clocks of the house's time zone change, a gaming day has 23 or 25 hours.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from fairdeal.english import quoted
from fairdeal.errors import BadInputError

#: The hour at which the gaming day begins, unless the house says otherwise.
DEFAULT_DAY: Final = "06:00"
#: The shifts of a house that names none: three of eight hours, from the start of the day on.
DEFAULT_SHIFTS: Final = ("day", "swing", "grave")

_MINUTES: Final = 24 * 60
_LONGEST_NAME: Final = 40


class Shift(NamedTuple):
    """A shift: its name, and the minute after midnight at which it begins."""

    name: str
    minute: int


class Calendar(NamedTuple):
    """When gaming days and shifts of a house begin. The first shift begins with the day.

    A calendar that a house has changed knows the one before it, so that days of the past keep the
    hours that they had.
    """

    shifts: tuple[Shift, ...]
    #: The name of the time zone, as the IANA database has it.
    zone: str = "UTC"
    #: The first gaming day of this calendar, and the one of the days before it.
    since: date = date.min
    before: "Calendar | None" = None

    def on(self, day: date) -> "Calendar":
        """Return the calendar that is in force on a gaming day."""
        found = self
        while found.before is not None and day < found.since:
            found = found.before
        return found

    @property
    def start(self) -> str:
        """Return the time of day at which the gaming day begins, such as `06:00`."""
        return _written(self.shifts[0].minute)

    def document(self) -> dict[str, object]:
        """Return the calendar as JSON has it; `read_calendar` reads it."""
        shifts = {shift.name: _written(shift.minute) for shift in self.shifts}
        return {"day": self.start, "shifts": shifts, "zone": self.zone}


class Moment(NamedTuple):
    """The gaming day and the shift in which something happened."""

    day: date
    shift: str


def read_calendar(
    day: str = DEFAULT_DAY, shifts: Mapping[str, str] | None = None, zone: str = "UTC"
) -> Calendar:
    """Return a calendar from texts; `BadInputError` says what is wrong.

    `shifts` are names with the times of day at which they begin, in order, the first one with the
    gaming day. Without them there are three shifts of eight hours.
    """
    start = _minute(day)
    _zone(zone)
    if shifts is None:
        named = [
            Shift(name, (start + number * _MINUTES // len(DEFAULT_SHIFTS)) % _MINUTES)
            for number, name in enumerate(DEFAULT_SHIFTS)
        ]
        return Calendar(tuple(named), zone)
    named = [Shift(_name(name), _minute(text)) for name, text in shifts.items()]
    if not named:
        raise BadInputError("a gaming day has at least one shift")
    if named[0].minute != start:
        raise BadInputError(f"the first shift, {quoted(named[0].name)}, begins with the day: {day}")
    after = [(shift.minute - start) % _MINUTES for shift in named]
    if any(later <= earlier for earlier, later in pairwise(after)):
        raise BadInputError("the shifts of a day are named in the order in which they begin")
    return Calendar(tuple(named), zone)


def changed_calendar(calendar: Calendar, new: Calendar, time: int) -> Calendar:
    """Return a calendar that a house changes at a time: the new one is in force from the next
    gaming day on. The day that is going on ends when the next one begins.
    """
    first = gaming_day(time, calendar) + timedelta(days=1)
    while _begins(first, 0, new) <= time:
        first += timedelta(days=1)
    return new._replace(since=first, before=calendar)


#: The calendar of a house that has set none.
DEFAULT_CALENDAR: Final = Calendar((Shift("day", 360), Shift("swing", 840), Shift("grave", 1320)))


def gaming_day(time: int, calendar: Calendar = DEFAULT_CALENDAR) -> date:
    """Return the gaming day of a time in seconds since 1970."""
    local = datetime.fromtimestamp(time, _zone(calendar.zone)).date()
    # Two days, since the zone of the house may have changed.
    day = local + timedelta(days=2)
    while time < _begins(day, 0, calendar):
        day -= timedelta(days=1)
    return day


def moment(time: int, calendar: Calendar = DEFAULT_CALENDAR) -> Moment:
    """Return the gaming day and the shift of a time in seconds since 1970."""
    day = gaming_day(time, calendar)
    shifts = calendar.on(day).shifts
    number = len(shifts) - 1
    while number and time < _begins(day, number, calendar):
        number -= 1
    return Moment(day, shifts[number].name)


def day_bounds(day: date, calendar: Calendar = DEFAULT_CALENDAR) -> tuple[int, int]:
    """Return the first second of a gaming day and the first second after it."""
    return _begins(day, 0, calendar), _begins(day + timedelta(days=1), 0, calendar)


@lru_cache(maxsize=10_000)
def end_of_day(time: int, calendar: Calendar = DEFAULT_CALENDAR) -> int:
    """Return the first second after the gaming day of a time in seconds since 1970."""
    return day_bounds(gaming_day(time, calendar), calendar)[1]


def shift_bounds(day: date, shift: str, calendar: Calendar = DEFAULT_CALENDAR) -> tuple[int, int]:
    """Return the first second of a shift and the first second after it."""
    names = [one.name for one in calendar.on(day).shifts]
    if shift not in names:
        raise BadInputError(f"there is no shift {quoted(shift)}: {', '.join(names)}")
    number = names.index(shift)
    last = number + 1 == len(names)
    end = day_bounds(day, calendar)[1] if last else _begins(day, number + 1, calendar)
    return _begins(day, number, calendar), end


@lru_cache(maxsize=10_000)
def _begins(day: date, number: int, calendar: Calendar) -> int:
    """Return the second at which a shift of a gaming day begins.

    A time of day that the clocks skip is taken as if they had not been set forward yet, one that
    comes twice as its first coming. No shift begins before the one before it, nor after the day.
    """
    of_day = calendar.on(day)
    minute = of_day.shifts[number].minute
    later = minute < of_day.shifts[0].minute
    date_of_shift = day + timedelta(days=1) if later else day
    begins = _second(date_of_shift, minute, of_day.zone)
    if not number:
        return begins
    end = _begins(day + timedelta(days=1), 0, calendar)
    return min(max(begins, _begins(day, number - 1, calendar)), end)


def _second(day: date, minute: int, zone: str) -> int:
    wall = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=_zone(zone))
    return int(wall.timestamp())


@lru_cache(maxsize=100)
def _zone(name: str) -> tzinfo:
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        raise BadInputError(
            f"there is no time zone {quoted(name)}: name one such as America/New_York"
        ) from None


def _minute(text: str) -> int:
    hours, colon, minutes = text.partition(":")
    whole = text.isascii() and hours.isdigit() and minutes.isdigit()
    right = whole and colon and (len(hours), len(minutes)) == (2, 2)
    if not right or int(hours) > 23 or int(minutes) > 59:
        raise BadInputError(f"{quoted(text)} is no time of day: write it as 06:00")
    return int(hours) * 60 + int(minutes)


def _name(text: str) -> str:
    if not text.strip() or len(text) > _LONGEST_NAME or not text.isprintable():
        raise BadInputError(f"a shift has a printable name of up to {_LONGEST_NAME} characters")
    return text


def _written(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"
