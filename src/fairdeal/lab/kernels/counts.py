"""Fast counts of the deals that make each hand, for side bets.

A side bet has no decisions, so its value is its payouts weighted by these counts.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.cards import Card
from fairdeal.hands import (
    FIVE_CARD,
    FIVE_CARD_ACE_HIGH,
    MINI,
    SIX_CARD,
    THREE_CARD,
    TWO_CARD,
    Ranking,
)
from fairdeal.lab.figures.counts import Counts
from fairdeal.lab.kernels.compiled import compiled
from fairdeal.lab.kernels.tables import (
    ALL_RANKS,
    KEY_BITS,
    KEY_MASK,
    CellTables,
    Ints,
    cell_tables,
    suit_classes,
    whole_deck,
    whole_ranks,
)
from fairdeal.lab.solver.plan import MINE, Plan, Turn

_FIVE_CARD_RANKINGS: Final = (FIVE_CARD, FIVE_CARD_ACE_HIGH)
#: The numbers of cards of which the best five can be counted.
_BEST_FIVE_OF: Final = range(5, 8)
#: By number of cards of one rank, the ways to give them suits: from all four, and from three of
#: them.
_OF_FOUR: Final = np.array([comb(4, k) for k in range(5)], np.int64)
_OF_THREE: Final = np.array([comb(3, k) for k in range(5)], np.int64)


def fast_counts(plan: Plan, deck: Sequence[Card]) -> Counts | None:
    """Return the counts of a wager about which nothing is decided; None if no fast count below was
    written for the deck, the hand and the number of cards.
    """
    ranks = whole_ranks(deck)
    (parts,) = plan.parts
    if ranks is None or not all(isinstance(stage, Turn) for stage in plan.stages):
        return None
    size = Counter({MINE: plan.own_cards})
    for stage in plan.stages:
        if isinstance(stage, Turn):
            size[stage.group] += stage.count
    match parts:
        case ((groups, ranking),):
            dealt = sum(size[group] for group in groups)
            if ranking in _FIVE_CARD_RANKINGS and dealt in _BEST_FIVE_OF:
                return best_five_counts(dealt, ranking, ranks)
            if ranking in (THREE_CARD, MINI, TWO_CARD, SIX_CARD) and dealt == ranking.size:
                return hand_counts(ranking, ranks)
        case ((one, ranking), (other, same)) if ranking is same and ranking in _FIVE_CARD_RANKINGS:
            common, apart = set(one) & set(other), (set(one) - set(other), set(other) - set(one))
            sizes = [sum(size[group] for group in groups) for groups in (common, *apart)]
            if sizes == [3, 2, 2]:  # own cards and center, and two cards of each run
                return better_run_counts(ranking, ranks)
    return None


@cache
def hand_counts(ranking: Ranking, ranks: tuple[int, ...] = ALL_RANKS) -> Counts:
    """Return the counts of every hand of exactly the ranking's size, from a deck of whole ranks."""
    if ranking in _FIVE_CARD_RANKINGS:
        return best_five_counts(5, ranking, ranks)
    if ranking is SIX_CARD:
        return _six_card_counts(ranks)
    counts = np.zeros(len(ranking.cells), np.int64)
    if ranking is THREE_CARD:
        classes = suit_classes(ranks, 3)
        hands, weights = classes.hands.tolist(), classes.weights.tolist()
    else:  # suits are told apart, by the ace-king-queen of spades or by the red aces
        hands = list(combinations(whole_deck(ranks).tolist(), ranking.size))
        weights = [1] * len(hands)
    for cards, weight in zip(hands, weights, strict=True):
        counts[ranking.evaluate_exactly(cards).cell] += weight
    return Counts(tuple(counts.tolist()))


@cache
def best_five_counts(
    cards: int, ranking: Ranking = FIVE_CARD, ranks: tuple[int, ...] = ALL_RANKS
) -> Counts:
    """Return the counts of the best five-card hand in every deal of five, six or seven cards.

    With five cards of one suit in seven at most two are left, too few for a full house or four of a
    kind beside five different ranks: such a deal is worth what its suit makes alone. All others are
    worth what their ranks make, so it is enough to go through sets of ranks.
    """
    if cards not in _BEST_FIVE_OF:
        raise ValueError(f"best five of {cards} cards: only five, six and seven are counted")
    tables = cell_tables(ranking)
    counts = np.zeros(len(ranking.cells), np.int64)
    for suited in range(5, cards + 1):
        sets = np.array(list(combinations(ranks, suited)), np.int64).reshape(-1, suited)
        ways = 4 * comb(3 * len(ranks), cards - suited)
        np.add.at(counts, _best_of(sets, tables.codes, tables.suited), ways)
    sets = np.array(list(combinations_with_replacement(sorted(ranks), cards)), np.int64)
    numbers = (sets[:, None, :] == np.array(ranks)[:, None]).sum(axis=2)
    possible = (numbers <= 4).all(axis=1)
    sets, numbers = sets[possible], numbers[possible]
    ways = _OF_FOUR[numbers].prod(axis=1) - _ways_suited(numbers)
    np.add.at(counts, _best_of(sets, tables.codes, tables.plain), ways)
    return Counts(tuple(counts.tolist()))


