"""A small queueing model of the floor's writer, beside what is measured in the same run.

The model is one server that takes all commands that wait as one batch. A batch of one takes as long
as a command of a single player at rest, drawn from those measured; every further command adds the
same time, which is the one that gives the measured rate of players who never pause. With these two
measurements the model predicts how long commands take of players who think between commands, and
the prediction is held against players who do.
"""

import asyncio
import random
import statistics
import tempfile
from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from pathlib import Path
from time import time

from bench.clients import players, rules_folder, run, served
from bench.measure import SECONDS, Row

PLAYERS = 24
#: The rates that players who think come to, as parts of the highest one.
LOADS = (0.3, 0.6)
#: How long the single player thinks on average, in seconds: a server that sleeps between commands
#: takes longer for each than one that is asked without a pause.
REST = 0.002
#: The percentiles that are compared.
PERCENTILES = (50, 90)
_SIMULATED = 20_000


def bench() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as name:
        folder = Path(name)
        with served(str(folder / "queue.db"), rules_folder(folder, PLAYERS)) as (port, _):
            alone = run(_measured(port, 1, REST))[0]
            _, most = run(_measured(port, PLAYERS, 0.0))
            # Players who think for this long come to about that part of the highest rate.
            thoughts = [PLAYERS / (load * most) for load in LOADS]
            played = [run(_measured(port, PLAYERS, thought)) for thought in thoughts]
    more = further_seconds(alone, most)
    rest = statistics.median(alone) * 1e3
    told = f"one command at rest {rest:,.2f} ms, each further {more * 1e3:,.2f} ms"
    rows = [
        Row("queueing", f"commands of {PLAYERS} players who never pause", f"{most:,.0f}/s", told)
    ]
    for thought, (took, rate) in zip(thoughts, played, strict=True):
        predicted, _ = simulated(alone, more, PLAYERS, thought)
        for percent in PERCENTILES:
            seen, right = _percentile(took, percent), _percentile(predicted, percent)
            rows.append(
                Row(
                    "queueing",
                    f"p{percent} of a command at {rate / most:.0%} of that ({rate:,.0f}/s)",
                    f"{seen * 1e3:,.2f} ms",
                    f"the model says {right * 1e3:,.2f} ms: {right / seen:.2f} of it",
                    "0.8 to 1.2",
                )
            )
    return rows


def further_seconds(alone: Sequence[float], rate: float) -> float:
    """The time of each further command of a batch, with which the model comes to a rate of players
    who never pause.
    """
    low, high = 0.0, 1 / rate
    for _ in range(14):
        middle = (low + high) / 2
        low, high = (
            (low, middle) if simulated(alone, middle, PLAYERS, 0.0)[1] < rate else (middle, high)
        )
    return (low + high) / 2


def simulated(
    alone: Sequence[float], more: float, count: int, thought: float
) -> tuple[list[float], float]:
    """How long commands take in the model, and how many there are in a second: so many players each
    think for a time with this mean, ask, and wait for the answer.
    """
    chance = random.Random(1)

    def pause() -> float:
        return chance.expovariate(1 / thought) if thought else 0.0

    coming = [pause() for _ in range(count)]
    heapify(coming)
    took: list[float] = []
    now = 0.0
    while len(took) < _SIMULATED:
        now = max(now, coming[0])
        batch = []
        while coming and coming[0] <= now:
            batch.append(heappop(coming))
        now += chance.choice(alone) + more * (len(batch) - 1)
        for asked in batch:
            took.append(now - asked)
            heappush(coming, now + pause())
    return took, len(took) / now


async def _measured(port: int, count: int, thought: float) -> tuple[list[float], float]:
    """How long commands took, and how many were answered in a second."""
    chance = random.Random(2)

    async def think() -> None:
        await asyncio.sleep(chance.expovariate(1 / thought) if thought else 0)

    async with players([port], count, PLAYERS) as everybody:
        start = time()
        await asyncio.gather(*(one.play(start + SECONDS, think) for one in everybody))
        seconds = time() - start
        took = [end - begin for one in everybody for begin, end, _ in one.told]
    return took, len(took) / seconds


def _percentile(took: Sequence[float], percent: int) -> float:
    return statistics.quantiles(took, n=100)[percent - 1]
