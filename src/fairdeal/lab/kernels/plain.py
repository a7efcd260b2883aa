"""The kernel for every game that no other kernel fits: the general solver."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Final

from fairdeal.cards import Card
from fairdeal.errors import BadInputError, NotSolvableError
from fairdeal.lab.decisions.decision import Decision
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.figures.analysis import Row, cell_label
from fairdeal.lab.figures.gain import Gain
from fairdeal.lab.figures.payouts import main_table, table_for
from fairdeal.lab.kernel import Kernel
from fairdeal.lab.kernels.general.solver import CompiledSolver, general_solver
from fairdeal.lab.progress import Progress
from fairdeal.lab.solver import Solver, best, estimate
from fairdeal.lab.solver.plan import Plan
from fairdeal.lab.solver.strategy_card import plain_card
from fairdeal.rulebook.situation import Situation, find_point
from fairdeal.rulebook.wager import Wager

#: The largest number of deals, over all sets of dead cards, that can be counted in some minutes.
_MOST_DEALS: Final = 10**9


class PlainKernel(Kernel):
    """Solves any game with the general solver."""

    quick = False

    @classmethod
    def fits(cls, plan: Plan, deck: tuple[Card, ...]) -> bool:
        """Return True for every game that has a plan."""
        del plan, deck
        return True

    @cached_property
    def _solver(self) -> Solver:
        return general_solver(self._rules, self._deck, limit=self._plan.limit)

    def rows(self, progress: Progress | None = None) -> list[Row]:
        """Return the endings by the decision at which the hand was folded, or by the best of the
        final hands; if these are not ranked in the same way, by the hand of the first wager.
        """
        solution = self._solver.solve(progress)
        alike = len({ranking.cells for ranking in self._plan.rankings}) == 1
        told = self._plan.line(0).hand
        first = next(wager for wager in self._rules.game.wagers if not wager.optional)
        table = table_for(self._rules, first)
        rows = []
        for ending, count in solution.endings.items():
            wagered = Fraction(sum(ending.stakes))
            if ending.cells is None:
                place = -1
                label: tuple[str, str | None] = (f"folded at {ending.folded_at}", None)
            else:
                place = max(ending.cells) if alike else ending.cells[told]
                label = cell_label(table, place)
            rows.append((place, Row(*label, solution.net[ending], wagered, count)))
        return [row for _, row in sorted(rows, key=lambda one: one[0], reverse=True)]

    def decide(self, situations: Sequence[Situation]) -> list[Decision]:
        """Return the decision of each situation, each solved by itself."""
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

    def card(self, progress: Progress | None = None) -> StrategyCard:
        """Return a card by the kinds of cards that any game has."""
        return plain_card(self._solver, main_table(self._rules), progress)

    def main_by_side_cell(
        self, side: Wager, progress: Progress | None = None
    ) -> list[Fraction] | None:
        """Return the split for any side bet that can be valued by itself."""
        try:
            solver = general_solver(self._rules, self._deck, side=side, limit=self._plan.limit)
        except NotSolvableError:
            return None
        return list(solver.mean_by_cell(progress))

    def gain(
        self,
        dead: int,
        samples: int,
        seed: int,
        *,
        workers: int = 1,
        progress: Progress | None = None,
    ) -> Gain:
        """Return the counted gain if the deck is small enough. Cards known to be dead are as good
        as removed from the deck, so every smaller deck is solved as a game of its own.
        """
        del samples, seed, workers
        own, deck = self._plan.own_cards, len(self._deck)
        deals = comb(deck, own) * comb(deck - own, dead) * self._solver.deals_from(0, dead)
        if deals > _MOST_DEALS:
            raise BadInputError(
                f"what {dead} seen cards are worth cannot be told in reasonable time: a game of"
                f" this shape is walked deal by deal, and there are {deals:.0e} of them"
            )
        smaller = list(combinations(self._deck, deck - dead))
        total = Fraction(0)
        for done, left in enumerate(smaller, 1):
            total += Solver(self._rules, left, symmetry=False, limit=self._plan.limit).ev()
            if progress:
                progress(done, len(smaller))
        return Gain(total / len(smaller) - self._solver.ev())

    def gain_seconds(self, dead: int) -> float:
        """Estimate the duration from one of the smaller decks."""
        smaller = Solver(self._rules, self._deck[dead:], limit=self._plan.limit)
        return comb(len(self._deck), dead) * estimate(smaller).seconds + self._seconds

    def seconds(self) -> float:
        """Estimate the duration from a smaller deck, or from the size of a game that fits the
        compiled loops.
        """
        return self._seconds

    def card_seconds(self) -> float:
        """Estimate how long the card takes, which is made situation by situation."""
        solver = self._solver
        if not isinstance(solver, CompiledSolver):
            return self._seconds
        return solver.card_seconds() if solver.at_once else estimate(solver).seconds

    @cached_property
    def _seconds(self) -> float:
        solver = self._solver
        if isinstance(solver, CompiledSolver):
            return solver.seconds()
        return estimate(solver).seconds
