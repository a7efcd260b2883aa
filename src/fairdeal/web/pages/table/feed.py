"""The feed of a table's page: its scene, and announcements of what has happened."""

from collections.abc import AsyncIterator

import msgspec
from starlette.websockets import WebSocket

from fairdeal.floor.money.ledger import game_account, has_game_accounts, player_account
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.act_rules import MORE_BELOW_CENTS
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table.actors import PLAYER
from fairdeal.table.state import account_cents, layout_cents
from fairdeal.table.view import Viewer
from fairdeal.web.live.service import Service
from fairdeal.web.live.websocket import PAGE_KEEPALIVE_SECONDS, serve_feed
from fairdeal.web.pages.table.absence_notice import is_remembered, logged_without_you, without_you
from fairdeal.web.pages.table.announcements import announcements_after
from fairdeal.web.pages.table.scene import scene, scene_text
from fairdeal.web.pages.table.scene_types import Announcement, OwnEvent, Scene


class PageViewer(msgspec.Struct, frozen=True):
    """The person who looks at a page."""

    id: str
    name: str


class TableMessage(msgspec.Struct, frozen=True):
    """A message of the feed."""

    now: float
    deadline: int | None
    said: tuple[Announcement, ...]
    scene: Scene
    #: What happened at the viewer's own seats without the viewer.
    without_you: tuple[OwnEvent, ...] = ()
    #: The viewer; None without a session.
    you: PageViewer | None = None


class WrittenMessage(msgspec.Struct, frozen=True):
    """A message whose scene is text already. Its fields are those of `TableMessage`, in order."""

    now: float
    deadline: int | None
    said: tuple[Announcement, ...]
    scene: msgspec.Raw
    without_you: tuple[OwnEvent, ...] = ()
    you: PageViewer | None = None


async def message(
    service: Service, table: PublishedTable, after: int, person: Person | None
) -> TableMessage:
    """Return the table for a viewer who has all announcements up to a version."""
    viewer, balance = table.viewer(person), await _balance(service, table.id, person)
    head = service.messages.head(table)
    announcements = announcements_after(table, after, viewer)
    shown = scene(table, viewer, balance, _cents_at_other_tables(service, table, person, balance))
    alone = without_you(table, after, viewer)
    return TableMessage(head.now, head.deadline, announcements, shown, alone, _page_viewer(person))


async def _balance(service: Service, table: str, person: Person | None) -> int | None:
    """Return the cents that a player may bet at a table, those of the purse and of the game account
    there; None for whoever is no player.
    """
    if person is None or PLAYER not in person.roles:
        return None
    return await service.sessions.query(lambda: _cents(service, table, person.id))


def _cents(service: Service, table: str, player: str) -> int:
    accounts = (player_account(player), game_account(table, player))
    return service.sessions.balance(accounts) // UNITS_PER_CENT


def _cents_at_other_tables(
    service: Service, table: PublishedTable, person: Person | None, balance: int | None
) -> int:
    """Return the cents that a player has at other tables. They only matter to whoever holds so few
    chips that the house may give more.
    """
    if person is None or balance is None or balance >= MORE_BELOW_CENTS:
        return 0
    others = [one.state for one in service.tables_of(person.id) if one.id != table.id]
    lies = sum(layout_cents(state, person.id) for state in others)
    return lies + sum(
        account_cents(state, person.id) for state in others if has_game_accounts(state.rules)
    )


def _page_viewer(person: Person | None) -> PageViewer | None:
    return None if person is None else PageViewer(person.id, person.name)


async def _absence(
    service: Service, table: PublishedTable, after: int, viewer: Viewer
) -> tuple[OwnEvent, ...]:
    """Return what happened at the viewer's seats after a version; from the log if memory is too
    short.
    """
    if is_remembered(table, after, viewer):
        return without_you(table, after, viewer)
    return await service.log.read(lambda store: logged_without_you(store, table, after, viewer))


async def _text(
    service: Service, table: PublishedTable, after: int, person: Person | None
) -> AsyncIterator[str]:
    balance = await _balance(service, table.id, person)
    alone = await _absence(service, table, after, table.viewer(person))
    yield _written(service, table, after, person, balance, alone).decode()


def pushed_scene(
    service: Service, table: PublishedTable, after: int, person: Person | None
) -> bytes | None:
    """Return the message of a change; None where a thread has to read something for it."""
    if person is None:
        return _written(service, table, after, None, None, ())
    viewer = table.viewer(person)
    if service.sessions.in_thread or not is_remembered(table, after, viewer):
        return None
    balance = _cents(service, table.id, person.id) if PLAYER in person.roles else None
    return _written(service, table, after, person, balance, without_you(table, after, viewer))


def _written(
    service: Service,
    table: PublishedTable,
    after: int,
    person: Person | None,
    balance: int | None,
    alone: tuple[OwnEvent, ...],
) -> bytes:
    """Return a message as JSON text."""
    viewer, head = table.viewer(person), service.messages.head(table)
    announcements = announcements_after(table, after, viewer)
    # The scene is most of a message, and spectators see the same one.
    elsewhere = _cents_at_other_tables(service, table, person, balance)
    shown = msgspec.Raw(scene_text(table, viewer, balance, elsewhere))
    written = WrittenMessage(
        head.now, head.deadline, announcements, shown, alone, _page_viewer(person)
    )
    return msgspec.json.encode(written)


async def live(socket: WebSocket) -> None:
    """Serve the feed of a table's page."""
    await serve_feed(socket, _text, pushed=pushed_scene, keepalive=PAGE_KEEPALIVE_SECONDS)
