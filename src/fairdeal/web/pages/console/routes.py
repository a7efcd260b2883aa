"""The addresses of a console: its page, its feed, and what a command would lead to."""

from collections.abc import AsyncIterator
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.preview import preview
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import json_body, required_person, service_of
from fairdeal.web.live.service import Service
from fairdeal.web.live.websocket import PAGE_KEEPALIVE_SECONDS, serve_feed
from fairdeal.web.pages.console.access import why_not
from fairdeal.web.pages.console.scene import ConsoleScene, cloth, console
from fairdeal.web.pages.shell import person_of, shown
from fairdeal.web.pages.table.announcements import announced
from fairdeal.web.pages.table.routes import data
from fairdeal.web.pages.table.scene_types import Said

#: How many events are told where a console is opened.
SAID_FIRST: Final = 8


class ConsoleMessage(msgspec.Struct, frozen=True):
    """A message of the console's feed."""

    now: float
    deadline: int | None
    said: tuple[Said, ...]
    scene: ConsoleScene


def message(
    service: Service, face: PublishedTable, after: int, person: Person | None
) -> ConsoleMessage:
    """Return the table for a console that has all announcements up to a version."""
    head = service.messages.head(face)
    told = announced(face, after, face.viewer(person))
    return ConsoleMessage(head.now, head.deadline, told, console(face, person))


async def deal(request: Request) -> Response:
    """Answer with the console of a table."""
    service = service_of(request)
    face = service.table(request.path_params["table"])
    person = person_of(request)
    if why := why_not(face, person):
        raise Problem(401 if person is None else 403, "forbidden", why)
    first = message(service, face, max(0, face.state.version - SAID_FIRST), person)
    felt = cloth(face.state.rules)
    return shown(
        request,
        "console.html",
        table=face.id,
        name=face.name,
        felt=felt,
        first=data(first),
        felt_data=data(felt),
    )


async def _text(
    service: Service, face: PublishedTable, after: int, person: Person | None
) -> AsyncIterator[str]:
    yield msgspec.json.encode(message(service, face, after, person)).decode()


async def deal_live(socket: WebSocket) -> None:
    """Serve the feed of a console."""
    await serve_feed(socket, _text, keepalive=PAGE_KEEPALIVE_SECONDS, refusal=why_not)


async def ask_preview(request: Request) -> Response:
    """Answer with the outcome of a command, for a person who may give the command."""
    service, person = service_of(request), required_person(request)
    name = request.path_params["table"]
    service.table(name)
    service.limits.count_command(person)
    document = await json_body(request)
    told = await service.submit(lambda floor: preview(floor, person, name, document))
    return Response(msgspec.json.encode(told), media_type="application/json")
