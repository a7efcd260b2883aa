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
from fairdeal.web.security import same_site
from fairdeal.web.service import Service

#: How often a silent stream says that it is still there, in seconds.
ALIVE_SECONDS: Final = 15.0
MOST_VERSIONS: Final = 10**15

#: What is sent to somebody who knows all up to a version.
Telling: TypeAlias = Callable[[Service, Face, int, Person | None], Awaitable[str]]


async def follow(socket: WebSocket, tell: Telling) -> None:
    """Send a table's changes until somebody leaves, or may no longer see them."""
    service = service_of(socket)
    try:
        if not same_site(socket):
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
    listener = service.listen(face.id, token_of(socket), person)
    leaving = asyncio.create_task(_until_left(socket, service))
    code = 1001
    try:
        sent = None
        while not leaving.done() and not service.stopping.is_set():
            listener.changed.clear()
            if not service.still(listener):
                code = 1008
                break
            face = service.face(face.id)
            # Who deals, and that a table takes nothing more, are no events of the table.
            now = (face.state.version, face.dealer, face.stopped)
            if sent != now:
                known = min(after, face.state.version)
                await socket.send_text(await tell(service, face, known, listener.person))
                after, sent = face.state.version, now
            waiting = asyncio.create_task(listener.changed.wait())
            await asyncio.wait(
                {waiting, leaving}, timeout=ALIVE_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            waiting.cancel()
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
