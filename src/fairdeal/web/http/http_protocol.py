"""Limits of one connection, in front of uvicorn's own protocol.

uvicorn waits for ever for the rest of a request, takes a head of any length, and does not count
connections. `Connection` stands between the transport and the protocol that uvicorn would use: it
sees every byte first, and refuses what is too large, too late or too much. It is also where a
WebSocket's frames are written to without waking a task for each viewer.

Public parts only: uvicorn takes a class for `http=`, whose arguments are passed on as they come; a
protocol is an `asyncio.Protocol`; and the application finds its connection in the `state` of the
ASGI scope. With another server there is none, and everything is sent by the ASGI functions alone.

What it gains: a change that is pushed to eight viewers takes 1.9 ms of the server's processor time
with it, and 3.0 ms where each viewer's own task sends it (`python -m bench floor`, in turns).
"""

import asyncio
from collections.abc import MutableMapping
from http import HTTPStatus
from typing import Any, Final, cast

import httptools
import uvicorn

from fairdeal.web.http import logs
from fairdeal.web.http.limits import ConcurrencyLimit, client_network
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.security import CONNECTION, DEFAULT_HEADERS

#: The longest head of a request: its first line, and all headers.
MAX_HEAD: Final = 64 * 1024
#: How long a client may take to send a whole request, in seconds.
REQUEST_SECONDS: Final = 10.0
#: How long a client that was refused may go on sending before the connection is closed, in seconds.
#: Closed at once, the client might never see the refusal.
LINGER_SECONDS: Final = 1.0


class BufferedTransport:
    """The transport that uvicorn's protocol is given. The head and the body of an answer are
    written together: uvicorn writes one after the other, and each would be a system call.
    """

    def __init__(self, transport: asyncio.Transport, connection: "Connection") -> None:
        self._transport = transport
        self._connection: Connection | None = connection
        self._parts: list[bytes] = []
        self._buffers = True
        self._detached = False
        self.reading_paused = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write at the end of this turn of the event loop, together with what else is written."""
        if not self._buffers:
            self._transport.write(data)
        elif not self._detached:
            if not self._parts:
                asyncio.get_running_loop().call_soon(self._flush)
            self._parts.append(data)

    def _flush(self) -> None:
        parts, self._parts = self._parts, []
        if parts:
            self._transport.write(b"".join(parts))

    def close(self) -> None:
        """Close, after what was written."""
        if not self._detached:
            self._flush()
            self._transport.close()

    def is_closing(self) -> bool:
        """Return True if nothing more can be written."""
        return self._detached or self._transport.is_closing()

    def pause_reading(self) -> None:
        """Stop reading until uvicorn's protocol has dealt with what it has."""
        self.reading_paused = True
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read on."""
        self.reading_paused = False
        if not self._detached:
            self._transport.resume_reading()

    def set_protocol(self, protocol: asyncio.Protocol) -> None:
        """Continue as a WebSocket, whose frames are written at once."""
        self._flush()
        self._buffers = False
        assert self._connection is not None, "only a connection that lives is upgraded"
        self._connection.upgrade(protocol)

    def detach(self) -> None:
        """Write nothing more that uvicorn's protocol says."""
        self._flush()
        self._detached = True

    def release(self) -> None:
        """Forget the connection, which is lost, so that nothing refers to it in a circle."""
        self._connection = None


