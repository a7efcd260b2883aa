"""People: guests, players, sessions, and what a person holds."""

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
from fairdeal.web.api.answers import Me, NewGuest, NewSession, OwnSeat, PlayerName
from fairdeal.web.api.bodies import GuestBody, PasswordBody, body_fields
from fairdeal.web.http.request import client_network_of, json_response, required_person, service_of


def _name(person: Person) -> PlayerName:
    return PlayerName(person.id, person.name)


def _roles(person: Person) -> list[str]:
    return [str(role) for role in person.roles]


async def add_guest(request: Request) -> Response:
    """Begin a session as a guest with play chips."""
    limit_guests(request)
    fields = await body_fields(request, GuestBody)
    token, person = await create_guest(request, fields["name"])
    response = json_response(NewGuest(token, _name(person)), 201)
    set_session_cookie(request, response, token)
    return response


async def add_player(request: Request) -> Response:
    """Register a player, who can come back with a password."""
    limit_players(request)
    fields = await body_fields(request, PasswordBody)
    token, person = await register_player(request, fields["name"], fields["password"])
    return _signed_in(request, token, person, 201)


async def sign_in(request: Request) -> Response:
    """Begin a session with a password."""
    service_of(request).limits.count_sign_in(client_network_of(request))
    fields = await body_fields(request, PasswordBody)
    token, person = await sign_in_with_password(request, fields["name"], fields["password"])
    return _signed_in(request, token, person, 200)


def _signed_in(request: Request, token: str, person: Person, status: int) -> Response:
    response = json_response(NewSession(token, _name(person), _roles(person)), status)
    set_session_cookie(request, response, token)
    return response


async def sign_out(request: Request) -> Response:
    """End the session."""
    required_person(request)
    await end_session(request)
    response = Response(status_code=204)
    delete_session_cookie(request, response)
    return response


async def show_me(request: Request) -> Response:
    """Return who asks, with chips and seats."""
    service, person = service_of(request), required_person(request)
    account = player_account(person.id)
    units = await service.sessions.query(lambda: service.sessions.balance(account))
    seats = [
        OwnSeat(table.id, number)
        for table in service.tables.values()
        for number, seat in table.state.seats.items()
        if seat.player == person.id
    ]
    chips = to_json(units // UNITS_PER_CENT, per_dollar=CENTS)
    return json_response(Me(_name(person), _roles(person), chips, seats))


async def add_chips(request: Request) -> Response:
    """Give more play chips to a person who has few left."""
    service, person = service_of(request), required_person(request)
    await service.submit(lambda floor: give_more_chips(floor, person))
    return await show_me(request)
