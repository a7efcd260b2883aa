"""A report as CSV, in which no cell is a formula for a spreadsheet."""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Final

from fairdeal import __version__
from fairdeal.office.report import Cell, Column, Kind, Report, iso_time, plain_cell
from fairdeal.program import program_digest
from fairdeal.rulebook.money import UNITS_PER_CENT

#: A spreadsheet takes a text that begins with one of these for a formula, wide forms included.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
#: The first column: what a line is. `row` and `total` are figures, all others tell of the report.
LINE: Final = "line"


def report_csv(report: Report) -> str:
    """Return the rows and totals of a report as CSV with a header line, and then what the report
    says of itself: its scope, whether it is open, who signed it, digest and program.

    Amounts have two decimals. What meters count finer stands in a column of its own, `NAME_rest`,
    in ten-thousandths of a cent, so that rows still add up. Amounts below zero begin with a minus
    sign and are written as they are: a number is no formula. Texts that would begin a formula get
    an apostrophe before them.
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    header = [name for column in report.columns for name in _names(column)]
    writer.writerow([LINE, *header])
    for line, rows in (("row", report.rows), ("total", report.totals)):
        for row in rows:
            writer.writerow([line, *_cells(report, row)])
    for line, text in _about(report):
        writer.writerow([line, _safe(text), *[""] * (len(header) - 1)])
    return out.getvalue()


def _names(column: Column) -> tuple[str, ...]:
    return (column.name, f"{column.name}_rest") if column.kind is Kind.METER else (column.name,)


def _cells(report: Report, row: Sequence[Cell]) -> Iterator[str]:
    for column, cell in zip(report.columns, row, strict=True):
        if column.kind is Kind.METER and not isinstance(cell, str):
            yield from _meter(cell)
        elif column.kind is Kind.METER:
            yield from (_safe(str(cell)), "")
        elif isinstance(cell, str) or column.kind is Kind.TEXT:
            yield _safe(plain_cell(column.kind, cell))
        else:
            yield plain_cell(column.kind, cell)


def _meter(cell: Cell) -> tuple[str, str]:
    """Return an amount of a meter in whole cents, and its rest. Both have the amount's sign."""
    if cell is None:
        return "", ""
    units = int(cell)
    cents, rest = divmod(abs(units), UNITS_PER_CENT)
    sign = -1 if units < 0 else 1
    return plain_cell(Kind.MONEY, sign * cents), str(sign * rest)


def _about(report: Report) -> Iterator[tuple[str, str]]:
    yield "report", report.title
    yield "scope", report.scope
    if report.state:
        yield "open", report.state
    for remark in report.remarks:
        yield "remark", remark
    for line, name, role, time in report.signatures:
        yield "signed", f"{line} by {name} ({role}), {iso_time(time)}"
    yield "digest", report.digest
    yield "program", f"Fairdeal {__version__}, program {program_digest()}"


def _safe(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
