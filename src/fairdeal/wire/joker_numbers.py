"""Numbers the jokers of a deck that was read from a document.

Documents write every joker as `*`, but in the program each joker is a card of its own. The first
joker that leaves the deck in a round is joker 1, and of two jokers in a hand joker 1 is discarded
first. So a table that is read from its log has the same state as before.
"""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from fairdeal.cards import Card, Deck, is_joker
from fairdeal.table import events as ev
from fairdeal.table.state import State

_Event = TypeVar("_Event", bound=ev.Event)


def number_stub_jokers(state: State, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards that leave the stub, with their jokers numbered in this order."""
    return _number_jokers(
        cards, (j for j in state.rules.game.deck.joker_cards if j not in state.out)
    )


def number_deck_jokers(deck: Deck, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards of a whole deck, with their jokers numbered from the top."""
    if not deck.jokers:
        return tuple(cards)
    return _number_jokers(cards, deck.joker_cards)


def _number_jokers(cards: Iterable[Card], jokers: Iterable[Card]) -> tuple[Card, ...]:
    left = iter(jokers)
    # Without a joker left, the card stays as it is; the table then refuses it as a duplicate.
    return tuple(next(left, card) if is_joker(card) else card for card in cards)


def number_event_jokers(state: State, event: _Event) -> _Event:
    """Return an event with its jokers numbered; `state` is the table's state before the event."""
    match event:
        case ev.CardsDealt(cards=dealt):
            cards = number_stub_jokers(state, [card for _, card in dealt if card is not None])
            pairs = zip([place for place, _ in dealt], cards, strict=True)
            return replace(event, cards=tuple(pairs))
        case ev.CardsReplaced(cards=cards) if cards:
            return replace(event, cards=number_stub_jokers(state, cards))
        case ev.CardSetAside(card=card) | ev.CardReported(card=card):
            return replace(event, card=number_stub_jokers(state, [card])[0])
        case ev.CardsDiscarded(cards=cards) if cards:
            held = sorted(card for card in state.seats[event.seat].cards if is_joker(card))
            return replace(event, cards=_number_jokers(cards, held))
        case ev.HandShown():
            return replace(event, cards=state.seats[event.seat].cards)
        case ev.CardsRevealed():
            return replace(event, cards=_revealed_cards(state, event))
        case _:
            return event


def _revealed_cards(state: State, event: ev.CardsRevealed) -> tuple[tuple[int | str, Card], ...]:
    revealed = dict(state.revealed)
    cards: list[tuple[int | str, Card]] = []
    for place, _ in event.cards:
        area = str(place)
        cards.append((area, state.board[area][revealed.get(area, 0)]))
        revealed[area] = revealed.get(area, 0) + 1
    return tuple(cards)
