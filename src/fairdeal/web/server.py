"""`fairdeal serve`: the floor, its API, and the server around them."""

import asyncio
import gc
import os
import resource
import signal
import sys
import threading
import time
from types import FrameType
from typing import Any, Final

import uvicorn

from fairdeal import __version__
from fairdeal.errors import BadInputError
from fairdeal.floor.floor import Floor
from fairdeal.floor.log.connection import connect
from fairdeal.floor.log.postgres import Postgres
from fairdeal.web.app import application
from fairdeal.web.http import logs
from fairdeal.web.http.http_protocol import connection_class
from fairdeal.web.http.metrics import Metrics
from fairdeal.web.live.service import Service

#: How often whoever listens for other servers looks whether this one is to stop.
LISTEN_SECONDS: Final = 1.0
#: How long whoever is being answered has left when the server stops, in seconds.
SHUTDOWN_SECONDS: Final = 1
#: How long one thread has Python to itself while another waits for it, in seconds.
SWITCH_SECONDS: Final = 0.001
#: After how many new objects garbage is looked for, and after how many such times among the older.
GC_THRESHOLDS: Final = (20_000, 20, 50)
#: So many files and connections may be open at once, where the system lets it.
FILES: Final = 65_536
#: So many connections one address may have at once: a casino behind one router has fewer.
MAX_CONNECTIONS_PER_CLIENT: Final = 6_000


def service_for(floor: Floor, url: str) -> Service:
    """The floor with connections of their own for whoever only reads: one for what takes long (the
    log), one for what every request asks.
    """
    return Service(floor, connect(url, read_only=True), connect(url, read_only=True), Metrics())


def run(floor: Floor, url: str, host: str, port: int, *, ready: Any = None) -> None:
    """Serve until a signal says stop; rounds rest where they are."""
    logs.configure()
    service = service_for(floor, url)
    proxies = os.environ.get("FORWARDED_ALLOW_IPS", "")
    config = uvicorn.Config(
        application(service),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        http=connection_class(_connection_limit(floor, proxies)),
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        # Compressing each message for each viewer anew costs more than all else that is done here.
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        backlog=2048,
        # What a proxy says of whom it asks for is believed of those that are named here alone.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
    )
    server = _Server(config, service, ready)
    if isinstance(floor.database, Postgres):
        threading.Thread(target=_wake, args=(service, floor.database, url), daemon=True).start()
    _tune()
    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(server.serve())
    except SystemExit:  # where it cannot listen; the log says why
        raise BadInputError(f"{host}, port {port}, cannot be listened at") from None
    logs.info("stop")


def _connection_limit(floor: Floor, proxies: str) -> int | None:
    """How many connections one address may have: as many as there are for programs, and where a
    proxy stands in front, whose address they all come from: there the proxy counts.
    """
    return MAX_CONNECTIONS_PER_CLIENT if floor.settings.pace and not proxies else None


def _tune() -> None:
    """What Python does by itself must not hold anybody up for long."""
    # The loop and the writer share one interpreter: whoever waits for it asks after so many seconds
    # (Python's own are five times as long, and a request waits several times).
    sys.setswitchinterval(SWITCH_SECONDS)
    # Nothing that was loaded at the start is ever garbage, and hardly anything goes in circles:
    # looking through all of it every few hundred objects stops the server for many milliseconds.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    # Every connection is an open file, and many systems begin with 1,024.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, service: Service, ready: Any) -> None:
        super().__init__(config)
        self._service = service
        self._ready = ready

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.started:
            port = self.servers[0].sockets[0].getsockname()[1]
            floor = self._service.floor
            logs.info(
                "start",
                version=__version__,
                database=floor.database.kind,
                host=self.config.host,
                port=port,
                tables=list(floor.tables),
                entries=floor.store.leaves,
                pace=floor.settings.pace,
                clock=floor.settings.clock,
            )
            if self._ready is not None:
                self._ready(port)

    async def shutdown(self, sockets: Any = None) -> None:
        logs.info("stopping", connections=len(self.server_state.connections))
        self._service.begin_shutdown()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal is how a server is stopped, and so no failure: it is not raised again."""
        del frame
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True


def _wake(service: Service, own: Postgres, url: str) -> None:
    """When another server has written, read on: its viewers may sit here."""
    while not service.stopping.is_set():
        try:
            listening = Postgres(url, read_only=True)
            listening.execute("LISTEN fairdeal")
            # What was written before anybody listened.
            service.writer.wake()
            while not service.stopping.is_set():
                if listening.wait_for_notification(LISTEN_SECONDS) - {own.backend_pid}:
                    service.writer.wake()
            listening.close()
        except Exception as error:
            # The writer says what is wrong with the database; here it is enough to come back.
            logs.warning("the database's notices are not heard", error=type(error).__name__)
            time.sleep(1.0)
