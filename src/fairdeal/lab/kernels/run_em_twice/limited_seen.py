"""The gain from seen hands in Run 'Em Twice under a payout limit, estimated from samples.

Own cards and dead ones given, the value of the best play under the limit is exact. What is averaged
is its difference from the usual play of the game without a limit (see `seen_hands`), whose mean
over all dead cards is known.
"""

from dataclasses import replace
from random import Random

import numpy as np

from fairdeal.cards import Card
from fairdeal.lab.figures.gain import Gain, draw_cards, estimate_gain
from fairdeal.lab.kernels.run_em_twice.limited_loops import solve_own_cards
from fairdeal.lab.kernels.run_em_twice.limited_play import LimitedRunEmTwice
from fairdeal.lab.kernels.run_em_twice.seen_hands import followed_totals, unit
from fairdeal.lab.kernels.run_em_twice.solution import ANTES, BETS
from fairdeal.lab.kernels.tables import Ints
from fairdeal.lab.kernels.threads import map_in_threads
from fairdeal.lab.progress import Progress

_BETS = np.array(BETS, np.int64)


def limited_gain(
    limited: LimitedRunEmTwice,
    dead: int,
    samples: int,
    seed: int,
    workers: int = 1,
    progress: Progress | None = None,
) -> Gain:
    """Return the gain from `dead` dead cards, estimated from about `samples` sets of them."""
    game = limited.game
    draw, places = Random(seed), range(4 * len(game.ranks) - 2)  # noqa: S311 - a sample
    kinds = list(game.classes)
    deals = sum(weight for _, weight in kinds)
    lots = []
    for own, weight in kinds:
        share = max(2, round(samples * weight / deals))
        sets = np.array([draw_cards(draw, places, dead) for _ in range(share)], np.int64)
        lots.append((own, sets))
    times = limited.scale // game.scale

    def gains(lot: tuple[tuple[Card, ...], Ints]) -> list[int]:
        own, sets = lot
        usual = followed_totals(game, own, sets)
        best = [limited_total(limited, own, places) for places in sets]
        return [one - times * other for one, other in zip(best, usual, strict=True)]

    found = map_in_threads(gains, lots, workers, progress)
    weights = [weight for _, weight in kinds]
    over_usual = estimate_gain(zip(weights, found, strict=True), times * unit(game, dead))
    return replace(over_usual, mean=over_usual.mean + game.ev - limited.ev)


def limited_total(limited: LimitedRunEmTwice, own: tuple[Card, ...], dead: Ints) -> int:
    """Return the best play under the limit summed over all boards without the cards at these places
    among those that are not the own ones, in parts of `limited.scale`.
    """
    live = limited.game.live(own)
    left = np.delete(live, dead)
    pairs = np.stack(np.triu_indices(left.size, 1), axis=1).astype(np.int64)
    values = np.empty((len(pairs), len(BETS)), np.int64)
    choices = np.empty((len(pairs), len(BETS)), np.int8)
    solve_own_cards(
        limited.runs_among(own, left),
        limited.level_step,
        limited.cuts,
        pairs,
        _BETS,
        limited.scale,
        values,
        choices,
    )
    times = limited.scale // limited.game.scale
    folded = -ANTES * times * unit(limited.game, len(dead))
    return max(folded, *(sum(column) for column in values.T.tolist()))
