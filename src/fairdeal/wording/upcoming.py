"""The steps of a dealer after the next one, as far as they do not depend on unseen cards.

Stand-ins take the place of cards that are still to be dealt. Payments are left out until they are
due, because they depend on these cards.
"""

from fairdeal.errors import Refused
from fairdeal.table import commands as cmd
from fairdeal.table.actors import FLOOR, Actor
from fairdeal.table.decide import decide
from fairdeal.table.dry_run import with_stand_ins
from fairdeal.table.evolve import advance_to
from fairdeal.table.next_step import beside_a_call, next_command
from fairdeal.table.state import State
from fairdeal.wording.dealer import Instruction, step_lines, waiting_words

#: The automatic pair would do as well, but confirms at once.
_DEALER = Actor("whoever deals", cmd.Deal.given_by[0])
_FLOOR = Actor("whoever is at the floor", FLOOR)


def later_instructions(state: State, most: int) -> list[Instruction]:
    """Return at most `most` lines that follow the next step, without their commands."""
    lines: list[Instruction] = []
    command = _next(state)
    while command is not None and len(lines) < most:
        by = _FLOOR if command.given_by[0] is FLOOR else _DEALER
        try:
            events = decide(state, with_stand_ins(state, command), by)
        except Refused:  # it waits for somebody
            break
        state = advance_to(state, state.clock, events)
        command = _next(state)
        lines += _told(state, command)
    return [Instruction(line.say, line.clause, line.by) for line in lines[:most]]


def _next(state: State) -> cmd.Command | None:
    command = next_command(state)
    return beside_a_call(state) if isinstance(command, cmd.AnswerCall) else command


def _told(state: State, command: cmd.Command | None) -> list[Instruction]:
    if command is None:
        return waiting_words(state)[:1]
    step = state.current
    if isinstance(command, cmd.Settle) and step is not None:
        return [Instruction(f"Settle the wagers of seat {state.turn}", step.clause)]
    return step_lines(state, command)
