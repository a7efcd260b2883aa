"""The fast route: every first decision of the game, with how the rounds after it end.

`fairdeal.lab.double_draw` explains the method and why it is exact; the names here are its names.
"""

from typing import NamedTuple

import numpy as np

from fairdeal.lab.double_draw.subsets import CHOOSE, Counts, Ints, Small, compiled, inlined
from fairdeal.lab.double_draw.symmetry import keeping
from fairdeal.lab.double_draw.tables import CELLS, HAND, DeckTables
from fairdeal.lab.double_draw.words import WORDS, add, count_at, count_in, pack, unpack_share

# Choices at the second decision, in the order in which equal ones are taken: stand pat, throw the
# first to the fifth of the sorted cards, fold.
PAT, FOLD, CHOICES = 0, 6, 7

# What a kind of outs does when it is dead: the same to all choices; other things to them, but
# without a change in value; or perhaps turn the choice.
ALONE, FOLLOWS, TURNS = 0, 1, 2


class Rules(NamedTuple):
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


def rules_of(tables: DeckTables, net: Ints, fold: int) -> Rules:
    """Join a deck to the net result of every cell and of folding at the second decision."""
    there = tables.counts > 0
    return Rules(
        tables.made,
        tables.usual,
        pack(tables.counts),
        tables.counts.astype(np.int64) @ net,
        np.where(there, net, net.max()).min(axis=1),
        np.where(there, net, net.min()).max(axis=1),
        net,
        fold,
    )


