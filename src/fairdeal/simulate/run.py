"""Runs: the rounds of a simulation shared out, counted, and kept in a checkpoint."""

from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from time import monotonic
from typing import Final, TypeAlias

from fairdeal.simulate.checkpoint import RunCheckpoint
from fairdeal.simulate.engines import block_rounds, choose_engine
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.tally import Tally
from fairdeal.simulate.workers import CLUSTER, Block, Workers, play_blocks

#: Called with the rounds that are done and all rounds.
Progress: TypeAlias = Callable[[int, int], None]
#: The seconds after which a checkpoint is written.
_SECONDS: Final = 2.0


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
    tally, done = kept.read() if kept else (Tally(), set())
    sharing = (workers or Workers()).count if executor is None else CLUSTER
    blocks = blocks_of(settings, done, block_rounds(settings, chosen, sharing))
    played = settings.rounds - sum(count for _, count in blocks)
    written = monotonic()
    if progress and played:
        progress(played, settings.rounds)
    try:
        for (first, count), part in play_blocks(
            settings, chosen, blocks, workers or Workers(), executor
        ):
            tally.add(part)
            done.update(pieces_of(settings, first, count))
            played += count
            if kept and monotonic() - written > _SECONDS:
                kept.write(tally, done)
                written = monotonic()
            if progress:
                progress(played, settings.rounds)
    finally:
        if kept:
            kept.write(tally, done)
    return tally


def pieces_of(settings: Settings, first: int, count: int) -> range:
    """Return the numbers of the pieces that a block is made of."""
    return range(first // settings.piece, -(-(first + count) // settings.piece))


def blocks_of(settings: Settings, done: set[int], rounds: int) -> list[Block]:
    """Share out the pieces that are not done into blocks of about so many rounds."""
    size = settings.piece
    most = max(1, rounds // size)
    blocks: list[Block] = []
    start: int | None = None
    count = -(-settings.rounds // size)
    for piece in range(count + 1):
        full = start is not None and piece - start >= most
        if start is not None and (full or piece in done or piece == count):
            first = start * size
            blocks.append((first, min(piece * size, settings.rounds) - first))
            start = None
        if start is None and piece < count and piece not in done:
            start = piece
    return blocks
