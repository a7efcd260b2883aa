"""Every kind of result that the lab caches, with its key, its encoding and its computation.

Each function returns the result from where it is known, or computes it; `cache=False` always
computes.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, TypeVar

from fairdeal.errors import BadInputError, NotSolvableError
from fairdeal.lab import lazy
from fairdeal.lab.cache import codec, keys
from fairdeal.lab.cache.shipped import shipped_results
from fairdeal.lab.cache.store import Result, fetch, find
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.figures.analysis import Row
from fairdeal.lab.figures.gain import Gain
from fairdeal.lab.figures.payouts import table_for
from fairdeal.lab.kernel import Kernel
from fairdeal.lab.lazy import count_side_bet, kernel_of
from fairdeal.lab.progress import Progress, reported
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager

_Value = TypeVar("_Value")


def main_rows(rules: Rules, *, cache: bool = True) -> list[Row]:
    """Every ending of the main wagers under the best play."""
    with _bad_input():
        result = _main_rows(rules)
    return fetch(result, cache=cache)


def find_main_rows(rules: Rules) -> list[Row] | None:
    """Every ending of the main wagers; None where it would have to be computed."""
    try:
        return find(_main_rows(rules))
    except NotSolvableError:
        return None


def _main_rows(rules: Rules) -> Result[list[Row]]:
    key, deals = keys.main_key(rules), keys.main_deals(rules)
    return Result(
        name=_name("main", key),
        shipped=shipped_results().rows.get(key or ""),
        encoded=list[codec.StoredRow],
        encode=codec.encode_rows,
        decode=lambda stored: codec.decode_rows(stored, deals),
        compute=lambda: solve_main(rules),
    )


def solve_main(rules: Rules) -> list[Row]:
    """Compute every ending of the main wagers under the best play."""
    return _reported(rules, "Solving", lambda kernel, progress: kernel.rows(progress))


def strategy_card(rules: Rules, *, cache: bool = True) -> StrategyCard:
    """The strategy card with its exact cost."""
    with _bad_input():
        key = keys.main_key(rules)

    def make(kernel: Kernel, progress: Progress | None) -> StrategyCard:
        return kernel.card(progress)

    result = Result[StrategyCard](
        name=_name("card", key),
        shipped=shipped_results().cards.get(key or ""),
        encoded=Any,
        encode=codec.encode_card,
        decode=codec.decode_card,
        compute=lambda: _reported(rules, "Making the card of", make),
    )
    return fetch(result, cache=cache)


def gain(
    rules: Rules, dead: int, samples: int, seed: int, *, workers: int = 1, cache: bool = True
) -> Gain:
    """What it adds to the value of best play to know so many cards of others."""
    with _bad_input():
        key = keys.main_key(rules)

    def compute() -> Gain:
        kernel = kernel_of(rules)
        with reported(lambda: f"{rules.game.title} with {dead} cards of others seen") as progress:
            return kernel.gain(dead, samples, seed, workers=workers, progress=progress)

    result = Result[Gain](
        name=_name("gain", key, dead, samples, seed),
        shipped=None,
        encoded=codec.StoredGain,
        encode=codec.encode_gain,
        decode=codec.decode_gain,
        compute=compute,
    )
    return fetch(result, cache=cache)


def side_counts(rules: Rules, wager: Wager, *, cache: bool = True) -> tuple[int, ...]:
    """In how many deals a side bet's hand falls into each cell."""
    with _bad_input():
        result = _side_counts(rules, wager)
    return fetch(result, cache=cache)


def find_side_counts(rules: Rules, wager: Wager) -> tuple[int, ...] | None:
    """A side bet's counts; None where they would have to be computed."""
    if rules.table_of(wager) is None:
        return None
    try:
        return find(_side_counts(rules, wager))
    except NotSolvableError:
        return None


def _side_counts(rules: Rules, wager: Wager) -> Result[tuple[int, ...]]:
    key, deals = keys.side_key(rules, wager), keys.side_deals(rules, wager)
    cells = len(table_for(rules, wager).ranking.cells)
    return Result(
        name=_name("side", key),
        shipped=shipped_results().counts.get(key or ""),
        encoded=list[str],
        encode=codec.encode_counts,
        decode=lambda stored: codec.decode_counts(stored, deals, cells),
        compute=lambda: count_side_bet(rules, wager),
    )


def main_by_side_cell(rules: Rules, side: Wager) -> list[Fraction] | None:
    """The value of a round split by the cell of a side bet's hand; None where no kernel counts
    it.
    """
    try:
        key = keys.main_by_side_cell_key(rules, side)
    except NotSolvableError:
        return None
    cells = len(table_for(rules, side).ranking.cells)

    def count(kernel: Kernel, progress: Progress | None) -> list[Fraction] | None:
        return lazy.main_by_side_cell(kernel, rules, side, progress)

    result = Result[list[Fraction] | None](
        name=_name("beside", key),
        shipped=shipped_results().main_by_side_cell.get(key or ""),
        encoded=list[str] | None,
        encode=codec.encode_split,
        decode=lambda stored: codec.decode_split(stored, _value(main_rows(rules)), cells),
        compute=lambda: _reported(rules, f"Counting {side.title} beside", count),
    )
    return fetch(result)


def joint_cells(rules: Rules, one: Wager, other: Wager) -> list[list[int]] | None:
    """In how many deals the hands of two side bets fall into each two cells; None where no kernel
    counts it.
    """
    try:
        key = keys.joint_cells_key(rules, one, other)
    except NotSolvableError:
        return None

    def decode(stored: Any) -> list[list[int]] | None:
        return codec.decode_joint(stored, side_counts(rules, one), side_counts(rules, other))

    def count(kernel: Kernel, progress: Progress | None) -> list[list[int]] | None:
        return lazy.joint_cells(kernel, rules, one, other, progress)

    result = Result[list[list[int]] | None](
        name=_name("together", key),
        shipped=shipped_results().joint_cells.get(key or ""),
        encoded=list[list[str]] | None,
        encode=codec.encode_joint,
        decode=decode,
        compute=lambda: _reported(rules, f"Counting {one.title} with {other.title} in", count),
    )
    return fetch(result)


def _value(rows: list[Row]) -> Fraction:
    deals = sum(row.combinations for row in rows)
    return sum((row.net * row.combinations for row in rows), Fraction(0)) / deals


def _name(kind: str, key: str | None, *more: int) -> str | None:
    """The name that a result is stored under; None where there is no key to store it under."""
    return None if key is None else "-".join((kind, key, *map(str, more)))


@contextmanager
def _bad_input() -> Iterator[None]:
    """Rules that no solver can handle are bad input of the caller."""
    try:
        yield
    except NotSolvableError as error:
        raise BadInputError(str(error)) from None


def _reported(
    rules: Rules, doing: str, compute: Callable[[Kernel, Progress | None], _Value]
) -> _Value:
    """Compute with a game's kernel, and report the progress."""
    kernel = kernel_of(rules)
    with reported(lambda: f"{doing} {rules.game.title} exactly{kernel.duration()}") as progress:
        return compute(kernel, progress)
