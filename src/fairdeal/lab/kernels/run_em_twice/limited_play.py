"""Run 'Em Twice under a payout limit: the best possible play, exactly (MD-RET 12.C).

The limit is on the winnings of antes, runs and center together, so that what a bet brings depends
on the others, and no longer grows in proportion to it: the argument for trying only the least and
the greatest bet (see `best_play`) does not hold. Here bets of one, two and three antes are tried at
every decision.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, lcm
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.cards import Card
from fairdeal.errors import BadInputError
from fairdeal.lab.kernels.run_em_twice import limited_loops, loops
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice, first_pairs
from fairdeal.lab.kernels.run_em_twice.solution import (
    ANTES,
    BETS,
    FOLD,
    Choices,
    OwnCards,
    RunEmTwiceEnding,
    RunEmTwiceSolution,
    check_bets,
    folded_after,
)
from fairdeal.lab.kernels.tables import Ints, cell_tables, check_cards, class_of
from fairdeal.lab.progress import Progress

#: The largest payout, in the scale that makes payouts whole, with which no sum here exceeds 64
#: bits.
PEAK: Final = 1 << 42
_BETS: Final = np.array(BETS, np.int64)


class LimitedOwnCards(NamedTuple):
    """The values of two own cards after each first decision, and the second decisions after it."""

    values: Choices
    second_choices: NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class LimitedRunEmTwice:
    """A game whose hands win no more than `limit` antes."""

    game: RunEmTwice
    limit: Fraction
    _solved: dict[tuple[Card, ...], LimitedOwnCards] = field(
        default_factory=dict, init=False, repr=False
    )

    def __post_init__(self) -> None:
        if self.scale * self._most > PEAK:
            raise BadInputError("the limit is too odd a fraction of the stake to count with")

    # The whole game -------------------------------------------------------------------------------

    @cached_property
    def grid(self) -> list[OwnCards]:
        """The first decision for every kind of own cards."""
        return self.solved()

    def solved(self, progress: Progress | None = None) -> list[OwnCards]:
        """Return the first decision for every kind of own cards, and report the progress."""
        classes = list(self.game.classes)
        found = []
        for done, (hand, weight) in enumerate(classes, 1):
            values = self.own_cards_solution(hand).values
            found.append(OwnCards((hand[0], hand[1]), weight, dict(values)))
            if progress:
                progress(done, 2 * len(classes))
        return found

    @cached_property
    def ev(self) -> Fraction:
        """Expected net result of a round under the best play, in antes."""
        total = sum(own.combinations * own.choices[own.best] for own in self.grid)
        return Fraction(total) / comb(4 * len(self.game.ranks), 2)

    def solve(self, progress: Progress | None = None) -> RunEmTwiceSolution:
        """Return every ending of a round under the best play, with its number of deals."""
        hands = self.solved(progress)
        endings: Counter[RunEmTwiceEnding] = Counter()
        for done, own in enumerate(hands, 1):
            if own.best == FOLD:
                endings[folded_after()] += own.combinations * self.game.rounds
            else:
                endings.update(dict(self._endings(own)))
            if progress:
                progress(len(hands) + done, 2 * len(hands))
        return RunEmTwiceSolution(self.game.deals, dict(+endings))

    def _endings(self, own: OwnCards) -> Iterable[tuple[RunEmTwiceEnding, int]]:
        pairs, weights = first_pairs(self.game.ranks, own.cards)
        one, groups = BETS.index(own.best), len(self._group_cells)
        folds = np.zeros(len(BETS), np.int64)
        results = np.zeros((len(BETS), len(BETS) + 1, groups, groups), np.int64)
        second_folds = limited_loops.count_own_cards(
            self.runs(own.cards),
            self.steps.level_step,
            self.cuts,
            pairs,
            weights,
            self.own_cards_solution(own.cards).second_choices[:, one].astype(np.int64),
            one,
            _BETS,
            self.scale,
            folds,
            results,
        )
        live, times = 4 * len(self.game.ranks) - 2, own.combinations
        yield folded_after(own.best), times * second_folds * comb(live - 2, 2) * (live - 4)
        for bet_2, count in zip(BETS, folds.tolist(), strict=True):
            yield folded_after(own.best, bet_2), times * count * (live - 4)
        for two, three, group_1, group_2 in np.argwhere(results[:, : len(BETS)]).tolist():
            bets = (own.best, BETS[two], BETS[three])
            first, second = self._group_cells[group_1], self._group_cells[group_2]
            ending = RunEmTwiceEnding(bets, first, second, self.net(bets, first, second))
            yield ending, times * int(results[two, three, group_1, group_2])

    def net(self, bets: Sequence[Fraction | int], first: int, second: int) -> Fraction:
        """Return the net result of a round in antes: what the wagers bring, less what the limit
        cuts.
        """
        results = self.game.results(bets, first, second)
        won = sum((Fraction(stake * net) for stake, net in results if net > -1), Fraction(0))
        return self.game.net(bets, first, second) - max(Fraction(0), won - self.limit)

    def own_cards_solution(self, hand: tuple[Card, ...]) -> LimitedOwnCards:
        """Return the solution for one representative pair of own cards. Solutions are cached."""
        if hand not in self._solved:
            pairs, weights = first_pairs(self.game.ranks, hand)
            choices = np.empty((weights.size, len(BETS)), np.int8)
            values = np.empty((weights.size, len(BETS)), np.int64)
            limited_loops.solve_own_cards(
                self.runs(hand),
                self.steps.level_step,
                self.cuts,
                pairs,
                _BETS,
                self.scale,
                values,
                choices,
            )
            # Over all first pairs the sums could leave 64 bits.
            totals = weights.astype(object) @ values.astype(object)
            unit = self.scale * self.game.rounds
            by_choice = {
                bet: Fraction(total, unit) for bet, total in zip(BETS, totals, strict=True)
            }
            self._solved[hand] = LimitedOwnCards({FOLD: Fraction(-ANTES)} | by_choice, choices)
        return self._solved[hand]

    # Payouts as the loops take them ---------------------------------------------------------------

    @cached_property
    def scale(self) -> int:
        """The number of parts of an ante in which every payout and the limit are whole numbers."""
        return lcm(self.game.scale, self.limit.denominator)

    @property
    def _most(self) -> Fraction:
        """The highest payout of one unit."""
        return max(abs(Fraction(net)) for net in (1, *self.game.ante, *self.game.run))

    @cached_property
    def steps(self) -> loops.PayoutSteps:
        """The payouts in the scale of the limit."""
        steps, times = self.game.steps, self.scale // self.game.scale
        return steps._replace(
            ante=times * steps.ante, run=times * steps.run, level_step=times * steps.level_step
        )

    @property
    def level_step(self) -> Ints:
        """What a level of the run's payouts adds, in the scale of the limit."""
        return self.steps.level_step

    @cached_property
    def _group_cells(self) -> list[int]:
        """One cell of each group."""
        group_of = self.steps.group_of
        cells = np.searchsorted(group_of, np.arange(1 + int(group_of[-1])))
        return [int(cell) for cell in cells]

    @cached_property
    def cuts(self) -> limited_loops.Cuts:
        """What the limit takes off, by the groups of both runs and the three bets."""
        cells = np.array(self._group_cells)
        ante, run = (_won(table[cells], self.scale) for table in self.steps[:2])
        groups = np.arange(cells.size)
        first, second = groups[:, None], groups[None, :]
        one, two, three = (run[of] for of in (first, second, np.maximum(first, second)))
        amounts = [
            ante[first] + ante[second] + bets[0] * one + bets[1] * two + bets[2] * three
            for bets in product(BETS, repeat=3)
        ]
        # A limit that is above all winnings may be above 64 bits.
        limit = min(int(self.limit * self.scale), 1 << 62)
        amount = np.maximum(np.stack(amounts, axis=2) - limit, 0)
        return limited_loops.Cuts(amount, amount.any(axis=2))

    def runs(self, cards: Sequence[Card]) -> loops.Runs:
        """Return every run that these two own cards can be part of."""
        return self.runs_among(cards, self.game.live(cards))

    def runs_among(self, cards: Sequence[Card], live: Ints) -> loops.Runs:
        """Return every run of these two own cards and of some others."""
        own = np.array(cards, np.int64)
        return loops.tabulate(own, live, cell_tables(self.game.ranking), self.steps)

    # One decision ---------------------------------------------------------------------------------

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
            raise ValueError("no decision has so many bets and cards")
        known = check_cards(cards, 2, board, len(board), self.game.ranks)
        check_bets(*bets)
        if not bets:
            return dict(self.own_cards_solution(class_of(cards)).values)
        lost = Fraction(-ANTES) - sum(bets)
        if len(bets) == 1:
            first, second = self.game.cells_of_second_runs(known)
            return {FOLD: lost} | {
                bet: self._best_thirds(first, second, Fraction(bets[0]), Fraction(bet))
                for bet in BETS
            }
        first, second = self.game.cells_of_runs(known)
        sums = self._thirds(first[None], second[None], *map(Fraction, bets))
        return {FOLD: lost} | {bet: sums[bet][0] / first.size for bet in BETS}

    def _best_thirds(self, first: Ints, second: Ints, bet_1: Fraction, bet_2: Fraction) -> Fraction:
        """Return the mean over all boards of the best third decision."""
        centers = 4 * len(self.game.ranks) - 6
        folded = -(ANTES + bet_1 + bet_2) * centers
        sums = self._thirds(first, second, bet_1, bet_2)
        best_of = (max(folded, *board) for board in zip(*sums.values(), strict=True))
        return sum(best_of, Fraction(0)) / (len(first) * centers)

    def _thirds(
        self, first: Ints, second: Ints, bet_1: Fraction, bet_2: Fraction
    ) -> dict[int, list[Fraction]]:
        """Return the sum of results over the centers of each board, by center bet. A cell after the
        last is no hand.
        """
        parts = lcm(bet_1.denominator, bet_2.denominator)
        unit = parts * self.scale
        kind: Any = np.int64 if unit * self._most < PEAK else object
        ante, run = (np.append(table, 0).astype(kind) for table in self.steps[:2])
        won_ante, won_run = (_won(table, self.scale) for table in (ante, run))
        one, two, limit = int(bet_1 * parts), int(bet_2 * parts), int(self.limit * unit)
        better = np.maximum(first, second)
        sums = {}
        for bet in BETS:
            results, won = (
                parts * (by_ante[first] + by_ante[second] + bet * by_run[better])
                + one * by_run[first]
                + two * by_run[second]
                for by_ante, by_run in ((ante, run), (won_ante, won_run))
            )
            totals = (results - np.maximum(won - limit, 0)).sum(axis=1).tolist()
            sums[bet] = [Fraction(total, unit) for total in totals]
        return sums


def _won(results: NDArray[Any], scale: int) -> NDArray[Any]:
    """Return what is won by cell: nothing where a unit is lost."""
    return np.where(results == -scale, 0, results)
