"""How a state changes in the deal, and with the count of the stub."""

from collections import defaultdict
from typing import Final

from msgspec.structs import replace

from fairdeal.cards import Card
from fairdeal.table import events as ev
from fairdeal.table.evolve.changes import Changes, with_question
from fairdeal.table.state import State
from fairdeal.table.turns import begin_or_advance, begin_play
from fairdeal.table.values import RACK, Place


def _cards_dealt(state: State, event: ev.CardsDealt) -> State:
    dealt: dict[Place, list[Card]] = defaultdict(list)
    for place, card in event.cards:
        dealt[place].append(card)  # type: ignore[arg-type] # never hidden here
    out = state.out.union(*dealt.values())
    seats, board, burned = dict(state.seats), dict(state.board), state.burned
    for place, cards in dealt.items():
        if isinstance(place, int):
            seats[place] = replace(seats[place], cards=(*seats[place].cards, *cards))
        elif place == RACK:
            burned = (*burned, *cards)
        else:
            board[place] = (*board.get(place, ()), *cards)
    state = replace(
        state,
        seats=seats,
        board=board,
        out=out,
        pending=False,
        burned=burned,
        deal_step=state.deal_step + event.steps,
        deal_part=event.part,
    )
    return begin_play(state)


def _card_set_aside(state: State, event: ev.CardSetAside) -> State:
    return replace(
        state,
        set_aside=(*state.set_aside, event.card),
        out=state.out | {event.card},
        chores=(*state.chores, event),
    )


def _card_drawn_in_error(state: State, event: ev.CardDrawnInError) -> State:
    return replace(state, pending=True, chores=(*state.chores, event))


def _stub_counted(state: State, event: ev.StubCounted) -> State:
    if event.result == "differs":
        return with_question(state, differs=event)
    if event.result != "right":
        return state  # what comes of it is another event
    return begin_or_advance(replace(state, counted=True))


def _stub_racked(state: State, event: ev.StubRacked) -> State:
    del event
    return begin_or_advance(replace(state, stub_racked=True))


CHANGES: Final[Changes] = {
    ev.CardsDealt: _cards_dealt,
    ev.CardSetAside: _card_set_aside,
    ev.CardReported: lambda s, event: replace(s, reported=event.card),
    ev.CardDrawnInError: _card_drawn_in_error,
    ev.StubCounted: _stub_counted,
    ev.CountRuled: lambda s, _: with_question(s, differs=None),
    ev.StubRacked: _stub_racked,
}
