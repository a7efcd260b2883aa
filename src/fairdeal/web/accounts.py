"""Who comes in: guests, registered players, whoever signs in; by the API and by the pages alike."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import BadInputError, SignInError
from fairdeal.floor.floor import Floor
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.guests import add_guest, register
from fairdeal.floor.people.names import check_name, fold_name
from fairdeal.floor.people.passwords import check_password, hash_password, verify_password
from fairdeal.web.http.request import client_network_of, service_of, token_of
from fairdeal.web.http.security import NUL, cookie_name

#: No password is longer than this, so that nobody can have the server hash a book.
_MAX_PASSWORD = 1000
_NOT_TOGETHER = "the name and the password do not belong together"


async def create_guest(request: Request, name: object) -> tuple[str, Person]:
    """A guest with play chips, and the token of the session."""
    checked, service = check_name(name), service_of(request)
    return await service.submit(lambda floor: add_guest(floor, checked))


def limit_guests(request: Request) -> None:
    """One more guest from an address; too many are a problem."""
    service_of(request).limits.count_guest(client_network_of(request))


async def register_player(request: Request, name: object, password: object) -> tuple[str, Person]:
    """A player who comes back with a password."""
    checked, secret, service = check_name(name), check_password(password), service_of(request)
    hashed = await asyncio.to_thread(hash_password, secret)
    return await service.submit(lambda floor: register(floor, checked, hashed))


def limit_players(request: Request) -> None:
    """One more player from an address; too many are a problem."""
    service_of(request).limits.count_player(client_network_of(request))


async def sign_in_with_password(
    request: Request, name: object, password: object
) -> tuple[str, Person]:
    """Somebody who is known, by name and password."""
    service = service_of(request)
    if not isinstance(name, str) or not isinstance(password, str) or len(password) > _MAX_PASSWORD:
        raise BadInputError("name and password are texts")
    if NUL in name:
        raise BadInputError("a name is printable characters")
    # Before anybody is asked, so that many at once are counted; of names that nobody has too.
    reads, address = fold_name(name)[:_MAX_PASSWORD], client_network_of(request)
    tried = service.limits.sign_in_attempts.take(reads, address)
    known = await service.sessions.query(lambda: service.sessions.registered_person(name))
    hashed = known[1] if known and not known[0].ended else None
    # Asked for a name that nobody has too: it takes as long.
    if not await asyncio.to_thread(verify_password, hashed, password):
        raise SignInError(_NOT_TOGETHER)

    def begin(floor: Floor) -> tuple[str, Person]:
        # Another password, or an end, may have come while this one was looked at.
        now = floor.people.find_by_name(name)
        if now is None or now[0].ended or now[1] != hashed:
            raise SignInError(_NOT_TOGETHER)
        return floor.people.begin_session(now[0].id, floor.time), now[0]

    entered = await service.submit(begin)
    service.limits.sign_in_attempts.succeeded(tried, reads, address)
    return entered


async def end_session(request: Request) -> None:
    """Sign out whoever asks, everywhere that this session listens."""
    token, service = token_of(request) or "", service_of(request)
    await service.submit(lambda floor: floor.people.end_session(token))
    service.listeners.end_session(token)


def set_session_cookie(request: Request, response: Response, token: str) -> None:
    """Have a page's browser keep the session: no script can read it, no other site can send it."""
    response.set_cookie(value=token, **_cookie(request))


def delete_session_cookie(request: Request, response: Response) -> None:
    """Have a page's browser forget the session."""
    response.delete_cookie(**_cookie(request))


def _cookie(request: Request) -> dict[str, Any]:
    """The cookie but for its value: a browser deletes a `__Host-` one only as it was given."""
    return {
        "key": cookie_name(request),
        "path": "/",
        "secure": request.url.scheme == "https",
        "httponly": True,
        "samesite": "strict",
    }
