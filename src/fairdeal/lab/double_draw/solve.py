"""The value of the game under the best play, and how its rounds end."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import Final, NamedTuple

import numpy as np

from fairdeal.cards import WITH_TWO_JOKERS, Card, is_joker
from fairdeal.lab.double_draw.subsets import Counts, Ints, Small, compiled
from fairdeal.lab.double_draw.sweep import desk_for, rules_of, sweep
from fairdeal.lab.double_draw.symmetry import changes, classes, splits
from fairdeal.lab.double_draw.tables import CELLS, FIRST_DRAW, HAND, DeckTables, tables_of

Amount = int | Fraction
DECK: Final = WITH_TWO_JOKERS.cards
# Above this a sum of scaled results could leave 64 bits: see `Solution`.
_MOST: Final = 10**12


class Scaled(NamedTuple):
    """Net results as whole numbers of 1/`scale` units."""

    net: tuple[int, ...]
    fold_first: int
    fold_second: int
    scale: int


def scaled(net: Sequence[Amount], fold_first: Amount, fold_second: Amount) -> Scaled:
    """Write the net result of every cell and of both folds over one denominator."""
    if len(net) != CELLS:
        raise ValueError(f"there are {CELLS} cells, from nothing to five aces, not {len(net)}")
    amounts = [Fraction(amount) for amount in (*net, fold_first, fold_second)]
    scale = lcm(*(amount.denominator for amount in amounts))
    *cells, first, second = (int(amount * scale) for amount in amounts)
    if max(map(abs, (*cells, first, second))) > _MOST:
        raise ValueError(f"a result is above {_MOST} when all are written over {scale}")
    return Scaled(tuple(cells), first, second, scale)


@dataclass(frozen=True, eq=False)
class Solution:
    """The whole game, solved.

    The weights say how rounds end under the best play, in equally likely parts of `total`; they
    sum to it. `values[d]` is the value of every way to throw d cards away, by split (see
    `symmetry.splits`), in parts of `scaled.scale * tables.denominator`; at most 10**12 times
    2,542,512, which 64 bits hold.
    """

    ev: Fraction
    fold_first: int
    fold_second: int
    cells: tuple[int, ...]
    total: int
    scaled: Scaled = field(repr=False)
    tables: DeckTables = field(repr=False)
    values: tuple[Ints, ...] = field(repr=False)

    def probability(self, weight: int) -> Fraction:
        """One of the weights as a part of all rounds."""
        return Fraction(weight, self.total)


def solve(
    net: Sequence[Amount],
    fold_first: Amount = -2,
    fold_second: Amount = -3,
    deck: Sequence[Card] = DECK,
) -> Solution:
    """Solve the game for the net result of every cell, in antes, and of folding early or late.

    The last solutions are kept, as a solution also answers first decisions.
    """
    return solved(scaled(net, fold_first, fold_second), tuple(deck))


@lru_cache(maxsize=4)
def solved(results: Scaled, deck: tuple[Card, ...]) -> Solution:
    """`solve`, for results that are scaled already."""
    tables = tables_of(deck)
    net = np.array(results.net, dtype=np.int64)
    rules = rules_of(tables, net, results.fold_second)
    hands = classes(tables.cards, HAND)
    ranks = np.array([13 if is_joker(card) else card >> 2 for card in tables.cards])
    denominator = tables.denominator

    best = np.full(len(hands.sets), results.fold_first * denominator, dtype=np.int64)
    thrown = np.full(len(hands.sets), -1, dtype=np.int64)
    key = np.zeros(len(hands.sets), dtype=np.int64)
    # How each class of hands ends under its best play, in parts of the denominator.
    ends = np.zeros((len(hands.sets), CELLS), dtype=np.int64)
    values = []
    for size in range(FIRST_DRAW + 1):
        ways = tables.ways(size)
        split = splits(tables.cards, size)
        endings = np.zeros((len(split.others), CELLS), dtype=np.int32)
        sweep(
            changes(tables.cards),
            *(split.kept.sets, split.starts, split.others, split.weights),
            *(rules, desk_for(len(tables)), endings),
        )
        played = endings.sum(axis=1, dtype=np.int64)
        value = endings.astype(np.int64) @ net + (ways - played) * results.fold_second
        value *= denominator // ways
        _pick(size, split.hands, split.others, ranks, value, endings, denominator // ways,
              best, thrown, key, ends)
        values.append(value)

    total = comb(len(tables), HAND) * denominator
    cells = [int(weight) for weight in hands.sizes @ ends]
    fold_first = int(hands.sizes[thrown < 0].sum()) * denominator
    # Halves of 32 bits, whose weighted sums stay far inside 64.
    high, low = int(hands.sizes @ (best >> 32)), int(hands.sizes @ (best & 0xFFFFFFFF))
    return Solution(
        Fraction((high << 32) + low, total * results.scale),
        fold_first,
        total - fold_first - sum(cells),
        tuple(cells),
        total,
        results,
        tables,
        tuple(values),
    )


@compiled
def _pick(
    size: int,
    hands: Counts,
    others: Small,
    ranks: Ints,
    values: Ints,
    endings: Counts,
    part: int,
    best: Ints,
    thrown: Ints,
    key: Ints,
    ends: Ints,
) -> None:
    """Give each class of hands its best play so far, by the rule for equal values."""
    for split in range(len(hands)):
        hand = hands[split]
        if values[split] < best[hand]:
            continue
        order = 0
        for i in range(size):
            order = order * 16 + ranks[others[split, i]]
        better = values[split] > best[hand] or thrown[hand] < 0
        if not better and thrown[hand] == size:
            better = order < key[hand]
            if order == key[hand]:
                cell = CELLS - 1
                while cell > 0 and ends[hand, cell] == part * endings[split, cell]:
                    cell -= 1
                better = ends[hand, cell] < part * endings[split, cell]
        if better:
            best[hand], thrown[hand], key[hand] = values[split], size, order
            for cell in range(CELLS):
                ends[hand, cell] = part * endings[split, cell]
