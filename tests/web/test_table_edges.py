"""The edges of tables under their payout limits: on the lobby and the page of a game."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest

from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.startup import open_floor, sample_rules
from fairdeal.games.let_it_ride import LET_IT_RIDE
from fairdeal.lab.cache import keys, known, results
from fairdeal.lab.figures.analysis import Row, ValueAtStake
from fairdeal.lab.figures.analyze import analyze
from fairdeal.lab.figures.payouts import MAIN
from fairdeal.rulebook.rules import Rules
from fairdeal.web.app import application
from fairdeal.web.live import table_edges
from fairdeal.web.live.lab_worker import LabWorker
from fairdeal.web.live.table_edges import LimitValues, TableEdges
from fairdeal.web.pages.games import figures
from fairdeal.web.pages.games.figures import edge_words
from fairdeal.web.pages.lobby import routes as lobby_routes
from fairdeal.web.server import service_for
from web.test_lobby import PAGE, words

SAMPLES = sample_rules()
LIR = next(one for one in SAMPLES if one.game is LET_IT_RIDE)
#: The published value of paytable A without a limit.
FREE = Fraction(-37_963, 1_082_900)


def analyzed(rules: Rules) -> tuple[ValueAtStake, ...]:
    """What `analyze --rules` prints of the main wagers of a table."""
    (found,) = analyze(
        rules.game,
        paytables=rules.paytables,
        readings=rules.readings,
        wager=MAIN,
        table=rules,
    )
    return found.at_limits


@pytest.fixture
def unsolved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Fraction | None]:
    """A cache of the test's own, and a solver whose values under a limit are made up; tells the
    limits that it was asked for.
    """
    asked: list[Fraction | None] = []

    def solve(rules: Rules, limit: Fraction | None) -> list[Row]:
        asked.append(limit)
        assert rules.game is LET_IT_RIDE
        deals = keys.main_deals(rules)
        quarter = deals // 4
        return [
            Row("lost", None, Fraction(-1), Fraction(1), quarter),
            Row("even", None, Fraction(0), Fraction(1), deals - quarter),
        ]

    monkeypatch.setenv("FAIRDEAL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(results, "solve_main", solve)
    return asked


#: A table with a maximum that no sample has: at $77 the limit cuts, and nothing of it is shipped.
ODD = replace(LIR, maximum_cents=7_700)


# What is known ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", SAMPLES, ids=str)
def test_a_sample_tables_edges_are_known_as_analyze_prints_them(rules: Rules) -> None:
    found = known.main_at_limits(rules)
    assert found
    assert found == analyzed(rules)


def test_a_limit_that_cuts_nothing_needs_no_solver(unsolved: list[Fraction | None]) -> None:
    low = replace(LIR, maximum_cents=1_500)
    assert known.main_at_limits(low) == (
        ValueAtStake(Fraction(10), Fraction(50_000), FREE),
        ValueAtStake(Fraction(15), Fraction(50_000), FREE),
    )
    assert known.main_at_limits(ODD) is None
    assert unsolved == []


def test_what_is_not_known_is_computed_once_and_later(unsolved: list[Fraction | None]) -> None:
    queue: list[Callable[[], None]] = []
    edges = TableEdges(queue.append)
    assert [edges.of(ODD) for _ in range(3)] == [LimitValues(pending=True)] * 3
    assert (len(queue), unsolved, edges.version) == (1, [], 0)
    queue.pop()()
    limit = Fraction(50_000)
    values = (
        ValueAtStake(Fraction(10), limit, FREE),
        ValueAtStake(Fraction(77), limit, Fraction(-1, 4)),
    )
    assert edges.of(ODD) == LimitValues(values)
    assert (unsolved, edges.version) == ([limit / 77], 1)
    # Another server finds it in the cache.
    assert TableEdges(queue.append).of(ODD) == LimitValues(values)
    assert queue == []


def test_what_cannot_be_computed_soon_stays_unknown(
    unsolved: list[Fraction | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Mock(return_value=Mock(quick=False))
    missing = Mock(side_effect=ModuleNotFoundError("numba"))
    for kernel_of in (slow, missing):
        monkeypatch.setattr(table_edges, "kernel_of", kernel_of)
        queue: list[Callable[[], None]] = []
        edges = TableEdges(queue.append)
        edges.of(ODD)
        queue.pop()()
        assert edges.of(ODD) == LimitValues()
        assert queue == []
    assert unsolved == []


def test_what_nobody_waits_for_comes_last() -> None:
    worker, done = LabWorker(), list[str]()

    def busy() -> None:
        # Asked for while the worker is busy, the last thing first.
        worker.enqueue(lambda: done.append("behind"), last=True)
        worker.enqueue(lambda: done.append("loaded"))

    async def ask() -> None:
        ended, loop = asyncio.Event(), asyncio.get_running_loop()

        def end() -> None:
            loop.call_soon_threadsafe(ended.set)

        def begin() -> None:
            busy()
            worker.enqueue(end, last=True)

        await worker.submit(begin)
        await ended.wait()

    asyncio.run(ask())
    assert done == ["loaded", "behind"]


# What pages say -----------------------------------------------------------------------------------


@pytest.fixture
def queue(
    unsolved: list[Fraction | None], monkeypatch: pytest.MonkeyPatch
) -> list[Callable[[], None]]:
    """The computations that the pages ask for; nothing runs them."""
    assert unsolved == []
    waiting: list[Callable[[], None]] = []
    edges = TableEdges(waiting.append)
    monkeypatch.setattr(figures, "TABLE_EDGES", edges)
    monkeypatch.setattr(lobby_routes, "TABLE_EDGES", edges)
    return waiting


def test_the_lobby_tells_the_edge_at_both_stakes(queue: list[Callable[[], None]]) -> None:
    least, most = (float(-one.ev) for one in analyzed(LIR))
    assert most > least
    assert edge_words(LIR) == f"{least:.2%} at $10 to {most:.2%} at $500 of the base bet"
    free = f"{float(-FREE):.2%} of the base bet"
    assert edge_words(replace(LIR, maximum_cents=1_500)) == free
    assert edge_words(replace(LIR, payout_limit_cents=None)) == free
    assert queue == []
    assert edge_words(ODD) == f"{free}, no payout limit counted"
    queue.pop()()
    assert edge_words(ODD) == f"{float(-FREE):.2%} at $10 to 25.00% at $77 of the base bet"


def test_pages_change_when_an_edge_is_known(
    queue: list[Callable[[], None]], tmp_path: Path
) -> None:
    path = str(tmp_path / "floor.db")
    floor = open_floor(path, [ODD], settings=FloorSettings(pace=1, clock=0, bots=False))
    service = service_for(floor, path)

    async def told(client: httpx.AsyncClient, path: str) -> str:
        return words((await client.get(path, headers=PAGE)).text)

    async def visit() -> None:
        service.start()
        transport = httpx.ASGITransport(app=application(service))
        try:
            async with httpx.AsyncClient(transport=transport, base_url="http://floor") as client:
                game = await told(client, "/games/let-it-ride/maryland")
                assert "No payout limit is counted here" in game
                assert "$50,000 being computed" in game
                assert len(service.held) == 0, "it will be known soon"
                assert "of the base bet, no payout limit counted" in await told(client, "/")
                (task,) = queue
                task()
                game = await told(client, "/games/let-it-ride/maryland")
                assert f"$50,000 {float(-FREE):.4%} at $10 and 25.0000% at $77" in game
                assert len(service.held) == 1
                assert "to 25.00% at $77 of the base bet" in await told(client, "/")
                other = await told(client, "/games/double-draw/maryland")
                assert "No payout limit is counted." in other
        finally:
            service.begin_shutdown()
            await asyncio.to_thread(service.stop)

    asyncio.run(visit())
