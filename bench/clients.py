"""Servers and clients of the floor's bench: people who play over HTTP, and viewers of tables."""

import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar, cast

import uvloop

T = TypeVar("T")
P = TypeVar("P", bound=asyncio.Protocol)
VIEWED_TABLES = 125
#: A round of Let It Ride as one player sends it; the dealer's part is in the same commits.
ROUND: Sequence[dict[str, Any]] = (
    {"do": "place-bets", "seat": 1, "amounts": {"bet-1": 10, "bet-2": 10, "bet-3": 10}},
    {"do": "ready", "seat": 1},
    {"do": "withdraw", "seat": 1},
    {"do": "withdraw", "seat": 1},
)
RULES = """\
operator = "Bench"
jurisdiction = "maryland"
game = "let-it-ride"
minimum = 10
maximum = 500
chip-step = 1
dealing = "manual-shoe"
shuffling = "automated-counting"
decks = 2
seats = 7
adjacent-boxes = 1
payout-limit = 50000
[paytables]
main = "A"
"""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a client on a loop that is as quick as the server's, or it is what would be measured."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def cpu(process: int) -> float:
    """The processor time that a process has used, in seconds, with all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def open_files() -> int:
    """As many files and connections as this process may have open at once, and those it starts."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


#: How a server is started: the interpreter, and what it runs.
THIS: Sequence[str] = (sys.executable, "-m", "fairdeal")


@contextmanager
def served(
    url: str, tables: Path, pace: float = 0, program: Sequence[str] = THIS, path: str = ""
) -> Iterator[tuple[int, int]]:
    """A server process: its port and its process id. `path` is where Python looks for its code."""
    open_files()
    options = ["--pace", str(pace), "--clock", "0", "--no-bots", "--tables", str(tables)]
    process = subprocess.Popen(
        [*program, "serve", "--db", url, "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **({"PYTHONPATH": path} if path else {})},
    )
    try:
        assert process.stdout is not None
        port = 0
        for line in process.stdout:
            if "open at" in line:
                port = int(line.rpartition(":")[2])
            if "Play chips" in line:
                break
        yield port, process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)


def rules_folder(folder: Path, tables: int) -> Path:
    rules = folder / f"rules{tables}"
    rules.mkdir(exist_ok=True)
    for n in range(tables):
        (rules / f"{n:04}.toml").write_text(RULES, encoding="utf-8")
    return rules


