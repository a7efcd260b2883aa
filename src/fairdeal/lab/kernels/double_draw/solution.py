"""The value of the game under the best play, and how its rounds end."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, lcm
from typing import Final, NamedTuple

import numpy as np

from fairdeal.cards import WITH_TWO_JOKERS, Card, rank_of
from fairdeal.errors import BadInputError
from fairdeal.lab.kernels.compiled import compiled
from fairdeal.lab.kernels.double_draw.second_draw import PaidHands, paid_hands, workspace_for
from fairdeal.lab.kernels.double_draw.subsets import Counts, Ints, Small
from fairdeal.lab.kernels.double_draw.sweep import sweep
from fairdeal.lab.kernels.double_draw.symmetry import HandSplits, changes, classes, splits
from fairdeal.lab.kernels.double_draw.tables import CELLS, FIRST_DRAW, HAND, DeckTables, tables_of

Amount = int | Fraction
DECK: Final = WITH_TWO_JOKERS.cards
#: No restriction on the second decision: it is the best one.
BEST: Final = np.zeros(0, dtype=np.uint8)
# Above this a sum of scaled results could leave 64 bits: see `DoubleDrawSolution`.
_MOST: Final = 10**12


class ScaledResults(NamedTuple):
    """Net results as whole numbers of 1/`scale` units."""

    net: tuple[int, ...]
    fold_first: int
    fold_second: int
    scale: int


def scaled(net: Sequence[Amount], fold_first: Amount, fold_second: Amount) -> ScaledResults:
    """Write the net result of every cell and of both folds over one denominator."""
    if len(net) != CELLS:
        raise ValueError(f"there are {CELLS} cells, from nothing to five aces, not {len(net)}")
    amounts = [Fraction(amount) for amount in (*net, fold_first, fold_second)]
    scale = lcm(*(amount.denominator for amount in amounts))
    *cells, first, second = (int(amount * scale) for amount in amounts)
    if max(map(abs, (*cells, first, second))) > _MOST:
        raise BadInputError(f"a payout is above {_MOST:,} when all are written over {scale:,}")
    return ScaledResults(tuple(cells), first, second, scale)


@dataclass(frozen=True, eq=False)
class DoubleDrawSolution:
    """The whole game, solved.

    The weights say how rounds end under the best play, in equally likely parts of `total`; they
    sum to it. `values[d]` is the value of every way to throw d cards away, by split (see
    `symmetry.splits`), in parts of `scaled.scale * tables.denominator`; at most 10**12 times
    2,542,512, which 64 bits hold.
    """

    ev: Fraction
    fold_first: int
    fold_second: int
    cells: tuple[int, ...]
    total: int
    scaled: ScaledResults = field(repr=False)
    tables: DeckTables = field(repr=False)
    values: tuple[Ints, ...] = field(repr=False)


def solve(
    net: Sequence[Amount],
    fold_first: Amount = -2,
    fold_second: Amount = -3,
    deck: Sequence[Card] = DECK,
    *,
    workers: int = 1,
) -> DoubleDrawSolution:
    """Solve the game for the net result of every cell, in antes, and of folding early or late.

    The last few solutions are cached, because a solution also answers first decisions at once. The
    work is shared among `workers` threads; the answer does not depend on their number.
    """
    return solve_scaled(scaled(net, fold_first, fold_second), tables_of(tuple(deck)), workers)


_MOST_SOLUTIONS: Final = 4
_solutions: dict[tuple[ScaledResults, tuple[Card, ...]], DoubleDrawSolution] = {}


def known_solution(results: ScaledResults, tables: DeckTables) -> DoubleDrawSolution | None:
    """Return the solution if this process has computed it already, else None."""
    return _solutions.get((results, tables.cards))


def solve_scaled(
    results: ScaledResults, tables: DeckTables, workers: int = 1
) -> DoubleDrawSolution:
    """Solve the game as `solve` does, for results that are scaled already."""
    solution = known_solution(results, tables)
    if solution is None:
        solution = _solve(results, tables, workers)
        for oldest in list(_solutions)[: 1 - _MOST_SOLUTIONS]:
            _solutions.pop(oldest, None)
        _solutions[results, tables.cards] = solution
    return solution


def _solve(results: ScaledResults, tables: DeckTables, workers: int) -> DoubleDrawSolution:
    net = np.array(results.net, dtype=np.int64)
    paid = paid_hands(tables, net, results.fold_second)
    hands = classes(tables.cards, HAND)
    ranks = np.array([rank_of(card) for card in tables.cards])
    denominator = tables.denominator

    best = np.full(len(hands.sets), results.fold_first * denominator, dtype=np.int64)
    # How many cards each class of hands throws, -1 to fold, and their ranks.
    thrown = np.full(len(hands.sets), -1, dtype=np.int64)
    lowest = np.zeros(len(hands.sets), dtype=np.int64)
    # How its rounds end, in parts of the denominator.
    ends = np.zeros((len(hands.sets), CELLS), dtype=np.int64)
    values = []
    for size in range(FIRST_DRAW + 1):
        split = splits(tables.cards, size)
        endings, value = _swept(split, tables, paid, workers, BEST)
        part = denominator // tables.ways(size)
        _pick(
            size, split.hands, split.others, ranks, endings, part, value, best, thrown, lowest, ends
        )
        values.append(value)

    total = comb(len(tables), HAND) * denominator
    cells = tuple(int(weight) for weight in hands.sizes @ ends)
    fold_first = int(hands.sizes[thrown < 0].sum()) * denominator
    # Halves of 32 bits, whose weighted sums stay far inside 64.
    high, low = int(hands.sizes @ (best >> 32)), int(hands.sizes @ (best & 0xFFFFFFFF))
    return DoubleDrawSolution(
        ev=Fraction((high << 32) + low, total * results.scale),
        fold_first=fold_first,
        fold_second=total - fold_first - sum(cells),
        cells=cells,
        total=total,
        scaled=results,
        tables=tables,
        values=tuple(values),
    )


def values_following(
    results: ScaledResults, tables: DeckTables, allowed: Small
) -> tuple[Ints, ...]:
    """Return `DoubleDrawSolution.values` for a player whose second decision is the best of those
    allowed. By place of a hand, `allowed` has bits numbered as the choices in `second_draw`; no bit
    at all means to fold.
    """
    paid = paid_hands(tables, np.array(results.net, dtype=np.int64), results.fold_second)
    return tuple(
        _swept(splits(tables.cards, size), tables, paid, 1, allowed)[1]
        for size in range(FIRST_DRAW + 1)
    )


def _swept(
    split: HandSplits, tables: DeckTables, paid: PaidHands, workers: int, allowed: Small
) -> tuple[Counts, Ints]:
    """Return how the rounds of every split end and their values; the kept sets are shared among
    threads.
    """
    endings = np.zeros((len(split.others), CELLS), dtype=np.int32)
    turns = changes(tables.cards)
    count = len(split.kept.sets)
    # Several lots a worker, as some kept sets are much more work than others.
    bounds = np.linspace(0, count, min(count, 8 * workers if workers > 1 else 1) + 1).astype(int)

    def lot(number: int) -> None:
        start, stop = bounds[number], bounds[number + 1]
        sweep(
            turns,
            split.kept.sets[start:stop],
            split.starts[start : stop + 1],
            split.others,
            split.weights,
            paid,
            workspace_for(len(tables)),
            allowed,
            endings,
        )

    if workers == 1:
        lot(0)
    else:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(lot, range(len(bounds) - 1)))
    values = np.zeros(len(endings), dtype=np.int64)
    ways = tables.ways(split.size)
    _value(endings, paid.net, paid.fold, ways, tables.denominator // ways, values)
    return endings, values


@compiled
def _value(endings: Counts, net: Ints, fold: int, ways: int, part: int, values: Ints) -> None:
    for split in range(len(endings)):
        value = ways * fold
        for cell in range(CELLS):
            value += endings[split, cell] * (net[cell] - fold)
        values[split] = value * part


@compiled
def _pick(
    size: int,
    hands: Counts,
    others: Small,
    ranks: Ints,
    endings: Counts,
    part: int,
    values: Ints,
    best: Ints,
    thrown: Ints,
    lowest: Ints,
    ends: Ints,
) -> None:
    """Give each class of hands its best play so far, by the rule for equal values."""
    for split in range(len(hands)):
        hand = hands[split]
        if values[split] < best[hand]:
            continue
        order = 0
        for i in range(size):
            order = order * 16 + ranks[others[split, i]]
        better = values[split] > best[hand] or thrown[hand] < 0
        if not better and thrown[hand] == size:
            better = order < lowest[hand]
            if order == lowest[hand]:
                cell = CELLS - 1
                while cell > 0 and ends[hand, cell] == part * endings[split, cell]:
                    cell -= 1
                better = ends[hand, cell] < part * endings[split, cell]
        if better:
            best[hand], thrown[hand], lowest[hand] = values[split], size, order
            for cell in range(CELLS):
                ends[hand, cell] = part * endings[split, cell]
