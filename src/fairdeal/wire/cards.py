"""Reads the cards of a document: one text such as `As Td`, or a list of texts."""

from typing import Any

from fairdeal.cards import Card, parse_card, parse_cards
from fairdeal.english import quoted
from fairdeal.errors import BadInputError, NotACardError


def read_cards(value: Any, what: str, *, wanted: str = "") -> tuple[Card, ...]:
    """Return the cards of a value.

    An error message begins with `what`, followed by `wanted` if `what` does not say that the value
    should be cards.
    """
    try:
        if isinstance(value, str):
            return parse_cards(value)
        if isinstance(value, list) and all(isinstance(card, str) for card in value):
            return tuple(map(_one, value))
    except NotACardError as error:
        raise BadInputError(f"{what}: {error}") from None
    raise BadInputError(f"{what}{wanted} are written like As Td, not {quoted(value)}")


def _one(text: str) -> Card:
    """Return the only card of a text; a text with several cards is an error."""
    found = parse_cards(text)
    return found[0] if len(found) == 1 and not text[:1].isspace() else parse_card(text)
