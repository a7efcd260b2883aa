"""Commands that a connection hands to the application without uvicorn, as whole requests."""

import asyncio
import json
import socket
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest
from web_client import Server

from fairdeal.web.http.buffered_transport import BufferedTransport
from fairdeal.web.http.direct_request import command_request
from fairdeal.web.http.request import MAX_BODY

HEADERS = b"Host: x\r\nContent-Length: 2\r\n"
COMMAND = b"POST /api/tables/t1/commands HTTP/1.1\r\n"


def command(token: str, key: str, body: dict[str, object], *more: str) -> bytes:
    """A command as bytes."""
    content = json.dumps(body).encode()
    lines = [f"Authorization: Bearer {token}", f"Idempotency-Key: {key}", "Host: x", *more]
    head = "\r\n".join([*lines, f"Content-Length: {len(content)}", "", ""]).encode()
    return COMMAND + head + content


def connect(server: Server) -> socket.socket:
    address = urlsplit(server.url)
    return socket.create_connection((address.hostname, address.port), timeout=20)


def answers(line: socket.socket, count: int) -> list[tuple[int, dict[str, str], bytes]]:
    """So many answers of a connection: status, headers and body."""
    found: list[tuple[int, dict[str, str], bytes]] = []
    data = b""
    while len(found) < count:
        head, end, rest = data.partition(b"\r\n\r\n")
        fields = dict(one.split(": ", 1) for one in head.decode().split("\r\n")[1:] if ": " in one)
        size = int(fields.get("content-length", 0))
        if not end or len(rest) < size:
            part = line.recv(1 << 16)
            assert part, f"closed after {len(found)} answers"
            data += part
            continue
        found.append((int(head.split()[1]), fields, rest[:size]))
        data = rest[size:]
    assert data == b""
    return found


def test_the_answer_is_that_of_any_server(server: Server) -> None:
    """The same command whole, in parts, and with a header that only uvicorn deals with."""
    ann = server.guest()
    sit = command(str(ann.token), "sit", {"do": "sit", "seat": 2})
    closing = command(str(ann.token), "sit", {"do": "sit", "seat": 2}, "Connection: close")
    told = []
    for parts in ([sit], [sit[:30], sit[30:]], [sit[:-5], sit[-5:]], [closing]):
        with connect(server) as line:
            for part in parts:
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                line.sendall(part)
            (answer,) = answers(line, 1)
        told.append(answer)
    statuses, heads, bodies = zip(*told, strict=True)
    assert set(statuses) == {200}
    assert len(set(bodies)) == 1
    plain = [{**head, "date": ""} for head in heads]
    assert plain[0] == plain[1] == plain[2]
    assert list(heads[0]) == list(heads[1])
    assert plain[3] == {**plain[0], "connection": "close"}


@pytest.mark.parametrize(
    ("path", "body", "more"),
    [
        (
            "/api/tables/t1/commands",
            b'{"do":"sit","seat":4}',
            ["Origin: https://elsewhere.example"],
        ),
        ("/api/tables/t1/commands", b'{"do":"sit","seat":4}', ["Sec-Fetch-Site: cross-site"]),
        ("/api/tables/t99/commands", b'{"do":"sit","seat":4}', []),
        ("/api/tables/t1/more/commands", b'{"do":"sit","seat":4}', []),
        ("/api/tables/t1/commands", b'{"do":"sit",', []),
        ("/api/tables/t1/commands", b'["sit"]', []),
        ("/api/tables/t1/commands", b'{"do":"settle"}', ["Accept: text/html"]),
    ],
)
@pytest.mark.parametrize("token", [True, False])
def test_a_refusal_is_that_of_any_server(
    server: Server, path: str, body: bytes, more: list[str], *, token: bool
) -> None:
    """The same refusal whole, and in parts, which uvicorn reads."""
    ann = server.guest()
    who = [f"Authorization: Bearer {ann.token}"] if token else []
    lines = [f"POST {path} HTTP/1.1", *who, "Idempotency-Key: a", "Host: x", *more]
    head = "\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode()
    told = []
    for parts in ([head + body], [head, body]):
        with connect(server) as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for part in parts:
                line.sendall(part)
            status, fields, content = answers(line, 1)[0]
        told.append((status, {**fields, "date": ""}, content))
    assert told[0] == told[1]
    assert told[0][0] >= 400


