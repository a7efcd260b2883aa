"""The gain from seen hands in Run 'Em Twice: exact, or estimated from samples.

For given own and dead cards, the value of the best play is exact (`seen_loops`). If few cards are
dead, all sets of them are tried. Otherwise sets are sampled, for each kind of own cards in
proportion to its share of all deals. The average is taken of the gain over the usual play, which
decides as if nothing had been seen. The mean of the usual play over all dead cards is the value of
the game, which is known.
"""

from fractions import Fraction
from math import comb
from random import Random
from typing import Final

import numpy as np

from fairdeal.cards import Card
from fairdeal.lab.figures.gain import Gain, draw_cards, estimate_gain
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice
from fairdeal.lab.kernels.run_em_twice.seen_loops import values_knowing
from fairdeal.lab.kernels.run_em_twice.solution import ANTES, FOLD, best
from fairdeal.lab.kernels.tables import Ints, other_card_classes
from fairdeal.lab.kernels.threads import map_in_threads
from fairdeal.lab.progress import Progress

#: The largest number of deals of own and dead cards that are all tried: those of one other hand and
#: 52 cards.
FEW: Final = comb(52, 2) * comb(50, 2)
# The number of sets of dead cards that are computed together, so that their data stay in the
# processor's cache.
_TOGETHER: Final = 32


def can_count(game: RunEmTwice, dead: int) -> bool:
    """Return whether every set of `dead` dead cards can be tried."""
    deck = 4 * len(game.ranks)
    return comb(deck, 2) * comb(deck - 2, dead) <= FEW


def counted_gain(
    game: RunEmTwice, dead: int, workers: int = 1, progress: Progress | None = None
) -> Gain:
    """Return the exact gain from `dead` dead cards: every set of them is tried."""

    def one(kind: tuple[tuple[Card, ...], int]) -> int:
        own, weight = kind
        sets = other_card_classes(game.ranks, own, dead)
        totals = best_totals(game, own, sets.hands)
        alike: list[int] = sets.weights.tolist()
        return weight * sum(w * t for w, t in zip(alike, totals, strict=True))

    total = sum(map_in_threads(one, list(game.classes), workers, progress))
    deck = 4 * len(game.ranks)
    deals = comb(deck, 2) * comb(deck - 2, dead)
    return Gain(Fraction(total, deals * unit(game, dead)) - game.ev)


def sampled_gain(
    game: RunEmTwice,
    dead: int,
    samples: int,
    seed: int,
    workers: int = 1,
    progress: Progress | None = None,
) -> Gain:
    """Return the gain from `dead` dead cards, estimated from about `samples` sets of them."""
    draw, places = Random(seed), range(4 * len(game.ranks) - 2)  # noqa: S311 - a sample
    kinds = list(game.classes)
    deals = sum(weight for _, weight in kinds)
    lots = []
    for own, weight in kinds:
        share = max(2, round(samples * weight / deals))
        sets = np.array([draw_cards(draw, places, dead) for _ in range(share)], np.int64)
        lots.append((own, sets))
    found = map_in_threads(lambda lot: gains(game, *lot), lots, workers, progress)
    weights = [weight for _, weight in kinds]
    return estimate_gain(zip(weights, found, strict=True), unit(game, dead))


def unit(game: RunEmTwice, dead: int) -> int:
    """Return the number of deals that sums over all boards are divided by."""
    left = 4 * len(game.ranks) - 2 - dead
    return game.scale * comb(left, 2) * comb(left - 2, 2) * (left - 4)


def best_totals(game: RunEmTwice, own: tuple[Card, ...], dead: Ints) -> list[int]:
    """Return, by set of dead places, the best play summed over all boards."""
    best_after, _ = _walked(game, own, dead, FOLD)
    folded = -ANTES * unit(game, dead.shape[1])
    return [max(folded, *bets) for bets in best_after.tolist()]


def followed_totals(game: RunEmTwice, own: tuple[Card, ...], dead: Ints) -> list[int]:
    """Return, by set of dead places, the usual play summed over all boards."""
    usual = best(game.first_decision(own))
    if usual == FOLD:
        return [-ANTES * unit(game, dead.shape[1])] * len(dead)
    _, followed = _walked(game, own, dead, usual)
    return [int(total) for total in followed]


def gains(game: RunEmTwice, own: tuple[Card, ...], dead: Ints) -> list[int]:
    """Return, by set of dead places, the gain of the best play over the usual one, over all
    boards.
    """
    usual = best(game.first_decision(own))
    best_after, followed = _walked(game, own, dead, usual)
    folded = -ANTES * unit(game, dead.shape[1])
    return [
        max(folded, *bets) - (folded if usual == FOLD else other)
        for bets, other in zip(best_after.tolist(), followed.tolist(), strict=True)
    ]


def _walked(game: RunEmTwice, own: tuple[Card, ...], dead: Ints, usual: int) -> tuple[Ints, Ints]:
    runs = game.runs(own)
    best_after, followed = np.zeros((len(dead), 2), np.int64), np.zeros(len(dead), np.int64)
    for start in range(0, len(dead), _TOGETHER):
        lot = slice(start, start + _TOGETHER)
        values_knowing(
            runs,
            game.steps.level_step,
            dead[lot],
            game.scale,
            usual,
            best_after[lot],
            followed[lot],
        )
    return best_after, followed
