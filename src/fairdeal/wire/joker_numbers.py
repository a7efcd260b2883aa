"""Jokers look alike outside; inside each is a card of its own, told apart by the state.

The first joker that leaves the deck in a round is the first one, whichever it was on the way, and
of two that are held the first goes first: so a table that is read back is the same table.
"""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from fairdeal.cards import Card, Deck, is_joker
from fairdeal.table import events as ev
from fairdeal.table.state import State

_Event = TypeVar("_Event", bound=ev.Event)


def number_stub_jokers(state: State, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards that leave the stub, their jokers numbered in the order in which they leave."""
    return _numbered(cards, (j for j in state.rules.game.deck.joker_cards if j not in state.out))


def number_deck_jokers(deck: Deck, cards: Iterable[Card]) -> tuple[Card, ...]:
    """A whole order of a deck, its jokers numbered from the top."""
    if not deck.jokers:
        return tuple(cards)
    return _numbered(cards, deck.joker_cards)


def _numbered(cards: Iterable[Card], jokers: Iterable[Card]) -> tuple[Card, ...]:
    left = iter(jokers)
    # With no joker left the face stands as it is: whoever looks will find it there twice.
    return tuple(next(left, card) if is_joker(card) else card for card in cards)


def number_event_jokers(state: State, event: _Event) -> _Event:
    """An event as read, with the very jokers that it means at that state of the table."""
    match event:
        case ev.CardsDealt(cards=dealt):
            cards = number_stub_jokers(state, [card for _, card in dealt if card is not None])
            pairs = zip([place for place, _ in dealt], cards, strict=True)
            return replace(event, cards=tuple(pairs))
        case ev.CardsReplaced(cards=cards) if cards:
            return replace(event, cards=number_stub_jokers(state, cards))
        case ev.CardSetAside(card=card):
            return replace(event, card=number_stub_jokers(state, [card])[0])
        case ev.CardsDiscarded(cards=cards) if cards:
            held = sorted(card for card in state.seats[event.seat].cards if is_joker(card))
            return replace(event, cards=_numbered(cards, held))
        case ev.HandShown():
            return replace(event, cards=state.seats[event.seat].cards)
        case ev.CardsRevealed():
            return replace(event, cards=_lying(state, event))
        case _:
            return event


def _lying(state: State, event: ev.CardsRevealed) -> tuple[tuple[int | str, Card], ...]:
    turned = dict(state.revealed)
    cards: list[tuple[int | str, Card]] = []
    for place, _ in event.cards:
        area = str(place)
        cards.append((area, state.board[area][turned.get(area, 0)]))
        turned[area] = turned.get(area, 0) + 1
    return tuple(cards)
