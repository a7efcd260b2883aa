"""The second decision of one hand, for all dead cards at once.

`fairdeal.lab.kernels.double_draw` explains the method; the names here are its names.
"""

from typing import NamedTuple

import numpy as np

from fairdeal.lab.kernels.compiled import inlined
from fairdeal.lab.kernels.double_draw.subsets import CHOOSE, Ints, Small
from fairdeal.lab.kernels.double_draw.tables import CELLS, HAND, DeckTables
from fairdeal.lab.kernels.double_draw.words import WORDS, count_at, count_in, pack

# Choices at the second decision, in the order in which equal ones are taken: stand pat, throw the
# first to the fifth of the sorted cards, fold.
PAT, FOLD, CHOICES = 0, 6, 7

# What a kind of outs does when it is dead: the same to all choices; other things to them, but
# without a change in value; or perhaps turn the choice. Of the cards of a set that matters together
# at most one follows and none is alone, so the sum of the numbers tells such a set.
ALONE, FOLLOWS, TURNS = 0, 1, 2


class PaidHands(NamedTuple):
    """A deck's hands with what they pay. By four cards: `ways` is how many fifth cards make each
    cell, packed; `values` the sum of `net` over them, `lowest` and `highest` its extremes.
    """

    made: Small
    usual: Small
    ways: Ints
    values: Ints
    lowest: Ints
    highest: Ints
    net: Ints
    fold: int


def paid_hands(tables: DeckTables, net: Ints, fold: int) -> PaidHands:
    """Join a deck to the net result of every cell and of folding at the second decision."""
    there = tables.counts > 0
    return PaidHands(
        tables.made,
        tables.usual,
        pack(tables.counts),
        tables.counts.astype(np.int64) @ net,
        np.where(there, net, net.max()).min(axis=1),
        np.where(there, net, net.min()).max(axis=1),
        net,
        fold,
    )


class Workspace(NamedTuple):
    """Arrays to work on one hand H after the first draw.

    By choice that runs for the best: `choice` (its number), `base` and `ends` (its value and how
    it ends while no dead card is an out). The outs are sorted into kinds that are all one to every
    choice: `sign` tells a kind from another, `role` is what it can do, `sizes` and `members` are
    its cards; a dead one takes `loss[choice, kind]` and `lost[choice, kind]` from the choices.
    `one` and `two` are how H ends under the best choice with one or two dead outs.
    """

    hand: Ints
    four: Ints
    choice: Ints
    base: Ints
    ends: Ints
    sign: Ints
    role: Ints
    sizes: Ints
    members: Ints
    loss: Ints
    lost: Ints
    one: Ints
    two: Ints
    three: Ints


def workspace_for(deck: int) -> Workspace:
    """Return a workspace for a deck of this size."""
    shapes = (
        *((HAND,), (CHOICES,), (CHOICES,), (CHOICES,), (CHOICES, WORDS)),
        *((deck,), (deck,), (deck,), (deck, deck)),
        *((CHOICES, deck), (CHOICES, deck, WORDS), (deck, WORDS), (deck, deck, WORDS), (WORDS,)),
    )
    return Workspace(*(np.zeros(shape, dtype=np.int64) for shape in shapes))


@inlined
def join(kept: Ints, drawn: Ints, size: int, hand: Ints) -> None:
    """Merge kept and drawn cards, both sorted, into a sorted hand."""
    i = j = 0
    for k in range(HAND):
        if j == size or (i < HAND - size and kept[i] < drawn[j]):
            hand[k] = kept[i]
            i += 1
        else:
            hand[k] = drawn[j]
            j += 1


@inlined
def fours_of(hand: Ints, four: Ints) -> None:
    """Write into four[1…5] the places of the fours that are left of a sorted hand when its first,
    second, … card is thrown.
    """
    below = 0
    above = 0
    for k in range(1, HAND):
        above += CHOOSE[hand[k], k]
    for k in range(HAND):
        four[k + 1] = below + above
        below += CHOOSE[hand[k], k + 1]
        if k + 1 < HAND:
            above -= CHOOSE[hand[k + 1], k + 1]


