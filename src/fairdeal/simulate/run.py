"""Runs: the rounds of a simulation shared out, counted, and kept in a checkpoint."""

from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from time import monotonic
from typing import Final, TypeAlias

from fairdeal.simulate.checkpoint import RunCheckpoint
from fairdeal.simulate.engines import KERNEL, block_rounds, choose_engine
from fairdeal.simulate.run_progress import Block, RunProgress
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.tally import Tally
from fairdeal.simulate.workers import CLUSTER, Workers, play_blocks

#: Called with the rounds that are done and all rounds.
Progress: TypeAlias = Callable[[int, int], None]
#: The seconds after which a checkpoint is written, and how much more time must pass than the
#: writing of the last one took.
_SECONDS: Final = 2.0
_MUCH_MORE: Final = 20


def simulate_rounds(
    settings: Settings,
    *,
    engine: str | None = None,
    workers: Workers | None = None,
    executor: Callable[[], Executor] | None = None,
    checkpoint: Path | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Play a run and return its tally, which depends on the settings alone.

    `executor` starts an executor of your own. With a checkpoint the run goes on where it was
    stopped; whatever ends it, the checkpoint holds what is done.
    """
    chosen = choose_engine(settings, engine)
    kept = RunCheckpoint(checkpoint, settings) if checkpoint else None
    done = kept.read() if kept else RunProgress(settings)
    if chosen == KERNEL:
        done.forget_parts()
    sharing = (workers or Workers()).count if executor is None else CLUSTER
    blocks = blocks_of(settings, chosen, done, block_rounds(settings, chosen, sharing))
    played = done.rounds
    if kept:
        kept.write(done)  # where nothing can be written, that is said before anything is played
    due = monotonic() + _SECONDS
    if progress and played:
        progress(played, settings.rounds)
    try:
        for (first, count), part in play_blocks(
            settings, chosen, blocks, workers or Workers(), executor
        ):
            done.add(first, count, part)
            played += count
            started = monotonic()
            if kept and started > due:
                kept.write(done)
                took = monotonic() - started
                due = monotonic() + max(_SECONDS, _MUCH_MORE * took)
            if progress:
                progress(played, settings.rounds)
    finally:
        if kept:
            kept.write(done)
    return done.tally


def blocks_of(settings: Settings, engine: str, done: RunProgress, rounds: int) -> list[Block]:
    """Share out what is not done into blocks of about so many rounds. The compiled engine plays
    whole pieces; the table engine has blocks that do not reach over the end of a piece.
    """
    if engine != KERNEL:
        return [
            (start, min(rounds, first + count - start))
            for first, count in done.gaps()
            for start in range(first, first + count, rounds)
        ]
    most = max(1, rounds // settings.piece) * settings.piece
    blocks: list[Block] = []
    for first, count in done.gaps():
        if blocks and sum(blocks[-1]) == first and blocks[-1][1] + count <= most:
            blocks[-1] = blocks[-1][0], blocks[-1][1] + count
        else:
            blocks.append((first, count))
    return blocks
