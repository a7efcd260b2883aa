"""Changes of a state that several events have in common."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from fairdeal.table import events as ev
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
from fairdeal.table.turns import place_after

#: What each event of a chapter changes.
Changes: TypeAlias = Mapping[type[ev.Event], Callable[[State, Any], State]]


def seats_with(state: State, number: int, **changes: Any) -> dict[int, SeatState]:
    """Return all seats, with changes of one."""
    return {**state.seats, number: replace(state.seats[number], **changes)}


def with_seat(state: State, number: int, **changes: Any) -> State:
    """Return the state with changes of one seat."""
    seat = replace(state.seats[number], **changes)
    return replace(state, seats={**state.seats, number: seat})


def after_acting(state: State, number: int, *, ends: bool = False) -> State:
    """Return the state after a seat has acted, which differs only in the place of play."""
    step, current, done, turn = place_after(state, number, state.seats, ends=ends)
    return replace(state, step=step, current=current, acted=done, turn=turn)


def purses_with(state: State, number: int, cents: int) -> dict[str, int]:
    """Return all purses, with so many cents more in that of a seat."""
    player = state.seats[number].player
    return {**state.purses, player: state.purses[player] + cents}


def with_decks(state: State, stage: Stage, *, only: str | None = None, cut: int = 0) -> State:
    """Return the state with all decks, or one of them, at another stage."""
    return replace(state, decks=decks_at(state, stage, only=only, cut=cut))


def decks_at(
    state: State, stage: Stage, *, only: str | None, cut: int = 0
) -> tuple[DeckState, ...]:
    """Return the decks, with all of them, or one, at another stage."""
    # A cut leaves the shuffle as it was; whatever else is done with a deck ends its commitment.
    keeps = stage in LIES_IN_ORDER
    return tuple(
        [
            replace(deck, stage=stage, cut=cut, commitment=deck.commitment if keeps else "")
            if only in (None, deck.color)
            else deck
            for deck in state.decks
        ]
    )


def move_decks(state: State, before: Stage, after: Stage) -> State:
    """Move the decks of one stage to another one, in which their cards have no order yet."""
    decks = tuple(
        replace(deck, stage=after, commitment="") if deck.stage is before else deck
        for deck in state.decks
    )
    return replace(state, decks=decks)


def order_late(state: State) -> State:
    """Make the cards ready again after "no more bets", which happens once a round, and start the
    time for words again.
    """
    if state.phase is not DEALING or (state.commits and not state.words_round):
        return state  # in the first protocol the words stood
    if not state.words_round:
        return replace(state, late_order=True)
    said = frozenset(n for n in state.playing if state.seats[n].word or n in state.pledges)
    seats = {n: replace(seat, word=None) if n in said else seat for n, seat in state.seats.items()}
    return replace(state, seats=seats, pledges={}, to_pledge=said, late_order=True)


def free_seat(state: State, number: int) -> State:
    """Free a seat; a player without another box takes his or her purse along. A payment by hand
    that was asked for at this seat is dropped, because the next player there is another person.
    """
    player = state.seats[number].player
    if isinstance(state.asked, ev.PaymentAsked) and state.asked.seat == number:
        state = with_question(state, asked=None)
    seats = {n: seat for n, seat in state.seats.items() if n != number}
    state = replace(state, pledges=pledges_without(state, number))
    if any(seat.player == player for seat in seats.values()):
        return replace(state, seats=seats)
    purses = {name: cents for name, cents in state.purses.items() if name != player}
    gone = state.gone + state.purses[player]
    if player in state.bought:
        bought = {name: cents for name, cents in state.bought.items() if name != player}
        state = replace(state, bought=bought)
    return replace(state, seats=seats, purses=purses, gone=gone)


def stakes_without(seat: SeatState, wager: str) -> dict[str, int]:
    """Return the stakes of a seat without one wager."""
    return {name: cents for name, cents in seat.stakes.items() if name != wager}


def reopen_bets(state: State) -> State:
    """Take back that seats are ready, before "no more bets", because a new order will come."""
    if state.phase is not OPEN:
        return state
    state = replace(state, reopened=state.reopened + 1)
    if not any(seat.ready for seat in state.seats.values()):
        return state
    seats = {n: replace(seat, ready=False, word=None) for n, seat in state.seats.items()}
    return replace(state, seats=seats, pledges={})


def pledges_without(state: State, number: int) -> dict[int, str]:
    """Return the pledges of words without that of one seat."""
    if number not in state.pledges:
        return state.pledges
    return {n: pledge for n, pledge in state.pledges.items() if n != number}


def unchanged(state: State, event: ev.Event) -> State:
    """Return the state unchanged, for an event that is only recorded."""
    del event
    return state


def with_question(state: State, **changes: Any) -> State:
    """Record a question to the floorperson, or that it was answered."""
    state = replace(state, **changes)
    waits = state.asked or state.differs or state.called or state.phase is CLOSED
    return replace(state, held=bool(waits))
