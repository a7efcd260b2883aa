"""Compiled loops for Double Draw with other hands seen: one hand and the cards known to be dead.

As in `decisions`, every draw is looked at and the last card is counted, from what the fours that a
player can come to hold make of the cards that are left.
"""

import numpy as np

from fairdeal.lab.kernels.compiled import compiled, inlined
from fairdeal.lab.kernels.double_draw.second_draw import FOLD, PAT, PaidHands, fours_of, join
from fairdeal.lab.kernels.double_draw.subsets import CHOOSE, Ints, next_subset, sort_few
from fairdeal.lab.kernels.double_draw.tables import FIRST_DRAW, HAND


@compiled
def values_knowing(
    hands: Ints,
    dead: Ints,
    deck: int,
    masks: Ints,
    usual: Ints,
    paid: PaidHands,
    best: Ints,
    followed: Ints,
) -> None:
    """Compute the values of hands (rows of places) with dead cards (rows of places).

    `best[hand, throw]` becomes the sum of the best second values over all draws, times the number
    of unseen cards then. `followed` becomes the same for the throw `usual` (its number among
    `masks`; -1 folds) if the second decision is made as if no card of others had been seen.
    """
    values = np.zeros(len(paid.values), np.int64)
    seen = np.zeros(deck, np.bool_)
    left = np.empty(deck - HAND - dead.shape[1], np.int64)
    held, kept = np.empty(HAND, np.int64), np.empty(HAND, np.int64)
    thrown, drawn = np.empty(FIRST_DRAW, np.int64), np.empty(FIRST_DRAW, np.int64)
    hand, four = np.empty(HAND, np.int64), np.zeros(HAND + 1, np.int64)
    for number in range(len(hands)):
        seen[:] = False
        for i in range(HAND):
            held[i] = hands[number, i]
            seen[held[i]] = True
        for card in dead[number]:
            seen[card] = True
        count = 0
        for card in range(deck):
            if not seen[card]:
                left[count] = card
                count += 1
        _values_left(held, dead[number], left, paid, values)
        followed[number] = 0
        for throw in range(len(masks)):
            size = 0
            for i in range(HAND):
                if masks[throw] >> i & 1:
                    thrown[size] = held[i]
                    size += 1
                else:
                    kept[i - size] = held[i]
            sort_few(kept[: HAND - size])
            at = np.arange(size)
            total = np.int64(0)
            while True:
                for i in range(size):
                    drawn[i] = left[at[i]]
                join(kept, drawn, size, hand)
                fours_of(hand, four)
                total += _best(four, hand, thrown, size, count - size, values, paid)
                if throw == usual[number]:
                    unseen = deck - HAND - size
                    choice = _usual(four, hand, thrown, size, unseen, paid)
                    followed[number] += _one(
                        choice, four, hand, thrown, size, count - size, values, paid
                    )
                if not next_subset(at, count):
                    break
            best[number, throw] = total


@compiled
def _values_left(held: Ints, dead: Ints, left: Ints, paid: PaidHands, values: Ints) -> None:
    """Compute, by the place of each four that holds a card of the hand, the sum over its fifth
    cards without the dead ones.
    """
    cards = np.concatenate((held, left))
    own = np.zeros(len(paid.made[0]), np.bool_)
    for card in held:
        own[card] = True
    cards.sort()
    size = len(cards)
    for d in range(3, size):
        for c in range(2, d):
            upper = CHOOSE[cards[d], 4] + CHOOSE[cards[c], 3]
            two = own[cards[d]] or own[cards[c]]
            for b in range(1, c):
                three = two or own[cards[b]]
                middle = upper + CHOOSE[cards[b], 2]
                for a in range(b):
                    if three or own[cards[a]]:
                        four = middle + cards[a]
                        value = paid.values[four]
                        for card in dead:
                            value -= paid.net[paid.made[four, card]]
                        values[four] = value


@inlined
def _best(
    four: Ints, hand: Ints, thrown: Ints, size: int, unseen: int, values: Ints, paid: PaidHands
) -> np.int64:
    """Return the value of the best second choice, times the cards that are unseen."""
    pat = paid.net[paid.made[four[HAND], hand[HAND - 1]]]
    best = unseen * max(pat, paid.fold)
    for k in range(1, HAND + 1):
        value = values[four[k]] - pat
        if value - size * paid.lowest[four[k]] > best:
            for i in range(size):
                value -= paid.net[paid.made[four[k], thrown[i]]]
            best = max(best, value)
    return np.int64(best)


@inlined
def _usual(four: Ints, hand: Ints, thrown: Ints, size: int, unseen: int, paid: PaidHands) -> int:
    """Return the second choice of a player who has seen no other hand."""
    pat = paid.net[paid.made[four[HAND], hand[HAND - 1]]]
    choice, best = (PAT, unseen * pat) if pat >= paid.fold else (FOLD, unseen * paid.fold)
    for k in range(1, HAND + 1):
        value = paid.values[four[k]] - pat
        if value - size * paid.lowest[four[k]] > best:
            for i in range(size):
                value -= paid.net[paid.made[four[k], thrown[i]]]
            if value > best:
                choice, best = k, value
    return choice


@inlined
def _one(
    choice: int,
    four: Ints,
    hand: Ints,
    thrown: Ints,
    size: int,
    unseen: int,
    values: Ints,
    paid: PaidHands,
) -> np.int64:
    """Return the value of one second choice, times the cards that are unseen."""
    pat = paid.net[paid.made[four[HAND], hand[HAND - 1]]]
    if choice == FOLD:
        return np.int64(unseen * paid.fold)
    if choice == PAT:
        return np.int64(unseen * pat)
    value = values[four[choice]] - pat
    for i in range(size):
        value -= paid.net[paid.made[four[choice], thrown[i]]]
    return np.int64(value)
