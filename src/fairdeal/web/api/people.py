"""People: guests, players, sessions, and what somebody holds."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.money.ledger import player_account
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.guests import more_chips as give_more_chips
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, to_json
from fairdeal.web.accounts import (
    create_guest,
    delete_session_cookie,
    end_session,
    limit_guests,
    limit_players,
    register_player,
    set_session_cookie,
    sign_in_with_password,
)
from fairdeal.web.http.request import (
    client_network_of,
    json_body,
    json_response,
    require_fields,
    required_person,
    service_of,
)


def _welcome(request: Request, token: str, person: Person, status: int, *, roles: bool) -> Response:
    document: dict[str, Any] = {
        "token": token,
        "player": {"id": person.id, "name": person.name},
    }
    if roles:
        document["roles"] = [str(role) for role in person.roles]
    response = json_response(document, status)
    set_session_cookie(request, response, token)
    return response


async def guests(request: Request) -> Response:
    """A guest with play chips."""
    limit_guests(request)
    document = await json_body(request)
    require_fields(document, "name")
    token, person = await create_guest(request, document["name"])
    return _welcome(request, token, person, 201, roles=False)


async def players(request: Request) -> Response:
    """Register a player."""
    limit_players(request)
    document = await json_body(request)
    require_fields(document, "name", "password")
    token, person = await register_player(request, document["name"], document["password"])
    return _welcome(request, token, person, 201, roles=True)


async def sign_in(request: Request) -> Response:
    """Begin a session with a password."""
    service_of(request).limits.count_sign_in(client_network_of(request))
    document = await json_body(request)
    require_fields(document, "name", "password")
    token, person = await sign_in_with_password(request, document["name"], document["password"])
    return _welcome(request, token, person, 200, roles=True)


async def sign_out(request: Request) -> Response:
    """End the session."""
    required_person(request)
    await end_session(request)
    response = Response(status_code=204)
    delete_session_cookie(request, response)
    return response


async def me(request: Request) -> Response:
    """Who asks, with chips and seats."""
    service, person = service_of(request), required_person(request)
    units = await service.sessions.query(
        lambda: service.sessions.balance(player_account(person.id))
    )
    seats = [
        {"table": face.id, "seat": number}
        for face in service.tables.values()
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
    service, person = service_of(request), required_person(request)
    await service.submit(lambda floor: give_more_chips(floor, person))
    return await me(request)
