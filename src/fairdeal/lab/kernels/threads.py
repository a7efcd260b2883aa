"""Work in lots, shared among threads: compiled loops let the interpreter go."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fairdeal.lab.progress import Progress

_Lot = TypeVar("_Lot")
_Result = TypeVar("_Result")


def shared(
    work: Callable[[_Lot], _Result],
    lots: Sequence[_Lot],
    workers: int,
    progress: Progress | None = None,
) -> list[_Result]:
    """What the work on every lot comes to, in the order of the lots."""
    results = []
    pool = ThreadPoolExecutor(workers)
    try:
        for result in pool.map(work, lots):
            results.append(result)
            if progress:
                progress(len(results), len(lots))
    finally:
        # Whoever gives up does not wait for the lots that nobody has begun.
        pool.shutdown(cancel_futures=True)
    return results
