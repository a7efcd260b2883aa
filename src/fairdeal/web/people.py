"""People: guests, players, sessions, and what somebody holds."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.ledger import player_account
from fairdeal.floor.people import (
    Person,
    SignInError,
    check_name,
    check_password,
    hash_password,
    is_password,
)
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, to_json
from fairdeal.web.asking import (
    address_of,
    body_of,
    json_response,
    only,
    required,
    service_of,
    token_of,
)
from fairdeal.web.problems import Problem
from fairdeal.web.security import cookie_name


def _welcome(request: Request, token: str, person: Person, status: int, *, roles: bool) -> Response:
    document: dict[str, Any] = {
        "token": token,
        "player": {"id": person.id, "name": person.name},
    }
    if roles:
        document["roles"] = [str(role) for role in person.roles]
    response = json_response(document, status)
    secure = request.url.scheme == "https"
    response.set_cookie(
        cookie_name(request), token, httponly=True, samesite="strict", secure=secure, path="/"
    )
    return response


async def guests(request: Request) -> Response:
    """A guest with play chips."""
    service = service_of(request)
    if service.guest_limit is not None:
        service.guest_limit.take(address_of(request))
    document = await body_of(request)
    only(document, "name")
    name = check_name(document["name"])
    token, person = await service.ask(lambda floor: floor.guest(name))
    return _welcome(request, token, person, 201, roles=False)


async def players(request: Request) -> Response:
    """Register a player."""
    service = service_of(request)
    if service.player_limit is not None:
        service.player_limit.take(address_of(request))
    document = await body_of(request)
    only(document, "name", "password")
    name, password = check_name(document["name"]), check_password(document["password"])
    hashed = await asyncio.to_thread(hash_password, password)
    token, person = await service.ask(lambda floor: floor.register(name, hashed))
    return _welcome(request, token, person, 201, roles=True)


async def sign_in(request: Request) -> Response:
    """Begin a session with a password."""
    service = service_of(request)
    service.sign_in_limit.take(address_of(request))
    document = await body_of(request)
    only(document, "name", "password")
    name, password = document["name"], document["password"]
    if not isinstance(name, str) or not isinstance(password, str) or len(password) > 1000:
        raise Problem(422, "invalid", "name and password are texts")
    known = service.named(name)
    hashed = known[1] if known and not known[0].ended else None
    if not await asyncio.to_thread(is_password, hashed, password) or known is None:
        raise SignInError("the name and the password do not belong together")
    person = known[0]
    token = await service.ask(lambda floor: floor.people.begin_session(person.id, floor.time))
    return _welcome(request, token, person, 200, roles=True)


async def sign_out(request: Request) -> Response:
    """End the session."""
    required(request)
    token, service = token_of(request) or "", service_of(request)
    await service.ask(lambda floor: floor.people.end_session(token))
    service.session_ended(token)
    response = Response(status_code=204)
    response.delete_cookie(cookie_name(request), path="/")
    return response


async def me(request: Request) -> Response:
    """Who asks, with chips and seats."""
    service, person = service_of(request), required(request)
    units = service.balance(player_account(person.id))
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
    await service.ask(lambda floor: floor.more_chips(person))
    return await me(request)
