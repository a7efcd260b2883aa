"""Where the cards of a round lie in the deck, by the rules' way of dealing."""

from collections.abc import Sequence
from typing import NamedTuple

from fairdeal.cards import Card
from fairdeal.rulebook.rules import Rules
from fairdeal.table.state import dealing_steps, places_of


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


def layouts_of(rules: Rules, players: int) -> tuple[DeckPlaces, ...]:
    """Return the layout of a deal to so many seats, from the first one on, as each of them sees
    it.
    """
    seats = tuple(range(1, players + 1))
    order = places_of(dealing_steps(rules, rules.dealing, rules.shuffling), seats)

    def places(to: int | str) -> tuple[int, ...]:
        return tuple(at for at, place in enumerate(order) if place == to)

    board = {area: places(area) for area in rules.areas}
    return tuple(DeckPlaces(places(seat), board, len(order)) for seat in seats)


def layout_of(rules: Rules) -> DeckPlaces:
    """Return the layout of a deal to one seat."""
    return layouts_of(rules, 1)[0]
