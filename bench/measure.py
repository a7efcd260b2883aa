"""What benches share: a row of the table, the best of several runs, and how figures are told."""

import gc
import os
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple, TypeAlias

Clock: TypeAlias = Callable[[], float]
#: Where Linux tells how long each core was busy.
STAT = Path("/proc/stat")
#: Longer and larger, where it is asked for.
FULL = bool(os.environ.get("FAIRDEAL_BENCH_FULL"))
#: How long a load on the floor lasts, and what is asked of it in a second.
SECONDS = 8.0 if FULL else 2.5
RATE = 1_000.0


@dataclass(frozen=True)
class Row:
    """One figure; `against` is what it is measured beside, `target` what it should reach."""

    bench: str
    what: str
    figure: str
    against: str = ""
    target: str = ""


def best_seconds(call: Callable[[], Any], *, runs: int = 5, clock: Clock = perf_counter) -> float:
    """The shortest of several runs: the others were disturbed. What one thread computes may be
    measured by `process_time`, which does not count while other programs have the core.
    """
    best = float("inf")
    for _ in range(runs):
        gc.collect()
        start = clock()
        call()
        best = min(best, clock() - start)
    return best


#: Other programs that use more than this part of a core disturb a measurement by the clock.
QUIET = 0.05


class Took(NamedTuple):
    """What a run took: seconds by the clock, seconds of all its threads on processors, and how many
    cores other programs used meanwhile.
    """

    seconds: float
    processor: float
    others: float


def took(call: Callable[[], Any]) -> Took:
    """Measure a run once."""
    gc.collect()
    busy, processor, start = busy_seconds(), process_time(), perf_counter()
    call()
    seconds, processor = perf_counter() - start, process_time() - processor
    return Took(seconds, processor, max(0.0, busy_seconds() - busy - processor) / seconds)


def busy_seconds() -> float:
    """The seconds for which all programs together have used the cores that this one may use."""
    cores = {f"cpu{number}" for number in os.sched_getaffinity(0)}
    ticks = 0
    for line in STAT.read_text(encoding="ascii").splitlines():
        name, *times = line.split()
        if name in cores:
            # user, nice, system, idle, waiting, interrupts (two kinds), and what a host took away
            ticks += sum(int(one) for place, one in enumerate(times[:8]) if place not in (3, 4))
    return ticks / os.sysconf("SC_CLK_TCK")


def speed_up(one: Sequence[Took], two: Sequence[Took]) -> tuple[float, str]:
    """How many times quicker two threads are than one, and how this was found: by the clock where
    some run of both had the cores to itself, else by the processor time of all threads, which does
    not tell how long they waited for each other.
    """
    alone = [[run.seconds for run in runs if run.others < QUIET] for runs in (one, two)]
    if all(alone):
        return min(alone[0]) / min(alone[1]), "by the clock"
    least = [min(run.processor for run in runs) for runs in (one, two)]
    others = min(run.others for run in (*one, *two))
    told = f"by processor time: other programs had {others:.1f} cores or more, so no clock tells"
    return 2 * least[0] / least[1], told


def millions(rate: float) -> str:
    return f"{rate / 1e6:,.2f} M/s" if rate < 1e7 else f"{rate / 1e6:,.0f} M/s"


def share(rate: float, disk: float) -> str:
    return f"{rate / disk:,.2f} of the disk's rate"


def spread(took: Sequence[float]) -> str:
    if len(took) < 2:
        return "nothing came"
    cuts = statistics.quantiles(took, n=100)
    return f"p50 {cuts[49] * 1e3:,.1f} ms, p99 {cuts[98] * 1e3:,.1f} ms"


def processor(seconds: float) -> str:
    return f"{seconds * 1e3:,.2f} ms of the server's processor time each"