@inlined
def contenders(paid: PaidHands, desk: Workspace, deck: int, size: int) -> int:
    """List the choices that some D can make the best one, and return their number; 0 if folding
    always is the best.
    """
    unseen = deck - HAND - size
    fours_of(desk.hand, desk.four)
    pat = paid.net[paid.made[desk.four[HAND], desk.hand[HAND - 1]]]
    floor = unseen * max(pat, paid.fold)
    for k in range(1, FOLD):
        four = desk.four[k]
        low = paid.values[four] - pat - size * paid.highest[four]
        floor = max(floor, low)
    running = 0
    for k in range(CHOICES):
        if k == PAT:
            most = base = unseen * pat
        elif k == FOLD:
            most = base = unseen * paid.fold
        else:
            four = desk.four[k]
            base = paid.values[four] - pat - size * paid.net[paid.usual[four]]
            most = paid.values[four] - pat - size * paid.lowest[four]
        if most >= floor:
            desk.choice[running] = k
            desk.base[running] = base
            running += 1
    if running == 1 and desk.choice[0] == FOLD:
        return 0
    return running


@inlined
def follow(paid: PaidHands, desk: Workspace, deck: int, size: int, allowed: Small) -> int:
    """List the choices that are allowed for this hand (as bits), and return their number; 0 if it
    folds.
    """
    fours_of(desk.hand, desk.four)
    place = 0
    for i in range(HAND):
        place += CHOOSE[desk.hand[i], i + 1]
    pat = paid.net[paid.made[desk.four[HAND], desk.hand[HAND - 1]]]
    running = 0
    for k in range(FOLD):
        if allowed[place] >> k & 1:
            desk.choice[running] = k
            if k == PAT:
                desk.base[running] = (deck - HAND - size) * pat
            else:
                four = desk.four[k]
                usual = paid.net[paid.usual[four]]
                desk.base[running] = paid.values[four] - pat - size * usual
            running += 1
    return running


@inlined
def weigh(paid: PaidHands, desk: Workspace, deck: int, size: int, running: int, weight: int) -> int:
    """Count how the contenders end while no dead card is an out, and return the best of them."""
    pat_cell = paid.made[desk.four[HAND], desk.hand[HAND - 1]]
    best = 0
    for m in range(running):
        k = desk.choice[m]
        for w in range(WORDS):
            desk.ends[m, w] = 0
        if k == PAT:
            count_at(desk.ends, m, pat_cell, weight * (deck - HAND - size))
        elif k != FOLD:
            four = desk.four[k]
            for w in range(WORDS):
                desk.ends[m, w] = weight * paid.ways[four, w]
            count_at(desk.ends, m, pat_cell, -weight)
            count_at(desk.ends, m, paid.usual[four], -weight * size)
        if desk.base[m] > desk.base[best]:
            best = m
    return best


@inlined
def sort_outs(paid: PaidHands, desk: Workspace, deck: int, running: int, weight: int) -> int:
    """Sort the cards whose death matters to a contender into kinds, and return the number of
    kinds.
    """
    nothing = 0
    for m in range(running):
        if desk.choice[m] not in (PAT, FOLD):
            nothing = nothing * CELLS + paid.usual[desk.four[desk.choice[m]]]
    kinds = 0
    held = 0
    for x in range(deck):
        if held < HAND and desk.hand[held] == x:
            held += 1
            continue
        sign = 0
        for m in range(running):
            if desk.choice[m] not in (PAT, FOLD):
                sign = sign * CELLS + paid.made[desk.four[desk.choice[m]], x]
        if sign == nothing:
            continue
        kind = 0
        while kind < kinds and desk.sign[kind] != sign:
            kind += 1
        if kind == kinds:
            kinds += 1
            desk.sign[kind] = sign
            desk.sizes[kind] = 0
            _weigh_kind(paid, desk, running, kind, x, weight)
        desk.members[kind, desk.sizes[kind]] = x
        desk.sizes[kind] += 1
    return kinds


@inlined
def _weigh_kind(
    paid: PaidHands, desk: Workspace, running: int, kind: int, x: int, weight: int
) -> None:
    """Note what a dead card takes from the contenders, and how it can change the choice."""
    same = True
    moves = False
    first = desk.four[desk.choice[0]]
    for m in range(running):
        desk.loss[m, kind] = 0
        for w in range(WORDS):
            desk.lost[m, kind, w] = 0
        if desk.choice[m] in (PAT, FOLD):
            same = False
        else:
            four = desk.four[desk.choice[m]]
            cell, usual = paid.made[four, x], paid.usual[four]
            desk.loss[m, kind] = paid.net[cell] - paid.net[usual]
            count_in(desk.lost, m, kind, cell, weight)
            count_in(desk.lost, m, kind, usual, -weight)
            moves |= desk.loss[m, kind] != 0
            same &= m == 0 or (cell == paid.made[first, x] and usual == paid.usual[first])
    desk.role[kind] = ALONE if same else TURNS if moves else FOLLOWS
