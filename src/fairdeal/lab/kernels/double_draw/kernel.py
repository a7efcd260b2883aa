"""Double Draw as the lab asks about it: rounds, decisions and the card."""

from collections.abc import Sequence
from fractions import Fraction

from fairdeal.cards import Card, card_text
from fairdeal.lab.analysis import Row, called
from fairdeal.lab.decision import Choice, Decision
from fairdeal.lab.kernel import Kernel
from fairdeal.lab.kernels.double_draw import decisions
from fairdeal.lab.kernels.double_draw.decisions import first_decisions, second_decisions
from fairdeal.lab.kernels.double_draw.solution import solve
from fairdeal.lab.kernels.double_draw.strategy_card import double_draw_card
from fairdeal.lab.payouts import net_by_cell, table_for
from fairdeal.lab.strategy_card import StrategyCard
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation, find_point


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
        solution = solve(self.net)
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
        hands = [_with_both_jokers(situations[n].cards) for n in first]
        if hands:
            found = first_decisions(hands, self.net)
            answers |= dict(zip(first, map(_decision, found), strict=True))
        second = [n for n, one in enumerate(situations) if one.discards is not None]
        asked = []
        for number in second:
            one = situations[number]
            both = _with_both_jokers((*one.cards, *(one.discards or ())))
            asked.append((both[: len(one.cards)], both[len(one.cards) :]))
        if asked:
            decisions = second_decisions(asked, self.net)
            answers |= dict(zip(second, map(_decision, decisions), strict=True))
        return [answers[number] for number in range(len(situations))]

    def card(self) -> StrategyCard:
        """What to hold at either draw, and when to fold."""
        game = self._rules.game
        return double_draw_card(self.net, game.title, self._table.name, game.unit)


def _with_both_jokers(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The same cards, a second joker as the other one: on paper they look alike."""
    seen: list[Card] = []
    for card in cards:
        seen.append(card + 1 if card in seen and card_text(card) == "*" else card)
    return tuple(seen)


def _decision(decision: decisions.Decision) -> Decision:
    return Decision(tuple(_choice(choice) for choice in decision.choices), _choice(decision.best))


def _choice(choice: decisions.Choice) -> Choice:
    if choice.discards is None:
        return Choice("fold", choice.ev)
    return Choice("draw", choice.ev, choice.discards)
