"""The kernel of Double Draw's decisions."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb
from typing import ClassVar

import numpy as np

from fairdeal.cards import WITH_TWO_JOKERS
from fairdeal.lab.decisions.decision import Choice
from fairdeal.lab.kernels import kernel_of
from fairdeal.lab.kernels.double_draw.decisions import THROWS
from fairdeal.lab.kernels.double_draw.kernel import DoubleDrawKernel
from fairdeal.lab.kernels.double_draw.solution import ScaledResults, scaled
from fairdeal.lab.kernels.tables import Ints
from fairdeal.learn.kernels import double_draw as loops
from fairdeal.learn.kernels.batch import Batch, Masks
from fairdeal.learn.kernels.step_kernel import Answers, StepKernel, WeightedSituations
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation
from fairdeal.simulate.kernels.deal import DealConstants, Small
from fairdeal.simulate.kernels.places import layout_of

#: The most cards that both draws take.
_DRAWN = 4


def _words(mask: int) -> str:
    places = [str(place + 1) for place in range(5) if mask >> place & 1]
    return f"throw {' '.join(places)}" if places else "keep all"


class DoubleDrawSteps(StepKernel):
    """Two draws, each with a bet or a fold before it."""

    actions: ClassVar = ("fold", *map(_words, THROWS))
    sizes: ClassVar = (55,) * 9 + (3,)
    parts: ClassVar = (
        *("own card",) * 5,
        *("thrown at the first draw",) * 3,
        *("thrown at the second draw", "decision"),
    )
    decision_at: ClassVar = loops.DECISION
    decisions: ClassVar = 2
    cards: ClassVar = 9
    hidden: ClassVar = loops.HIDDEN
    dealt: ClassVar = 5 + _DRAWN

    @staticmethod
    def fits(rules: Rules) -> bool:
        """Return whether it is Double Draw with two jokers."""
        fitting = isinstance(kernel_of(rules), DoubleDrawKernel)
        return fitting and rules.game.deck == WITH_TWO_JOKERS

    @cached_property
    def _results(self) -> ScaledResults:
        kernel = kernel_of(self.rules)
        assert isinstance(kernel, DoubleDrawKernel), "the game fits"
        return scaled(kernel.net, -2, -3)

    @property
    def ev(self) -> Fraction:
        """Return the value of a round under the best play."""
        rows = kernel_of(self.rules).rows()
        return sum((row.net * row.combinations for row in rows), Fraction(0)) / sum(
            row.combinations for row in rows
        )

    @cached_property
    def _action_values(self) -> loops.ActionValues:
        return loops.action_values_of(self._results)

    @cached_property
    def places(self) -> Ints:
        """Return the own cards, and those to draw."""
        layout = layout_of(self.rules)
        stub = range(layout.cards, layout.cards + _DRAWN)
        return np.array([*layout.own, *stub], np.int64)

    def deal(
        self, which: Ints, batch: Batch, how: DealConstants, stride: int, *, first: bool
    ) -> None:
        """Begin a round for some copies."""
        loops.deal(which, batch, how, self.places, stride, first)

    def step(self, actions: Ints, batch: Batch, going: Ints) -> int:
        """Make a decision in every copy."""
        return loops.step(actions, batch, self._action_values, going)

    def values(self, seen: Small) -> tuple[Ints, Ints]:
        """Return the values of a fold and of every throw."""
        into = np.zeros((len(seen), len(self.actions)), np.int64)
        over = np.zeros(len(seen), np.int64)
        loops.values(seen, self._action_values, into, over)
        return into, over

    def masks(self, seen: Small) -> Masks:
        """At the second draw at most one card may be thrown."""
        masks = super().masks(seen)
        masks[seen[:, loops.DECISION] == 1, loops.SECOND_ACTIONS :] = 0
        return masks

    def observe(self, situation: Situation) -> Small:
        """Return what a player sees in a situation at a table."""
        seen = np.full(loops.WIDTH, loops.HIDDEN, np.uint8)
        seen[:5] = sorted(situation.cards)
        thrown = situation.discards
        seen[loops.DECISION] = thrown is not None
        seen[loops.THROWN : loops.THROWN + len(thrown or ())] = sorted(thrown or ())
        return seen

    def choice(self, action: int, seen: Small) -> Choice:
        """To fold, or a draw."""
        if not action:
            return Choice("fold", Fraction(0))
        mask = THROWS[action - 1]
        discard = tuple(int(seen[place]) for place in range(5) if mask >> place & 1)
        return Choice("draw", Fraction(0), discard)

    def situations(self, decision: int, before: Answers) -> Iterator[WeightedSituations] | None:
        """Return all hands of five; a joker alone is the first one. The second draw has too
        many.
        """
        del before
        return self._hands() if decision == 0 else None

    @staticmethod
    def _hands() -> Iterator[WeightedSituations]:
        for low in combinations(range(54), 2):
            rest = np.array(list(combinations(range(low[1] + 1, 54), 3)), np.uint8)
            if not rest.size:
                continue
            seen = np.full((len(rest), loops.WIDTH), loops.HIDDEN, np.uint8)
            seen[:, :2], seen[:, 2:5], seen[:, loops.DECISION] = low, rest, 0
            # Jokers look alike: a hand with the second one alone is a hand with the first.
            second = (seen[:, 4] == 53) & (seen[:, 3] != 52)
            weights = np.where(seen[:, 4] == 52, 2, 1).astype(np.int64)
            yield WeightedSituations(seen[~second], weights[~second], comb(54, 5))