class Desk(NamedTuple):
    """Room to work on one hand H after the first draw.

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


def desk_for(deck: int) -> Desk:
    """A desk for a deck of so many cards."""
    shapes = (
        *((HAND,), (CHOICES,), (CHOICES,), (CHOICES,), (CHOICES, WORDS)),
        *((deck,), (deck,), (deck,), (deck, deck)),
        *((CHOICES, deck), (CHOICES, deck, WORDS), (deck, WORDS), (deck, deck, WORDS), (WORDS,)),
    )
    return Desk(*(np.zeros(shape, dtype=np.int64) for shape in shapes))


@compiled
def slot_of(deck: int, x: int, y: int, z: int) -> int:
    """Where the share of a set of up to three cards is kept; -1 stands for no card."""
    low, high = min(x, y), max(x, y)
    first, second, third = min(low, z), max(low, min(high, z)), max(high, z)
    if third < 0:
        return 0
    if second < 0:
        return 1 + third
    if first < 0:
        return 1 + deck + second + CHOOSE[third, 2]
    return 1 + deck + CHOOSE[deck, 2] + first + CHOOSE[second, 2] + CHOOSE[third, 3]


@compiled
def sweep(
    turns: Ints,
    kept_sets: Ints,
    starts: Ints,
    others: Small,
    weights: Ints,
    rules: Rules,
    desk: Desk,
    endings: Counts,
) -> None:
    """For each split of hands into kept cards and others, count how the rounds end in which the
    others are thrown away: `endings[split, cell]` out of all ways that the two draws can go. What
    is missing to all ways was folded at the second decision.
    """
    deck, size = turns.shape[1], others.shape[1]
    slots = 0
    for i in range(size + 1):
        slots += CHOOSE[deck, i]
    shares = np.zeros((slots, WORDS), np.int64)
    sums = np.zeros((slots, WORDS), np.int64)
    total = np.zeros(WORDS, np.int64)
    drawn = np.full(3, -1)
    keeps = np.empty(len(turns), np.int64)
    for kept in range(len(kept_sets)):
        shares[:] = 0
        for split in range(starts[kept], starts[kept + 1]):
            for i in range(size):
                drawn[i] = others[split, i]
            join(kept_sets[kept], drawn, size, desk.hand)
            running = _contenders(rules, desk, deck, size)
            if running == 0:
                continue
            best = _weigh(rules, desk, deck, size, running, weights[split])
            _spread_none(desk, deck, size, best, drawn, shares)
            if size >= 1:
                kinds = _sort_outs(rules, desk, deck, running, weights[split])
                _spread_one(desk, deck, size, running, best, kinds, drawn, shares)
                if size >= 2:
                    _spread_two(desk, deck, size, running, best, kinds, drawn, shares)
                if size >= 3:
                    _spread_three(desk, deck, running, best, kinds, shares)
        alike = keeping(turns, kept_sets[kept], keeps)
        _fold_alike(turns, keeps, alike, size, shares, sums)
        for split in range(starts[kept], starts[kept + 1]):
            for i in range(size):
                drawn[i] = others[split, i]
            _gather(deck, size, drawn, alike, sums, total)
            unpack_share(total, alike, endings[split])


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
def _contenders(rules: Rules, desk: Desk, deck: int, size: int) -> int:
    """List the choices that some D can make the best one; none where folding always is."""
    unseen = deck - HAND - size
    fours_of(desk.hand, desk.four)
    pat = rules.net[rules.made[desk.four[HAND], desk.hand[HAND - 1]]]
    floor = unseen * max(pat, rules.fold)
    for k in range(1, FOLD):
        four = desk.four[k]
        low = rules.values[four] - pat - size * rules.highest[four]
        floor = max(floor, low)
    running = 0
    for k in range(CHOICES):
        if k == PAT:
            most = base = unseen * pat
        elif k == FOLD:
            most = base = unseen * rules.fold
        else:
            four = desk.four[k]
            base = rules.values[four] - pat - size * rules.net[rules.usual[four]]
            most = rules.values[four] - pat - size * rules.lowest[four]
        if most >= floor:
            desk.choice[running] = k
            desk.base[running] = base
            running += 1
    if running == 1 and desk.choice[0] == FOLD:
        return 0
    return running


@inlined
def _weigh(rules: Rules, desk: Desk, deck: int, size: int, running: int, weight: int) -> int:
    """Count how the contenders end while no dead card is an out; the best of them."""
    pat_cell = rules.made[desk.four[HAND], desk.hand[HAND - 1]]
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
                desk.ends[m, w] = weight * rules.ways[four, w]
            count_at(desk.ends, m, pat_cell, -weight)
            count_at(desk.ends, m, rules.usual[four], -weight * size)
        if desk.base[m] > desk.base[best]:
            best = m
    return best


@inlined
def _sort_outs(rules: Rules, desk: Desk, deck: int, running: int, weight: int) -> int:
    """Sort the cards whose death matters to a contender into kinds; how many kinds there are."""
    nothing = 0
    for m in range(running):
        if desk.choice[m] not in (PAT, FOLD):
            nothing = nothing * CELLS + rules.usual[desk.four[desk.choice[m]]]
    kinds = 0
    held = 0
    for x in range(deck):
        if held < HAND and desk.hand[held] == x:
            held += 1
            continue
        sign = 0
        for m in range(running):
            if desk.choice[m] not in (PAT, FOLD):
                sign = sign * CELLS + rules.made[desk.four[desk.choice[m]], x]
        if sign == nothing:
            continue
        kind = 0
        while kind < kinds and desk.sign[kind] != sign:
            kind += 1
        if kind == kinds:
            kinds += 1
            desk.sign[kind] = sign
            desk.sizes[kind] = 0
            _weigh_kind(rules, desk, running, kind, x, weight)
        desk.members[kind, desk.sizes[kind]] = x
        desk.sizes[kind] += 1
    return kinds


@inlined
def _weigh_kind(rules: Rules, desk: Desk, running: int, kind: int, x: int, weight: int) -> None:
    """What a dead card takes from the contenders, and what it can do to the choice."""
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
            cell, usual = rules.made[four, x], rules.usual[four]
            desk.loss[m, kind] = rules.net[cell] - rules.net[usual]
            count_in(desk.lost, m, kind, cell, weight)
            count_in(desk.lost, m, kind, usual, -weight)
            moves |= desk.loss[m, kind] != 0
            same &= m == 0 or (cell == rules.made[first, x] and usual == rules.usual[first])
    desk.role[kind] = ALONE if same else TURNS if moves else FOLLOWS


@inlined
def _spread_none(desk: Desk, deck: int, size: int, best: int, drawn: Ints, shares: Ints) -> None:
    """R = {}: share it with every Q of the drawn cards."""
    for q in range(1 << size):
        x = drawn[0] if q & 1 else -1
        y = drawn[1] if q & 2 else -1
        z = drawn[2] if q & 4 else -1
        sign = -1 if (q ^ q >> 1 ^ q >> 2) & 1 else 1
        add(
            shares,
            slot_of(deck, x, y, z),
            sign * desk.ends[best, 0],
            sign * desk.ends[best, 1],
            sign * desk.ends[best, 2],
            sign * desk.ends[best, 3],
        )


@inlined
def _spread_one(
    desk: Desk, deck: int, size: int, running: int, none: int, kinds: int, drawn: Ints, shares: Ints
) -> None:
    """R = {x}, with every Q of at most two drawn cards."""
    for t in range(kinds):
        best = 0
        top = desk.base[0] - desk.loss[0, t]
        for m in range(1, running):
            value = desk.base[m] - desk.loss[m, t]
            if value > top:
                best, top = m, value
        for w in range(WORDS):
            desk.one[t, w] = desk.ends[best, w] - desk.lost[best, t, w]
        w0 = desk.one[t, 0] - desk.ends[none, 0]
        w1 = desk.one[t, 1] - desk.ends[none, 1]
        w2 = desk.one[t, 2] - desk.ends[none, 2]
        w3 = desk.one[t, 3] - desk.ends[none, 3]
        if w0 | w1 | w2 | w3 == 0:
            continue
        for i in range(desk.sizes[t]):
            x = desk.members[t, i]
            add(shares, slot_of(deck, x, -1, -1), w0, w1, w2, w3)
            if size >= 2:
                add(shares, slot_of(deck, x, drawn[0], -1), -w0, -w1, -w2, -w3)
                add(shares, slot_of(deck, x, drawn[1], -1), -w0, -w1, -w2, -w3)
            if size >= 3:
                add(shares, slot_of(deck, x, drawn[2], -1), -w0, -w1, -w2, -w3)
                add(shares, slot_of(deck, x, drawn[0], drawn[1]), w0, w1, w2, w3)
                add(shares, slot_of(deck, x, drawn[0], drawn[2]), w0, w1, w2, w3)
                add(shares, slot_of(deck, x, drawn[1], drawn[2]), w0, w1, w2, w3)


@inlined
def _spread_two(
    desk: Desk, deck: int, size: int, running: int, none: int, kinds: int, drawn: Ints, shares: Ints
) -> None:
    """R = {x, y}, alone and, where three cards are drawn, with every single one of them."""
    for t in range(kinds):
        for u in range(t + 1):
            if desk.role[t] + desk.role[u] < FOLLOWS + TURNS or min(desk.role[t], desk.role[u]) == ALONE:
                continue
            best = 0
            top = desk.base[0] - desk.loss[0, t] - desk.loss[0, u]
            for m in range(1, running):
                value = desk.base[m] - desk.loss[m, t] - desk.loss[m, u]
                if value > top:
                    best, top = m, value
            for w in range(WORDS):
                both = desk.ends[best, w] - desk.lost[best, t, w] - desk.lost[best, u, w]
                desk.two[t, u, w] = both
                desk.two[u, t, w] = both
            w0 = desk.two[t, u, 0] - desk.one[t, 0] - desk.one[u, 0] + desk.ends[none, 0]
            w1 = desk.two[t, u, 1] - desk.one[t, 1] - desk.one[u, 1] + desk.ends[none, 1]
            w2 = desk.two[t, u, 2] - desk.one[t, 2] - desk.one[u, 2] + desk.ends[none, 2]
            w3 = desk.two[t, u, 3] - desk.one[t, 3] - desk.one[u, 3] + desk.ends[none, 3]
            if w0 | w1 | w2 | w3 == 0:
                continue
            for i in range(desk.sizes[t]):
                x = desk.members[t, i]
                for j in range(i if t == u else desk.sizes[u]):
                    y = desk.members[u, j]
                    add(shares, slot_of(deck, x, y, -1), w0, w1, w2, w3)
                    if size >= 3:
                        add(shares, slot_of(deck, x, y, drawn[0]), -w0, -w1, -w2, -w3)
                        add(shares, slot_of(deck, x, y, drawn[1]), -w0, -w1, -w2, -w3)
                        add(shares, slot_of(deck, x, y, drawn[2]), -w0, -w1, -w2, -w3)


@inlined
def _spread_three(
    desk: Desk, deck: int, running: int, none: int, kinds: int, shares: Ints
) -> None:
    """R = {x, y, z}: D itself."""
    ends, lost, one, two = desk.ends, desk.lost, desk.one, desk.two
    for t in range(kinds):
        for u in range(t + 1):
            for v in range(u + 1):
                low = min(desk.role[t], desk.role[u], desk.role[v])
                if desk.role[t] + desk.role[u] + desk.role[v] < FOLLOWS + 2 * TURNS or low == ALONE:
                    continue
                best = 0
                top = desk.base[0] - desk.loss[0, t] - desk.loss[0, u] - desk.loss[0, v]
                for m in range(1, running):
                    value = desk.base[m] - desk.loss[m, t] - desk.loss[m, u] - desk.loss[m, v]
                    if value > top:
                        best, top = m, value
                for w in range(WORDS):
                    desk.three[w] = (
                        (ends[best, w] - lost[best, t, w] - lost[best, u, w] - lost[best, v, w])
                        - (two[t, u, w] + two[t, v, w] + two[u, v, w])
                        + (one[t, w] + one[u, w] + one[v, w])
                        - ends[none, w]
                    )
                w0, w1, w2, w3 = desk.three[0], desk.three[1], desk.three[2], desk.three[3]
                if w0 | w1 | w2 | w3 == 0:
                    continue
                for i in range(desk.sizes[t]):
                    x = desk.members[t, i]
                    for j in range(i if t == u else desk.sizes[u]):
                        y = desk.members[u, j]
                        for k in range(j if u == v else desk.sizes[v]):
                            z = desk.members[v, k]
                            add(shares, slot_of(deck, x, y, z), w0, w1, w2, w3)


@inlined
def _fold_alike(turns: Ints, keeps: Ints, alike: int, size: int, shares: Ints, sums: Ints) -> None:
    """Sum the share of every set over the changes of suits that keep K."""
    deck = turns.shape[1]
    slot = 0
    for x in range(-1, deck if size >= 1 else 0):
        for y in range(-1, max(x, 0) if size >= 2 else 0):
            for z in range(-1, max(y, 0) if size >= 3 else 0):
                slot = slot_of(deck, x, y, z)
                w0 = w1 = w2 = w3 = 0
                for s in range(alike):
                    turn = keeps[s]
                    image = slot_of(
                        deck,
                        turns[turn, x] if x >= 0 else -1,
                        turns[turn, y] if y >= 0 else -1,
                        turns[turn, z] if z >= 0 else -1,
                    )
                    w0 += shares[image, 0]
                    w1 += shares[image, 1]
                    w2 += shares[image, 2]
                    w3 += shares[image, 3]
                sums[slot, 0] = w0
                sums[slot, 1] = w1
                sums[slot, 2] = w2
                sums[slot, 3] = w3


@inlined
def _gather(
    deck: int, size: int, thrown: Ints, alike: int, sums: Ints, total: Ints
) -> None:
    """Sum the shares of all subsets of D."""
    for w in range(WORDS):
        total[w] = 0
    for t in range(1 << size):
        x = thrown[0] if t & 1 else -1
        y = thrown[1] if t & 2 else -1
        z = thrown[2] if t & 4 else -1
        slot = slot_of(deck, x, y, z)
        for w in range(WORDS):
            total[w] += sums[slot, w]
