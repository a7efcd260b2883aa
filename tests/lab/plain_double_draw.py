"""The plain method: deal every card, no symmetry, no table of fours, nothing left out.

Slow, and meant to be read: it is what the fast route is shown equal to. Cards are those of
`fairdeal.cards` here, and hands are named one by one.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from operator import mul

import numpy as np
from numpy.typing import NDArray

from fairdeal.cards import Card, rank_of
from fairdeal.hands import FIVE_CARD_WITH_JOKERS
from fairdeal.hands.lookup import lookup
from fairdeal.lab.kernels.compiled import compiled
from fairdeal.lab.kernels.double_draw.solution import DECK, Amount, scaled
from fairdeal.lab.kernels.double_draw.subsets import Ints, Small, next_subset, sort_few
from fairdeal.lab.kernels.double_draw.tables import CELLS, FIRST_DRAW, HAND

_KEY_BITS = 20
#: After the cells: rounds folded at the second decision.
FOLDED = CELLS


def endings(
    kept: Sequence[Card],
    unseen: Sequence[Card],
    net: Sequence[int],
    fold_second: int,
) -> tuple[int, ...]:
    """How the rounds end in which these cards are kept at the first decision: a count by cell, and
    of folded rounds last, of all ways that the two draws from the unseen cards can go.
    """
    counts = np.zeros(CELLS + 1, dtype=np.int64)
    _play(
        np.array(kept, dtype=np.int64),
        np.array(unseen, dtype=np.int64),
        HAND - len(kept),
        np.array(net, dtype=np.int64),
        fold_second,
        *_hands(),
        counts,
    )
    return tuple(counts.tolist())


def first_values(
    cards: Sequence[Card],
    net: Sequence[int],
    fold_second: int,
    deck: Sequence[Card] = DECK,
) -> dict[tuple[Card, ...], tuple[Fraction, tuple[int, ...]]]:
    """By the cards thrown away at the first decision, the value of the round and how it ends."""
    unseen = sorted(set(deck) - set(cards))
    answers = {}
    for size in range(FIRST_DRAW + 1):
        for discards in combinations(sorted(cards), size):
            kept = [card for card in cards if card not in discards]
            ends = endings(kept, unseen, net, fold_second)
            value = sum(map(mul, ends, (*net, fold_second)))
            answers[discards] = Fraction(value, sum(ends)), ends
    return answers


def plain_solve(
    net: Sequence[Amount],
    fold_first: Amount,
    fold_second: Amount,
    deck: Sequence[Card],
) -> tuple[Fraction, list[Fraction]]:
    """The whole game, hand by hand: its value, and the probability of every cell, of a fold at the
    second and of a fold at the first decision. For small decks.
    """
    results = scaled(net, fold_first, fold_second)
    value = Fraction(0)
    chances = [Fraction(0)] * (CELLS + 2)
    for cards in combinations(sorted(deck), HAND):
        answers = first_values(cards, results.net, results.fold_second, deck)
        discards = max(answers, key=lambda thrown: _preference(thrown, *answers[thrown]))
        best, counts = answers[discards]
        if best < results.fold_first:
            value += results.fold_first
            chances[-1] += 1
            continue
        value += best
        ways = sum(counts)
        for cell, count in enumerate(counts):
            chances[cell] += Fraction(count, ways)
    hands = comb(len(deck), HAND)
    return value / results.scale / hands, [chance / hands for chance in chances]


def _preference(
    discards: tuple[Card, ...], value: Fraction, counts: tuple[int, ...]
) -> tuple[Fraction, int, tuple[int, ...], tuple[int, ...]]:
    """The rule for equal values: fewer cards thrown, then lower ones, then the higher hands."""
    ranks = tuple(-rank_of(card) for card in discards)
    return value, -len(discards), ranks, counts[CELLS - 1 :: -1]


@cache
def _hands() -> tuple[Ints, NDArray[np.bool_], Small, Small]:
    arrays = lookup(FIVE_CARD_WITH_JOKERS).arrays()
    return (
        arrays.codes.astype(np.int64),
        arrays.one_suit,
        arrays.cells[arrays.by_ranks],
        arrays.cells[arrays.by_ranks_suited],
    )


@compiled
def _play(
    kept: Ints,
    unseen: Ints,
    size: int,
    net: Ints,
    fold: int,
    codes: Ints,
    one_suit: NDArray[np.bool_],
    cells: Small,
    suited: Small,
    counts: Ints,
) -> None:
    drawn = np.arange(size)
    hand = np.empty(HAND, np.int64)
    # By card thrown at the second decision, and last for standing pat: cells and their worth.
    ends = np.zeros((HAND + 1, CELLS), np.int64)
    worth = np.zeros(HAND + 1, np.int64)
    stub = np.zeros(len(unseen), np.int64)
    while True:
        for i in range(HAND):
            hand[i] = kept[i] if i < HAND - size else unseen[drawn[i - HAND + size]]
        sort_few(hand)
        whole = 0
        for i in range(HAND):
            whole += codes[hand[i]]
        left = 0
        for place in range(len(unseen)):
            # The drawn places are sorted, and `left` of the others have gone by.
            if place - left < size and drawn[place - left] == place:
                continue
            stub[left] = codes[unseen[place]]
            left += 1
        for i in range(HAND + 1):
            worth[i] = 0
            for cell in range(CELLS):
                ends[i, cell] = 0
            four = whole - codes[hand[i]] if i < HAND else whole
            for place in range(left):
                total = four + stub[place] if i < HAND else whole
                key = total & ((1 << _KEY_BITS) - 1)
                cell = suited[key] if one_suit[total >> _KEY_BITS] else cells[key]
                ends[i, cell] += 1
                worth[i] += net[cell]
        best = HAND
        for i in range(HAND):
            if worth[i] > worth[best]:
                best = i
        if worth[best] < left * fold:
            counts[FOLDED] += left
        else:
            for cell in range(CELLS):
                counts[cell] += ends[best, cell]
        if not next_subset(drawn, len(unseen)):
            return
