"""How a state changes in settlement, and at the end of a round."""

from typing import Final

from msgspec.structs import replace

from fairdeal.table import events as ev
from fairdeal.table.evolve.changes import (
    Changes,
    decks_at,
    free_seat,
    purses_with,
    seats_with,
    with_question,
    with_seat,
)
from fairdeal.table.state import OPEN, STACKED, SeatState, State, decks_in_use, reshuffled_from_shoe
from fairdeal.table.turns import place_after


def _end_round(state: State, *, counts: bool) -> State:
    """Clear the round away: the cards are to be shuffled, and seats of players who left are
    free.
    """
    for number, seat in state.seats.items():
        if seat.left:
            state = free_seat(state, number)
    seats = {
        number: SeatState(seat.player, seat.name, seat.bot) if seat.in_round else seat
        for number, seat in state.seats.items()
    }
    deck = state.deck
    if decks_in_use(state) == 2:
        # A deck that has gone leaves its turn to the one that comes in its place.
        deck = next((one.color for one in state.decks if one.color != deck), "")
    # A device that counts does for a count from round to round; it does not make up for rounds
    # that nobody counted before it came back, unless it deals as well and leaves no stub.
    device = state.shuffling.counts and not state.uncounted_rounds
    counted = state.counted or device or reshuffled_from_shoe(state)
    uncounted = 0 if counted else state.uncounted_rounds + counts
    return replace(
        state,
        rounds=state.rounds + 1,
        phase=OPEN,
        decks=decks_at(state, STACKED, only=state.deck),
        deck=deck,
        seats=seats,
        playing=(),
        reopened=0,
        fed={},
        won_elsewhere=frozenset(),
        reconciled=frozenset(),
        deal_step=0,
        deal_part=0,
        step=0,
        current=None,
        acted=frozenset(),
        turn=None,
        replacing=False,
        board={},
        revealed={},
        out=frozenset(),
        pending=False,
        burned=(),
        set_aside=(),
        uncounted_rounds=uncounted,
        counted=False,
        stub_racked=False,
        announced=0,
        paid=False,
        asked=None,
        reported=None,
        differs=None,
        held=state.called is not None,
        words_round="",
        pledges={},
        to_pledge=frozenset(),
        words_since=0,
        late_order=False,
        secret_lost=False,
    )


def _round_voided(state: State, event: ev.RoundVoided) -> State:
    state = _end_round(state, counts=False)
    return replace(state, chores=(*state.chores, event))


def _wager_lost(state: State, event: ev.WagerLost) -> State:
    number, wager, inventory = event.seat, {event.wager}, state.inventory
    seat = state.seats[number]
    if event.wager not in seat.taken:
        inventory += event.cents
    lost = replace(seat, taken=seat.taken | wager, settled=seat.settled | wager)
    seats = {**state.seats, number: lost}
    # A fold or a forfeit takes wagers as well; only settlement ends the way back.
    if event.cause == "fold":
        return replace(state, seats=seats, inventory=inventory)
    if event.cause == "forfeit":
        chores = (*state.chores, event)
        return replace(state, seats=seats, inventory=inventory, chores=chores)
    return replace(state, seats=seats, inventory=inventory, paid=True)


def _wager_paid(state: State, event: ev.WagerPaid) -> State:
    number, cents, seats, purses = event.seat, event.cents, state.seats, state.purses
    seat = seats[number]
    stake, won = seat.stakes[event.wager], seat.won
    if cents > stake and not state.rules.game.wager[event.wager].side:
        won += cents - stake
    on_layout = 0 if event.wager in seat.taken else stake
    paid = replace(seat, settled=seat.settled | {event.wager}, won=won)
    return replace(
        state,
        seats={**seats, number: paid},
        purses={**purses, seat.player: purses[seat.player] + cents},
        inventory=state.inventory - cents + on_layout,
        paid=True,
    )


def _meters_shown(state: State, event: ev.MetersShown) -> State:
    meters = state.meters.showing({**state.meters.units, **event.units})
    won = state.won_elsewhere.union(name for name in event.won if name in state.fed)
    asked = state.asked
    if isinstance(asked, ev.HandPayAsked) and asked.meter in event.units:
        # It was asked about another amount: the dealer settles again, and asks anew.
        state = with_question(state, asked=None)
    return replace(state, meters=meters, won_elsewhere=won)


def _meter_paid(state: State, event: ev.MeterPaid) -> State:
    units = {**state.meters.units, event.meter: event.units}
    return replace(state, meters=state.meters.showing(units))


def _envy_paid(state: State, event: ev.EnvyPaid) -> State:
    purses = purses_with(state, event.seat, event.cents)
    inventory, seats = state.inventory - event.cents, seats_with(state, event.holder, envied=True)
    return replace(state, seats=seats, purses=purses, inventory=inventory, paid=True)


def _seat_settled(state: State, event: ev.SeatSettled) -> State:
    seat, seats = state.seats[event.seat], state.seats
    if event.collected or seat.shown:
        seats = seats_with(state, event.seat, collected=event.collected, envied=seat.shown)
    step, current, done, turn = place_after(state, event.seat, seats, ends=True)
    return replace(
        state, seats=seats, step=step, current=current, acted=done, turn=turn, announced=0
    )


CHANGES: Final[Changes] = {
    ev.WagerLost: _wager_lost,
    ev.HandShown: lambda s, event: with_seat(s, event.seat, shown=True),
    ev.HandAnnounced: lambda s, _: replace(s, announced=s.announced + 1),
    ev.WagerPaid: _wager_paid,
    ev.MeterPaid: _meter_paid,
    ev.MetersShown: _meters_shown,
    ev.EnvyPaid: _envy_paid,
    ev.SeatSettled: _seat_settled,
    ev.RoundVoided: _round_voided,
    ev.RoundEnded: lambda s, _: _end_round(s, counts=True),
}
