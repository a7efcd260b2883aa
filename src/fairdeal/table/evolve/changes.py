"""Changes of a state that several events have in common.

Every change is made in the state that is given, which `evolve` has copied before.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from fairdeal.table import events as ev
from fairdeal.table.new_state import put
from fairdeal.table.state import (
    CLOSED,
    DEALING,
    LIES_IN_ORDER,
    OPEN,
    DeckState,
    SeatState,
    Stage,
    State,
)

#: What each event of a chapter changes in a state that nobody else has yet.
Changes: TypeAlias = Mapping[type[ev.Event], Callable[[State, Any], None]]


def set_seat(state: State, number: int, seat: SeatState) -> None:
    """Replace one seat."""
    seats = state.seats.copy()
    seats[number] = seat
    put(state, "seats", seats)


def change_seat(state: State, number: int, **changes: Any) -> None:
    """Change fields of one seat."""
    set_seat(state, number, replace(state.seats[number], **changes))


def pay(state: State, number: int, cents: int) -> None:
    """Put so many cents more into the purse of a seat's player."""
    player, purses = state.seats[number].player, state.purses.copy()
    purses[player] += cents
    put(state, "purses", purses)


def set_stage(state: State, stage: Stage, *, only: str | None = None, cut: int = 0) -> None:
    """Put all decks, or one of them, at another stage."""
    # A cut leaves the shuffle as it was; whatever else is done with a deck ends its commitment.
    keeps = stage in LIES_IN_ORDER
    decks: list[DeckState] = []
    for deck in state.decks:
        if only in (None, deck.color):
            bound = deck.commitment if keeps else ""
            decks.append(replace(deck, stage=stage, cut=cut, commitment=bound))
        else:
            decks.append(deck)
    put(state, "decks", tuple(decks))


def move_decks(state: State, before: Stage, after: Stage) -> None:
    """Move the decks of one stage to another one, in which their cards have no order yet."""
    decks = tuple(
        replace(deck, stage=after, commitment="") if deck.stage is before else deck
        for deck in state.decks
    )
    put(state, "decks", decks)


def order_late(state: State) -> None:
    """Make the cards ready again after "no more bets", which happens once a round, and start the
    time for words again.
    """
    if state.phase is not DEALING or (state.commits and not state.words_round):
        return  # in the first protocol the words stood
    put(state, "late_order", True)
    if not state.words_round:
        return
    said = frozenset(n for n in state.playing if state.seats[n].word or n in state.pledges)
    seats = {n: replace(seat, word=None) if n in said else seat for n, seat in state.seats.items()}
    put(state, "seats", seats)
    put(state, "pledges", {})
    put(state, "to_pledge", said)


def free_seat(state: State, number: int) -> None:
    """Free a seat; a player without another box takes his or her purse along. A payment by hand
    that was asked for at this seat is dropped, because the next player there is another person.
    """
    player = state.seats[number].player
    if isinstance(state.asked, ev.PaymentAsked) and state.asked.seat == number:
        set_question(state, asked=None)
    seats = {n: seat for n, seat in state.seats.items() if n != number}
    put(state, "seats", seats)
    put(state, "pledges", pledges_without(state, number))
    if any(seat.player == player for seat in seats.values()):
        return
    put(state, "gone", state.gone + state.purses[player])
    purses = {name: cents for name, cents in state.purses.items() if name != player}
    put(state, "purses", purses)
    if player in state.bought:
        bought = {name: cents for name, cents in state.bought.items() if name != player}
        put(state, "bought", bought)


def stakes_without(seat: SeatState, wager: str) -> dict[str, int]:
    """Return the stakes of a seat without one wager."""
    return {name: cents for name, cents in seat.stakes.items() if name != wager}


def reopen_bets(state: State) -> None:
    """Take back that seats are ready, before "no more bets", because a new order will come."""
    if state.phase is not OPEN:
        return
    put(state, "reopened", state.reopened + 1)
    if not any(seat.ready for seat in state.seats.values()):
        return
    seats = {n: replace(seat, ready=False, word=None) for n, seat in state.seats.items()}
    put(state, "seats", seats)
    put(state, "pledges", {})


def pledges_without(state: State, number: int) -> dict[int, str]:
    """Return the pledges of words without that of one seat."""
    if number not in state.pledges:
        return state.pledges
    return {n: pledge for n, pledge in state.pledges.items() if n != number}


def unchanged(state: State, event: ev.Event) -> None:
    """Leave the state as it is, for an event that is only recorded."""
    del state, event


def add_chore(state: State, event: ev.Event) -> None:
    """Give the dealer something to do for what just happened."""
    put(state, "chores", (*state.chores, event))


def set_question(state: State, **changes: Any) -> None:
    """Record a question to the floorperson, or that it was answered."""
    for name, value in changes.items():
        put(state, name, value)
    waits = state.asked or state.differs or state.called or state.phase is CLOSED
    put(state, "held", bool(waits))
