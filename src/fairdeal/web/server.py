"""`fairdeal serve`: the floor, its API, and the server around them."""

import asyncio
import threading
from typing import Any

import uvicorn

from fairdeal.floor.database import connect, is_postgres
from fairdeal.floor.floor import Floor
from fairdeal.web.app import application
from fairdeal.web.metrics import Metrics
from fairdeal.web.service import Service


def service_for(floor: Floor, url: str) -> Service:
    """The floor with a connection of its own for whoever only reads."""
    return Service(floor, connect(url, reads=not is_postgres(url)), Metrics())


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
        ws_max_size=64 * 1024,
        ws_ping_interval=20,
        backlog=2048,
    )
    server = _Server(config, service, ready)
    if is_postgres(url):
        threading.Thread(target=_wake, args=(service, url), daemon=True).start()
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


def _wake(service: Service, url: str) -> None:
    """When another server has written, read on: its viewers may sit here."""
    import psycopg  # noqa: PLC0415 - heavy, and only with PostgreSQL

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("LISTEN fairdeal")
        for _ in connection.notifies():
            service.writer.ask(lambda _floor: None)
