"""Commands at a table, which are nearly all of a floor's requests that change something."""

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import FairdealError
from fairdeal.floor.floor import CommandResult
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.chip_requests import confirm_request
from fairdeal.floor.tables.meter_acts import confirm_meter
from fairdeal.floor.tables.pending_acts import METER_ACTS
from fairdeal.web.api.answers import CommandAnswer
from fairdeal.web.api.bodies import ConfirmBody, body_fields
from fairdeal.web.http.problems import Problem, problem_of
from fairdeal.web.http.request import idempotency_key, json_body, required_person, service_of
from fairdeal.web.live.service import Service
from fairdeal.wire.json_line import dump_bytes

#: The longest id of a request for chips, or about a meter.
_LONGEST_ID: Final = 40


async def give_command(request: Request) -> Response:
    """Give a command at a table."""
    return Response(await command_answer(request), media_type="application/json")


async def command_answer(request: Request) -> bytes:
    """Give a command at a table, and return the answer in JSON."""
    service = service_of(request)
    try:
        return await _give_command(service, request)
    except (Problem, FairdealError) as error:
        _count_refusal(service, error)
        raise


async def _give_command(service: Service, request: Request) -> bytes:
    person = required_person(request)
    name = request.path_params["table"]
    service.table(name, person)
    key = idempotency_key(request)
    if not key:
        detail = "a command needs the header Idempotency-Key: a text of your own, new for each"
        raise Problem(428, "no-key", detail)
    service.limits.count_command(person)
    return await _submit(service, name, person, await json_body(request), key)


def _count_refusal(service: Service, error: Problem | FairdealError) -> None:
    """Count a command that is not accepted, by the code of the problem."""
    problem = error if isinstance(error, Problem) else problem_of(error)
    service.metrics.refusals.labels(problem.code).inc()


async def _submit(
    service: Service, name: str, person: Person, document: dict[str, Any], key: str
) -> bytes:
    done = await service.submit(lambda floor: floor.command(person, name, document, key))
    service.metrics.note_command(str(document["do"]))
    return _answer(service, name, person, done)


def _answer(
    service: Service, name: str, person: Person, done: CommandResult | None = None
) -> bytes:
    """Return what a command has led to and the table as it is now; without a command no events."""
    table = service.table(name, person)
    viewer = table.viewer(person)
    answer = CommandAnswer(
        version=done.version if done else table.state.version,
        events=done.visible_to(viewer) if done else [],
        at=table.at,
        view=msgspec.Raw(table.view_text(viewer)),
    )
    return dump_bytes(answer)


async def confirm(request: Request) -> Response:
    """Confirm what another person reported, as the second of two."""
    service = service_of(request)
    try:
        answer = await _confirm(service, request)
    except (Problem, FairdealError) as error:
        _count_refusal(service, error)
        raise
    return Response(answer, media_type="application/json")


async def _confirm(service: Service, request: Request) -> bytes:
    person = required_person(request)
    name = request.path_params["table"]
    service.table(name, person)
    service.limits.count_command(person)
    asked = (await body_fields(request, ConfirmBody))["asked"]
    if isinstance(asked, str) and len(asked) <= _LONGEST_ID:
        confirm_it = confirm_meter if asked.startswith(METER_ACTS) else confirm_request
        await service.submit(lambda floor: confirm_it(floor, person, name, asked))
        return _answer(service, name, person)
    if not isinstance(asked, int) or isinstance(asked, bool):
        raise Problem(
            422,
            "invalid",
            "`asked` is the number of that name in the table's view, or the id of a request",
        )
    key = idempotency_key(request) or f"confirm {asked}"
    return await _submit(service, name, person, {"do": "confirm", "asked": asked}, key)
