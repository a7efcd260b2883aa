"""What stands beside the figures of a report: what its day still waits for, and what people wrote
about it. Neither is part of the digest, as signatures are not.
"""

from datetime import date, timedelta
from typing import Final

from msgspec.structs import replace

from fairdeal.floor.gaming_day import day_bounds
from fairdeal.office.book.book import Book
from fairdeal.office.book.facts import Signature
from fairdeal.office.book.table_fold import TableFold
from fairdeal.office.closed_tables import gaming_days
from fairdeal.office.report import Kind, Report, iso_time, shown_cell
from fairdeal.office.scope import Scope

#: The reports of a gaming day that is over only when its open tables are dropped and counted.
OF_TRAYS: Final = frozenset({"drop-and-win", "table-inventory", "shift-summary"})
#: What the last column of the Statistical report says of a line outside of its 95 % interval.
INVESTIGATE: Final = "investigate"
_COUNTS: Final = ("drop", "closing")


def with_remarks(made: Report, book: Book, scope: Scope) -> Report:
    """Return a report with what its day waits for, and what people wrote about it."""
    waits: list[str] = []
    remarks: list[str] = []
    if made.name in OF_TRAYS and not made.open:
        for table in _open_at_end(book, scope):
            wait, remark = _dropped(book, table, scope.day)
            waits += wait
            remarks += remark
    if made.name == "payouts":
        remarks += _unpaid(book, scope)
    if made.name == "statistical" and not made.open and scope.period == "day":
        remarks += _investigated(made, book, scope.day)
    if not waits and not remarks:
        return made
    return replace(made, waits=tuple(waits), remarks=tuple(remarks))


# The end of the day -------------------------------------------------------------------------------


def _open_at_end(book: Book, scope: Scope) -> list[TableFold]:
    """Return the tables that were open over the end of the last day of a scope."""
    first = book.drops_since
    if (
        first is None
        or scope.day < first
        or scope.shift not in (None, _last_shift(book, scope.day))
    ):
        return []
    end = day_bounds(scope.day, book.calendar)[1]
    return [
        one
        for one in scope.tables(book)
        if one.opened.time < end and (one.closed is None or one.closed >= end) and not one.practice
    ]


def _last_shift(book: Book, day: date) -> str:
    return book.calendar.on(day).shifts[-1].name


def _dropped(book: Book, table: TableFold, day: date) -> tuple[list[str], list[str]]:
    """Return what a table still waits for at the end of a gaming day, and what is to be told."""
    form = book.closed_tables.get(f"{table.id}.{day.isoformat()}")
    if form is not None:
        words = f"{table.id} was not open for gaming: Closed Table form by {_by(form[1])}"
        return [], [words]
    played = gaming_days(book, table.id)
    until = min((one for one in played if one > day), default=book.today + timedelta(days=1))
    counted = [
        one for one in book.slips.get(table.id, ()) if one.of in _COUNTS and one.where.day >= day
    ]
    if any(one.where.day < until for one in counted):
        return [], []
    if day in played:
        return [f"{table.id} was open over the end of the day and is not dropped and counted"], []
    return [f"{table.id} was not open for gaming: its Closed Table form is not signed"], []


# Payouts ------------------------------------------------------------------------------------------


def _unpaid(book: Book, scope: Scope) -> list[str]:
    """Return which payouts are still held for their players, and which documents were voided."""
    found = []
    for one in book.payouts.values():
        if not scope.has(book, one.where):
            continue
        for who, reason, _ in book.void_payouts.get(one.id, ()):
            found.append(f"{one.id}: a document was voided by {_by(who)}: {reason}")
        if one.id in book.payouts_due and "paid" not in book.payout_lines.get(one.id, {}):
            amount = shown_cell(Kind.MONEY, one.winnings)
            found.append(f"{one.id}: unclaimed, {amount} are held for player {one.player}")
    return found


# Investigations -----------------------------------------------------------------------------------


def outside(made: Report) -> list[str]:
    """Return the lines of the Statistical report that are outside of their 95 % interval."""
    return [str(row[0]) for row in (*made.rows, *made.totals) if row[-1] == INVESTIGATE]


def _investigated(made: Report, book: Book, day: date) -> list[str]:
    found = []
    for line in outside(made):
        notes = book.investigations.get((day, line), [])
        found += [f"{line}, investigated by {_by(who)}: {note}" for who, note in notes]
        if not notes:
            found.append(
                f"{line} is outside of its 95 % interval: nobody has closed it with a note"
            )
    return found


def _by(who: Signature) -> str:
    return f"{who.name} ({who.role}), {iso_time(who.time)}"
