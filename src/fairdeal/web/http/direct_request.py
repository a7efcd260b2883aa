"""Commands answered without uvicorn's own reading and writing of HTTP.

Nearly all requests of a busy floor are commands, each small and whole when it arrives. `Connection`
has read such a request already, so it asks for the answer with the scope that uvicorn would give
the application, and writes it in one piece. All other requests are uvicorn's.
"""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from starlette.responses import Response

from fairdeal.web.http.held_answers import http_date
from fairdeal.web.http.security import DEFAULT_HEADERS

_FIRST: Final = b"POST /api/tables/"
_LAST: Final = b"/commands HTTP/1.1"
_STATUS_LINES: Final = {
    status.value: f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode() for status in HTTPStatus
}
_ASGI: Final = {"version": "3.0", "spec_version": "2.3"}
#: Headers of requests that are left to uvicorn.
_SPECIAL: Final = frozenset(
    (b"connection", b"expect", b"transfer-encoding", b"upgrade", b"http2-settings")
)
_KEEP_ALIVE: Final = (b"connection", b"keep-alive")
#: Under this name a scope has the body of a request that was read whole before it was handled.
WHOLE_BODY: Final = "fairdeal.body"


class DirectRequest(NamedTuple):
    """A whole request: its address, its headers and its body."""

    path: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes

    def scope(self, addresses: tuple[Any, Any], state: dict[str, Any]) -> dict[str, Any]:
        """Return the ASGI scope, with the addresses of the client and of the server."""
        return {
            "type": "http",
            "asgi": _ASGI,
            "http_version": "1.1",
            "server": addresses[1],
            "client": addresses[0],
            "scheme": "http",
            "method": "POST",
            "root_path": "",
            "path": self.path.decode("ascii"),
            "raw_path": self.path,
            "query_string": b"",
            "headers": self.headers,
            "state": state,
            WHOLE_BODY: self.body,
        }


def command_request(data: bytes) -> DirectRequest | None:
    """Return the request that some bytes are, if it is a plain command; the parser has found that
    they are one whole request.
    """
    if not data.startswith(_FIRST):
        return None
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    path = first[5:-9]
    if not first.endswith(_LAST) or b"%" in path or b"?" in path or not path.isascii():
        return None
    headers = []
    for line in lines:
        name, _, value = line.partition(b":")
        pair = (name.lower(), value.strip())
        if not name or name[0] in b" \t" or (pair[0] in _SPECIAL and pair != _KEEP_ALIVE):
            return None
        headers.append(pair)
    return DirectRequest(path, headers, body)


def answer_head(
    status: int, headers: Sequence[tuple[bytes, bytes]], date: bytes | None = None
) -> bytes:
    """Return the head of an answer as uvicorn writes it."""
    lines = b"".join([b"%b: %b\r\n" % pair for pair in headers])
    return b"%bdate: %b\r\n%b\r\n" % (_STATUS_LINES[status], date or http_date(), lines)


def answer_bytes(response: Response) -> bytes:
    """Return an answer as uvicorn writes it, with the headers that every answer has."""
    own = {name for name, _ in response.raw_headers}
    added = (pair for pair in DEFAULT_HEADERS if pair[0] not in own)
    return answer_head(response.status_code, [*response.raw_headers, *added]) + bytes(response.body)


#: The parts of the head of an answer in JSON: before its date, before its length, and the rest.
_OK_DATE, _OK_SIZE, _OK_END = answer_head(
    200,
    [(b"content-length", b"?"), (b"content-type", b"application/json"), *DEFAULT_HEADERS],
    b"?",
).split(b"?")


def ok_answer(body: bytes) -> bytes:
    """Return an answer in JSON, the same as `answer_bytes` makes of it."""
    return b"%b%b%b%d%b%b" % (_OK_DATE, http_date(), _OK_SIZE, len(body), _OK_END, body)
