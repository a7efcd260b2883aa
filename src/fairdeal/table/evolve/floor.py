"""How a state changes by acts of the floor: posts, questions, devices, limits."""

from typing import Final

from msgspec.structs import replace

from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import events as ev
from fairdeal.table.evolve.changes import (
    Changes,
    move_decks,
    order_late,
    purses_with,
    reopen_bets,
    unchanged,
    with_question,
)
from fairdeal.table.limit_changes import with_limits
from fairdeal.table.state import CLOSED, READY, STACKED, State, dealing_steps, deck_ready


def _paid_by_hand(state: State, event: ev.PaidByHand) -> State:
    purses = purses_with(state, event.seat, event.cents)
    return replace(state, purses=purses, inventory=state.inventory - event.cents)


def _tapped_in(state: State, event: ev.DealerTappedIn) -> State:
    dealt = state.dealt | {event.by}
    return replace(state, dealer=event.by, dealer_name=event.name, dealt=dealt)


def _tapped_out(state: State, event: ev.DealerTappedOut) -> State:
    del event
    return replace(state, dealer="", dealer_name="")


def _device_returned(state: State, event: ev.DeviceReturned) -> State:
    device = {event.device}
    return replace(state, failed=state.failed - device, marked=state.marked - device)


def _method_changed(state: State, event: ev.MethodChanged) -> State:
    dealing, shuffling = Dealing(event.dealing), Shuffling(event.shuffling)
    deck = state.deck
    if not deck and state.decks and not shuffling.by_machine:
        deck = state.decks[0].color  # the only one there is now
    steps = dealing_steps(state.rules, dealing, shuffling)
    state = replace(state, dealing=dealing, shuffling=shuffling, deal_steps=steps, deck=deck)
    # A deck that the failed device had made ready is shuffled again in the new way.
    if deck_ready(state):
        state = order_late(reopen_bets(state))
    return move_decks(state, READY, STACKED)


def _table_closed(state: State, event: ev.TableClosed) -> State:
    del event
    return with_question(replace(state, phase=CLOSED), called=None)


def _limits_changed(state: State, event: ev.LimitsChanged) -> State:
    rules = with_limits(state.rules, event.minimum, event.maximum)
    return replace(state, rules=rules, limits_changed=event, limits_notice=None)


def _question_asked(state: State, event: ev.Asked) -> State:
    return with_question(state, asked=event)


def _question_confirmed(state: State, event: ev.Confirmed) -> State:
    del event
    asked = state.asked
    state = with_question(state, asked=None, reported=None)
    if not isinstance(asked, ev.HandPayAsked):
        return state
    # The dealer has the payment at hand now.
    chores = (*state.chores, asked)
    return replace(state, chores=chores, hand_paid=asked, hand_paid_at=state.clock)


CHANGES: Final[Changes] = {
    ev.VoidAsked: _question_asked,
    ev.CorrectionAsked: _question_asked,
    ev.PaymentAsked: _question_asked,
    ev.PaidByHand: _paid_by_hand,
    ev.HandPayAsked: _question_asked,
    ev.Confirmed: _question_confirmed,
    ev.Denied: lambda s, _: with_question(s, asked=None, reported=None, differs=None),
    ev.DeviceFailed: lambda s, event: replace(s, failed=s.failed | {event.device}),
    ev.DeviceMarked: lambda s, event: replace(s, marked=s.marked | {event.device}),
    ev.DeviceReturned: _device_returned,
    ev.MethodChanged: _method_changed,
    ev.DealerTappedIn: _tapped_in,
    ev.DealerTappedOut: _tapped_out,
    ev.Announced: unchanged,
    ev.FloorCalled: lambda s, event: with_question(s, called=event.reason),
    ev.CallAnswered: lambda s, _: with_question(s, called=None),
    ev.TableClosed: _table_closed,
    ev.LimitsPosted: lambda s, event: replace(s, limits_notice=event),
    ev.LimitsWithdrawn: lambda s, _: replace(s, limits_notice=None),
    ev.LimitsChanged: _limits_changed,
}
