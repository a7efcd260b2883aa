"""Every kind of result that the lab caches, with its key, its encoding and its computation.

Each function returns the result from where it is known, or computes it; `cache=False` always
computes.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, TypeVar

from fairdeal.english import all_of
from fairdeal.errors import BadInputError, NotSolvableError
from fairdeal.lab import lazy
from fairdeal.lab.cache import codec, keys
from fairdeal.lab.cache.shipped import shipped_results
from fairdeal.lab.cache.store import CachedResult, fetch, find
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.figures.analysis import Row
from fairdeal.lab.figures.gain import Gain
from fairdeal.lab.figures.payout_limit import cutting_limit
from fairdeal.lab.figures.payouts import table_for
from fairdeal.lab.kernel import FirstDecisions, JointResults, Kernel
from fairdeal.lab.lazy import count_side_bet, kernel_of
from fairdeal.lab.progress import Progress, check_duration, duration_words, reported
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager

_Value = TypeVar("_Value")


def main_rows(rules: Rules, *, limit: Fraction | None = None, cache: bool = True) -> list[Row]:
    """Return every ending of the main wagers under the best play; with a payout limit in units of
    the base bet, under the best play with that limit.
    """
    with _bad_input():
        result = _main_rows(rules, cutting_limit(rules, limit))
    return fetch(result, cache=cache)


def find_main_rows(rules: Rules, limit: Fraction | None = None) -> list[Row] | None:
    """Return every ending of the main wagers; None where it would have to be computed."""
    try:
        return find(_main_rows(rules, cutting_limit(rules, limit)))
    except NotSolvableError:
        return None


def _main_rows(rules: Rules, limit: Fraction | None) -> CachedResult[list[Row]]:
    key, deals = keys.main_key(rules, limit), keys.main_deals(rules)
    return CachedResult(
        name=_name("main", key),
        shipped=shipped_results().rows.get(key or ""),
        encoded=list[codec.StoredRow],
        encode=codec.encode_rows,
        decode=lambda stored: codec.decode_rows(stored, deals),
        compute=lambda: solve_main(rules, limit),
    )


def solve_main(rules: Rules, limit: Fraction | None = None) -> list[Row]:
    """Compute every ending of the main wagers under the best play."""
    return _reported(rules, limit, "Solving", lambda kernel, progress: kernel.rows(progress))


def seconds_to_solve(rules: Rules, limit: Fraction | None = None) -> float:
    """Return about how many seconds `solve_main` takes; zero if that is not long."""
    with _bad_input():
        return kernel_of(rules, cutting_limit(rules, limit)).seconds()


def strategy_card(
    rules: Rules, *, limit: Fraction | None = None, cache: bool = True
) -> StrategyCard:
    """Return the strategy card with its exact cost, under a payout limit in units where one is
    given.
    """
    limit = cutting_limit(rules, limit)
    with _bad_input():
        key = keys.main_key(rules, limit)

    def make(kernel: Kernel, progress: Progress | None) -> StrategyCard:
        return kernel.card(progress)

    result = CachedResult[StrategyCard](
        name=_name("card", key),
        shipped=shipped_results().cards.get(key or ""),
        encoded=Any,
        encode=codec.encode_card,
        decode=codec.decode_card,
        compute=lambda: _reported(rules, limit, "Making the card of", make, card=True),
    )
    return fetch(result, cache=cache)


def find_first_decisions(rules: Rules) -> FirstDecisions | None:
    """Return the first decision of all own cards, where it is shipped or stored. It saves the time
    that a kernel takes to compile.
    """
    if rules.game.own_cards != 2:
        return None
    try:
        key = keys.main_key(rules)
    except NotSolvableError:
        return None
    deck = len(rules.game.deck.cards)
    return find(
        CachedResult[FirstDecisions | None](
            name=_name("first", key),
            shipped=shipped_results().first_decisions.get(key or ""),
            encoded=list[codec.StoredDecision] | None,
            encode=codec.encode_first_decisions,
            decode=lambda stored: codec.decode_first_decisions(
                stored, _value(main_rows(rules)), deck
            ),
            compute=lambda: kernel_of(rules).first_decisions(),
        )
    )


def gain(
    rules: Rules,
    dead: int,
    samples: int,
    seed: int,
    *,
    limit: Fraction | None = None,
    workers: int = 1,
    cache: bool = True,
) -> Gain:
    """Return how much knowing some cards of other players adds to the value of best play, under a
    payout limit in units if one is given.
    """
    limit = cutting_limit(rules, limit)
    with _bad_input():
        key = keys.main_key(rules, limit)

    def compute() -> Gain:
        kernel = kernel_of(rules, limit)
        work = f"{rules.game.title} with {dead} cards of others seen"
        check_duration(work, lambda: kernel.gain_seconds(dead))
        with reported(lambda: work) as progress:
            return kernel.gain(dead, samples, seed, workers=workers, progress=progress)

    result = CachedResult[Gain](
        name=_name("gain", key, dead, samples, seed),
        shipped=None,
        encoded=codec.StoredGain,
        encode=codec.encode_gain,
        decode=codec.decode_gain,
        compute=compute,
    )
    return fetch(result, cache=cache)


def side_counts(rules: Rules, wager: Wager, *, cache: bool = True) -> tuple[int, ...]:
    """Return in how many deals a side bet's hand falls into each cell."""
    with _bad_input():
        result = _side_counts(rules, wager)
    return fetch(result, cache=cache)


