"""The engines that play rounds: which of them can play a run, and how a part of a run is played."""

from collections.abc import Iterator
from functools import lru_cache
from time import monotonic
from typing import Final

from fairdeal.english import one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.simulate.engine import RoundEngine
from fairdeal.simulate.lazy import kernel_block, kernel_engine, kernel_refusal
from fairdeal.simulate.plan_sessions import plan_tally
from fairdeal.simulate.rounds import RoundResult
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.table_engine import TableEngine
from fairdeal.simulate.tally import BlockTally, RoundSeries, Tally, count_rounds

TABLE: Final = "table"
KERNEL: Final = "kernel"
ENGINES: Final = (KERNEL, TABLE)
#: A shorter run is not worth the time that it takes to make a kernel ready.
FEWEST_FOR_KERNEL: Final = 1_000
#: The least number of blocks of a run for each worker, so that none is idle at the end.
_BLOCKS_OF_WORKER: Final = 4
#: The seats of rounds that the table engine should play before another process is worth starting.
_SEATS_OF_BLOCK: Final = 2_000
#: After so many seconds the table engine hands in what it has played of a block.
BLOCK_SECONDS: Final = 2.0


def choose_engine(settings: Settings, asked: str | None = None) -> str:
    """Return the name of the engine that plays a run: the one asked for, else the fastest."""
    if asked not in (None, *ENGINES):
        raise BadInputError(f"there is no engine {quoted(asked)}: choose {one_of(ENGINES)}")
    if asked == TABLE or (asked is None and settings.rounds < FEWEST_FOR_KERNEL):
        return TABLE
    refusal = kernel_refusal(settings)
    if refusal is not None and asked == KERNEL:
        raise BadInputError(f"no kernel plays this run: {refusal}; the table engine does")
    return TABLE if refusal else KERNEL


def block_rounds(settings: Settings, engine: str, workers: int) -> int:
    """Return about how many rounds are given to a worker at once: the work of a second or more, but
    less in a short run. The table engine's blocks are no shorter than a process is worth, and end
    with a session where there is a plan.
    """
    share = -(-settings.rounds // (_BLOCKS_OF_WORKER * workers))
    if engine == TABLE:
        step = _step(settings)
        return -(-max(share, _SEATS_OF_BLOCK // settings.players) // step) * step
    return min(kernel_block(settings), share)


@lru_cache(maxsize=2)
def _table_engine(settings: Settings) -> TableEngine:
    return TableEngine(settings)


def engine_of(settings: Settings, name: str) -> RoundEngine:
    """Return the engine of a name, ready for a run."""
    return kernel_engine(settings) if name == KERNEL else _table_engine(settings)


def play_block(settings: Settings, engine: str, first: int, count: int) -> BlockTally:
    """Play so many rounds from a number on and count them. The compiled engine plays whole pieces,
    all that it is given; the table engine plays a part of one, as far as it comes in some seconds.
    """
    if engine == KERNEL:
        part = BlockTally(kernel_engine(settings).tally(first, count))
    else:
        # Threads must not share a table.
        rounds = TableEngine(settings).rounds(first, count)
        series = RoundSeries([], [])
        part = BlockTally(Tally(), series)
        count_rounds(settings, _in_time(rounds, _step(settings)), part.tally, series)
        count = len(series.nets)
    if settings.plan is not None:
        part.tally.add(plan_tally(settings, engine == KERNEL, first, count))
    return part


def _step(settings: Settings) -> int:
    """Return of how many rounds a part of a piece is a multiple: no plan's session is cut."""
    return settings.session if settings.plan is not None else 1


def _in_time(rounds: Iterator[RoundResult], step: int) -> Iterator[RoundResult]:
    """Yield rounds until the time of a block is over."""
    end = monotonic() + BLOCK_SECONDS
    for number, one in enumerate(rounds, start=1):
        yield one
        if number % step == 0 and monotonic() >= end:
            return
