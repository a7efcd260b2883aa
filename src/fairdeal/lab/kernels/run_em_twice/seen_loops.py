"""Compiled loops for Run 'Em Twice with other hands seen.

For two own cards and some dead ones the tree is that of `loops`, over the cards that are left. What
the runs pay on the centers that are left is found once for each set of dead cards; then every left
and right is walked with all these sets.
"""

from typing import NamedTuple

import numpy as np

from fairdeal.lab.kernels.compiled import compiled, popcount
from fairdeal.lab.kernels.run_em_twice.loops import (
    IMPOSSIBLE,
    Runs,
    play_or_fold,
    second_runs,
    third_decisions,
)
from fairdeal.lab.kernels.run_em_twice.solution import ANTES, HIGH, LOW
from fairdeal.lab.kernels.tables import Ints


class LiveRuns(NamedTuple):
    """By set of dead cards: the centers that are left, as bits; and by pair what a unit on the run
    and an ante bring on them. A pair that needs a dead card has an impossible loss.
    """

    centers: Ints
    run: Ints
    ante: Ints


@compiled
def left_of(runs: Runs, dead: Ints) -> LiveRuns:
    """Return the runs that are left without each of these sets of places."""
    places, pairs = runs.pair_base.size, runs.run_sum.size
    centers = np.empty(len(dead), np.int64)
    run = np.empty((len(dead), pairs), np.int64)
    ante = np.empty((len(dead), pairs), np.int64)
    for number in range(len(dead)):
        centers[number] = (1 << places) - 1
        run[number] = runs.run_sum
        ante[number] = runs.ante_sum
        for card in dead[number]:
            centers[number] ^= 1 << card
            run[number] -= runs.run_at[card]
            ante[number] -= runs.ante_at[card]
        for card in dead[number]:
            for other in range(places):
                if other != card:
                    ante[number, runs.pair_base[min(card, other)] + max(card, other)] = IMPOSSIBLE
    return LiveRuns(centers, run, ante)


@compiled
def values_knowing(
    runs: Runs,
    level_step: Ints,
    dead: Ints,
    scale: int,
    usual: int,
    best: Ints,
    followed: Ints,
) -> None:
    """Compute values by set of dead places, summed over all boards in units of 1/`scale`.

    `best[…, 0 or 1]` becomes the value of the low and of the high first run bet with best play
    after it; `followed` the value of the usual play that opens with the bet `usual`. If `usual` is
    0, a fold, nothing is followed.
    """
    places, pairs = runs.pair_base.size, runs.run_sum.size
    count = places - dead.shape[1]
    boards = (count - 2) * (count - 3) // 2
    unit = scale * (count - 4)
    left_cards = left_of(runs, dead)
    sums, decided = np.empty((4, pairs), np.int64), np.empty(pairs, np.int64)
    known = np.empty((4, pairs), np.int64)
    antes, run_out = np.empty(pairs, np.int64), np.empty(pairs, np.int64)
    best[:] = 0
    followed[:] = 0
    for left in range(places):
        for right in range(left + 1, places):
            first = runs.pair_base[left] + right
            second_runs(runs, level_step, LOW, HIGH, left, right, sums)
            bet_2 = 0
            if usual:
                bet_2 = _usual_second(sums, usual, scale, places)
                if bet_2:
                    lost = -scale * (places - 4) * (ANTES + usual + bet_2)
                    third_decisions(sums, usual, bet_2, lost, decided)
            _without_first(runs, left, right, antes, run_out)
            for number in range(len(dead)):
                centers = left_cards.centers[number]
                if not (centers >> left & 1 and centers >> right & 1):
                    continue
                _know(runs, level_step, first, number, left_cards, sums[0], antes, run_out, known)
                _decide(known, unit, boards, best[number])
                if usual:
                    followed[number] += _follow(known, decided, usual, bet_2, unit, boards)


@compiled
def _usual_second(sums: Ints, bet_1: int, scale: int, places: int) -> int:
    """Return the second decision of a player who has seen no other hand: 0 to fold, else the
    bet.
    """
    unit = scale * (places - 4)
    boards = (places - 2) * (places - 3) // 2
    folded = -unit * (ANTES + bet_1)
    smaller = play_or_fold(sums, bet_1, LOW, folded - unit * LOW, boards)
    larger = play_or_fold(sums, bet_1, HIGH, folded - unit * HIGH, boards)
    if max(smaller, larger) < folded * boards:
        return 0
    return HIGH if larger >= smaller else LOW


