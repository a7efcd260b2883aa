"""What a kernel answers for the main wagers of its game, and the one that serves every game."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property

from fairdeal.errors import BadInputError, NotSolvableError
from fairdeal.lab.analysis import Row, called
from fairdeal.lab.card import StrategyCard
from fairdeal.lab.payouts import table_for
from fairdeal.lab.situations import Decision, Situation, find_point
from fairdeal.lab.solver import Solver, best, estimate
from fairdeal.rulebook.rules import Rules


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


class PlainKernel(Kernel):
    """The solver that knows no game, for a game that nobody has written a kernel for yet."""

    @cached_property
    def _solver(self) -> Solver:
        try:
            return Solver(self._rules)
        except NotSolvableError as error:
            raise BadInputError(str(error)) from None

    def rows(self) -> list[Row]:
        """By the decision at which the hand was folded, or by the best of the final hands."""
        solution = self._solver.solve(self.progress)
        first = next(wager for wager in self._rules.game.wagers if not wager.optional)
        table = table_for(self._rules, first)
        rows = []
        for ending, count in solution.endings.items():
            wagered = Fraction(sum(ending.stakes))
            if ending.cells is None:
                place = -1
                label: tuple[str, str | None] = (f"folded at {ending.folded_at}", None)
            else:
                place = max(ending.cells)
                label = called(table, place)
            rows.append((place, Row(*label, solution.net[ending], wagered, count)))
        return [row for _, row in sorted(rows, key=lambda one: one[0], reverse=True)]

    def decide(self, situations: Sequence[Situation]) -> list[Decision]:
        """One by one."""
        return [self._one(situation) for situation in situations]

    def _one(self, situation: Situation) -> Decision:
        find_point(self._rules.game, situation)
        choices = self._solver.decision(
            situation.cards,
            situation.board,
            discards=situation.discards,
            bets=dict(situation.bets),
            withdrawn=situation.withdrawn,
        )
        return Decision(tuple(choices), best(choices))

    def takes(self) -> str:
        """About how long, from a smaller deck."""
        seconds = estimate(self._solver).seconds
        for size, unit in ((86_400, "days"), (3_600, "hours"), (60, "minutes")):
            if seconds >= 2 * size:
                return f", about {seconds / size:,.0f} {unit}"
        return f", about {seconds:,.0f} seconds"
