"""Results of Run 'Em Twice's main wagers under a payout limit together with the hands of side bets,
deal by deal.
"""

import numpy as np

from fairdeal.cards import Card
from fairdeal.lab.kernels.compiled import compiled
from fairdeal.lab.kernels.run_em_twice.joint_results import count_boards
from fairdeal.lab.kernels.run_em_twice.limited_loops import (
    Cuts,
    cut_centers,
    mark_cut_pairs,
    third_decisions,
)
from fairdeal.lab.kernels.run_em_twice.limited_play import LimitedRunEmTwice
from fairdeal.lab.kernels.run_em_twice.loops import Runs, second_runs
from fairdeal.lab.kernels.run_em_twice.side_bet_joint import (
    OWN_CARDS,
    Deals,
    HandTables,
    deals_of,
    each_class,
    hand_tables,
)
from fairdeal.lab.kernels.run_em_twice.solution import ANTES, BETS, FOLD, best
from fairdeal.lab.kernels.tables import Ints
from fairdeal.lab.progress import Progress

_BETS = np.array(BETS, np.int64)


def limited_results_by_cells(
    limited: LimitedRunEmTwice, one: int, other: int, progress: Progress | None = None
) -> dict[tuple[Card, ...], dict[tuple[int, int, int], int]]:
    """Return, for each class of own cards, the number of boards by the net result under the best
    play with the limit, in parts of `limited.scale`, and by the cells of two hands. A hand of the
    own cards has the cell 0.
    """
    game = limited.game

    def count(own: tuple[Card, ...]) -> tuple[Ints, Ints]:
        values, second_choices = limited.own_cards_solution(own)
        bet_1 = best(values)
        nets, ids = _nets(limited, bet_1)
        sizes = [1 if hand == OWN_CARDS else len(game.ranking.cells) for hand in (one, other)]
        # Two more rows hold impossible deals, whose cells may be one past the last.
        counts = np.zeros((nets.size + 2, sizes[0] * sizes[1]), np.int64)
        if bet_1 == FOLD and one == other == OWN_CARDS:
            counts[0] = game.rounds
        else:
            place = BETS.index(bet_1) if bet_1 else 0
            _tally(
                deals_of(game, own),
                limited.runs(own),
                limited.level_step,
                limited.cuts,
                hand_tables(game.ranking),
                *(one, other, place),
                second_choices[:, place].astype(np.int64) * bool(bet_1),
                _BETS,
                limited.scale,
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


def _nets(limited: LimitedRunEmTwice, bet_1: int) -> tuple[Ints, Ints]:
    """Return all net results that are possible with the first run bet, and the number of each
    result by the second bet, the third decision and the cells of both runs. The first number is an
    earlier fold.
    """
    scale, cells = limited.scale, range(len(limited.game.run))
    early = -scale * (ANTES + bet_1)
    thirds = len(BETS) + 1
    if bet_1 == FOLD:
        return np.array([early], np.int64), np.zeros((len(BETS), thirds, 1, 1), np.int64)
    nets = np.empty((len(BETS), thirds, len(cells), len(cells)), np.int64)
    for two, bet_2 in enumerate(BETS):
        for three, bet_3 in enumerate(BETS):
            nets[two, three] = [
                [int(limited.net((bet_1, bet_2, bet_3), c, d) * scale) for d in cells]
                for c in cells
            ]
        nets[two, len(BETS)] = -scale * (ANTES + bet_1 + bet_2)
    later, ids = np.unique(nets, return_inverse=True)
    return np.append([early], later), 1 + ids.reshape(nets.shape).astype(np.int64)


@compiled
def _tally(
    deals: Deals,
    runs: Runs,
    level_step: Ints,
    cuts: Cuts,
    tables: HandTables,
    one: int,
    other: int,
    bet_1: int,
    choices: Ints,
    bets: Ints,
    scale: int,
    ids: Ints,
    counts: Ints,
) -> None:
    """Count each deal in `counts[result, cells of both hands]`, as `joint_results` does. `bet_1` is
    the place of the first bet, `choices` are the second bets by first pair, 0 to fold.
    """
    pairs, sizes = runs.groups.size, bets.size
    sums, decided = np.empty((4, pairs), np.int64), np.zeros(pairs, np.int64)
    marked, taken = np.empty(pairs, np.bool_), np.empty(sizes**3, np.int64)
    unit = scale * (runs.pair_base.size - 4)
    centers = cut_centers(runs, cuts)
    for i in range(deals.weights.size):
        decided[:] = 0
        two = 0
        if choices[i]:
            while bets[two] != choices[i]:
                two += 1
            left, right = deals.first_pairs[i, 0], deals.first_pairs[i, 1]
            first = runs.pair_base[left] + right
            second_runs(runs, level_step, bets[0], bets[-1], left, right, sums)
            mark_cut_pairs(runs, first, centers, marked)
            third_decisions(runs, cuts, first, bet_1, two, bets, unit, sums, marked, taken, decided)
        count_boards(deals, i, tables, one, other, decided, choices[i] > 0, ids[two], counts)
