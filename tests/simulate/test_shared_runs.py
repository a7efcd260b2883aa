"""Runs that several workers share, that are stopped, and that go on from a checkpoint."""

import json
import os
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path
from signal import SIGINT, raise_signal
from typing import Any

import pytest
from small_runs import LIR, small

from fairdeal.errors import BadInputError
from fairdeal.games import find_game
from fairdeal.rulebook.rules import house_rules
from fairdeal.simulate.checkpoint import RunCheckpoint
from fairdeal.simulate.engines import KERNEL, TABLE, block_rounds, play_block
from fairdeal.simulate.plan import PlanChoices, plan_of
from fairdeal.simulate.result import Simulation
from fairdeal.simulate.run import blocks_of, simulate_rounds
from fairdeal.simulate.run_progress import RunProgress
from fairdeal.simulate.settings import run_settings
from fairdeal.simulate.strategies import find_strategy
from fairdeal.simulate.tally import Tally
from fairdeal.simulate.workers import Workers
from fairdeal.table import commands as cmd
from fairdeal.table.state import State


@pytest.mark.parametrize("workers", ["local:2", "threads"])
def test_the_document_is_the_same_whatever_the_workers(workers: str) -> None:
    settings = small(rounds=800, session=50, strategies=("never",), bankroll=Fraction(100))
    alone = Simulation(settings, simulate_rounds(settings, engine="table"))
    start = {"threads": lambda: ThreadPoolExecutor(3)}.get(workers)
    shared = simulate_rounds(
        settings,
        engine="table",
        workers=Workers(count=2) if start else Workers.parse(workers),
        executor=start,
    )
    assert json.dumps(alone.to_dict()) == json.dumps(Simulation(settings, shared).to_dict())


def dies_once(state: State) -> cmd.Command:
    """A cautious player whose process dies the first time that any of them is asked."""
    mark = Path(os.environ["FAIRDEAL_TEST_MARK"])
    if not mark.exists():
        mark.touch()
        os._exit(9)
    return find_strategy("cautious").make(state.rules)(state)


def test_a_part_whose_process_dies_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_TEST_MARK", str(tmp_path / "mark"))
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    settings = small(rounds=800, strategies=("test_shared_runs:dies_once",))
    start = get_context("spawn")
    tally = simulate_rounds(
        settings,
        engine="table",
        workers=Workers(count=2),
        executor=lambda: ProcessPoolExecutor(2, mp_context=start),
    )
    plain = replace(settings, strategies=("cautious",))
    assert tally.document() == simulate_rounds(plain, engine="table").document()


class Breaking(ThreadPoolExecutor):
    """Workers one of which dies between two parts: the next part is not taken any more."""

    taken = 0

    def submit(self, *args: Any, **kwargs: Any) -> Any:
        self.taken += 1
        if self.taken == 3:
            raise BrokenExecutor
        return super().submit(*args, **kwargs)


def test_a_worker_that_dies_before_a_part_is_handed_to_it_ends_no_run() -> None:
    settings, started = small(rounds=1_600), list[Executor]()

    def start() -> Executor:
        started.append(ThreadPoolExecutor(1) if started else Breaking(1))
        return started[-1]

    tally = simulate_rounds(settings, engine="table", workers=Workers(count=1), executor=start)
    assert len(started) == 2
    assert tally.document() == simulate_rounds(settings, engine="table").document()


