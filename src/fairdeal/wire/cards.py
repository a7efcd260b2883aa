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
            return tuple(parse_card(card) for card in value)
    except NotACardError as error:
        raise BadInputError(f"{what}: {error}") from None
    raise BadInputError(f"{what}{wanted} are written like As Td, not {quoted(value)}")
