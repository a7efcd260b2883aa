"""Beginning and ending sessions: guests, registration, sign-in, for the API and the pages."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import BadInputError, Forbidden, SignInError
from fairdeal.floor.floor import Floor
from fairdeal.floor.people.accounts import Person, account_digest
from fairdeal.floor.people.exclusion import refusal_of_account, refusal_of_newcomer
from fairdeal.floor.people.failed_sign_ins import note_failed_sign_in
from fairdeal.floor.people.guests import add_guest, register
from fairdeal.floor.people.names import check_name, fold_name
from fairdeal.floor.people.passwords import check_password, hash_password, verify_password
from fairdeal.floor.people.sessions import sign_in, sign_out
from fairdeal.table.actors import Actor
from fairdeal.web.http.request import client_network_of, service_of, token_of
from fairdeal.web.http.security import NUL, cookie_name

#: The longest password that is hashed, so that a request cannot take long.
_MAX_PASSWORD = 1000
_NOT_TOGETHER = "the name and the password do not belong together"


async def create_guest(request: Request, name: object) -> tuple[str, Person]:
    """Return the session token of a new guest, and the guest."""
    checked, service = check_name(name), service_of(request)
    token = token_of(request)

    def enter(floor: Floor) -> tuple[str, Person] | str:
        return refusal_of_newcomer(floor, checked, token, "guest") or add_guest(floor, checked)

    return _admitted(await service.submit(enter))


def limit_guests(request: Request) -> None:
    """Count a new guest of a client; too many are a problem."""
    service_of(request).limits.count_guest(client_network_of(request))


async def register_player(request: Request, name: object, password: object) -> tuple[str, Person]:
    """Return the session token of a player with a new name and password, and the player. Whoever
    asks as a guest stays the same person.
    """
    checked, secret, service = check_name(name), check_password(password), service_of(request)
    hashed = await asyncio.to_thread(hash_password, secret)
    token = token_of(request)

    def enter(floor: Floor) -> tuple[str, Person] | str:
        refusal = refusal_of_newcomer(floor, checked, token, "register")
        # Looked up now: the session may have ended while the password was hashed.
        asks = floor.people.find_by_token(token, floor.time) if token else None
        guest = asks if asks is not None and asks.kind == "guest" else None
        return refusal or register(floor, checked, hashed, guest)

    return _admitted(await service.submit(enter))


def _admitted(entered: tuple[str, Person] | str) -> tuple[str, Person]:
    """Return who has come in; `Forbidden` with the words of a refusal."""
    # Raised after the commit, so that the attempt stays in the log.
    if isinstance(entered, str):
        raise Forbidden(entered)
    return entered


def limit_players(request: Request) -> None:
    """Count a registration of a client; too many are a problem."""
    service_of(request).limits.count_player(client_network_of(request))


async def sign_in_with_password(
    request: Request, name: object, password: object
) -> tuple[str, Person]:
    """Return a session token for a name and its password, and the person."""
    service = service_of(request)
    if not isinstance(name, str) or not isinstance(password, str) or len(password) > _MAX_PASSWORD:
        raise BadInputError("name and password are texts")
    if NUL in name:
        raise BadInputError("a name is printable characters")
    # Counted before the password is checked, so that attempts at the same time count too, and for
    # names that nobody has.
    reads, address = fold_name(name)[:_MAX_PASSWORD], client_network_of(request)
    tried = service.limits.sign_in_attempts.take(reads, address)
    known = await service.sessions.query(lambda: service.sessions.registered_person(name))
    hashed = known[1] if known and not known[0].ended else None
    # Checked for a name that nobody has too, so that the time does not tell which names exist.
    if not await asyncio.to_thread(verify_password, hashed, password):
        await service.submit(note_failed_sign_in)
        raise SignInError(_NOT_TOGETHER)

    def begin(floor: Floor) -> tuple[str, Person] | str:
        # The password may have changed, or the account ended, while the password was checked.
        now = floor.people.find_by_name(name)
        if now is None or now[0].ended or now[1] != hashed:
            raise SignInError(_NOT_TOGETHER)
        refusal = refusal_of_account(floor, now[0])
        return refusal or (sign_in(floor, now[0].id), now[0])

    entered = await service.submit(begin)
    service.limits.sign_in_attempts.note_success(tried, reads, address)
    return _admitted(entered)


async def change_password(request: Request, person: Person, old: object, new: object) -> str:
    """Set a new password for a person who knows the old one, end all sessions, and return the token
    of a new one.
    """
    service, secret = service_of(request), check_password(new)
    if not isinstance(old, str) or len(old) > _MAX_PASSWORD:
        raise BadInputError("the password is a text")
    if person.kind != "registered":
        raise Forbidden("a guest has no password: register first")
    reads, address = fold_name(person.name)[:_MAX_PASSWORD], client_network_of(request)
    tried = service.limits.sign_in_attempts.take(reads, address)
    known = await service.sessions.query(lambda: service.sessions.registered_person(person.name))
    hashed = known[1] if known and known[0].id == person.id else None
    if not await asyncio.to_thread(verify_password, hashed, old):
        raise SignInError("this is not your current password")
    changed = await asyncio.to_thread(hash_password, secret)

    def change(floor: Floor) -> str:
        floor.require_active(person.id, person.name, sure=True)
        now = floor.people.find_by_name(person.name)
        if now is None or now[1] != hashed:
            raise SignInError("the password has been changed since: sign in again")
        floor.people.set_password(person.id, changed)
        by = Actor(person.id, person.roles[0], person.name)
        account = account_digest(person.id, person.name, changed)
        floor.record_act({"act": "password", "person": person.id, "account": account}, by)
        return sign_in(floor, person.id)

    token = await service.submit(change)
    service.limits.sign_in_attempts.note_success(tried, reads, address)
    return token


async def end_session(request: Request) -> None:
    """End the session of a request, and close the feeds that use it."""
    token, service = token_of(request) or "", service_of(request)
    await service.submit(lambda floor: sign_out(floor, token))
    service.listeners.end_session(token)


def set_session_cookie(request: Request, response: Response, token: str) -> None:
    """Set the session cookie of a page, which scripts cannot read and other sites cannot send."""
    response.set_cookie(value=token, **_cookie(request))


def delete_session_cookie(request: Request, response: Response) -> None:
    """Delete the session cookie of a page."""
    response.delete_cookie(**_cookie(request))


def _cookie(request: Request) -> dict[str, Any]:
    """Return the cookie without its value. A browser deletes it only by the same settings."""
    return {
        "key": cookie_name(request),
        "path": "/",
        "secure": request.url.scheme == "https",
        "httponly": True,
        "samesite": "strict",
    }
