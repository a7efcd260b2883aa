"""Limits of a connection: the size and the time of a request, and how many connections."""

import asyncio
import json
import socket
import threading
from contextlib import ExitStack
from pathlib import Path
from queue import Queue
from typing import Any
from unittest.mock import patch

import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.startup import open_floor
from fairdeal.web.http import http_protocol
from fairdeal.web.http.limits import ConcurrencyLimit, client_network
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import read_body
from fairdeal.web.server import MAX_CONNECTIONS_PER_CLIENT, _connection_limit


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Says how much was sent."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    request = Request(scope, receive)
    try:
        text = f"{len(await read_body(request))}"
    except Problem as problem:
        text = problem.detail
    await Response(text)(scope, receive, send)


class Clock(asyncio.SelectorEventLoop):
    """An event loop whose time a test sets forward."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


class Served:
    """A server in a thread, with a clock of its own and word of what it has received."""

    def __init__(self, most: int | None) -> None:
        self.received: Queue[int] = Queue()
        self.lost: Queue[None] = Queue()
        received, lost = self.received, self.lost

        class Watched(http_protocol.connection_class(most)):  # type: ignore[misc] # made by a call
            def data_received(self, data: bytes) -> None:
                super().data_received(data)
                received.put(len(data))

            def connection_lost(self, exc: Exception | None) -> None:
                super().connection_lost(exc)
                lost.put(None)

        config = uvicorn.Config(
            echo,
            port=0,
            log_config=None,
            lifespan="off",
            ws="websockets-sansio",
            http=Watched,
            # uvicorn's own limit, after an answer: here the connection's limits are tested.
            timeout_keep_alive=60,
        )
        self._server = uvicorn.Server(config)
        self._loop = Clock()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        async def serve() -> None:
            startup = self._server.startup

            async def started(sockets: Any = None) -> None:
                await startup(sockets)
                self._started.set()

            with patch.object(self._server, "startup", started):
                await self._server.serve()

        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(serve())

    def __enter__(self) -> "Served":
        self._thread.start()
        assert self._started.wait(20)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()

    @property
    def address(self) -> tuple[str, int]:
        host, port = self._server.servers[0].sockets[0].getsockname()[:2]
        return str(host), int(port)

    def connect(self) -> socket.socket:
        """A new connection."""
        return socket.create_connection(self.address, timeout=20)

    def send(self, line: socket.socket, data: bytes) -> None:
        """Send something, and wait until the server has read it."""
        line.sendall(data)
        left = len(data)
        while left:
            left -= self.received.get(timeout=20)

    def advance(self, seconds: float) -> None:
        """Set the server's clock forward, and have it look."""
        done = threading.Event()

        def look() -> None:
            self._loop.ahead += seconds
            # Twice: timers that are due run in the turn after this one.
            self._loop.call_soon(lambda: self._loop.call_soon(done.set))

        self._loop.call_soon_threadsafe(look)
        assert done.wait(20)


def said(line: socket.socket) -> str:
    """All that comes until the connection is closed."""
    parts = []
    while part := line.recv(65536):
        parts.append(part)
    return b"".join(parts).decode()


def refused(answer: str, status: int, code: str) -> None:
    head, _, body = answer.partition("\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} "), answer[:200]
    assert "connection: close" in head
    assert "content-type: application/problem+json" in head
    assert "x-content-type-options: nosniff" in head
    assert json.loads(body)["code"] == code


@pytest.mark.parametrize("part", [b"x: y\r\n", b"a" * 4096, b"x" * 60 + b": 1\r\n"])
def test_a_head_without_end(part: bytes) -> None:
    with Served(None) as server, server.connect() as line:
        line.sendall(
            b"GET / HTTP/1.1\r\nHost: x\r\nx: " + (b"" if b"\r\n" not in part else b"\r\n")
        )
        sent = 0
        try:
            while sent < 5_000_000:
                line.sendall(part * 100)
                sent += 100 * len(part)
        except OSError:
            assert sent > http_protocol.MAX_HEAD
            return  # it was cut while somebody sent on and did not listen
        refused(said(line), 431, "too-large")


def test_a_head_that_is_too_long_and_one_that_is_not() -> None:
    with Served(None) as server:
        for size, status in (
            (http_protocol.MAX_HEAD - 100, 200),
            (http_protocol.MAX_HEAD + 100, 431),
        ):
            with server.connect() as line:
                head = b"GET / HTTP/1.1\r\nConnection: close\r\nx: %b\r\n\r\n" % (b"a" * size)
                line.sendall(head)
                assert said(line).startswith(f"HTTP/1.1 {status} ")
        # A body is none of the head's business.
        with server.connect() as line:
            body = b"b" * 60_000
            head = b"POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 60000\r\n"
            line.sendall(head + b"x: %b\r\n\r\n" % (b"a" * 30_000) + body)
            assert said(line).endswith("\r\n\r\n60000")


