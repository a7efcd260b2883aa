"""How a state changes in the cards' life: decks received, spread, shuffled, cut, removed."""

from typing import Final

from msgspec.structs import replace

from fairdeal.rulebook.game import Shuffling
from fairdeal.table import events as ev
from fairdeal.table.evolve.changes import (
    Changes,
    add_chore,
    move_decks,
    order_late,
    reopen_bets,
    set_question,
    set_stage,
    unchanged,
)
from fairdeal.table.new_state import put
from fairdeal.table.state import (
    FACE_DOWN,
    INSPECTED,
    READY,
    RECEIVED,
    SHUFFLED,
    SPREAD,
    STACKED,
    VERIFIED,
    DeckState,
    State,
    voided_by_lost_secret,
)


def _decks_received(state: State, event: ev.DecksReceived) -> None:
    stage = RECEIVED
    if event.preshuffled:
        # Cut as after a shuffle by hand; nothing is cut that a continuous reshuffler takes in.
        reshuffled = state.shuffling is Shuffling.RESHUFFLING
        stage = READY if reshuffled else SHUFFLED
    new = tuple(DeckState(color, state.clock, stage) for color in event.colors)
    put(state, "decks", (*state.decks, *new))
    # Where the deck whose turn it was has gone, the turn is that of the deck in its place.
    put(state, "deck", state.deck or event.colors[0])


def _deck_committed(state: State, event: ev.DeckCommitted) -> None:
    decks = tuple(
        replace(deck, commitment=event.commitment) if deck.color == event.deck else deck
        for deck in state.decks
    )
    put(state, "decks", decks)
    put(state, "words_round", event.round if event.protocol > 1 else "")
    # From now on those who have to pledge anew can do so.
    put(state, "words_since", state.clock if state.to_pledge else 0)


def _secrets_lost(state: State, event: ev.SecretsLost) -> None:
    """Drop the other questions to the floorperson from a round that has to be void."""
    del event
    if voided_by_lost_secret(state):
        put(state, "secret_lost", True)
        set_question(state, asked=None, reported=None, differs=None)


def _cards_spread(state: State, event: ev.CardsSpread) -> None:
    to_show = {VERIFIED, FACE_DOWN} & {deck.stage for deck in state.decks}
    if not event.face_up or not to_show:
        reopen_bets(state)
        set_stage(state, SPREAD if event.face_up else FACE_DOWN)
    for stage in to_show if event.face_up else ():
        move_decks(state, stage, SPREAD)


def _cards_washed(state: State, event: ev.CardsWashed) -> None:
    del event
    move_decks(state, SPREAD, STACKED)


def _deck_shuffled(state: State, event: ev.DeckShuffled) -> None:
    set_stage(state, READY if event.by_machine else SHUFFLED, only=event.deck)


def _deck_cut(state: State, event: ev.DeckCut) -> None:
    set_stage(state, READY, only=event.deck, cut=event.depth)


def _deck_removed(state: State, event: ev.DeckRemoved) -> None:
    put(state, "decks", tuple(deck for deck in state.decks if deck.color != event.deck))
    if event.deck == state.deck:
        reopen_bets(state)
        put(state, "deck", "")
    add_chore(state, event)


def _inspection_verified(state: State, event: ev.InspectionVerified) -> None:
    del event
    move_decks(state, INSPECTED, VERIFIED)


def _cards_inspected(state: State, event: ev.CardsInspected) -> None:
    decks = tuple(
        replace(deck, stage=INSPECTED, inspected_by=event.by) if deck.stage is RECEIVED else deck
        for deck in state.decks
    )
    put(state, "decks", decks)


def _shuffle_ordered(state: State, event: ev.ShuffleOrdered) -> None:
    if event.deck == state.deck:
        reopen_bets(state)
        order_late(state)
    set_stage(state, STACKED, only=event.deck)


def _recut_ordered(state: State, event: ev.RecutOrdered) -> None:
    order_late(state)
    if state.late_order and state.commits:
        # Nobody may know the order when it is ordered: it takes a new secret.
        decks = tuple(
            replace(deck, commitment="") if deck.color == event.deck else deck
            for deck in state.decks
        )
        put(state, "decks", decks)
    set_stage(state, SHUFFLED, only=event.deck)


CHANGES: Final[Changes] = {
    ev.DecksReceived: _decks_received,
    ev.CardsInspected: _cards_inspected,
    ev.DefectFound: unchanged,
    ev.InspectionVerified: _inspection_verified,
    ev.CardsSpread: _cards_spread,
    ev.CardsWashed: _cards_washed,
    ev.DeckShuffled: _deck_shuffled,
    ev.DeckCut: _deck_cut,
    ev.RecutOrdered: _recut_ordered,
    ev.ShuffleOrdered: _shuffle_ordered,
    ev.DeckCounted: unchanged,
    ev.DeckRemoved: _deck_removed,
    ev.DeckCommitted: _deck_committed,
    ev.SecretsRevealed: unchanged,
    ev.SecretsLost: _secrets_lost,
}
