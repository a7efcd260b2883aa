"""Limits of one connection, in front of uvicorn's own protocol.

uvicorn waits for ever for the rest of a request, takes a head of any length, and does not count
connections. `Connection` stands between the transport and the protocol that uvicorn would use: it
sees every byte first, and refuses what is too large, too late or too much. It is also where a
WebSocket's frames are written to without waking a task for each viewer.

Public parts only: uvicorn takes a class for `http=`, whose arguments are passed on as they come; a
protocol is an `asyncio.Protocol`; and the application finds its connection in the `state` of the
ASGI scope. With another server there is none, and everything is sent by the ASGI functions alone.

What it gains: the server writes a change to each viewer's connection at once. Without it, each
viewer's own task has to wake and send the change through the ASGI functions.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any, Final, TypeAlias, cast

import httptools
import uvicorn

from fairdeal.web.http import logs
from fairdeal.web.http.buffered_transport import BufferedTransport
from fairdeal.web.http.direct_request import command_request
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
#: How long a connection may be silent between two requests, in seconds.
KEEP_ALIVE_SECONDS: Final = 5.0

#: Takes the bytes of a request and the client, and returns the answer.
HeldSource: TypeAlias = Callable[[bytes, str], bytes | None]
#: Takes the scope of a command, with its body, and returns the answer.
CommandSource: TypeAlias = Callable[[dict[str, Any]], Awaitable[bytes]]


class Connection(asyncio.Protocol):
    """One connection, with its limits. It reads requests only as far as to know where they end."""

    #: The class of uvicorn's own protocol for HTTP/1.1.
    protocol_class: type[asyncio.Protocol]
    #: Counts the connections of each client, where they are limited.
    connection_limit: ConcurrencyLimit | None = None
    #: Returns the held answer to the bytes of a whole request of a client, if there is one.
    held: HeldSource | None = None
    #: Answers commands, where that is done without uvicorn.
    command_answer: CommandSource | None = None

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
        self._client = ""
        #: Whose connection is counted because of this one.
        self._counted: str | None = None
        #: Ends a request that does not become whole.
        self._timer: asyncio.TimerHandle | None = None
        #: Looks whether a connection is silent after an answer; when such a one is closed, by the
        #: loop's clock, and 0 while there is something to do.
        self._keep_alive: asyncio.TimerHandle | None = None
        self._closes_at = 0.0
        #: The command that is being answered, what came after it, and whether the connection is
        #: to be closed when it is answered.
        self._direct: asyncio.Task[None] | None = None
        self._waiting = b""
        self._closes = False
        self._addresses: tuple[Any, Any] = (None, None)
        self._upgraded = False
        self._refused = False
        #: Whether a request has begun, whether its head is not complete, the length of that head so
        #: far, and how many requests were complete.
        self._begun = False
        self._in_head = True
        self._head_bytes = 0
        self._requests = 0
        #: Whether a request is being answered, and whether its answer has begun to be sent.
        self.answering = False
        self.response_started = False
        self._writable = asyncio.Event()
        self._writable.set()
        #: Whether it is a WebSocket that can be written to.
        self._accepts = False

    # Opening and closing --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, unless the client has too many connections."""
        assert self._protocol is not None, "a new connection"
        self._transport = transport
        self._buffered = BufferedTransport(cast("asyncio.Transport", transport), self)
        self._protocol.connection_made(self._buffered)
        peer = transport.get_extra_info("peername")
        client = client_network(peer[0]) if isinstance(peer, tuple) else "nowhere"
        self._client = client
        self._addresses = (_address(peer), _address(transport.get_extra_info("sockname")))
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
        if self._keep_alive is not None:
            self._keep_alive.cancel()
            self._keep_alive = None
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
        self._accepts = self._writable.is_set()

    def eof_received(self) -> bool | None:
        """Pass on that the client sends nothing more."""
        return None if self._protocol is None else self._protocol.eof_received()

    # Writing --------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Pass on that the client reads too slowly."""
        self._writable.clear()
        self._accepts = False
        if self._protocol is not None:
            self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the client has read."""
        self._writable.set()
        self._accepts = self._upgraded
        if self._protocol is not None:
            self._protocol.resume_writing()

    @property
    def accepts_frames(self) -> bool:
        """Return whether a frame would be sent at once: the client reads, and is still there."""
        return self._accepts and not self._transport.is_closing()

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
        self._closes_at = 0.0
        if self._direct is not None:
            # Answers have the order of their requests, so what comes after a command waits.
            self._transport.pause_reading()
            self._waiting += data
            return
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
        if self._is_whole(before) and (self._answer_held(data) or self._answer_command(data)):
            return
        if self._protocol is not None:
            self._protocol.data_received(data)
        if self._upgraded or self._refused:
            return
        if not self._begun and (self.answering or self._requests > before):
            self._cancel_timer()
        elif self._timer is None:
            self._start_timer()

    def _is_whole(self, before: int) -> bool:
        """Return whether exactly one request has come, with nothing before it that is not answered,
        from a client that reads its answers; other requests are uvicorn's.
        """
        if self.answering or self._upgraded or self._begun or self._requests != before + 1:
            return False
        return self._writable.is_set() and bool(self._parser.should_keep_alive())

    def _answer_held(self, data: bytes) -> bool:
        """Answer a request without the application, where its answer is held as bytes."""
        if self.held is None or not data.startswith(b"GET "):
            return False
        answer = self.held(data, self._client)
        if answer is None:
            return False
        self._cancel_timer()
        self._buffered.write(answer)
        self.end_answer()
        return True

    def _answer_command(self, data: bytes) -> bool:
        """Have the application answer a command without uvicorn."""
        if self.command_answer is None or (request := command_request(data)) is None:
            return False
        self._cancel_timer()
        self.begin_answer()
        scope = request.scope(self._addresses, {CONNECTION: self})
        self._direct = self._loop.create_task(self._run_command(scope))
        return True

    async def _run_command(self, scope: dict[str, Any]) -> None:
        assert self.command_answer is not None, "only called where there is one"
        try:
            answer = await self.command_answer(scope)
            # A client may be gone before its answer.
            if not self._transport.is_closing():
                self._transport.write(answer)
        except Exception as error:
            logs.error("fault", error, route="a command")
            self._closes = True
        self.end_answer()
        self._direct = None
        if self._closes or self._transport.is_closing():
            self._buffered.close()
        elif self._waiting:
            waiting, self._waiting = self._waiting, b""
            self._transport.resume_reading()
            self.data_received(waiting)

    def close_when_answered(self) -> bool:
        """Return whether a command is being answered, after which the connection is closed."""
        self._closes = self._direct is not None
        return self._closes

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

    # Answering ------------------------------------------------------------------------------------

    def begin_answer(self) -> None:
        """Note that the application answers a request; uvicorn does not say so."""
        self.answering = True
        self._closes_at = 0.0

    def end_answer(self) -> None:
        """Note that a request is answered. A connection that is silent afterwards is closed."""
        self.answering = self.response_started = False
        if not self._upgraded and not self._transport.is_closing():
            self._closes_at = self._loop.time() + KEEP_ALIVE_SECONDS
            # One timer serves many answers: when it rings too early, it is set again.
            if self._keep_alive is None:
                self._keep_alive = self._loop.call_at(self._closes_at, self._close_if_silent)

    def _close_if_silent(self) -> None:
        self._keep_alive = None
        if not self._closes_at or self._transport.is_closing():
            return
        if self._loop.time() < self._closes_at:
            self._keep_alive = self._loop.call_at(self._closes_at, self._close_if_silent)
        else:
            self._buffered.close()

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
            # A task that waits there for the rest of a request waits no longer.
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


def _address(name: Any) -> tuple[str, int] | None:
    """Return an address as uvicorn puts it into a scope."""
    return (str(name[0]), int(name[1])) if isinstance(name, tuple) else None


def connection_of(scope: MutableMapping[str, Any]) -> Connection | None:
    """Return the connection of a scope; None where another server or a test calls."""
    connection: Connection | None = scope.get("state", {}).get(CONNECTION)
    return connection


async def _no_app(scope: Any, receive: Any, send: Any) -> None:
    """Stand in for an application where only uvicorn's settings are asked."""


def connection_class(
    max_connections: int | None,
    held: HeldSource | None = None,
    command_answer: CommandSource | None = None,
) -> type[Connection]:
    """Return the class for uvicorn's `http=`, with so many connections at once for one client, the
    answers that are given without the application, and what answers commands without uvicorn.
    """
    plain = uvicorn.Config(_no_app, http="httptools", log_config=None)
    plain.load()
    limit = ConcurrencyLimit(max_connections) if max_connections else None
    members: dict[str, Any] = {
        "protocol_class": plain.http_protocol_class,
        "connection_limit": limit,
    }
    if held is not None:
        members["held"] = staticmethod(held)
    if command_answer is not None:
        members["command_answer"] = staticmethod(command_answer)
    return type("Connection", (Connection,), members)
