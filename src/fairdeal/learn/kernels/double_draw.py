"""Double Draw, one decision at a time.

What is seen: the five cards held, lowest first, the up to three cards thrown at the first draw, the
one thrown at the second, and the number of the decision. A throw is named by the places of its
cards in the hand as it is seen.
"""

from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.lab.kernels.double_draw.decisions import THROWS, look_up_values, paid_of
from fairdeal.lab.kernels.double_draw.second_draw import PaidHands
from fairdeal.lab.kernels.double_draw.solution import ScaledResults, solve_scaled
from fairdeal.lab.kernels.double_draw.subsets import CHOOSE
from fairdeal.lab.kernels.double_draw.tables import tables_of
from fairdeal.lab.kernels.tables import Ints
from fairdeal.learn.kernels.batch import Batch
from fairdeal.learn.kernels.compiled import compiled, inlined
from fairdeal.simulate.kernels.deal import DealConstants, Small, deal_round, int64, put_back
from fairdeal.simulate.kernels.double_draw import HAND, JOKER, rename, renamed_hands, sort_hand
from fairdeal.simulate.kernels.double_draw_card import DECK

#: The places of what is seen.
THROWN, LAST, DECISION, WIDTH = 5, 8, 9, 10
HIDDEN: Final = 54
#: To fold, then every throw of up to three cards, fewer cards first.
ACTIONS: Final = 1 + len(THROWS)
#: At the second draw: to fold, to keep all, or to throw one of five.
SECOND_ACTIONS: Final = 7
_MASKS: Final = np.array(THROWS, np.int64)
#: The number of a throw by its cards as bits.
_COLUMN: Final = np.array([THROWS.index(m) if m in THROWS else 0 for m in range(32)], np.int64)


class ActionValues(NamedTuple):
    """The row of every hand whose suits are renamed, by its place; the values of the throws by row
    and throw of the renamed hand, over `whole` parts; the paid hands for the second draw.
    """

    row: NDArray[np.int32]
    first: Ints
    fold_first: int
    fold_second: int
    whole: int
    paid: PaidHands
    scale: int


def action_values_of(results: ScaledResults) -> ActionValues:
    """Return the values of a game with two jokers, which takes some seconds."""
    tables = tables_of(DECK)
    solution = solve_scaled(results, tables)
    hands = np.zeros((renamed_hands(np.zeros((0, HAND), np.int64), True), HAND), np.int64)
    renamed_hands(hands, False)
    first = look_up_values(tables, solution.values, hands)
    row = np.zeros(comb(len(DECK), HAND), np.int32)
    places = sum(CHOOSE[hands[:, i], i + 1] for i in range(HAND))
    row[places] = np.arange(len(hands), dtype=np.int32)
    whole = tables.denominator
    return ActionValues(
        row,
        first,
        results.fold_first * whole,
        results.fold_second,
        whole * results.scale,
        paid_of(results, DECK),
        results.scale,
    )


@inlined
def _values(seen: Small, action_values: ActionValues, into: Ints, work: Ints) -> int:
    """Write the value of every choice, and return what the values are over. What is not allowed
    has the value of a fold. `work` has room for four rows of six.
    """
    hand, named, back, suits = work[0], work[1], work[2], work[3]
    for k in range(HAND):
        hand[k] = seen[k]
    if seen[DECISION] == 0:
        rename(hand, named, back, suits)
        place = 0
        for k in range(HAND):
            place += CHOOSE[named[k], k + 1]
        row = action_values.row[place]
        # Where the card that is the k-th of the renamed hand lies in the hand as it is seen.
        for k in range(HAND):
            for j in range(HAND):
                if hand[j] == back[k]:
                    named[k] = j
        into[0] = action_values.fold_first
        for throw in range(_MASKS.size):
            mask, renamed = _MASKS[throw], 0
            for k in range(HAND):
                renamed |= (mask >> named[k] & 1) << k
            into[1 + throw] = action_values.first[row, _COLUMN[renamed]]
        return action_values.whole
    paid = action_values.paid
    count = 0
    for i in range(3):
        count += 1 if seen[THROWN + i] < HIDDEN else 0
    unseen = 54 - HAND - count
    below, above = 0, 0
    for k in range(1, HAND):
        above += CHOOSE[hand[k], k]
    for k in range(HAND):
        named[k] = below + above
        below += CHOOSE[hand[k], k + 1]
        if k + 1 < HAND:
            above -= CHOOSE[hand[k + 1], k + 1]
    pat = paid.net[paid.made[named[4], hand[4]]]
    folded = unseen * action_values.fold_second
    for action in range(ACTIONS):
        into[action] = folded
    into[1] = unseen * pat
    for k in range(HAND):
        value = paid.values[named[k]] - pat
        for i in range(count):
            value -= paid.net[paid.made[named[k], seen[THROWN + i]]]
        into[2 + k] = value
    return unseen * action_values.scale


