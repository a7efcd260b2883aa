"""One connection of HTTP, which has an end: a request is whole in its time and of its size, and one
address does not hold all the connections there are.
"""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from fairdeal.web.http.limits import ConcurrencyLimit, client_network
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.security import DEFAULT_HEADERS
from fairdeal.web.http.ws_protocol import Line

#: No head of a request comes near it: the line that asks, and all headers.
MAX_HEAD: Final = 64 * 1024
#: How long somebody may take to send a request, in seconds; and how long whoever was refused may go
#: on sending before the line is cut: cut at once, it would lose the refusal too.
REQUEST_SECONDS: Final = 10.0
LINGER_SECONDS: Final = 1.0


class BufferedTransport:
    """A transport on which the head and the body of an answer go out together: uvicorn writes one
    after the other, and each would be a call to the system of its own.
    """

    def __init__(self, real: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self.real = real
        self._loop = loop
        self._parts: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    def write(self, data: bytes) -> None:
        """Write with whatever else is written before anybody else has a turn."""
        if not self._parts:
            self._loop.call_soon(self._flush)
        self._parts.append(data)

    def _flush(self) -> None:
        parts, self._parts = self._parts, []
        if parts:
            self.real.write(b"".join(parts))

    def write_eof(self) -> None:
        """Say that nothing more comes, after what was written."""
        self._flush()
        self.real.write_eof()

    def close(self) -> None:
        """Close, after what was written."""
        self._flush()
        self.real.close()


class LimitedHttpProtocol(HttpToolsProtocol):
    """One connection of HTTP."""

    #: Who counts the connections of each address, where somebody does.
    connection_limit: ConcurrencyLimit | None = None
    #: Who is counted there because of this one.
    _counted: str | None = None
    #: Whether a request has begun and is not whole, whether its head is not, and how many bytes
    #: have come of that.
    _begun = False
    _in_head = True
    _held = 0
    #: Ends a request that does not become whole. Most come in one piece and need none.
    _timer: asyncio.TimerHandle | None = None
    _refused = False

    # Coming and going -----------------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        """Answers go out whole."""
        super().connection_made(BufferedTransport(transport, self.loop))  # type: ignore[arg-type] # one in all
        who = client_network(self.client[0]) if self.client else "nowhere"
        if self.connection_limit is not None:
            if not self.connection_limit.acquire(who):
                most = self.connection_limit.most
                detail = f"{most} connections at once from one address, and no more"
                self._refuse(Problem(429, "too-many", detail))
                return
            self._counted = who
        self._timer = self.loop.call_later(REQUEST_SECONDS, self._time_out)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._cancel_timer()
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        if self._counted is not None and self.connection_limit is not None:
            self.connection_limit.release(self._counted)
            self._counted = None

    def handle_websocket_upgrade(self) -> None:
        """A WebSocket has the transport itself, and is counted on."""
        assert isinstance(self.transport, BufferedTransport)
        self._cancel_timer()
        self.transport = self.transport.real
        super().handle_websocket_upgrade()
        line = self.transport.get_protocol()
        assert isinstance(line, Line)
        line.left = self._leave

    # What comes -----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """More of a request has come, or several."""
        if self._refused:
            return
        if self._in_head:
            room = MAX_HEAD - self._held
            if len(data) > room:
                self._fill(data, room)
                return
            self._held += len(data)
        super().data_received(data)
        self._set_timer()

    def _fill(self, data: bytes, room: int) -> None:
        """More has come than a head may have: it ends before that, or never."""
        self._held = MAX_HEAD
        super().data_received(data[:room])
        if (
            not isinstance(self.transport, BufferedTransport)
            or self.transport.is_closing()
            or self._refused
        ):
            return  # no longer of HTTP, or refused
        if self._in_head and self._held == MAX_HEAD:
            detail = f"the head of a request is up to {MAX_HEAD // 1024} KiB long"
            self._refuse(Problem(431, "too-large", detail))
        else:
            self.data_received(data[room:])

    def on_message_begin(self) -> None:
        """A request begins."""
        self._begun = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its head is whole."""
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it is."""
        self._begun, self._in_head, self._held = False, True, 0
        super().on_message_complete()

    # Time -----------------------------------------------------------------------------------------

    def _set_timer(self) -> None:
        """Whether something is still to come decides whether there is a time for it."""
        if self._refused:
            return
        if not self._begun and self._answers():
            self._cancel_timer()
        elif self._timer is None and isinstance(self.transport, BufferedTransport):
            self._timer = self.loop.call_later(REQUEST_SECONDS, self._time_out)

    def _answers(self) -> bool:
        """Whether a request is being answered: there is none at first, whatever uvicorn says."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_out(self) -> None:
        self._timer = None
        if self.transport.is_closing():
            return
        if self.flow.read_paused:  # it is not the one who sends that is waited for
            self._timer = self.loop.call_later(REQUEST_SECONDS, self._time_out)
        elif not self._begun:
            self.transport.close()
        else:
            detail = f"a request comes whole within {REQUEST_SECONDS:g} seconds"
            self._refuse(Problem(408, "late", detail))

    # What is none ---------------------------------------------------------------------------------

    def send_400_response(self, msg: str) -> None:
        """What is no request at all is malformed, as anything else may be."""
        self._refuse(Problem(400, "malformed", msg.rstrip(".").lower()))

    def _refuse(self, problem: Problem) -> None:
        """Answer without asking the application, and hear no more."""
        self._cancel_timer()
        self._refused = True
        if self._answers():
            if self.cycle.response_started:  # nothing can be said in the middle of an answer
                self.transport.close()
                return
            # Whoever waits there for the rest has nobody to answer.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        response = problem.response()
        own = {name for name, _ in response.raw_headers}
        headers = [*response.raw_headers, *(pair for pair in DEFAULT_HEADERS if pair[0] not in own)]
        lines = [b"%b: %b\r\n" % pair for pair in (*headers, (b"connection", b"close"))]
        head = STATUS_LINE[problem.status] + b"".join(lines) + b"\r\n"
        self.flow.resume_reading()
        self.transport.write(head + bytes(response.body))
        self.transport.write_eof()
        self._timer = self.loop.call_later(LINGER_SECONDS, self.transport.close)


def http_protocol(most: int | None) -> type[LimitedHttpProtocol]:
    """Connections of a server that lets in so many at once from one address."""
    counts = {"connection_limit": ConcurrencyLimit(most)} if most else {}
    return type("LimitedHttpProtocol", (LimitedHttpProtocol,), counts)
