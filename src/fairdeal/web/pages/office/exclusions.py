"""The page of exclusions: the list, and the forms of the operator."""

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import BadInputError, Refused
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.exclusion import exclude, exclusions_in_force, read_until, readmit
from fairdeal.table.actors import OPERATOR
from fairdeal.web.api.exclusions import exclusion_answer, name_and_reason
from fairdeal.web.http.request import form_fields, service_of
from fairdeal.web.pages.office.access import reader
from fairdeal.web.pages.shell import go_to, page_response


async def exclusions(request: Request) -> Response:
    """Answer with the list of those who are excluded."""
    return await _page(request, reader(request))


async def change_exclusion(request: Request) -> Response:
    """Exclude or readmit somebody by a form of the page."""
    service, person = service_of(request), reader(request)
    fields = await form_fields(request)
    name, reason = name_and_reason(fields)
    try:
        if fields.get("do") == "readmit":
            await service.submit(lambda floor: readmit(floor, person, name, reason))
        else:
            until = read_until(fields.get("until") or None)
            await service.submit(lambda floor: exclude(floor, person, name, reason, until))
    except (BadInputError, Refused) as error:
        return await _page(request, person, str(error), 422)
    return go_to("/office/exclusions")


async def _page(request: Request, person: Person, error: str = "", status: int = 200) -> Response:
    found = await service_of(request).submit(exclusions_in_force)
    return page_response(
        request,
        "exclusions.html",
        status,
        listed=[exclusion_answer(one) for one in found],
        may_change=OPERATOR in person.roles,
        error=f"{error[:1].upper()}{error[1:]}.".replace("..", ".") if error else "",
    )
