"""How a state changes in settlement, and at the end of a round."""

from typing import Any, Final

from msgspec.structs import replace

from fairdeal.table import events as ev
from fairdeal.table.evolve.changes import (
    Changes,
    add_chore,
    change_seat,
    free_seat,
    pay,
    set_question,
    set_seat,
    set_stage,
)
from fairdeal.table.new_state import put
from fairdeal.table.state import OPEN, STACKED, SeatState, State, decks_in_use, reshuffled_from_shoe
from fairdeal.table.turns import after_acting

#: What a round leaves behind, as it is between rounds.
_BETWEEN_ROUNDS: Final[tuple[tuple[str, Any], ...]] = (
    ("phase", OPEN),
    ("playing", ()),
    ("reopened", 0),
    ("fed", {}),
    ("won_elsewhere", frozenset()),
    ("reconciled", frozenset()),
    ("deal_step", 0),
    ("deal_part", 0),
    ("step", 0),
    ("current", None),
    ("acted", frozenset()),
    ("turn", None),
    ("replacing", False),
    ("board", {}),
    ("revealed", {}),
    ("out", frozenset()),
    ("pending", False),
    ("burned", ()),
    ("set_aside", ()),
    ("counted", False),
    ("stub_racked", False),
    ("announced", 0),
    ("paid", False),
    ("asked", None),
    ("reported", None),
    ("differs", None),
    ("words_round", ""),
    ("pledges", {}),
    ("to_pledge", frozenset()),
    ("words_since", 0),
    ("late_order", False),
    ("secret_lost", False),
)


def _end_round(state: State, *, counts: bool) -> None:
    """Clear the round away: the cards are to be shuffled, and seats of players who left are
    free.
    """
    for number, seat in state.seats.items():
        if seat.left:
            free_seat(state, number)
    seats = {
        number: SeatState(seat.player, seat.name, seat.bot) if seat.in_round else seat
        for number, seat in state.seats.items()
    }
    put(state, "seats", seats)
    # A device that counts does for a count from round to round; it does not make up for rounds
    # that nobody counted before it came back, unless it deals as well and leaves no stub.
    device = state.shuffling.counts and not state.uncounted_rounds
    counted = state.counted or device or reshuffled_from_shoe(state)
    put(state, "uncounted_rounds", 0 if counted else state.uncounted_rounds + counts)
    put(state, "rounds", state.rounds + 1)
    deck = state.deck
    set_stage(state, STACKED, only=deck)
    if decks_in_use(state) == 2:
        # A deck that has gone leaves its turn to the one that comes in its place.
        put(state, "deck", next((one.color for one in state.decks if one.color != deck), ""))
    put(state, "held", state.called is not None)
    for name, value in _BETWEEN_ROUNDS:
        put(state, name, value)


def _round_ended(state: State, event: ev.RoundEnded) -> None:
    del event
    _end_round(state, counts=True)


def _round_voided(state: State, event: ev.RoundVoided) -> None:
    _end_round(state, counts=False)
    add_chore(state, event)


def _wager_lost(state: State, event: ev.WagerLost) -> None:
    number, wager, cause = event.seat, event.wager, event.cause
    seats = state.seats.copy()
    seat = seats[number]
    taken, settled = seat.taken, seat.settled | {wager}
    if wager not in taken:
        taken |= {wager}
        put(state, "inventory", state.inventory + event.cents)
    seats[number] = replace(seat, taken=taken, settled=settled)
    put(state, "seats", seats)
    # A fold or a forfeit takes wagers as well; only settlement ends the way back.
    if cause == "forfeit":
        add_chore(state, event)
    elif cause != "fold":
        put(state, "paid", True)


def _wager_paid(state: State, event: ev.WagerPaid) -> None:
    number, wager, cents = event.seat, event.wager, event.cents
    seats, purses = state.seats.copy(), state.purses.copy()
    seat = seats[number]
    stake, won = seat.stakes[wager], seat.won
    if cents > stake and not state.rules.game.wager[wager].side:
        won += cents - stake
    on_layout = 0 if wager in seat.taken else stake
    seats[number] = replace(seat, settled=seat.settled | {wager}, won=won)
    purses[seat.player] += cents
    put(state, "seats", seats)
    put(state, "purses", purses)
    put(state, "inventory", state.inventory - cents + on_layout)
    put(state, "paid", True)


def _hand_shown(state: State, event: ev.HandShown) -> None:
    number = event.seat
    set_seat(state, number, replace(state.seats[number], shown=True))


def _hand_announced(state: State, event: ev.HandAnnounced) -> None:
    del event
    put(state, "announced", state.announced + 1)


def _meters_shown(state: State, event: ev.MetersShown) -> None:
    meters = state.meters.showing({**state.meters.units, **event.units})
    won = state.won_elsewhere.union(name for name in event.won if name in state.fed)
    asked = state.asked
    if isinstance(asked, ev.HandPayAsked) and asked.meter in event.units:
        # It was asked about another amount: the dealer settles again, and asks anew.
        set_question(state, asked=None)
    put(state, "meters", meters)
    put(state, "won_elsewhere", won)


def _meter_paid(state: State, event: ev.MeterPaid) -> None:
    units = {**state.meters.units, event.meter: event.units}
    put(state, "meters", state.meters.showing(units))


def _envy_paid(state: State, event: ev.EnvyPaid) -> None:
    pay(state, event.seat, event.cents)
    put(state, "inventory", state.inventory - event.cents)
    change_seat(state, event.holder, envied=True)
    put(state, "paid", True)


def _seat_settled(state: State, event: ev.SeatSettled) -> None:
    number = event.seat
    seat = state.seats[number]
    if event.collected or seat.shown:
        set_seat(state, number, replace(seat, collected=event.collected, envied=seat.shown))
    put(state, "announced", 0)
    after_acting(state, number, ends=True)


CHANGES: Final[Changes] = {
    ev.WagerLost: _wager_lost,
    ev.HandShown: _hand_shown,
    ev.HandAnnounced: _hand_announced,
    ev.WagerPaid: _wager_paid,
    ev.MeterPaid: _meter_paid,
    ev.MetersShown: _meters_shown,
    ev.EnvyPaid: _envy_paid,
    ev.SeatSettled: _seat_settled,
    ev.RoundVoided: _round_voided,
    ev.RoundEnded: _round_ended,
}
