"""What every void has in common, whichever clause makes the hands void."""

from fairdeal.errors import Refused
from fairdeal.table import events as ev
from fairdeal.table.state import OPEN, State


def void(state: State, clause: str, reason: str) -> list[ev.Event]:
    """All hands are void: every wager of the round goes back, the meters' share too."""
    if state.phase is OPEN:
        raise Refused("no round is on that could be void", clause)
    if state.paid:
        raise Refused("settlement has moved chips: the round cannot be void any more", clause)
    events: list[ev.Event] = [
        ev.WagerReturned(number, wager, cents, clause)
        for number in state.playing
        for wager, cents in state.seats[number].stakes.items()
    ]
    if any(state.fed.values()):
        events.append(ev.MetersUnfed(state.fed))
    return [*events, ev.RoundVoided(clause, reason)]