def find_side_counts(rules: Rules, wager: Wager) -> tuple[int, ...] | None:
    """Return a side bet's counts; None where they would have to be computed."""
    if rules.table_of(wager) is None:
        return None
    try:
        return find(_side_counts(rules, wager))
    except NotSolvableError:
        return None


def _side_counts(rules: Rules, wager: Wager) -> CachedResult[tuple[int, ...]]:
    key, deals = keys.side_key(rules, wager), keys.side_deals(rules, wager)
    cells = len(table_for(rules, wager).ranking.cells)
    return CachedResult(
        name=_name("side", key),
        shipped=shipped_results().counts.get(key or ""),
        encoded=list[str],
        encode=codec.encode_counts,
        decode=lambda stored: codec.decode_counts(stored, deals, cells),
        compute=lambda: count_side_bet(rules, wager),
    )


def main_by_side_cell(
    rules: Rules, side: Wager, limit: Fraction | None = None
) -> list[Fraction] | None:
    """Return the value of a round split by the cell of a side bet's hand, under a payout limit in
    units where one is given; None where no kernel counts it.
    """
    limit = cutting_limit(rules, limit)
    try:
        key = keys.main_by_side_cell_key(rules, side, limit)
    except NotSolvableError:
        return None
    cells = len(table_for(rules, side).ranking.cells)

    def count(kernel: Kernel, progress: Progress | None) -> list[Fraction] | None:
        return lazy.main_by_side_cell(kernel, rules, side, progress)

    result = CachedResult[list[Fraction] | None](
        name=_name("beside", key),
        shipped=shipped_results().main_by_side_cell.get(key or ""),
        encoded=list[str] | None,
        encode=codec.encode_split,
        decode=lambda stored: codec.decode_split(
            stored, _value(main_rows(rules, limit=limit)), cells
        ),
        compute=lambda: _reported(rules, limit, f"Counting {side.title} beside", count),
    )
    return fetch(result)


def joint_results(
    rules: Rules, sides: Sequence[Wager], limit: Fraction | None = None
) -> JointResults | None:
    """Return in how many deals the main wagers have each result under the best play, with a payout
    limit in units where one is given, while the hands of side bets fall into each combination of
    cells; None where no kernel counts it.
    """
    limit = cutting_limit(rules, limit)
    try:
        key = keys.joint_results_key(rules, sides, limit)
    except NotSolvableError:
        return None
    names = all_of([side.title for side in sides])

    def count(kernel: Kernel, progress: Progress | None) -> JointResults | None:
        return kernel.joint_results(sides, progress)

    result = CachedResult[JointResults | None](
        name=_name("results", key),
        shipped=None,
        encoded=list[codec.StoredJointResult] | None,
        encode=codec.encode_joint_results,
        decode=lambda stored: codec.decode_joint_results(stored, main_rows(rules, limit=limit)),
        compute=lambda: _reported(rules, limit, f"Counting {names} beside", count),
    )
    return fetch(result)


def joint_cells(rules: Rules, one: Wager, other: Wager) -> list[list[int]] | None:
    """Return in how many deals the hands of two side bets fall into each two cells; None where no
    kernel counts it.
    """
    try:
        key = keys.joint_cells_key(rules, one, other)
    except NotSolvableError:
        return None

    def decode(stored: Any) -> list[list[int]] | None:
        return codec.decode_joint(stored, side_counts(rules, one), side_counts(rules, other))

    def count(kernel: Kernel, progress: Progress | None) -> list[list[int]] | None:
        return lazy.joint_cells(kernel, rules, one, other, progress)

    result = CachedResult[list[list[int]] | None](
        name=_name("together", key),
        shipped=shipped_results().joint_cells.get(key or ""),
        encoded=list[list[str]] | None,
        encode=codec.encode_joint,
        decode=decode,
        compute=lambda: _reported(
            rules, None, f"Counting {one.title} with {other.title} in", count
        ),
    )
    return fetch(result)


def _value(rows: list[Row]) -> Fraction:
    deals = sum(row.combinations for row in rows)
    return sum((row.net * row.combinations for row in rows), Fraction(0)) / deals


def _name(kind: str, key: str | None, *more: int) -> str | None:
    """Return the name that a result is stored under; None if it has no key."""
    return None if key is None else "-".join((kind, key, *map(str, more)))


@contextmanager
def _bad_input() -> Iterator[None]:
    """Rules that no solver can handle are bad input of the caller."""
    try:
        yield
    except NotSolvableError as error:
        raise BadInputError(str(error)) from None


def _reported(
    rules: Rules,
    limit: Fraction | None,
    doing: str,
    compute: Callable[[Kernel, Progress | None], _Value],
    *,
    card: bool = False,
) -> _Value:
    """Compute with a game's kernel, and report the progress."""
    kernel = kernel_of(rules, limit)
    work = f"{doing} {rules.game.title} exactly"
    estimate = kernel.card_seconds if card else kernel.seconds
    check_duration(work, estimate)

    def describe() -> str:
        seconds = estimate()
        return f"{work}, {duration_words(seconds)}" if seconds else work

    with reported(describe) as progress:
        return compute(kernel, progress)
