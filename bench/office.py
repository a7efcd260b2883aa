"""The close of a gaming day: the book of a floor of 100 tables and all of its reports, beside the
reading of the same log, and whether the event loop stays live meanwhile.

5,000 rounds, and 50,000 with `FAIRDEAL_BENCH_FULL=1`, which takes some minutes to play.
"""

import asyncio
from collections.abc import AsyncIterator
from decimal import Decimal
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import msgspec

from bench.measure import FULL, Row, best_seconds
from fairdeal.floor.floor import Floor, FloorSettings
from fairdeal.floor.log.connection import connect
from fairdeal.floor.log.store import Store
from fairdeal.floor.startup import open_floor, sample_rules
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import REPORTS, make_report
from fairdeal.office.report_csv import report_csv
from fairdeal.office.scope import read_scope
from fairdeal.web.live.log_reader import LogReader
from fairdeal.web.live.office import Office

TABLES = 100
ROUNDS = 50_000 if FULL else 5_000
#: A gaming day of the default house begins at six in the morning, UTC.
BEGIN = 1_800_000_000 - 2 * 3600
DAY_SECONDS = 86_000
#: More steps than a round of two bots takes.
STEPS = 40
#: The loop is to wake up so often while the day is closed, in seconds.
TICK = 0.005
#: The closing reads no more than what the floor has written since the latest question.
LATEST = 200


def bench() -> list[Row]:
    with TemporaryDirectory() as folder:
        path = str(Path(folder) / "floor.db")
        entries = _play(path)
        database = connect(path, read_only=True)
        store = Store(database)
        runs = 1 if FULL else 3
        reading = best_seconds(lambda: _read(store), runs=runs)
        folding = best_seconds(lambda: Book().read(store), runs=runs)
        book = Book()
        book.apply(store.entries(last=entries - LATEST, batch=5_000))
        began = perf_counter()
        sizes = _close(book.read(store))
        first = perf_counter() - began
        again = best_seconds(lambda: _close(book), runs=runs)
        database.close()
        longest, closing = asyncio.run(_live(path))
    told = f"{TABLES} tables, {ROUNDS:,} rounds, {entries:,} entries"
    return [
        Row("office", "the log read, and its JSON", f"{reading:,.2f} s", told),
        Row(
            "office",
            "the book from nothing",
            f"{folding:,.2f} s",
            f"{folding - reading:,.2f} s beyond the reading",
        ),
        Row(
            "office",
            "the day closed: the latest entries, all reports",
            f"{first:,.2f} s",
            f"{len(REPORTS)} reports, {sizes:,} bytes of CSV",
            "<= 2 s",
        ),
        Row("office", "all reports once more", f"{again:,.2f} s", "expectations are known now"),
        Row(
            "office",
            "the loop's longest pause meanwhile",
            f"{longest * 1e3:,.0f} ms",
            f"the book from nothing and a close: {closing:,.2f} s",
            "<= 250 ms",
        ),
    ]


def _play(path: str) -> int:
    """Play a day at all tables, with bots alone, and return the number of entries."""
    rules = sample_rules()
    secrets = count()
    clock = [float(BEGIN)]
    floor = open_floor(
        path,
        [rules[number % len(rules)] for number in range(TABLES)],
        settings=FloorSettings(pace=0.1, clock=0),
        now=lambda: clock[0],
        secret=lambda _: f"{next(secrets):064x}",
    )
    floor.database.execute("PRAGMA synchronous=OFF")
    # A step of every table at a time, so that the rounds fill the day.
    step = DAY_SECONDS / (ROUNDS / TABLES * STEPS)
    while sum(live.state.rounds for live in floor.tables.values()) < ROUNDS:
        clock[0] += step
        _deal(floor)
    entries = floor.store.leaves
    floor.database.close()
    return entries


def _deal(floor: Floor) -> None:
    floor.begin()
    for live in floor.tables.values():
        floor.automatic_dealer.run_next_step(live)
    floor.commit()


def _read(store: Store) -> None:
    """What cannot be spared: every entry comes out of the database, and is read as JSON."""
    decode = msgspec.json.Decoder(float_hook=Decimal).decode
    for stored in store.entries(batch=5_000):
        decode(stored.body)


def _close(book: Book) -> int:
    """Make every report of the day with its digest and its CSV."""
    made = (make_report(name, book, read_scope(book)) for name in REPORTS)
    return sum(len(one.digest + report_csv(one)) for one in made)


async def _live(path: str) -> tuple[float, float]:
    """Return the loop's longest pause while an office reads the log and closes the day, and how
    long that takes.
    """
    office = Office(LogReader(connect(path, read_only=True)))
    began = perf_counter()
    closing = asyncio.ensure_future(office.ask(_close))
    pauses = [pause async for pause in _ticks(closing)]
    await closing
    took = perf_counter() - began
    office.close()
    return max(pauses), took


async def _ticks(closing: "asyncio.Future[int]") -> AsyncIterator[float]:
    while not closing.done():
        began = perf_counter()
        await asyncio.sleep(TICK)
        yield perf_counter() - began - TICK
