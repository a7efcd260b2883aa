"""The addresses of the lobby: its page, and the form that leads to a seat."""

import asyncio
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from fairdeal.errors import FairdealError
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.floor.tables.records import rounds_of
from fairdeal.table.state import State
from fairdeal.web.accounts import create_guest, limit_guests, set_session_cookie
from fairdeal.web.api.practice import practice_seat
from fairdeal.web.http.problems import Problem, problem_of
from fairdeal.web.http.request import form_fields, service_of, token_of
from fairdeal.web.live.service import Service
from fairdeal.web.live.shared_parts import MadeOnce
from fairdeal.web.live.table_edges import TABLE_EDGES
from fairdeal.web.pages.lobby.scene import TableCard, cards_of, full_words
from fairdeal.web.pages.render import PAGE_HEADERS, rendered
from fairdeal.web.pages.shell import go_to, guest_name, page_response, person_of

#: The number of finished rounds that the lobby lists.
_LISTED: Final = 12
#: The number of rounds that are read for that: those of private tables are not listed.
_READ_ROUNDS: Final = 100
#: The number of forms that are remembered, so that a form that is sent twice makes one guest.
_REMEMBERED: Final = 2_000


async def lobby(request: Request) -> Response:
    """Answer with the tables and the last finished rounds."""
    return await _lobby(request)


async def _lobby(
    request: Request, status: int = 200, refused: tuple[str, Problem] | None = None
) -> Response:
    service, key = service_of(request), secrets.token_urlsafe(12)
    rounds = await _last_rounds(service)
    if token_of(request) is None and refused is None:
        text, tag = _strangers_lobby(service, rounds)
        known = _known_key(request.headers.get("if-none-match", ""), tag)
        if known and not _entrance(service).knows(known):
            # A browser takes over the headers of this answer, the policy for scripts as well.
            return Response(status_code=304, headers={**PAGE_HEADERS, **_tagged(tag, known)})
        # Each page has a key of its own: with the same key two visitors would be one guest.
        headers = {**PAGE_HEADERS, **_tagged(tag, key)}
        return HTMLResponse(text.replace(_KEY_MARK, key), status, headers=headers)
    values = _values(service, person_of(request), rounds)

    def made_now(card: TableCard, caller: Callable[[], str]) -> str:
        del card
        return caller()

    return page_response(
        request, "lobby.html", status, **values, once=made_now, refused=refused, key=key
    )


