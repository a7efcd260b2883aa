"""Commands answered without uvicorn's own reading and writing of HTTP.

Nearly all requests of a busy floor are commands, each small and whole when it arrives. `Connection`
has read such a request already, so it calls the application itself, with the scope that uvicorn
would give it, and writes the answer in one piece. All other requests are uvicorn's.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from fairdeal.web.http.held_answers import http_date

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


def answer_head(status: int, headers: list[tuple[bytes, bytes]]) -> bytes:
    """Return the head of an answer as uvicorn writes it."""
    lines = b"".join([b"%b: %b\r\n" % pair for pair in headers])
    return b"%bdate: %b\r\n%b\r\n" % (_STATUS_LINES[status], http_date(), lines)


class AsgiChannel:
    """The functions by which the application reads a request and writes its answer."""

    __slots__ = ("_body", "_parts", "_write")

    def __init__(self, body: bytes, write: Callable[[bytes], None]) -> None:
        self._body: bytes | None = body
        self._parts: list[bytes] = []
        self._write = write

    async def receive(self) -> dict[str, Any]:
        """Return the whole body, and after it that nothing more comes."""
        body, self._body = self._body, None
        if body is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(self, message: Any) -> None:
        """Take a part of the answer, and write the whole of it with its last part."""
        if message["type"] == "http.response.start":
            self._parts.append(answer_head(message["status"], message["headers"]))
            return
        self._parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            self._write(b"".join(self._parts))
