"""Results of Run 'Em Twice's main wagers together with the hands of side bets, deal by deal."""

from typing import Final

import numpy as np

from fairdeal.cards import Card
from fairdeal.lab.kernels.compiled import compiled
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice
from fairdeal.lab.kernels.run_em_twice.loops import Runs, second_runs, third_decisions
from fairdeal.lab.kernels.run_em_twice.side_bet_joint import (
    COMMUNITY,
    OWN_CARDS,
    SEVEN,
    Deals,
    HandTables,
    Play,
    add_cells,
    best_play,
    deals_of,
    each_class,
    hand_tables,
    look_up,
)
from fairdeal.lab.kernels.run_em_twice.solution import ANTES, FOLD, HIGH, LOW
from fairdeal.lab.kernels.tables import Ints
from fairdeal.lab.progress import Progress

#: The third decisions: the low center bet, the high one, a fold.
_THIRD: Final = 3


def results_by_cells(
    game: RunEmTwice, one: int, other: int, progress: Progress | None = None
) -> dict[tuple[Card, ...], dict[tuple[int, int, int], int]]:
    """Return, for each class of own cards, the number of boards by the net result under the best
    play, in parts of `game.scale`, and by the cells of two hands. A hand of the own cards has the
    cell 0.
    """

    def count(own: tuple[Card, ...]) -> tuple[Ints, Ints]:
        play = best_play(game, own)
        nets, ids = _nets(game, play)
        sizes = [1 if hand == OWN_CARDS else len(game.ranking.cells) for hand in (one, other)]
        # Two more rows hold impossible deals, whose cells may be one past the last.
        counts = np.zeros((nets.size + 2, sizes[0] * sizes[1]), np.int64)
        if play.bet_1 == FOLD and one == other == OWN_CARDS:
            counts[0] = game.rounds
        else:
            _tally(
                deals_of(game, own),
                game.runs(own),
                play,
                hand_tables(game.ranking),
                one,
                other,
                LOW,
                HIGH,
                ids,
                counts,
            )
        return nets, counts[:-2].reshape(nets.size, *sizes)

    found = {}
    for own, _, (nets, counts) in each_class(game, count, progress):
        found[own] = {
            (int(nets[net]), cell, other_cell): int(counts[net, cell, other_cell])
            for net, cell, other_cell in np.argwhere(counts).tolist()
        }
    return found


def _nets(game: RunEmTwice, play: Play) -> tuple[Ints, Ints]:
    """Return all net results that are possible with these own cards, and the number of each result
    by the second bet, the third decision and the cells of both runs. The first number is an earlier
    fold.
    """
    early = -game.scale * (ANTES + play.bet_1)
    if play.bet_1 == FOLD:
        return np.array([early], np.int64), np.zeros((2, _THIRD, 1, 1), np.int64)
    steps, cells = game.steps, np.arange(len(game.run))
    first, second = cells[:, None], cells[None, :]
    nets = np.empty((2, _THIRD, cells.size, cells.size), np.int64)
    for high, bet_2 in enumerate((LOW, HIGH)):
        played = steps.ante[first] + steps.ante[second]
        played = played + play.bet_1 * steps.run[first] + bet_2 * steps.run[second]
        center = steps.run[np.maximum(first, second)]
        nets[high, 0] = played + LOW * center
        nets[high, 1] = played + HIGH * center
        nets[high, 2] = -game.scale * (ANTES + play.bet_1 + bet_2)
    later, ids = np.unique(nets, return_inverse=True)
    return np.append([early], later), 1 + ids.reshape(nets.shape).astype(np.int64)


@compiled
def _tally(
    deals: Deals,
    runs: Runs,
    play: Play,
    tables: HandTables,
    one: int,
    other: int,
    low: int,
    high: int,
    ids: Ints,
    counts: Ints,
) -> None:
    """Count each deal in `counts[result, cells of both hands]`. What is impossible, a card that
    lies in two places, is counted in the last rows.
    """
    places, pairs = deals.run.shape
    sums, decided = np.empty((4, pairs), np.int64), np.zeros(pairs, np.int64)
    for i in range(deals.weights.size):
        left, right = deals.first_pairs[i, 0], deals.first_pairs[i, 1]
        bet_2 = play.bets_2[i] if play.bet_1 else 0
        decided[:] = 0
        if bet_2:
            lost = play.folded - play.scale * (play.bet_1 + bet_2)
            second_runs(runs, play.level_step, low, high, left, right, sums)
            third_decisions(sums, play.bet_1, bet_2, lost * (places - 4), decided)
        count_boards(
            deals, i, tables, one, other, decided, bet_2 > 0, ids[int(bet_2 == high)], counts
        )


@compiled
def count_boards(
    deals: Deals,
    i: int,
    tables: HandTables,
    one: int,
    other: int,
    decided: Ints,
    played: bool,
    ids: Ints,
    counts: Ints,
) -> None:
    """Count all boards of one first pair. `decided` has the third decision by second pair, `ids`
    the number of a result by third decision and the cells of both runs; where the hand is not
    played that far, the first number counts.
    """
    places, pairs = deals.run.shape
    none, width, thirds = counts.shape[0] - 2, counts.shape[1], ids.shape[0]
    flat, row = counts.reshape(-1), tables.cells + 1
    shared = np.zeros((2, places, pairs), np.uint8)
    cells = np.empty(pairs, np.int16)
    # Where a deal's result begins in the counts, by the third decision and the second run's cell.
    start, at = np.full((thirds + 1) * row, none * width, np.int64), np.empty(pairs, np.int64)
    left, right = deals.first_pairs[i, 0], deals.first_pairs[i, 1]
    first = deals.pair_base[left] + right
    if one in (COMMUNITY, SEVEN):
        look_up(deals, tables, left, right, one == SEVEN, shared[0])
    if other in (COMMUNITY, SEVEN):
        look_up(deals, tables, left, right, other == SEVEN, shared[1])
    for pair in range(pairs):
        at[pair] = row * decided[pair]
    for place in range(places):
        for used in (left, right):
            if place != used:
                at[deals.pair_base[min(place, used)] + max(place, used)] = row * thirds
    weight = deals.weights[i]
    for center in range(places):
        if center in (left, right):
            continue
        run = deals.run[center]
        cell_1 = int(run[first])
        for decision in range(thirds):
            for cell in range(tables.cells):
                result = ids[decision, cell_1, cell] if played else 0
                start[row * decision + cell] = width * result
        cells[:] = 0
        add_cells(one, cell_1, run, shared[0, center], cells)
        if OWN_CARDS not in (one, other):
            for pair in range(pairs):
                cells[pair] *= tables.cells
        add_cells(other, cell_1, run, shared[1, center], cells)
        for pair in range(pairs):
            flat[start[at[pair] + run[pair]] + cells[pair]] += weight
