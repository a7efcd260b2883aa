"""`fairdeal report`: the reports of the back office, from a floor's log alone."""

import sys
from datetime import timedelta
from pathlib import Path
from typing import Annotated

import typer

from fairdeal import __version__
from fairdeal.cli.open_floor import open_floor
from fairdeal.cli.options import AsJson
from fairdeal.cli.output import console, plain_table, print_table
from fairdeal.cli.serve import Db
from fairdeal.english import one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.floor.log.store import Store
from fairdeal.office.archive import archived_book, check_archive
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import REPORTS, make_report
from fairdeal.office.form_pdf import form_pdf
from fairdeal.office.forms.catalogue import make_form
from fairdeal.office.forms.form import OfficeForm
from fairdeal.office.report import Report, shown_cell
from fairdeal.office.report_csv import report_csv
from fairdeal.office.report_pdf import report_pdf
from fairdeal.office.scope import PERIODS, read_scope
from fairdeal.program import program_digest
from fairdeal.wire.json import json_text

_FORMATS = ("json", "csv", "pdf")


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog="Examples: fairdeal report · fairdeal report statistical --day 2026-11-18 · "
        "fairdeal report meter-movement --period month --format csv · "
        "fairdeal report statistical --format pdf -o day.pdf · "
        "fairdeal report fill --number fill-12 -o fill-12.pdf"
    )(report)


def report(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="The report; without it, all are listed.")
    ] = None,
    *,
    day: Annotated[
        str | None,
        typer.Option(
            metavar="YYYY-MM-DD", help="The gaming day; by default that of the last entry."
        ),
    ] = None,
    shift: Annotated[str | None, typer.Option(help="Only this shift.")] = None,
    table: Annotated[str | None, typer.Option(help="Only this table.")] = None,
    of_game: Annotated[
        str | None, typer.Option("--of-game", metavar="GAME", help="Only tables of this game.")
    ] = None,
    dealer: Annotated[
        str | None, typer.Option(metavar="ID", help="Only rounds of this dealer.")
    ] = None,
    period: Annotated[
        str | None,
        typer.Option(
            metavar="PERIOD", help=f"{one_of(list(PERIODS)).capitalize()}, up to the day."
        ),
    ] = None,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="Only significant events of this kind.")
    ] = None,
    severity: Annotated[
        str | None,
        typer.Option(metavar="notice|warning|alarm", help="Only events of this severity."),
    ] = None,
    number: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBER",
            help="NAME is a form, and this its number: `fairdeal report forms` lists them.",
        ),
    ] = None,
    form: Annotated[
        str | None, typer.Option("--format", metavar="json|csv|pdf", help="Else a table to read.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="The file to write.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
    as_json: AsJson = False,
    archive: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A file of `audit archive`, instead of a database."),
    ] = None,
    db: Db = None,
) -> None:
    """Print a report of the back office, made from the floor's log alone, or with its number one
    form. Without a name, list the reports.
    """
    chosen = "json" if as_json else form
    if chosen not in (None, *_FORMATS):
        raise BadInputError(f"--format is json, csv or pdf, not {quoted(chosen)}")
    if name is None:
        _list(as_json=chosen == "json")
        return
    if chosen == "pdf" and output is None and sys.stdout.isatty():
        raise BadInputError("a PDF goes to a file: name it with -o")
    if archive is None:
        with open_floor(db) as database:
            book = Book().read(Store(database))
    elif db is not None:
        raise BadInputError("say --db URL or --archive FILE, not both")
    else:
        kept = check_archive(archive)
        book, day = archived_book(kept), day or (kept.before - timedelta(days=1)).isoformat()
    if number is not None:
        _give_form(make_form(book, name, number), chosen, output, force=force)
        return
    scope = read_scope(
        book,
        day=day,
        period=period,
        shift=shift,
        table=table,
        game=of_game,
        dealer=dealer,
        kind=kind,
        severity=severity,
    )
    made = make_report(name, book, scope)
    if chosen is None and output is None:
        _print(made)
        return
    ending = output.suffix.removeprefix(".") if output else ""
    data = _data(made, chosen or (ending if ending in _FORMATS else "json"))
    if output is not None:
        _write(output, data, force=force)
        typer.echo(f"{made.title}: {output}", err=True)
    else:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def _give_form(made: OfficeForm, chosen: str | None, output: Path | None, *, force: bool) -> None:
    ending = output.suffix.removeprefix(".") if output else ""
    kind = chosen or (ending if ending in _FORMATS else "json")
    if kind == "csv":
        raise BadInputError("a form is made as json or pdf")
    data = form_pdf(made) if kind == "pdf" else f"{json_text(made.document())}\n".encode()
    if output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    _write(output, data, force=force)
    typer.echo(f"{made.title} {made.id}: {output}", err=True)


def _write(path: Path, data: bytes, *, force: bool) -> None:
    try:
        with path.open("wb" if force else "xb") as file:
            file.write(data)
    except FileExistsError:
        raise BadInputError(f"{quoted(str(path))} is there already: --force replaces it") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise BadInputError(f"{quoted(str(path))} cannot be written: {reason.lower()}") from None


def _data(made: Report, form: str) -> bytes:
    if form == "csv":
        return report_csv(made).encode()
    if form == "pdf":
        return report_pdf(made)
    return f"{json_text(made.document())}\n".encode()


def _list(*, as_json: bool) -> None:
    if as_json:
        listed = [
            {"report": name, "title": one.title, "about": one.about}
            for name, one in REPORTS.items()
        ]
        typer.echo(json_text(listed))
        return
    out = console()
    rows = plain_table("report", "tells")
    for name, one in REPORTS.items():
        rows.add_row(name, one.about)
    print_table(out, rows)


def _print(made: Report) -> None:
    out = console()
    out.print(f"{made.title}: {made.scope}", style="bold", markup=False)
    if made.state:
        out.print(made.state, markup=False)
    if made.rows:
        rows = plain_table(*(column.title for column in made.columns))
        for at, column in enumerate(made.columns):
            rows.columns[at].justify = "right" if column.is_number else "left"
        for row in (*made.rows, *made.totals):
            cells = zip(made.columns, row, strict=True)
            rows.add_row(*(shown_cell(c.kind, v) if v is not None else "" for c, v in cells))
        print_table(out, rows)
    else:
        out.print("The log has no entries for this report in this period.")
    for remark in made.remarks:
        out.print(remark, markup=False)
    for note in made.notes:
        out.print(note, style="dim", markup=False)
    if made.citation:
        out.print(made.citation, style="dim", markup=False)
    out.print(f"SHA-256 {made.digest}", style="dim", markup=False)
    program = f"Fairdeal {__version__}, program {program_digest()[:16]}"
    out.print(program, style="dim", markup=False)