def _best_of(rank_sets: Ints, codes: Ints, table: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the best cell among the five-card choices of each set of ranks."""
    keys = codes[4 * rank_sets] & KEY_MASK
    chosen = combinations(range(rank_sets.shape[1]), 5)
    cells = [table[keys[:, choice].sum(axis=1)] for choice in map(list, chosen)]
    return np.max(cells, axis=0) if len(rank_sets) else np.zeros(0, np.uint8)


def _ways_suited(numbers: Ints) -> Ints:
    """Return the ways to give suits to the cards of each rank so that at least five are of one
    suit.
    """
    # ways[:, k]: ways in which one given suit is on exactly k cards.
    size = int(numbers[0].sum())
    ways = np.zeros((len(numbers), size + 1), np.int64)
    ways[:, 0] = 1
    for held in numbers.T:
        without = _OF_THREE[held][:, None]
        with_suit = np.where(held > 0, _OF_THREE[held - 1], 0)[:, None]
        grown = ways * without
        grown[:, 1:] += ways[:, :-1] * with_suit
        ways = grown
    suited: Ints = 4 * ways[:, 5:].sum(axis=1)
    return suited


def _six_card_counts(ranks: tuple[int, ...]) -> Counts:
    """Return the counts of the best five of six cards, less the super royals, which are cells of
    their own.
    """
    best = best_five_counts(6, FIVE_CARD, ranks).by_cell
    counts = np.zeros(len(SIX_CARD.cells), np.int64)
    counts[: len(best)] = best
    six = ALL_RANKS[-6:]
    if set(six) <= set(ranks):
        for suit in range(4):
            cards = [4 * rank + suit for rank in six]
            counts[FIVE_CARD.evaluate(cards).cell] -= 1
            counts[SIX_CARD.evaluate(cards).cell] += 1
    return Counts(tuple(counts.tolist()))


@cache
def better_run_counts(ranking: Ranking = FIVE_CARD, ranks: tuple[int, ...] = ALL_RANKS) -> Counts:
    """Return the counts of the better of the two run hands, over every deal of own cards and cross
    (Run 'Em Twice).
    """
    classes = suit_classes(ranks, 2)
    counts = np.zeros(len(ranking.cells), np.int64)
    deck = whole_deck(ranks)
    _count_better_runs(classes.hands, classes.weights, deck, cell_tables(ranking), counts)
    return Counts(tuple(counts.tolist()))


@compiled
def _count_better_runs(
    hands: Ints,
    weights: Ints,
    deck: Ints,
    tables: CellTables,
    counts: Ints,
) -> None:
    """Given own cards and center, pairs that keep a run at a cell or below are the edges of a graph
    on the other cards, and both runs are there for two edges without a common card: as many as all
    ordered pairs of edges less those that meet, which are the sum of squared degrees less the edges
    (an edge meets itself at both ends).
    """
    codes, plain, suited, one_suit = tables
    live = np.empty(deck.size, np.int64)
    edges = np.empty(counts.size, np.int64)
    degrees = np.empty((counts.size, deck.size), np.int64)
    for hand in range(weights.size):
        own_1, own_2 = hands[hand, 0], hands[hand, 1]
        for center in deck:
            if center in (own_1, own_2):
                continue
            code, others = codes[own_1] + codes[own_2] + codes[center], 0
            for card in deck:
                if card not in (own_1, own_2, center):
                    live[others] = codes[card]
                    others += 1
            edges[:] = 0
            degrees[:] = 0
            for i in range(others):
                for j in range(i):
                    total = code + live[i] + live[j]
                    key = total & KEY_MASK
                    cell = np.int64(suited[key] if one_suit[total >> KEY_BITS] else plain[key])
                    edges[cell] += 1
                    degrees[cell, i] += 1
                    degrees[cell, j] += 1
            before = 0
            for limit in range(counts.size):
                if limit > 0:
                    edges[limit] += edges[limit - 1]
                both = edges[limit] * edges[limit] + edges[limit]
                for i in range(others):
                    if limit > 0:
                        degrees[limit, i] += degrees[limit - 1, i]
                    both -= degrees[limit, i] * degrees[limit, i]
                counts[limit] += weights[hand] * (both - before)
                before = both
