"""Workers: parts of a run played side by side, on one machine or on a cluster.

The seam is `concurrent.futures.Executor`: any executor does. A part whose worker has died is handed
out again, however often that happens; a part that fails for another reason ends the run.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from signal import SIG_IGN, SIGINT, SIGTERM, signal
from threading import Thread
from typing import Final

from fairdeal.english import quoted
from fairdeal.errors import BadInputError
from fairdeal.simulate.engines import KERNEL, play_block
from fairdeal.simulate.lazy import dask_executor
from fairdeal.simulate.run_progress import Block
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.tally import BlockTally

LOCAL: Final = "local"
DASK: Final = "dask"
#: Parts that wait at a worker, so that none is idle.
_QUEUED: Final = 2
#: How many workers a cluster is assumed to have where it does not say.
CLUSTER: Final = 64
#: The names of the errors that say that a worker has died, not that a part is wrong.
_DIED: Final = ("KilledWorker", "CancelledError", "FutureCancelledError")


@dataclass(frozen=True)
class Workers:
    """Where parts are played: so many processes or threads here, or the cluster at an address."""

    kind: str = LOCAL
    count: int = 1
    address: str = ""

    @classmethod
    def parse(cls, text: str | None) -> "Workers":
        """Read `local:N` or `dask:ADDRESS`; by default as many as this machine has cores."""
        cores = len(os.sched_getaffinity(0))
        if text is None or text == LOCAL:
            return cls(count=cores)
        kind, _, rest = text.partition(":")
        if kind == LOCAL and rest.isdigit() and 1 <= int(rest) <= 1_024:
            return cls(count=int(rest))
        if kind == DASK and rest:
            return cls(DASK, CLUSTER, rest)
        raise BadInputError(f"workers are local:N or dask:ADDRESS, not {quoted(text)}")

    def executor(self, engine: str) -> Executor:
        """Start the workers: threads for compiled rounds, which share their tables."""
        if self.kind == DASK:
            return dask_executor(self.address)
        if engine == KERNEL:
            return ThreadPoolExecutor(self.count)
        return ProcessPoolExecutor(
            self.count, mp_context=get_context("forkserver"), initializer=_leave_to_parent
        )


def _leave_to_parent() -> None:
    """Leave the end of this process to the one that started it. Ctrl-C at a terminal reaches both,
    and in the middle of an answer it would make the parent wait for the rest for ever. When the
    parent is killed, this process ends too, which would wait for work for ever.
    """
    signal(SIGINT, SIG_IGN)
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), SIGTERM)


def play_blocks(
    settings: Settings,
    engine: str,
    blocks: list[Block],
    workers: Workers,
    start: Callable[[], Executor] | None = None,
) -> Iterator[tuple[Block, BlockTally]]:
    """Play parts of a run, and yield each in the order in which they are done. What a worker leaves
    of its block is handed out again.
    """
    waiting = list(reversed(blocks))
    if workers.kind == LOCAL and start is None and (workers.count == 1 or len(blocks) == 1):
        while waiting:
            block = waiting.pop()
            part = play_block(settings, engine, *block)
            yield _played(block, part, waiting), part
        return
    begin = start or (lambda: workers.executor(engine))
    executor = begin()
    running: dict[Future[BlockTally], Block] = {}
    try:
        while waiting or running:
            broken = False
            while waiting and len(running) < _QUEUED * workers.count and not broken:
                try:
                    future = executor.submit(play_block, settings, engine, *waiting[-1])
                    running[future] = waiting.pop()
                except BrokenExecutor:  # a process died after the last part was done
                    broken = True
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                block = running.pop(future)
                error = future.exception() if not future.cancelled() else None
                if future.cancelled() or type(error).__name__ in _DIED:
                    waiting.append(block)
                elif isinstance(error, BrokenExecutor):
                    waiting.append(block)
                    broken = True
                elif error is not None:
                    raise error
                else:
                    part = future.result()
                    yield _played(block, part, waiting), part
            if broken:
                # A process pool that has lost a process takes nothing any more.
                waiting += running.values()
                running.clear()
                executor.shutdown(wait=False, cancel_futures=True)
                executor = begin()
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def _played(block: Block, part: BlockTally, waiting: list[Block]) -> Block:
    """Return what was played of a block, and put what is left of it where blocks wait."""
    first, count = block
    played = count if part.series is None else len(part.series.nets)
    if played < count:
        waiting.append((first + played, count - played))
    return first, played
