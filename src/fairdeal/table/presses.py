"""How many seats a dealer settles with one press: losers together, each winner alone.

The text's order stays: seats that lose are together only as far as they follow each other.
"""

from typing import NamedTuple

from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_DEALER
from fairdeal.table.decide import decide
from fairdeal.table.evolve import advance_to
from fairdeal.table.next_step import command_during_call, next_command
from fairdeal.table.state import State
from fairdeal.table.walk import Change, walk


class Press(NamedTuple):
    """A command that settles seats, and all that it leads to, each event with its states."""

    command: cmd.Settle
    changes: tuple[Change, ...]


def settlement_press(state: State) -> Press | None:
    """Return the next seats of a settlement that one press settles; None where nothing is to be
    settled now.
    """
    command = next_command(state)
    if isinstance(command, cmd.AnswerCall):
        command = command_during_call(state)
    if not isinstance(command, cmd.Show | cmd.Settle):
        return None
    step, seats, changes = state.current, list[int](), list[Change]()
    while state.current is step and state.turn is not None:
        number = state.turn
        events = decide(state, cmd.Settle(seats=(number,)), AUTOMATIC_DEALER)
        wins = any(_pays(event) for event in events)
        if wins and seats:
            break
        seats.append(number)
        changes += walk(state, events)
        if wins:
            break
        state = advance_to(state, state.clock, events)
    return Press(cmd.Settle(seats=tuple(seats)), tuple(changes))


def _pays(event: ev.Event) -> bool:
    """Return whether chips are cut for an event, or will be when the floorperson has confirmed
    it.
    """
    if isinstance(event, ev.WagerPaid):
        return event.result == "win"
    return isinstance(event, ev.EnvyPaid | ev.HandPayAsked)
