"""What every request is session first: who asks, and what exactly."""

import contextlib
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from fairdeal.errors import FairdealError
from fairdeal.floor.people.accounts import Person
from fairdeal.web.http.limits import client_network
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.security import cookie_name, header
from fairdeal.web.live.service import Service
from fairdeal.wire.commands import MAX_KEY
from fairdeal.wire.json import parse_json
from fairdeal.wire.line import dump_line

#: No body comes near it.
MAX_BODY: Final = 64 * 1024
#: No token is longer.
MAX_TOKEN: Final = 200
#: What is the same for anybody: nobody is session for it.
_PUBLIC_PATHS: Final = ("/healthz", "/metrics", "/static/", "/api/openapi.json")
#: Where a request has what was session of the database before.
_PREFETCHED: Final = "fairdeal.session"
SESSION_ENDED_TEXT: Final = "the session has ended, or there is none: sign in again"


def json_response(document: Any, status: int = 200) -> Response:
    """A document as the answer."""
    return Response(dump_line(document), status, media_type="application/json")


# Who asks -----------------------------------------------------------------------------------------


def token_of(connection: HTTPConnection) -> str | None:
    """The token of a program (a header) or of a page (a cookie)."""
    said = header(connection.scope, b"authorization")
    if said is not None:
        kind, _, token = said.partition(" ")
        # Whoever says who he or she is, and says it wrong, is not nobody.
        return token.strip() if kind.lower() == "bearer" else ""
    return connection.cookies.get(cookie_name(connection)) or None


def service_of(connection: HTTPConnection) -> Service:
    """The floor that is served."""
    service: Service = connection.app.state.service
    return service


class PrefetchedSession(NamedTuple):
    """Whose session a request is of, and the chips, or why nobody can say."""

    person: Person | None = None
    units: int = 0
    error: Exception | None = None


async def prefetch_session(connection: HTTPConnection) -> None:
    """Know whose session a request is of before it is looked at, without holding up the others."""
    token, path = token_of(connection), connection.scope["path"]
    if not token or len(token) > MAX_TOKEN or path.startswith(_PUBLIC_PATHS):
        return
    try:
        chips = not path.startswith("/api/")
        session = PrefetchedSession(
            *await service_of(connection).sessions.person_with_balance(token, balance=chips)
        )
    except Exception as error:  # told where somebody is to be answered
        session = PrefetchedSession(error=error)
    connection.scope[_PREFETCHED] = session


def prefetched_session(connection: HTTPConnection) -> PrefetchedSession | None:
    """What was session before, where that is so."""
    session: PrefetchedSession | None = connection.scope.get(_PREFETCHED)
    if session is not None and session.error is not None:
        raise session.error
    return session


def person_of_token(connection: HTTPConnection, token: str) -> Person | None:
    """Whose token it is; nobody's where the session has ended."""
    if not token or len(token) > MAX_TOKEN:
        return None
    session = prefetched_session(connection)
    return service_of(connection).sessions.person(token) if session is None else session.person


def optional_person(connection: HTTPConnection) -> Person | None:
    """Who asks; None where nobody says so. A token that is none is a problem."""
    token = token_of(connection)
    if token is None:
        return None
    person = person_of_token(connection, token)
    if person is None:
        raise Problem(401, "no-session", SESSION_ENDED_TEXT)
    return person


def required_person(connection: HTTPConnection) -> Person:
    """Who asks, who must be somebody."""
    person = optional_person(connection)
    if person is None:
        raise Problem(401, "no-session", "this needs a session: POST /api/guests gives one")
    return person


def client_network_of(connection: HTTPConnection) -> str:
    """Where a request comes from, as far as limits tell one from another."""
    return client_network(connection.client.host) if connection.client else "nowhere"


# Bodies -------------------------------------------------------------------------------------------


async def read_body(request: Request) -> bytes:
    """What was sent, as long as no body comes near it."""
    length = header(request.scope, b"content-length") or "0"
    if length.isdigit() and int(length) > MAX_BODY:
        raise Problem(413, "too-large", f"a body is up to {MAX_BODY // 1024} KiB long")
    data = bytearray()
    try:
        async for part in request.stream():
            data += part
            if len(data) > MAX_BODY:
                raise Problem(413, "too-large", f"a body is up to {MAX_BODY // 1024} KiB long")
    except ClientDisconnect:  # nobody's fault here, and nobody hears of it
        raise Problem(400, "malformed", "the body did not come whole") from None
    return bytes(data)


async def json_body(request: Request, *, needed: bool = True) -> dict[str, Any]:
    """The JSON object that was sent; an empty one for nothing, where none is needed."""
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


async def form_fields(request: Request) -> dict[str, str]:
    """The fields of a page's form; of a field that comes twice the last."""
    try:
        text = (await read_body(request)).decode("utf-8")
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=20, errors="strict"))
    except ValueError:
        raise Problem(400, "malformed", "the form is malformed") from None


def require_fields(document: dict[str, Any], *names: str) -> None:
    """Refuse fields that are not known."""
    for name in document:
        if name not in names:
            raise Problem(422, "invalid", f"there is no field {name[:40]!r} here")
    for name in names:
        if name not in document:
            raise Problem(422, "invalid", f"{name} is missing")


def whole_number(text: str | None, name: str, default: int, most: int, least: int = 0) -> int:
    """A whole number from a query."""
    if text is None:
        return default
    right = text.isascii() and text.isdigit() and len(text) <= 18
    if not right or not least <= int(text) <= most:
        raise Problem(422, "invalid", f"{name} is a whole number from {least} to {most}")
    return int(text)


def idempotency_key(request: Request) -> str | None:
    """The key of a command."""
    key = header(request.scope, b"idempotency-key")
    if key is None:
        return None
    # A header's bytes come as one character each, whatever they stand for.
    with contextlib.suppress(UnicodeError):
        key = key.encode("latin-1").decode("utf-8")
    if len(key) > MAX_KEY:
        raise Problem(422, "invalid", f"a key has up to {MAX_KEY} characters")
    return key
