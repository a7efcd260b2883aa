"""The scope of a report: a gaming day, or the week, month, quarter or year up to it, and what of it
is asked for.
"""

import calendar as months
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from fairdeal.english import all_of, one_of, quoted
from fairdeal.errors import BadInputError, UnknownError
from fairdeal.floor.gaming_day import day_bounds, shift_bounds
from fairdeal.floor.tables.day_end import FIRST_YEAR, LAST_YEAR
from fairdeal.office.book.book import SEVERITIES, Book
from fairdeal.office.book.facts import Where
from fairdeal.office.book.sums import RoundSums, Slot
from fairdeal.office.book.table_fold import TableFold

#: The periods of a report, each up to and with its day.
PERIODS = {
    "day": "",
    "week": "week to date",
    "month": "month to date",
    "quarter": "quarter to date",
    "year": "year to date",
}


@dataclass(frozen=True)
class Scope:
    """What a report is about. Where a field is None, all of it is meant."""

    day: date
    period: str = "day"
    shift: str | None = None
    table: str | None = None
    game: str | None = None
    dealer: str | None = None
    #: Tables that are left out while the scope is not over: whoever asks may count them, blind.
    blind: frozenset[str] = frozenset()
    #: Only significant events of a kind and of a severity.
    kind: str | None = None
    severity: str | None = None

    @property
    def first(self) -> date:
        """Return the first gaming day of the period. A week begins on Monday."""
        day = self.day
        return {
            "day": day,
            "week": day - timedelta(days=day.weekday()),
            "month": day.replace(day=1),
            "quarter": day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1),
            "year": day.replace(month=1, day=1),
        }[self.period]

    def fields(self) -> dict[str, str]:
        """Return the fields that were asked for, as JSON has them."""
        named = {
            "shift": self.shift,
            "table": self.table,
            "game": self.game,
            "dealer": self.dealer,
            "kind": self.kind,
            "severity": self.severity,
        }
        told = {name: value for name, value in named.items() if value is not None}
        return {"day": self.day.isoformat(), "period": self.period, **told}

    def words(self, book: Book) -> str:
        """Return the scope in words, as the head of a report says it."""
        day = f"{self.day.day} {months.month_name[self.day.month]} {self.day.year}"
        parts = [f"Gaming day {day}"]
        if self.period != "day":
            parts = [f"{PERIODS[self.period].capitalize()}, {day}"]
        if self.shift is not None:
            parts.append(f"{self.shift} shift")
        if self.table is not None:
            parts.append(f"table {self.table}")
        if self.game is not None:
            parts.append(next((t.rules.game.title for t in self.tables(book)), self.game))
        if self.dealer is not None:
            parts.append(f"dealer {book.name_of(self.dealer)}")
        parts.extend(one for one in (self.kind, self.severity) if one is not None)
        if left_out := sorted(self.blind) if self.is_open(book) else ():
            parts.append(f"without {all_of(left_out)}, whose counts are blind")
        return ", ".join(parts)

    def is_open(self, book: Book) -> bool:
        """Return whether the scope is not over yet by the time of the log."""
        _, end = (
            day_bounds(self.day, book.calendar)
            if self.shift is None
            else shift_bounds(self.day, self.shift, book.calendar)
        )
        return book.time < end

    def require_no_dealer(self, why: str) -> None:
        """Refuse to ask for a dealer where a report has no line for each; `why` says it."""
        if self.dealer is not None:
            raise BadInputError(f"{why}: ask for it without a dealer")

    def require_whole_time(self, title: str) -> None:
        """Refuse one shift of a longer period where a report tells how it began and ended."""
        if self.shift is not None and self.period != "day":
            raise BadInputError(f"{title} of more than a day is of all shifts")

    # What belongs to it ---------------------------------------------------------------------------

    def tables(self, book: Book) -> list[TableFold]:
        """Return its tables. Practice tables belong to no report, unless one is asked for."""
        blind = self.blind if self.blind and self.is_open(book) else frozenset()
        return [
            one
            for one in book.tables.values()
            if one.id not in blind
            and (not one.practice if self.table is None else one.id == self.table)
            and self.game in (None, one.rules.game.name)
        ]

    def has_day(self, day: date, shift: str) -> bool:
        """Return whether a shift of a gaming day belongs to it."""
        return self.first <= day <= self.day and self.shift in (None, shift)

    def is_before(self, book: Book, day: date, shift: str) -> bool:
        """Return whether a shift of a gaming day was over when the scope began."""
        if day != self.first or self.shift is None:
            return day < self.first
        names = [one.name for one in book.calendar.on(day).shifts]
        return names.index(shift) < names.index(self.shift)

    def slots(self, book: Book) -> Iterator[tuple[Slot, RoundSums]]:
        """Yield its slots that have anything in them, in the order of the log."""
        tables = {one.id for one in self.tables(book)}
        for slot, sums in book.slots.items():
            if (
                slot.table in tables
                and self.has_day(slot.day, slot.shift)
                and self.dealer in (None, slot.dealer)
            ):
                yield slot, sums

    def has(self, book: Book, where: Where) -> bool:
        """Return whether the scope includes a place. What happened at no table is included unless
        one table, game or dealer is asked for.
        """
        if not self.has_day(where.day, where.shift):
            return False
        if self.dealer not in (None, where.dealer):
            return False
        table = book.tables.get(where.table)
        if table is None:
            return self.table is None and self.game is None
        return table in self.tables(book)

    def seconds(self, book: Book) -> tuple[int, int]:
        """Return the first second of the scope and the first one after it, up to now."""
        begin, end = (
            day_bounds(self.first, book.calendar)[0],
            day_bounds(self.day, book.calendar)[1],
        )
        if self.shift is not None and self.period == "day":
            begin, end = shift_bounds(self.day, self.shift, book.calendar)
        return begin, min(end, book.time + 1)


