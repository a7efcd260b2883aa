"""A settlement in words, as a dealer does it with one press: what is collected and paid at the next
seats, and row by row what that is made of.
"""

from typing import NamedTuple

from fairdeal.english import all_of
from fairdeal.rulebook.money import dollars
from fairdeal.table import events as ev
from fairdeal.table.presses import Press, settlement_press
from fairdeal.table.state import State
from fairdeal.table.walk import Change
from fairdeal.wording.dealer import collected_lines, payment_line
from fairdeal.wording.payments import chips_paid
from fairdeal.wording.pending import Instruction


class PressInstruction(NamedTuple):
    """A step that settles one seat or more, and its rows in the text's order."""

    step: Instruction
    rows: tuple[Instruction, ...]


def press_instruction(state: State) -> PressInstruction | None:
    """Return the next press of a settlement; None where nothing is to be settled now.

    It says what comes of cards that are turned up with it, so it is for those who settle.
    """
    press = settlement_press(state)
    if press is None or state.current is None:
        return None
    rows = _merged_rows([row for change in press.changes for row in _rows(change)])
    cents = sum(row.cents or 0 for row in rows)
    words = f"{_seats(press.command.seats)}: {_words(press)}"
    step = Instruction(words, state.current.clause, command=press.command, cents=cents or None)
    return PressInstruction(step, tuple(rows))


def _rows(change: Change) -> list[tuple[Instruction, bool]]:
    return [(row, isinstance(change.event, ev.EnvyPaid)) for row in _lines(change)]


def _lines(change: Change) -> list[Instruction]:
    event = change.event
    if isinstance(event, ev.HandShown):
        clause = change.before.current.clause if change.before.current else None
        return [Instruction(f"Turn up the cards of seat {event.seat}", clause)]
    if isinstance(event, ev.SeatSettled):
        return collected_lines(change.before, event)
    line = payment_line(change.before, event)
    return [line] if line else []


def _merged_rows(rows: list[tuple[Instruction, bool]]) -> list[Instruction]:
    """Return the rows as instructions; Envy Bonuses for one hand, which are paid to all at once,
    are one of them.
    """
    told: list[Instruction] = []
    envy = False
    for row, is_envy in rows:
        if envy and is_envy:
            last = told.pop()
            words = f"{last.say}; {row.say[:1].lower()}{row.say[1:]}"
            cents = (last.cents or 0) + (row.cents or 0)
            told.append(Instruction(words, row.clause, cents=cents))
        else:
            told.append(row)
        envy = is_envy
    return told


def _words(press: Press) -> str:
    """Say in one line what is turned up, collected and paid."""
    lost = won = envy = pushes = 0
    shows = False
    for before, event, _ in press.changes:
        match event:
            case ev.HandShown():
                shows = True
            case ev.WagerLost() if event.wager not in before.seats[event.seat].taken:
                lost += event.cents
            case ev.WagerPaid(result="push"):
                pushes += event.cents
            case ev.WagerPaid():
                won += chips_paid(before, event)
            case ev.EnvyPaid():
                envy += event.cents
            case ev.HandPayAsked():
                return all_of([*(["turn up the cards"] if shows else []), _ASK])
            case _:
                pass
    parts = ["turn up the cards"] if shows else []
    parts += [f"collect {dollars(lost)}"] if lost else []
    parts += [f"{dollars(pushes)} stays"] if pushes else []
    parts += [f"pay {dollars(won)}"] if won else []
    parts += [f"pay the others {dollars(envy)} of Envy Bonuses"] if envy else []
    if not (lost or pushes or won or envy):
        parts += ["nothing to pay"]
    return all_of(parts)


#: A payment that waits for a second person.
_ASK = "ask the floorperson to confirm the payment"


def _seats(numbers: tuple[int, ...]) -> str:
    names = all_of([str(number) for number in numbers])
    return f"Seat {names}" if len(numbers) == 1 else f"Seats {names}"
