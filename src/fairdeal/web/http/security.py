"""Protection of browser sessions: security headers, cookies, and the origin of requests."""

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairdeal.web.http.problems import Problem

NUL: Final = "\0"
#: Under this name the `state` of a scope has its connection, where this server made it.
CONNECTION: Final = "fairdeal.connection"
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def content_security_policy(*script_sources: str, framed: bool = False) -> str:
    """Return the Content-Security-Policy of an answer.

    A page names the digests of the scripts that stand in it; other scripts come from this server.
    Only a page that is `framed` may stand in a frame, and only in one of our own pages.
    """
    above = "'self'" if framed else "'none'"
    scripts = " ".join(("'self'", *script_sources))
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
        f"frame-src 'self'; object-src 'self'; base-uri 'none'; frame-ancestors {above}"
    )


HEADERS: Final = {
    "Content-Security-Policy": content_security_policy(),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Nothing is told to another site. Our own forms say where they come from: with `no-referrer` a
    # browser sends "null" as the origin of a form, and no form of a page could be told from others.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Cache-Control": "no-store",
}
#: The headers as they are sent, unless an answer has its own.
DEFAULT_HEADERS: Final = tuple(
    (name.lower().encode(), value.encode()) for name, value in HEADERS.items()
)
_SECURE_HEADERS: Final = (
    *DEFAULT_HEADERS,
    (b"strict-transport-security", b"max-age=31536000; includeSubDomains"),
)


def cookie_name(connection: HTTPConnection) -> str:
    """Return the name of a page's cookie, which binds it to this host where HTTPS is used."""
    secure = connection.url.scheme in ("https", "wss")
    return "__Host-fairdeal" if secure else "fairdeal"


def header(scope: Scope, name: bytes) -> str | None:
    """Return a header of a request. Every request needs several, and Starlette's own headers take
    five times as long to search.
    """
    for key, value in scope["headers"]:
        if key == name:
            return str(value, "latin-1")
    return None


def same_site(scope: Scope) -> bool:
    """Return whether a request comes from our own pages, or from a program, which has no origin."""
    site = header(scope, b"sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = header(scope, b"origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == header(scope, b"host")
    except ValueError:  # not an address
        return False


def another_site() -> Problem:
    """Return what a request is told that another site has sent."""
    return Problem(403, "another-site", "this request comes from another site")


def has_nul(scope: Scope) -> bool:
    """Return whether an address has a NUL in it, which no name has and PostgreSQL refuses."""
    return NUL in scope["path"] or b"%00" in scope["query_string"]


class SecurityMiddleware:
    """Adds the headers to every answer, and refuses unsafe requests from other sites."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or serve one WebSocket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        added = _SECURE_HEADERS if scope["scheme"] in ("https", "wss") else DEFAULT_HEADERS
        connection = scope.get("state", {}).get(CONNECTION)

        async def sending(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                if connection is not None:
                    connection.response_started = True
                headers = message["headers"]
                own = {name for name, _ in headers}
                headers += [pair for pair in added if pair[0] not in own]
            await send(message)

        if connection is not None:
            connection.begin_answer()
        try:
            unsafe = scope["type"] == "http" and scope["method"] not in SAFE_METHODS
            if unsafe and not same_site(scope):
                await another_site().response()(scope, receive, sending)
            else:
                await self.app(scope, receive, sending)
        finally:
            if connection is not None:
                connection.end_answer()
