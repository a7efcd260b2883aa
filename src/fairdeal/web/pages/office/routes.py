"""The addresses of the back office: today at a glance, and each report as a page."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.tables.act_rules import SIGNED_LINES
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import REPORTS, make_report
from fairdeal.office.forms.catalogue import FORMS
from fairdeal.office.remarks import outside
from fairdeal.office.report import Cell, Report, iso_time, shown_cell
from fairdeal.office.scope import PERIODS, Scope, read_scope
from fairdeal.program import program_digest
from fairdeal.web.api.investigations import close_line_investigation
from fairdeal.web.api.reports import (
    FILTERS,
    FORMATS,
    blind_tables,
    record_acknowledgement,
    sign_report_line,
)
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import form_fields, service_of
from fairdeal.web.pages.office.access import reader
from fairdeal.web.pages.office.fan import HEIGHT, STRIP_WIDTH, WIDTH
from fairdeal.web.pages.office.glance import glance, row_id
from fairdeal.web.pages.shell import go_to, page_response
from fairdeal.web.pages.wall.scene import wall_of


async def office(request: Request) -> Response:
    """Answer with today at a glance."""
    service, person = service_of(request), reader(request)
    wall = await wall_of(service, person)
    blind = blind_tables(service, person)
    seen = await service.office.ask(lambda book: glance(book, wall, blind))
    return page_response(
        request,
        "office.html",
        seen=seen,
        reports=REPORTS,
        size=(WIDTH, HEIGHT, STRIP_WIDTH),
        lab=service_of(request).lab_access != "off",
    )


class CellText(NamedTuple):
    """A cell: its text, whether it is set to the right, and the address that it leads to."""

    text: str
    right: bool
    link: str = ""


#: By report: the column whose number is that of a form, and which form; empty where a column of the
#: same row names it.
_FORMS: Final = {
    "fills-and-credits": ("serial", ""),
    "error-notifications": ("count", "error-notification"),
    "payouts": ("number", "payout"),
    "forms": ("number", ""),
}


class Choices(NamedTuple):
    """What can be chosen on the page of a report."""

    shifts: list[str]
    tables: list[tuple[str, str]]
    games: list[tuple[str, str]]


async def report_page(request: Request) -> Response:
    """Answer with one report as a page, with its filters."""
    blind = blind_tables(service_of(request), reader(request))
    name = request.path_params["report"]
    query = request.query_params
    asked = {field: query[field] for field in FILTERS if query.get(field)}

    def make(book: Book) -> tuple[Scope, Report, Choices]:
        scope = replace(read_scope(book, **asked), blind=blind)
        return scope, make_report(name, book, scope), _choices(book, scope)

    scope, made, choices = await service_of(request).office.ask(make)
    links = {
        form: f"/api/reports/{name}?{urlencode({**scope.fields(), 'format': form})}"
        for form in FORMATS
    }
    return page_response(
        request,
        "report.html",
        made=made,
        rows=_placed(made, made.rows),
        totals=_placed(made, made.totals),
        scope=scope,
        choices=choices,
        periods={"day": "the day", **{k: v for k, v in PERIODS.items() if v}},
        links=links,
        query=urlencode(scope.fields()),
        signatures=[
            (line, name, role, iso_time(time)) for line, name, role, time in made.signatures
        ],
        unsigned=[line for line in SIGNED_LINES if line not in {one[0] for one in made.signatures}],
        reports=REPORTS,
        program=program_digest(),
        uninvestigated=_uninvestigated(made, scope),
    )


async def sign(request: Request) -> Response:
    """Sign a line of a report by a form of its page."""
    person, name = reader(request), request.path_params["report"]
    fields = await form_fields(request)
    digest, line = fields.get("digest", ""), fields.get("line", "")
    if line not in SIGNED_LINES:
        raise Problem(422, "invalid", "a report has no such line")
    await sign_report_line(request, person, name, digest, line)
    return go_to(f"/office/reports/{name}?{request.url.query}#signatures")


async def acknowledge(request: Request) -> Response:
    """Acknowledge a significant event by a button of the first page."""
    person = reader(request)
    await record_acknowledgement(service_of(request), person, request.path_params["event"])
    return go_to("/office#alarms")


def _uninvestigated(made: Report, scope: Scope) -> list[str]:
    """Return the lines outside of their interval that nobody has closed with a note."""
    if made.name != "statistical" or made.open or scope.period != "day":
        return []
    told = " ".join(made.remarks)
    return [line for line in outside(made) if f"{line}, investigated by" not in told]


async def investigate(request: Request) -> Response:
    """Close the investigation of a line of the Statistical report by a form of its page."""
    person = reader(request)
    fields = await form_fields(request)
    await close_line_investigation(request, person, fields.get("of", ""), fields.get("note", ""))
    return go_to(f"/office/reports/statistical?{request.url.query}#signatures")


def _placed(made: Report, rows: Sequence[Sequence[Cell]]) -> list[tuple[str, list[CellText]]]:
    """Return rows with their places on the page, by the first cell; a second row of the same has
    none.
    """
    taken: set[str] = set()
    placed = []
    for row in rows:
        place = row_id(str(row[0]))
        placed.append(("" if place in taken else place, _cells(made, row)))
        taken.add(place)
    return placed


def _cells(made: Report, row: Sequence[Cell]) -> list[CellText]:
    named, form = _FORMS.get(made.name, ("", ""))
    told = dict(zip((column.name for column in made.columns), row, strict=True))
    form = form or str(told.get("form") or told.get("kind") or "")
    return [
        CellText(
            "" if cell is None else shown_cell(column.kind, cell),
            column.is_number,
            f"/api/forms/{form}/{quote(str(cell))}?format=pdf"
            if column.name == named and form in FORMS
            else "",
        )
        for column, cell in zip(made.columns, row, strict=True)
    ]


def _choices(book: Book, scope: Scope) -> Choices:
    tables = [one for one in book.tables.values() if not one.practice]
    games = {one.rules.game.name: one.rules.game.title for one in tables}
    return Choices(
        [one.name for one in book.calendar.on(scope.day).shifts],
        [(one.id, one.name) for one in tables],
        sorted(games.items()),
    )
