"""Questions about the cards of a table: which deck is next, what it waits for, who is dealt to."""

from collections.abc import Sequence
from functools import lru_cache

from fairdeal.rulebook.game import SEATS, Deal, Dealing, Shuffling
from fairdeal.rulebook.procedure import DealingClauses, Procedure
from fairdeal.rulebook.rules import Rules
from fairdeal.table.state.phases import (
    DEALING,
    FACE_DOWN,
    INSPECTED,
    OPEN,
    PLAYING,
    READY,
    RECEIVED,
    SHUFFLED,
    SPREAD,
    STACKED,
    VERIFIED,
)
from fairdeal.table.state.structs import DeckState, State
from fairdeal.table.values import RACK, Place

#: The stub is counted at least once in this many rounds.
COUNT_EVERY = 5
AUTOMATED_SHOE = Dealing.AUTOMATED_SHOE
COUNTING, RESHUFFLING = Shuffling.COUNTING, Shuffling.RESHUFFLING


def dealing_steps(rules: Rules, dealing: Dealing, shuffling: Shuffling) -> tuple[Deal, ...]:
    """Return the dealing steps of a round, without those of areas that are not in use."""
    game = rules.game
    steps = game.dealing[dealing]
    if dealing is AUTOMATED_SHOE and shuffling is RESHUFFLING and game.reshuffler_dealing:
        steps = game.reshuffler_dealing
    idle = {area.name for area in game.areas} - set(rules.areas)
    return tuple(step for step in steps if step.to not in idle)


def dealing_clauses(state: State) -> DealingClauses:
    """Return the clauses of the way of dealing in use."""
    return state.rules.game.procedure.dealing[state.dealing]


@lru_cache(maxsize=1024)
def places_of(steps: tuple[Deal, ...], seats: tuple[int, ...]) -> tuple[Place, ...]:
    """Return where each card of some steps goes, in the order in which they leave the deck."""
    places: list[Place] = []
    for step in steps:
        receivers: Sequence[Place] = seats if step.to == SEATS else step.areas
        for place in receivers:
            places += [place] * (step.count - step.burn) + [RACK] * step.burn
    return tuple(places)


def is_out(state: State, place: Place) -> bool:
    """Return whether a place is a seat that is out of the round."""
    return isinstance(place, int) and state.seats[place].out


def still_dealt_to(state: State, step: Deal) -> list[Place]:
    """Return the places that still get a card or a stack in the step that is on, in order."""
    left = places_of((step,), state.playing)[state.deal_part :]
    return [place for place in dict.fromkeys(left) if place != RACK and not is_out(state, place)]


def wrong_number_clause(state: State) -> str:
    """Return the clause by which a wrong number of cards voids the round."""
    return state.rules.game.procedure.irregular.wrong_number or dealing_clauses(state).misdealt


def reshuffled_from_shoe(state: State) -> bool:
    """Return whether a continuous reshuffler deals, so that there is no stub."""
    return state.shuffling is RESHUFFLING and state.dealing is AUTOMATED_SHOE


def decks_in_use(state: State) -> int:
    """Return how many decks the table plays with: the second needs a shuffling device."""
    return state.rules.decks if state.shuffling.by_machine else 1


def devices_of(dealing: Dealing, shuffling: Shuffling) -> frozenset[str]:
    """Return the automated devices that a way of dealing and of shuffling need."""
    devices = {"shuffler"} if shuffling.by_machine else set()
    return frozenset(devices | ({"shoe"} if dealing is AUTOMATED_SHOE else set()))


def deck_in_play(state: State) -> DeckState | None:
    """Return the deck of this round, or of the next one between rounds."""
    for deck in state.decks:
        if deck.color == state.deck:
            return deck
    return None


def deck_ready(state: State) -> bool:
    """Return whether the deck of this round can be dealt from."""
    deck = deck_in_play(state)
    return deck is not None and deck.stage is READY


def bound(state: State) -> bool:
    """Return whether the order of the cards allows bets to be taken. At a table that commits to the
    order, the commitment of the round must be in the log.
    """
    if not state.commits:
        return True
    deck = deck_in_play(state)
    return deck is not None and bool(deck.commitment)


def before_first_card(state: State) -> bool:
    """Return whether the cards may still be cut and shuffled, because no card of the round has left
    the deck.
    """
    if state.phase is DEALING:
        return not state.out and not state.pending
    return state.phase is OPEN


def to_make_ready(deck: DeckState, procedure: Procedure) -> tuple[str, str] | None:
    """Return what must be done with a deck next before it can be dealt from, and the clause."""
    if deck.stage is READY:
        return None
    return {
        RECEIVED: ("inspected", procedure.inspect),
        INSPECTED: ("verified by a floorperson", procedure.inspect),
        VERIFIED: ("spread for the first player", procedure.spread),
        FACE_DOWN: ("turned face up for the first player", procedure.idle),
        SPREAD: ("washed", procedure.wash),
        STACKED: ("shuffled", procedure.shuffle),
        SHUFFLED: ("cut", procedure.cut),
    }[deck.stage]


def stub_size(state: State) -> int:
    """Return how many cards the stub should hold."""
    return len(state.rules.game.deck) - len(state.out) - state.pending


def count_due(state: State) -> bool:
    """Return whether the stub must be counted in this round.

    A counting device that came back after uncounted rounds does not make up for them (reading
    `method-change-count`).
    """
    return (
        state.uncounted_rounds >= COUNT_EVERY - 1
        and not state.counted
        and not reshuffled_from_shoe(state)
    )


def stub_to_rack(state: State) -> bool:
    """Return whether the stub must go to the discard rack before play goes on."""
    if state.stub_racked or reshuffled_from_shoe(state):
        return False
    game = state.rules.game
    if not game.procedure.stub_in_play:
        return True
    return state.phase is PLAYING and state.step >= game.draws_until


def right_number(state: State, place: Place) -> int | None:
    """Return how many cards a seat or an area should have been dealt; None for no place of the
    round.
    """
    if isinstance(place, int):
        known = place in state.playing and not state.seats[place].out
        return state.rules.game.own_cards if known else None
    return state.rules.areas.get(place)
