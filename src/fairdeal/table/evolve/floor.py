"""How a state changes by acts of the floor: posts, questions, devices, limits."""

from typing import Final

from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import events as ev
from fairdeal.table.evolve.changes import (
    Changes,
    add_chore,
    move_decks,
    order_late,
    pay,
    reopen_bets,
    set_question,
    unchanged,
)
from fairdeal.table.limit_changes import with_limits
from fairdeal.table.new_state import put
from fairdeal.table.state import CLOSED, READY, STACKED, State, dealing_steps, deck_ready


def _paid_by_hand(state: State, event: ev.PaidByHand) -> None:
    pay(state, event.seat, event.cents)
    put(state, "inventory", state.inventory - event.cents)


def _tapped_in(state: State, event: ev.DealerTappedIn) -> None:
    put(state, "dealer", event.by)
    put(state, "dealer_name", event.name)
    put(state, "dealt", state.dealt | {event.by})


def _tapped_out(state: State, event: ev.DealerTappedOut) -> None:
    del event
    put(state, "dealer", "")
    put(state, "dealer_name", "")


def _device_failed(state: State, event: ev.DeviceFailed) -> None:
    put(state, "failed", state.failed | {event.device})


def _device_marked(state: State, event: ev.DeviceMarked) -> None:
    put(state, "marked", state.marked | {event.device})


def _device_returned(state: State, event: ev.DeviceReturned) -> None:
    put(state, "failed", state.failed - {event.device})
    put(state, "marked", state.marked - {event.device})


def _method_changed(state: State, event: ev.MethodChanged) -> None:
    dealing, shuffling = Dealing(event.dealing), Shuffling(event.shuffling)
    put(state, "dealing", dealing)
    put(state, "shuffling", shuffling)
    put(state, "deal_steps", dealing_steps(state.rules, dealing, shuffling))
    if not state.deck and state.decks and not shuffling.by_machine:
        put(state, "deck", state.decks[0].color)  # the only one there is now
    # A deck that the failed device had made ready is shuffled again in the new way.
    if deck_ready(state):
        reopen_bets(state)
        order_late(state)
    move_decks(state, READY, STACKED)


def _floor_called(state: State, event: ev.FloorCalled) -> None:
    set_question(state, called=event.reason)


def _call_answered(state: State, event: ev.CallAnswered) -> None:
    del event
    set_question(state, called=None)


def _table_closed(state: State, event: ev.TableClosed) -> None:
    del event
    put(state, "phase", CLOSED)
    set_question(state, called=None)


def _limits_posted(state: State, event: ev.LimitsPosted) -> None:
    put(state, "limits_notice", event)


def _limits_withdrawn(state: State, event: ev.LimitsWithdrawn) -> None:
    del event
    put(state, "limits_notice", None)


def _limits_changed(state: State, event: ev.LimitsChanged) -> None:
    put(state, "rules", with_limits(state.rules, event.minimum, event.maximum))
    put(state, "limits_changed", event)
    put(state, "limits_notice", None)


def _question_asked(state: State, event: ev.Asked) -> None:
    set_question(state, asked=event)


def _question_confirmed(state: State, event: ev.Confirmed) -> None:
    del event
    asked = state.asked
    set_question(state, asked=None, reported=None)
    if isinstance(asked, ev.HandPayAsked):
        add_chore(state, asked)  # the dealer has the payment at hand now
        put(state, "hand_paid", asked)
        put(state, "hand_paid_at", state.clock)


def _question_denied(state: State, event: ev.Denied) -> None:
    del event
    set_question(state, asked=None, reported=None, differs=None)


CHANGES: Final[Changes] = {
    ev.VoidAsked: _question_asked,
    ev.CorrectionAsked: _question_asked,
    ev.PaymentAsked: _question_asked,
    ev.PaidByHand: _paid_by_hand,
    ev.HandPayAsked: _question_asked,
    ev.Confirmed: _question_confirmed,
    ev.Denied: _question_denied,
    ev.DeviceFailed: _device_failed,
    ev.DeviceMarked: _device_marked,
    ev.DeviceReturned: _device_returned,
    ev.MethodChanged: _method_changed,
    ev.DealerTappedIn: _tapped_in,
    ev.DealerTappedOut: _tapped_out,
    ev.Announced: unchanged,
    ev.FloorCalled: _floor_called,
    ev.CallAnswered: _call_answered,
    ev.TableClosed: _table_closed,
    ev.LimitsPosted: _limits_posted,
    ev.LimitsWithdrawn: _limits_withdrawn,
    ev.LimitsChanged: _limits_changed,
}
