"""How a state changes in the deal, and with the count of the stub."""

from collections import defaultdict
from typing import Final

from msgspec.structs import replace

from fairdeal.cards import Card
from fairdeal.table import events as ev
from fairdeal.table.evolve.changes import Changes, add_chore, set_question
from fairdeal.table.new_state import put
from fairdeal.table.state import State
from fairdeal.table.turns import begin_or_advance, begin_play
from fairdeal.table.values import RACK, Place


def _cards_dealt(state: State, event: ev.CardsDealt) -> None:
    dealt: dict[Place, list[Card]] = defaultdict(list)
    for place, card in event.cards:
        dealt[place].append(card)  # type: ignore[arg-type] # never hidden here
    seats, board = state.seats.copy(), state.board.copy()
    for place, cards in dealt.items():
        if isinstance(place, int):
            seat = seats[place]
            seats[place] = replace(seat, cards=(*seat.cards, *cards))
        elif place == RACK:
            put(state, "burned", (*state.burned, *cards))
        else:
            board[place] = (*board.get(place, ()), *cards)
    put(state, "seats", seats)
    put(state, "board", board)
    put(state, "out", state.out.union(*dealt.values()))
    put(state, "pending", False)
    put(state, "deal_step", state.deal_step + event.steps)
    put(state, "deal_part", event.part)
    begin_play(state)


def _card_set_aside(state: State, event: ev.CardSetAside) -> None:
    put(state, "set_aside", (*state.set_aside, event.card))
    put(state, "out", state.out | {event.card})
    add_chore(state, event)


def _card_reported(state: State, event: ev.CardReported) -> None:
    put(state, "reported", event.card)


def _card_drawn_in_error(state: State, event: ev.CardDrawnInError) -> None:
    put(state, "pending", True)
    add_chore(state, event)


def _stub_counted(state: State, event: ev.StubCounted) -> None:
    if event.result == "differs":
        set_question(state, differs=event)
    elif event.result == "right":  # what comes of another result is another event
        put(state, "counted", True)
        begin_or_advance(state)


def _count_ruled(state: State, event: ev.CountRuled) -> None:
    del event
    set_question(state, differs=None)


def _stub_racked(state: State, event: ev.StubRacked) -> None:
    del event
    put(state, "stub_racked", True)
    begin_or_advance(state)


CHANGES: Final[Changes] = {
    ev.CardsDealt: _cards_dealt,
    ev.CardSetAside: _card_set_aside,
    ev.CardReported: _card_reported,
    ev.CardDrawnInError: _card_drawn_in_error,
    ev.StubCounted: _stub_counted,
    ev.CountRuled: _count_ruled,
    ev.StubRacked: _stub_racked,
}
