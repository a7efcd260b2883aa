"""The first decision of one hand with numpy alone, so that the first answer waits for no compiler.

All boards of two own cards are enumerated: for every left and right, all tops and bottoms and
centers at once. Cards that are known to be dead are left out, and payouts with or without a payout
limit are counted by the same few lines.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.cards import Card
from fairdeal.lab.kernels.run_em_twice.limited_loops import Cuts
from fairdeal.lab.kernels.run_em_twice.loops import PayoutSteps
from fairdeal.lab.kernels.run_em_twice.solution import ANTES, BETS, FOLD, Choices
from fairdeal.lab.kernels.tables import CellTables, Ints

#: The number of cards that must be left besides the own ones: a board.
FEWEST: Final = 5


class Payments(NamedTuple):
    """What cells bring in parts of an ante, and what a limit takes off if there is one."""

    tables: CellTables
    steps: PayoutSteps
    scale: int
    cuts: Cuts | None


class _Board(NamedTuple):
    """By top and bottom, summed over the centers: both antes, a unit on the first run, on the
    second and on the center bet; and by the combination of bets what the limit takes off.
    """

    antes: Ints
    first: Ints
    second: Ints
    center: Ints
    cut: Ints | None


def first_values(
    payments: Payments, own: Sequence[Card], live: Ints, first_pairs: tuple[Ints, Ints]
) -> Choices:
    """Return the value of each first decision, given the cards that can still come (`live`). Left
    and right are pairs of places among them, one of each class with the number of pairs in it.
    """
    totals = [0] * len(BETS)
    pairs, weights = first_pairs
    centers = len(live) - 4
    unit = payments.scale * centers
    boards = comb(len(live) - 2, 2)
    for weight, board in zip(weights.tolist(), _boards(payments, own, live, pairs), strict=True):
        for one, bet in enumerate(BETS):
            folded = -unit * boards * (ANTES + bet)
            played = (_third_decisions(board, one, two, unit) for two in range(len(BETS)))
            totals[one] += weight * max(folded, *played)
    deals = payments.scale * comb(len(live), 2) * boards * centers
    values = {bet: Fraction(total, deals) for bet, total in zip(BETS, totals, strict=True)}
    return {FOLD: Fraction(-ANTES)} | values


def every_pair(live: Ints) -> tuple[Ints, Ints]:
    """Return all pairs of places, each a class by itself: with dead cards, few pairs are
    equivalent.
    """
    pairs = np.stack(np.triu_indices(len(live), 1), axis=1)
    return pairs, np.ones(len(pairs), np.int64)


def _third_decisions(board: _Board, one: int, two: int, unit: int) -> int:
    """Return the value of the best third decisions, summed over top and bottom, after two bets."""
    staked = BETS[one], BETS[two]
    before = board.antes + staked[0] * board.first + staked[1] * board.second
    best = np.full(len(before), -unit * (ANTES + sum(staked)), np.int64)
    for three, bet in enumerate(BETS):
        played = before + bet * board.center
        if board.cut is not None:
            played -= board.cut[:, (one * len(BETS) + two) * len(BETS) + three]
        np.maximum(best, played, out=best)
    return int(best.sum())


def _boards(
    payments: Payments, own: Sequence[Card], live: Ints, first_pairs: Ints
) -> Iterator[_Board]:
    """Yield, for each left and right, the sums over the centers by top and bottom."""
    steps, none = payments.steps, len(payments.steps.run)
    low, high = np.triu_indices(len(live), 1)
    cells = _cells(payments.tables, own, live, low, high, none)
    # A center that lies elsewhere on the board has the cell after the last, which brings nothing.
    ante, run = (np.append(table, 0) for table in (steps.ante, steps.run))
    by_ante, by_run = ante[cells], run[cells]
    for left, right in first_pairs.tolist():
        others = np.flatnonzero((low != left) & (low != right) & (high != left) & (high != right))
        centers = np.delete(np.arange(len(live)), [left, right])
        first = cells[(low == left) & (high == right)][0]
        second = cells[np.ix_(others, centers)]
        beside = np.where(second == none, none, first[centers])
        top, bottom = low[others], high[others]
        sums = []
        for table, given in ((ante, by_ante), (run, by_run)):
            whole = table[first]
            sums.append(whole.sum() - whole[top] - whole[bottom])
            sums.append(given[others].sum(axis=1) - given[others, left] - given[others, right])
        yield _Board(
            sums[0] + sums[1],
            sums[2],
            sums[3],
            run[np.maximum(beside, second)].sum(axis=1),
            None if payments.cuts is None else _cut(payments, payments.cuts, beside, second),
        )


def _cells(
    tables: CellTables, own: Sequence[Card], live: Ints, low: Ints, high: Ints, none: int
) -> NDArray[np.uint8]:
    """Return the cell of the own cards with each pair of others and each center, or `none`."""
    codes = tables.codes
    four = codes[list(own)].sum() + codes[live[low]] + codes[live[high]]
    five = four[:, None] + codes[live]
    pairs = np.arange(len(low))
    five[pairs, low] = five[pairs, high] = 0
    cells = tables.cells(five).astype(np.uint8)
    cells[pairs, low] = cells[pairs, high] = none
    return cells


def _cut(payments: Payments, cuts: Cuts, first: Ints, second: NDArray[np.uint8]) -> Ints:
    """Return, by top and bottom and by the combination of bets, what the limit takes off."""
    groups = len(cuts.any)
    group = np.append(payments.steps.group_of, groups).astype(np.int64)
    cut_at = np.zeros((groups + 1, groups + 1), np.bool_)
    cut_at[:groups, :groups] = cuts.any
    one, two = group[first], group[second]
    boards, centers = np.nonzero(cut_at[one, two])
    taken = np.zeros((len(second), cuts.amount.shape[2]), np.int64)
    if len(boards):
        amounts = cuts.amount[one[boards, centers], two[boards, centers]]
        starts = np.flatnonzero(np.diff(boards, prepend=-1))
        taken[boards[starts]] = np.add.reduceat(amounts, starts, axis=0)
    return taken