@compiled
def values(seen: Small, action_values: ActionValues, into: Ints, over: Ints) -> None:
    """Write the values of many situations, and what each is over."""
    work = np.empty((4, 6), np.int64)
    for i in range(seen.shape[0]):
        over[i] = _values(seen[i], action_values, into[i], work)


@compiled
def deal(
    which: Ints, batch: Batch, how: DealConstants, places: Ints, stride: int, first: bool
) -> None:
    """Begin a round for some copies; those that have played before go on by `stride` rounds.
    `places` are those of the own cards and of the cards to draw.
    """
    words, deck, moved = np.empty(4, np.uint64), how.deck.copy(), np.empty_like(how.sizes)
    key, sizes, bounds = how.key, how.sizes, how.bounds
    hand = np.empty(HAND, np.int64)
    for k in range(which.size):
        i = which[k]
        if not first:
            batch.rounds[i] += stride
        deal_round(batch.rounds[i], key, sizes, bounds, words, deck, moved)
        # Jokers look alike: the first from the top is the first one.
        met = 0
        for place in range(moved.size):
            if deck[place] >= JOKER:
                deck[place] = JOKER + met
                met += 1
        cards, seen = batch.cards[i], batch.observed[i]
        for place in range(places.size):
            cards[place] = deck[places[place]]
        put_back(deck, moved)
        for place in range(HAND):
            hand[place] = cards[place]
        sort_hand(hand)
        for place in range(HAND):
            seen[place] = hand[place]
        for place in range(THROWN, DECISION):
            seen[place] = HIDDEN
        seen[DECISION] = 0
        for action in range(ACTIONS):
            batch.masks[i, action] = 1
        batch.ended[i] = False


@compiled
def step(  # noqa: PLR0915 - one loop, which helpers with arrays would slow down
    actions: Ints, batch: Batch, action_values: ActionValues, going: Ints
) -> int:
    """Make a decision in every copy that is at one; return how many copies have ended before and
    are to be dealt to, which are written into `going`.
    """
    found, work = np.empty(ACTIONS, np.int64), np.empty((4, 6), np.int64)
    hand, paid = np.empty(HAND, np.int64), action_values.paid
    waiting = 0
    for i in range(actions.size):
        batch.rewards[i], batch.numerators[i] = 0.0, 0
        batch.denominators[i], batch.illegal[i] = 1, False
        if batch.ended[i]:
            going[waiting] = i
            waiting += 1
            continue
        seen, cards, action = batch.observed[i], batch.cards[i], actions[i]
        decision = int64(seen[DECISION])
        batch.denominators[i] = _values(seen, action_values, found, work)
        if decision == 1 and action >= SECOND_ACTIONS:
            batch.illegal[i] = True
            action = 0
        most = found[0]
        for other in range(1, ACTIONS if decision == 0 else SECOND_ACTIONS):
            most = max(most, found[other])
        batch.numerators[i] = most - found[action]
        if action == 0:
            batch.rewards[i] = -2.0 if decision == 0 else -3.0
            batch.ended[i] = True
            seen[DECISION] = 2
            continue
        mask, kept, thrown = _MASKS[action - 1], 0, 0
        for k in range(HAND):
            if mask >> k & 1:
                if decision == 0:
                    seen[THROWN + thrown] = seen[k]
                else:
                    seen[LAST] = seen[k]
                thrown += 1
            else:
                hand[kept] = seen[k]
                kept += 1
        following = HAND
        if decision == 1:
            for k in range(3):
                following += 1 if seen[THROWN + k] < HIDDEN else 0
        while kept < HAND:
            hand[kept] = cards[following]
            following += 1
            kept += 1
        sort_hand(hand)
        for k in range(HAND):
            seen[k] = hand[k]
        seen[DECISION] = decision + 1
        if decision == 0:
            for other in range(SECOND_ACTIONS, ACTIONS):
                batch.masks[i, other] = 0
            continue
        place = 0
        for k in range(4):
            place += CHOOSE[hand[k], k + 1]
        batch.rewards[i] = paid.net[paid.made[place, hand[4]]] / action_values.scale
        batch.ended[i] = True
    return waiting
