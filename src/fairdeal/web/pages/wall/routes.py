"""The addresses of the floor's wall: its page, the state it asks for, and the opening of tables."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.startup import sample_texts
from fairdeal.submission.check import check
from fairdeal.table.actors import DEALER
from fairdeal.web.api.tables import open_under_rules, require_operator
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import (
    json_body,
    json_response,
    optional_person,
    require_fields,
    required_person,
    service_of,
)
from fairdeal.web.pages.shell import page_response, person_of
from fairdeal.web.pages.table.routes import data
from fairdeal.web.pages.wall.scene import MAY_LOOK, wall_of, why_not


async def wall(request: Request) -> Response:
    """Answer with the wall, or for a dealer with the tables that a person deals."""
    person = person_of(request)
    if person is not None and DEALER in person.roles and not set(MAY_LOOK) & set(person.roles):
        all_tables = sorted(service_of(request).tables.values(), key=lambda table: table.place)
        dealt = [table for table in all_tables if table.dealer == "person" and not table.closed]
        return page_response(request, "dealing.html", tables=dealt)
    why = why_not(person)
    if why or person is None:
        raise Problem(401 if person is None else 403, "forbidden", why)
    first = await wall_of(service_of(request), person)
    return page_response(request, "wall.html", may=first.may, first=data(first))


async def wall_state(request: Request) -> Response:
    """Answer with the wall's document as it is now."""
    person = optional_person(request)
    why = why_not(person)
    if why or person is None:
        raise Problem(401 if person is None else 403, "forbidden", why)
    document = await wall_of(service_of(request), person)
    return Response(msgspec.json.encode(document), media_type="application/json")


async def samples(request: Request) -> Response:
    """Answer with the sample rules files, for the operator."""
    require_operator(required_person(request))
    return json_response([{"name": n, "text": text} for n, text in sample_texts().items()])


async def open_by_file(request: Request) -> Response:
    """Open a table under the rules of a file's text."""
    service, person = service_of(request), required_person(request)
    document = await json_body(request)
    require_fields(document, "rules")
    text: Any = document["rules"]
    if not isinstance(text, str):
        raise Problem(422, "invalid", "rules are the text of a rules file")
    require_operator(person)
    checked = check(text)
    if checked.rules is None:
        first = checked.findings[0]
        raise Problem(
            409, "refused", f"line {first.line}: {first.message}", clause=first.clause or None
        )
    return await open_under_rules(service, person, checked.rules)
