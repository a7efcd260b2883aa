"""The engines that play rounds: which of them can play a run, and how a part of a run is played."""

from functools import lru_cache
from typing import Final

from fairdeal.english import one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.simulate.engine import RoundEngine
from fairdeal.simulate.lazy import kernel_block, kernel_engine, kernel_refusal
from fairdeal.simulate.planned import plan_tally
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.table_engine import TableEngine
from fairdeal.simulate.tally import Tally, tally_rounds

TABLE: Final = "table"
KERNEL: Final = "kernel"
ENGINES: Final = (KERNEL, TABLE)
#: A shorter run is not worth the time that it takes to make a kernel ready.
FEWEST_FOR_KERNEL: Final = 1_000
#: The least number of blocks of a run for each worker, so that none is idle at the end.
_BLOCKS_OF_WORKER: Final = 4


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
    less in a short run. A piece of the run is never shared out, and is enough for the table engine.
    """
    if engine == TABLE:
        return 1
    share = -(-settings.rounds // (_BLOCKS_OF_WORKER * workers))
    return min(kernel_block(settings), share)


@lru_cache(maxsize=2)
def _table_engine(settings: Settings) -> TableEngine:
    return TableEngine(settings)


def engine_of(settings: Settings, name: str) -> RoundEngine:
    """Return the engine of a name, ready for a run."""
    return kernel_engine(settings) if name == KERNEL else _table_engine(settings)


def play_block(settings: Settings, engine: str, first: int, count: int) -> Tally:
    """Play a part of a run, which begins with a piece of it, and count it."""
    if engine == KERNEL:
        tally = kernel_engine(settings).tally(first, count)
    else:
        # Threads must not share a table.
        tally = tally_rounds(settings, TableEngine(settings).rounds(first, count))
    if settings.plan is not None:
        tally.add(plan_tally(settings, engine == KERNEL, first, count))
    return tally
