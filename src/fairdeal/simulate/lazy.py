"""Imports of the modules that need numpy, numba, pyarrow or dask, on the first call."""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from fractions import Fraction
from pathlib import Path
from typing import Any

from fairdeal.simulate.engine import CountingEngine
from fairdeal.simulate.history import RoundRow
from fairdeal.simulate.settings import Settings


def kernel_refusal(settings: Settings) -> str | None:
    """Return why no kernel plays a run; None where one does."""
    from fairdeal.simulate import kernel_engine as module  # noqa: PLC0415 - numba

    return module.refusal(settings)


def kernel_block(settings: Settings) -> int:
    """Return how many rounds a kernel plays in about a second."""
    from fairdeal.simulate import kernel_engine as module  # noqa: PLC0415 - numba

    return module.rounds_of_second(settings)


def kernel_engine(settings: Settings) -> CountingEngine:
    """Return the compiled engine for a run."""
    from fairdeal.simulate import kernel_engine as module  # noqa: PLC0415 - numba

    return module.kernel_engine(settings)


def total_figures(
    results: Mapping[Fraction, Fraction], rounds: int, percents: Iterable[int]
) -> tuple[float, dict[int, Fraction]] | None:
    """Return the chance that the total of so many rounds is below zero, and quantiles of it by
    percent; None where its distribution cannot be had exactly.
    """
    from fairdeal.lab.figures import round_totals  # noqa: PLC0415 - numpy

    totals = round_totals.round_totals(results, rounds)
    if totals is None:
        return None
    below = max(0.0, totals.at_most(Fraction(0)) - totals.even)
    return below, {percent: totals.quantile(percent / 100) for percent in percents}


def deepest_chance(
    results: Mapping[Fraction, Fraction], rounds: int, amount: Fraction
) -> tuple[float, float] | None:
    """Return the least and the greatest chance that so much is lost in so many rounds; None where
    there are no bounds.
    """
    from fairdeal.lab.figures import deepest_loss as module  # noqa: PLC0415 - numpy

    found = module.deepest_loss(results, rounds)
    return None if found is None else found.ruin(amount)


def stopped_chances(
    results: Mapping[Fraction, Fraction], rounds: int, loss: Fraction, win: Fraction
) -> tuple[float, float] | None:
    """Return the chances that a session ends by its loss and by its win: see
    `fairdeal.simulate.stops`.
    """
    from fairdeal.simulate import stops  # noqa: PLC0415 - numpy

    return stops.stopped_chances(results, rounds, loss, win)


def dask_executor(address: str) -> Executor:
    """Return an executor on the workers of a Dask cluster."""
    from fairdeal.simulate import cluster  # noqa: PLC0415 - dask

    return cluster.dask_executor(address)


def plot_simulation(document: dict[str, Any], path: Path) -> None:
    """Draw the figures of a run: see `fairdeal.simulate.plots`."""
    from fairdeal.simulate import plots  # noqa: PLC0415 - matplotlib

    plots.plot_simulation(document, path)


def write_parquet(rows: Iterable[RoundRow], path: Path) -> int:
    """Write rounds as Parquet; how many rows there are."""
    from fairdeal.simulate import parquet  # noqa: PLC0415 - pyarrow

    return parquet.write_parquet(rows, path)


def read_parquet(path: Path) -> Iterator[RoundRow]:
    """Read rounds from Parquet."""
    from fairdeal.simulate import parquet  # noqa: PLC0415 - pyarrow

    return parquet.read_parquet(path)
