"""Answers that are the same for everybody without a session, as whole bytes that are made once.

An answer is held under its address after it was made by its endpoint. `Connection` then writes it
without asking the application, which costs a fraction of a request's usual time. Each answer has an
ETag, and a client that names it is told that nothing has changed (304).
"""

import time
from email.utils import formatdate
from hashlib import sha256
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.web.http.security import DEFAULT_HEADERS

#: The most answers and the most bytes that are held.
MAX_HELD: Final = 512
MAX_HELD_BYTES: Final = 32 * 1024 * 1024
#: Headers with which an answer may differ, or which ask for more than a plain answer.
_SPECIAL: Final = (
    b"\r\ncookie:",
    b"\r\nauthorization:",
    b"\r\nupgrade:",
    b"\r\nexpect:",
    b"\r\ncontent-length:",
    b"\r\ntransfer-encoding:",
)
_NONE_MATCH: Final = b"\r\nif-none-match:"
_ACCEPTS: Final = b"\r\naccept-encoding:"


class HeldAnswer:
    """An answer as bytes: whole, and as the short one for a client that has it already."""

    __slots__ = ("_full", "_short", "_tag", "packed")

    def __init__(self, response: Response, *, packed: bool | None = None) -> None:
        #: Whether it is compressed; None where that is not asked.
        self.packed = packed
        own = {name for name, _ in response.raw_headers}
        headers = [*response.raw_headers, *(one for one in DEFAULT_HEADERS if one[0] not in own)]
        self._full = _head(headers) + bytes(response.body)
        self._tag = response.headers.get("etag", "")
        left_out = (b"content-length", b"content-type")
        self._short = _head([one for one in headers if one[0] not in left_out])

    @property
    def size(self) -> int:
        """Return how many bytes are held."""
        return len(self._full) + len(self._short)

    def bytes_for(self, named: bytes) -> bytes:
        """Return what is sent to a client that names these ETags in `If-None-Match`."""
        if named and tag_matches(named.decode("latin-1"), self._tag):
            return b"HTTP/1.1 304 Not Modified\r\ndate: %b\r\n%b" % (http_date(), self._short)
        return b"HTTP/1.1 200 OK\r\ndate: %b\r\n%b" % (http_date(), self._full)


def _head(headers: list[tuple[bytes, bytes]]) -> bytes:
    return b"".join(b"%b: %b\r\n" % pair for pair in headers) + b"\r\n"


_dated: tuple[int, bytes] = (0, b"")


def http_date() -> bytes:
    """Return the time as the header `Date` has it."""
    global _dated  # noqa: PLW0603 - made once a second
    now = int(time.time())
    if _dated[0] != now:
        _dated = (now, formatdate(now, usegmt=True).encode())
    return _dated[1]


class HeldAnswers:
    """The answers of one server, by address. They belong to the event loop's thread."""

    def __init__(self) -> None:
        self._held: dict[bytes, HeldAnswer] = {}
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._held)

    def find(self, data: bytes) -> bytes | None:
        """Return the answer to the bytes of a whole request, if it is held and would be the same
        from the application.
        """
        if not data.startswith(b"GET "):
            return None
        target, _, rest = data[4:].partition(b" ")
        held = self._held.get(target)
        if held is None or not rest.startswith(b"HTTP/1.1\r\n"):
            return None
        head = rest.lower()
        if any(name in head for name in _SPECIAL):
            return None
        if held.packed is not None and held.packed != (b"gzip" in _value(rest, head, _ACCEPTS)):
            return None
        return held.bytes_for(_value(rest, head, _NONE_MATCH))

    def hold(self, request: Request, response: Response, *, packed: bool | None = None) -> None:
        """Hold the answer to a request that has no session and no query."""
        scope = request.scope
        target = scope.get("raw_path", b"")
        if scope["method"] != "GET" or scope["query_string"] or scope["scheme"] != "http":
            return
        answer = HeldAnswer(response, packed=packed)
        if earlier := self._held.pop(target, None):
            self._bytes -= earlier.size
        if len(self._held) >= MAX_HELD or self._bytes + answer.size > MAX_HELD_BYTES:
            self.clear()
        if answer.size <= MAX_HELD_BYTES:
            self._held[target] = answer
            self._bytes += answer.size

    def clear(self) -> None:
        """Drop all answers, since something has changed that they may show."""
        self._held.clear()
        self._bytes = 0


def _value(head: bytes, small: bytes, name: bytes) -> bytes:
    """Return the value of a header; `small` is the head in small letters."""
    at = small.find(name)
    return head[at + len(name) :].partition(b"\r\n")[0] if at >= 0 else b""


# ETags --------------------------------------------------------------------------------------------


def tag_of(content: bytes) -> str:
    """Return the ETag of some content."""
    return f'"{sha256(content).hexdigest()[:32]}"'


def tag_matches(named: str, tag: str) -> bool:
    """Return whether a client's `If-None-Match` names an ETag."""
    named = named.strip()
    if named == "*" or not tag:
        return bool(tag)
    return tag in (one.strip().removeprefix("W/") for one in named.split(","))


def tagged(request: Request, response: Response, tag: str) -> Response:
    """Return an answer with its ETag; without its body where the client has that already."""
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "no-cache"
    if not tag_matches(request.headers.get("if-none-match", ""), tag):
        return response
    left_out = ("content-length", "content-type")
    headers = {name: value for name, value in response.headers.items() if name not in left_out}
    return Response(status_code=304, headers=headers)
