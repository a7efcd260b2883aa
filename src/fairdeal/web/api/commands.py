"""Commands at a table: nearly all that a floor is asked."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import FairdealError
from fairdeal.floor.people.accounts import Person
from fairdeal.table.state import moment
from fairdeal.web.http.problems import Problem, problem_of
from fairdeal.web.http.request import (
    idempotency_key,
    json_body,
    require_fields,
    required_person,
    service_of,
)
from fairdeal.web.live.service import Service
from fairdeal.wire.line import dump_bytes


async def commands(request: Request) -> Response:
    """A command at a table."""
    with _count_refusals(service_of(request)):
        return await _command(request)


async def _command(request: Request) -> Response:
    service = service_of(request)
    person = required_person(request)
    name = request.path_params["table"]
    service.table(name)
    key = idempotency_key(request)
    if not key:
        detail = "a command needs the header Idempotency-Key: a text of your own, new for each"
        raise Problem(428, "no-key", detail)
    service.limits.count_command(person)
    return await _submit(service, name, person, await json_body(request), key)


@contextmanager
def _count_refusals(service: Service) -> Iterator[None]:
    """Whatever is not taken is counted, by the word for it."""
    try:
        yield
    except Problem as problem:
        service.metrics.refusals.labels(problem.code).inc()
        raise
    except FairdealError as error:
        service.metrics.refusals.labels(problem_of(error).code).inc()
        raise


async def _submit(
    service: Service, name: str, person: Person, document: dict[str, Any], key: str
) -> Response:
    answer = await service.submit(lambda floor: floor.command(person, name, document, key))
    service.metrics.commands.labels(str(document["do"])).inc()
    return _response(service, name, person, answer)


def _response(service: Service, name: str, person: Person, answer: Any) -> Response:
    face = service.table(name)
    viewer = face.viewer(person)
    head = dump_bytes(
        {
            "version": answer.version,
            "events": answer.visible_to(viewer),
            "at": moment(face.state),
        }
    )
    text = b'%b,"view":%b}' % (head[:-1], face.view_text(viewer))
    return Response(text, media_type="application/json")


async def confirm(request: Request) -> Response:
    """The second person of a two-person act."""
    with _count_refusals(service_of(request)):
        return await _confirm(request)


async def _confirm(request: Request) -> Response:
    service, person = service_of(request), required_person(request)
    name = request.path_params["table"]
    service.table(name)
    service.limits.count_command(person)
    document = await json_body(request)
    require_fields(document, "asked")
    asked = document["asked"]
    if not isinstance(asked, int) or isinstance(asked, bool):
        raise Problem(422, "invalid", "asked is the number that the table's view has")
    key = idempotency_key(request) or f"confirm {asked}"
    return await _submit(service, name, person, {"do": "confirm", "asked": asked}, key)
