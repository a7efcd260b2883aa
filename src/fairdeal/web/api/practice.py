"""Practice and pace: a private practice table, how fast it is dealt, and the way to a result."""

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.pace import set_pace, skip_to_result
from fairdeal.floor.tables.private_practice import practise
from fairdeal.web.api.answers import PracticeSeat, TablePace
from fairdeal.web.api.bodies import PaceBody, PracticeBody, body_fields, text_fields
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import (
    at_table,
    json_body,
    json_response,
    require_fields,
    required_person,
    service_of,
)
from fairdeal.web.live.service import Service


async def sit_at_practice(request: Request) -> Response:
    """Sit down at a private practice table of a game."""
    service, person = service_of(request), required_person(request)
    name = (await body_fields(request, PracticeBody))["table"]
    if not isinstance(name, str):
        raise Problem(422, "invalid", "table is the id of a table")
    table, seat = await practice_seat(service, person, name)
    return json_response(PracticeSeat(table, seat), 201)


async def practice_seat(service: Service, person: Person, table: str) -> tuple[str, int]:
    """Return table and seat of a person's private practice, opened now if there is none."""
    service.table(table, person)
    service.limits.count_command(person)
    return await service.submit(lambda floor: practise(floor, person, table))


async def change_pace(request: Request) -> Response:
    """Set how fast the dealer deals at one's private practice table."""
    service, person, name = at_table(request)
    service.limits.count_command(person)
    (pace,) = await text_fields(request, PaceBody, "pace")
    await service.submit(lambda floor: set_pace(floor, person, name, pace))
    return json_response(TablePace(name, pace))


async def skip(request: Request) -> Response:
    """Skip to the result of a round in which one has folded."""
    service, person, name = at_table(request)
    service.limits.count_command(person)
    require_fields(await json_body(request, needed=False))
    await service.submit(lambda floor: skip_to_result(floor, person, name))
    return Response(status_code=204)
