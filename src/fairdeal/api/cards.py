"""Cards that print as cards, and the forms in which calls take cards."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from fairdeal.cards import Card as CardNumber
from fairdeal.cards import card_text, parse_card, parse_cards


class Card(int):
    """A card that prints as a card, and is the number that the program reckons with.

    >>> Card("As"), Card("Td"), Card("*")
    (As, Td, *)
    """

    def __new__(cls, card: str | CardNumber) -> "Card":
        """Make a card from its name or its number."""
        return super().__new__(cls, parse_card(card) if isinstance(card, str) else card)

    def __repr__(self) -> str:
        return card_text(int(self))

    __str__ = __repr__


class Cards(tuple[Card, ...]):
    """Cards that print as cards.

    >>> Cards("As Kd *")
    As Kd *
    """

    __slots__ = ()

    def __new__(cls, cards: str | Iterable[CardNumber]) -> "Cards":
        """Make cards from their names or numbers."""
        numbers = parse_cards(cards) if isinstance(cards, str) else cards
        return super().__new__(cls, map(Card, numbers))

    def __repr__(self) -> str:
        return " ".join(map(str, self))

    __str__ = __repr__


#: Cards as calls take them: a text such as `As Td`, `Cards`, or a sequence of cards.
SomeCards: TypeAlias = str | Iterable[str | CardNumber]


def card_texts(cards: SomeCards) -> list[str]:
    """Return cards in the form of JSON documents."""
    if isinstance(cards, str):
        return [card_text(card) for card in parse_cards(cards)]
    return [card if isinstance(card, str) else card_text(card) for card in cards]


def plain_document(document: Any) -> Any:
    """Return a document in which `Card` and `Cards` are written as JSON documents write them."""
    if isinstance(document, Card):
        return str(document)
    if isinstance(document, Mapping):
        return {key: plain_document(value) for key, value in document.items()}
    if isinstance(document, list | tuple):
        return [plain_document(value) for value in document]
    return document
