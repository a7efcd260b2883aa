"""How a state changes in the cards' life: decks received, spread, shuffled, cut, removed."""

from typing import Final

from msgspec.structs import replace

from fairdeal.rulebook.game import Shuffling
from fairdeal.table import events as ev
from fairdeal.table.evolve.changes import (
    Changes,
    move_decks,
    order_late,
    reopen_bets,
    unchanged,
    with_decks,
    with_question,
)
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


def _decks_received(state: State, event: ev.DecksReceived) -> State:
    stage = RECEIVED
    if event.preshuffled:
        # Cut as after a shuffle by hand; nothing is cut that a continuous reshuffler takes in.
        reshuffled = state.shuffling is Shuffling.RESHUFFLING
        stage = READY if reshuffled else SHUFFLED
    new = tuple(DeckState(color, state.clock, stage) for color in event.colors)
    # Where the deck whose turn it was has gone, the turn is that of the deck in its place.
    return replace(state, decks=(*state.decks, *new), deck=state.deck or event.colors[0])


def _deck_committed(state: State, event: ev.DeckCommitted) -> State:
    decks = tuple(
        replace(deck, commitment=event.commitment) if deck.color == event.deck else deck
        for deck in state.decks
    )
    round_pledged_to = event.round if event.protocol > 1 else ""
    # From now on those who have to pledge anew can do so.
    since = state.clock if state.to_pledge else 0
    return replace(state, decks=decks, words_round=round_pledged_to, words_since=since)


def _secrets_lost(state: State, event: ev.SecretsLost) -> State:
    """Drop the other questions to the floorperson from a round that has to be void."""
    del event
    if not voided_by_lost_secret(state):
        return state
    state = replace(state, secret_lost=True)
    return with_question(state, asked=None, reported=None, differs=None)


def _cards_spread(state: State, event: ev.CardsSpread) -> State:
    to_show = {VERIFIED, FACE_DOWN} & {deck.stage for deck in state.decks}
    if not event.face_up or not to_show:
        return with_decks(reopen_bets(state), SPREAD if event.face_up else FACE_DOWN)
    for stage in to_show:
        state = move_decks(state, stage, SPREAD)
    return state


def _deck_shuffled(state: State, event: ev.DeckShuffled) -> State:
    stage = READY if event.by_machine else SHUFFLED
    return with_decks(state, stage, only=event.deck)


def _deck_removed(state: State, event: ev.DeckRemoved) -> State:
    decks = tuple(deck for deck in state.decks if deck.color != event.deck)
    if event.deck == state.deck:
        state = reopen_bets(state)
    deck = "" if state.deck == event.deck else state.deck
    return replace(state, decks=decks, deck=deck, chores=(*state.chores, event))


def _inspection_verified(state: State, event: ev.InspectionVerified) -> State:
    del event
    return move_decks(state, INSPECTED, VERIFIED)


def _cards_inspected(state: State, event: ev.CardsInspected) -> State:
    decks = tuple(
        replace(deck, stage=INSPECTED, inspected_by=event.by) if deck.stage is RECEIVED else deck
        for deck in state.decks
    )
    return replace(state, decks=decks)


def _shuffle_ordered(state: State, event: ev.ShuffleOrdered) -> State:
    if event.deck == state.deck:
        state = order_late(reopen_bets(state))
    return with_decks(state, STACKED, only=event.deck)


def _recut_ordered(state: State, event: ev.RecutOrdered) -> State:
    state = order_late(state)
    if state.late_order and state.commits:
        # Nobody may know the order when it is ordered: it takes a new secret.
        state = replace(
            state,
            decks=tuple(
                replace(deck, commitment="") if deck.color == event.deck else deck
                for deck in state.decks
            ),
        )
    return with_decks(state, SHUFFLED, only=event.deck)


CHANGES: Final[Changes] = {
    ev.DecksReceived: _decks_received,
    ev.CardsInspected: _cards_inspected,
    ev.DefectFound: unchanged,
    ev.InspectionVerified: _inspection_verified,
    ev.CardsSpread: _cards_spread,
    ev.CardsWashed: lambda s, _: move_decks(s, SPREAD, STACKED),
    ev.DeckShuffled: _deck_shuffled,
    ev.DeckCut: lambda s, event: with_decks(s, READY, only=event.deck, cut=event.depth),
    ev.RecutOrdered: _recut_ordered,
    ev.ShuffleOrdered: _shuffle_ordered,
    ev.DeckCounted: unchanged,
    ev.DeckRemoved: _deck_removed,
    ev.DeckCommitted: _deck_committed,
    ev.SecretsRevealed: unchanged,
    ev.SecretsLost: _secrets_lost,
}
