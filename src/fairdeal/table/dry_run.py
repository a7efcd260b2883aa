"""What a command would lead to, without anything that happens: the same rules on a state that is
thrown away.

Cards that would leave the deck are stood in for, since nobody is to learn them: what is told of a
dry run is chips, meters and decks, which no card that is still to come has a part in.
"""

from typing import Final, NamedTuple

from msgspec.structs import replace

from fairdeal.errors import Refused
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import FLOOR, Actor
from fairdeal.table.decide import decide
from fairdeal.table.evolve import advance_to
from fairdeal.table.questions import TAKES_CARDS, cards_needed
from fairdeal.table.state import State
from fairdeal.table.walk import Change, walk

#: The person who confirms in a dry run: another one than the person who asks.
SECOND: Final = Actor("the second person", FLOOR)


class DryRun(NamedTuple):
    """What would happen: every event with the states around it, and the state after all of them.
    `said` is what the second person says, where it takes one.
    """

    changes: tuple[Change, ...]
    after: State
    said: cmd.Command | None = None


def with_stand_ins(state: State, command: cmd.Command) -> cmd.Command:
    """Return a command with cards that could come, in place of those that will."""
    if type(command) not in TAKES_CARDS or getattr(command, "cards", None) is not None:
        return command
    needed = cards_needed(state, command)
    stub = sorted(state.rules.game.deck.each - state.out)
    return replace(command, cards=tuple(stub[:needed])) if needed else command


def dry_runs(state: State, command: cmd.Command, by: Actor) -> list[DryRun]:
    """Return the possible results of a command: one, or one for each answer that the floorperson
    may give to it. `Refused` where the table would refuse it.
    """
    first = _run(state, with_stand_ins(state, command), by)
    after = first.after
    answers: list[cmd.Command] = []
    if after.asked is not None and after.asked is not state.asked:
        answers = [cmd.Confirm(asked=after.asked.asked)]
    elif after.differs is not None and after.differs is not state.differs:
        answers = [cmd.RuleCount(misdealt=True), cmd.RuleCount(misdealt=False)]
    if not answers:
        return [first]
    runs = []
    for answer in answers:
        try:
            then = _run(after, answer, SECOND)
        except Refused:  # one of two rulings may contradict what was counted
            continue
        runs.append(DryRun(first.changes + then.changes, then.after, answer))
    return runs


def possible(state: State, command: cmd.Command, by: Actor) -> list[ev.Event]:
    """Return the events with which the table would answer a command now; none where it would refuse
    it.
    """
    try:
        return decide(state, with_stand_ins(state, command), by)
    except Refused:
        return []


def _run(state: State, command: cmd.Command, by: Actor) -> DryRun:
    events = decide(state, command, by)
    return DryRun(tuple(walk(state, events)), advance_to(state, state.clock, events))