@compiled
def _without_first(runs: Runs, left: int, right: int, antes: Ints, run_out: Ints) -> None:
    """Write, by second run, what must be added to its antes on all centers to give those of both
    runs without left, right, top and bottom; and what its run bet has on left and right.
    """
    places = runs.pair_base.size
    first = runs.pair_base[left] + right
    run_out[:] = runs.run_at[left] + runs.run_at[right]
    antes[:] = -runs.ante_at[left] - runs.ante_at[right]
    for top in range(places):
        for bottom in range(top + 1, places):
            pair = runs.pair_base[top] + bottom
            antes[pair] += (
                runs.ante_sum[first] - runs.ante_at[top, first] - runs.ante_at[bottom, first]
            )
    for place in range(places):
        if place != left:
            antes[runs.pair_base[min(place, left)] + max(place, left)] = IMPOSSIBLE
        if place != right:
            antes[runs.pair_base[min(place, right)] + max(place, right)] = IMPOSSIBLE


@compiled
def _know(
    runs: Runs,
    level_step: Ints,
    first: int,
    number: int,
    left_cards: LiveRuns,
    all_firsts: Ints,
    antes: Ints,
    run_out: Ints,
    known: Ints,
) -> None:
    """Compute what `second_runs` does on the centers that are left without the dead ones: a unit on
    the first run, on the second and on the center bet, and the antes.
    """
    centers = left_cards.centers[number]
    run, ante = left_cards.run[number], left_cards.ante[number]
    firsts, seconds, better, both = known[0], known[1], known[2], known[3]
    run_lost, ante_lost = 0, 0
    for card in range(runs.pair_base.size):
        if not centers >> card & 1:
            run_lost += runs.run_at[card, first]
            ante_lost += runs.ante_at[card, first]
    for pair in range(run.size):
        firsts[pair] = all_firsts[pair] - run_lost
        seconds[pair] = run[pair] - run_out[pair]
        both[pair] = ante[pair] + antes[pair] - ante_lost
    better[:] = seconds
    for level in range(level_step.size):
        reached = runs.over[level, first] & centers
        if reached and runs.missed[level]:
            step, below = level_step[level], runs.below[level]
            for pair in range(run.size):
                better[pair] += step * popcount(reached & below[pair])


@compiled
def _decide(known: Ints, unit: int, boards: int, best: Ints) -> None:
    """Add the best second decision after the low and after the high first run bet."""
    firsts, seconds, better, both = known[0], known[1], known[2], known[3]
    fold_low, fold_high = -unit * (ANTES + LOW), -unit * (ANTES + HIGH)
    lost_1, lost_2 = fold_low - unit * LOW, fold_low - unit * HIGH
    lost_3, lost_4 = fold_high - unit * LOW, fold_high - unit * HIGH
    total_1, total_2, total_3, total_4 = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for pair in range(firsts.size):
        first, second = firsts[pair], seconds[pair]
        played = both[pair] + max(LOW * better[pair], HIGH * better[pair]) + LOW * (first + second)
        total_1 += max(lost_1, played)
        total_2 += max(lost_2, played + (HIGH - LOW) * second)
        played += (HIGH - LOW) * first
        total_3 += max(lost_3, played)
        total_4 += max(lost_4, played + (HIGH - LOW) * second)
    none = firsts.size - boards
    best[0] += max(fold_low * boards, total_1 - lost_1 * none, total_2 - lost_2 * none)
    best[1] += max(fold_high * boards, total_3 - lost_3 * none, total_4 - lost_4 * none)


@compiled
def _follow(known: Ints, decided: Ints, bet_1: int, bet_2: int, unit: int, boards: int) -> np.int64:
    """Return what the usual decisions bring on the cards that are left."""
    if bet_2 == 0:
        return np.int64(-unit * (ANTES + bet_1) * boards)
    firsts, seconds, better, both = known[0], known[1], known[2], known[3]
    lost = -unit * (ANTES + bet_1 + bet_2)
    total = np.int64(0)
    for pair in range(firsts.size):
        played = both[pair] + bet_1 * firsts[pair] + bet_2 * seconds[pair]
        played += (HIGH if decided[pair] == 1 else LOW) * better[pair]
        folds = decided[pair] == 2 or both[pair] < IMPOSSIBLE // 2
        total += lost if folds else played
    return np.int64(total - lost * (firsts.size - boards))
