"""Joint figures of Run 'Em Twice's side bets with the main wagers and with each other.

A side bet may be on a run, on the better of both, on the five community cards or on the best of all
seven. How the main wagers end depends on the same cards, so every deal is counted, up to the names
of suits: own cards, left and right, top and bottom, center. A hand that contains all of the last
three is the same whichever of them is the center, and is looked up once for the three.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations
from os import cpu_count
from typing import Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from fairdeal.cards import Card
from fairdeal.hands import Ranking
from fairdeal.lab.kernels.compiled import compiled
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice, first_pairs
from fairdeal.lab.kernels.run_em_twice.loops import Runs, second_runs, third_decisions
from fairdeal.lab.kernels.run_em_twice.solution import ANTES, BETS, FOLD, HIGH, LOW, best
from fairdeal.lab.kernels.tables import KEY_MASK, Ints, cell_tables
from fairdeal.lab.progress import Progress

#: A function that is called with the number of kinds of own cards done and of all kinds.
Cells: TypeAlias = NDArray[np.uint8]

#: What a hand is made of, as a number for the loops: the own cards alone, of which one pair is
#: counted at a time; a run or the better of both; the community cards; all seven cards.
OWN_CARDS, FIRST, SECOND, BETTER, COMMUNITY, SEVEN = range(6)
#: Decisions of the third kind, as `third_decisions` numbers them.
_DECISIONS: Final = 3


_Count = TypeVar("_Count")


class Deals(NamedTuple):
    """Two own cards and every board: left and right by their numbers, with their weights."""

    pair_base: Ints
    #: The cell of the run through a center and a pair; none where the center is one of the pair.
    run: Cells
    ranks: Ints
    suits: Ints
    #: Ranks and suits of the own cards.
    own_ranks: Ints
    own_suits: Ints
    first_pairs: Ints
    weights: Ints


class HandTables(NamedTuple):
    """Look-up tables of hands: the key of each rank, cells by key, and cells by the set of ranks of
    five to seven cards of one suit.
    """

    keys: Ints
    plain: Cells
    suited: Cells
    cells: int


class Play(NamedTuple):
    """What is played: the first bet, the second at each pair, and payouts. Without a bet on the
    first run nothing is played, and a deal counts for `folded`.
    """

    bet_1: int
    bets_2: Ints
    scale: int
    ante: Ints
    run: Ints
    level_step: Ints
    folded: int


def main_by_cell(
    game: RunEmTwice, hand: int, progress: Progress | None = None
) -> tuple[list[int], int]:
    """Return the results of all deals under the best play, split by the cell of a hand; and what to
    divide them by for parts of the value of a round.
    """
    totals = [0] * len(game.ranking.cells)

    def count(own: tuple[Card, ...]) -> Ints:
        return _count(game, own, best_play(game, own), OWN_CARDS, hand)

    for _, weight, counted in each_class(game, count, progress):
        for cell, part in enumerate(counted[0].tolist()):
            totals[cell] += weight * part
    return totals, game.scale * game.deals


def deals_by_cells(
    game: RunEmTwice, one: int, other: int, progress: Progress | None = None
) -> dict[tuple[Card, ...], Ints]:
    """Return, for each kind of own cards, in how many boards two hands fall into which cells."""
    if one == OWN_CARDS:
        # Counting one hand takes as long as counting two, and the counts of two may be needed
        # later.
        beside = BETTER if other == COMMUNITY else COMMUNITY
        found = deals_by_cells(game, beside, other, progress)
        return {own: counts.sum(axis=0, keepdims=True) for own, counts in found.items()}
    known = _known_deals.get((game.ranking, game.ranks, one, other))
    if known is None:
        known = {}

        def count(own: tuple[Card, ...]) -> Ints:
            return _count(game, own, _ONES, one, other)

        for own, _, counted in each_class(game, count, progress):
            known[own] = counted
        _known_deals[game.ranking, game.ranks, one, other] = known
        turned = {own: counts.T for own, counts in known.items()}
        _known_deals[game.ranking, game.ranks, other, one] = turned
    return known


#: By ranking, deck and hands: what nothing that is paid changes.
_known_deals: Final[
    dict[tuple[Ranking, tuple[int, ...], int, int], dict[tuple[Card, ...], Ints]]
] = {}


def each_class(
    game: RunEmTwice, count: Callable[[tuple[Card, ...]], _Count], progress: Progress | None
) -> Iterator[tuple[tuple[Card, ...], int, _Count]]:
    """Yield the counts of each class of own cards, with its number of deals, computed by all
    cores.
    """
    classes = list(game.classes)
    with ThreadPoolExecutor(cpu_count()) as pool:
        counted = pool.map(count, [hand for hand, _ in classes])
        for done, ((own, weight), found) in enumerate(zip(classes, counted, strict=True), 1):
            yield own, weight, found
            if progress:
                progress(done, len(classes))


_NONE: Final = np.zeros(0, np.int64)
#: Every deal counts for one.
_ONES: Final = Play(FOLD, _NONE, 1, _NONE, _NONE, _NONE, 1)


def best_play(game: RunEmTwice, own: tuple[Card, ...]) -> Play:
    """Return the best play of one pair of own cards."""
    solved = game.own_cards_solution(own)
    bet_1 = best(solved.values)
    bets_2 = _NONE
    if bet_1 != FOLD:
        bets_2 = solved.second_choices[:, BETS.index(bet_1)].astype(np.int64)
    steps = game.steps
    lost = -game.scale * ANTES
    return Play(bet_1, bets_2, game.scale, steps.ante, steps.run, steps.level_step, lost)


def _count(game: RunEmTwice, own: tuple[Card, ...], play: Play, one: int, other: int) -> Ints:
    """Count deals by the cells of two hands, for one pair of own cards."""
    counts = np.zeros(
        (1 if one == OWN_CARDS else len(game.ranking.cells), len(game.ranking.cells)), np.int64
    )
    runs, tables = game.runs(own), hand_tables(game.ranking)
    _tally(deals_of(game, own), runs, play, tables, one, other, LOW, HIGH, counts)
    return counts


def deals_of(game: RunEmTwice, own: tuple[Card, ...]) -> Deals:
    """Return all boards for one pair of own cards."""
    tables = cell_tables(game.ranking)
    live = game.live(own)
    codes = tables.codes[live]
    pairs = np.array(list(combinations(range(live.size), 2)), np.int64)
    total = tables.codes[list(own)].sum() + codes[pairs].sum(axis=1) + codes[:, None]
    cells = tables.cells(total).astype(np.uint8)
    cells[pairs.T, np.arange(len(pairs))] = len(game.ranking.cells)  # no center lies in its pair
    held = np.array(own, np.int64)
    return Deals(
        game.runs(own).pair_base,
        cells,
        live >> 2,
        live & 3,
        held >> 2,
        held & 3,
        *first_pairs(game.ranks, own),
    )


@cache
def hand_tables(ranking: Ranking) -> HandTables:
    """Return the look-up tables of a ranking."""
    tables = cell_tables(ranking)
    keys = tables.codes[0:52:4] & KEY_MASK
    suited = np.zeros(1 << 13, np.uint8)
    for size in range(5, 8):
        for ranks in combinations(range(13), size):
            held = sum(1 << rank for rank in ranks)
            if size == 5:
                suited[held] = tables.suited[keys[list(ranks)].sum()]
            else:
                suited[held] = max(suited[held ^ 1 << rank] for rank in ranks)
    return HandTables(keys, tables.plain, suited, len(ranking.cells))


@compiled
def _tally(
    deals: Deals,
    runs: Runs,
    play: Play,
    looked: HandTables,
    one: int,
    other: int,
    low: int,
    high: int,
    counts: Ints,
) -> None:
    """Add each deal's weight to `counts[cell of one hand, cell of the other]`.

    An impossible deal, with a card in two places, has the weight 0: it has a decision and a cell of
    its own, so that the innermost loop has no branch.
    """
    places, pairs = deals.run.shape
    row = looked.cells + 1
    sums, decided = np.empty((4, pairs), np.int64), np.zeros(pairs, np.int64)
    # Where a deal's result stands in `worth`, by its second run: the decision's row.
    at = np.empty(pairs, np.uint8)
    # A deal's result by the third decision and the second run's cell.
    worth = np.zeros(row * (_DECISIONS + 1), np.int64)
    # With room for the cell of what is impossible.
    first_half, second_half = np.zeros((2, counts.size + row), np.int64)
    shared = np.zeros((2, places, pairs), np.uint8)
    cells = np.empty(pairs, np.int16)
    for i in range(deals.weights.size):
        left, right = deals.first_pairs[i, 0], deals.first_pairs[i, 1]
        first = deals.pair_base[left] + right
        if one in (COMMUNITY, SEVEN):
            look_up(deals, looked, left, right, one == SEVEN, shared[0])
        if other in (COMMUNITY, SEVEN):
            look_up(deals, looked, left, right, other == SEVEN, shared[1])
        bet_2 = play.bets_2[i] if play.bet_1 else 0
        lost = play.folded - play.scale * (play.bet_1 + bet_2)
        decided[:] = 0
        if bet_2:
            second_runs(runs, play.level_step, low, high, left, right, sums)
            third_decisions(sums, play.bet_1, bet_2, lost * (places - 4), decided)
        for pair in range(pairs):
            at[pair] = row * decided[pair]
        for place in range(places):
            for used in (left, right):
                if place != used:
                    at[deals.pair_base[min(place, used)] + max(place, used)] = row * _DECISIONS
        first_half[:] = 0
        second_half[:] = 0
        for center in range(places):
            if center in (left, right):
                continue
            cell_1 = int(deals.run[center, first])
            for cell in range(looked.cells):
                worth[cell] = worth[row + cell] = worth[2 * row + cell] = lost
                if bet_2:
                    played = play.ante[cell_1] + play.ante[cell]
                    played += play.bet_1 * play.run[cell_1] + bet_2 * play.run[cell]
                    center_pays = play.run[max(cell_1, cell)]
                    worth[cell] = played + low * center_pays
                    worth[row + cell] = played + high * center_pays
            cells[:] = 0
            add_cells(one, cell_1, deals.run[center], shared[0, center], cells)
            if one != OWN_CARDS:
                for pair in range(pairs):
                    cells[pair] *= looked.cells
            add_cells(other, cell_1, deals.run[center], shared[1, center], cells)
            run = deals.run[center]
            # Two sums, so that one addition need not wait for the other.
            for pair in range(0, pairs - 1, 2):
                first_half[cells[pair]] += worth[at[pair] + run[pair]]
                second_half[cells[pair + 1]] += worth[at[pair + 1] + run[pair + 1]]
            if pairs % 2:
                first_half[cells[pairs - 1]] += worth[at[pairs - 1] + run[pairs - 1]]
        flat = counts.reshape(-1)
        for cell in range(flat.size):
            flat[cell] += deals.weights[i] * (first_half[cell] + second_half[cell])


@compiled
def add_cells(
    hand: int, first: int, seconds: Cells, shared: Cells, cells: NDArray[np.int16]
) -> None:
    """Add a hand's cell for each second run to what `into` holds."""
    if hand == FIRST:
        for pair in range(cells.size):
            cells[pair] += first
    elif hand == SECOND:
        for pair in range(cells.size):
            cells[pair] += seconds[pair]
    elif hand == BETTER:
        for pair in range(cells.size):
            cells[pair] += max(first, np.int64(seconds[pair]))
    elif hand != OWN_CARDS:
        for pair in range(cells.size):
            cells[pair] += shared[pair]


