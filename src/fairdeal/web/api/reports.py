"""The reports of the back office, for the roles that may see them."""

import asyncio
from dataclasses import replace
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.english import one_of, quoted
from fairdeal.errors import Refused, UnknownError
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.office_acts import acknowledge
from fairdeal.floor.people.office_acts import sign_report as sign_on_floor
from fairdeal.floor.tables.act_rules import OFFICE, SIGNED_LINES
from fairdeal.floor.tables.blind_counts import is_blind
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import REPORTS, make_report
from fairdeal.office.report import Report, iso_time
from fairdeal.office.report_csv import report_csv
from fairdeal.office.report_pdf import report_pdf
from fairdeal.office.scope import read_scope
from fairdeal.web.api.answers import ReportListing, SignificantEvent
from fairdeal.web.api.bodies import SignBody, body_fields
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import json_response, required_person, service_of, whole_number
from fairdeal.web.live.service import Service
from fairdeal.web.live.websocket import MAX_VERSION

#: Who may see reports.
READERS: Final = OFFICE
#: The forms of a report, and their media types.
FORMATS: Final = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "pdf": "application/pdf",
}
#: The fields of a query that say what a report is about.
FILTERS: Final = ("day", "period", "shift", "table", "game", "dealer", "kind", "severity")


def require_reader(person: Person) -> None:
    """Refuse whoever may not see reports."""
    if not set(READERS) & set(person.roles):
        detail = "reports are for floorpersons, auditors and the operator"
        raise Problem(403, "forbidden", detail)


def blind_tables(service: Service, person: Person) -> frozenset[str]:
    """Return the tables whose win is withheld from a person who may count them."""
    return frozenset(
        table.id
        for table in service.tables.values()
        if is_blind(table.dealer, table.closed, person.roles)
    )


async def list_reports(request: Request) -> Response:
    """List the reports of the back office."""
    require_reader(required_person(request))
    return json_response(
        [ReportListing(name, one.title, one.about) for name, one in REPORTS.items()]
    )


async def show_report(request: Request) -> Response:
    """Return a report as JSON, CSV or PDF, made from the log as it is now."""
    person = required_person(request)
    form = form_asked(request)
    require_reader(person)
    made = await made_report(request, request.path_params["report"])
    if form == "json":
        return json_response(made.document())
    try:
        content = await asyncio.to_thread(_content, made, form)
    except ModuleNotFoundError as error:
        reason = f"this floor cannot make PDFs: {error.name} is not installed"
        raise Problem(503, "no-press", reason, retry_seconds=3600) from None
    name = f"{made.name}-{made.asked['day']}.{form}"
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, media_type=FORMATS[form], headers=headers)


async def made_report(request: Request, name: str) -> Report:
    """Make the report that a request asks for, beside the event loop."""
    query = request.query_params
    asked = {field: query[field] for field in FILTERS if query.get(field)}
    blind = blind_tables(service_of(request), required_person(request))

    def make(book: Book) -> Report:
        scope = replace(read_scope(book, **asked), blind=blind)
        return make_report(name, book, scope)

    return await service_of(request).office.ask(make)


async def sign_report(request: Request) -> Response:
    """Sign a line of a report whose period is over; a second person signs the other line."""
    person = required_person(request)
    fields = await body_fields(request, SignBody)
    digest, line = fields["digest"], fields["line"]
    if not isinstance(digest, str) or line not in SIGNED_LINES:
        raise Problem(422, "invalid", f"digest is a text, and line is {one_of(SIGNED_LINES)}")
    require_reader(person)
    name = request.path_params["report"]
    await sign_report_line(request, person, name, digest, line)
    return json_response((await made_report(request, name)).document())


async def sign_report_line(
    request: Request, person: Person, name: str, digest: str, line: str
) -> None:
    """Have a person sign a line of the report that a request asks for; `Refused` if he or she may
    not, or if the figures are not those of the digest.
    """
    made = await made_report(request, name)
    if made.digest != digest:
        raise Refused("the figures have changed since you loaded the report: load it again", None)
    if made.open:
        raise Refused("the period is still open: its report is signed when it is over", None)
    if made.waits:
        raise Refused(f"the day is still open: {made.waits[0]}", None)
    await service_of(request).submit(
        lambda floor: sign_on_floor(floor, person, name, made.asked, digest, line)
    )


# Significant events -------------------------------------------------------------------------------


async def list_significant(request: Request) -> Response:
    """List the significant events, and who has acknowledged them."""
    require_reader(required_person(request))
    after = whole_number(request.query_params.get("after"), "after", -1, MAX_VERSION)

    def read(book: Book) -> list[SignificantEvent]:
        return [_event(book, number) for number in book.significant if number > after]

    return json_response(await service_of(request).office.ask(read))


async def acknowledge_event(request: Request) -> Response:
    """Acknowledge a significant event: it is no alarm any more."""
    service, person = service_of(request), required_person(request)
    require_reader(person)
    number = await record_acknowledgement(service, person, request.path_params["event"])
    return json_response(await service.office.ask(lambda book: _event(book, number)))


async def record_acknowledgement(service: Service, person: Person, text: str) -> int:
    """Have an event acknowledged by a person; `Refused` where somebody has done so before."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else -1
    if not await service.office.ask(lambda book: number in book.significant):
        raise UnknownError(f"there is no significant event {quoted(text)}")
    await service.submit(lambda floor: acknowledge(floor, person, number))
    return number


def _event(book: Book, number: int) -> SignificantEvent:
    one, seen = book.significant[number], book.acknowledged.get(number)
    return SignificantEvent(
        number=number,
        time=iso_time(one.where.time),
        table=one.where.table,
        kind=one.kind,
        severity=one.severity,
        what=one.words,
        who=book.name_of(one.by),
        before=one.before,
        after=one.after,
        acknowledged_by=seen.name if seen else None,
        acknowledged=iso_time(seen.time) if seen else None,
    )


def _content(made: Report, form: str) -> bytes:
    return report_pdf(made) if form == "pdf" else report_csv(made).encode()


def form_asked(request: Request) -> str:
    """Return the form that is asked for, by the query or else by the header `Accept`."""
    asked = request.query_params.get("format")
    if asked is not None:
        if asked not in FORMATS:
            detail = f"a report is made as {one_of(list(FORMATS))}, not as {quoted(asked)}"
            raise Problem(422, "invalid", detail)
        return asked
    accepted = request.headers.get("accept", "").lower()
    if "text/csv" in accepted:
        return "csv"
    return "pdf" if "application/pdf" in accepted else "json"
