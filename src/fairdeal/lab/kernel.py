"""What every kernel answers for the main wagers of its game; the kernels are in `kernels/`."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction

from fairdeal.cards import Card
from fairdeal.lab.decisions.decision import Decision
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.figures.analysis import Row
from fairdeal.lab.figures.gain import Gain
from fairdeal.lab.solver.plan import Plan
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation
from fairdeal.rulebook.wager import Wager


class Kernel(ABC):
    """A way to solve games of one shape: a course of play (`plan`) with a deck.
    `progress(done, total)` is called while it works, where it can.
    """

    progress: Callable[[int, int], None] | None = None
    #: Threads that long work may be shared among; the answer does not depend on them.
    workers: int = 1

    def __init__(self, rules: Rules, plan: Plan, deck: tuple[Card, ...]) -> None:
        self._rules = rules
        self._plan = plan
        self._deck = deck

    @classmethod
    @abstractmethod
    def fits(cls, plan: Plan, deck: tuple[Card, ...]) -> bool:
        """Whether the game's data are what this was written for: deck, deal, decisions, sizes of
        bets, hands. A name is never asked.
        """

    @abstractmethod
    def rows(self) -> list[Row]:
        """Every ending under the best play, with its number of deals."""

    @abstractmethod
    def decide(self, situations: Sequence[Situation]) -> list[Decision]:
        """The value of every choice in each situation."""

    @abstractmethod
    def card(self) -> StrategyCard:
        """The strategy card with its exact cost."""

    def beside(self, wager: Wager) -> list[Fraction] | None:
        """The value of a round, split by the cell of a side bet's hand: the parts add up to it.
        None where that is not counted.
        """
        del wager
        return None

    def together(self, one: Wager, other: Wager) -> list[list[int]] | None:
        """In how many deals the hands of two side bets fall into which cells; None where that is
        not counted.
        """
        del one, other
        return None

    @abstractmethod
    def gain(self, dead: int, samples: int, seed: int) -> Gain:
        """What it adds to the value of best play to know so many cards of others before the first
        decision: counted where that can be done, else estimated from about so many samples.
        """

    def takes(self) -> str:
        """How long `rows` will take, in words, where that is worth saying."""
        return ""
