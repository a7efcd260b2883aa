"""Today at a glance: what the manager's first page shows, from the book and from the wall."""

from datetime import date
from fractions import Fraction
from typing import Final, NamedTuple

from fairdeal.floor.gaming_day import gaming_day, moment
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import make_report
from fairdeal.office.expectation import probability
from fairdeal.office.report import Kind, shown_cell
from fairdeal.office.reports.statistical import (
    Measured,
    is_outside,
    measured_games,
    measured_tables,
    sum_of_lines,
)
from fairdeal.office.scope import Scope
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.web.pages.office.fan import Fan, Strip, fan, strip
from fairdeal.web.pages.wall.scene import Wall, WallTable

#: Alarms of the wall that are settled by a signature.
SIGNED: Final = (
    *("asked", "count", "inspected", "request", "counted"),
    *("inventory", "drop", "variance", "payout"),
)
#: The page lists every alarm that nobody has acknowledged, and this many of the latest warnings.
MOST_WARNINGS: Final = 8


class ResultRow(NamedTuple):
    """The result of the house, a game or a table beside its exact expectation."""

    name: str
    #: The place of its row in the Statistical report.
    row: str
    rounds: int
    win: str
    expected: str
    low: str
    high: str
    share: str
    probability: str
    strip: Strip | None
    outside: bool


class TableLine(NamedTuple):
    """A table of the floor as it is now."""

    id: str
    name: str
    game: str
    state: str
    dealer: str
    per_hour: str
    handle: str
    hold: str
    tray: str
    tray_note: str


class MeterLine(NamedTuple):
    """A meter with its movement of the day."""

    name: str
    shown: str
    fed: str
    paid: str


class EventLine(NamedTuple):
    """A significant event that nobody has acknowledged."""

    number: int
    day: str
    time: str
    table: str
    severity: str
    words: str


class Notice(NamedTuple):
    """Something that waits at a table, and whether play waits for it."""

    table: str
    name: str
    words: str
    urgent: bool


class Glance(NamedTuple):
    """The content of the page for one gaming day."""

    day: str
    shift: str
    #: The tables whose win is withheld, because their count is blind.
    blind: tuple[str, ...]
    fan: Fan | None
    house: ResultRow | None
    games: tuple[ResultRow, ...]
    tables: tuple[ResultRow, ...]
    floor: tuple[TableLine, ...]
    meters: tuple[MeterLine, ...]
    events: tuple[EventLine, ...]
    #: How many warnings the page leaves out.
    more_warnings: int
    signatures: tuple[Notice, ...]
    alarms: tuple[Notice, ...]
    dealing: tuple[tuple[str, str], ...]

    @property
    def outside(self) -> list[str]:
        """Return the tables whose win is outside of its 95 % band."""
        return [line.name for line in self.tables if line.outside]


def glance(book: Book, wall: Wall, blind: frozenset[str] = frozenset()) -> Glance:
    """Return today at a glance. The win of `blind` tables is withheld from whoever counts them, and
    with it the sums that they are part of.
    """
    today = gaming_day(int(wall.now), book.calendar)
    scope = Scope(today)
    played = measured_tables(book, scope)
    measured = {table: one for table, one in played.items() if table not in blind}
    house = sum_of_lines(measured.values()) if measured else None
    named = {one.table: one for one in wall.tables}
    notices = [
        (alarm.kind, Notice(one.table, one.name, alarm.words, alarm.urgent))
        for one in wall.tables
        if not one.practice
        for alarm in one.alarms
    ]
    events, more = open_events(book)
    return Glance(
        day=today.isoformat(),
        shift=moment(int(wall.now), book.calendar).shift,
        blind=tuple(one.name for one in wall.tables if one.table in blind and not one.practice),
        # The path has no part for each table.
        fan=None
        if house is None or len(measured) < len(played)
        else fan(_path(book, today), house.expected),
        house=None if house is None else _result_row("House", "House", house),
        games=tuple(
            _result_row(name, name, one) for name, one in measured_games(book, measured).items()
        ),
        tables=tuple(_result_row(book.tables[at].name, at, one) for at, one in measured.items()),
        floor=tuple(
            _table(one, played.get(one.table), one.table in blind)
            for one in named.values()
            if not one.closed and not one.practice
        ),
        meters=_meters(book, scope),
        events=events,
        more_warnings=more,
        signatures=tuple(one for kind, one in notices if kind in SIGNED),
        alarms=tuple(one for kind, one in notices if kind not in SIGNED),
        dealing=tuple(
            (one.table, one.dealt_by)
            for one in wall.tables
            if one.dealt_by and not one.closed and one.dealer == "person"
        ),
    )


