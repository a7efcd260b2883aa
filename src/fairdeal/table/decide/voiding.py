"""What every void has in common, whichever clause makes the hands void.

The dealer reports and the floorperson confirms, so a void is asked for first; `void_hands` is what
comes of it.
"""

from fairdeal.errors import Refused
from fairdeal.table import events as ev
from fairdeal.table.actors import Actor
from fairdeal.table.state import State


def ask_void(
    state: State, by: Actor, clause: str, reason: str, *, removes: str | None = None
) -> list[ev.Event]:
    """Ask the floorperson to confirm that all hands are void, where they can still be."""
    if state.paid:
        raise Refused("settlement has moved chips: the round cannot be void any more", clause)
    return [ev.VoidAsked(state.version, by.id, clause, reason, removes)]


def void_hands(
    state: State, clause: str, reason: str, *, removes: str | None = None
) -> list[ev.Event]:
    """Void all hands: every wager of the round goes back, and so does the meters' share."""
    events: list[ev.Event] = [
        ev.WagerReturned(number, wager, cents, clause)
        for number in state.playing
        for wager, cents in state.seats[number].stakes.items()
    ]
    if any(state.fed.values()):
        events.append(return_contributions(state, state.fed))
    events.append(ev.RoundVoided(clause, reason))
    if removes is not None:
        events.append(ev.DeckRemoved(removes, clause, "count"))
    return events


def seat_given_back(state: State, number: int, clause: str, reason: str = "") -> list[ev.Event]:
    """Give back the wagers of one seat, with what they fed the meters."""
    stakes = state.seats[number].stakes
    events: list[ev.Event] = [
        ev.WagerReturned(number, wager, cents, clause, reason) for wager, cents in stakes.items()
    ]
    wager = state.rules.progressive_wager
    if wager and (units := contribution(state, stakes.get(wager.name, 0))):
        events.append(return_contributions(state, units))
    return events


def return_contributions(state: State, units: dict[str, int]) -> ev.MetersUnfed:
    """Return the event that takes contributions back from the meters. A contribution to a meter
    that another table has won since was paid out there: the house gives it back, and the meter
    stays (reading `meter-void-linked`).
    """
    won = state.won_elsewhere
    return ev.MetersUnfed(
        {name: value for name, value in units.items() if name not in won},
        {name: value for name, value in units.items() if name in won},
    )


def contribution(state: State, cents: int) -> dict[str, int]:
    """Return the contribution of a progressive stake to each meter, in meter units."""
    progressive = state.rules.progressive
    if progressive is None or not cents:
        return {}
    return {name: cents * rate for name, rate in progressive.rates.items()}
