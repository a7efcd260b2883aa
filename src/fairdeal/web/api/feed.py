"""What happens at a table: as a list, as server-sent events, and over a WebSocket."""

from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.table.view import Viewer
from fairdeal.web.http.request import (
    client_network_of,
    optional_person,
    service_of,
    token_of,
    whole_number,
)
from fairdeal.web.live.service import Service
from fairdeal.web.live.websocket import KEEPALIVE_SECONDS, MAX_VERSION, serve_feed, wait_for_change
from fairdeal.wire.line import dump_bytes, dump_line

#: A list up to so many bytes is answered whole, and a longer one part by part.
MAX_BUFFERED_BYTES: Final = 1024 * 1024
_JSON: Final = "application/json"


async def events(request: Request) -> Response:
    """What happened at a table, as a list or as a stream."""
    service = service_of(request)
    person = optional_person(request)
    face = service.table(request.path_params["table"])
    streams = "text/event-stream" in request.headers.get("accept", "")
    last = request.headers.get("last-event-id") if streams else None
    after = whole_number(last or request.query_params.get("after"), "after", 0, MAX_VERSION)
    after, viewer = min(after, face.state.version), face.viewer(person)
    if not streams and (told := face.events_text_after(after, viewer)) is not None:
        return Response(told, media_type=_JSON)
    long_ago = ExitStack()
    if not face.has_events_after(after):
        long_ago.enter_context(service.limits.log_read(client_network_of(request)))
    if streams:
        who = (face.id, token_of(request), person)
        return CleanupStreamingResponse(
            _stream(service, who, after, long_ago.close),
            media_type="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
            ended=long_ago,
        )
    with ExitStack() as unsent:
        unsent.push(long_ago)
        parts = _listed(service, face, after, viewer)
        held = b""
        async for part in parts:
            held += part
            if len(held) > MAX_BUFFERED_BYTES:
                unsent.pop_all()
                return CleanupStreamingResponse(
                    _joined(held, parts), media_type=_JSON, ended=long_ago
                )
    return Response(held, media_type=_JSON)


async def _joined(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for part in rest:
        yield part


class CleanupStreamingResponse(StreamingResponse):
    """An answer part by part, which leaves something when it has ended, however it does."""

    def __init__(self, parts: AsyncIterator[Any], *, ended: ExitStack, **how: Any) -> None:
        super().__init__(parts, **how)
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        with self._ended:
            await super().__call__(scope, receive, send)


async def _listed(
    service: Service, face: PublishedTable, after: int, viewer: Viewer
) -> AsyncIterator[bytes]:
    """A list as JSON that is nowhere whole."""
    before = b"["
    async for _, part in service.messages.events(face, after, viewer):
        yield before + dump_bytes(part)[1:-1]
        before = b","
    yield b"]" if before == b"," else b"[]"


async def _stream(
    service: Service,
    who: tuple[str, str | None, Person | None],
    after: int,
    caught_up: Callable[[], None],
) -> AsyncIterator[str]:
    listener = service.listeners.add(*who)
    try:
        yield ": the table's events\n\n"
        while not service.stopping.is_set():
            listener.changed.clear()
            if not service.may_listen(listener):
                return
            face = service.table(listener.table)
            after = min(after, face.state.version)
            async for _, part in service.messages.events(face, after, face.viewer(listener.person)):
                yield "".join(f"id: {one['version']}\ndata: {dump_line(one)}\n\n" for one in part)
            after = face.state.version
            caught_up()
            if not await wait_for_change(listener, KEEPALIVE_SECONDS):
                yield ": still here\n\n"
    finally:
        service.listeners.remove(listener)


async def live(socket: WebSocket) -> None:
    """A table as it goes on, over a WebSocket."""
    await serve_feed(socket, _messages, direct=True)


async def _messages(
    service: Service, face: PublishedTable, after: int, person: Person | None
) -> AsyncIterator[str]:
    async for message in service.messages.messages(face, after, face.viewer(person)):
        yield message.decode()
