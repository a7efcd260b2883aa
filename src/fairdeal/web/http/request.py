"""Reading a request: the session it belongs to, its body, its parameters."""

import contextlib
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from fairdeal.errors import FairdealError
from fairdeal.floor.people.accounts import Person
from fairdeal.web.http.direct_request import WHOLE_BODY
from fairdeal.web.http.limits import client_network
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.security import cookie_name, header
from fairdeal.web.live.service import Service
from fairdeal.wire.commands import MAX_KEY
from fairdeal.wire.json import parse_json
from fairdeal.wire.json_line import dump_bytes

#: The longest body of a request, in bytes.
MAX_BODY: Final = 64 * 1024
#: The longest token that is looked up.
MAX_TOKEN: Final = 200
#: Addresses whose answers are the same for everybody, so that no session is looked up.
_PUBLIC_PATHS: Final = ("/healthz", "/metrics", "/static/", "/api/openapi.json")
#: Under this name a scope has the session that was looked up before its request was handled.
_PREFETCHED: Final = "fairdeal.session"
SESSION_ENDED_TEXT: Final = "the session has ended, or there is none: sign in again"


def json_response(document: Any, status: int = 200) -> Response:
    """Return a document or a struct as a JSON answer."""
    return Response(dump_bytes(document), status, media_type="application/json")


# Sessions -----------------------------------------------------------------------------------------


def token_of(connection: HTTPConnection) -> str | None:
    """Return the token of a program (a header) or of a page (a cookie)."""
    authorization = header(connection.scope, b"authorization")
    if authorization is not None:
        kind, _, token = authorization.partition(" ")
        # A header that is no bearer token is a wrong session, and not the lack of one.
        return token.strip() if kind.lower() == "bearer" else ""
    return connection.cookies.get(cookie_name(connection)) or None


def service_of(connection: HTTPConnection) -> Service:
    """Return the service of the application."""
    service: Service = connection.app.state.service
    return service


class PrefetchedSession(NamedTuple):
    """A session that was looked up: its person, what the person holds, or why it failed."""

    person: Person | None = None
    units: int = 0
    error: Exception | None = None


async def prefetch_session(connection: HTTPConnection) -> None:
    """Look up the session of a request before it is handled, without blocking the event loop."""
    token, path = token_of(connection), connection.scope["path"]
    if not token or len(token) > MAX_TOKEN or path.startswith(_PUBLIC_PATHS):
        return
    try:
        chips = not path.startswith("/api/")
        session = PrefetchedSession(
            *await service_of(connection).sessions.person_with_balance(token, balance=chips)
        )
    except Exception as error:  # raised where the session is used
        session = PrefetchedSession(error=error)
    connection.scope[_PREFETCHED] = session


def prefetched_session(connection: HTTPConnection) -> PrefetchedSession | None:
    """Return the session that was looked up before, if it was."""
    session: PrefetchedSession | None = connection.scope.get(_PREFETCHED)
    if session is not None and session.error is not None:
        raise session.error
    return session


def person_of_token(connection: HTTPConnection, token: str) -> Person | None:
    """Return whose token it is; None where the session has ended."""
    if not token or len(token) > MAX_TOKEN:
        return None
    session = prefetched_session(connection)
    return service_of(connection).sessions.person(token) if session is None else session.person


def optional_person(connection: HTTPConnection) -> Person | None:
    """Return who asks; None without a token. A token of no session is a problem."""
    token = token_of(connection)
    if token is None:
        return None
    person = person_of_token(connection, token)
    if person is None:
        raise Problem(401, "no-session", SESSION_ENDED_TEXT)
    return person


def required_person(connection: HTTPConnection) -> Person:
    """Return who asks; the lack of a session is a problem."""
    person = optional_person(connection)
    if person is None:
        raise Problem(401, "no-session", "this needs a session: POST /api/guests gives one")
    return person


def at_table(request: Request) -> tuple[Service, Person, str]:
    """Return the service, who asks, and the name of the table in the address, which there is."""
    service, person = service_of(request), required_person(request)
    name = request.path_params["table"]
    service.table(name, person)
    return service, person, name


def client_network_of(connection: HTTPConnection) -> str:
    """Return where a request comes from, as limits count clients."""
    return client_network(connection.client.host) if connection.client else "nowhere"


# Bodies -------------------------------------------------------------------------------------------


async def read_body(request: Request, most: int = MAX_BODY) -> bytes:
    """Return the body of a request; one that is longer than `most` is a problem."""
    whole: bytes | None = request.scope.get(WHOLE_BODY)
    if whole is not None and len(whole) <= most:
        return whole
    length = header(request.scope, b"content-length") or "0"
    if length.isdigit() and int(length) > most:
        raise Problem(413, "too-large", f"a body is up to {most // 1024} KiB long")
    data = bytearray()
    try:
        async for part in request.stream():
            data += part
            if len(data) > most:
                raise Problem(413, "too-large", f"a body is up to {most // 1024} KiB long")
    except ClientDisconnect:  # the answer reaches nobody
        raise Problem(400, "malformed", "the body did not come whole") from None
    return bytes(data)


async def json_body(request: Request, *, needed: bool = True) -> dict[str, Any]:
    """Return the JSON object of a body; an empty one for no body, where none is needed."""
    data = await read_body(request)
    if not data and not needed:
        return {}
    try:
        document = parse_json(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise Problem(400, "malformed", "the body is not text in UTF-8") from None
    except FairdealError as error:
        raise Problem(400, "malformed", f"the body is malformed: {error}") from None
    if not isinstance(document, dict):
        raise Problem(400, "malformed", "the body is a JSON object")
    return document


async def form_fields(request: Request, most: int = MAX_BODY) -> dict[str, str]:
    """Return the fields of a page's form; of a repeated field, the last value."""
    try:
        text = (await read_body(request, most)).decode("utf-8")
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=20, errors="strict"))
    except ValueError:
        raise Problem(400, "malformed", "the form is malformed") from None


def require_fields(document: dict[str, Any], *names: str, optional: Sequence[str] = ()) -> None:
    """Refuse an object that has other fields than these and the optional ones, or lacks one."""
    for name in document:
        if name not in names and name not in optional:
            raise Problem(422, "invalid", f"there is no field {name[:40]!r} here")
    for name in names:
        if name not in document:
            raise Problem(422, "invalid", f"{name} is missing")


def whole_number(text: str | None, name: str, default: int, most: int, least: int = 0) -> int:
    """Return a whole number of a query, within limits."""
    if text is None:
        return default
    right = text.isascii() and text.isdigit() and len(text) <= 18
    if not right or not least <= int(text) <= most:
        raise Problem(422, "invalid", f"{name} is a whole number from {least} to {most}")
    return int(text)


def idempotency_key(request: Request) -> str | None:
    """Return the idempotency key of a request."""
    key = header(request.scope, b"idempotency-key")
    if key is None:
        return None
    # Headers are read as Latin-1, a character for each byte; a key may be UTF-8.
    with contextlib.suppress(UnicodeError):
        key = key.encode("latin-1").decode("utf-8")
    if len(key) > MAX_KEY:
        raise Problem(422, "invalid", f"a key has up to {MAX_KEY} characters")
    return key
