"""The kernel of Let It Ride's decisions."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb
from typing import ClassVar

import numpy as np

from fairdeal.hands import FIVE_CARD
from fairdeal.lab.decisions.decision import Choice
from fairdeal.lab.kernels import kernel_of
from fairdeal.lab.kernels.let_it_ride.best_play import LetItRide
from fairdeal.lab.kernels.let_it_ride.kernel import LetItRideKernel
from fairdeal.lab.kernels.tables import ALL_RANKS, Ints
from fairdeal.learn.kernels import let_it_ride as loops
from fairdeal.learn.kernels.batch import Batch
from fairdeal.learn.kernels.step_kernel import Answers, StepKernel, WeightedSituations
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation
from fairdeal.simulate.kernels.deal import DealConstants, Small
from fairdeal.simulate.kernels.places import layout_of
from fairdeal.simulate.kernels.ranks import rank_tables


class LetItRideSteps(StepKernel):
    """Two decisions about two of three bets."""

    actions: ClassVar = ("withdraw", "ride")
    sizes: ClassVar = (53,) * 5 + (3, 2)
    parts: ClassVar = (
        *("own card",) * 3,
        *("card of the board",) * 2,
        *("decision", "bet 1 was taken back"),
    )
    decision_at: ClassVar = loops.DECISION
    decisions: ClassVar = 2
    cards: ClassVar = 5
    hidden: ClassVar = loops.HIDDEN
    dealt: ClassVar = 5

    @staticmethod
    def fits(rules: Rules) -> bool:
        """Return whether it is Let It Ride with a whole deck."""
        kernel = kernel_of(rules)
        return isinstance(kernel, LetItRideKernel) and kernel.game.ranks == ALL_RANKS

    @cached_property
    def _game(self) -> LetItRide:
        kernel = kernel_of(self.rules)
        assert isinstance(kernel, LetItRideKernel), "the game fits"
        return kernel.game

    @property
    def ev(self) -> Fraction:
        """Return the value of a round under the best play."""
        return self._game.ev

    @cached_property
    def _action_values(self) -> loops.ActionValues:
        return loops.action_values_of(self._game)

    @cached_property
    def places(self) -> Ints:
        """Return the own cards and the two of the board."""
        layout = layout_of(self.rules)
        (board,) = (places for places in layout.board.values() if len(places) == 2)
        return np.array([*layout.own, *board], np.int64)

    def deal(
        self, which: Ints, batch: Batch, how: DealConstants, stride: int, *, first: bool
    ) -> None:
        """Begin a round for some copies."""
        loops.deal(which, batch, how, self.places, stride, first)

    def step(self, actions: Ints, batch: Batch, going: Ints) -> int:
        """Make a decision in every copy."""
        return loops.step(actions, batch, rank_tables(FIVE_CARD), self._action_values, going)

    def values(self, seen: Small) -> tuple[Ints, Ints]:
        """Return the values of both choices."""
        into = np.zeros((len(seen), len(self.actions)), np.int64)
        over = np.zeros(len(seen), np.int64)
        loops.values(seen, rank_tables(FIVE_CARD), self._action_values, into, over)
        return into, over

    def observe(self, situation: Situation) -> Small:
        """Return what a player sees in a situation at a table."""
        seen = np.full(loops.WIDTH, loops.HIDDEN, np.uint8)
        seen[:3] = sorted(situation.cards)
        board = situation.board
        seen[loops.BOARD : loops.BOARD + len(board)] = board
        seen[loops.DECISION], seen[loops.WITHDRAWN] = len(board), bool(situation.withdrawn)
        return seen

    def choice(self, action: int, seen: Small) -> Choice:
        """To withdraw or to ride."""
        del seen
        return Choice(self.actions[action], Fraction(0))

    def situations(self, decision: int, before: Answers) -> Iterator[WeightedSituations]:
        """Yield all three own cards; then all with each first card of the board."""
        own = np.array(list(combinations(range(52), 3)), np.uint8)
        seen = np.full((len(own), loops.WIDTH), loops.HIDDEN, np.uint8)
        seen[:, :3], seen[:, loops.DECISION], seen[:, loops.WITHDRAWN] = own, decision, 0
        if decision == 0:
            yield WeightedSituations(seen, np.ones(len(own), np.int64), len(own))
            return
        seen[:, loops.WITHDRAWN] = before.of(0) == loops.WITHDRAW
        for card in range(52):
            there = seen[~(own == card).any(axis=1)].copy()
            there[:, loops.BOARD] = card
            yield WeightedSituations(
                there, np.ones(len(there), np.int64), comb(52, 3) * loops.FOURTH
            )
