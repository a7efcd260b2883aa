"""The kernel of Run 'Em Twice's decisions."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb
from typing import ClassVar

import numpy as np

from fairdeal.hands import Ranking
from fairdeal.lab.decisions.decision import Choice
from fairdeal.lab.kernels import kernel_of
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice, first_pairs
from fairdeal.lab.kernels.run_em_twice.kernel import RunEmTwiceKernel
from fairdeal.lab.kernels.tables import ALL_RANKS, Ints
from fairdeal.learn.kernels import run_em_twice as loops
from fairdeal.learn.kernels.batch import Batch
from fairdeal.learn.kernels.step_kernel import Answers, StepKernel, WeightedSituations
from fairdeal.rulebook.game import OWN
from fairdeal.rulebook.hand import HandOf
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation
from fairdeal.simulate.kernels.deal import DealConstants, Small
from fairdeal.simulate.kernels.places import layout_of
from fairdeal.simulate.kernels.ranks import RankTables, rank_tables


class RunEmTwiceSteps(StepKernel):
    """A bet or a fold on the first run, on the second and on the better of them."""

    actions: ClassVar = ("fold", "bet-1x", "bet-2x", "bet-3x")
    sizes: ClassVar = (53,) * 7 + (4,) * 4
    parts: ClassVar = (
        *("own card",) * 2,
        *("left or right",) * 2,
        *("top or bottom",) * 2,
        *("center", "decision", "first run bet", "second run bet", "center bet"),
    )
    decision_at: ClassVar = loops.DECISION
    decisions: ClassVar = 3
    cards: ClassVar = 7
    hidden: ClassVar = loops.HIDDEN
    dealt: ClassVar = 7

    @staticmethod
    def fits(rules: Rules) -> bool:
        """Return whether it is Run 'Em Twice with a whole deck."""
        kernel = kernel_of(rules)
        return isinstance(kernel, RunEmTwiceKernel) and kernel.game.ranks == ALL_RANKS

    @cached_property
    def _game(self) -> RunEmTwice:
        kernel = kernel_of(self.rules)
        assert isinstance(kernel, RunEmTwiceKernel), "the game fits"
        return kernel.game

    @property
    def ev(self) -> Fraction:
        """Return the value of a round under the best play."""
        return self._game.ev

    @cached_property
    def _action_values(self) -> loops.ActionValues:
        return loops.action_values_of(self._game)

    @cached_property
    def _runs(self) -> tuple[HandOf, HandOf]:
        first, second = (self.rules.terms[name].hand for name in self.rules.game.folds[:2])
        assert isinstance(first, HandOf), "a run is one hand"
        assert isinstance(second, HandOf), "a run is one hand"
        return first, second

    @property
    def _tables(self) -> RankTables:
        ranking: Ranking = self._runs[0].ranking
        return rank_tables(ranking)

    @cached_property
    def places(self) -> Ints:
        """Return the own cards, left and right, top and bottom, and the center."""
        layout = layout_of(self.rules)
        first, second = self._runs
        shared = [area for area in first.areas if area in second.areas and area != OWN]
        alone = [area for hand in self._runs for area in hand.areas if area not in (OWN, *shared)]
        board = [place for area in (*alone, *shared) for place in layout.board[area]]
        return np.array([*layout.own, *board], np.int64)

    def deal(
        self, which: Ints, batch: Batch, how: DealConstants, stride: int, *, first: bool
    ) -> None:
        """Begin a round for some copies."""
        loops.deal(which, batch, how, self.places, stride, first)

    def step(self, actions: Ints, batch: Batch, going: Ints) -> int:
        """Make a decision in every copy."""
        return loops.step(actions, batch, self._tables, self._action_values, going)

    def values(self, seen: Small) -> tuple[Ints, Ints]:
        """Return the values of a fold and of bets of one, two and three antes."""
        into = np.zeros((len(seen), len(self.actions)), np.int64)
        over = np.zeros(len(seen), np.int64)
        loops.values(seen, self._tables, self._action_values, into, over)
        return into, over

    def observe(self, situation: Situation) -> Small:
        """Return what a player sees in a situation at a table."""
        seen = np.full(loops.WIDTH, loops.HIDDEN, np.uint8)
        board = situation.board
        seen[:2] = sorted(situation.cards)
        for place in range(0, len(board) - len(board) % 2, 2):
            seen[2 + place : 4 + place] = sorted(board[place : place + 2])
        if len(board) % 2:
            seen[loops.CENTER] = board[-1]
        seen[loops.DECISION] = len(board) // 2
        seen[loops.MADE :] = [int(situation.bets.get(name, 0)) for name in self.rules.game.folds]
        return seen

    def choice(self, action: int, seen: Small) -> Choice:
        """To fold, or a bet."""
        del seen
        return Choice(self.actions[action], Fraction(0), times=action or None)

    def alike(self, decision: int) -> bool:
        """Return whether a decision has too many situations to ask about each."""
        return decision == 2

    def situations(self, decision: int, before: Answers) -> Iterator[WeightedSituations]:
        """Yield all own cards; all left and right with them; and of these, with every top and
        bottom, one of all that differ in the names of suits only.
        """
        own = np.array(list(combinations(range(52), 2)), np.uint8)
        if decision == 0:
            seen = self._seen(own, decision)
            yield WeightedSituations(seen, np.ones(len(own), np.int64), len(own))
            return
        first = before.of(0)
        if decision == 1:
            pairs = own
            for hand, bet in zip(own, first.tolist(), strict=True):
                if bet:
                    there = pairs[~np.isin(pairs, hand).any(axis=1)]
                    seen = self._seen(np.broadcast_to(hand, (len(there), 2)), decision)
                    seen[:, 2:4], seen[:, loops.MADE] = there, bet
                    yield WeightedSituations(
                        seen, np.ones(len(there), np.int64), len(own) * comb(50, 2)
                    )
            return
        yield from self._third(first, before.of(1))

    @staticmethod
    def _seen(own: Small, decision: int) -> Small:
        seen = np.full((len(own), loops.WIDTH), loops.HIDDEN, np.uint8)
        seen[:, :2], seen[:, loops.DECISION], seen[:, loops.MADE :] = own, decision, 0
        return seen

    def _third(self, first: Ints, second: Ints) -> Iterator[WeightedSituations]:
        """`first` and `second` are the answers by own cards, and by these and left and right."""
        deals = comb(52, 2) * comb(50, 2) * loops.BOARDS
        hands = {hand: place for place, hand in enumerate(combinations(range(52), 2))}
        starts = np.cumsum(np.where(first > 0, comb(50, 2), 0)) - comb(50, 2)
        deck = np.arange(52)
        for own, weight in self._game.classes:
            place = hands[own[0], own[1]]
            bet_1 = int(first[place])
            if not bet_1:
                continue
            live = deck[~np.isin(deck, own)]
            number = {pair: at for at, pair in enumerate(combinations(live.tolist(), 2))}
            pairs, weights = first_pairs(self._game.ranks, own)
            for (i, j), alike in zip(pairs.tolist(), weights.tolist(), strict=True):
                left, right = sorted((int(live[i]), int(live[j])))
                bet_2 = int(second[starts[place] + number[left, right]])
                if not bet_2:
                    continue
                rest = live[(live != left) & (live != right)].astype(np.uint8)
                one, two = np.triu_indices(rest.size, 1)
                seen = self._seen(np.broadcast_to(np.array(own, np.uint8), (one.size, 2)), 2)
                seen[:, 2], seen[:, 3] = left, right
                seen[:, 4], seen[:, 5] = rest[one], rest[two]
                seen[:, loops.MADE], seen[:, loops.MADE + 1] = bet_1, bet_2
                yield WeightedSituations(seen, np.full(one.size, weight * alike, np.int64), deals)
