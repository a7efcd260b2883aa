"""Table Inventory: what lay in each tray by denomination, from its opener to its closer.

Slips have denominations, fills and credits too. What bets brought has none in the log, so that a
closer is what two people counted, and not the sum of the columns before it.
"""

from typing import Final

from fairdeal.floor.money.denominations import DENOMINATIONS, chips_cents
from fairdeal.office.book.book import Book
from fairdeal.office.book.facts import CountSlip
from fairdeal.office.report import TABLE, Cell, Column, Kind, Report
from fairdeal.office.reports.statistical import game_title
from fairdeal.office.scope import Scope
from fairdeal.rulebook.money import CENTS, to_json

_COLUMNS: Final = (
    TABLE,
    Column("game", "Game"),
    Column("denomination", "Denomination"),
    Column("opener", "Opener", Kind.MONEY),
    Column("in", "In", Kind.MONEY),
    Column("out", "Out", Kind.MONEY),
    Column("closer", "Closer", Kind.MONEY),
    Column("variance", "Variance", Kind.MONEY),
    Column("opened", "Opener of", Kind.TIME),
    Column("opened_by", "Counted by"),
    Column("closed", "Closer of", Kind.TIME),
    Column("closed_by", "Counted by"),
)
#: The slips that end a period: of a table that is dropped, and of one that closes.
_LAST: Final = ("drop", "closing")


def table_inventory(book: Book, scope: Scope) -> Report:
    """Make the report of Table Inventory Slips (36.05.03.02F)."""
    scope.require_no_dealer("a tray has no line for each dealer")
    scope.require_whole_time("Table Inventory")
    rows: list[tuple[Cell, ...]] = []
    totals: list[tuple[Cell, ...]] = []
    for table in scope.tables(book):
        slips = book.slips.get(table.id, [])
        before = [s for s in slips if scope.is_before(book, s.where.day, s.where.shift)]
        inside = [s for s in slips if scope.has_day(s.where.day, s.where.shift)]
        openings = [one for one in inside if one.of == "opening"]
        opener = openings[-1] if openings else before[-1] if before else None
        if opener is None or (opener.of == "closing" and not inside):
            continue
        ends = [one for one in inside if one.of in _LAST]
        closer = ends[-1] if ends else None
        came, went = (_moved(book, scope, table.id, kind) for kind in ("fill", "credit"))
        title = game_title(table)
        for value in DENOMINATIONS:
            text = str(to_json(value, per_dollar=CENTS))
            parts = [chips.get(text, 0) * value for chips in (opener.chips, came, went)]
            left = closer.chips.get(text, 0) * value if closer else None
            if any(parts) or left:
                rows.append((table.id, title, f"${text}", *parts, left, *[None] * 5))
        sums = [chips_cents(chips) for chips in (opener.chips, came, went)]
        end = chips_cents(closer.chips) if closer else None
        variance = sum(one.cents for one in inside)
        who = (*_told(book, opener), *_told(book, closer))
        totals.append((table.id, title, "all", *sums, end, variance, *who))
    return Report(
        "table-inventory",
        "Table Inventory",
        scope.words(book),
        scope.fields(),
        _COLUMNS,
        tuple(rows),
        tuple(totals),
        (
            (
                "The opener is the count with which the period began: the last slip before it, or "
                "the one with which the table opened. The closer is the last count in the period, "
                "of a table that closed or was dropped. In and out are fills and credits."
            ),
            (
                "Bets change the chips of a tray without telling denominations: the sum of a "
                "closer is compared with the log, and the variance is their difference."
            ),
        ),
        "COMAR 36.05.03.02F, .03, .07, .08",
        open=scope.is_open(book),
    )


def _moved(book: Book, scope: Scope, table: str, kind: str) -> dict[str, int]:
    """Return the chips of the fills or credits that were done in the scope, by denomination."""
    chips: dict[str, int] = {}
    for one in book.chip_moves.values():
        done = (one.where.table, one.kind, one.state) == (table, kind, "done")
        if done and scope.has_day(one.where.day, one.where.shift):
            for text, number in one.chips:
                chips[text] = chips.get(text, 0) + number
    return chips


def _told(book: Book, slip: CountSlip | None) -> tuple[Cell, Cell]:
    """Return when a slip was written, and who counted."""
    if slip is None:
        return None, ""
    who = [book.name_of(one) for one in slip.counted_by if one]
    return slip.where.time, ", ".join(who)
