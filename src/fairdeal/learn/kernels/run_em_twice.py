"""Run 'Em Twice, one decision at a time.

What is seen: the two own cards, left and right, top and bottom, each two lowest first, the center
card, the number of the decision, and the bets on the first run, the second run and the center.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice, first_pairs
from fairdeal.lab.kernels.run_em_twice.loops import PayoutSteps, Runs, play_or_fold, second_runs
from fairdeal.lab.kernels.run_em_twice.solution import ANTES, BETS
from fairdeal.lab.kernels.tables import Ints
from fairdeal.learn.kernels.batch import Batch
from fairdeal.learn.kernels.compiled import compiled, inlined
from fairdeal.simulate.kernels.deal import DealConstants, Small, deal_round, int64, put_back
from fairdeal.simulate.kernels.ranks import RankTables, five_cell, four_number, one_suit
from fairdeal.simulate.kernels.run_em_twice import own_classes, pair_classes

#: The places of what is seen.
CENTER, DECISION, MADE, WIDTH = 6, 7, 8, 11
HIDDEN: Final = 52
ACTIONS: Final = 4
#: How many cards the center comes from, and how many pairs top and bottom.
CENTERS, BOARDS = 46, 1_128
#: How many boards there are for two own cards.
ROUNDS: Final = 1_225 * BOARDS * CENTERS


class ActionValues(NamedTuple):
    """By two own cards (`[52 * a + b]`) their class and the suits' names in it. The values of the
    first decision by class and choice; of the second by class, pair of left and right in these
    names, first bet and choice. The payouts of a unit by cell, and of how many parts a unit is.
    """

    kind: Small
    suits: Small
    first: Ints
    pair: NDArray[np.int32]
    second: Ints
    ante: Ints
    run: Ints
    scale: int


@compiled
def _second_values(
    runs: Runs, steps: PayoutSteps, pairs: Ints, bets: Ints, scale: int, into: Ints
) -> None:
    """Write the value of each second choice (0 to fold) after each first bet, at every pair."""
    places = runs.pair_base.size
    sums = np.empty((4, runs.ante_sum.size), np.int64)
    unit = scale * (places - 4)
    boards = (places - 2) * (places - 3) // 2
    for i in range(pairs.shape[0]):
        second_runs(runs, steps.level_step, bets[0], bets[-1], pairs[i, 0], pairs[i, 1], sums)
        for b in range(bets.size):
            folded = -unit * (ANTES + bets[b])
            into[i, b, 0] = folded * boards
            for c in range(bets.size):
                lost = folded - unit * bets[c]
                into[i, b, 1 + c] = play_or_fold(sums, bets[b], bets[c], lost, boards)


def action_values_of(game: RunEmTwice) -> ActionValues:
    """Return the values of a game with all ranks, which takes some seconds."""
    kinds = [own for own, _ in game.classes]
    kind, suits = own_classes(kinds)
    pair = np.zeros((len(kinds), 52, 52), np.int32)
    first = np.zeros((len(kinds), ACTIONS), np.int64)
    parts, found = [], 0
    bets = np.array(BETS, np.int64)
    for number, own in enumerate(kinds):
        pairs, weights = first_pairs(game.ranks, own)
        part = np.zeros((weights.size, len(BETS), ACTIONS), np.int64)
        _second_values(game.runs(own), game.steps, pairs, bets, game.scale, part)
        pair[number] = pair_classes(own) + found
        found += weights.size
        first[number, 0] = -ANTES * game.scale * ROUNDS
        first[number, 1:] = (part.max(axis=2) * weights[:, None]).sum(axis=0)
        parts.append(part)
    steps = game.steps
    second = np.concatenate(parts).ravel()
    return ActionValues(
        kind, suits, first.ravel(), pair.ravel(), second, steps.ante, steps.run, game.scale
    )


@inlined
def _third(seen: Small, tables: RankTables, action_values: ActionValues, into: Ints) -> None:
    """Write the values of the third choices, over all centers."""
    a, b = int64(seen[0]), int64(seen[1])
    left, right = int64(seen[2]), int64(seen[3])
    top, bottom = int64(seen[4]), int64(seen[5])
    bet_1, bet_2 = int64(seen[MADE]), int64(seen[MADE + 1])
    one = 16 * four_number(tables, a, b, left, right)
    two = 16 * four_number(tables, a, b, top, bottom)
    played, center = 0, 0
    if one_suit(a, b, left, right) or one_suit(a, b, top, bottom):
        for x in range(52):
            known = False
            for k in range(6):
                known = known or int64(seen[k]) == x
            if known:
                continue
            first = five_cell(tables, a, b, left, right, x)
            second = five_cell(tables, a, b, top, bottom, x)
            played += action_values.ante[first] + action_values.ante[second]
            played += bet_1 * action_values.run[first] + bet_2 * action_values.run[second]
            center += action_values.run[max(first, second)]
    else:
        for rank in range(13):
            live = 4
            for k in range(6):
                live -= 1 if int64(seen[k]) >> 2 == rank else 0
            first, second = int64(tables.plain[one + rank]), int64(tables.plain[two + rank])
            net = action_values.ante[first] + action_values.ante[second]
            net += bet_1 * action_values.run[first] + bet_2 * action_values.run[second]
            played += live * net
            center += live * action_values.run[max(first, second)]
    into[0] = -action_values.scale * CENTERS * (ANTES + bet_1 + bet_2)
    for bet in range(1, ACTIONS):
        into[bet] = played + bet * center


@inlined
def _values(seen: Small, tables: RankTables, action_values: ActionValues, into: Ints) -> int:
    """Write the value of every choice, and return what the values are over."""
    at = 52 * int64(seen[0]) + int64(seen[1])
    kind = int64(action_values.kind[at])
    if seen[DECISION] == 0:
        for action in range(ACTIONS):
            into[action] = action_values.first[ACTIONS * kind + action]
        return ROUNDS * action_values.scale
    if seen[DECISION] == 1:
        names = int64(action_values.suits[at])
        left, right = int64(seen[2]), int64(seen[3])
        left = (left & ~3) | (names >> 2 * (left & 3) & 3)
        right = (right & ~3) | (names >> 2 * (right & 3) & 3)
        pair = int64(action_values.pair[2704 * kind + 52 * left + right])
        row = ACTIONS * (3 * pair + int64(seen[MADE]) - 1)
        for action in range(ACTIONS):
            into[action] = action_values.second[row + action]
        return BOARDS * CENTERS * action_values.scale
    _third(seen, tables, action_values, into)
    return CENTERS * action_values.scale


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
        for place in range(7):
            cards[place] = deck[places[place]]
        put_back(deck, moved)
        for place in range(0, 6, 2):
            low, high = min(cards[place], cards[place + 1]), max(cards[place], cards[place + 1])
            cards[place], cards[place + 1] = low, high
        seen[0], seen[1] = cards[0], cards[1]
        for place in range(2, 7):
            seen[place] = HIDDEN
        for place in range(DECISION, WIDTH):
            seen[place] = 0
        for action in range(ACTIONS):
            batch.masks[i, action] = 1
        batch.ended[i] = False


@compiled
def step(
    actions: Ints, batch: Batch, tables: RankTables, action_values: ActionValues, going: Ints
) -> int:
    """Make a decision in every copy that is at one; return how many copies have ended before and
    are to be dealt to, which are written into `going`.
    """
    found = np.empty(ACTIONS, np.int64)
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
        most = found[0]
        for other in range(1, ACTIONS):
            most = max(most, found[other])
        batch.numerators[i] = most - found[action]
        decision = int64(seen[DECISION])
        if action == 0:
            lost = ANTES + int64(seen[MADE]) + int64(seen[MADE + 1])
            batch.rewards[i] = -lost
            batch.ended[i] = True
            seen[DECISION] = 3
            continue
        seen[MADE + decision] = action
        seen[DECISION] = decision + 1
        if decision < 2:
            seen[2 + 2 * decision] = cards[2 + 2 * decision]
            seen[3 + 2 * decision] = cards[3 + 2 * decision]
            continue
        seen[CENTER] = cards[CENTER]
        a, b, x = int64(cards[0]), int64(cards[1]), int64(cards[CENTER])
        one = five_cell(tables, a, b, int64(cards[2]), int64(cards[3]), x)
        two = five_cell(tables, a, b, int64(cards[4]), int64(cards[5]), x)
        net = (
            action_values.ante[one]
            + action_values.ante[two]
            + int64(seen[MADE]) * action_values.run[one]
        )
        net += (
            int64(seen[MADE + 1]) * action_values.run[two]
            + action * action_values.run[max(one, two)]
        )
        batch.rewards[i] = net / action_values.scale
        batch.ended[i] = True
    return waiting
