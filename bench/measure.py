"""What benches share: a row of the table, the best of several runs, and how figures are told."""

import gc
import os
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

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


def best_seconds(call: Callable[[], Any], *, runs: int = 5) -> float:
    """The shortest of several runs: the others were disturbed."""
    best = float("inf")
    for _ in range(runs):
        gc.collect()
        start = perf_counter()
        call()
        best = min(best, perf_counter() - start)
    return best


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
