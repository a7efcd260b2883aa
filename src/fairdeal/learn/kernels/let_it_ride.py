"""Let It Ride, one decision at a time.

What is seen: the three own cards, lowest first, the two cards of the board, the number of the
decision, and whether bet 1 was taken back.
"""

from typing import Final, NamedTuple

import numpy as np

from fairdeal.lab.kernels.let_it_ride.best_play import LetItRide
from fairdeal.lab.kernels.tables import Ints
from fairdeal.learn.kernels.batch import Batch
from fairdeal.learn.kernels.compiled import compiled, inlined
from fairdeal.simulate.kernels.deal import DealConstants, Small, deal_round, int64, put_back
from fairdeal.simulate.kernels.ranks import (
    FOURS,
    PAIRS,
    RankTables,
    five_cell,
    four_cards,
    four_number,
    fours,
    one_suit,
)

#: The places of what is seen.
BOARD, DECISION, WITHDRAWN, WIDTH = 3, 5, 6, 7
HIDDEN: Final = 52
WITHDRAW, RIDE = range(2)
#: How many cards the fourth and the fifth one come from.
FOURTH, FIFTH = 49, 48


class ActionValues(NamedTuple):
    """The values of both choices in whole parts of the decision's denominator: of the first by
    three ranks and one suit, of the second by bet 1, four ranks and one suit. `nets` are the
    results of one, two and three bets by cell, of which a base bet has `scale` parts.
    """

    first: Ints
    second: Ints
    nets: Ints
    scale: int


def action_values_of(game: LetItRide) -> ActionValues:
    """Return the values of a game with all ranks."""
    first = np.zeros((PAIRS * 13, 2, 2), np.int64)
    second = np.zeros((2, FOURS, 2, 2), np.int64)
    pairs = [(a, b) for a in range(13) for b in range(a, 13)]
    known: dict[tuple[tuple[int, ...], bool], tuple[int, int]] = {}
    for number, (a, b) in enumerate(pairs):
        for c in range(13):
            ranks = tuple(sorted((a, b, c)))
            for suited in (False, True):
                cards = four_cards(ranks, suited=suited)
                if cards is None:
                    continue
                if (ranks, suited) not in known:
                    one, two, three = game.sums_by_fourth_card(cards)
                    best = np.maximum(two, one).sum(), np.maximum(three, two).sum()
                    known[ranks, suited] = int(best[0]), int(best[1])
                first[13 * number + c, int(suited)] = known[ranks, suited]
    for number, ranks in enumerate(fours()):
        for suited in (False, True):
            cards = four_cards(ranks, suited=suited)
            if cards is not None:
                sums = [int(total.sum()) for total in game.sums_by_fourth_card(cards)]
                second[0, number, int(suited)] = sums[0], sums[1]
                second[1, number, int(suited)] = sums[1], sums[2]
    scale, nets = game.scaled_nets
    return ActionValues(first.ravel(), second.ravel(), nets, scale)


@inlined
def _values(seen: Small, tables: RankTables, action_values: ActionValues, into: Ints) -> int:
    """Write the value of both choices, and return what they are over."""
    a, b, c = int64(seen[0]), int64(seen[1]), int64(seen[2])
    if seen[DECISION] == 0:
        pair = int64(tables.pair[13 * (a >> 2) + (b >> 2)])
        suited = 1 if ((a ^ b) | (a ^ c)) & 3 == 0 else 0
        at = 2 * (2 * (13 * pair + (c >> 2)) + suited)
        into[0], into[1] = action_values.first[at], action_values.first[at + 1]
        return FOURTH * FIFTH * action_values.scale
    d = int64(seen[BOARD])
    suited = 1 if one_suit(a, b, c, d) else 0
    at = 2 * (2 * (FOURS * (1 - int64(seen[WITHDRAWN])) + four_number(tables, a, b, c, d)) + suited)
    into[0], into[1] = action_values.second[at], action_values.second[at + 1]
    return FIFTH * action_values.scale


@compiled
def values(
    seen: Small, tables: RankTables, action_values: ActionValues, into: Ints, over: Ints
) -> None:
    """Write the values of many situations, and what each is over."""
    for i in range(seen.shape[0]):
        over[i] = _values(seen[i], tables, action_values, into[i])


@compiled
def deal(
    which: Ints, batch: Batch, how: DealConstants, places: Ints, stride: int, first: bool
) -> None:
    """Begin a round for some copies; those that have played before go on by `stride` rounds."""
    words, deck, moved = np.empty(4, np.uint64), how.deck.copy(), np.empty_like(how.sizes)
    key, sizes, bounds = how.key, how.sizes, how.bounds
    for k in range(which.size):
        i = which[k]
        if not first:
            batch.rounds[i] += stride
        deal_round(batch.rounds[i], key, sizes, bounds, words, deck, moved)
        cards, seen = batch.cards[i], batch.observed[i]
        for place in range(5):
            cards[place] = deck[places[place]]
        put_back(deck, moved)
        for place in range(1, 3):
            card, j = cards[place], place - 1
            while j >= 0 and cards[j] > card:
                cards[j + 1] = cards[j]
                j -= 1
            cards[j + 1] = card
        for place in range(3):
            seen[place] = cards[place]
        seen[BOARD] = seen[BOARD + 1] = HIDDEN
        seen[DECISION] = seen[WITHDRAWN] = 0
        batch.masks[i, 0] = batch.masks[i, 1] = 1
        batch.ended[i] = False


@compiled
def step(
    actions: Ints, batch: Batch, tables: RankTables, action_values: ActionValues, going: Ints
) -> int:
    """Make a decision in every copy that is at one; return how many copies have ended before and
    are to be dealt to, which are written into `going`.
    """
    found = np.empty(2, np.int64)
    waiting = 0
    for i in range(actions.size):
        batch.rewards[i], batch.numerators[i] = 0.0, 0
        batch.denominators[i], batch.illegal[i] = 1, False
        if batch.ended[i]:
            going[waiting] = i
            waiting += 1
            continue
        seen, cards, action = batch.observed[i], batch.cards[i], actions[i]
        batch.denominators[i] = _values(seen, tables, action_values, found)
        batch.numerators[i] = max(found[0], found[1]) - found[action]
        if seen[DECISION] == 0:
            seen[WITHDRAWN] = 1 - action
            seen[BOARD] = cards[BOARD]
            seen[DECISION] = 1
            continue
        bets = action + 1 - int64(seen[WITHDRAWN])
        seen[BOARD + 1] = cards[BOARD + 1]
        seen[DECISION] = 2
        a, b, c = int64(cards[0]), int64(cards[1]), int64(cards[2])
        cell = five_cell(tables, a, b, c, int64(cards[3]), int64(cards[4]))
        batch.rewards[i] = action_values.nets[bets, cell] / action_values.scale
        batch.ended[i] = True
    return waiting
