"""How a state changes with the players' decisions and the cards that follow from them."""

from typing import Final

from msgspec.structs import replace

from fairdeal.table import events as ev
from fairdeal.table.evolve.changes import (
    Changes,
    after_acting,
    purses_with,
    seats_with,
    stakes_without,
    with_seat,
)
from fairdeal.table.state import State
from fairdeal.table.turns import next_step, place_after


def _bet_withdrawn(state: State, event: ev.BetWithdrawn) -> State:
    number = event.seat
    seat = state.seats[number]
    stakes, withdrawn = stakes_without(seat, event.wager), seat.withdrawn | {event.wager}
    state = replace(
        state,
        seats=seats_with(state, number, stakes=stakes, withdrawn=withdrawn),
        purses=purses_with(state, number, event.cents),
        chores=(*state.chores, event),
    )
    return after_acting(state, number)


def _hand_folded(state: State, event: ev.HandFolded) -> State:
    state = with_seat(state, event.seat, folded=event.at, collected=not event.kept)
    return after_acting(replace(state, chores=(*state.chores, event)), event.seat, ends=True)


def _bets_called(state: State, event: ev.BetsCalled) -> State:
    del event
    step, current, done, turn = next_step(state)
    return replace(state, step=step, current=current, acted=done, turn=turn)


def _cards_discarded(state: State, event: ev.CardsDiscarded) -> State:
    number, cards = event.seat, event.cards
    if not cards:
        return after_acting(state, number)
    seat = state.seats[number]
    kept = tuple([card for card in seat.cards if card not in cards])
    seat = replace(seat, cards=kept, discarded=seat.discarded + cards)
    return replace(state, seats={**state.seats, number: seat}, replacing=True)


def _cards_replaced(state: State, event: ev.CardsReplaced) -> State:
    number, cards = event.seat, event.cards or ()
    seat = state.seats[number]
    seats = {**state.seats, number: replace(seat, cards=seat.cards + cards)}
    step, current, done, turn = place_after(state, number, seats)
    return replace(
        state,
        seats=seats,
        out=state.out.union(cards),
        pending=False,
        replacing=False,
        step=step,
        current=current,
        acted=done,
        turn=turn,
    )


def _cards_revealed(state: State, event: ev.CardsRevealed) -> State:
    revealed = dict(state.revealed)
    for place, _ in event.cards:
        area = str(place)
        revealed[area] = revealed.get(area, 0) + 1
    step, current, done, turn = next_step(state)
    return replace(state, revealed=revealed, step=step, current=current, acted=done, turn=turn)


CHANGES: Final[Changes] = {
    ev.BetRode: lambda s, event: after_acting(s, event.seat),
    ev.BetWithdrawn: _bet_withdrawn,
    ev.HandFolded: _hand_folded,
    ev.BetsCalled: _bets_called,
    ev.CardsDiscarded: _cards_discarded,
    ev.CardsReplaced: _cards_replaced,
    ev.CardsRevealed: _cards_revealed,
}
