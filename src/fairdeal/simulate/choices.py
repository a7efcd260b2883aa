"""Choices of the lab as commands at a table."""

from fractions import Fraction

from fairdeal.lab.decisions.decision import Choice
from fairdeal.rulebook.game import BetOrFold
from fairdeal.table import commands as cmd
from fairdeal.table.state import State


def command_of(state: State, seat: int, choice: Choice) -> cmd.Command:
    """Return the command that makes a choice of the lab at a table."""
    if choice.action in cmd.PLAIN_DECISIONS:
        return cmd.PLAIN_DECISIONS[choice.action](seat=seat)
    step = state.current
    if not isinstance(step, BetOrFold):
        return cmd.Draw(seat=seat, discard=tuple(choice.discard or ()))
    base = state.rules.game.wager[step.wager].size.base
    assert base is not None, "a bet of so many base bets"
    cents = Fraction(choice.times or 1) * state.seats[seat].stakes[base]
    return cmd.Bet(seat=seat, wager=step.wager, cents=int(cents))
