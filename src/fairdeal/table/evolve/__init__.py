"""`evolve(state, event) -> state`: what an event changes. It asks nothing and refuses nothing."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from fairdeal.table import events as ev
from fairdeal.table.evolve import cards, deal, decisions, floor, seats, settlement
from fairdeal.table.evolve.changes import Changes
from fairdeal.table.state import State


def evolve(state: State, event: ev.Event) -> State:
    """Return the state after one more event."""
    version = state.version + 1
    stepped = state.stepped if type(event) in _BESIDE else version
    return replace(_CHANGES[type(event)](state, event), version=version, stepped=stepped)


def advance_to(state: State, time: int, events: Sequence[ev.Event]) -> State:
    """Return the state after an entry: its time is set, and its events are applied one after the
    other.
    """
    version, stepped, chores = state.version + len(events), state.stepped, state.chores
    if type(events[0]) not in _BESIDE:
        chores = ()
    for place in range(len(events), 0, -1):  # nearly always the last one
        if type(events[place - 1]) not in _BESIDE:
            stepped = state.version + place
            break
    state = replace(state, version=version, stepped=stepped, clock=time, chores=chores)
    for event in events:
        state = _CHANGES[type(event)](state, event)
    return state


#: What happens beside the dealer's work, and leaves what is at hand to be done: a dealer's step
#: that was read before it is still the next one.
_BESIDE = frozenset(
    {
        *(ev.PlayerSat, ev.PlayerLeft, ev.HandAbandoned, ev.PlayerReady, ev.WagerPlaced),
        *(ev.WagerTakenBack, ev.Announced, ev.FloorCalled, ev.CallAnswered, ev.MetersShown),
        *(ev.DealerTappedIn, ev.DealerTappedOut, ev.BoughtIn),
        *(ev.WordPledged, ev.PledgesClosed, ev.WordRevealed, ev.WordWithheld),
        *(ev.LimitsPosted, ev.LimitsWithdrawn, ev.LimitsChanged),
    }
)

_CHANGES: Final[Changes] = {
    **cards.CHANGES,
    **seats.CHANGES,
    **deal.CHANGES,
    **decisions.CHANGES,
    **settlement.CHANGES,
    **floor.CHANGES,
}
