"""The feed of a table over a WebSocket, for programs and for pages."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Final, TypeAlias

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from fairdeal.errors import FairdealError, StoreError
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.web.http import logs
from fairdeal.web.http.http_protocol import connection_of
from fairdeal.web.http.problems import Problem, problem_of
from fairdeal.web.http.request import (
    client_network_of,
    optional_person,
    service_of,
    token_of,
    whole_number,
)
from fairdeal.web.http.security import same_site
from fairdeal.web.live.listeners import Listener, PushedMessage
from fairdeal.web.live.service import Service

#: After how many seconds of silence a stream sends a sign of life; to a page sooner, where a person
#: may be waiting for a turn.
KEEPALIVE_SECONDS: Final = 15.0
PAGE_KEEPALIVE_SECONDS: Final = 4.0
#: The codes with which a connection is closed (RFC 6455, 7.4.1): its session has ended, the server
#: stops, or an error of the server.
CLOSE_SESSION_ENDED: Final = 1008
CLOSE_GOING_AWAY: Final = 1001
CLOSE_FAULT: Final = 1011
#: The highest version that a client may name.
MAX_VERSION: Final = 10**15

#: Yields what a client is sent that knows all up to a version: one message, or several for much.
MessageSource: TypeAlias = Callable[
    [Service, PublishedTable, int, Person | None], AsyncIterator[str]
]


async def serve_feed(
    socket: WebSocket,
    messages: MessageSource,
    *,
    pushed: PushedMessage | None = None,
    keepalive: float | None = None,
    refusal: Callable[[PublishedTable, Person | None], str] = lambda _table, _person: "",
) -> None:
    """Send a table's changes until the client leaves, or may no longer see them.

    `pushed` makes the message of a change that is written at once, without waking this task.
    `keepalive` is for pages, which see no pings: after so many seconds of silence a page is sent an
    empty message.
    """
    try:
        await _serve_feed(socket, messages, pushed, keepalive, refusal)
    except Exception as error:
        if isinstance(error, StoreError):
            logs.warning("the database cannot be asked", reason=str(error))
        else:
            logs.error("fault", error, route="a table's feed")
        if socket.application_state is WebSocketState.CONNECTING:
            problem = Problem(
                500, "fault", "the server has a fault: try again, and tell the operator"
            )
            if isinstance(error, StoreError):
                problem = problem_of(error)
            await socket.send_denial_response(problem.response())


async def _serve_feed(
    socket: WebSocket,
    messages: MessageSource,
    pushed: PushedMessage | None,
    keepalive: float | None,
    refusal: Callable[[PublishedTable, Person | None], str],
) -> None:
    service, log_read = service_of(socket), contextlib.ExitStack()
    try:
        if not same_site(socket.scope):
            raise Problem(403, "another-site", "this connection comes from another site")
        person = optional_person(socket)
        table = service.table(socket.path_params["table"], person)
        if why := refusal(table, person):
            raise Problem(403, "forbidden", why)
        version = table.state.version
        after = whole_number(socket.query_params.get("after"), "after", version, MAX_VERSION)
        if keepalive is None and not table.has_events_after(after):
            log_read.enter_context(service.limits.log_read(client_network_of(socket)))
    except StoreError:
        raise  # the request is not at fault
    except (Problem, FairdealError) as error:
        problem = error if isinstance(error, Problem) else problem_of(error)
        if keepalive is not None and problem.status == 401:
            # A script sees why a connection was closed, and not why it was denied.
            await socket.accept()
            await socket.close(CLOSE_SESSION_ENDED)
            return
        await socket.send_denial_response(problem.response())
        return
    with log_read:
        await socket.accept()
        connection = connection_of(socket.scope)
        who = (table.id, token_of(socket), person)
        listener = service.listeners.add(
            Listener(*who, connection, pushed, on_page=keepalive is not None)
        )
        listener.after = min(after, version)
        reading = asyncio.create_task(_read_until_closed(socket, listener))
        code = CLOSE_FAULT
        try:
            code = await _send_changes(
                socket, service, listener, messages, keepalive, log_read.close
            )
        except WebSocketDisconnect:
            code = CLOSE_GOING_AWAY
        finally:
            reading.cancel()
            service.listeners.remove(listener)
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(code)


async def _send_changes(
    socket: WebSocket,
    service: Service,
    listener: Listener,
    messages: MessageSource,
    keepalive: float | None,
    caught_up: Callable[[], None],
) -> int:
    """Send changes until the feed ends; return the code to close it with."""
    while not listener.closed and not service.stopping.is_set():
        listener.changed.clear()
        if listener.connection is not None:
            await listener.connection.drained()
        if not service.may_listen(listener):
            return CLOSE_SESSION_ENDED
        table = service.table(listener.table, listener.person)
        beside = listener.beside_events(table)
        if listener.shown != beside or table.state.version != listener.after:
            async for text in messages(service, table, listener.after, listener.person):
                await _send(socket, text)
                if service.stopping.is_set():
                    return CLOSE_GOING_AWAY
            listener.after, listener.shown = table.state.version, beside
        caught_up()
        # From now on changes are written by whoever publishes them, as long as that is possible.
        listener.direct = service.tables.get(table.id) is table
        while not await wait_for_change(listener, keepalive):
            await _send(socket, "{}")
        listener.direct = False
    return CLOSE_GOING_AWAY


async def _read_until_closed(socket: WebSocket, listener: Listener) -> None:
    """Drop what the client sends, since commands come by POST, and note when it has gone."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
    listener.closed = True
    listener.changed.set()


async def _send(socket: WebSocket, text: str) -> None:
    try:
        await socket.send_text(text)
    except RuntimeError:  # the connection was closed meanwhile
        raise WebSocketDisconnect from None


async def wait_for_change(listener: Listener, within: float | None) -> bool:
    """Return True when something has changed; False when that took too long."""
    try:
        await asyncio.wait_for(listener.changed.wait(), within)
    except TimeoutError:
        return False
    return True