@pytest.mark.parametrize("engine", [TABLE, KERNEL])
def test_a_run_that_is_stopped_while_it_counts_counts_nothing_twice(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C may come at any moment, also after half of a piece was added up."""
    settings = small(rounds=2_160, strategies=("never",))
    path, right, left = tmp_path / "run.json", Tally.add, [3]

    def add(self: Tally, other: Tally) -> None:
        right(self, other)
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    monkeypatch.setattr(Tally, "add", add)
    with pytest.raises(KeyboardInterrupt):
        simulate_rounds(settings, engine=engine, checkpoint=path)
    monkeypatch.undo()
    tally = simulate_rounds(settings, engine=engine, checkpoint=path)
    assert tally.document() == simulate_rounds(settings, engine=engine).document()


def test_a_stopped_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    settings = small(rounds=1_500, strategies=("never",))
    path = tmp_path / "run.json"

    def stop(done: int, total: int) -> None:
        del total
        if done >= 720:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate_rounds(settings, engine="table", checkpoint=path, progress=stop)
    kept = RunCheckpoint(path, settings).read()
    assert 720 <= kept.rounds < 1_500
    seen: list[int] = []
    tally = simulate_rounds(
        settings, engine="table", checkpoint=path, progress=lambda done, _: seen.append(done)
    )
    assert seen[0] == kept.rounds
    assert tally.document() == simulate_rounds(settings, engine="table").document()
    with pytest.raises(BadInputError, match="of another run"):
        simulate_rounds(replace(settings, seed=8), engine="table", checkpoint=path)
    document = json.loads(path.read_text())
    path.write_text(json.dumps(document | {"version": "0.1.0"}))
    with pytest.raises(BadInputError, match=r"written by version 0\.1\.0"):
        simulate_rounds(settings, engine="table", checkpoint=path)
    path.write_text("{}")
    with pytest.raises(BadInputError, match="no checkpoint"):
        simulate_rounds(settings, engine="table", checkpoint=path)


@pytest.mark.parametrize("plan", [{}, {"stop_loss": 60, "raise_after_loss": 2, "raise_most": 20}])
@pytest.mark.parametrize("again", [TABLE, KERNEL])
def test_a_run_stopped_within_a_month_loses_nothing(
    plan: PlanChoices, again: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers that hand in a round, or a session of a plan, at a time; stopped in the first month.
    Either engine goes on, and comes to what a run in one go comes to.
    """
    settings = plan_of(small(rounds=900, strategies=("always",), session=50), plan)
    path = tmp_path / "run.json"
    told: list[int] = []

    def stop(done: int, total: int) -> None:
        del total
        told.append(done)
        if done == 100:
            raise KeyboardInterrupt

    with monkeypatch.context() as short:
        short.setattr("fairdeal.simulate.engines.BLOCK_SECONDS", 0)
        with pytest.raises(KeyboardInterrupt):
            simulate_rounds(settings, engine=TABLE, checkpoint=path, progress=stop)
    assert told == list(range(50, 101, 50) if plan else range(1, 101))
    kept = RunCheckpoint(path, settings).read()
    assert (kept.rounds, kept.pieces) == (100, set())
    assert list(kept.gaps()) == [(100, 620), (720, 180)]
    done: list[int] = []
    tally = simulate_rounds(
        settings, engine=again, checkpoint=path, progress=lambda played, _: done.append(played)
    )
    # A kernel counts whole months only, and plays the first one from its beginning.
    assert done[0] == (100 if again == TABLE else 720)
    assert done[-1] == 900
    assert tally.document() == simulate_rounds(settings, engine=KERNEL).document()


def test_parts_of_a_run_may_come_in_any_order() -> None:
    settings = small(rounds=900, strategies=("never",), session=50, bankroll=Fraction(60))
    whole = simulate_rounds(settings, engine=TABLE)
    done = RunProgress(settings)
    blocks = [(first, min(70, 720 - first)) for first in range(0, 720, 70)]
    for first, count in reversed([*blocks, (720, 180)]):
        part = play_block(settings, TABLE, first, count)
        assert part.series is not None
        assert len(part.series.nets) == count
        done.add(first, count, part)
    assert (done.pieces, done.parts, list(done.gaps())) == ({0, 1}, {}, [])
    assert done.tally.document() == whole.document()


def test_blocks_are_of_a_second_and_shared_by_all_workers() -> None:
    long, short = (run_settings(LIR, rounds, 7) for rounds in (10**11, 10**6))
    assert block_rounds(long, KERNEL, 2) == block_rounds(long, KERNEL, 64) >= 10**7
    assert block_rounds(short, KERNEL, 8) * 8 * 4 >= 10**6 > block_rounds(short, KERNEL, 8) * 8
    others = (house_rules(find_game(name)) for name in ("run-em-twice", "double-draw"))
    for rules in others:  # slower games have smaller blocks
        assert block_rounds(run_settings(rules, 10**10, 7), KERNEL, 2) < 10**8 // 5


def test_a_month_at_a_table_is_shared_by_all_workers() -> None:
    full = run_settings(LIR, 20_000, 7, strategies=("cautious",) * 7)
    blocks = blocks_of(full, TABLE, RunProgress(full), block_rounds(full, TABLE, 2))
    assert len(blocks) == 8
    # A run that takes a second is not worth another process.
    short = run_settings(LIR, 1_500, 7)
    assert len(blocks_of(short, TABLE, RunProgress(short), block_rounds(short, TABLE, 2))) == 1
    planned = plan_of(run_settings(LIR, 50_000, 7, session=700), {"stop_loss": 100})
    blocks = blocks_of(planned, TABLE, RunProgress(planned), block_rounds(planned, TABLE, 2))
    assert [first % 28_800 % 700 for first, _ in blocks] == [0] * len(blocks)
    assert sum(count for _, count in blocks) == 50_000


def test_blocks_cover_what_is_not_done() -> None:
    settings = small(rounds=3_000)
    whole = [(0, 720), (720, 720), (1440, 720), (2160, 720), (2880, 120)]
    assert blocks_of(settings, KERNEL, RunProgress(settings), 1) == whole
    assert blocks_of(settings, TABLE, RunProgress(settings), 1_000) == whole
    without = RunProgress(settings, pieces=[1])
    assert blocks_of(settings, KERNEL, without, 1_500) == [(0, 720), (1440, 1440), (2880, 120)]
    assert blocks_of(settings, TABLE, without, 400)[:3] == [(0, 400), (400, 320), (1440, 400)]
    assert blocks_of(settings, KERNEL, RunProgress(settings, pieces=range(5)), 1) == []


def test_workers_are_read() -> None:
    assert Workers.parse("local:3") == Workers(count=3)
    assert Workers.parse("dask:tcp://10.0.0.1:8786").address == "tcp://10.0.0.1:8786"
    for wrong in ("local:0", "ray:1", "dask:", "3"):
        with pytest.raises(BadInputError, match="workers are"):
            Workers.parse(wrong)


def test_ctrl_c_ends_no_worker_in_the_middle_of_an_answer() -> None:
    """The process that handed out the parts stops the run, and waits for no half answer."""
    with Workers(count=2).executor(TABLE) as workers:
        assert workers.submit(raise_signal, SIGINT).result() is None
