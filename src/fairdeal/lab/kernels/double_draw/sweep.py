"""The fast route: every first decision of the game, with how the rounds after it end.

`fairdeal.lab.kernels.double_draw` explains the method and why it is exact; the names here are
its names.
"""

import numpy as np

from fairdeal.lab.kernels.compiled import compiled, inlined
from fairdeal.lab.kernels.double_draw.second_draw import (
    FOLLOWS,
    TURNS,
    PaidHands,
    Workspace,
    contenders,
    follow,
    join,
    sort_outs,
    weigh,
)
from fairdeal.lab.kernels.double_draw.subsets import CHOOSE, Counts, Ints, Small
from fairdeal.lab.kernels.double_draw.symmetry import keeping
from fairdeal.lab.kernels.double_draw.words import WORDS, add, unpack_share


@compiled
def slot_of(deck: int, x: int, y: int, z: int) -> int:
    """Return where the share of a set of up to three cards is stored; -1 stands for no card."""
    low, high = min(x, y), max(x, y)
    first, second, third = min(low, z), max(low, min(high, z)), max(high, z)
    slot: int = 0
    if first >= 0:
        slot = 1 + deck + CHOOSE[deck, 2] + first + CHOOSE[second, 2] + CHOOSE[third, 3]
    elif second >= 0:
        slot = 1 + deck + second + CHOOSE[third, 2]
    elif third >= 0:
        slot = 1 + third
    return slot


@compiled
def sweep(
    turns: Ints,
    kept_sets: Ints,
    starts: Ints,
    others: Small,
    weights: Ints,
    paid: PaidHands,
    desk: Workspace,
    allowed: Small,
    endings: Counts,
) -> None:
    """Count, for each split of hands into kept cards and others, how the rounds end in which the
    others are thrown away: `endings[split, cell]` out of all ways that the two draws can go. Ways
    that are missing from the sum were folded at the second decision.

    The second decision is the best one; if `allowed` is given, it is the best of the choices that
    `allowed` has for the place of a hand.
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
            if len(allowed) > 0:
                running = follow(paid, desk, deck, size, allowed)
            else:
                running = contenders(paid, desk, deck, size)
            if running == 0:
                continue
            best = weigh(paid, desk, deck, size, running, weights[split])
            _spread_none(desk, deck, size, best, drawn, shares)
            if size >= 1:
                kinds = sort_outs(paid, desk, deck, running, weights[split])
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
            _gather(deck, size, drawn, sums, total)
            unpack_share(total, alike, endings[split])


@inlined
def _spread_none(
    desk: Workspace, deck: int, size: int, best: int, drawn: Ints, shares: Ints
) -> None:
    """Share R = {} with every Q of the drawn cards."""
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
    desk: Workspace,
    deck: int,
    size: int,
    running: int,
    none: int,
    kinds: int,
    drawn: Ints,
    shares: Ints,
) -> None:
    """Share R = {x} with every Q of at most two drawn cards."""
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
    desk: Workspace,
    deck: int,
    size: int,
    running: int,
    none: int,
    kinds: int,
    drawn: Ints,
    shares: Ints,
) -> None:
    """Share R = {x, y} alone and, if three cards are drawn, with every single one of them."""
    for t in range(kinds):
        for u in range(t + 1):
            if desk.role[t] + desk.role[u] < FOLLOWS + TURNS:
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
    desk: Workspace, deck: int, running: int, none: int, kinds: int, shares: Ints
) -> None:
    """Share R = {x, y, z}, which is D itself."""
    ends, lost, one, two = desk.ends, desk.lost, desk.one, desk.two
    for t in range(kinds):
        for u in range(t + 1):
            for v in range(u + 1):
                if desk.role[t] + desk.role[u] + desk.role[v] < FOLLOWS + TURNS + TURNS:
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
def _gather(deck: int, size: int, thrown: Ints, sums: Ints, total: Ints) -> None:
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
