"""The feed of a table's page: its scene, and announcements of what has happened."""

from collections.abc import AsyncIterator

import msgspec
from starlette.websockets import WebSocket

from fairdeal.floor.money.ledger import player_account
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table.actors import PLAYER
from fairdeal.web.live.service import Service
from fairdeal.web.live.websocket import PAGE_KEEPALIVE_SECONDS, serve_feed
from fairdeal.web.pages.table.announcements import announced
from fairdeal.web.pages.table.scene import scene
from fairdeal.web.pages.table.scene_types import Said, Scene


class PageViewer(msgspec.Struct, frozen=True):
    """The person who looks at a page."""

    id: str
    name: str


class TableMessage(msgspec.Struct, frozen=True):
    """A message of the feed."""

    now: float
    deadline: int | None
    said: tuple[Said, ...]
    scene: Scene
    #: Who looks, where that is somebody.
    you: PageViewer | None = None


async def message(
    service: Service, face: PublishedTable, after: int, person: Person | None
) -> TableMessage:
    """Return the table for a viewer who has all announcements up to a version."""
    viewer = face.viewer(person)
    balance = None
    if person is not None and PLAYER in person.roles:
        account = player_account(person.id)
        balance = (
            await service.sessions.query(lambda: service.sessions.balance(account))
            // UNITS_PER_CENT
        )
    head = service.messages.head(face)
    told = announced(face, after, viewer)
    you = PageViewer(person.id, person.name) if person is not None else None
    return TableMessage(head.now, head.deadline, told, scene(face, viewer, balance), you)


async def _text(
    service: Service, face: PublishedTable, after: int, person: Person | None
) -> AsyncIterator[str]:
    yield msgspec.json.encode(await message(service, face, after, person)).decode()


async def live(socket: WebSocket) -> None:
    """Serve the feed of a table's page."""
    await serve_feed(socket, _text, keepalive=PAGE_KEEPALIVE_SECONDS)
