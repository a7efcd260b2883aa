"""Payments that take two people: from the house's limit on the floorperson confirms them."""

from collections.abc import Sequence

from msgspec.structs import replace

from fairdeal.table import events as ev
from fairdeal.table.actors import Actor
from fairdeal.table.state import State


def hand_pay(state: State, events: Sequence[ev.Event], by: Actor) -> ev.HandPayAsked | None:
    """Return what the floorperson is asked before a settlement whose payment reaches the house's
    limit, be it the payment to the seat or what others get for its hand; None where both are below
    it.
    """
    floor = state.rules.floor
    limit = floor.hand_pay_cents if floor else None
    number = state.turn
    if limit is None or number is None:
        return None
    paid = [event for event in events if isinstance(event, ev.WagerPaid)]
    envy = [event for event in events if isinstance(event, ev.EnvyPaid)]
    wagers = {one.wager: cents for one in paid if (cents := from_tray(state, one))}
    total, others = sum(wagers.values()), sum(one.cents for one in envy)
    if max(total, others) < limit:
        return None
    largest = max(paid, key=lambda one: wagers.get(one.wager, 0), default=None)
    clause = envy[0].clause if largest is None or total < limit else largest.clause
    meters = [event.meter for event in events if isinstance(event, ev.MeterPaid)]
    return ev.HandPayAsked(
        state.version,
        by.id,
        number,
        total,
        wagers,
        largest.called or largest.hand if largest else "",
        largest.pays if largest else "",
        clause,
        tuple(n for n, seat in state.seats.items() if not seat.left),
        others,
        meters[0] if meters else None,
    )


def from_tray(state: State, paid: ev.WagerPaid) -> int:
    """Return what a payment takes from the table's chips; a stake that lies on the layout goes back
    with it.
    """
    seat = state.seats[paid.seat]
    lies = 0 if paid.wager in seat.taken else seat.stakes[paid.wager]
    return max(0, paid.cents - lies)


def as_asked(state: State, asked: ev.HandPayAsked) -> State:
    """Return the table as it was when the payment was asked for, so that players who have left
    since are paid as well.
    """
    seats = {
        number: replace(seat, left=False) if seat.left and number in asked.present else seat
        for number, seat in state.seats.items()
    }
    return replace(state, seats=seats)