def test_a_body_that_is_too_large_is_refused(server: Server) -> None:
    ann = server.guest()
    told = []
    for size in (MAX_BODY, MAX_BODY + 1):
        body = b'{"do": "sit", "seat": 4}'.ljust(size)
        lines = [f"Authorization: Bearer {ann.token}", f"Idempotency-Key: {size}", "Host: x"]
        head = "\r\n".join([*lines, f"Content-Length: {size}", "", ""]).encode()
        with connect(server) as line:
            line.sendall(COMMAND + head + body)
            told.append(answers(line, 1)[0][0])
    assert told == [200, 413]


def test_answers_have_the_order_of_their_requests(server: Server) -> None:
    ann = server.guest()
    token = str(ann.token)
    requests = [
        command(token, "a", {"do": "sit", "seat": 3}),
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
        command(token, "b", {"do": "nonsense"}),
        b"GET /api/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %b\r\n\r\n" % token.encode(),
        command(token, "c", {"do": "leave", "seat": 3}),
    ]
    for parts in (requests, [b"".join(requests)]):
        with connect(server) as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for part in parts:
                line.sendall(part)
            told = answers(line, len(requests))
        assert [status for status, _, _ in told] == [200, 200, 422, 200, 200]
        assert json.loads(told[1][2])["status"] == "ok"
        assert json.loads(told[3][2])["player"]["id"] == ann.player["id"]


@pytest.mark.parametrize(
    "data",
    [
        b"GET /api/tables/t1/commands HTTP/1.1\r\n" + HEADERS + b"\r\n{}",
        b"POST /api/tables/t1/commands HTTP/1.0\r\n" + HEADERS + b"\r\n{}",
        b"POST /api/tables/t1/commands?a=b HTTP/1.1\r\n" + HEADERS + b"\r\n{}",
        b"POST /api/tables/t%31/commands HTTP/1.1\r\n" + HEADERS + b"\r\n{}",
        b"POST /api/tables/t1/fill HTTP/1.1\r\n" + HEADERS + b"\r\n{}",
        COMMAND + HEADERS + b"Connection: close\r\n\r\n{}",
        COMMAND + HEADERS + b"Expect: 100-continue\r\n\r\n{}",
        COMMAND + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        COMMAND + HEADERS + b"X: a\r\n b\r\n\r\n{}",
    ],
)
def test_other_requests_are_left_to_uvicorn(data: bytes) -> None:
    assert command_request(data) is None


def test_a_command_as_the_application_sees_it() -> None:
    request = command_request(COMMAND + HEADERS + b"Connection: keep-alive\r\nA-B:  c \r\n\r\n{}")
    assert request is not None
    scope = request.scope((("10.0.0.1", 9), ("10.0.0.2", 80)), {"a": 1})
    assert (scope["method"], scope["path"]) == ("POST", "/api/tables/t1/commands")
    assert (scope["client"], scope["server"]) == (("10.0.0.1", 9), ("10.0.0.2", 80))
    assert (b"a-b", b"c") in scope["headers"]
    assert request.body == b"{}"


class _LostTransport(asyncio.Transport):
    """The transport of a client that is gone: uvloop raises where it is written."""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        raise RuntimeError(f"the handler is closed to {data!r}")

    def is_closing(self) -> bool:
        return True

    def close(self) -> None:
        pass


def test_an_answer_to_a_client_that_is_gone_is_dropped() -> None:
    async def answer() -> None:
        buffered = BufferedTransport(_LostTransport(), _Idle())
        buffered.write(b"HTTP/1.1 200 OK")
        buffered.close()

    # In a thread of its own: a browser of other tests may have a loop in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, answer()).result()


class _Idle:
    """A connection on which no command is being answered."""

    def close_when_answered(self) -> bool:
        return False

    def upgrade(self, protocol: asyncio.Protocol) -> None:
        raise AssertionError(protocol)
