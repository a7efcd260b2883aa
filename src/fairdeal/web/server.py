"""The server of `fairdeal serve`: uvicorn with the floor's application and settings."""

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
from fairdeal.floor.log.sqlite import MEMORY, SQLite
from fairdeal.floor.machine_watch import MachineWatch, free_bytes_beside
from fairdeal.web.app import application
from fairdeal.web.http import logs
from fairdeal.web.http.http_protocol import connection_class
from fairdeal.web.http.metrics import Metrics
from fairdeal.web.lab.access import Access
from fairdeal.web.live.service import Service

#: How often the thread that listens for other servers checks whether this one stops, in seconds.
LISTEN_SECONDS: Final = 1.0
#: How long requests may still take when the server stops, in seconds.
SHUTDOWN_SECONDS: Final = 1
#: How long uvicorn lets a connection be silent, in seconds: longer than the connection itself does.
SILENT_SECONDS: Final = 24 * 3600
#: How long one thread may hold the interpreter while another waits for it, in seconds.
SWITCH_SECONDS: Final = 0.001
#: After how many new objects garbage is collected, and after how many collections the older ones.
GC_THRESHOLDS: Final = (20_000, 20, 50)
#: How many files and connections may be open at once, where the system allows it.
MAX_OPEN_FILES: Final = 65_536
#: How many connections one client may have at once: a casino behind one router has fewer.
MAX_CONNECTIONS_PER_CLIENT: Final = 6_000


def service_for(floor: Floor, url: str) -> Service:
    """Return the service of a floor. It reads on two database connections of its own: one for the
    log, which may take long, and one for the small queries of every request.
    """
    log_database, query_database = (connect(url, read_only=True) for _ in range(2))
    return Service(floor, log_database, query_database, Metrics(), _watch(floor))


def _watch(floor: Floor) -> MachineWatch:
    """Return what watches this machine: its clock, and the disk if the database lies on it."""
    if isinstance(floor.database, SQLite) and floor.database.path != MEMORY:
        return MachineWatch(free_bytes_beside(floor.database.path), time.monotonic)
    return MachineWatch(steady=time.monotonic)


def run(floor: Floor, url: str, host: str, port: int, *, lab: Access, ready: Any = None) -> None:
    """Serve until a signal comes. Rounds that are on stay as they are until the next start."""
    logs.configure()
    service = service_for(floor, url)
    proxies = os.environ.get("FORWARDED_ALLOW_IPS", "")
    service.lab_access = lab
    app = application(service)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        # A connection closes itself when it is silent. uvicorn does not see all of its requests.
        timeout_keep_alive=SILENT_SECONDS,
        http=connection_class(
            _connection_limit(floor, proxies),
            # Behind a proxy only the application knows the client and whether HTTPS is used.
            None if proxies else service.held_answer,
            None if proxies else app.command_answer,
        ),
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        # Compressing each message anew for each viewer would cost more than everything else.
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        backlog=2048,
        # Only the proxies that are named here may say whom they forward for.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
    )
    server = _Server(config, service, ready)
    if isinstance(floor.database, Postgres):
        threading.Thread(
            target=_follow_other_servers, args=(service, floor.database, url), daemon=True
        ).start()
    _tune()
    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(server.serve())
    except SystemExit:  # the address cannot be used; the log says why
        raise BadInputError(f"{host}, port {port}, cannot be listened at") from None
    logs.info("stop")


def _connection_limit(floor: Floor, proxies: str) -> int | None:
    """Return how many connections one client may have. There is no limit for programs without
    pauses, nor behind a proxy, from whose address all come: there the proxy has to count.
    """
    return MAX_CONNECTIONS_PER_CLIENT if floor.settings.pace and not proxies else None


def _tune() -> None:
    """Set what Python does by itself so that no request waits long for it."""
    # The event loop and the writer take turns at the interpreter, and a request waits for several
    # turns; Python's own turns are five times as long.
    sys.setswitchinterval(SWITCH_SECONDS)
    # Nothing that was loaded at the start is ever garbage, and hardly any objects refer to each
    # other in a circle: collecting garbage often would stop the server for many milliseconds.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    # Every connection is an open file, and many systems allow 1,024 by default.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
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
        """Stop. uvicorn would raise the signal again afterwards, as if the server had failed."""
        del frame
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True


def _follow_other_servers(service: Service, own: Postgres, url: str) -> None:
    """Wake the writer when another server has written, so that viewers here see it too."""
    while not service.stopping.is_set():
        try:
            listening = Postgres(url, read_only=True)
            listening.execute("LISTEN fairdeal")
            # Something may have been written before this connection listened.
            service.writer.wake()
            while not service.stopping.is_set():
                if listening.wait_for_notification(LISTEN_SECONDS) - {own.backend_pid}:
                    service.writer.wake()
            listening.close()
        except Exception as error:
            # The writer logs what is wrong with the database; here it is enough to try again.
            logs.warning("the database's notices are not heard", error=type(error).__name__)
            time.sleep(1.0)
