"""What happens at a table: as a list, as server-sent events, and over a WebSocket."""

from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.websockets import WebSocket

from fairdeal.floor.live import Face
from fairdeal.floor.people import Person
from fairdeal.web.asking import asking, json_response, number_of, service_of, token_of
from fairdeal.web.following import ALIVE_SECONDS, MOST_VERSIONS, changed, follow
from fairdeal.web.service import Service
from fairdeal.wire.line import dump_line


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
            if not await changed(listener, ALIVE_SECONDS):
                yield ": still here\n\n"
    finally:
        service.leave(listener)


async def live(socket: WebSocket) -> None:
    """A table as it goes on, over a WebSocket."""
    await follow(socket, _message, direct=True)


async def _message(service: Service, face: Face, after: int, person: Person | None) -> str:
    return (await service.message(face, after, face.viewer(person))).decode()