class Connection(asyncio.Protocol):
    """One connection, with its limits. It reads requests only as far as to know where they end."""

    #: The class of uvicorn's own protocol for HTTP/1.1.
    protocol_class: type[asyncio.Protocol]
    #: Counts the connections of each client, where they are limited.
    connection_limit: ConcurrencyLimit | None = None

    def __init__(self, *, app_state: dict[str, Any], **arguments: Any) -> None:
        make: Any = self.protocol_class
        self._protocol: asyncio.Protocol | None = make(
            app_state={**app_state, CONNECTION: self}, **arguments
        )
        self._loop = asyncio.get_running_loop()
        self._parser: Any = httptools.HttpRequestParser(self)
        if hasattr(self._parser, "set_dangerous_leniencies"):  # since httptools 0.6.3
            # What follows a request that closes the connection is not read, and is no error.
            self._parser.set_dangerous_leniencies(lenient_data_after_close=True)
        self._transport: Any = None
        self._buffered: Any = None
        #: Whose connection is counted because of this one.
        self._counted: str | None = None
        #: Ends a request that does not become whole.
        self._timer: asyncio.TimerHandle | None = None
        self._upgraded = False
        self._refused = False
        #: Whether a request has begun, whether its head is not complete, the length of that head so
        #: far, and how many requests were complete.
        self._begun = False
        self._in_head = True
        self._head_bytes = 0
        self._requests = 0
        #: Whether a request is being answered, and whether its answer has begun to be sent. The
        #: application says so, since uvicorn does not.
        self.answering = False
        self.response_started = False
        self._writable = asyncio.Event()
        self._writable.set()

    # Opening and closing --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, unless the client has too many connections."""
        assert self._protocol is not None, "a new connection"
        self._transport = transport
        self._buffered = BufferedTransport(cast("asyncio.Transport", transport), self)
        self._protocol.connection_made(self._buffered)
        peer = transport.get_extra_info("peername")
        client = client_network(peer[0]) if isinstance(peer, tuple) else "nowhere"
        if self.connection_limit is not None:
            if not self.connection_limit.acquire(client):
                most = self.connection_limit.most
                detail = f"{most} connections at once from one address, and no more"
                self._refuse(Problem(429, "too-many", detail))
                return
            self._counted = client
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell uvicorn's protocol, and forget it."""
        self._cancel_timer()
        if self._counted is not None and self.connection_limit is not None:
            self.connection_limit.release(self._counted)
            self._counted = None
        if self._protocol is not None:
            self._protocol.connection_lost(exc)
        self._writable.set()
        self._protocol = self._parser = None
        self._buffered.release()

    def upgrade(self, protocol: asyncio.Protocol) -> None:
        """Continue as a WebSocket, which has no limits of time."""
        self._cancel_timer()
        self._upgraded, self._protocol, self._parser = True, protocol, None

    def eof_received(self) -> bool | None:
        """Pass on that the client sends nothing more."""
        return None if self._protocol is None else self._protocol.eof_received()

    # Writing --------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Pass on that the client reads too slowly."""
        self._writable.clear()
        if self._protocol is not None:
            self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the client has read."""
        self._writable.set()
        if self._protocol is not None:
            self._protocol.resume_writing()

    @property
    def accepts_frames(self) -> bool:
        """Whether a frame would be sent at once: the client reads, and is still there."""
        return self._upgraded and self._writable.is_set() and not self._transport.is_closing()

    async def drained(self) -> None:
        """Wait until the client has read what was sent, or has gone."""
        await self._writable.wait()

    def push(self, frame: bytes) -> None:
        """Write a whole frame of a WebSocket. uvicorn writes whole frames too, so that one never
        stands inside another.
        """
        self._transport.write(frame)

    # Reading --------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Pass on what has come, as far as it keeps to the limits."""
        while data and not self._refused:
            part = data
            if self._in_head and not self._upgraded:
                part = data[: MAX_HEAD - self._head_bytes]
                if not part:
                    detail = f"the head of a request is up to {MAX_HEAD // 1024} KiB long"
                    self._refuse(Problem(431, "too-large", detail))
                    return
                self._head_bytes += len(part)
            self._read(part)
            data = data[len(part) :]

    def _read(self, data: bytes) -> None:
        before = self._requests
        if not self._upgraded:
            try:
                self._parser.feed_data(data)
            except httptools.HttpParserUpgrade:
                pass  # uvicorn's protocol decides whether it becomes a WebSocket
            except httptools.HttpParserError:
                logs.warning("Invalid HTTP request received.")
                self._refuse(Problem(400, "malformed", "invalid http request received"))
                return
        if self._protocol is not None:
            self._protocol.data_received(data)
        if self._upgraded or self._refused:
            return
        if not self._begun and (self.answering or self._requests > before):
            self._cancel_timer()
        elif self._timer is None:
            self._start_timer()

    def on_message_begin(self) -> None:
        """Note that a request begins; called by the parser."""
        self._begun = True

    def on_headers_complete(self) -> None:
        """Note that the head of a request is complete; called by the parser."""
        self._in_head = False

    def on_message_complete(self) -> None:
        """Note that a request is complete; called by the parser."""
        self._begun, self._in_head, self._head_bytes = False, True, 0
        self._requests += 1

    # Time -----------------------------------------------------------------------------------------

    def _start_timer(self) -> None:
        self._timer = self._loop.call_later(REQUEST_SECONDS, self._time_out)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_out(self) -> None:
        self._timer = None
        if self._transport.is_closing():
            return
        if self._buffered.reading_paused:  # the client waits for the server
            self._start_timer()
        elif not self._begun:
            self._transport.close()
        else:
            detail = f"a request comes whole within {REQUEST_SECONDS:g} seconds"
            self._refuse(Problem(408, "late", detail))

    # Refusing -------------------------------------------------------------------------------------

    def _refuse(self, problem: Problem) -> None:
        """Answer without the application, read no more, and close."""
        self._cancel_timer()
        self._refused = True
        self._buffered.detach()
        if self._protocol is not None:
            # Whoever waits there for the rest of a request waits no longer.
            self._protocol.connection_lost(None)
            self._protocol = None
        if self.response_started:  # nothing can be said in the middle of an answer
            self._transport.close()
            return
        if self._buffered.reading_paused:
            self._transport.resume_reading()
        self._transport.write(_answer(problem))
        self._transport.write_eof()
        self._timer = self._loop.call_later(LINGER_SECONDS, self._transport.close)


def _answer(problem: Problem) -> bytes:
    """Return a problem as the bytes of an answer that closes the connection."""
    response = problem.response()
    own = {name for name, _ in response.raw_headers}
    headers = [*response.raw_headers, *(pair for pair in DEFAULT_HEADERS if pair[0] not in own)]
    lines = [b"%b: %b\r\n" % pair for pair in (*headers, (b"connection", b"close"))]
    status = HTTPStatus(problem.status)
    first = f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode()
    return first + b"".join(lines) + b"\r\n" + bytes(response.body)


def connection_of(scope: MutableMapping[str, Any]) -> Connection | None:
    """Return the connection of a scope; None where another server or a test calls."""
    connection: Connection | None = scope.get("state", {}).get(CONNECTION)
    return connection


async def _no_app(scope: Any, receive: Any, send: Any) -> None:
    """Stand in for an application where only uvicorn's settings are asked."""


def connection_class(max_connections: int | None) -> type[Connection]:
    """Return the class for uvicorn's `http=`, with so many connections at once for one client."""
    plain = uvicorn.Config(_no_app, http="httptools", log_config=None)
    plain.load()
    limit = ConcurrencyLimit(max_connections) if max_connections else None
    members = {"protocol_class": plain.http_protocol_class, "connection_limit": limit}
    return type("Connection", (Connection,), members)
