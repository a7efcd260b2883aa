"""What every kernel answers for the main wagers of its game; the kernels are in `kernels/`."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from fairdeal.errors import BadInputError
from fairdeal.lab.analysis import Row
from fairdeal.lab.decision import Decision
from fairdeal.lab.strategy_card import StrategyCard
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation


class Kernel(ABC):
    """A way to solve one game. `progress(done, total)` is called while it works, where it can."""

    progress: Callable[[int, int], None] | None = None

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    @abstractmethod
    def rows(self) -> list[Row]:
        """Every ending under the best play, with its number of deals."""

    @abstractmethod
    def decide(self, situations: Sequence[Situation]) -> list[Decision]:
        """The value of every choice in each situation."""

    def card(self) -> StrategyCard:
        """The strategy card with its exact cost."""
        raise BadInputError(
            f"there is no strategy card for {self._rules.game.title}: ask about cards, with --cards"
        )

    def takes(self) -> str:
        """How long `rows` will take, in words, where that is worth saying."""
        return ""
