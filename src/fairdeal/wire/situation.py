"""Reads and writes a player's situation at a decision as JSON.

>>> read_situation({"cards": "Kc 7c", "board": ["8d", "Kh"], "bets": {"first-run": 3}}).bets
{'first-run': Fraction(3, 1)}
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from fairdeal.cards import Card, card_text, parse_cards
from fairdeal.english import quoted, shown
from fairdeal.errors import BadInputError, NotACardError
from fairdeal.rulebook.situation import Situation
from fairdeal.wire.cards import read_cards
from fairdeal.wire.json import require_known_keys, require_object


class SituationAnswer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The cards that a player knows, and the player's earlier decisions.

    Fields that do not apply are left out. `bets` are multiples of the base bet. `discards` is set
    after the first draw.
    """

    cards: tuple[str, ...]
    board: tuple[str, ...] | UnsetType = UNSET
    discards: tuple[str, ...] | UnsetType = UNSET
    bets: dict[str, int | float] | UnsetType = UNSET
    withdrawn: tuple[str, ...] | UnsetType = UNSET


_KEYS: Final = SituationAnswer.__struct_fields__
#: The largest bet in antes, and the most decimals of a bet.
_MOST_ANTES, _DECIMALS = 1000, 6


def write_situation(situation: Situation) -> SituationAnswer:
    """Return a situation as documents write it."""
    discards = situation.discards
    bets = {
        name: int(bet) if bet.denominator == 1 else float(bet)
        for name, bet in situation.bets.items()
    }
    return SituationAnswer(
        cards=card_texts(situation.cards),
        board=card_texts(situation.board) or UNSET,
        discards=UNSET if discards is None else card_texts(discards),
        bets=bets or UNSET,
        withdrawn=situation.withdrawn or UNSET,
    )


def card_texts(cards: Sequence[Card]) -> tuple[str, ...]:
    """Return the text of each card."""
    return tuple(card_text(card) for card in cards)


def read_situation(document: Any) -> Situation:
    """Return the situation of a JSON document; an invalid one raises `BadInputError`."""
    fields = require_object(document, "a situation")
    require_known_keys(fields, "a situation", _KEYS)
    if "cards" not in fields:
        raise BadInputError("a situation needs cards")
    withdrawn = fields.get("withdrawn", [])
    if not isinstance(withdrawn, list) or not all(isinstance(one, str) for one in withdrawn):
        raise BadInputError(f"withdrawn is a list of bets, not {quoted(withdrawn)}")
    return Situation(
        cards=read_cards(fields["cards"], "cards"),
        board=read_cards(fields.get("board", []), "board"),
        discards=read_cards(fields["discards"], "discards") if "discards" in fields else None,
        bets=_bets(fields.get("bets", {})),
        withdrawn=tuple(withdrawn),
    )


def situation_of_options(
    *,
    cards: str | None = None,
    board: str | None = None,
    discards: str | None = None,
    bets: str | None = None,
    withdrawn: list[str] | None = None,
) -> dict[str, Any]:
    """Return the document of a situation from a command's options, for `read_situation`.

    It is empty if no option was given.
    """
    options: Mapping[str, Any] = {
        "cards": read_card_texts(cards, "cards"),
        "board": read_card_texts(board, "board"),
        "discards": read_card_texts(discards, "discards"),
        "bets": None if bets is None else _bets_option(bets),
        "withdrawn": withdrawn,
    }
    return {key: value for key, value in options.items() if value is not None}


def read_card_texts(text: str | None, what: str) -> list[str] | None:
    """Return the cards of an option as documents write them."""
    if text is None:
        return None
    try:
        return list(card_texts(parse_cards(text)))
    except NotACardError as error:
        raise BadInputError(f"{what}: {error}") from None


def _bets(value: Any) -> dict[str, Fraction]:
    bets = {}
    for name, multiple in require_object(value, "bets").items():
        what = f"the bet on {shown(name)}"
        if isinstance(multiple, bool) or not isinstance(multiple, int | Decimal):
            raise BadInputError(f"{what} is a multiple of the ante, such as 3")
        exact = Decimal(multiple)
        if not exact.is_finite() or not abs(exact) <= _MOST_ANTES:
            raise BadInputError(f"{what} is a multiple of the ante, such as 3")
        if exact != round(exact, _DECIMALS):
            raise BadInputError(f"{what} has more than {_DECIMALS} decimals")
        bets[name] = Fraction(exact)
    return bets


def _bets_option(text: str) -> dict[str, Decimal]:
    bets: dict[str, Decimal] = {}
    for part in filter(None, text.split(",")):
        name, _, multiple = part.partition("=")
        if name.strip() in bets:
            raise BadInputError(f"--bets says {quoted(name.strip())} twice")
        try:
            bets[name.strip()] = Decimal(multiple)
        except ArithmeticError:
            message = f"--bets is first-run=3,second-run=1, not {quoted(text)}"
            raise BadInputError(message) from None
    return bets