def together(parts: Iterable[RoundSums]) -> RoundSums:
    """Return several sums as one."""
    whole = RoundSums()
    for part in parts:
        whole.add(part)
    return whole


def read_scope(
    book: Book,
    *,
    day: str | None = None,
    period: str | None = None,
    shift: str | None = None,
    table: str | None = None,
    game: str | None = None,
    dealer: str | None = None,
    kind: str | None = None,
    severity: str | None = None,
) -> Scope:
    """Return a scope from texts; `BadInputError` or `UnknownError` says what is wrong. Without a
    day it is the gaming day of the last entry of the log.
    """
    if period not in (None, *PERIODS):
        raise BadInputError(f"there is no period {quoted(period)}: {one_of(list(PERIODS))}")
    asked = _day(book, day)
    names = [one.name for one in book.calendar.on(asked).shifts]
    if shift is not None and shift not in names:
        raise BadInputError(f"there is no shift {quoted(shift)}: {one_of(names)}")
    if table is not None and table not in book.tables:
        raise UnknownError(f"there is no table {quoted(table)}")
    games = sorted({one.rules.game.name for one in book.tables.values()})
    if game is not None and game not in games:
        raise UnknownError(f"no table has the game {quoted(game)}: {one_of(games)}")
    if severity not in (None, *SEVERITIES):
        raise BadInputError(f"there is no severity {quoted(severity)}: {one_of(SEVERITIES)}")
    return Scope(
        *(asked, period or "day", shift, table, game, dealer), kind=kind, severity=severity
    )


def _day(book: Book, text: str | None) -> date:
    if text is None or text == "today":
        return book.today
    if text == "yesterday":
        return book.today - timedelta(days=1)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise BadInputError(f"a day is like 2026-11-18, not {quoted(text)}") from None
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise BadInputError(f"a day lies in the years {FIRST_YEAR} to {LAST_YEAR}")
    return day
