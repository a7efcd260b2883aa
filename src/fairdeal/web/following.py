"""A table is followed over a WebSocket: whoever listens is sent what is durable, no more."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from starlette.websockets import WebSocket, WebSocketDisconnect

from fairdeal.errors import FairdealError
from fairdeal.floor.live import Face
from fairdeal.floor.people import Person
from fairdeal.web.asking import asking, number_of, service_of, token_of
from fairdeal.web.problems import Problem, problem_of
from fairdeal.web.push import EXTENSION, Line
from fairdeal.web.security import same_site
from fairdeal.web.service import Listener, Service

#: How often a silent stream says that it is still there, in seconds; to a page more often, where
#: somebody may be waiting for a turn.
ALIVE_SECONDS: Final = 15.0
PAGE_ALIVE_SECONDS: Final = 4.0
#: The code of a connection that is closed because its session has ended.
SESSION_ENDED: Final = 1008
MOST_VERSIONS: Final = 10**15

#: What is sent to somebody who knows all up to a version.
Telling: TypeAlias = Callable[[Service, Face, int, Person | None], Awaitable[str]]


async def follow(
    socket: WebSocket,
    tell: Telling,
    *,
    direct: bool = False,
    alive: float | None = None,
    why_not: Callable[[Face, Person | None], str] = lambda _face, _person: "",
) -> None:
    """Send a table's changes until somebody leaves, or may no longer see them. `direct`: what the
    API's own feed sends is written by whoever shows a change, without waking a task here. `alive`:
    a page, which hears no pings, is told that the line is there after so many seconds of silence.
    """
    service = service_of(socket)
    try:
        if not same_site(socket.scope):
            raise Problem(403, "another-site", "this connection comes from another site")
        person = asking(socket)
        face = service.face(socket.path_params["table"])
        if why := why_not(face, person):
            raise Problem(403, "forbidden", why)
        version = face.state.version
        after = number_of(socket.query_params.get("after"), "after", version, MOST_VERSIONS)
    except (Problem, FairdealError) as error:
        problem = error if isinstance(error, Problem) else problem_of(error)
        if alive is not None and problem.status == 401:
            # A page is not told why it is denied, but why it is closed.
            await socket.accept()
            await socket.close(SESSION_ENDED)
            return
        await socket.send_denial_response(problem.response())
        return
    await socket.accept()
    line: Line = socket.scope["extensions"][EXTENSION]
    listener = service.listen(face.id, token_of(socket), person, line if direct else None)
    listener.after = min(after, version)
    line.gone = listener.changed.set
    code = 1001
    try:
        told: tuple[str, str | None] | None = None
        while not line.disconnected and not service.stopping.is_set():
            listener.changed.clear()
            await line.ready()
            if not service.still(listener):
                code = SESSION_ENDED
                break
            face = service.face(face.id)
            # Who deals, and that a table takes nothing more, are no events of the table.
            now = (face.dealer, face.stopped)
            if told != now or face.state.version != listener.after:
                await socket.send_text(await tell(service, face, listener.after, listener.person))
                listener.after, told = face.state.version, now
            # From now on it is written to as soon as something happens, until it cannot be.
            listener.direct = service.face(face.id) is face
            while not await changed(listener, alive):
                await socket.send_text("{}")
            listener.direct = False
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        line.gone = None
        service.leave(listener)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(code)


async def changed(listener: Listener, within: float | None) -> bool:
    """Whether something happened before it is time to say that one is still there."""
    try:
        await asyncio.wait_for(listener.changed.wait(), within)
    except TimeoutError:
        return False
    return True
