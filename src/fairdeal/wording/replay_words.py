"""The events of a finished round as sentences of its replay.

All cards of a finished round are public, so sentences name the cards that a seat holds. Cards on
the board are named when they are turned up.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from fairdeal.cards import Card, cards_text
from fairdeal.english import all_of, cards_in_words
from fairdeal.rulebook.game import BetOrFold, Draw, Step, TakeBack
from fairdeal.rulebook.money import dollars
from fairdeal.table import events as ev
from fairdeal.table.actors import FLOOR, PLAYER, Actor
from fairdeal.table.outcome_events import settlement_row
from fairdeal.table.state import State
from fairdeal.table.values import RACK
from fairdeal.table.view import Viewer
from fairdeal.wording.dealer import instructions
from fairdeal.wording.event_words import event_sentence
from fairdeal.wording.payments import won_or_lost

_FLOOR: Final = Viewer(FLOOR)
#: What needs no words while it happens, and is told afterwards.
_QUIET: Final[Mapping[type[ev.Event], str]] = {
    ev.CardsInspected: "The cards are inspected",
    ev.InspectionVerified: "The inspection is verified",
    ev.CardsWashed: "The cards are turned down, washed and stacked",
    ev.StubRacked: "The rest of the deck goes to the discard rack",
}


def replay_sentences(state: State, event: ev.Event) -> list[str]:
    """Return an event in sentences that name every card of a seat; `state` is the one before it."""
    match event:
        case ev.CardsDealt():
            return _dealt(state, event)
        case ev.CardsDiscarded() | ev.CardsReplaced():
            words = event_sentence(state, event, Viewer(PLAYER, seat=event.seat))
        case ev.MetersUnfed():
            given = ["The meters give back what they were fed"] if event.units else []
            house = event_sentence(state, event, _FLOOR)
            return [*given, house] if house else given
        case ev.PlayerReady(word=word) if word:
            words = f"Seat {event.seat} is ready, with an open word for the shuffle: {word}"
        case ev.WordPledged(pledge=pledge):
            words = f"Seat {event.seat} pledges a word for the shuffle: {pledge}"
        case ev.WordRevealed(word=word) if word:
            words = f"Seat {event.seat} reveals its word for the shuffle: {word}"
        case _:
            words = _QUIET.get(type(event)) or event_sentence(state, event, _FLOOR)
    return [words] if words else []


def _dealt(state: State, event: ev.CardsDealt) -> list[str]:
    """Describe which cards each seat is dealt; on the board the cards lie face down."""
    hands: dict[int, list[Card]] = {}
    areas: dict[str, int] = {}
    for place, card in event.cards:
        if isinstance(place, int):
            hands.setdefault(place, []).extend([] if card is None else [card])
        else:
            areas[place] = areas.get(place, 0) + 1
    if not event.cards:
        return ["The deal goes on to its next step"]
    told = [
        f"Seat {seat} is dealt {cards_text(cards)}"
        for seat, cards in sorted(hands.items())
        if cards
    ]
    burned = areas.pop(RACK, 0)
    if areas:
        places = all_of([state.rules.game.place_words(area) for area in areas])
        told.append(f"{cards_in_words(sum(areas.values())).capitalize()} face down: {places}")
    if burned:
        told.append(f"{cards_in_words(burned).capitalize()} to the discard rack, unseen")
    return told


def command_headline(state: State, events: Sequence[ev.Event]) -> str | None:
    """Return one sentence for all events of a command; None where each event needs its own."""
    placed = [event for event in events if isinstance(event, ev.WagerPlaced)]
    if len(placed) == len(events) > 1:
        whole = dollars(sum(event.cents for event in placed))
        return f"Seat {placed[0].seat} bets {whole}"
    if void := ev.first_void(events):
        return f"All hands are void: {void.reason}"
    if any(isinstance(event, ev.CardsDealt) for event in events):
        return "The cards are dealt"
    settled = [event for event in events if isinstance(event, ev.SeatSettled)]
    if settled:
        seat = settled[0].seat
        rows = [row for event in events if (row := settlement_row(state, event))]
        if not any(row.wager for row in rows):
            return f"Seat {seat} has nothing to settle here"
        return f"Seat {seat} {won_or_lost(sum(row.gain for row in rows))}"
    return None


def clause_of(state: State, event: ev.Event) -> str | None:
    """Return the clause of an event: its own, or that of the step at which it happened."""
    own = getattr(event, "clause", None)
    if isinstance(own, str):
        return own
    step: Step | None = state.current
    match event, step:
        case ev.BetWithdrawn(), TakeBack():
            return step.back_clause
        case ev.HandFolded(), BetOrFold():
            return step.fold_clause
        case ev.CardsReplaced(), Draw():
            return step.replace_clause
        case (
            (ev.BetRode() | ev.WagerPlaced() | ev.CardsDiscarded()),
            (TakeBack() | BetOrFold() | Draw()),
        ):
            return step.clause
        case ev.WagerPlaced(), _:
            return state.rules.game.wager[event.wager].clause
        case _:
            return None


def script_clause(state: State, command: object) -> str | None:
    """Return the clause of a command of the house, if the script expects that command next."""
    for line in instructions(state):
        if line.command is not None and type(line.command) is type(command):
            return line.clause
    return None


def actor_words(actor: Actor) -> str:
    """Return the name of an actor with the role."""
    if actor.role is PLAYER:
        return f"{actor.shown}, a program" if actor.automatic else actor.shown
    role = actor.role.words.removeprefix("the ").removeprefix("an ")
    return f"automatic {role}" if actor.automatic else f"{actor.shown}, {role}"
