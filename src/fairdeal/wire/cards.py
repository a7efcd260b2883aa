"""Cards as documents write them: one text such as `As Td`, or a list of texts."""

from typing import Any

from fairdeal.cards import Card, parse_card, parse_cards
from fairdeal.english import quoted
from fairdeal.errors import BadInputError, NotACardError


def read_cards(value: Any, what: str, *, wanted: str = "") -> tuple[Card, ...]:
    """The cards of a value; `what` begins the sentence that says what is wrong with it, and where
    it is no place that holds cards only, `wanted` says that cards are wanted there.
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
    """One card as people write it; several in one text are none."""
    found = parse_cards(text)
    return found[0] if len(found) == 1 and not text[:1].isspace() else parse_card(text)
