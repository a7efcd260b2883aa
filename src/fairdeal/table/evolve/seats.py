"""How a state changes before the deal: seats, wagers, words for the shuffle, stakes, meters."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from fairdeal.table import events as ev
from fairdeal.table.evolve.changes import (
    Changes,
    add_chore,
    change_seat,
    free_seat,
    pay,
    pledges_without,
    set_seat,
    stakes_without,
    unchanged,
)
from fairdeal.table.new_state import put
from fairdeal.table.state import DEALING, OPEN, PLAYING, SeatState, State
from fairdeal.table.turns import advance, after_acting, begin_or_advance


def _player_sat(state: State, event: ev.PlayerSat) -> None:
    seat = SeatState(event.player, event.name, event.bot)
    put(state, "seats", dict(sorted({**state.seats, event.seat: seat}.items())))
    put(state, "purses", {event.player: 0, **state.purses})
    put(state, "visited", True)


def _seat_freed(state: State, event: ev.PlayerLeft | ev.PlayerRemoved) -> None:
    free_seat(state, event.seat)


def _bought_in(state: State, event: ev.BoughtIn) -> None:
    player = state.seats[event.seat].player
    more = state.bought.get(player, 0) + event.cents
    put(state, "bought", {**state.bought, player: more})


def _wager_placed(state: State, event: ev.WagerPlaced) -> None:
    number, cents = event.seat, event.cents
    seats, purses = state.seats.copy(), state.purses.copy()
    seat = seats[number]
    stakes = seat.stakes.copy()
    stakes[event.wager] = cents
    seats[number] = replace(seat, stakes=stakes)
    purses[seat.player] -= cents
    put(state, "seats", seats)
    put(state, "purses", purses)
    if state.phase is PLAYING:
        after_acting(state, number)


def _wager_taken_back(state: State, event: ev.WagerTakenBack) -> None:
    stakes = stakes_without(state.seats[event.seat], event.wager)
    change_seat(state, event.seat, stakes=stakes)
    pay(state, event.seat, event.cents)


def _player_ready(state: State, event: ev.PlayerReady) -> None:
    change_seat(state, event.seat, ready=True, word=event.word)


def _word_pledged(state: State, event: ev.WordPledged) -> None:
    put(state, "pledges", {**state.pledges, event.seat: event.pledge})
    if state.to_pledge:
        _owe_no_pledge(state, {event.seat})


def _pledges_closed(state: State, event: ev.PledgesClosed) -> None:
    _owe_no_pledge(state, event.seats)


def _owe_no_pledge(state: State, seats: Iterable[int]) -> None:
    """Remove seats that have pledged a word again, or whose time is over, from those that owe a
    pledge.
    """
    left = state.to_pledge.difference(seats)
    put(state, "to_pledge", left)
    if not left:
        put(state, "words_since", state.clock)


def _word_revealed(state: State, event: ev.WordRevealed) -> None:
    change_seat(state, event.seat, word=event.word)


def _word_withheld(state: State, event: ev.WordWithheld) -> None:
    put(state, "pledges", pledges_without(state, event.seat))


def _bets_closed(state: State, event: ev.BetsClosed) -> None:
    seats = {
        number: replace(seat, in_round=True) if number in event.seats else seat
        for number, seat in state.seats.items()
    }
    put(state, "seats", seats)
    put(state, "playing", event.seats)
    put(state, "phase", DEALING)
    put(state, "dealt", frozenset({state.dealer} if state.dealer else ()))
    put(state, "words_since", state.clock if state.pledges else 0)


def _meters_fed(state: State, event: ev.MetersFed) -> None:
    units = {name: value + event.units.get(name, 0) for name, value in state.meters.units.items()}
    put(state, "meters", state.meters.showing(units))
    put(state, "fed", event.units)


def _meters_unfed(state: State, event: ev.MetersUnfed) -> None:
    units = {name: value - event.units.get(name, 0) for name, value in state.meters.units.items()}
    back = {**event.units, **event.house}
    put(state, "meters", state.meters.showing(units))
    put(state, "fed", {name: value - back.get(name, 0) for name, value in state.fed.items()})


def _stakes_collected(state: State, event: ev.StakesCollected) -> None:
    seats = state.seats.copy()
    inventory = state.inventory
    for number in event.seats:
        seat = seats[number]
        seats[number] = replace(seat, taken=seat.taken | {event.wager})
        inventory += seat.stakes[event.wager]
    put(state, "seats", seats)
    put(state, "inventory", inventory)
    put(state, "reconciled", state.reconciled | {event.wager})


def _wager_returned(state: State, event: ev.WagerReturned) -> None:
    number, wager, between = event.seat, event.wager, state.phase is OPEN
    seat = state.seats[number]
    if wager in seat.taken:
        put(state, "inventory", state.inventory - event.cents)
    back = replace(
        seat,
        stakes=stakes_without(seat, wager),
        taken=seat.taken - {wager},
        ready=seat.ready and not between,
        word=None if between else seat.word,
    )
    set_seat(state, number, back)
    pay(state, number, event.cents)
    add_chore(state, event)
    if between:
        put(state, "pledges", pledges_without(state, number))


def _hand_abandoned(state: State, event: ev.HandAbandoned) -> None:
    change_seat(state, event.seat, left=True)
    advance(state)


def _hand_forfeited(state: State, event: ev.HandForfeited) -> None:
    change_seat(state, event.seat, out=True, collected=True)
    add_chore(state, event)
    begin_or_advance(state)


def _player_skipped(state: State, event: ev.PlayerSkipped) -> None:
    # Cards that are recorded for the seat never lay there.
    collected = bool(state.seats[event.seat].cards)
    change_seat(state, event.seat, out=True, collected=collected)
    begin_or_advance(state)


CHANGES: Final[Changes] = {
    ev.PlayerSat: _player_sat,
    ev.BoughtIn: _bought_in,
    ev.PlayerLeft: _seat_freed,
    ev.PlayerRemoved: _seat_freed,
    ev.PlayerReady: _player_ready,
    ev.WordPledged: _word_pledged,
    ev.PledgesClosed: _pledges_closed,
    ev.WordRevealed: _word_revealed,
    ev.WordWithheld: _word_withheld,
    ev.HandAbandoned: _hand_abandoned,
    ev.HandForfeited: _hand_forfeited,
    ev.PlayerSkipped: _player_skipped,
    ev.WagerPlaced: _wager_placed,
    ev.WagerTakenBack: _wager_taken_back,
    ev.BetsClosed: _bets_closed,
    ev.MetersFed: _meters_fed,
    ev.StakesCollected: _stakes_collected,
    ev.ChipAdded: unchanged,
    ev.WagerReturned: _wager_returned,
    ev.MetersUnfed: _meters_unfed,
}
