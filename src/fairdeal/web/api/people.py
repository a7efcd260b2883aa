"""People: guests, players, sessions, and what somebody holds."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.money.ledger import player_account
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.guests import more_chips as give_more_chips
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, to_json
from fairdeal.web.accounts import (
    end_session,
    enter_guest,
    enter_known,
    enter_player,
    give_cookie,
    take_cookie,
    take_guest,
    take_player,
)
from fairdeal.web.http.request import address_of, body_of, json_response, only, required, service_of


def _welcome(request: Request, token: str, person: Person, status: int, *, roles: bool) -> Response:
    document: dict[str, Any] = {
        "token": token,
        "player": {"id": person.id, "name": person.name},
    }
    if roles:
        document["roles"] = [str(role) for role in person.roles]
    response = json_response(document, status)
    give_cookie(request, response, token)
    return response


async def guests(request: Request) -> Response:
    """A guest with play chips."""
    take_guest(request)
    document = await body_of(request)
    only(document, "name")
    token, person = await enter_guest(request, document["name"])
    return _welcome(request, token, person, 201, roles=False)


async def players(request: Request) -> Response:
    """Register a player."""
    take_player(request)
    document = await body_of(request)
    only(document, "name", "password")
    token, person = await enter_player(request, document["name"], document["password"])
    return _welcome(request, token, person, 201, roles=True)


async def sign_in(request: Request) -> Response:
    """Begin a session with a password."""
    service_of(request).sign_in_limit.take(address_of(request))
    document = await body_of(request)
    only(document, "name", "password")
    token, person = await enter_known(request, document["name"], document["password"])
    return _welcome(request, token, person, 200, roles=True)


async def sign_out(request: Request) -> Response:
    """End the session."""
    required(request)
    await end_session(request)
    response = Response(status_code=204)
    take_cookie(request, response)
    return response


async def me(request: Request) -> Response:
    """Who asks, with chips and seats."""
    service, person = service_of(request), required(request)
    units = await service.aside(lambda: service.balance(player_account(person.id)))
    seats = [
        {"table": face.id, "seat": number}
        for face in service.faces.values()
        for number, seat in face.state.seats.items()
        if seat.player == person.id
    ]
    return json_response(
        {
            "player": {"id": person.id, "name": person.name},
            "roles": [str(role) for role in person.roles],
            "chips": to_json(units // UNITS_PER_CENT, per_dollar=CENTS),
            "seats": seats,
        }
    )


async def more_chips(request: Request) -> Response:
    """Play chips for somebody who has few left."""
    service, person = service_of(request), required(request)
    await service.ask(lambda floor: give_more_chips(floor, person))
    return await me(request)
