"""The steps of a dealer after the next one, as far as they do not depend on unseen cards.

Stand-ins take the place of cards that are still to be dealt. Payments are left out until they are
due, because they depend on these cards.
"""

from fairdeal.errors import Refused
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER, FLOOR, Actor
from fairdeal.table.decide import decide
from fairdeal.table.dry_run import with_stand_ins
from fairdeal.table.evolve import advance_to
from fairdeal.table.next_step import command_during_call, next_command
from fairdeal.table.state import State
from fairdeal.wording.dealer import Instruction, step_lines, waiting_words

_FLOOR = Actor("whoever is at the floor", FLOOR)


def later_instructions(state: State, most: int, *, from_next: bool = False) -> list[Instruction]:
    """Return at most `most` lines that follow the next step, without their commands; or lines from
    the next step on.
    """
    command = _next(state)
    lines = _instructions_for(state, command) if from_next else []
    while command is not None and len(lines) < most:
        # The automatic dealer would do as well, but what it reports is confirmed at once.
        dealer = Actor(state.dealer or "whoever deals", DEALER)
        by = _FLOOR if command.given_by[0] is FLOOR else dealer
        try:
            events = decide(state, with_stand_ins(state, command), by)
        except Refused:  # it waits for somebody
            break
        state = advance_to(state, state.clock, events)
        command = _next(state)
        lines += _instructions_for(state, command)
    return [Instruction(line.say, line.clause, line.by) for line in lines[:most]]


def _next(state: State) -> cmd.Command | None:
    command = next_command(state)
    return command_during_call(state) if isinstance(command, cmd.AnswerCall) else command


def _instructions_for(state: State, command: cmd.Command | None) -> list[Instruction]:
    if command is None:
        return waiting_words(state)[:1]
    step = state.current
    if isinstance(command, cmd.Settle) and step is not None:
        return [Instruction(f"Settle the wagers of seat {state.turn}", step.clause)]
    return step_lines(state, command)
