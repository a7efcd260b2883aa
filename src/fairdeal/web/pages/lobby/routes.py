"""The addresses of the lobby: its page, and the form that leads to a seat."""

import asyncio
import secrets
from collections import OrderedDict
from datetime import UTC, datetime
from typing import Any, Final
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import FairdealError
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.floor.tables.records import rounds_of
from fairdeal.table.state import State
from fairdeal.web.accounts import create_guest, limit_guests, set_session_cookie
from fairdeal.web.http.problems import Problem, problem_of
from fairdeal.web.http.request import form_fields, service_of
from fairdeal.web.live.service import Service
from fairdeal.web.pages.lobby.scene import card_of
from fairdeal.web.pages.shell import go_to, guest_name, person_of, shown

#: So many finished rounds are listed.
_LISTED: Final = 12
#: So many forms are remembered, so that one that is sent twice makes one guest.
_REMEMBERED: Final = 2_000


async def lobby(request: Request) -> Response:
    """Answer with the tables and the last finished rounds."""
    return await _lobby(request)


async def _lobby(
    request: Request, status: int = 200, refused: tuple[str, Problem] | None = None
) -> Response:
    service, person = service_of(request), person_of(request)
    faces = sorted(service.tables.values(), key=lambda one: one.place)
    cards = [card_of(face, person) for face in faces if not face.closed]
    rounds = await service.log.read(lambda store: rounds_of(store, None, None, _LISTED))
    return shown(
        request,
        "lobby.html",
        status,
        groups=[
            ("tables", [card for card in cards if not card.face.practice]),
            ("practice", [card for card in cards if card.face.practice]),
        ],
        rounds=[
            _round(service.tables[one["table"]], one)
            for one in rounds
            if one["table"] in service.tables
        ],
        refused=refused,
        key=secrets.token_urlsafe(12),
    )


def _round(face: PublishedTable, one: dict[str, Any]) -> dict[str, Any]:
    ended = datetime.fromtimestamp(one["ended"], UTC).isoformat()
    felt = str(face.state.rules.game.felt.colour)
    return {**one, "where": face.name, "felt": felt, "ended": ended}


# Sitting down -------------------------------------------------------------------------------------


class Entrance:
    """The forms that make a guest. A form that is sent twice makes one guest."""

    def __init__(self) -> None:
        self._made: OrderedDict[str, asyncio.Future[tuple[str, Person]]] = OrderedDict()

    async def guest(self, request: Request, key: str) -> tuple[str, Person]:
        """Return the guest of a form, made now or by the same form before."""
        making = self._made.get(key) if key else None
        if making is None:
            limit_guests(request)
            making = asyncio.ensure_future(create_guest(request, guest_name()))
            self._made[key] = making
            if len(self._made) > _REMEMBERED:
                self._made.popitem(last=False)
        try:
            return await asyncio.shield(making)
        except FairdealError:
            self._made.pop(key, None)
            raise


_ENTRANCES: Final[WeakKeyDictionary[Service, Entrance]] = WeakKeyDictionary()


def best_seat(state: State) -> int | None:
    """The first seat that is free, or else the first that a bot gives up; None where all are taken.

    Whoever sits down while the cards are out waits for the next round, wherever that is.
    """
    numbers = range(1, state.rules.seats + 1)
    free = [number for number in numbers if number not in state.seats]
    bots = [number for number in numbers if number in state.seats and state.seats[number].bot]
    return next(iter([*free, *bots]), None)


async def sit_down(request: Request) -> Response:
    """Sit down by one click. A visitor without a session becomes a guest first."""
    service = service_of(request)
    face = service.table(request.path_params["table"])
    key = (await form_fields(request)).get("key", "")[:100]
    there = f"/tables/{face.id}"
    person, made = person_of(request), None
    try:
        seat = best_seat(face.state)
        if seat is None:
            words = f"every seat of {face.name} is taken: watch, or choose another table"
            raise Problem(409, "refused", words)
        if person is None:
            made = await _ENTRANCES.setdefault(service, Entrance()).guest(request, key)
            person = made[1]
        if not any(one.player == person.id for one in service.table(face.id).state.seats.values()):
            service.limits.count_command(person)
            await _sit(service, person, face.id, seat, key)
        response = go_to(there)
    except (Problem, FairdealError) as error:
        problem = problem_of(error) if isinstance(error, FairdealError) else error
        response = await _lobby(request, problem.status, (face.id, problem))
    if made is not None:
        set_session_cookie(request, response, made[0])
    return response


async def _sit(service: Service, person: Person, table: str, seat: int, key: str) -> None:
    command = {"do": "sit", "seat": seat}
    await service.submit(
        lambda floor: floor.command(person, table, command, f"lobby {key or secrets.token_hex(8)}")
    )
