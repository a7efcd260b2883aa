"""What keeps others out of a browser's session: headers, and where an unsafe request comes from."""

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairdeal.web.problems import Problem

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Nothing is told to another site. Our own forms say where they come from: with `no-referrer` a
    # browser sends "null" as the origin of a form, and no form of a page could be told from others.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
}


def cookie_name(connection: HTTPConnection) -> str:
    """A page's cookie: bound to this host alone, where the connection is a safe one."""
    secure = connection.url.scheme in ("https", "wss")
    return "__Host-fairdeal" if secure else "fairdeal"


def same_site(connection: HTTPConnection) -> bool:
    """Whether a request comes from our own pages, or from a program, which sends no origin."""
    headers = connection.headers
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


class SecurityMiddleware:
    """Headers for every answer; an unsafe request from another site is refused."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        #: The application inside, for whoever starts it.
        self.state = getattr(app, "state", None)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    if name != "Strict-Transport-Security" or scope["scheme"] in ("https", "wss"):
                        headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        unsafe = scope["type"] == "http" and scope["method"] not in SAFE
        if unsafe and not same_site(HTTPConnection(scope)):
            problem = Problem(403, "another-site", "this request comes from another site")
            await problem.response()(scope, receive, sending)
            return
        await self.app(scope, receive, sending)
