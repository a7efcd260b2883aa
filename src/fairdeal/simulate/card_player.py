"""A player who follows the printed strategy card."""

from fractions import Fraction
from functools import cached_property

from fairdeal.errors import BadInputError
from fairdeal.lab.card_lines.line import line_at
from fairdeal.lab.decisions.best_player import situation_of
from fairdeal.lab.decisions.decision import Choice
from fairdeal.lab.decisions.strategy import strategy, strategy_card
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.lazy import line_place
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation
from fairdeal.simulate.choices import command_of
from fairdeal.table import commands as cmd
from fairdeal.table.state import State


class CardPlayer:
    """Does what the line of the card says that applies. The card is that of the game without a
    payout limit.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    @cached_property
    def _card(self) -> StrategyCard:
        return strategy_card(self._rules)

    def load(self) -> None:
        """Read the card, which takes seconds where it has to be computed."""
        _ = self._card

    def command(self, state: State) -> cmd.Command:
        """Return the command of the seat whose turn it is."""
        seat = state.turn
        assert seat is not None, "it is somebody's turn"
        return command_of(state, seat, self.choice(situation_of(state, seat)))

    def choice(self, situation: Situation) -> Choice:
        """Return the choice of the card in a situation; its value is left at 0."""
        place = line_place(self._rules, self._card, situation)
        if place is None:
            raise BadInputError(
                f"the strategy card of {self._rules.game.title} has no line for this situation"
            )
        action = line_at(self._card, place).rule.action
        if place.discards:
            return Choice(action, Fraction(0), self._discard(situation, place.discards))
        times = int(action[4:-1]) if action.startswith("bet-") else None
        return Choice(action, Fraction(0), times=times)

    def _discard(
        self, situation: Situation, discards: tuple[tuple[int, ...], ...]
    ) -> tuple[int, ...]:
        """Return one of several discards that keep what the line says: before the first draw the
        one that the card prefers, after it the one with the most cards left to help, which is the
        best of them.
        """
        if situation.discards is None or len(discards) == 1:
            return discards[0]
        (decision,) = strategy(self._rules, [situation])
        values = {tuple(sorted(one.discard or ())): one.ev for one in decision.choices}
        return max(discards, key=lambda one: values[one])
