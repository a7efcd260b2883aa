"""The fast route: every first decision of the game, with how the rounds after it end.

`fairdeal.lab.double_draw` has the method and why it is exact; the names here are its names. One
call of `sweep` takes all hands split into kept cards K and D thrown away with |D| = `size`.
"""

import numpy as np

from fairdeal.lab.double_draw.subsets import CHOOSE, Counts, Ints, Small, compiled
from fairdeal.lab.double_draw.symmetry import keeping
from fairdeal.lab.double_draw.tables import CELLS, HAND

# Choices at the second decision, in the order in which equal ones are taken: stand pat, throw the
# first to the fifth of the sorted cards, fold.
PAT, FOLD, CHOICES = 0, 6, 7


@compiled
def sweep(
    turns: Ints,
    kept_sets: Ints,
    starts: Ints,
    others: Small,
    weights: Ints,
    made: Small,
    counts: Small,
    usual: Small,
    values: Ints,
    lowest: Ints,
    highest: Ints,
    net: Ints,
    fold: int,
    endings: Counts,
) -> None:
    """For each split, count how its rounds end under the best second decisions: `endings[split,
    cell]` out of all ways that the two draws can go. What is missing to all ways was folded.

    By four cards, `values` is the sum of `net` over the fifth cards, `lowest` and `highest` its
    extremes.
    """
    deck, size, kept_size = turns.shape[1], others.shape[1], kept_sets.shape[1]
    unseen = deck - HAND - size
    pairs_from = 1 + deck
    triples_from = pairs_from + CHOOSE[deck, 2]
    shares = np.zeros((triples_from + CHOOSE[deck, 3], CELLS), dtype=np.int32)
    used = 1 if size == 0 else triples_from + CHOOSE[deck, 3]
    used = min(used, pairs_from if size == 1 else used)
    used = min(used, triples_from if size == 2 else used)

    hand = np.empty(HAND, dtype=np.int64)
    drawn = np.empty(3, dtype=np.int64)
    held = np.zeros(deck, dtype=np.bool_)
    four = np.zeros(CHOICES, dtype=np.int64)
    base = np.zeros(CHOICES, dtype=np.int64)
    most = np.zeros(CHOICES, dtype=np.int64)
    running = np.empty(CHOICES, dtype=np.int64)
    base_endings = np.zeros((CHOICES, CELLS), dtype=np.int32)
    outs = np.empty(deck, dtype=np.int64)
    loss = np.zeros((deck, CHOICES), dtype=np.int64)
    lost_cell = np.zeros((deck, CHOICES), dtype=np.int64)
    one = np.zeros((deck, CELLS), dtype=np.int32)
    one_choice = np.zeros(deck, dtype=np.int64)
    two = np.zeros((deck, deck, CELLS), dtype=np.int32)
    two_choice = np.zeros((deck, deck), dtype=np.int64)
    change = np.zeros(CELLS, dtype=np.int32)
    keeps = np.empty(len(turns), dtype=np.int64)
    total = np.zeros(CELLS, dtype=np.int64)
    thrown = np.zeros(3, dtype=np.int64)

    for kept in range(len(kept_sets)):
        for t in range(used):
            for c in range(CELLS):
                shares[t, c] = 0
        for split in range(starts[kept], starts[kept + 1]):
            # ---- The hand H that this draw A makes of the kept cards, sorted.
            weight = np.int32(weights[split])
            for i in range(size):
                drawn[i] = others[split, i]
            i = j = 0
            for k in range(HAND):
                if j == size or (i < kept_size and kept_sets[kept, i] < drawn[j]):
                    hand[k] = kept_sets[kept, i]
                    i += 1
                else:
                    hand[k] = drawn[j]
                    j += 1
            # ---- The seven choices when D holds nothing but usual cards.
            below = 0
            above = 0
            for k in range(1, HAND):
                above += CHOOSE[hand[k], k]
            for k in range(HAND):
                four[k + 1] = below + above
                below += CHOOSE[hand[k], k + 1]
                if k + 1 < HAND:
                    above -= CHOOSE[hand[k + 1], k + 1]
            pat_cell = made[four[HAND], hand[HAND - 1]]
            base[PAT] = most[PAT] = unseen * net[pat_cell]
            base[FOLD] = most[FOLD] = unseen * fold
            floor = max(base[PAT], base[FOLD])
            for k in range(1, FOLD):
                f = four[k]
                usual_net = net[usual[f]]
                base[k] = values[f] - net[pat_cell] - size * usual_net
                most[k] = base[k] + size * (usual_net - lowest[f])
                floor = max(floor, base[k] - size * (highest[f] - usual_net))
            # ---- Only a choice that some D makes the best one matters.
            contenders = 0
            for k in range(CHOICES):
                if most[k] >= floor:
                    running[contenders] = k
                    contenders += 1
            if contenders == 1 and running[0] == FOLD:
                continue
            for m in range(contenders):
                k = running[m]
                for c in range(CELLS):
                    base_endings[m, c] = 0
                if k == PAT:
                    base_endings[m, pat_cell] = unseen
                elif k != FOLD:
                    for c in range(CELLS):
                        base_endings[m, c] = counts[four[k], c]
                    base_endings[m, pat_cell] -= 1
                    base_endings[m, usual[four[k]]] -= size
            # ---- R = {}: what the hand is worth as it stands, for every D.
            none_choice = 0
            for m in range(1, contenders):
                if base[running[m]] > base[running[none_choice]]:
                    none_choice = m
            for a in range(1 << size):
                sign = -weight if (a ^ (a >> 1) ^ (a >> 2)) & 1 else weight
                slot = 0
                n = 0
                for i in range(size):
                    if a >> i & 1:
                        n += 1
                        slot += CHOOSE[drawn[i], n]
                if n == 1:
                    slot += 1
                elif n == 2:
                    slot += pairs_from
                elif n == 3:
                    slot += triples_from
                for c in range(CELLS):
                    shares[slot, c] += sign * base_endings[none_choice, c]
            if size == 0:
                continue
            # ---- The cards whose death matters to a contender. A card that is the same loss to
            # all of them moves no choice, so it needs no company: it goes behind the others.
            for k in range(HAND):
                held[hand[k]] = True
            company = 0
            alone = deck
            for x in range(deck):
                if held[x]:
                    continue
                matters = False
                same = True
                for m in range(contenders):
                    k = running[m]
                    if k in (PAT, FOLD):
                        loss[x, m] = 0
                        lost_cell[x, m] = -1
                        same = False
                    else:
                        cell = made[four[k], x]
                        plain = usual[four[k]]
                        loss[x, m] = net[cell] - net[plain]
                        lost_cell[x, m] = cell
                        matters |= cell != plain
                        same &= (
                            cell == lost_cell[x, 0] and plain == usual[four[running[0]]]
                        )
                if not matters:
                    continue
                if same or contenders == 1:
                    alone -= 1
                    outs[alone] = x
                else:
                    outs[company] = x
                    company += 1
            for k in range(HAND):
                held[hand[k]] = False
            # ---- R = {x}.
            for place in range(deck):
                if company <= place < alone:
                    continue
                x = outs[place]
                best = 0
                for m in range(1, contenders):
                    if base[running[m]] - loss[x, m] > base[running[best]] - loss[x, best]:
                        best = m
                one_choice[place] = best
                for c in range(CELLS):
                    one[place, c] = base_endings[best, c]
                if lost_cell[x, best] >= 0:
                    one[place, lost_cell[x, best]] -= 1
                    one[place, usual[four[running[best]]]] += 1
                for c in range(CELLS):
                    change[c] = weight * (one[place, c] - base_endings[none_choice, c])
                for c in range(CELLS):
                    shares[1 + x, c] += change[c]
                if size >= 2:
                    for i in range(size):
                        y = drawn[i]
                        slot = pairs_from + CHOOSE[min(x, y), 1] + CHOOSE[max(x, y), 2]
                        for c in range(CELLS):
                            shares[slot, c] -= change[c]
                if size == 3:
                    for i in range(size):
                        y = drawn[1] if i == 0 else drawn[0]
                        z = drawn[1] if i == 2 else drawn[2]
                        slot = (
                            triples_from
                            + CHOOSE[min(x, y), 1]
                            + CHOOSE[max(min(x, z), min(max(x, y), z)), 2]
                            + CHOOSE[max(x, z), 3]
                        )
                        for c in range(CELLS):
                            shares[slot, c] += change[c]
            if size == 1:
                continue
            # ---- R = {x, y}; x < y, as the deck was walked in order.
            for q in range(company):
                y = outs[q]
                for p in range(q):
                    x = outs[p]
                    best = 0
                    for m in range(1, contenders):
                        if (
                            base[running[m]] - loss[x, m] - loss[y, m]
                            > base[running[best]] - loss[x, best] - loss[y, best]
                        ):
                            best = m
                    two_choice[q, p] = best
                    for c in range(CELLS):
                        two[q, p, c] = base_endings[best, c]
                    if lost_cell[x, best] >= 0:
                        two[q, p, lost_cell[x, best]] -= 1
                        two[q, p, lost_cell[y, best]] -= 1
                        two[q, p, usual[four[running[best]]]] += 2
                    if best == none_choice == one_choice[p] == one_choice[q]:
                        continue
                    for c in range(CELLS):
                        change[c] = weight * (
                            two[q, p, c] - one[p, c] - one[q, c] + base_endings[none_choice, c]
                        )
                    slot = pairs_from + CHOOSE[x, 1] + CHOOSE[y, 2]
                    for c in range(CELLS):
                        shares[slot, c] += change[c]
                    if size == 3:
                        for i in range(size):
                            z = drawn[i]
                            slot = (
                                triples_from
                                + CHOOSE[min(x, z), 1]
                                + CHOOSE[max(x, min(y, z)), 2]
                                + CHOOSE[max(y, z), 3]
                            )
                            for c in range(CELLS):
                                shares[slot, c] -= change[c]
            if size == 2:
                continue
            # ---- R = {x, y, z}.
            for r in range(company):
                z = outs[r]
                for q in range(r):
                    y = outs[q]
                    for p in range(q):
                        x = outs[p]
                        best = 0
                        for m in range(1, contenders):
                            if (
                                base[running[m]] - loss[x, m] - loss[y, m] - loss[z, m]
                                > base[running[best]]
                                - loss[x, best]
                                - loss[y, best]
                                - loss[z, best]
                            ):
                                best = m
                        if (
                            best
                            == none_choice
                            == one_choice[p]
                            == one_choice[q]
                            == one_choice[r]
                            == two_choice[q, p]
                            == two_choice[r, p]
                            == two_choice[r, q]
                        ):
                            continue
                        for c in range(CELLS):
                            change[c] = base_endings[best, c]
                        if lost_cell[x, best] >= 0:
                            change[lost_cell[x, best]] -= 1
                            change[lost_cell[y, best]] -= 1
                            change[lost_cell[z, best]] -= 1
                            change[usual[four[running[best]]]] += 3
                        slot = triples_from + CHOOSE[x, 1] + CHOOSE[y, 2] + CHOOSE[z, 3]
                        for c in range(CELLS):
                            shares[slot, c] += weight * (
                                change[c]
                                - two[q, p, c]
                                - two[r, p, c]
                                - two[r, q, c]
                                + one[p, c]
                                + one[q, c]
                                + one[r, c]
                                - base_endings[none_choice, c]
                            )
        # ---- Every D: the sum of the shares of its subsets, over the changes that keep K.
        alike = keeping(turns, kept_sets[kept], keeps)
        for split in range(starts[kept], starts[kept + 1]):
            for c in range(CELLS):
                total[c] = 0
            for s in range(alike):
                for i in range(size):
                    thrown[i] = turns[keeps[s], others[split, i]]
                for a in range(1 << size):
                    lo = mid = hi = -1
                    for i in range(size):
                        if a >> i & 1:
                            x = thrown[i]
                            if x > hi:
                                lo, mid, hi = mid, hi, x
                            elif x > mid:
                                lo, mid = mid, x
                            else:
                                lo = x
                    if hi < 0:
                        slot = 0
                    elif mid < 0:
                        slot = 1 + hi
                    elif lo < 0:
                        slot = pairs_from + CHOOSE[mid, 1] + CHOOSE[hi, 2]
                    else:
                        slot = triples_from + CHOOSE[lo, 1] + CHOOSE[mid, 2] + CHOOSE[hi, 3]
                    for c in range(CELLS):
                        total[c] += shares[slot, c]
            for c in range(CELLS):
                endings[split, c] = np.int32(total[c]) // alike
