"""People: guests, players, sessions, and what a person holds."""

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.money.ledger import game_account, has_game_accounts, player_account
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.guests import more_chips as give_more_chips
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, to_json
from fairdeal.table.state import layout_cents
from fairdeal.web.accounts import (
    change_password,
    create_guest,
    delete_session_cookie,
    end_session,
    limit_guests,
    limit_players,
    register_player,
    set_session_cookie,
    sign_in_with_password,
)
from fairdeal.web.api.answers import (
    Dollars,
    Me,
    NewGuest,
    NewSession,
    OwnAccount,
    OwnSeat,
    PlayerName,
)
from fairdeal.web.api.bodies import GuestBody, NewPasswordBody, PasswordBody, body_fields
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
    """Register a player, who can come back with a password. A guest keeps id, chips and seats."""
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
    accounts = service.chip_accounts(person.id)
    found = await service.sessions.query(lambda: service.sessions.balances(accounts))
    tables = service.tables_of(person.id)
    seats = [
        OwnSeat(table.id, number)
        for table in tables
        for number, seat in table.state.seats.items()
        if seat.player == person.id
    ]
    games = [
        OwnAccount(table.id, _dollars(found.get(game_account(table.id, person.id), 0)))
        for table in tables
        if has_game_accounts(table.state.rules)
    ]
    held = sum(
        due.cents
        for table in service.tables.values()
        for due in table.pending.payouts
        if due.player == person.id
    )
    me = Me(
        player=_name(person),
        roles=_roles(person),
        chips=_dollars(sum(found.values())),
        seats=seats,
        purse=_dollars(found.get(player_account(person.id), 0)),
        accounts=games,
        layout=to_json(sum(layout_cents(one.state, person.id) for one in tables), per_dollar=CENTS),
        held=to_json(held, per_dollar=CENTS),
    )
    return json_response(me)


def _dollars(units: int) -> Dollars:
    return to_json(units // UNITS_PER_CENT, per_dollar=CENTS)


async def set_password(request: Request) -> Response:
    """Change one's own password. All other sessions end."""
    person = required_person(request)
    service_of(request).limits.count_sign_in(client_network_of(request))
    fields = await body_fields(request, NewPasswordBody)
    token = await change_password(request, person, fields["password"], fields["new"])
    return _signed_in(request, token, person, 200)


async def add_chips(request: Request) -> Response:
    """Give more play chips to a person who has few left."""
    service, person = service_of(request), required_person(request)
    await service.submit(lambda floor: give_more_chips(floor, person))
    return await show_me(request)
