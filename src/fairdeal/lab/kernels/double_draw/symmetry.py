"""Sets of cards that differ only in the names of their suits, or in which joker is which.

Every hand keeps its name when the four suits, or the two jokers, change places. So one set of each
class is enough: 183 kept sets of two cards, 1,937 of three, 18,356 of four and 152,646 hands of 54
cards. Of the draws to a kept set, one is enough of those that the changes which keep the kept set
turn into one another.
"""

from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from math import comb

import numpy as np

from fairdeal.cards import Card, is_joker
from fairdeal.lab.kernels.compiled import compiled
from fairdeal.lab.kernels.double_draw.subsets import (
    Counts,
    Ints,
    Small,
    next_subset,
    place_of,
    sort_few,
)
from fairdeal.lab.kernels.double_draw.tables import HAND


@dataclass(frozen=True, eq=False)
class SetClasses:
    """The classes of the sets of one size. By a set's place: `of` is its class and `turn` the
    change that makes it the class's own set; by class: `sets` is that set, `sizes` how many sets
    the class has.
    """

    of: Counts
    turn: Small
    sets: Ints
    sizes: Ints


@dataclass(frozen=True, eq=False)
class HandSplits:
    """Hands split into kept cards and `size` others, up to suits.

    The splits of the kept set of class k are numbered from `starts[k]` to `starts[k + 1]`. By
    split: `others` are its other cards, `weights` how many alike there are, `hands` the class of
    all five cards. `of[k, place of the others]` is the split's number.
    """

    size: int
    kept: SetClasses
    starts: Ints
    others: Small
    weights: Ints
    hands: Counts
    of: Counts


@cache
def changes(deck: tuple[Card, ...]) -> Ints:
    """Return every change of suits and jokers, each as the cards that the deck's cards turn
    into.
    """
    naturals = sum(not is_joker(card) for card in deck)
    rows = [
        [place // 4 * 4 + suits[place % 4] for place in range(naturals)] + list(jokers)
        for suits, jokers in product(
            permutations(range(4)), permutations(range(naturals, len(deck)))
        )
    ]
    return np.array(rows, dtype=np.int64)


@cache
def classes(deck: tuple[Card, ...], size: int) -> SetClasses:
    """Return the classes of the sets of `size` cards."""
    turns = changes(deck)
    of = np.full(comb(len(deck), size), -1, dtype=np.int32)
    turn = np.zeros(len(of), dtype=np.uint8)
    sets = np.zeros((len(of), size), dtype=np.int64)
    sizes = np.zeros(len(of), dtype=np.int64)
    count = _classify(turns, _inverses(turns), of, turn, sets, sizes)
    return SetClasses(of, turn, sets[:count].copy(), sizes[:count].copy())


@cache
def splits(deck: tuple[Card, ...], size: int) -> HandSplits:
    """Return the hands split into kept cards and `size` others."""
    kept, hands = classes(deck, HAND - size), classes(deck, HAND)
    most = len(kept.sets) * comb(len(deck) - HAND + size, size)
    starts = np.zeros(len(kept.sets) + 1, dtype=np.int64)
    others = np.zeros((most, size), dtype=np.uint8)
    weights = np.zeros(most, dtype=np.int64)
    hand = np.zeros(most, dtype=np.int32)
    of = np.full((len(kept.sets), comb(len(deck), size)), -1, dtype=np.int32)
    _split(changes(deck), kept.sets, hands.of, starts, others, weights, hand, of)
    used = int(starts[-1])
    return HandSplits(
        size,
        kept,
        starts,
        others[:used].copy(),
        weights[:used].copy(),
        hand[:used].copy(),
        of,
    )


def _inverses(turns: Ints) -> Ints:
    """Return, by change, the number of the change that undoes it."""
    number = {tuple(row): index for index, row in enumerate(turns.tolist())}
    return np.array([number[tuple(row)] for row in np.argsort(turns, axis=1).tolist()])


@compiled
def _classify(turns: Ints, inverses: Ints, of: Counts, turn: Small, sets: Ints, sizes: Ints) -> int:
    cards = np.arange(sets.shape[1])
    image = np.empty_like(cards)
    count = 0
    while True:
        if of[place_of(cards)] < 0:
            for i in range(len(cards)):
                sets[count, i] = cards[i]
            for change in range(len(turns)):
                for i in range(len(cards)):
                    image[i] = turns[change, cards[i]]
                sort_few(image)
                place = place_of(image)
                if of[place] < 0:
                    of[place] = count
                    turn[place] = inverses[change]
                    sizes[count] += 1
            count += 1
        if not next_subset(cards, turns.shape[1]):
            return count


@compiled
def keeping(turns: Ints, kept: Ints, keeps: Ints) -> int:
    """Write the numbers of the changes that leave the kept set unchanged, and return how many there
    are.
    """
    count = 0
    image = np.empty_like(kept)
    for change in range(len(turns)):
        for i in range(len(kept)):
            image[i] = turns[change, kept[i]]
        sort_few(image)
        same = True
        for i in range(len(kept)):
            same &= image[i] == kept[i]
        if same:
            keeps[count] = change
            count += 1
    return count


@compiled
def _split(
    turns: Ints,
    kept_sets: Ints,
    class_of_hand: Counts,
    starts: Ints,
    others: Small,
    weights: Ints,
    hands: Counts,
    of: Counts,
) -> None:
    size = others.shape[1]
    kept_size = kept_sets.shape[1]
    keeps = np.empty(len(turns), dtype=np.int64)
    image = np.empty(size, dtype=np.int64)
    hand = np.empty(kept_size + size, dtype=np.int64)
    number = 0
    for kept in range(len(kept_sets)):
        starts[kept] = number
        count = keeping(turns, kept_sets[kept], keeps)
        cards = np.arange(size)
        while True:
            for i in range(kept_size):
                hand[i] = kept_sets[kept, i]
            for i in range(size):
                hand[kept_size + i] = cards[i]
            sort_few(hand)
            apart = True
            for i in range(1, len(hand)):
                apart &= hand[i - 1] < hand[i]
            if apart and of[kept, place_of(cards)] < 0:
                for i in range(size):
                    others[number, i] = cards[i]
                hands[number] = class_of_hand[place_of(hand)]
                for k in range(count):
                    for i in range(size):
                        image[i] = turns[keeps[k], cards[i]]
                    sort_few(image)
                    place = place_of(image)
                    if of[kept, place] < 0:
                        of[kept, place] = number
                        weights[number] += 1
                number += 1
            if not next_subset(cards, turns.shape[1]):
                break
    starts[len(kept_sets)] = number
