"""`fairdeal serve`: the floor, its API, and the server around them."""

import asyncio
import threading
import time
from typing import Any, Final

import uvicorn

from fairdeal.floor.database import Postgres, connect
from fairdeal.floor.floor import Floor
from fairdeal.web.app import application
from fairdeal.web.metrics import Metrics
from fairdeal.web.service import Service

#: How often whoever listens for other servers looks whether this one is to stop.
LISTEN_SECONDS: Final = 1.0


def service_for(floor: Floor, url: str) -> Service:
    """The floor with a connection of its own for whoever only reads."""
    return Service(floor, connect(url, reads=True), connect(url, reads=True), Metrics())


def run(floor: Floor, url: str, host: str, port: int, *, ready: Any = None) -> None:
    """Serve until a signal says stop; rounds rest where they are."""
    service = service_for(floor, url)
    config = uvicorn.Config(
        application(service),
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        # Compressing each message for each viewer anew costs more than all else that is done here.
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        backlog=2048,
    )
    server = _Server(config, service, ready)
    if isinstance(floor.database, Postgres):
        threading.Thread(target=_wake, args=(service, floor.database, url), daemon=True).start()
    asyncio.run(server.serve())


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, service: Service, ready: Any) -> None:
        super().__init__(config)
        self._service = service
        self._ready = ready

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.started and self._ready is not None:
            port = self.servers[0].sockets[0].getsockname()[1]
            self._ready(port)

    async def shutdown(self, sockets: Any = None) -> None:
        self._service.say_stop()
        await super().shutdown(sockets)


def _wake(service: Service, own: Postgres, url: str) -> None:
    """When another server has written, read on: its viewers may sit here."""
    while not service.stopping.is_set():
        try:
            listening = Postgres(url, reads=True)
            listening.execute("LISTEN fairdeal")
            # What was written before anybody listened.
            service.writer.ask(lambda _floor: None)
            while not service.stopping.is_set():
                if listening.wait(LISTEN_SECONDS) - {own.process}:
                    service.writer.ask(lambda _floor: None)
            listening.close()
        except Exception:
            # The writer says what is wrong with the database; here it is enough to come back.
            time.sleep(1.0)
