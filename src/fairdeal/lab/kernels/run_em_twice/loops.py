"""Compiled counting for Run 'Em Twice.

Everything is done for one pair of own cards at a time. The other cards of the deck are numbered
0, 1, 2 ... ("places"), so a set of them is the bits of one integer, and a pair of them (left and
right, or top and bottom) has a number as well. A `Runs` table holds, for each such pair, what the
run through it pays for every center card.

The center bet goes by the better of two runs. With `over[k]` the centers that bring a run to level
`k` or above, the better run is at `k` or above on `first | second`, so the sum over all centers is

    sum of the second run's payouts + sum over k of step[k] * popcount(first[k] & ~second[k])

and only the few levels that the first run can reach at all are looked at.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.lab.kernels.compiled import compiled, popcount
from fairdeal.lab.kernels.tables import KEY_BITS, KEY_MASK, CellTables, Ints

#: The largest payout, in the scale that makes payouts whole, with which no sum here exceeds 64
#: bits.
PEAK: Final = 1 << 29
#: Lower than any sum of such results.
IMPOSSIBLE: Final = -(1 << 60)


class Runs(NamedTuple):
    """Every run that two own cards can be part of; `[…, pair]` is the pair's number.

    `below[k, pair]` are the centers that leave the run below level `k`; `missed[k]` is whether any
    run has such centers. A group is a set of cells that the game pays alike; a run reaches only a
    few groups, listed with their centers.
    """

    pair_base: Ints
    ante_at: Ints
    run_at: Ints
    ante_sum: Ints
    run_sum: Ints
    over: Ints
    below: Ints
    missed: NDArray[np.bool_]
    groups: Ints
    group: NDArray[np.uint8]
    group_centers: Ints


class PayoutSteps(NamedTuple):
    """The payouts as the loops take them, with the places where they change from one cell to the
    next.
    """

    ante: Ints
    run: Ints
    level_cell: Ints
    level_step: Ints
    group_of: NDArray[np.uint8]


@compiled
def tabulate(own: Ints, live: Ints, tables: CellTables, steps: PayoutSteps) -> Runs:
    """Look up every run of two own cards with the live ones, once."""
    codes, plain, suited, one_suit = tables
    places = live.size
    pairs = places * (places - 1) // 2
    levels, cells = steps.level_cell.size, steps.run.size
    pair_base = np.empty(places, np.int64)
    ante_at = np.zeros((places, pairs), np.int64)
    run_at = np.zeros((places, pairs), np.int64)
    ante_sum = np.zeros(pairs, np.int64)
    run_sum = np.zeros(pairs, np.int64)
    over = np.zeros((levels, pairs), np.int64)
    below = np.zeros((levels, pairs), np.int64)
    missed = np.zeros(levels, np.bool_)
    groups = np.zeros(pairs, np.int64)
    group = np.zeros((pairs, cells), np.uint8)
    group_centers = np.zeros((pairs, cells), np.int64)
    of_cell = np.zeros(cells, np.int64)
    own_code = codes[own[0]] + codes[own[1]]
    for i in range(places):
        pair_base[i] = i * (2 * places - i - 1) // 2 - i - 1
        for j in range(i + 1, places):
            pair = pair_base[i] + j
            code = own_code + codes[live[i]] + codes[live[j]]
            of_cell[:] = 0
            for center in range(places):
                if center in (i, j):
                    continue
                total = code + codes[live[center]]
                key = total & KEY_MASK
                made = np.int64(suited[key] if one_suit[total >> KEY_BITS] else plain[key])
                ante_at[center, pair] = steps.ante[made]
                run_at[center, pair] = steps.run[made]
                ante_sum[pair] += steps.ante[made]
                run_sum[pair] += steps.run[made]
                of_cell[made] |= 1 << center
            found = 0
            for cell in range(cells):
                if of_cell[cell] == 0:
                    continue
                for level in range(levels):
                    if cell >= steps.level_cell[level]:
                        over[level, pair] |= of_cell[cell]
                    else:
                        below[level, pair] |= of_cell[cell]
                        missed[level] = True
                if found == 0 or group[pair, found - 1] != steps.group_of[cell]:
                    group[pair, found] = steps.group_of[cell]
                    found += 1
                group_centers[pair, found - 1] |= of_cell[cell]
            groups[pair] = found
    return Runs(
        pair_base,
        ante_at,
        run_at,
        ante_sum,
        run_sum,
        over,
        below,
        missed,
        groups,
        group,
        group_centers,
    )


@compiled
def second_runs(
    runs: Runs, level_step: Ints, low: int, high: int, left: int, right: int, sums: Ints
) -> None:
    """Compute, for one first run, sums over all center cards for every second run, by its pair
    number.

    The rows of `sums` become: one unit on the first run, one on the second, one on the center, and
    the antes with the best center bet. A second run that would need a card of the first has an
    impossible loss there, so that it always folds: loops without a branch are the fast ones.
    """
    places = runs.pair_base.size
    pairs = runs.ante_sum.size
    first = runs.pair_base[left] + right
    firsts, seconds, centers, played = sums[0], sums[1], sums[2], sums[3]
    # Many short loops over few arrays each: those the compiler turns into vector instructions.
    total, left_out, right_out = runs.run_sum, runs.run_at[left], runs.run_at[right]
    for pair in range(pairs):
        seconds[pair] = total[pair] - left_out[pair] - right_out[pair]
    total, left_out, right_out = runs.ante_sum, runs.ante_at[left], runs.ante_at[right]
    for pair in range(pairs):
        played[pair] = total[pair] - left_out[pair] - right_out[pair]
    centers[:] = seconds
    for level in range(level_step.size):
        reached = runs.over[level, first]
        if reached and runs.missed[level]:
            step, below = level_step[level], runs.below[level]
            for pair in range(pairs):
                centers[pair] += step * popcount(reached & below[pair])
    for pair in range(pairs):
        played[pair] += max(low * centers[pair], high * centers[pair])
    run_out, ante_out = runs.run_at[:, first].copy(), runs.ante_at[:, first].copy()
    for top in range(places):
        start, end = runs.pair_base[top] + top + 1, runs.pair_base[top] + places
        run_top = runs.run_sum[first] - run_out[top]
        ante_top = runs.ante_sum[first] - ante_out[top]
        firsts_here, run_bottom = firsts[start:end], run_out[top + 1 :]
        played_here, ante_bottom = played[start:end], ante_out[top + 1 :]
        for bottom in range(end - start):
            firsts_here[bottom] = run_top - run_bottom[bottom]
            played_here[bottom] += ante_top - ante_bottom[bottom]
    for place in range(places):
        if place != left:
            played[runs.pair_base[min(place, left)] + max(place, left)] = IMPOSSIBLE
        if place != right:
            played[runs.pair_base[min(place, right)] + max(place, right)] = IMPOSSIBLE


@compiled
def play_or_fold(sums: Ints, bet_1: int, bet_2: int, lost: int, boards: int) -> np.int64:
    """Return the sum over the second runs of the better of playing on and of losing `lost` by
    folding.
    """
    firsts, seconds, played = sums[0], sums[1], sums[3]
    total: np.int64 = np.int64(0)
    for pair in range(played.size):
        total += max(lost, played[pair] + bet_1 * firsts[pair] + bet_2 * seconds[pair])
    return np.int64(total - lost * (played.size - boards))


@compiled
def solve_own_cards(
    runs: Runs,
    level_step: Ints,
    first_pairs: Ints,
    weights: Ints,
    bets: Ints,
    scale: int,
    choices: NDArray[np.int8],
) -> Ints:
    """Return the value of each first run bet, summed over all boards, in units of 1/`scale`.

    `choices[i, b]` becomes the second decision after the first run bet `bets[b]` at the i-th first
    pair: 0 to fold, else the bet. Between the least and the greatest bet nothing need be tried for
    the later bets (see `run_em_twice`), and of equal ones the greater is taken.
    """
    places = runs.pair_base.size
    sums = np.empty((4, runs.ante_sum.size), np.int64)
    values = np.zeros(bets.size, np.int64)
    low, high = bets[0], bets[-1]
    unit = scale * (places - 4)
    boards = (places - 2) * (places - 3) // 2
    for i in range(weights.size):
        second_runs(runs, level_step, low, high, first_pairs[i, 0], first_pairs[i, 1], sums)
        for b in range(bets.size):
            bet = bets[b]
            folded = -unit * (2 + bet)
            smaller = play_or_fold(sums, bet, low, folded - unit * low, boards)
            larger = play_or_fold(sums, bet, high, folded - unit * high, boards)
            best, choice = folded * boards, 0
            if max(smaller, larger) >= best:
                best, choice = (larger, high) if larger >= smaller else (smaller, low)
            values[b] += weights[i] * best
            choices[i, b] = choice
    return values


@compiled
def runs_by_center(runs: Runs, groups: int) -> Ints:
    """Count, for every center card, how many runs through it end in each group."""
    places = runs.pair_base.size
    counts = np.zeros((places, groups), np.int64)
    for pair in range(runs.groups.size):
        for i in range(runs.groups[pair]):
            for center in range(places):
                counts[center, runs.group[pair, i]] += runs.group_centers[pair, i] >> center & 1
    return counts


@compiled
def third_decisions(sums: Ints, bet_1: int, bet_2: int, lost: int, into: Ints) -> Ints:
    """Write, by second run, 0 or 1 for the low or the high center bet, or 2 for a fold.

    Return how many there are of each. Impossible second runs count as folds.
    """
    counts = np.zeros(3, np.int64)
    for pair in range(sums.shape[1]):
        played = sums[3, pair] + bet_1 * sums[0, pair] + bet_2 * sums[1, pair]
        into[pair] = 2 if played < lost else 1 if sums[2, pair] >= 0 else 0
    for pair in range(into.size):
        counts[1] += into[pair] == 1
        counts[2] += into[pair] == 2
    counts[0] = into.size - counts[1] - counts[2]
    return counts


@compiled
def count_own_cards(
    runs: Runs,
    level_step: Ints,
    first_pairs: Ints,
    weights: Ints,
    choices: Ints,
    bet_1: int,
    low: int,
    high: int,
    scale: int,
    folds: Ints,
    results: Ints,
) -> int:
    """Count how the rounds end that are played on after `bet_1`, under the `choices` of the
    solution.

    Return the number of first pairs at which the second decision is to fold. Add to `folds[h2]` the
    boards folded at the third decision, and to `results[h2, h3, first group, second group]` the
    deals played to the end; `h2` and `h3` are 1 if the second run and center bets were the high
    one. (`h3` of 2 is a place for what is not played.)

    Under one first run most second runs have the same third decision. So all are first counted as
    if they had it, center by center, and only the others are examined one by one and moved.
    """
    places = runs.pair_base.size
    pairs = runs.groups.size
    by_center = runs_by_center(runs, results.shape[-1])
    sums, decided = np.empty((4, pairs), np.int64), np.empty(pairs, np.int64)
    unit = scale * (places - 4)
    boards = (places - 2) * (places - 3) // 2
    folded = 0
    for i in range(weights.size):
        weight, bet_2 = weights[i], choices[i]
        if bet_2 == 0:
            folded += weight
            continue
        first = runs.pair_base[first_pairs[i, 0]] + first_pairs[i, 1]
        second_runs(runs, level_step, low, high, first_pairs[i, 0], first_pairs[i, 1], sums)
        h2 = 1 if bet_2 == high else 0
        lost = -unit * (2 + bet_1 + bet_2)
        numbers = third_decisions(sums, bet_1, bet_2, lost, decided)
        folds[h2] += weight * (numbers[2] - (pairs - boards))
        tally(runs, first, weight, by_center, decided, int(np.argmax(numbers)), results[h2])
    return folded


@compiled
def tally(
    runs: Runs, first: int, weight: int, by_center: Ints, decided: Ints, usual: int, into: Ints
) -> None:
    """Add the deals of one first run to `into[third decision, first group, second group]`, given
    the third decision under each second run and the most frequent one.
    """
    for one in range(runs.groups[first]):
        row, centers = into[usual, runs.group[first, one]], runs.group_centers[first, one]
        for center in range(runs.pair_base.size):
            if centers >> center & 1:
                for group in range(row.size):
                    row[group] += weight * by_center[center, group]
    for pair in range(decided.size):
        if decided[pair] == usual:
            continue
        for one in range(runs.groups[first]):
            group, centers = runs.group[first, one], runs.group_centers[first, one]
            source, target = into[usual, group], into[decided[pair], group]
            for other in range(runs.groups[pair]):
                both = weight * popcount(centers & runs.group_centers[pair, other])
                source[runs.group[pair, other]] -= both
                target[runs.group[pair, other]] += both
