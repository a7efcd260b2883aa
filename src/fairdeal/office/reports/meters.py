"""Meter movement (36.05.03.24F): start, fed, funded, paid, moved, end, and what tables show."""

from typing import Final

from fairdeal.office.book.book import Book
from fairdeal.office.book.meter_book import MeterLife
from fairdeal.office.report import Cell, Column, Kind, Report
from fairdeal.office.scope import Scope

_COLUMNS: Final = (
    Column("meter", "Meter"),
    Column("tables", "Tables"),
    Column("start", "Start", Kind.METER),
    Column("fed", "Fed", Kind.METER),
    Column("funded", "Funded", Kind.METER),
    Column("paid", "Paid", Kind.METER),
    Column("moved", "Moved", Kind.METER),
    Column("end", "End", Kind.METER),
    Column("shown", "Shown", Kind.METER),
    Column("difference", "Difference", Kind.METER),
    Column("won", "Times won", Kind.NUMBER),
    Column("paid_so_far", "Paid so far", Kind.METER),
    Column("maximum", "Largest payout", Kind.METER),
    Column("reset", "Reset", Kind.METER),
    Column("rate", "Rate"),
)
_HITS: Final = (
    Column("time", "Time (UTC)", Kind.TIME),
    Column("meter", "Meter"),
    Column("table", "Table"),
    Column("round", "Round"),
    Column("seat", "Seat", Kind.NUMBER),
    Column("player", "Player"),
    Column("hand", "Hand"),
    Column("paid", "Paid", Kind.METER),
    Column("funded", "Put back by the house", Kind.METER),
    Column("shown", "Shown after", Kind.METER),
)


def meter_movement(book: Book, scope: Scope) -> Report:
    """Make the report of meter movements. A meter belongs to all of its tables, so a table or a
    game chooses the meters that it feeds.
    """
    scope.require_no_dealer("a meter has no line for each dealer")
    scope.require_whole_time("Meter movement")
    tables = {one.id for one in scope.tables(book)}
    rows = [
        _row(book, scope, life)
        for account, life in sorted(book.meters.items())
        if tables & life.tables.keys()
    ]
    sums = tuple(sum(int(row[at] or 0) for row in rows) for at in range(2, 10)) if rows else ()
    won = sum(int(row[10] or 0) for row in rows)
    paid = sum(int(row[11] or 0) for row in rows)
    return Report(
        "meter-movement",
        "Meter movement",
        scope.words(book),
        scope.fields(),
        _COLUMNS,
        tuple(rows),
        (("All meters", "", *sums, won, paid, None, None, ""),) if rows else (),
        (
            (
                "Start + fed + funded - paid - moved = end, and the end is what the tables show: "
                "the difference is zero. Feeds that a void gave back are taken off what was fed."
            ),
            (
                "Moved is what two people moved to another meter, paid out or corrected. At a "
                "meter that got it, it is below zero."
            ),
            (
                "Funded is what the house put in at the opening and after a win. Shown is the "
                "table's own count at the end of the period."
            ),
        ),
        "COMAR 36.05.03.24F",
        open=scope.is_open(book),
    )


def _row(book: Book, scope: Scope, life: MeterLife) -> tuple[Cell, ...]:
    inside = [one for key, one in life.shifts.items() if scope.has_day(*key)]
    start = sum(one.change for key, one in life.shifts.items() if scope.is_before(book, *key))
    end = start + sum(one.change for one in inside)
    showed = [
        units
        for key, units in life.shown_on.items()
        if scope.has_day(*key) or scope.is_before(book, *key)
    ]
    shown = showed[-1] if showed else None
    hits = [hit for hit in life.hits if scope.has_day(hit.where.day, hit.where.shift)]
    earlier = [hit for hit in life.hits if scope.is_before(book, hit.where.day, hit.where.shift)]
    table, name = next(iter(life.tables.items()))
    progressive = book.tables[table].rules.progressive
    rate = progressive.rates[name] if progressive else 0
    return (
        life.account.removeprefix("meter:"),
        ", ".join(life.tables),
        start,
        sum(one.fed for one in inside),
        sum(one.funded for one in inside),
        sum(one.paid for one in inside),
        sum(one.moved for one in inside),
        end,
        shown,
        None if shown is None else end - shown,
        len(hits),
        sum(hit.paid for hit in (*earlier, *hits)),
        max((hit.paid for hit in (*earlier, *hits)), default=None),
        progressive.resets[name] if progressive else None,
        f"{rate / 100:g} %",
    )


def jackpots(book: Book, scope: Scope) -> Report:
    """Make the list of what meters paid, with round, hand and amount."""
    hits = sorted(
        (hit for life in book.meters.values() for hit in life.hits if scope.has(book, hit.where)),
        key=lambda hit: (hit.where.leaf, hit.meter),
    )
    rows = tuple(
        (
            hit.where.time,
            hit.meter.removeprefix("meter:"),
            hit.where.table,
            hit.where.round,
            hit.seat,
            hit.player,
            hit.hand,
            hit.paid,
            hit.funded,
            hit.shown,
        )
        for hit in hits
    )
    paid, funded = sum(hit.paid for hit in hits), sum(hit.funded for hit in hits)
    return Report(
        "jackpots",
        "Meters won",
        scope.words(book),
        scope.fields(),
        _HITS,
        rows,
        ((None, "All", None, None, None, None, None, paid, funded, None),) if rows else (),
        (),
        "COMAR 36.05.03.24F",
        open=scope.is_open(book),
    )
