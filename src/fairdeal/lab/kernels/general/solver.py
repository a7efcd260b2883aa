"""The general solver with compiled loops, for games without draws."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Final

import numpy as np

from fairdeal.cards import Card
from fairdeal.lab.kernels.general.engine import Engine, Size
from fairdeal.lab.kernels.general.hand_tables import naming_seconds
from fairdeal.lab.kernels.general.loops import Words, follow
from fairdeal.lab.kernels.general.walk import Walk
from fairdeal.lab.kernels.tables import Ints
from fairdeal.lab.progress import Progress
from fairdeal.lab.solver.game_tree import GameTree
from fairdeal.lab.solver.layout import Key
from fairdeal.lab.solver.main_solver import Solver
from fairdeal.lab.solver.plan import MINE, Bet
from fairdeal.lab.solver.results import Amount, Ending, Solution, Stakes
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager

#: A game of fewer deals is solved sooner without compiled loops, and so is a decision.
_FEW_DEALS: Final = 300_000
#: Durations on a slow core: for each set of cards that a deal is looked up by, twice; for each
#: situation that follows another; for the compiler; for each situation that a card sorts.
_SECONDS_TO_SETTLE: Final = 2e-8
_SECONDS_TO_FOLLOW: Final = 4e-7
_SECONDS_TO_COMPILE: Final = 15.0
_SECONDS_A_SITUATION: Final = 1e-4


def general_solver(
    rules: Rules,
    deck: Sequence[Card],
    *,
    side: Wager | None = None,
    limit: Fraction | None = None,
) -> Solver:
    """Return the fastest solver: with compiled loops if the game is large and they can take it."""
    plain = Solver(rules, deck, side=side, limit=limit)
    size = Size(plain.plan, plain.deck)
    if size.leaves + size.edges < _FEW_DEALS or not size.fits:
        return plain
    return CompiledSolver(rules, deck, side=side, limit=limit)


class CompiledTree(GameTree):
    """The tree of a game whose values a walk has found."""

    def __init__(self, walk: Walk) -> None:
        super().__init__(walk.plan, walk.engine.layout)
        self._walk = walk

    def value(self, at: int, state: int, stakes: Stakes, key: Key | None = None) -> Amount:
        """Return the value under the best play, looked up."""
        if self._walk.start <= at <= self._walk.end:
            return self._walk.value(at, state, stakes)
        return super().value(at, state, stakes, key)

    def _last_bets(self, at: int, state: int, stakes: Stakes, stage: Bet, key: Key) -> list[Amount]:
        del key
        bets = (
            (*stakes[: stage.wager], n * stakes[stage.of], *stakes[stage.wager + 1 :])
            for n in stage.multiples
        )
        return [self._lost(at, stakes), *(self.value(at + 1, state, bet) for bet in bets)]

    def outcomes(self, at: int, state: int) -> Counter[tuple[int, ...]]:
        """Return the number of deals from here by the cells of all hands."""
        if at == self._walk.end:
            return self._walk.outcomes(state)
        return super().outcomes(at, state)


class CompiledSolver(Solver):
    """The general solver for a game that fits the compiled loops."""

    @cached_property
    def _engine(self) -> Engine:
        return Engine(self.plan, self.deck)

    @cached_property
    def _own(self) -> tuple[Words, Ints]:
        """Every class of own cards, and how many deals are like it."""
        words, edges, _ = follow(
            self._engine.deck, self._engine.empty(), self.plan.own_cards, MINE, self._size.own
        )
        return words, np.bincount(edges[0], minlength=words.shape[0])

    @cached_property
    def _size(self) -> Size:
        return Size(self.plan, self.deck)

    def _walks(self, progress: Progress | None) -> Iterator[tuple[Walk, Ints]]:
        """Yield one walk over all own cards or, if that would take too much memory, one for each
        class of own cards.
        """
        words, ways = self._own
        if self._size.at_once:
            yield self._whole_walk(progress), ways
            return
        for row in range(ways.size):
            yield (
                Walk(self._engine, words[row : row + 1], 0, self.plan.opening),
                ways[row : row + 1],
            )
            if progress:
                progress(row + 1, ways.size)

    def _whole_walk(self, progress: Progress | None = None) -> Walk:
        if "_walk" not in self.__dict__:
            self._walk = Walk(self._engine, self._own[0], 0, self.plan.opening, progress)
        return self._walk

    @cached_property
    def tree(self) -> GameTree:
        """The tree with all values; without them if they would take too much memory."""
        if self.at_once:
            return CompiledTree(self._whole_walk())
        return GameTree(self.plan, self._engine.layout)

    @property
    def at_once(self) -> bool:
        """Whether the values of all situations are held in memory."""
        return self._size.at_once

    def _tree_from(self, at: int, state: int, stakes: Stakes) -> GameTree:
        """Return the tree that enumerates all later deals if they are few, else one of compiled
        values for this situation alone.
        """
        whole_stakes = all(isinstance(stake, int) for stake in stakes)
        if self.deals_from(at) < _FEW_DEALS or not whole_stakes:
            return self._plain_tree
        return CompiledTree(Walk(self._engine, self._engine.words(state), at, stakes))

    def ev(self, progress: Progress | None = None) -> Fraction:
        """Return the value of a round under the best play."""
        total = sum(walk.roots_value(ways) for walk, ways in self._walks(progress))
        return Fraction(total, self.plan.unit * self._total)

    def solve(self, progress: Progress | None = None) -> Solution:
        """Return the value of a round, and how rounds end, under the best play."""
        total, ended = 0, Counter[Ending]()
        for walk, ways in self._walks(progress):
            total += walk.roots_value(ways)
            ended.update(walk.endings(ways))
        return Solution(
            wagers=self.plan.wagers,
            hands=self.plan.hands,
            ev=Fraction(total, self.plan.unit * self._total),
            total=self._total,
            endings=dict(ended),
            net={ending: self.net(ending) for ending in ended},
        )

    def _dealt_out(self, progress: Progress | None) -> Counter[Ending]:
        ended = Counter[Ending]()
        for walk, ways in self._walks(progress):
            ended.update(walk.endings(ways, dealt_out=True))
        return ended

    @property
    def _total(self) -> int:
        return self._size.own * self._engine.below[0]

    def seconds(self) -> float:
        """Return about how long the solution takes here."""
        size = self._size
        sets = sum(comb(self.plan.cards - 1, ranking.size - 1) for ranking in self.plan.rankings)
        named = sum(naming_seconds(ranking, self.deck) for ranking in self.plan.rankings)
        return (
            named
            + _SECONDS_TO_SETTLE * size.leaves * sets
            + _SECONDS_TO_FOLLOW * size.edges
            + _SECONDS_TO_COMPILE
        )

    def card_seconds(self) -> float:
        """Return about how long the strategy card takes, where all values are held in memory."""
        return self.seconds() + _SECONDS_A_SITUATION * (self._size.states + self._size.edges)
