"""The gain from seen hands in Let It Ride under a payout limit, estimated from samples.

Own cards and dead ones given, the best play and the usual one are both valued exactly. What is
averaged is the difference: the mean of the usual play over all dead cards is the value of the game.
"""

from collections.abc import Sequence
from random import Random

import numpy as np

from fairdeal.lab.figures.gain import Gain, draw_cards, estimate_gain
from fairdeal.lab.kernels.let_it_ride.best_play import LetItRide
from fairdeal.lab.kernels.tables import Ints, cell_tables, suit_classes, whole_deck
from fairdeal.lab.progress import Progress


def limited_gain(
    game: LetItRide, dead: int, samples: int, seed: int, progress: Progress | None = None
) -> Gain:
    """Return the gain from `dead` dead cards, estimated from about `samples` sets of them."""
    draw, places = Random(seed), range(4 * len(game.ranks) - 3)  # noqa: S311 - a sample
    classes = suit_classes(game.ranks, 3)
    weights: list[int] = classes.weights.tolist()
    deals, found = sum(weights), []
    for done, (own, weight) in enumerate(zip(classes.hands.tolist(), weights, strict=True), 1):
        share = max(2, round(samples * weight / deals))
        sets = np.array([draw_cards(draw, places, dead) for _ in range(share)], np.int64)
        best, usual = totals_knowing(game, own, sets)
        found.append((best - usual).tolist())
        if progress:
            progress(done, len(weights))
    return estimate_gain(zip(weights, found, strict=True), unit(game, dead))


def unit(game: LetItRide, dead: int) -> int:
    """Return the number that sums over all fourth and fifth cards are divided by."""
    left = 4 * len(game.ranks) - 3 - dead
    return game.scaled_nets[0] * left * (left - 1)


def totals_knowing(game: LetItRide, own: Sequence[int], dead: Ints) -> tuple[Ints, Ints]:
    """Return, by set of dead places among the other cards, the best play and the usual one, summed
    over all fourth and fifth cards.
    """
    deck, tables = whole_deck(game.ranks), cell_tables(game.ranking)
    live = deck[~np.isin(deck, own)]
    codes = tables.codes
    cells = tables.cells(codes[list(own)].sum() + codes[live][:, None] + codes[live])
    _, nets = game.scaled_nets
    paid: Ints = nets[:, cells]
    paid[:, np.arange(live.size), np.arange(live.size)] = 0  # a card does not come twice
    # By bets that play, set of dead cards and fourth card: the sum over the fifth cards.
    whole = paid.sum(axis=2)
    sums = whole[:, None, :] - paid[:, :, dead].sum(axis=3).swapaxes(1, 2)
    gone = np.zeros((len(dead), live.size), np.bool_)
    np.put_along_axis(gone, dead, True, axis=1)
    sums[:, gone] = 0
    # With the first bet withdrawn one or two bets play, else two or three.
    rides = whole[1:] >= whole[:-1]
    usual_first = np.maximum(whole[1:], whole[:-1]).sum(axis=1)
    best = np.maximum(sums[1:], sums[:-1]).sum(axis=2)
    usual = np.where(rides[:, None, :], sums[1:], sums[:-1]).sum(axis=2)
    chosen = int(usual_first[1] >= usual_first[0])
    return best.max(axis=0), usual[chosen]
