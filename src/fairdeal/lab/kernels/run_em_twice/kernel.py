"""Run 'Em Twice as the lab asks about it: rounds, decisions and the card."""

from collections.abc import Sequence
from fractions import Fraction

from fairdeal.lab.analysis import Row, called
from fairdeal.lab.decision import Choice, Decision
from fairdeal.lab.kernel import Kernel
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice
from fairdeal.lab.kernels.run_em_twice.card_in_words import run_em_twice_card
from fairdeal.lab.payouts import net_by_cell, table_for
from fairdeal.lab.strategy_card import StrategyCard
from fairdeal.rulebook.game import HandOf
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation, find_point


class RunEmTwiceKernel(Kernel):
    """Antes, runs and center."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        game = rules.game
        self._ante = table_for(rules, game.wager["first-ante"])
        self._run = table_for(rules, game.wager["first-run"])
        spec = game.hands["first run"].under(rules.readings)
        assert isinstance(spec, HandOf), "a run is a plain hand"
        self.game = RunEmTwice(
            net_by_cell(self._ante), net_by_cell(self._run), ranking=spec.ranking
        )

    def rows(self) -> list[Row]:
        """By the decision at which the hand was folded, or by the better run."""
        folds = self._rules.game.folds
        rows = []
        for ending, count in self.game.solution.endings.items():
            wagered = Fraction(2 + sum(ending.bets))
            if ending.first_cell is None or ending.second_cell is None:
                label: tuple[str, str | None] = (f"folded at {folds[len(ending.bets)]}", None)
                place = -1 - len(ending.bets)
            else:
                place = max(ending.first_cell, ending.second_cell)
                label = called(self._run, place)
            rows.append((place, Row(*label, ending.net, wagered, count)))
        return [row for _, row in sorted(rows, key=lambda one: one[0], reverse=True)]

    def decide(self, situations: Sequence[Situation]) -> list[Decision]:
        """Fold, or bet one, two or three antes."""
        return [self._one(situation) for situation in situations]

    def card(self) -> StrategyCard:
        """The grid of own cards, and rules for the later bets."""
        game = self._rules.game
        return run_em_twice_card(self.game, game.title, self._run.name, game.unit)

    def _one(self, situation: Situation) -> Decision:
        point = find_point(self._rules.game, situation)
        bets = [situation.bets[name] for name in point.bets]
        values = self.game.decision(situation.cards, situation.board, bets)
        choices = [
            Choice(f"bet-{size}x" if size else "fold", value, times=size or None)
            for size, value in values.items()
        ]
        # Of equal ones the larger bet: the choices stand in that order.
        best = max(reversed(choices), key=lambda choice: choice.ev)
        return Decision(tuple(choices), best)
