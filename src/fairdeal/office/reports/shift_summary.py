"""The Shift summary: one page of the totals of the other reports, and of what is still open."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from fairdeal.english import all_of
from fairdeal.office.book.book import Book
from fairdeal.office.report import Cell, Column, Kind, Report, shown_cell
from fairdeal.office.reports import drop_and_win, electronic, lists, meters, people, statistical
from fairdeal.office.scope import Scope

#: The number of figures in a row, so that the summary has one page.
_ACROSS: Final = 3
_COLUMNS: Final = (
    Column("of", "Of"),
    *(
        column
        for number in range(1, _ACROSS + 1)
        for column in (Column(f"what_{number}", "Figure"), Column(f"value_{number}", "Value"))
    ),
)
#: The lines that sign a report, as `floor.tables.act_rules.SIGNED_LINES` has them.
_LINES: Final = 2


class _Quotation(NamedTuple):
    """A report that the summary quotes: columns of its last total, or their sums."""

    make: Callable[[Book, Scope], Report]
    columns: tuple[str, ...]
    #: Whether the figures are added up over the rows, because the totals do not have them.
    summed: bool = False


_PARTS: Final = (
    _Quotation(
        drop_and_win.drop_and_win,
        ("opener", "fills", "credits", "drop", "closer", "win", "hold", "variance"),
    ),
    _Quotation(
        statistical.statistical,
        ("rounds", "handle", "win_share", "expected", "deviation", "z", "probability"),
    ),
    _Quotation(electronic.electronic_totals, ("deposited", "won", "lost", "withdrawn")),
    _Quotation(
        meters.meter_movement, ("fed", "funded", "paid", "moved", "difference"), summed=True
    ),
    _Quotation(people.dealers, ("rounds", "errors", "underpaid"), summed=True),
    _Quotation(people.players, ("hands", "handle", "result")),
    _Quotation(people.cards_log, ("right", "wrong")),
)
#: The reports of which the summary tells how many lines they have.
_LISTS: Final = (
    meters.jackpots,
    lists.fills_and_credits,
    lists.irregularities,
    lists.corrections,
    lists.significant_events,
)


def shift_summary(book: Book, scope: Scope) -> Report:
    """Make the summary of a shift, or of any other scope that is asked for."""
    parts = [(part, part.make(book, scope)) for part in _PARTS]
    listed = [make(book, scope) for make in _LISTS]
    rows: list[tuple[Cell, ...]] = []
    for part, made in parts:
        rows.extend(_across(made.title, list(_figures(part, made))))
    rows.extend(_across("Lines", [(made.title, _count(len(made.rows))) for made in listed]))
    reports = [*(made for _, made in parts), *listed]
    rows.extend(_across("Open", list(_open(book, scope, reports))))
    return Report(
        "shift-summary",
        "Shift summary",
        scope.words(book),
        scope.fields(),
        _COLUMNS,
        tuple(rows),
        (),
        ("What is open is so at the last entry of the log; sign this page last.",),
        "COMAR 36.05.03.15, .25",
        open=scope.is_open(book),
    )


def _across(title: str, figures: list[tuple[str, str]]) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of some figures, each row with the title."""
    for first in range(0, len(figures), _ACROSS):
        part = figures[first : first + _ACROSS]
        blank = [("", "")] * (_ACROSS - len(part))
        yield (title, *(text for pair in (*part, *blank) for text in pair))


def _figures(part: _Quotation, made: Report) -> Iterator[tuple[str, str]]:
    """Yield the title and the value of each figure that a report's totals tell."""
    at = {column.name: number for number, column in enumerate(made.columns)}
    for name in part.columns:
        column = made.columns[at[name]]
        cell: Cell = None
        if part.summed:
            cell = sum(int(row[at[name]] or 0) for row in made.rows)
        elif made.totals:
            cell = made.totals[-1][at[name]]
        yield column.title, shown_cell(column.kind, cell)


def _open(book: Book, scope: Scope, reports: list[Report]) -> Iterator[tuple[str, str]]:
    """Yield what somebody still has to do about the period."""
    chips = next(made for made in reports if made.name == "fills-and-credits")
    yield "Requests for chips", _count(sum(row[6] == "requested" for row in chips.rows))
    waiting = sum(len(table.waiting) for table in scope.tables(book))
    yield "Questions for a second person", _count(waiting)
    for severity in ("alarm", "warning"):
        unseen = sum(
            one.severity == severity
            for number, one in book.significant.items()
            if scope.has(book, one.where) and number not in book.acknowledged
        )
        yield f"Events not acknowledged: {severity}", _count(unseen)
    if scope.shift is None:
        unsigned = [made for made in reports if len(book.signed.get(made.digest, {})) < _LINES]
        yield "Reports not signed by two people", _count(len(unsigned))
    outside = [
        str(row[0])
        for made in reports
        if made.name == "statistical"
        for row in made.rows
        if row[-1] == "investigate"
    ]
    yield "Tables outside of their 95 % interval", all_of(outside) if outside else "none"


def _count(number: int) -> str:
    return shown_cell(Kind.NUMBER, number) if number else "none"
