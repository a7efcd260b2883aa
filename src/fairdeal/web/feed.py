"""What happens at a table: as a list, as server-sent events, and over a WebSocket."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from fairdeal.errors import FairdealError
from fairdeal.floor.people import Person
from fairdeal.web.asking import asking, json_response, number_of, service_of, token_of
from fairdeal.web.problems import Problem, problem_of
from fairdeal.web.push import EXTENSION, Line
from fairdeal.web.security import same_site
from fairdeal.web.service import Listener, Service
from fairdeal.wire.json import dump_line

MOST_VERSIONS: Final = 10**15
#: How often a silent stream says that it is still there, in seconds.
ALIVE_SECONDS: Final = 15.0


async def events(request: Request) -> Response:
    """What happened at a table, as a list or as a stream."""
    service = service_of(request)
    person = asking(request)
    face = service.face(request.path_params["table"])
    streams = "text/event-stream" in request.headers.get("accept", "")
    last = request.headers.get("last-event-id") if streams else None
    after = number_of(last or request.query_params.get("after"), "after", 0, MOST_VERSIONS)
    if streams:
        return StreamingResponse(
            _stream(service, (face.id, token_of(request), person), after),
            media_type="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
        )
    parts = service.events(face, after, face.viewer(person))
    told = [one async for part in parts for one in part]
    return json_response(told)


async def _stream(
    service: Service, who: tuple[str, str | None, Person | None], after: int
) -> AsyncIterator[str]:
    listener = service.listen(*who)
    try:
        yield ": the table's events\n\n"
        while not service.stopping.is_set():
            listener.changed.clear()
            if not service.still(listener):
                return
            face = service.face(listener.table)
            after = min(after, face.state.version)
            async for part in service.events(face, after, face.viewer(listener.person)):
                for told in part:
                    yield f"id: {told['version']}\ndata: {dump_line(told)}\n\n"
            after = face.state.version
            if not await _changed(listener):
                yield ": still here\n\n"
    finally:
        service.leave(listener)


async def _changed(listener: Listener) -> bool:
    """Whether something happened before it is time to say that one is still there."""
    try:
        await asyncio.wait_for(listener.changed.wait(), ALIVE_SECONDS)
    except TimeoutError:
        return False
    return True


async def live(socket: WebSocket) -> None:
    """A table as it goes on, over a WebSocket."""
    service = service_of(socket)
    try:
        if not same_site(socket.scope):
            raise Problem(403, "another-site", "this connection comes from another site")
        person = asking(socket)
        face = service.face(socket.path_params["table"])
        version = face.state.version
        after = number_of(socket.query_params.get("after"), "after", version, MOST_VERSIONS)
    except (Problem, FairdealError) as error:
        problem = error if isinstance(error, Problem) else problem_of(error)
        await socket.send_denial_response(problem.response())
        return
    await socket.accept()
    line: Line | None = socket.scope.get("extensions", {}).get(EXTENSION)
    listener = service.listen(face.id, token_of(socket), person, line)
    listener.after = min(after, version)
    leaving = asyncio.create_task(_until_left(socket, service))
    # Whoever leaves is not waited for by this task twice.
    leaving.add_done_callback(lambda _: listener.changed.set())
    code = 1001
    try:
        first = True
        while not leaving.done() and not service.stopping.is_set():
            listener.changed.clear()
            if line is not None:
                await line.ready()
            if not service.still(listener):
                code = 1008
                break
            face = service.face(face.id)
            if first or face.state.version != listener.after:
                viewer = face.viewer(listener.person)
                await socket.send_text(await service.message(face, listener.after, viewer))
                listener.after, first = face.state.version, False
            # From now on it is written to as soon as something happens, until it cannot be.
            listener.direct = service.face(face.id) is face
            await _changed(listener)
            listener.direct = False
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        leaving.cancel()
        service.leave(listener)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(code)


async def _until_left(socket: WebSocket, service: Service) -> None:
    """A live connection is for listening: commands go by POST."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while not service.stopping.is_set():
            await socket.receive()