@compiled
def look_up(
    deals: Deals, looked: HandTables, left: int, right: int, with_own: bool, into: Cells
) -> None:
    """Return the cells of left, right and three more cards, best five together with the own cards
    if these count, for each choice of the center among the three.
    """
    places = deals.pair_base.size
    held = 4 if with_own else 2
    ranks, suits = np.empty(4, np.int64), np.empty(4, np.int64)
    ranks[0], ranks[1] = deals.ranks[left], deals.ranks[right]
    suits[0], suits[1] = deals.suits[left], deals.suits[right]
    if with_own:
        ranks[2:] = deals.own_ranks
        suits[2:] = deals.own_suits
    by_ranks = _by_ranks(looked, ranks, held)
    for i in range(places):
        for j in range(i + 1, places):
            cells = by_ranks[deals.ranks[i], deals.ranks[j]]
            pair, in_i, in_j = deals.pair_base[i] + j, deals.pair_base[i], deals.pair_base[j]
            for k in range(j + 1, places):
                cell = cells[deals.ranks[k]]
                into[k, pair] = into[j, in_i + k] = into[i, in_j + k] = cell
    for suit in range(4):
        missing, flush = 5, 0
        for card in range(held):
            if suits[card] == suit:
                missing -= 1
                flush |= 1 << ranks[card]
        if missing <= 3:
            _look_up_flushes(deals, looked, suit, missing, flush, into)