def test_requests_one_after_the_other_on_one_line() -> None:
    with Served(None) as server, server.connect() as line:
        one = b"POST / HTTP/1.1\r\nContent-Length: 3\r\nx: %b\r\n\r\nabc" % (b"a" * 20_000)
        last = one.replace(b"\r\nx:", b"\r\nConnection: close\r\nx:")
        line.sendall(one * 9 + last)
        assert said(line).count("HTTP/1.1 200 OK") == 10


@pytest.mark.parametrize(
    ("part", "status"),
    [
        (b"", 0),
        (b"\r\n", 0),
        (b"GET / HT", 408),
        (b"GET / HTTP/1.1\r\nHost: x\r\n", 408),
        (b"POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc", 408),
        (b"POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcGET /", 200),
    ],
)
def test_a_request_that_does_not_become_whole(part: bytes, status: int) -> None:
    with Served(None) as server, server.connect() as line:
        server.send(line, part)
        server.advance(http_protocol.REQUEST_SECONDS - 0.5)
        server.advance(1)
        answer = said(line)
        if status == 408:
            refused(answer, 408, "late")
        elif status:
            first, _, second = answer.partition("\r\n\r\n3")
            assert first.startswith("HTTP/1.1 200")
            refused(second, 408, "late")
        else:
            assert not answer


def test_a_byte_at_a_time_takes_no_longer() -> None:
    with Served(None) as server, server.connect() as line:
        for byte in b"GET / HT":
            server.send(line, bytes([byte]))
            server.advance(http_protocol.REQUEST_SECONDS / 8)
        refused(said(line), 408, "late")


def test_requests_that_come_in_time() -> None:
    with Served(None) as server, server.connect() as line:
        for _ in range(4):
            for part in (b"POST / HTTP/1.1\r\nContent-Length: 3\r\n", b"\r\nab"):
                server.send(line, part)
                server.advance(4)
            server.send(line, b"c")
            assert line.recv(1000).endswith(b"\r\n\r\n3")
            server.advance(4)


def test_a_refused_client_has_a_moment_to_read_the_answer() -> None:
    with Served(None) as server, server.connect() as line:
        server.send(line, b"\x16\x03\x01 hello\r\n\r\n")
        server.advance(http_protocol.LINGER_SECONDS - 0.5)
        server.send(line, b"more")  # it is read, and dropped
        assert server.lost.empty()
        server.advance(1)
        server.lost.get(timeout=20)
        refused(said(line), 400, "malformed")


def test_what_is_no_request(caplog: pytest.LogCaptureFixture) -> None:
    with Served(None) as server, server.connect() as line:
        line.sendall(b"\x16\x03\x01 hello\r\n\r\n")
        refused(said(line), 400, "malformed")
    assert "Traceback" not in caplog.text


# How many -----------------------------------------------------------------------------------------

OPENING = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def test_so_many_at_once_from_one_address() -> None:
    with Served(4) as server:
        for _ in range(3):  # as often as somebody comes back
            with ExitStack() as lines:
                for listens in (False, True, False, True):
                    line = lines.enter_context(server.connect())
                    line.sendall(OPENING if listens else b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                    assert line.recv(1000).startswith(b"HTTP/1.1 101" if listens else b"HTTP/1.1 2")
                with server.connect() as one_more:
                    refused(said(one_more), 429, "too-many")
            for _ in range(5):
                server.lost.get(timeout=20)


@pytest.mark.parametrize(
    ("pace", "proxies", "most"),
    [(1, "", MAX_CONNECTIONS_PER_CLIENT), (1, "10.0.0.1", None), (0, "", None)],
)
def test_who_counts_connections(
    tmp_path: Path, pace: float, proxies: str, most: int | None
) -> None:
    """The server, but for programs without pauses, and where a proxy does."""
    floor = open_floor(str(tmp_path / "floor.db"), [], settings=FloorSettings(pace=pace))
    assert _connection_limit(floor, proxies) == most
    floor.database.close()


def test_who_is_counted_together() -> None:
    assert client_network("2001:db8::1") == client_network("2001:db8:0:0:ffff::2")
    assert client_network("2001:db8::1") != client_network("2001:db8:0:1::1")
    assert (
        client_network("::ffff:10.0.0.1")
        == client_network("10.0.0.1")
        != client_network("10.0.0.2")
    )
    assert client_network("fe80::1%eth0") == client_network("fe80::2")
    assert client_network("nowhere") == "nowhere"
    there = ConcurrencyLimit(2)
    assert [there.acquire("a") for _ in range(3)] == [True, True, False]
    there.release("a")
    assert there.acquire("a")
    assert there.acquire("b")
