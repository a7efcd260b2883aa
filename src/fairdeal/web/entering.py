"""Who comes in: guests, registered players, whoever signs in; by the API and by the pages alike."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import BadInputError
from fairdeal.floor.guests import add_guest, register
from fairdeal.floor.people import (
    Person,
    SignInError,
    check_name,
    check_password,
    hash_password,
    is_password,
)
from fairdeal.web.asking import address_of, service_of, token_of
from fairdeal.web.security import cookie_name

#: No password is longer than this, so that nobody can have the server hash a book.
_LONG = 1000


async def enter_guest(request: Request, name: object) -> tuple[str, Person]:
    """A guest with play chips, and the token of the session."""
    checked, service = check_name(name), service_of(request)
    return await service.ask(lambda floor: add_guest(floor, checked))


def take_guest(request: Request) -> None:
    """One more guest from an address; too many are a problem."""
    if (limit := service_of(request).guest_limit) is not None:
        limit.take(address_of(request))


async def enter_player(request: Request, name: object, password: object) -> tuple[str, Person]:
    """A player who comes back with a password."""
    checked, secret, service = check_name(name), check_password(password), service_of(request)
    hashed = await asyncio.to_thread(hash_password, secret)
    return await service.ask(lambda floor: register(floor, checked, hashed))


def take_player(request: Request) -> None:
    """One more player from an address; too many are a problem."""
    if (limit := service_of(request).player_limit) is not None:
        limit.take(address_of(request))


async def enter_known(request: Request, name: object, password: object) -> tuple[str, Person]:
    """Somebody who is known, by name and password."""
    service = service_of(request)
    if not isinstance(name, str) or not isinstance(password, str) or len(password) > _LONG:
        raise BadInputError("name and password are texts")
    known = service.named(name)
    hashed = known[1] if known and not known[0].ended else None
    if not await asyncio.to_thread(is_password, hashed, password) or known is None:
        raise SignInError("the name and the password do not belong together")
    person = known[0]
    token = await service.ask(lambda floor: floor.people.begin_session(person.id, floor.time))
    return token, person


async def end_session(request: Request) -> None:
    """Sign out whoever asks, everywhere that this session listens."""
    token, service = token_of(request) or "", service_of(request)
    await service.ask(lambda floor: floor.people.end_session(token))
    service.session_ended(token)


def give_cookie(request: Request, response: Response, token: str) -> None:
    """Have a page's browser keep the session: no script can read it, no other site can send it."""
    secure = request.url.scheme == "https"
    response.set_cookie(
        cookie_name(request), token, httponly=True, samesite="strict", secure=secure, path="/"
    )


def take_cookie(request: Request, response: Response) -> None:
    """Have a page's browser forget the session."""
    response.delete_cookie(cookie_name(request), path="/")
