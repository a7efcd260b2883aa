"""Work shared among threads; compiled loops release the interpreter lock."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fairdeal.lab.progress import Progress

_Lot = TypeVar("_Lot")
_Result = TypeVar("_Result")


def map_in_threads(
    work: Callable[[_Lot], _Result],
    lots: Sequence[_Lot],
    workers: int,
    progress: Progress | None = None,
) -> list[_Result]:
    """Do the work on every lot in threads, and return the results in the order of the lots."""
    results = []
    pool = ThreadPoolExecutor(workers)
    try:
        for result in pool.map(work, lots):
            results.append(result)
            if progress:
                progress(len(results), len(lots))
    finally:
        # If the caller stops early, lots that have not begun are cancelled, so that nobody waits
        # for them.
        pool.shutdown(cancel_futures=True)
    return results
