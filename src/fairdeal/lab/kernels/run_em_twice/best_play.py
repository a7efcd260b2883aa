"""Run 'Em Twice: the main wagers under the best possible play, exactly (MD-RET 11, 12.A-B).

Two antes of one unit; a first run bet before the cross is turned, a second one after its left and
right cards, a center bet after its top and bottom, each of one to three units, or a fold that loses
what has been placed (11.B-F). Antes and run bets go with their own run; the center bet goes with
the better of the two (reading `center-outcome`): the same as winning if either wins, as long as no
hand pays less than a lower one.

Why only the least and the greatest bet are ever tried. What a round brings after the third decision
is the greatest of linear functions of the three bets (fold, or play on with some center bet), so it
is convex in all three together, and sums over cards stay convex. A convex function of one bet is
greatest at an end of its range, and the greater of convex functions is convex again; so the same
holds at the second decision and at the first. If the low end is strictly better than the high one,
every bet between is strictly worse than the low end; otherwise the high end is at least as good as
any. That also settles the rule for equal values (more money in play counts) without trying others.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.cards import Card
from fairdeal.hands import FIVE_CARD, Ranking
from fairdeal.hands.five import LINES
from fairdeal.lab.kernels.run_em_twice import loops
from fairdeal.lab.kernels.run_em_twice.solution import (
    ANTES,
    BETS,
    FOLD,
    HIGH,
    LOW,
    Choices,
    OwnCards,
    RunEmTwiceEnding,
    RunEmTwiceSolution,
    best,
    check_bets,
    folded_after,
)
from fairdeal.lab.kernels.tables import (
    ALL_RANKS,
    CellTables,
    Ints,
    Payouts,
    cell_tables,
    check_cards,
    check_game,
    class_of,
    other_card_classes,
    scaled,
    suit_classes,
    whole_deck,
)


class OwnCardsSolution(NamedTuple):
    """The values of two own cards after each first decision, and the second decisions after it."""

    values: Choices
    #: By first pair and first run bet: the second decision, 0 to fold.
    second_choices: NDArray[np.int8]


@dataclass(eq=False)
class _Counts:
    """The counts of the loops for one first run bet; see `count_own_cards`."""

    third_folds: Ints
    results: Ints
    first_folds: int = 0
    second_folds: int = 0

    @classmethod
    def zero(cls, groups: int) -> "_Counts":
        return cls(np.zeros(2, np.int64), np.zeros((2, 3, groups, groups), np.int64))


def first_pairs(ranks: tuple[int, ...], own: tuple[Card, ...]) -> tuple[Ints, Ints]:
    """Return the pairs left and right that differ in more than the names of suits, own cards given:
    one pair of places among the live cards for each class, and the number of pairs in the class.
    """
    pairs = other_card_classes(ranks, own, 2)
    return pairs.hands, pairs.weights


@dataclass(frozen=True, eq=False)
class RunEmTwice:
    """The game with one pair of payout tables, one ranking and one deck of whole ranks."""

    ante: Payouts
    run: Payouts
    ranking: Ranking = FIVE_CARD
    ranks: tuple[int, ...] = ALL_RANKS
    _solved: dict[tuple[Card, ...], OwnCardsSolution] = field(
        default_factory=dict, init=False, repr=False
    )

    def __post_init__(self) -> None:
        check_game(self.ranking, self.ranks, self.ante, self.run)
        _ = self._scaled  # payouts that cannot be counted with are refused here, not later

    def decision(
        self,
        cards: Sequence[Card],
        board: Sequence[Card] = (),
        bets: Sequence[Fraction | int] = (),
    ) -> Choices:
        """Return the values at the decision to which the board and the bets placed so far
        belong.
        """
        if len(board) != 2 * len(bets) or len(bets) > 2:
            raise ValueError(
                "no decision has so many bets and cards: none, then one bet with left and right, "
                "then two with top and bottom as well"
            )
        if not bets:
            return self.first_decision(cards)
        if len(bets) == 1:
            return self.second_decision(cards, board, bets[0])
        return self.third_decision(cards, board, bets[0], bets[1])

    def first_decision(self, cards: Sequence[Card]) -> Choices:
        """Return the values with only the two own cards known."""
        check_cards(cards, 2, (), 0, self.ranks)
        return dict(self.own_cards_solution(class_of(cards)).values)

    def second_decision(
        self, cards: Sequence[Card], left_right: Sequence[Card], first_run: Fraction | int
    ) -> Choices:
        """Return the values with left and right turned up, after a first run bet of any size
        allowed.
        """
        known = check_cards(cards, 2, left_right, 2, self.ranks)
        check_bets(first_run)
        runs = self._second_runs(known)
        deals = runs[0].size * (4 * len(self.ranks) - 6)
        values = {bet: self._play_or_fold(*runs, Fraction(first_run), bet) / deals for bet in BETS}
        return {FOLD: Fraction(-ANTES - first_run)} | values

    def _second_runs(self, known: Sequence[Card]) -> tuple[Ints, Ints, Ints]:
        """Return, for every top and bottom, sums over the centers: both antes with the best center
        bet, one unit on the first run, and one on the second.
        """
        first, second = self.cells_of_second_runs(known)
        ante, run = (np.append(table, 0) for table in (self.steps.ante, self.steps.run))
        antes = (ante[first] + ante[second]).sum(axis=1)
        center = run[np.maximum(first, second)].sum(axis=1)
        played = antes + np.maximum(LOW * center, HIGH * center)
        return played, run[first].sum(axis=1), run[second].sum(axis=1)

    def cells_of_second_runs(self, known: Sequence[Card]) -> tuple[Ints, Ints]:
        """Return the cells of the first and of the second run for every top and bottom and every
        center. A center that lies at the top or bottom is impossible, and has the cell after the
        last.
        """
        live = self.live(known)
        first = self._cells(known, live)
        i, j = np.triu_indices(live.size, 1)
        codes = self._tables.codes
        four = codes[list(known[:2])].sum() + codes[live[i]] + codes[live[j]]
        five = four[:, None] + codes[live]
        boards, none = np.arange(i.size), len(self.run)
        five[boards, i] = five[boards, j] = 0
        second = self._tables.cells(five)
        second[boards, i] = second[boards, j] = none
        return np.where(second == none, none, first), second

    def _play_or_fold(
        self, played: Ints, firsts: Ints, seconds: Ints, bet_1: Fraction, bet_2: int
    ) -> Fraction:
        """Return the sum over top and bottom of the best third decision. Choices are compared in
        integers and added up in fractions, so that an odd first run bet cannot exceed 64 bits.
        """
        unit, centers = bet_1.denominator, 4 * len(self.ranks) - 6
        lost = ANTES + bet_1 + bet_2
        results = unit * (played + bet_2 * seconds) + bet_1.numerator * firsts
        plays = results >= int(-lost * unit * self.scale * centers)
        won = int((played + bet_2 * seconds)[plays].sum()) + bet_1 * int(firsts[plays].sum())
        return won / self.scale - lost * centers * int((~plays).sum())

    def third_decision(
        self,
        cards: Sequence[Card],
        four_up: Sequence[Card],
        first_run: Fraction | int,
        second_run: Fraction | int,
    ) -> Choices:
        """Return the values with left, right, top and bottom turned up, in this order."""
        known = check_cards(cards, 2, four_up, 4, self.ranks)
        check_bets(first_run, second_run)
        first, second = self.cells_of_runs(known)
        ante, run = self.steps.ante, self.steps.run
        deals = self.scale * first.size
        antes = int(ante[first].sum() + ante[second].sum())
        runs = int(run[first].sum()) * first_run + int(run[second].sum()) * second_run
        center = int(run[np.maximum(first, second)].sum())
        choices: Choices = {FOLD: Fraction(-ANTES - first_run - second_run)}
        return choices | {bet: Fraction(antes + runs + bet * center) / deals for bet in BETS}

    def cells_of_runs(self, known: Sequence[Card]) -> tuple[Ints, Ints]:
        """Return the cells of the first and of the second run for every center."""
        centers = self.live(known)
        return self._cells(known[:4], centers), self._cells([*known[:2], *known[4:]], centers)

    @cached_property
    def grid(self) -> list[OwnCards]:
        """The first decision for every kind of own cards (169 with all ranks)."""
        return [
            OwnCards((hand[0], hand[1]), weight, dict(self.own_cards_solution(hand).values))
            for hand, weight in self.classes
        ]

    @cached_property
    def ev(self) -> Fraction:
        """Expected net result of a round under the best play, in antes."""
        total = sum(own.combinations * own.choices[own.best] for own in self.grid)
        return Fraction(total) / comb(4 * len(self.ranks), 2)

    @cached_property
    def solution(self) -> RunEmTwiceSolution:
        """Every ending of a round under the best play, with its number of deals."""
        counts = {bet: _Counts.zero(1 + int(self._group_of[-1])) for bet in (FOLD, LOW, HIGH)}
        for hand, weight in self.classes:
            bet_1 = best(self.own_cards_solution(hand).values)
            if bet_1 == FOLD:
                counts[FOLD].first_folds += weight * self.rounds
            else:
                self._count(hand, weight, bet_1, counts[bet_1])
        endings: Counter[RunEmTwiceEnding] = Counter({folded_after(): counts[FOLD].first_folds})
        for bet_1 in (LOW, HIGH):
            endings.update(dict(self._endings(bet_1, counts[bet_1])))
        return RunEmTwiceSolution(self.deals, dict(+endings))

    @property
    def classes(self) -> Iterable[tuple[tuple[Card, ...], int]]:
        """Own cards that differ in more than the names of suits, each with the number of hands like
        it.
        """
        classes = suit_classes(self.ranks, 2)
        hands = (tuple(hand) for hand in classes.hands.tolist())
        return zip(hands, classes.weights.tolist(), strict=True)

    @property
    def rounds(self) -> int:
        """Boards for one pair of own cards: left and right, top and bottom, center."""
        live = 4 * len(self.ranks) - 2
        return comb(live, 2) * comb(live - 2, 2) * (live - 4)

    @property
    def deals(self) -> int:
        """All deals of own cards and boards."""
        return self.rounds * comb(4 * len(self.ranks), 2)

    @cached_property
    def _scaled(self) -> tuple[int, list[Ints]]:
        return scaled(loops.PEAK, self.ante, self.run)

    @property
    def scale(self) -> int:
        """The number of parts of a unit in which every payout is a whole number."""
        return self._scaled[0]

    @cached_property
    def steps(self) -> loops.PayoutSteps:
        """The payouts as the loops take them."""
        _, (ante, run) = self._scaled
        levels = 1 + np.flatnonzero(np.diff(run))
        return loops.PayoutSteps(ante, run, levels, run[levels] - run[levels - 1], self._group_of)

    @cached_property
    def _group_of(self) -> NDArray[np.uint8]:
        """Neighbouring cells that pay alike and are of one kind are one group."""
        pairs = LINES["pair"]
        groups = [0]
        for cell in range(1, len(self.run)):
            alike = (
                (cell in pairs) == (cell - 1 in pairs)
                and cell in pairs
                and self.ante[cell] == self.ante[cell - 1]
                and self.run[cell] == self.run[cell - 1]
            )
            groups.append(groups[-1] + (not alike))
        return np.array(groups, np.uint8)

    def live(self, cards: Sequence[Card]) -> Ints:
        """Return the deck without these cards."""
        deck = whole_deck(self.ranks)
        return deck[~np.isin(deck, cards)]

    def runs(self, cards: Sequence[Card]) -> loops.Runs:
        """Return every run that these two own cards can be part of."""
        own = np.array(cards, np.int64)
        return loops.tabulate(own, self.live(cards), self._tables, self.steps)

    @property
    def _tables(self) -> CellTables:
        return cell_tables(self.ranking)

    def _cells(self, four: Sequence[Card], centers: Ints) -> Ints:
        """Return the cells of four cards with each of these centers."""
        codes = self._tables.codes
        return self._tables.cells(codes[list(four)].sum() + codes[centers])

    def own_cards_solution(self, hand: tuple[Card, ...]) -> "OwnCardsSolution":
        """Return the solution for one representative pair of own cards. Solutions are cached."""
        if hand not in self._solved:
            pairs, weights = first_pairs(self.ranks, hand)
            choices = np.empty((weights.size, len(BETS)), np.int8)
            bets = np.array(BETS, np.int64)
            values = loops.solve_own_cards(
                self.runs(hand), self.steps.level_step, pairs, weights, bets, self.scale, choices
            )
            unit = self.scale * self.rounds
            values_by_choice = {FOLD: Fraction(-ANTES)} | {
                bet: Fraction(value, unit) for bet, value in zip(BETS, values.tolist(), strict=True)
            }
            self._solved[hand] = OwnCardsSolution(values_by_choice, choices)
        return self._solved[hand]

    def _count(self, hand: tuple[Card, ...], weight: int, bet_1: int, counts: "_Counts") -> None:
        """Add the endings of `weight` hands like this one, played with this first run bet."""
        pairs, weights = first_pairs(self.ranks, hand)
        choices = self.own_cards_solution(hand).second_choices[:, BETS.index(bet_1)]
        counts.second_folds += loops.count_own_cards(
            self.runs(hand),
            self.steps.level_step,
            pairs,
            weight * weights,
            choices.astype(np.int64),
            bet_1,
            LOW,
            HIGH,
            self.scale,
            counts.third_folds,
            counts.results,
        )

    def _endings(self, bet_1: int, counts: "_Counts") -> Iterable[tuple[RunEmTwiceEnding, int]]:
        live = 4 * len(self.ranks) - 2
        yield folded_after(bet_1), counts.second_folds * comb(live - 2, 2) * (live - 4)
        for bet_2, folds in zip((LOW, HIGH), counts.third_folds.tolist(), strict=True):
            yield folded_after(bet_1, bet_2), folds * (live - 4)
        for index in np.argwhere(counts.results[:, :2]).tolist():
            yield self._ending(bet_1, *index), int(counts.results[tuple(index)])

    def _ending(
        self, bet_1: int, high_2: int, high_3: int, first_group: int, second_group: int
    ) -> RunEmTwiceEnding:
        first, second = np.searchsorted(self._group_of, (first_group, second_group)).tolist()
        bets = (bet_1, (LOW, HIGH)[high_2], (LOW, HIGH)[high_3])
        return RunEmTwiceEnding(bets, first, second, self.net(bets, first, second))

    def net(self, bets: Sequence[Fraction | int], first: int, second: int) -> Fraction:
        """Return the net result of a round in antes, given the bets and the cells of both runs."""
        results = self.results(bets, first, second)
        return sum((Fraction(stake * net) for stake, net in results), Fraction(0))

    def results(
        self, bets: Sequence[Fraction | int], first: int, second: int
    ) -> list[tuple[Fraction | int, Fraction | int]]:
        """Return the stake of each wager in antes, and the net result of one unit on it."""
        cells, better = (first, second), max(first, second)
        antes = [(1, self.ante[cell]) for cell in cells]
        return [*antes, *zip(bets, (self.run[cell] for cell in (*cells, better)), strict=True)]
