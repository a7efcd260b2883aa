"""One connection of HTTP: a request is whole in its time and of its size, or it is refused."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.floor import Settings
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


@contextmanager
def served(most: int | None = None) -> Iterator[tuple[str, int]]:
    """The same connections with next to nothing behind them, in a thread."""
    config = uvicorn.Config(
        echo,
        port=0,
        log_config=None,
        lifespan="off",
        ws="websockets-sansio",
        http=http_protocol.connection_class(most),
    )
    server = uvicorn.Server(config)

    def run() -> None:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(server.serve())

    ended = threading.Thread(target=run)
    ended.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[:2]
    finally:
        server.should_exit = True
        ended.join()


def said(line: socket.socket, seconds: float = 5) -> str:
    """All that comes until the line is cut."""
    line.settimeout(seconds)
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
    with served() as address, socket.create_connection(address) as line:
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
    with served() as address:
        for size, status in (
            (http_protocol.MAX_HEAD - 100, 200),
            (http_protocol.MAX_HEAD + 100, 431),
        ):
            with socket.create_connection(address) as line:
                head = b"GET / HTTP/1.1\r\nConnection: close\r\nx: %b\r\n\r\n" % (b"a" * size)
                line.sendall(head)
                assert said(line).startswith(f"HTTP/1.1 {status} ")
        # A body is none of the head's business.
        with socket.create_connection(address) as line:
            body = b"b" * 60_000
            head = b"POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 60000\r\n"
            line.sendall(head + b"x: %b\r\n\r\n" % (b"a" * 30_000) + body)
            assert said(line).endswith("\r\n\r\n60000")


def test_requests_one_after_the_other_on_one_line() -> None:
    with served() as address, socket.create_connection(address) as line:
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
def test_a_request_that_does_not_become_whole(
    monkeypatch: pytest.MonkeyPatch, part: bytes, status: int
) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_SECONDS", 0.5)
    with served() as address, socket.create_connection(address) as line:
        line.sendall(part)
        answer = said(line)
        if status == 408:
            refused(answer, 408, "late")
        elif status:
            first, _, second = answer.partition("\r\n\r\n3")
            assert first.startswith("HTTP/1.1 200")
            refused(second, 408, "late")
        else:
            assert not answer


def test_drop_by_drop_is_no_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_SECONDS", 0.5)
    with served() as address, socket.create_connection(address) as line:
        began = time.monotonic()
        line.settimeout(0.05)
        text = ""
        while not text and time.monotonic() - began < 5:
            line.sendall(b"X")
            try:
                text = line.recv(100).decode()
            except TimeoutError:
                continue
        assert time.monotonic() - began < 3


def test_whoever_is_in_time_is_let_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_SECONDS", 0.4)
    with served() as address, socket.create_connection(address) as line:
        for _ in range(4):
            for part in (b"POST / HTTP/1.1\r\nContent-Length: 3\r\n", b"\r\nab", b"c"):
                line.sendall(part)
                time.sleep(0.08)
            line.settimeout(5)
            assert line.recv(1000).endswith(b"\r\n\r\n3")
            time.sleep(0.3)


def test_what_is_no_request(caplog: pytest.LogCaptureFixture) -> None:
    with served() as address, socket.create_connection(address) as line:
        line.sendall(b"\x16\x03\x01 hello\r\n\r\n")
        refused(said(line), 400, "malformed")
    assert "Traceback" not in caplog.text


# How many -----------------------------------------------------------------------------------------

OPENING = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def test_so_many_at_once_from_one_address() -> None:
    with served(most=4) as address:
        for _ in range(3):  # as often as somebody comes back
            with ExitStack() as lines:
                for listens in (False, True, False, True):
                    line = lines.enter_context(socket.create_connection(address))
                    line.settimeout(5)
                    line.sendall(OPENING if listens else b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                    assert line.recv(1000).startswith(b"HTTP/1.1 101" if listens else b"HTTP/1.1 2")
                with socket.create_connection(address) as one_more:
                    refused(said(one_more), 429, "too-many")
            time.sleep(0.3)


@pytest.mark.parametrize(
    ("pace", "proxies", "most"),
    [(1, "", MAX_CONNECTIONS_PER_CLIENT), (1, "10.0.0.1", None), (0, "", None)],
)
def test_who_counts_connections(
    tmp_path: Path, pace: float, proxies: str, most: int | None
) -> None:
    """The server, but for programs without pauses, and where a proxy does."""
    floor = open_floor(str(tmp_path / "floor.db"), [], settings=Settings(pace=pace))
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
