"""Chips by denomination: how many of each value make up a fill, a credit or a count.

In JSON the values are dollars as texts, from the highest on: `{"100": 20, "25": 4}`. Coins are
counted in cents, under `"0.01"`.
"""

from collections.abc import Mapping
from typing import Any, Final

from fairdeal.english import one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.rulebook.money import CENTS, to_json
from fairdeal.wording.chips import COLORS

#: The values in cents, from the highest chip to coins.
DENOMINATIONS: Final = (*(value for value, _ in COLORS), 1)
#: The most chips of one value that are counted or moved at once.
MOST_CHIPS: Final = 10**9

_TEXTS: Final = {str(to_json(value, per_dollar=CENTS)): value for value in DENOMINATIONS}


def read_chips(document: object) -> dict[str, int]:
    """Return chips as a document has them, from the highest value on and without zeros;
    `BadInputError` says what is wrong.
    """
    if not isinstance(document, Mapping):
        raise BadInputError('chips are counted by value, such as {"100": 20, "25": 4}')
    for text, number in document.items():
        if text not in _TEXTS:
            raise BadInputError(f"there is no chip of {quoted(text)}: {one_of(list(_TEXTS))}")
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MOST_CHIPS:
            raise BadInputError(f"the number of {text} chips is whole and not below zero")
    return {text: document[text] for text in _TEXTS if document.get(text)}


def chips_cents(chips: Mapping[str, int]) -> int:
    """Return what chips are worth, in cents."""
    return sum(_TEXTS[text] * number for text, number in chips.items())


def chips_for(cents: int) -> dict[str, int]:
    """Return the fewest chips that make an amount."""
    chips: dict[str, int] = {}
    for text, value in _TEXTS.items():
        number, cents = divmod(cents, value)
        if number:
            chips[text] = number
    return chips


def written_rightly(document: Any) -> bool:
    """Return whether a log's chips are written as `read_chips` gives them."""
    try:
        return list(read_chips(document).items()) == list(document.items())
    except BadInputError:
        return False
