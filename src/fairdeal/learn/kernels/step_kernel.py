"""The interface of a game's rounds that stop at every decision."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np

from fairdeal.lab.decisions.decision import Choice
from fairdeal.lab.kernels.tables import Ints
from fairdeal.learn.kernels.batch import Batch, Masks, new_batch
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation
from fairdeal.simulate.kernels.deal import DealConstants, Small, dealing


class WeightedSituations(NamedTuple):
    """Situations of one decision, of which each stands for `weights` deals out of `deals` of the
    whole decision.
    """

    seen: Small
    weights: Ints
    deals: int


class StepKernel(ABC):
    """Plays copies of a table with one seat, decision by decision, in units of the base bet and
    without a payout limit.
    """

    #: The words for the choices, which are numbered from 0.
    actions: ClassVar[tuple[str, ...]]
    #: How many values each part of an observation has, and what they are.
    sizes: ClassVar[tuple[int, ...]]
    parts: ClassVar[tuple[str, ...]]
    #: The place of the number of the decision in an observation, and how many decisions there are.
    decision_at: ClassVar[int]
    decisions: ClassVar[int]
    #: How many of the parts are cards, and the number that stands for a card that is not seen.
    cards: ClassVar[int]
    hidden: ClassVar[int]
    #: How many cards of a round a copy keeps.
    dealt: ClassVar[int]

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @staticmethod
    @abstractmethod
    def fits(rules: Rules) -> bool:
        """Return whether the game has the shape that this kernel plays."""

    @property
    @abstractmethod
    def ev(self) -> Fraction:
        """Return the value of a round under the best play, in units."""

    def batch(self, copies: int) -> Batch:
        """Copies that have not been dealt to."""
        return new_batch(copies, self.dealt, len(self.sizes), len(self.actions))

    @cached_property
    @abstractmethod
    def places(self) -> Ints:
        """Return where in the deck the cards lie that a copy keeps."""

    def dealing(self, seed: int) -> DealConstants:
        """Return how cards are dealt under a seed."""
        return dealing(len(self.rules.game.deck), seed, int(self.places.max()) + 1)

    @abstractmethod
    def deal(
        self, which: Ints, batch: Batch, how: DealConstants, stride: int, *, first: bool
    ) -> None:
        """Begin a round for some copies."""

    @abstractmethod
    def step(self, actions: Ints, batch: Batch, going: Ints) -> int:
        """Make a decision in every copy that is at one; how many have ended before and are to be
        dealt to, whose numbers are written into `going`.
        """

    @abstractmethod
    def values(self, seen: Small) -> tuple[Ints, Ints]:
        """Return the values of every choice by situation, as whole numbers, and what they are
        over.
        """

    def masks(self, seen: Small) -> Masks:
        """Return which choices are allowed in each situation."""
        return np.ones((len(seen), len(self.actions)), np.int8)

    @abstractmethod
    def observe(self, situation: Situation) -> Small:
        """Return what a player sees in a situation at a table."""

    @abstractmethod
    def choice(self, action: int, seen: Small) -> Choice:
        """Return the choice of an action, as the lab names it; its value is left at 0."""

    @abstractmethod
    def situations(self, decision: int, before: "Answers") -> Iterator[WeightedSituations] | None:
        """Return every situation in which a player makes a decision (0 is the first) who has
        answered the decisions before as `before` says; None where there are too many.
        """

    def alike(self, decision: int) -> bool:
        """Return whether `situations` has one of all that differ in the names of suits only."""
        del decision
        return False


class Answers:
    """The answers of a player to decisions, by situation. The order is that of `situations`."""

    def __init__(self) -> None:
        self._given: list[Ints] = []

    def add(self, actions: Ints) -> None:
        """Add the answers to the next decision."""
        self._given.append(actions)

    def of(self, decision: int) -> Ints:
        """Return the answers to a decision."""
        return self._given[decision]
