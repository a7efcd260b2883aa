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
from fairdeal.table.real_cards import NO_PROOF, deals_real_cards
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import json_body, required_person, service_of
from fairdeal.web.live.service import Service
from fairdeal.web.live.websocket import PAGE_KEEPALIVE_SECONDS, serve_feed
from fairdeal.web.pages.console.access import why_not
from fairdeal.web.pages.console.scene import ConsoleScene, cloth, console
from fairdeal.web.pages.shell import page_response, person_of
from fairdeal.web.pages.table.announcements import announcements_after
from fairdeal.web.pages.table.routes import data
from fairdeal.web.pages.table.scene_types import Announcement
from fairdeal.wording.approval import approval_words

#: The number of past events that a console shows when it is opened.
SAID_FIRST: Final = 8


class ConsoleMessage(msgspec.Struct, frozen=True):
    """A message of the console's feed."""

    now: float
    deadline: int | None
    said: tuple[Announcement, ...]
    scene: ConsoleScene


def message(
    service: Service, table: PublishedTable, after: int, person: Person | None
) -> ConsoleMessage:
    """Return the table for a console that has all announcements up to a version."""
    head = service.messages.head(table)
    announcements = announcements_after(table, after, table.viewer(person))
    return ConsoleMessage(head.now, head.deadline, announcements, console(table, person))


async def deal(request: Request) -> Response:
    """Answer with the console of a table."""
    service = service_of(request)
    person = person_of(request)
    table = service.table(request.path_params["table"], person)
    if why := why_not(table, person):
        raise Problem(401 if person is None else 403, "forbidden", why)
    first = message(service, table, max(0, table.state.version - SAID_FIRST), person)
    felt = cloth(table.state.rules)
    return page_response(
        request,
        "console.html",
        table=table.id,
        name=table.name,
        approval=approval_words(table.state.rules),
        real_cards=NO_PROOF if deals_real_cards(table.state.rules) else "",
        felt=felt,
        first=data(first),
        felt_data=data(felt),
    )


async def _text(
    service: Service, table: PublishedTable, after: int, person: Person | None
) -> AsyncIterator[str]:
    yield msgspec.json.encode(message(service, table, after, person)).decode()


async def deal_live(socket: WebSocket) -> None:
    """Serve the feed of a console."""
    await serve_feed(socket, _text, keepalive=PAGE_KEEPALIVE_SECONDS, refusal=why_not)


async def ask_preview(request: Request) -> Response:
    """Answer with the outcome of a command, for a person who may give the command."""
    service, person = service_of(request), required_person(request)
    name = request.path_params["table"]
    service.table(name, person)
    service.limits.count_command(person)
    document = await json_body(request)
    outcome = await service.submit(lambda floor: preview(floor, person, name, document))
    return Response(msgspec.json.encode(outcome), media_type="application/json")
