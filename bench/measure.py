"""What benches share: a row of the table, and the best of several runs."""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any


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