class Client:
    """One connection that sends requests and waits for each answer: so small that the server is
    what is measured.
    """

    def __init__(self, port: int) -> None:
        self._port = port

    async def open(self) -> "Client":
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> bytes:
        data = json.dumps(body).encode() if body is not None else b""
        lines = [f"{method} {path} HTTP/1.1", "Host: bench", f"Content-Length: {len(data)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if self._reader.at_eof():
            await self.open()  # the server closes what was silent for some seconds
        self._writer.write("\r\n".join([*lines, "", ""]).encode() + data)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        answer = await self._reader.readexactly(length)
        if not head.startswith(b"HTTP/1.1 20"):
            raise AssertionError(answer)
        return answer

    def close(self) -> None:
        self._writer.close()


class Player:
    """Somebody who plays rounds at a table of his or her own."""

    def __init__(self, clients: Sequence[Client], table: str) -> None:
        self._clients = clients
        self.table = table
        self._sent = 0
        self._key = token_hex(4)
        #: When each command was sent and answered, with the version that it led to.
        self.told: list[tuple[float, float, int]] = []

    async def sit(self) -> str:
        guest = json.loads(await self._clients[0].ask("POST", "/api/guests", {"name": "ann"}))
        self.come_back(guest["token"])
        await self.say({"do": "sit", "seat": 1})
        return str(guest["token"])

    def come_back(self, token: str) -> None:
        """Somebody who sat down before."""
        self.token = token
        self._who = {"Authorization": f"Bearer {token}"}

    async def say(self, command: dict[str, Any]) -> None:
        self._sent += 1
        client = self._clients[self._sent % len(self._clients)]
        path = f"/api/tables/{self.table}/commands"
        start = time.time()
        answer = await client.ask(
            "POST", path, command, **self._who, Idempotency_Key=f"{self._key}.{self._sent}"
        )
        version = int(answer[11 : answer.index(b",", 11)])  # {"version":17,...
        self.told.append((start, time.time(), version))

    async def fill_purse(self) -> None:
        """Ask for chips where few are left."""
        me = json.loads(await self._clients[0].ask("GET", "/api/me", **self._who))
        if me["chips"] < 500:
            await self._clients[0].ask("POST", "/api/me/chips", **self._who)

    async def play(self, until: float, wait: Callable[[], Any] | None = None) -> None:
        n = 0
        while time.time() < until:
            if n % 25 == 24:
                await self.fill_purse()
            n += 1
            for command in ROUND:
                if wait is not None:
                    await wait()
                await self.say(command)


@asynccontextmanager
async def players(ports: Sequence[int], count: int, tables: int) -> AsyncIterator[list[Player]]:
    players = []
    clients = []
    for n in range(count):
        mine = [await Client(port).open() for port in ports]
        clients += mine
        player = Player(mine, f"t{1 + n % tables}")
        await player.sit()
        player.told.clear()
        players.append(player)
    yield players
    for player in players:
        await player.say({"do": "leave", "seat": 1})
    for client in clients:
        client.close()


class Pace:
    """So many turns a second, for all who wait together."""

    def __init__(self, rate: float) -> None:
        self._between = 1 / rate
        self._next = time.time()

    async def __call__(self) -> None:
        turn = max(self._next, time.time() - 0.05)
        self._next = turn + self._between
        await asyncio.sleep(max(0.0, turn - time.time()))


class Viewer(asyncio.Protocol):
    """A WebSocket of which the length of each message and its version are read, and no more."""

    #: The address of a table's feed, and what stands before the version in a message.
    path = "/api/tables/{}/live"
    before_version = b'{"version":'

    def __init__(self, table: str, token: str = "") -> None:
        self.table = table
        self._token = token
        self._data = bytearray()
        self.open = False
        self.bytes = 0
        #: The version of each message, and when it came.
        self.versions: list[int] = []
        self.times: list[float] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's own is no kind of it
        who = f"Authorization: Bearer {self._token}\r\n" if self._token else ""
        self.transport.write(
            f"GET {self.path.format(self.table)} HTTP/1.1\r\nHost: bench\r\n{who}"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        now = time.time()
        held = self._data
        held += data
        if not self.open:
            end = held.find(b"\r\n\r\n")
            if end < 0:
                return
            assert held.startswith(b"HTTP/1.1 101"), bytes(held[:200])
            del held[: end + 4]
            self.open = True
        while len(held) >= 2:
            size, start = held[1] & 127, 2
            if size == 126:
                size, start = int.from_bytes(held[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(held[2:10], "big"), 10
            if len(held) < start + size:
                return
            at = held.find(self.before_version, start, start + size)
            if held[0] & 15 == 1 and at >= 0:
                at += len(self.before_version)
                self.versions.append(int(held[at : held.index(b",", at)]))
                self.times.append(now)
                self.shown(held, start, start + size)
            self.bytes += size
            del held[: start + size]

    def shown(self, held: bytearray, start: int, end: int) -> None:
        """A message has come; who only looks on does nothing about it."""

    def forget(self) -> None:
        """Begin to measure here."""
        self.bytes = 0
        self.versions.clear()
        self.times.clear()


class PageViewer(Viewer):
    """A viewer of what a table's page is sent: its scene, and announcements."""

    path = "/tables/{}/live"
    before_version = b'"scene":{"table":'

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.before_version += f'"{self.table}","version":'.encode()
        super().connection_made(transport)


def factory_of(protocol: P) -> Callable[[], P]:
    """Return the function with which asyncio gets a protocol that exists already."""
    return lambda: protocol


async def watch(port: int, viewers: Sequence[Viewer]) -> None:
    """Connect viewers, some at a time, and wait until all have been let in."""
    loop = asyncio.get_running_loop()
    for start in range(0, len(viewers), 50):
        some = viewers[start : start + 50]
        await asyncio.gather(
            *(loop.create_connection(factory_of(one), "127.0.0.1", port) for one in some)
        )
    while not all(viewer.open for viewer in viewers):
        await asyncio.sleep(0.05)
