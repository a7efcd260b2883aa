"""The fast route: every first decision of the game, with how the rounds after it end.

`fairdeal.lab.double_draw` explains the method and why it is exact; the names here are its names.
"""

from typing import NamedTuple

import numpy as np

from fairdeal.lab.double_draw.subsets import CHOOSE, Counts, Ints, Small, compiled, inlined
from fairdeal.lab.double_draw.symmetry import keeping
from fairdeal.lab.double_draw.tables import HAND, DeckTables
from fairdeal.lab.double_draw.words import WORDS, add, count_in, pack, unpack_share

# Choices at the second decision, in the order in which equal ones are taken: stand pat, throw the
# first to the fifth of the sorted cards, fold.
PAT, FOLD, CHOICES = 0, 6, 7


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
    it ends while no dead card is an out), and by out `loss` and `lost`, which a dead out takes from
    them. By set of one or two dead outs: the best choice and how it ends.
    """

    hand: Ints
    four: Ints
    choice: Ints
    base: Ints
    ends: Ints
    outs: Ints
    loss: Ints
    lost: Ints
    one_choice: Ints
    one: Ints
    two_choice: Ints
    two: Ints


def desk_for(deck: int) -> Desk:
    """A desk for a deck of so many cards."""
    shapes = (
        *((HAND,), (CHOICES,), (CHOICES,), (CHOICES,), (CHOICES, WORDS)),
        *((deck,), (CHOICES, deck), (CHOICES, deck, WORDS)),
        *((deck,), (deck, WORDS), (deck, deck), (deck, deck, WORDS)),
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
    drawn = np.full(3, -1)
    keeps = np.empty(len(turns), np.int64)
    for kept in range(len(kept_sets)):
        shares[:] = 0
        for split in range(starts[kept], starts[kept + 1]):
            for i in range(size):
                drawn[i] = others[split, i]
            _join(kept_sets[kept], drawn, size, desk.hand)
            running = _contenders(rules, desk, deck, size)
            if running == 0:
                continue
            best = _weigh(rules, desk, deck, size, running, weights[split])
            _spread_none(desk, deck, size, best, drawn, shares)
            if size >= 1:
                active, company, alone = _find_outs(rules, desk, deck, running, weights[split])
                _spread_one(desk, deck, size, running, best, company, alone, drawn, shares)
                if size >= 2:
                    _spread_two(desk, deck, size, running, best, active, company, drawn, shares)
                if size >= 3:
                    _spread_three(desk, deck, running, best, active, company, shares)
        alike = keeping(turns, kept_sets[kept], keeps)
        for split in range(starts[kept], starts[kept + 1]):
            _gather(turns, keeps, alike, others[split], shares, endings[split])


@inlined
def _join(kept: Ints, drawn: Ints, size: int, hand: Ints) -> None:
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
            count_in(desk.ends[m], pat_cell, weight * (deck - HAND - size))
        elif k != FOLD:
            four = desk.four[k]
            for w in range(WORDS):
                desk.ends[m, w] = weight * rules.ways[four, w]
            count_in(desk.ends[m], pat_cell, -weight)
            count_in(desk.ends[m], rules.usual[four], -weight * size)
        if desk.base[m] > desk.base[best]:
            best = m
    return best


@inlined
def _find_outs(
    rules: Rules, desk: Desk, deck: int, running: int, weight: int
) -> tuple[int, int, int]:
    """List the cards whose death matters to a contender, and what it takes from each.

    First those that may turn the choice, up to `active`; then, up to `company`, those that only
    change how a choice ends; from `alone` on those that take the same from all contenders.
    """
    active = company = 0
    alone = deck
    first = desk.choice[0]
    k = 0
    for x in range(deck):
        if k < HAND and desk.hand[k] == x:
            k += 1
            continue
        matters = moves = False
        same = True
        for m in range(running):
            if desk.choice[m] in (PAT, FOLD):
                same = False
                continue
            four = desk.four[desk.choice[m]]
            cell, usual = rules.made[four, x], rules.usual[four]
            matters |= cell != usual
            moves |= rules.net[cell] != rules.net[usual]
            if same and m > 0:
                other = desk.four[first]
                same = cell == rules.made[other, x] and usual == rules.usual[other]
        if not matters:
            continue
        if same:
            alone -= 1
            desk.outs[alone] = x
            _take(rules, desk, running, alone, x, weight)
            continue
        place = company
        if moves:
            if active < company:
                desk.outs[company] = desk.outs[active]
                _take(rules, desk, running, company, desk.outs[company], weight)
            place = active
            active += 1
        desk.outs[place] = x
        _take(rules, desk, running, place, x, weight)
        company += 1
    return active, company, alone


@inlined
def _take(rules: Rules, desk: Desk, running: int, place: int, x: int, weight: int) -> None:
    for m in range(running):
        desk.loss[m, place] = 0
        for w in range(WORDS):
            desk.lost[m, place, w] = 0
        if desk.choice[m] not in (PAT, FOLD):
            four = desk.four[desk.choice[m]]
            cell, usual = rules.made[four, x], rules.usual[four]
            desk.loss[m, place] = rules.net[cell] - rules.net[usual]
            count_in(desk.lost[m, place], cell, weight)
            count_in(desk.lost[m, place], usual, -weight)


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
    desk: Desk,
    deck: int,
    size: int,
    running: int,
    none: int,
    company: int,
    alone: int,
    drawn: Ints,
    shares: Ints,
) -> None:
    """R = {x}, with every Q of at most two drawn cards."""
    for place in range(deck):
        if company <= place < alone:
            continue
        best = 0
        for m in range(1, running):
            if desk.base[m] - desk.loss[m, place] > desk.base[best] - desk.loss[best, place]:
                best = m
        desk.one_choice[place] = best
        for w in range(WORDS):
            desk.one[place, w] = desk.ends[best, w] - desk.lost[best, place, w]
        w0 = desk.one[place, 0] - desk.ends[none, 0]
        w1 = desk.one[place, 1] - desk.ends[none, 1]
        w2 = desk.one[place, 2] - desk.ends[none, 2]
        w3 = desk.one[place, 3] - desk.ends[none, 3]
        x = desk.outs[place]
        add(shares, slot_of(deck, x, -1, -1), w0, w1, w2, w3)
        if size >= 2:
            for i in range(size):
                add(shares, slot_of(deck, x, drawn[i], -1), -w0, -w1, -w2, -w3)
        if size == 3:
            add(shares, slot_of(deck, x, drawn[0], drawn[1]), w0, w1, w2, w3)
            add(shares, slot_of(deck, x, drawn[0], drawn[2]), w0, w1, w2, w3)
            add(shares, slot_of(deck, x, drawn[1], drawn[2]), w0, w1, w2, w3)


@inlined
def _spread_two(
    desk: Desk,
    deck: int,
    size: int,
    running: int,
    none: int,
    active: int,
    company: int,
    drawn: Ints,
    shares: Ints,
) -> None:
    """R = {x, y}, alone and, where three cards are drawn, with every single one of them."""
    for q in range(company):
        for p in range(min(q, active)):
            best = 0
            top = desk.base[0] - desk.loss[0, p] - desk.loss[0, q]
            for m in range(1, running):
                value = desk.base[m] - desk.loss[m, p] - desk.loss[m, q]
                if value > top:
                    best, top = m, value
            desk.two_choice[q, p] = best
            for w in range(WORDS):
                desk.two[q, p, w] = (
                    desk.ends[best, w] - desk.lost[best, p, w] - desk.lost[best, q, w]
                )
            if best == none == desk.one_choice[p] == desk.one_choice[q]:
                continue
            w0 = desk.two[q, p, 0] - desk.one[p, 0] - desk.one[q, 0] + desk.ends[none, 0]
            w1 = desk.two[q, p, 1] - desk.one[p, 1] - desk.one[q, 1] + desk.ends[none, 1]
            w2 = desk.two[q, p, 2] - desk.one[p, 2] - desk.one[q, 2] + desk.ends[none, 2]
            w3 = desk.two[q, p, 3] - desk.one[p, 3] - desk.one[q, 3] + desk.ends[none, 3]
            x, y = desk.outs[p], desk.outs[q]
            add(shares, slot_of(deck, x, y, -1), w0, w1, w2, w3)
            if size == 3:
                for i in range(size):
                    add(shares, slot_of(deck, x, y, drawn[i]), -w0, -w1, -w2, -w3)


@inlined
def _spread_three(
    desk: Desk, deck: int, running: int, none: int, active: int, company: int, shares: Ints
) -> None:
    """R = {x, y, z}: D itself."""
    rest = np.empty(CHOICES, np.int64)
    for r in range(company):
        for q in range(min(r, active)):
            for m in range(running):
                rest[m] = desk.base[m] - desk.loss[m, q] - desk.loss[m, r]
            settled = none == desk.one_choice[q] == desk.one_choice[r] == desk.two_choice[r, q]
            w0 = desk.two[r, q, 0] - desk.one[q, 0] - desk.one[r, 0] + desk.ends[none, 0]
            w1 = desk.two[r, q, 1] - desk.one[q, 1] - desk.one[r, 1] + desk.ends[none, 1]
            w2 = desk.two[r, q, 2] - desk.one[q, 2] - desk.one[r, 2] + desk.ends[none, 2]
            w3 = desk.two[r, q, 3] - desk.one[q, 3] - desk.one[r, 3] + desk.ends[none, 3]
            for p in range(q):
                best = 0
                top = rest[0] - desk.loss[0, p]
                for m in range(1, running):
                    if rest[m] - desk.loss[m, p] > top:
                        best, top = m, rest[m] - desk.loss[m, p]
                if settled and (
                    best
                    == none
                    == desk.one_choice[p]
                    == desk.two_choice[q, p]
                    == desk.two_choice[r, p]
                ):
                    continue
                ends, lost, one, two = desk.ends, desk.lost, desk.one, desk.two
                add(
                    shares,
                    slot_of(deck, desk.outs[p], desk.outs[q], desk.outs[r]),
                    ends[best, 0] - lost[best, p, 0] - lost[best, q, 0] - lost[best, r, 0]
                    - two[q, p, 0] - two[r, p, 0] + one[p, 0] - w0,
                    ends[best, 1] - lost[best, p, 1] - lost[best, q, 1] - lost[best, r, 1]
                    - two[q, p, 1] - two[r, p, 1] + one[p, 1] - w1,
                    ends[best, 2] - lost[best, p, 2] - lost[best, q, 2] - lost[best, r, 2]
                    - two[q, p, 2] - two[r, p, 2] + one[p, 2] - w2,
                    ends[best, 3] - lost[best, p, 3] - lost[best, q, 3] - lost[best, r, 3]
                    - two[q, p, 3] - two[r, p, 3] + one[p, 3] - w3,
                )


@inlined
def _gather(
    turns: Ints, keeps: Ints, alike: int, others: Small, shares: Ints, endings: Counts
) -> None:
    """Sum the shares of all subsets of D, over the changes of suits that keep K."""
    deck, size = turns.shape[1], len(others)
    total = np.zeros(WORDS, np.int64)
    thrown = np.full(3, -1)
    for s in range(alike):
        for i in range(size):
            thrown[i] = turns[keeps[s], others[i]]
        for t in range(1 << size):
            x = thrown[0] if t & 1 else -1
            y = thrown[1] if t & 2 else -1
            z = thrown[2] if t & 4 else -1
            slot = slot_of(deck, x, y, z)
            for w in range(WORDS):
                total[w] += shares[slot, w]
    unpack_share(total, alike, endings)
