"""Where the cards of a round with one seat lie in the deck, by the rules' way of dealing."""

from collections.abc import Sequence
from typing import NamedTuple

from fairdeal.cards import Card
from fairdeal.rulebook.rules import Rules
from fairdeal.table.state import dealing_steps, places_of

#: The one seat that plays.
SEAT = 1


class DeckPlaces(NamedTuple):
    """The places in the deck of the own cards and of each area, and how many cards are dealt."""

    own: tuple[int, ...]
    board: dict[str, tuple[int, ...]]
    cards: int

    def areas(self, cards: Sequence[Card]) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        """Return the community cards by area."""
        return tuple(
            (area, tuple(cards[place] for place in places)) for area, places in self.board.items()
        )


def layout_of(rules: Rules) -> DeckPlaces:
    """Return the layout of a deal to one seat."""
    order = places_of(dealing_steps(rules, rules.dealing, rules.shuffling), (SEAT,))
    own = tuple(at for at, place in enumerate(order) if place == SEAT)
    board = {
        area: tuple(at for at, place in enumerate(order) if place == area) for area in rules.areas
    }
    return DeckPlaces(own, board, len(order))
