"""The interface of a kernel, which solves the main wagers of a game; see `kernels/`."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, TypeAlias

from fairdeal.cards import Card
from fairdeal.lab.decisions.decision import Decision
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.figures.analysis import Row
from fairdeal.lab.figures.gain import Gain
from fairdeal.lab.progress import Progress
from fairdeal.lab.solver.plan import Plan
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation
from fairdeal.rulebook.wager import Wager

#: The first decision by own cards, one of all that differ in the names of suits only.
FirstDecisions: TypeAlias = Mapping[tuple[Card, ...], Decision]
#: Numbers of deals by the net result of the main wagers, in units, and the cells of side bets.
JointResults: TypeAlias = Mapping[tuple[Fraction, tuple[int, ...]], int]


class Kernel(ABC):
    """Solves games of one shape: a course of play (`plan`) with a deck. Methods that take long
    report their progress if they can.
    """

    #: Whether a single decision is fast enough for a player who waits for it.
    quick: ClassVar[bool] = True

    def __init__(self, rules: Rules, plan: Plan, deck: tuple[Card, ...]) -> None:
        self._rules = rules
        self._plan = plan
        self._deck = deck

    @classmethod
    @abstractmethod
    def fits(cls, plan: Plan, deck: tuple[Card, ...]) -> bool:
        """Return whether a game has the shape that this kernel was written for: its deck, deal,
        decisions, sizes of bets and hands. The name of the game does not matter.
        """

    @abstractmethod
    def rows(self, progress: Progress | None = None) -> list[Row]:
        """Return every ending under the best play, with its number of deals."""

    @abstractmethod
    def decide(self, situations: Sequence[Situation]) -> list[Decision]:
        """Return the value of every choice in each situation."""

    def decide_knowing(self, situation: Situation, dead: Sequence[Card]) -> Decision | None:
        """Return the value of every choice where some cards are known to be out of the deck; None
        where this kernel has no quick way to it.
        """
        del situation, dead
        return None

    def first_decisions(self) -> FirstDecisions | None:
        """Return the first decision of every class of own cards; None if there are too many of them
        to store.
        """
        return None

    @abstractmethod
    def card(self, progress: Progress | None = None) -> StrategyCard:
        """Return the strategy card with its exact cost."""

    def main_by_side_cell(
        self, side: Wager, progress: Progress | None = None
    ) -> list[Fraction] | None:
        """Return the value of a round, split by the cell of a side bet's hand: the parts add up to
        it. None where this kernel cannot count that.
        """
        del side, progress
        return None

    def joint_cells(
        self, one: Wager, other: Wager, progress: Progress | None = None
    ) -> list[list[int]] | None:
        """Return in how many deals the hands of two side bets fall into each two cells; None where
        this kernel cannot count that.
        """
        del one, other, progress
        return None

    def joint_results(
        self, sides: Sequence[Wager], progress: Progress | None = None
    ) -> JointResults | None:
        """Return in how many deals the main wagers have each result under the best play while the
        hands of the side bets fall into each combination of cells; None where this kernel cannot
        count that.
        """
        del sides, progress
        return None

    @abstractmethod
    def gain(
        self,
        dead: int,
        samples: int,
        seed: int,
        *,
        workers: int = 1,
        progress: Progress | None = None,
    ) -> Gain:
        """Return the gain in value from knowing `dead` cards of others before the first decision.
        It is counted if that is possible, otherwise estimated from about `samples` samples. The
        work is shared among threads; the answer does not depend on their number.
        """

    def gain_seconds(self, dead: int) -> float:
        """Return an estimate of how many seconds `gain` will take; zero if that is not long."""
        del dead
        return 0.0

    def seconds(self) -> float:
        """Return an estimate of how many seconds `rows` will take; zero if that is not long."""
        return 0.0

    def card_seconds(self) -> float:
        """Return an estimate of how many seconds `card` will take; zero if that is not long."""
        return self.seconds()
