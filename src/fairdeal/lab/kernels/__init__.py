"""The compiled kernels, each under the name of the game that it solves.

A game that has none is analysed by the solver that knows no game, slowly.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from fairdeal.lab.analysis import Row, called
from fairdeal.lab.card import StrategyCard
from fairdeal.lab.kernels import double_draw
from fairdeal.lab.kernels.double_draw.card import double_draw_card
from fairdeal.lab.kernels.kernel import Kernel, PlainKernel
from fairdeal.lab.kernels.let_it_ride import LetItRide
from fairdeal.lab.kernels.let_it_ride.card import let_it_ride_card
from fairdeal.lab.kernels.run_em_twice import RunEmTwice
from fairdeal.lab.kernels.run_em_twice.card import run_em_twice_card
from fairdeal.lab.payouts import net_by_cell, table_for
from fairdeal.lab.situations import Choice, Decision, Situation, find_point, with_both_jokers
from fairdeal.rulebook.game import HandOf
from fairdeal.rulebook.rules import Rules


class LetItRideKernel(Kernel):
    """Bets 1 to 3."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._table = table_for(rules, rules.game.wager["bet-1"])
        self._game = LetItRide(net_by_cell(self._table))

    def rows(self) -> list[Row]:
        """By the five cards and the bets in action."""
        pays = self._game.solution.pays
        by_cell = sorted(self._game.solution.by_cell_and_units.items(), reverse=True)
        return [
            Row(*called(self._table, cell), units * pays[cell], Fraction(units), count)
            for (cell, units), count in by_cell
        ]

    def decide(self, situations: Sequence[Situation]) -> list[Decision]:
        """Ride or withdraw."""
        return [self._one(situation) for situation in situations]

    def card(self) -> StrategyCard:
        """Which hands ride."""
        game = self._rules.game
        return let_it_ride_card(self._game, game.title, self._table.name, game.unit)

    def _one(self, situation: Situation) -> Decision:
        point = find_point(self._rules.game, situation)
        if point.number == 0:
            values = self._game.first_decision(situation.cards)
        else:
            values = self._game.second_decision(
                situation.cards,
                situation.board[0],
                withdrawn_bet_1=bool(situation.withdrawn),
            )
        choices = (Choice("ride", values.ride), Choice("withdraw", values.withdraw))
        return Decision(choices, choices[0] if values.rides else choices[1])


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
            Choice(f"bet-{size}x" if size else "fold", value) for size, value in values.items()
        ]
        # Of equal ones the larger bet: the choices stand in that order.
        best = max(reversed(choices), key=lambda choice: choice.ev)
        return Decision(tuple(choices), best)


class DoubleDrawKernel(Kernel):
    """Ante, bonus and both draw wagers."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        game = rules.game
        self._table = table_for(rules, game.wager["bonus"])
        tables = [table_for(rules, wager) for wager in game.wagers]
        by_wager = [net_by_cell(table) for table in tables]
        self.net = tuple(sum(cell, Fraction(0)) for cell in zip(*by_wager, strict=True))

    def rows(self) -> list[Row]:
        """By the draw before which the hand was folded, or by the final five cards."""
        solution = double_draw.solve(self.net)
        rows = [
            Row(*called(self._table, cell), self.net[cell], Fraction(4), count)
            for cell, count in reversed(list(enumerate(solution.cells)))
        ]
        first, second = self._rules.game.folds
        return [
            *rows,
            Row(f"folded at {second}", None, Fraction(-3), Fraction(3), solution.fold_second),
            Row(f"folded at {first}", None, Fraction(-2), Fraction(2), solution.fold_first),
        ]

    def decide(self, situations: Sequence[Situation]) -> list[Decision]:
        """Fold, or draw with every discard that is allowed. Many are answered together."""
        for situation in situations:
            find_point(self._rules.game, situation)
        answers: dict[int, Decision] = {}
        first = [n for n, one in enumerate(situations) if one.discards is None]
        hands = [with_both_jokers(situations[n].cards) for n in first]
        if hands:
            found = double_draw.first_decisions(hands, self.net)
            answers |= dict(zip(first, map(_from_kernel, found), strict=True))
        second = [n for n, one in enumerate(situations) if one.discards is not None]
        asked = []
        for number in second:
            one = situations[number]
            both = with_both_jokers((*one.cards, *(one.discards or ())))
            asked.append((both[: len(one.cards)], both[len(one.cards) :]))
        if asked:
            decisions = double_draw.second_decisions(asked, self.net)
            answers |= dict(zip(second, map(_from_kernel, decisions), strict=True))
        return [answers[number] for number in range(len(situations))]

    def card(self) -> StrategyCard:
        """What to hold at either draw, and when to fold."""
        game = self._rules.game
        return double_draw_card(self.net, game.title, self._table.name, game.unit)


def _from_kernel(decision: double_draw.Decision) -> Decision:
    return Decision(tuple(_choice(choice) for choice in decision.choices), _choice(decision.best))


def _choice(choice: double_draw.Choice) -> Choice:
    if choice.discards is None:
        return Choice("fold", choice.ev)
    return Choice("draw", choice.ev, choice.discards)


KERNELS: Final[Mapping[str, Callable[[Rules], Kernel]]] = {
    "let-it-ride": LetItRideKernel,
    "run-em-twice": RunEmTwiceKernel,
    "double-draw": DoubleDrawKernel,
}


@lru_cache(maxsize=16)
def kernel_of(rules: Rules) -> Kernel:
    """The kernel of a game, kept with what it has worked out; where there is none, the solver that
    knows no game.
    """
    return KERNELS.get(rules.game.name, PlainKernel)(rules)
