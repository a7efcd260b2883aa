"""Where cards come from. A source keeps the order in which each deck lies; what has left a deck the
table's own state tells, so that a source is a value that can be kept and brought back.

The table does not know which source it is: shuffled by the operating system, by a seed, or none at
all where a dealer scans real cards and a command names them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from fairdeal.cards import Card, Deck, card_text, is_joker, parse_cards
from fairdeal.errors import BadInputError, Refused
from fairdeal.play.shuffling import new_order, seeded_stream, system_stream
from fairdeal.table import events as ev
from fairdeal.table.state import State
from fairdeal.wire.jokers import in_order

#: The order of a deck, from the top.
Order = tuple[Card, ...]


class Source:
    """Decks by colour, each in its order. `shuffle` gives a deck its next order; `first` are cards
    that come first in the first round whatever the shuffle and the cut, for tests and scripts.
    """

    #: What an opening entry calls it.
    name = "sealed"

    def __init__(self, shuffle: Callable[[Deck], Order], first: Sequence[Card] = ()) -> None:
        self._shuffle = shuffle
        self._first = tuple(first)
        self._shuffles = 0
        self.orders: dict[str, Order] = {}

    def follow(self, state: State, event: ev.Event) -> None:
        """Do with the cards what was done with them at the table; `state` is the one before. Where
        an order changes, or comes to an end, the decks of the state change as well.
        """
        match event:
            case ev.DeckShuffled(deck=color):
                self.orders[color] = self._shuffle(state.rules.game.deck)
            case ev.DeckCut(deck=color, depth=depth):
                order = self.orders[color]
                cut = order[depth:] + order[:depth]
                self.orders[color] = in_order(state.rules.game.deck, cut)
            case ev.DecksReceived(preshuffled=True):
                for color in event.colors:
                    self.orders[color] = self._shuffle(state.rules.game.deck)
            case ev.DeckRemoved(deck=color):
                self.orders.pop(color, None)
            case ev.RoundEnded() | ev.RoundVoided():
                # Back in the rack, and nothing that anybody could deal from before a new shuffle.
                self.orders.pop(state.deck, None)
                if state.out:
                    self._first = ()

    def keep(self) -> "Kept":
        """All that the source holds, as a value."""
        return Kept(dict(self.orders), self._first, self._shuffles)

    def bring_back(self, kept: "Kept") -> None:
        """Hold again what was kept."""
        self.orders = dict(kept.orders)
        self._first, self._shuffles = kept.first, kept.shuffles

    def coming(self, state: State, count: int) -> Order:
        """The next cards of the deck in play; fewer where the stub runs out."""
        order = self.orders.get(state.deck, ())
        if self._first:
            rest = (card for card in order if card not in self._first)
            order = in_order(state.rules.game.deck, (*self._first, *rest))
        if not state.set_aside:
            left = len(state.out)
            return order[left : left + count]
        # Not all that is out came from the top: a card found face up may have lain behind one that
        # was drawn in error.
        return tuple([card for card in order if card not in state.out][:count])


class Kept(NamedTuple):
    """What a source holds: the order of each deck, the cards that come first, shuffles so far."""

    orders: Mapping[str, Order]
    first: Order = ()
    shuffles: int = 0


class SeededSource(Source):
    """The same cards for the same seed, for ever."""

    name = "seeded"

    def __init__(self, seed: str | int, first: Sequence[Card] = ()) -> None:
        super().__init__(self._next, first)
        self.seed = str(seed)

    def _next(self, deck: Deck) -> Order:
        self._shuffles += 1
        return new_order(deck, seeded_stream(self.seed, self._shuffles))


class SystemSource(Source):
    """Shuffled from the operating system's cryptographic source: the order is kept apart (`orders`)
    until the round has ended.
    """

    def __init__(self, orders: Mapping[str, Order] | None = None) -> None:
        super().__init__(lambda deck: new_order(deck, system_stream))
        self.orders.update(orders or {})


def first_cards(text: str, deck: Deck) -> Order:
    """The cards that come first, by name; the second joker named is the other one."""
    cards: list[Card] = []
    for card in parse_cards(text):
        one = card + 1 if card in cards and is_joker(card) else card
        if one not in deck:
            raise BadInputError(f"the deck has no such card as {card_text(card)}")
        if one in cards:
            raise BadInputError(f"{card_text(card)} is there once too often")
        cards.append(one)
    return tuple(cards)


class NamedCards(Source):
    """No source at all: whoever deals names the cards."""

    name = "named"

    def __init__(self) -> None:
        super().__init__(lambda _: ())

    def coming(self, state: State, count: int) -> Order:
        """Nothing comes by itself."""
        del state, count
        raise Refused("the cards of this table are named by whoever deals them", None)
