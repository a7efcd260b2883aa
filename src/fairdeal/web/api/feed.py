"""The events of a table: as a list, as server-sent events, and over a WebSocket."""

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
from fairdeal.web.live.listeners import Listener
from fairdeal.web.live.service import Service
from fairdeal.web.live.websocket import KEEPALIVE_SECONDS, MAX_VERSION, serve_feed, wait_for_change
from fairdeal.wire.json_line import dump_bytes, dump_line

#: A list of up to this many bytes is answered whole, and a longer one is streamed.
MAX_BUFFERED_BYTES: Final = 1024 * 1024
_JSON: Final = "application/json"


async def list_events(request: Request) -> Response:
    """List the events of a table; as a stream for text/event-stream."""
    service = service_of(request)
    person = optional_person(request)
    table = service.table(request.path_params["table"], person)
    streams = "text/event-stream" in request.headers.get("accept", "")
    last = request.headers.get("last-event-id") if streams else None
    after = whole_number(last or request.query_params.get("after"), "after", 0, MAX_VERSION)
    after, viewer = min(after, table.state.version), table.viewer(person)
    if not streams and (text := table.events_text_after(after, viewer)) is not None:
        return Response(text, media_type=_JSON)
    log_read = ExitStack()
    if not table.has_events_after(after):
        log_read.enter_context(service.limits.log_read(client_network_of(request)))
    if streams:
        who = (table.id, token_of(request), person)
        return CleanupStreamingResponse(
            _stream(service, who, after, log_read.close),
            media_type="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
            cleanup=log_read,
        )
    with ExitStack() as unsent:
        unsent.push(log_read)
        parts = _list_parts(service, table, after, viewer)
        held = b""
        async for part in parts:
            held += part
            if len(held) > MAX_BUFFERED_BYTES:
                unsent.pop_all()
                return CleanupStreamingResponse(
                    _chain(held, parts), media_type=_JSON, cleanup=log_read
                )
    return Response(held, media_type=_JSON)


async def _chain(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for part in rest:
        yield part


class CleanupStreamingResponse(StreamingResponse):
    """A streamed answer, at whose end a stack of contexts is closed, however it ends."""

    def __init__(self, parts: AsyncIterator[Any], *, cleanup: ExitStack, **options: Any) -> None:
        super().__init__(parts, **options)
        self._cleanup = cleanup

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer, then close the contexts."""
        with self._cleanup:
            await super().__call__(scope, receive, send)


async def _list_parts(
    service: Service, table: PublishedTable, after: int, viewer: Viewer
) -> AsyncIterator[bytes]:
    """Yield a JSON list in parts, so that it is never whole in memory."""
    before = b"["
    async for _, part in service.messages.events(table, after, viewer):
        yield before + dump_bytes(part)[1:-1]
        before = b","
    yield b"]" if before == b"," else b"[]"


async def _stream(
    service: Service,
    who: tuple[str, str | None, Person | None],
    after: int,
    caught_up: Callable[[], None],
) -> AsyncIterator[str]:
    listener = service.listeners.add(Listener(*who))
    try:
        yield ": the table's events\n\n"
        while not service.stopping.is_set():
            listener.changed.clear()
            if not service.may_listen(listener):
                return
            table = service.table(listener.table, listener.person)
            after = min(after, table.state.version)
            async for _, part in service.messages.events(
                table, after, table.viewer(listener.person)
            ):
                yield "".join(f"id: {one['version']}\ndata: {dump_line(one)}\n\n" for one in part)
            after = table.state.version
            caught_up()
            if not await wait_for_change(listener, KEEPALIVE_SECONDS):
                yield ": still here\n\n"
    finally:
        service.listeners.remove(listener)


async def live(socket: WebSocket) -> None:
    """Serve the feed of a table over a WebSocket."""
    await serve_feed(socket, _messages, pushed=_pushed)


async def _messages(
    service: Service, table: PublishedTable, after: int, person: Person | None
) -> AsyncIterator[str]:
    async for message in service.messages.messages(table, after, table.viewer(person)):
        yield message.decode()


def _pushed(
    service: Service, table: PublishedTable, after: int, person: Person | None
) -> bytes | None:
    """Return the message of a change; None where its events are only in the log."""
    viewer = table.viewer(person)
    events = table.events_text_after(after, viewer)
    return None if events is None else service.messages.message(table, events, viewer)
