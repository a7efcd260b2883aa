"""Compiled counting for Run 'Em Twice under a payout limit.

A limit takes something off only where the groups of both runs win more than it allows with some
bets. `Cuts` says where that is. Boards on which it cannot happen are counted as without a limit;
for the others what is taken off is summed over the centers for each of the 27 combinations of bets,
and every bet is tried at each decision.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.lab.kernels.compiled import compiled, popcount
from fairdeal.lab.kernels.run_em_twice import loops
from fairdeal.lab.kernels.run_em_twice.loops import IMPOSSIBLE, Runs
from fairdeal.lab.kernels.tables import Ints


class Cuts(NamedTuple):
    """What the limit takes off by the groups of the first and of the second run.

    `amount[first, second, bets]` is in the scale of the payouts; `bets` numbers the combinations of
    first run, second run and center bet, the last one running fastest. `any` says where one of the
    amounts is not zero.
    """

    amount: Ints
    any: NDArray[np.bool_]


@compiled
def cut_centers(runs: Runs, cuts: Cuts) -> Ints:
    """Compute, by the group of a first run and the pair of a second one, the centers (as bits) on
    which the limit takes something off.
    """
    groups = cuts.any.shape[0]
    centers = np.zeros((groups, runs.groups.size), np.int64)
    for group in range(groups):
        for pair in range(runs.groups.size):
            for other in range(runs.groups[pair]):
                if cuts.any[group, runs.group[pair, other]]:
                    centers[group, pair] |= runs.group_centers[pair, other]
    return centers


@compiled
def mark_cut_pairs(runs: Runs, first: int, centers: Ints, marked: NDArray[np.bool_]) -> None:
    """Mark the second runs that the limit takes something off together with one first run."""
    marked[:] = False
    for one in range(runs.groups[first]):
        mine, theirs = runs.group_centers[first, one], centers[runs.group[first, one]]
        for pair in range(marked.size):
            marked[pair] |= (mine & theirs[pair]) != 0


@compiled
def sum_cuts(runs: Runs, cuts: Cuts, first: int, pair: int, taken: Ints) -> None:
    """Sum up what is taken off over all centers of two runs, by combination of bets."""
    taken[:] = 0
    for one in range(runs.groups[first]):
        group, mine = runs.group[first, one], runs.group_centers[first, one]
        for other in range(runs.groups[pair]):
            if cuts.any[group, runs.group[pair, other]]:
                both = popcount(mine & runs.group_centers[pair, other])
                if both:
                    amounts = cuts.amount[group, runs.group[pair, other]]
                    for bets in range(taken.size):
                        taken[bets] += both * amounts[bets]


@compiled
def solve_own_cards(
    runs: Runs,
    level_step: Ints,
    cuts: Cuts,
    first_pairs: Ints,
    bets: Ints,
    scale: int,
    values: Ints,
    choices: NDArray[np.int8],
) -> None:
    """Write, for each first pair `i` and first run bet `b`, the best second decision into
    `choices[i, b]` (0 to fold, else the bet), and the sum of results over all boards with it into
    `values[i, b]`.
    """
    places, pairs, sizes = runs.pair_base.size, runs.groups.size, bets.size
    sums, marked = np.empty((4, pairs), np.int64), np.empty(pairs, np.bool_)
    totals, taken = np.empty((sizes, sizes), np.int64), np.empty(sizes**3, np.int64)
    low, high = bets[0], bets[-1]
    unit = scale * (places - 4)
    boards = (places - 2) * (places - 3) // 2
    centers = cut_centers(runs, cuts)
    for i in range(len(first_pairs)):
        first = runs.pair_base[first_pairs[i, 0]] + first_pairs[i, 1]
        loops.second_runs(runs, level_step, low, high, first_pairs[i, 0], first_pairs[i, 1], sums)
        for one in range(sizes):
            for two in range(sizes):
                lost = -unit * (2 + bets[one] + bets[two])
                totals[one, two] = loops.play_or_fold(sums, bets[one], bets[two], lost, boards)
        mark_cut_pairs(runs, first, centers, marked)
        for pair in range(pairs):
            if not marked[pair] or sums[3, pair] == IMPOSSIBLE:
                continue
            sum_cuts(runs, cuts, first, pair, taken)
            center = sums[2, pair]
            antes = sums[3, pair] - max(low * center, high * center)
            for one in range(sizes):
                for two in range(sizes):
                    lost = -unit * (2 + bets[one] + bets[two])
                    runs_bring = bets[one] * sums[0, pair] + bets[two] * sums[1, pair]
                    without_limit = max(lost, sums[3, pair] + runs_bring)
                    best = lost
                    for three in range(sizes):
                        cut = taken[(one * sizes + two) * sizes + three]
                        best = max(best, antes + runs_bring + bets[three] * center - cut)
                    totals[one, two] += best - without_limit
        for one in range(sizes):
            best, choice = -unit * (2 + bets[one]) * boards, 0
            for two in range(sizes):
                if totals[one, two] >= best:
                    best, choice = totals[one, two], bets[two]
            values[i, one] = best
            choices[i, one] = choice


@compiled
def third_decisions(
    runs: Runs,
    cuts: Cuts,
    first: int,
    one: int,
    two: int,
    bets: Ints,
    unit: int,
    sums: Ints,
    marked: NDArray[np.bool_],
    taken: Ints,
    decided: Ints,
) -> None:
    """Write the best third decision by second pair: the place of a bet, or the place after the last
    to fold. `one` and `two` are the places of the bets so far; `taken` is an array to work in.
    """
    sizes, low, high = bets.size, bets[0], bets[-1]
    lost = -unit * (2 + bets[one] + bets[two])
    for pair in range(decided.size):
        center = sums[2, pair]
        played = sums[3, pair] + bets[one] * sums[0, pair] + bets[two] * sums[1, pair]
        if not marked[pair] or sums[3, pair] == IMPOSSIBLE:
            decision = sizes if played < lost else sizes - 1 if center >= 0 else 0
        else:
            sum_cuts(runs, cuts, first, pair, taken)
            played -= max(low * center, high * center)
            best, decision = lost, sizes
            for three in range(sizes):
                cut = taken[(one * sizes + two) * sizes + three]
                value = played + bets[three] * center - cut
                if value >= best:
                    best, decision = value, three
        decided[pair] = decision


@compiled
def count_own_cards(
    runs: Runs,
    level_step: Ints,
    cuts: Cuts,
    first_pairs: Ints,
    weights: Ints,
    choices: Ints,
    one: int,
    bets: Ints,
    scale: int,
    folds: Ints,
    results: Ints,
) -> int:
    """Count how the rounds end that are played on after the first run bet `bets[one]`, under the
    `choices` of the solution: as `loops.count_own_cards`, with a place for each bet in `folds` and
    `results`. (The last third decision in `results` is a place for what is not played.)
    """
    pairs, sizes = runs.groups.size, bets.size
    by_center = loops.runs_by_center(runs, results.shape[-1])
    sums, decided = np.empty((4, pairs), np.int64), np.empty(pairs, np.int64)
    marked, taken = np.empty(pairs, np.bool_), np.empty(sizes**3, np.int64)
    numbers = np.empty(sizes + 1, np.int64)
    low, high = bets[0], bets[-1]
    unit = scale * (runs.pair_base.size - 4)
    impossible = pairs - (runs.pair_base.size - 2) * (runs.pair_base.size - 3) // 2
    centers = cut_centers(runs, cuts)
    folded = 0
    for i in range(weights.size):
        if choices[i] == 0:
            folded += weights[i]
            continue
        two = 0
        while bets[two] != choices[i]:
            two += 1
        first = runs.pair_base[first_pairs[i, 0]] + first_pairs[i, 1]
        loops.second_runs(runs, level_step, low, high, first_pairs[i, 0], first_pairs[i, 1], sums)
        mark_cut_pairs(runs, first, centers, marked)
        third_decisions(runs, cuts, first, one, two, bets, unit, sums, marked, taken, decided)
        numbers[:] = 0
        for pair in range(pairs):
            numbers[decided[pair]] += 1
        folds[two] += weights[i] * (numbers[sizes] - impossible)
        usual = int(np.argmax(numbers))
        loops.tally(runs, first, weights[i], by_center, decided, usual, results[two])
    return folded


@compiled
def cut_following(
    runs: Runs,
    cuts: Cuts,
    first_pairs: Ints,
    one: int,
    seconds: Ints,
    kinds: Ints,
    points: Ints,
    thirds: Ints,
    sizes: int,
    into: Ints,
) -> None:
    """Sum up what the limit takes off on each first pair, over all boards, with the bets of a
    strategy card: `seconds` by first pair and `thirds` by kinds and points of both runs, each the
    place of a bet, or -1 to fold.
    """
    places, pairs = runs.pair_base.size, runs.groups.size
    marked, taken = np.empty(pairs, np.bool_), np.empty(sizes**3, np.int64)
    centers = cut_centers(runs, cuts)
    for i in range(len(first_pairs)):
        into[i] = 0
        if seconds[i] < 0:
            continue
        left, right = first_pairs[i, 0], first_pairs[i, 1]
        first = runs.pair_base[left] + right
        mark_cut_pairs(runs, first, centers, marked)
        for top in range(places):
            if top in (left, right):
                continue
            for bottom in range(top + 1, places):
                pair = runs.pair_base[top] + bottom
                if not marked[pair] or bottom in (left, right):
                    continue
                three = thirds[kinds[first], kinds[pair], points[first] + points[pair]]
                if three >= 0:
                    sum_cuts(runs, cuts, first, pair, taken)
                    into[i] += taken[(one * sizes + seconds[i]) * sizes + three]