@compiled
def _look_up_flushes(
    deals: Deals, looked: HandTables, suit: int, missing: int, held: int, into: Cells
) -> None:
    """Correct the cells of the threes whose suits make a flush with the other cards."""
    places = deals.pair_base.size
    for i in range(places):
        fits_i = np.int64(deals.suits[i] == suit)
        for j in range(i + 1, places):
            fits_j = np.int64(deals.suits[j] == suit)
            if fits_i + fits_j + 1 < missing:
                continue
            pair, in_i, in_j = deals.pair_base[i] + j, deals.pair_base[i], deals.pair_base[j]
            flush = held | fits_i << deals.ranks[i] | fits_j << deals.ranks[j]
            for k in range(j + 1, places):
                fits_k = np.int64(deals.suits[k] == suit)
                if fits_i + fits_j + fits_k >= missing:
                    cell = max(into[k, pair], looked.suited[flush | fits_k << deals.ranks[k]])
                    into[k, pair] = into[j, in_i + k] = into[i, in_j + k] = cell


@compiled
def _by_ranks(looked: HandTables, ranks: Ints, held: int) -> Cells:
    """Return the cells of the best five of some cards and three more by their ranks, without
    flushes.
    """
    found = np.zeros((13, 13, 13), np.uint8)
    size = held + 3
    keys = np.empty(7, np.int64)
    for card in range(held):
        keys[card] = looked.keys[ranks[card]]
    for i in range(13):
        keys[held] = looked.keys[i]
        for j in range(i, 13):
            keys[held + 1] = looked.keys[j]
            for k in range(j, 13):
                keys[held + 2] = looked.keys[k]
                total = keys[:size].sum()
                if size == 5:
                    found[i, j, k] = looked.plain[total]
                    continue
                cell = np.uint8(0)
                for x in range(size):
                    for y in range(x):
                        cell = max(cell, looked.plain[total - keys[x] - keys[y]])
                found[i, j, k] = cell
    return found
