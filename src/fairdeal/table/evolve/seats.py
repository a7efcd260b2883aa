"""How a state changes before the deal: seats, wagers, words for the shuffle, stakes, meters."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from fairdeal.table import events as ev
from fairdeal.table.evolve.changes import (
    Changes,
    free_seat,
    pledges_without,
    purses_with,
    seats_with,
    stakes_without,
    unchanged,
    with_seat,
)
from fairdeal.table.state import DEALING, OPEN, PLAYING, SeatState, State
from fairdeal.table.turns import advance, begin_or_advance, place_after


def _player_sat(state: State, event: ev.PlayerSat) -> State:
    seat = SeatState(event.player, event.name, event.bot)
    seats = dict(sorted({**state.seats, event.seat: seat}.items()))
    purses = {event.player: 0, **state.purses}
    return replace(state, seats=seats, purses=purses, visited=True)


def _bought_in(state: State, event: ev.BoughtIn) -> State:
    player = state.seats[event.seat].player
    more = state.bought.get(player, 0) + event.cents
    return replace(state, bought={**state.bought, player: more})


def _wager_placed(state: State, event: ev.WagerPlaced) -> State:
    number, cents, purses = event.seat, event.cents, state.purses
    seat = state.seats[number]
    placed = replace(seat, stakes={**seat.stakes, event.wager: cents})
    seats = {**state.seats, number: placed}
    purses = {**purses, seat.player: purses[seat.player] - cents}
    if state.phase is not PLAYING:
        return replace(state, seats=seats, purses=purses)
    step, current, done, turn = place_after(state, number, seats)
    return replace(
        state, seats=seats, purses=purses, step=step, current=current, acted=done, turn=turn
    )


def _wager_taken_back(state: State, event: ev.WagerTakenBack) -> State:
    stakes = stakes_without(state.seats[event.seat], event.wager)
    return replace(
        state,
        seats=seats_with(state, event.seat, stakes=stakes),
        purses=purses_with(state, event.seat, event.cents),
    )


def _word_pledged(state: State, event: ev.WordPledged) -> State:
    pledges = {**state.pledges, event.seat: event.pledge}
    state = replace(state, pledges=pledges)
    return _owe_no_pledge(state, {event.seat}) if state.to_pledge else state


def _owe_no_pledge(state: State, seats: Iterable[int]) -> State:
    """Remove seats that have pledged a word again, or whose time is over, from those that owe a
    pledge.
    """
    left = state.to_pledge.difference(seats)
    since = state.words_since if left else state.clock
    return replace(state, to_pledge=left, words_since=since)


def _word_withheld(state: State, event: ev.WordWithheld) -> State:
    return replace(state, pledges=pledges_without(state, event.seat))


def _bets_closed(state: State, event: ev.BetsClosed) -> State:
    seats = {
        number: replace(seat, in_round=True) if number in event.seats else seat
        for number, seat in state.seats.items()
    }
    dealt = frozenset({state.dealer} if state.dealer else ())
    since = state.clock if state.pledges else 0
    return replace(
        state,
        seats=seats,
        playing=event.seats,
        phase=DEALING,
        dealt=dealt,
        words_since=since,
    )


def _meters_fed(state: State, event: ev.MetersFed) -> State:
    units = {name: value + event.units.get(name, 0) for name, value in state.meters.units.items()}
    return replace(state, meters=state.meters.showing(units), fed=event.units)


def _meters_unfed(state: State, event: ev.MetersUnfed) -> State:
    units = {name: value - event.units.get(name, 0) for name, value in state.meters.units.items()}
    back = {**event.units, **event.house}
    fed = {name: value - back.get(name, 0) for name, value in state.fed.items()}
    return replace(state, meters=state.meters.showing(units), fed=fed)


def _stakes_collected(state: State, event: ev.StakesCollected) -> State:
    seats = dict(state.seats)
    inventory = state.inventory
    for number in event.seats:
        seat = seats[number]
        seats[number] = replace(seat, taken=seat.taken | {event.wager})
        inventory += seat.stakes[event.wager]
    reconciled = state.reconciled | {event.wager}
    return replace(state, seats=seats, inventory=inventory, reconciled=reconciled)


def _wager_returned(state: State, event: ev.WagerReturned) -> State:
    seat = state.seats[event.seat]
    return replace(
        state,
        seats=seats_with(
            state,
            event.seat,
            stakes=stakes_without(seat, event.wager),
            taken=seat.taken - {event.wager},
            ready=seat.ready and state.phase is not OPEN,
            word=None if state.phase is OPEN else seat.word,
        ),
        purses=purses_with(state, event.seat, event.cents),
        inventory=state.inventory - (event.cents if event.wager in seat.taken else 0),
        chores=(*state.chores, event),
        pledges=pledges_without(state, event.seat) if state.phase is OPEN else state.pledges,
    )


def _hand_abandoned(state: State, event: ev.HandAbandoned) -> State:
    return advance(with_seat(state, event.seat, left=True))


def _hand_forfeited(state: State, event: ev.HandForfeited) -> State:
    state = with_seat(state, event.seat, out=True, collected=True)
    state = replace(state, chores=(*state.chores, event))
    return begin_or_advance(state)


def _player_skipped(state: State, event: ev.PlayerSkipped) -> State:
    # Cards that are recorded for the seat never lay there.
    collected = bool(state.seats[event.seat].cards)
    return begin_or_advance(with_seat(state, event.seat, out=True, collected=collected))


CHANGES: Final[Changes] = {
    ev.PlayerSat: _player_sat,
    ev.BoughtIn: _bought_in,
    ev.PlayerLeft: lambda s, event: free_seat(s, event.seat),
    ev.PlayerRemoved: lambda s, event: free_seat(s, event.seat),
    ev.PlayerReady: lambda s, event: with_seat(s, event.seat, ready=True, word=event.word),
    ev.WordPledged: _word_pledged,
    ev.PledgesClosed: lambda s, event: _owe_no_pledge(s, event.seats),
    ev.WordRevealed: lambda s, event: with_seat(s, event.seat, word=event.word),
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
