"""`evolve(state, event) -> state`: what an event changes. It asks nothing and refuses nothing."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from fairdeal.table import events as ev
from fairdeal.table.evolve import cards, deal, decisions, floor, seats, settlement
from fairdeal.table.evolve.changes import Changes
from fairdeal.table.new_state import put
from fairdeal.table.state import State


def evolve(state: State, event: ev.Event) -> State:
    """Return the state after one more event."""
    version = state.version + 1
    stepped = state.stepped if type(event) in _BESIDE else version
    after = replace(state, version=version, stepped=stepped)
    _CHANGES[type(event)](after, event)
    return after


def advance_to(state: State, time: int, events: Sequence[ev.Event]) -> State:
    """Return the state after an entry: its time is set, and its events are applied one after the
    other, all of them in one copy of the state.
    """
    version = state.version + len(events)
    stepped = version if type(events[-1]) not in _BESIDE else _stepped(state, events)
    after = replace(state, version=version, stepped=stepped, clock=time)
    if state.chores and type(events[0]) not in _BESIDE:
        put(after, "chores", ())
    for event in events:
        _CHANGES[type(event)](after, event)
    return after


def _stepped(state: State, events: Sequence[ev.Event]) -> int:
    """Return the version after the last event that was more than a player's own."""
    for place in range(len(events), 0, -1):
        if type(events[place - 1]) not in _BESIDE:
            return state.version + place
    return state.stepped


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
