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
from fairdeal.web.http.request import body_of, key_of, only, required, service_of
from fairdeal.web.live.service import Service
from fairdeal.wire.line import dump_bytes


async def commands(request: Request) -> Response:
    """A command at a table."""
    with _counted(service_of(request)):
        return await _command(request)


async def _command(request: Request) -> Response:
    service = service_of(request)
    person = required(request)
    name = request.path_params["table"]
    service.face(name)
    key = key_of(request)
    if not key:
        detail = "a command needs the header Idempotency-Key: a text of your own, new for each"
        raise Problem(428, "no-key", detail)
    service.take_command(person)
    return await _asked(service, name, person, await body_of(request), key)


@contextmanager
def _counted(service: Service) -> Iterator[None]:
    """Whatever is not taken is counted, by the word for it."""
    try:
        yield
    except Problem as problem:
        service.metrics.refusals.labels(problem.code).inc()
        raise
    except FairdealError as error:
        service.metrics.refusals.labels(problem_of(error).code).inc()
        raise


async def _asked(
    service: Service, name: str, person: Person, document: dict[str, Any], key: str
) -> Response:
    answer = await service.ask(lambda floor: floor.command(person, name, document, key))
    service.metrics.commands.labels(str(document["do"])).inc()
    return _answered(service, name, person, answer)


def _answered(service: Service, name: str, person: Person, answer: Any) -> Response:
    face = service.face(name)
    viewer = face.viewer(person)
    head = dump_bytes(
        {
            "version": answer.version,
            "events": answer.seen(viewer),
            "at": moment(face.state),
        }
    )
    text = b'%b,"view":%b}' % (head[:-1], face.view_text(viewer))
    return Response(text, media_type="application/json")


async def confirm(request: Request) -> Response:
    """The second person of a two-person act."""
    with _counted(service_of(request)):
        return await _confirm(request)


async def _confirm(request: Request) -> Response:
    service, person = service_of(request), required(request)
    name = request.path_params["table"]
    service.face(name)
    service.take_command(person)
    document = await body_of(request)
    only(document, "asked")
    asked = document["asked"]
    if not isinstance(asked, int) or isinstance(asked, bool):
        raise Problem(422, "invalid", "asked is the number that the table's view has")
    key = key_of(request) or f"confirm {asked}"
    return await _asked(service, name, person, {"do": "confirm", "asked": asked}, key)
