"""Notes that close the investigation of a line outside of its 95 % interval (36.05.03.25B)."""

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.english import quoted
from fairdeal.errors import Refused
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.office_acts import close_investigation
from fairdeal.office.remarks import outside
from fairdeal.web.api.bodies import InvestigationBody, text_fields
from fairdeal.web.api.reports import made_report, require_reader
from fairdeal.web.http.request import json_response, required_person, service_of


async def investigate(request: Request) -> Response:
    """Close the investigation of a line outside of its 95 % interval with a note."""
    person = required_person(request)
    of, note = await text_fields(request, InvestigationBody, "of", "note")
    require_reader(person)
    await close_line_investigation(request, person, of, note)
    return json_response((await made_report(request, "statistical")).document())


async def close_line_investigation(request: Request, person: Person, of: str, note: str) -> None:
    """Have a person close the investigation of a line of the Statistical report of a day."""
    made = await made_report(request, "statistical")
    if made.open or made.asked["period"] != "day" or set(made.asked) - {"day", "period"}:
        raise Refused(
            "what is investigated is a whole gaming day that is over", "COMAR 36.05.03.25"
        )
    if of not in outside(made):
        raise Refused(f"{quoted(of)} is not outside of its 95 % interval", "COMAR 36.05.03.25")
    day = made.asked["day"]
    await service_of(request).submit(
        lambda floor: close_investigation(floor, person, day, of, note)
    )
