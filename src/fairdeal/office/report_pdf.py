"""A report as a paper: one look with the operator's other papers, with its digest."""

from collections.abc import Sequence

import msgspec

from fairdeal import __version__
from fairdeal.office.report import Cell, Report, iso_time, shown_cell
from fairdeal.papers.typesetting import typeset
from fairdeal.program import program_digest


class PaperColumn(msgspec.Struct, frozen=True, rename="kebab"):
    """A column of the paper: its heading, whether it is set to the right, and how wide it is."""

    title: str
    right: bool
    wide: bool


class ReportPaper(msgspec.Struct, frozen=True, rename="kebab"):
    """The content of the paper."""

    title: str
    scope: str
    state: str
    version: str
    digest: str
    program: str
    citation: str
    columns: tuple[PaperColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    totals: tuple[tuple[str, ...], ...]
    remarks: tuple[str, ...]
    notes: tuple[str, ...]
    signed: tuple[tuple[str, str], ...]


def report_pdf(report: Report) -> bytes:
    """Return a report as PDF; the same report gives the same bytes."""
    shown = tuple(_shown(report, row) for row in report.rows)
    totals = tuple(_shown(report, row) for row in report.totals)
    columns = tuple(
        PaperColumn(
            column.title,
            column.is_number,
            wide=max((len(row[at]) for row in (*shown, *totals)), default=0) > 24,
        )
        for at, column in enumerate(report.columns)
    )
    paper = ReportPaper(
        title=report.title,
        scope=report.scope,
        state=report.state,
        version=__version__,
        digest=report.digest,
        program=program_digest(),
        citation=report.citation,
        columns=columns,
        rows=shown,
        totals=totals,
        remarks=report.remarks,
        notes=report.notes,
        signed=tuple(
            (f"{line.capitalize()} by {name} ({role})", iso_time(time))
            for line, name, role, time in report.signatures
        ),
    )
    return typeset("office_report", paper)


def _shown(report: Report, row: Sequence[Cell]) -> tuple[str, ...]:
    return tuple(
        shown_cell(column.kind, cell) if cell is not None else ""
        for column, cell in zip(report.columns, row, strict=True)
    )