def _values(
    service: Service, person: Person | None, rounds: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return what the lobby shows to a person."""
    listed = [table for table in service.listed_tables(person) if not table.closed]
    cards = cards_of(listed, person)
    return {
        "groups": [
            ("tables", [card for card in cards if not card.table.practice]),
            ("practice", [card for card in cards if card.table.practice]),
        ],
        "rounds": [
            _round(service.tables[one["table"]], one)
            for one in rounds
            if one["table"] in service.tables and service.tables[one["table"]].owner is None
        ][:_LISTED],
    }


# The lobby of those without a session -------------------------------------------------------------

#: Stands for the key of the forms in a lobby that is made once. Nobody can write it into a name.
_KEY_MARK: Final = f"key-{secrets.token_hex(16)}"
#: The lobby that was made last, and of which tables, rounds and edges.
_LOBBIES: Final[WeakKeyDictionary[Service, tuple[object, tuple[str, str]]]] = WeakKeyDictionary()
#: The key is what may change on a published table: why it is stopped, what other tables offer, and
#: its edge, which may be computed only now.
_CARDS: Final[MadeOnce[tuple[str | None, str, bool, str], str]] = MadeOnce()
#: The rounds that were listed last, and how many had ended at each table.
_ROUNDS: Final[WeakKeyDictionary[Service, tuple[object, list[dict[str, Any]]]]] = (
    WeakKeyDictionary()
)


def _tagged(tag: str, key: str) -> dict[str, str]:
    """Return the headers of a lobby: its ETag names its content and the key of its forms."""
    # It may be shown again after it was asked for, and to nobody with a session.
    return {"ETag": f'"{tag}.{key}"', "Cache-Control": "private, no-cache", "Vary": "Cookie"}


def _known_key(named: str, tag: str) -> str:
    """Return the key of the lobby with a content that a browser has already; empty if none."""
    found = re.search(rf'"{tag}\.([\w-]{{1,100}})"', named)
    return found[1] if found else ""


def _strangers_lobby(service: Service, rounds: list[dict[str, Any]]) -> tuple[str, str]:
    """Return the lobby for a visitor without a session and a digest of it, made once for all as
    long as no table changes; a table that has changed is drawn anew, and the others are not.
    """
    listed = [(table, table.stopped) for table in service.listed_tables(None)]
    made_of = listed, rounds, TABLE_EDGES.version
    made = _LOBBIES.get(service)
    if made is not None and made[0] == made_of:
        return made[1]

    def made_once(card: TableCard, caller: Callable[[], str]) -> str:
        key = card.table.stopped, card.full, card.practises, card.edge
        return _CARDS.get(card.table, key, caller)

    values = _values(service, None, rounds)
    visitor = {"who": None, "here": "/", "refused": None, "key": _KEY_MARK}
    text = rendered("lobby.html", **values, **visitor, once=made_once)
    answer = text, sha256(text.encode()).hexdigest()[:16]
    _LOBBIES[service] = made_of, answer
    return answer


async def _last_rounds(service: Service) -> list[dict[str, Any]]:
    """Return the rounds that ended last; the log is read only after another one has ended."""
    ended = [(table.id, table.state.rounds) for table in service.listed_tables(None)]
    known = _ROUNDS.get(service)
    if known is None or known[0] != ended:
        rows = await service.log.read(lambda store: rounds_of(store, None, None, _READ_ROUNDS))
        known = _ROUNDS[service] = ended, rows
    return known[1]


def _round(table: PublishedTable, one: dict[str, Any]) -> dict[str, Any]:
    ended = datetime.fromtimestamp(one["ended"], UTC).isoformat()
    felt = str(table.state.rules.game.felt.colour)
    return {**one, "where": table.name, "felt": felt, "ended": ended}


# Sitting down -------------------------------------------------------------------------------------


class Entrance:
    """The forms that make a guest. A form that is sent twice makes one guest."""

    def __init__(self) -> None:
        self._made: OrderedDict[str, asyncio.Future[tuple[str, Person]]] = OrderedDict()

    def knows(self, key: str) -> bool:
        """Return whether the form of a key has made a guest."""
        return key in self._made

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


def _entrance(service: Service) -> Entrance:
    return _ENTRANCES.setdefault(service, Entrance())


def best_seat(state: State) -> int | None:
    """Return the first free seat, or else the first seat of a bot; None if all are taken.

    A bot gives its seat up. A player who sits down during a round waits for the next one.
    """
    numbers = range(1, state.rules.seats + 1)
    free = [number for number in numbers if number not in state.seats]
    bots = [number for number in numbers if number in state.seats and state.seats[number].bot]
    return next(iter([*free, *bots]), None)


async def sit_down(request: Request) -> Response:
    """Sit down by one click. A visitor without a session becomes a guest first."""
    service = service_of(request)
    person, made = person_of(request), None
    table = service.table(request.path_params["table"], person)
    fields = await form_fields(request)
    key, alone = fields.get("key", "")[:100], table.practice or "practice" in fields
    there = f"/tables/{table.id}"
    try:
        seat = best_seat(table.state)
        if seat is None and not alone:
            raise Problem(409, "refused", full_words(table, service.listed_tables(None)))
        if person is None:
            made = await _entrance(service).guest(request, key)
            person = made[1]
        if alone:
            own, _ = await practice_seat(service, person, table.id)
            there = f"/tables/{own}"
        elif seat is not None and not any(
            one.player == person.id for one in service.table(table.id, person).state.seats.values()
        ):
            service.limits.count_command(person)
            await _sit(service, person, table.id, seat, key)
        response = go_to(there)
    except (Problem, FairdealError) as error:
        problem = problem_of(error) if isinstance(error, FairdealError) else error
        response = await _lobby(request, problem.status, (table.id, problem))
    if made is not None:
        set_session_cookie(request, response, made[0])
    return response


async def _sit(service: Service, person: Person, table: str, seat: int, key: str) -> None:
    command = {"do": "sit", "seat": seat}
    await service.submit(
        lambda floor: floor.command(person, table, command, f"lobby {key or secrets.token_hex(8)}")
    )
