"""What a payout limit takes from a player who follows the strategy card of Run 'Em Twice."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from fairdeal.lab.kernels.run_em_twice import limited_loops
from fairdeal.lab.kernels.run_em_twice.best_play import first_pairs
from fairdeal.lab.kernels.run_em_twice.limited_play import LimitedRunEmTwice
from fairdeal.lab.kernels.run_em_twice.solution import BETS, FOLD
from fairdeal.lab.kernels.run_em_twice.strategy_card import (
    MOST_POINTS,
    RunEmTwiceCard,
    RunKind,
    third_of,
)


def mean_cut_following(card: RunEmTwiceCard, limited: LimitedRunEmTwice) -> Fraction:
    """Return the mean amount in antes that the limit cuts from a round played by the card."""
    places = {FOLD: -1} | {bet: place for place, bet in enumerate(BETS)}
    thirds = np.array(
        [
            [
                [
                    places[card.actions.third[third_of(one, other, points)]]
                    for points in range(MOST_POINTS + 1)
                ]
                for other in RunKind
            ]
            for one in RunKind
        ],
        np.int64,
    )
    total = 0
    for own in card.game.grid:
        if own.best == FOLD:
            continue
        live = card.game.live(own.cards).tolist()
        runs = [card.run_of([*own.cards, *pair]) for pair in combinations(live, 2)]
        pairs, weights = first_pairs(card.game.ranks, own.cards)
        kinds = [card.second_of(own.cards, (live[i], live[j])) for i, j in pairs.tolist()]
        seconds = [places[card.actions.second[kind]] for kind in kinds]
        cut = np.empty(weights.size, np.int64)
        limited_loops.cut_following(
            limited.runs(own.cards),
            limited.cuts,
            pairs,
            places[own.best],
            np.array(seconds, np.int64),
            np.array([kind for kind, _ in runs], np.int64),
            np.array([points for _, points in runs], np.int64),
            thirds,
            len(BETS),
            cut,
        )
        # Over all first pairs the sums could leave 64 bits.
        total += own.combinations * int(weights.astype(object) @ cut.astype(object))
    deals = comb(4 * len(card.game.ranks), 2) * card.game.rounds
    return Fraction(total, limited.scale * deals)