def _path(book: Book, day: date) -> list[tuple[int, Fraction]]:
    rounds, units = 0, 0
    path = []
    for _, (more, won) in sorted(book.path.get(day, {}).items()):
        rounds, units = rounds + more, units + won
        path.append((rounds, Fraction(units, UNITS_PER_CENT)))
    return path


def chance_words(z: Fraction) -> str:
    """Return the probability of a normal result at least so far from its mean, as a report does."""
    return shown_cell(Kind.CHANCE, probability(z))


def _result_row(name: str, row: str, one: Measured) -> ResultRow:
    expected, z = one.expected, one.z
    band = expected.band(95)
    handle = one.sums.handle
    return ResultRow(
        name,
        row_id(row),
        one.sums.rounds,
        cents(one.win),
        "" if expected.mean is None else cents(expected.mean),
        "" if band is None else cents(band[0]),
        "" if band is None else cents(band[1]),
        shown_cell(Kind.SHARE, one.win / handle) if handle else "",
        "" if z is None else chance_words(z),
        strip(z),
        is_outside(z),
    )


def _table(one: WallTable, measured: Measured | None, blind: bool) -> TableLine:
    sums = measured.sums if measured else None
    hours = Fraction(sums.rounds * 3600, sums.seconds) if sums and sums.seconds else None
    by = "automatic dealer" if one.dealer == "auto" else one.dealt_by or "nobody"
    state = "stopped" if one.stopped else one.phase.replace("-", " ")
    if one.money.inventory is None:
        tray = "is counted" if one.pending and one.pending.counted_by else "counted blind"
    else:
        tray = shown_cell(Kind.MONEY, one.money.inventory)
    hold = measured.win / sums.drop if measured and sums and sums.drop and not blind else None
    low = any(alarm.kind in ("low", "fill") for alarm in one.alarms)
    return TableLine(
        one.table,
        one.name,
        one.game,
        state,
        by,
        "" if hours is None else shown_cell(Kind.FIGURE, hours),
        shown_cell(Kind.MONEY, sums.handle) if sums else "",
        "" if hold is None else shown_cell(Kind.SHARE, hold),
        tray,
        "low" if low else "",
    )


def _meters(book: Book, scope: Scope) -> tuple[MeterLine, ...]:
    made = make_report("meter-movement", book, scope)
    at = {column.name: number for number, column in enumerate(made.columns)}
    kind = Kind.METER
    return tuple(
        MeterLine(
            str(row[at["meter"]]), *(shown_cell(kind, row[at[n]]) for n in ("end", "fed", "paid"))
        )
        for row in made.rows
    )


def open_events(book: Book) -> tuple[tuple[EventLine, ...], int]:
    """Return what nobody has acknowledged, the latest first: every alarm and the latest warnings;
    and how many warnings are left out.
    """
    waiting = [
        (number, one)
        for number, one in book.significant.items()
        if one.severity != "notice" and number not in book.acknowledged
    ]
    warnings = [number for number, one in waiting if one.severity == "warning"]
    left_out = set(warnings[:-MOST_WARNINGS])
    lines = [
        EventLine(
            number,
            one.where.day.isoformat(),
            shown_cell(Kind.TIME, one.where.time)[:16],
            one.where.table,
            one.severity,
            one.words,
        )
        for number, one in reversed(waiting)
        if number not in left_out
    ]
    return tuple(lines), len(left_out)


def cents(amount: Fraction) -> str:
    """Return an amount in cents as dollars to read, rounded to a cent."""
    return shown_cell(Kind.MONEY, round(amount))


def row_id(name: str) -> str:
    """Return the place of a row on the page of a report, by its first cell."""
    return "row-" + "".join(one if one.isalnum() and one.isascii() else "-" for one in name.lower())
