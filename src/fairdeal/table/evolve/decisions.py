"""How a state changes with the players' decisions and the cards that follow from them."""

from typing import Final

from msgspec.structs import replace

from fairdeal.table import events as ev
from fairdeal.table.evolve.changes import (
    Changes,
    add_chore,
    change_seat,
    pay,
    set_seat,
    stakes_without,
)
from fairdeal.table.new_state import put
from fairdeal.table.state import State
from fairdeal.table.turns import after_acting, next_step


def _bet_rode(state: State, event: ev.BetRode) -> None:
    after_acting(state, event.seat)


def _bet_withdrawn(state: State, event: ev.BetWithdrawn) -> None:
    number = event.seat
    seat = state.seats[number]
    stakes, withdrawn = stakes_without(seat, event.wager), seat.withdrawn | {event.wager}
    change_seat(state, number, stakes=stakes, withdrawn=withdrawn)
    pay(state, number, event.cents)
    add_chore(state, event)
    after_acting(state, number)


def _hand_folded(state: State, event: ev.HandFolded) -> None:
    change_seat(state, event.seat, folded=event.at, collected=not event.kept)
    add_chore(state, event)
    after_acting(state, event.seat, ends=True)


def _bets_called(state: State, event: ev.BetsCalled) -> None:
    del event
    next_step(state)


def _cards_discarded(state: State, event: ev.CardsDiscarded) -> None:
    number, cards = event.seat, event.cards
    if not cards:
        after_acting(state, number)
        return
    seat = state.seats[number]
    kept = tuple([card for card in seat.cards if card not in cards])
    set_seat(state, number, replace(seat, cards=kept, discarded=seat.discarded + cards))
    put(state, "replacing", True)


def _cards_replaced(state: State, event: ev.CardsReplaced) -> None:
    number, cards = event.seat, event.cards or ()
    seat = state.seats[number]
    set_seat(state, number, replace(seat, cards=seat.cards + cards))
    put(state, "out", state.out.union(cards))
    put(state, "pending", False)
    put(state, "replacing", False)
    after_acting(state, number)


def _cards_revealed(state: State, event: ev.CardsRevealed) -> None:
    revealed = state.revealed.copy()
    for place, _ in event.cards:
        area = str(place)
        revealed[area] = revealed.get(area, 0) + 1
    put(state, "revealed", revealed)
    next_step(state)


CHANGES: Final[Changes] = {
    ev.BetRode: _bet_rode,
    ev.BetWithdrawn: _bet_withdrawn,
    ev.HandFolded: _hand_folded,
    ev.BetsCalled: _bets_called,
    ev.CardsDiscarded: _cards_discarded,
    ev.CardsReplaced: _cards_replaced,
    ev.CardsRevealed: _cards_revealed,
}
