"""Paytables of the operator's own, for "what if" questions.

    like = "A"                    # start from a paytable of the text, or leave out
    [lines]
    "royal flush" = "500 to 1"

With `like`, only the lines named are changed; without, the lines are the whole table in order.
"""

from dataclasses import replace
from typing import Any

from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import BadInputError, NoPaytableError, NotOddsError
from fairdeal.rulebook.odds import Odds
from fairdeal.rulebook.paytable import Paytable, PaytableLine, Paytables
from fairdeal.wire.files import MAX_TOML_BYTES, read_text
from fairdeal.wire.json import parse_toml


def read_own_paytable(source: str, group: Paytables) -> Paytable:
    """Return a paytable from a TOML file."""
    text = read_text(source, most=MAX_TOML_BYTES)
    try:
        return paytable_of(parse_toml(text), group)
    except (BadInputError, NoPaytableError, NotOddsError) as error:
        raise BadInputError(f"{source}: {error}") from None


def paytable_of(document: dict[str, Any], group: Paytables) -> Paytable:
    """Return a paytable from the content of such a file."""
    for key in document:
        if key not in ("like", "lines"):
            raise BadInputError(
                f"there is no key {quoted(key)}{did_you_mean(key, ['like', 'lines'])}"
            )
    lines = document.get("lines")
    if not isinstance(lines, dict) or not lines:
        raise BadInputError('the table needs [lines], such as "royal flush" = "500 to 1"')
    for hand, pays in lines.items():
        if not isinstance(pays, str):
            raise BadInputError(
                f"{quoted(hand)} must pay a text such as 50 to 1, not {quoted(pays)}"
            )
    like = document.get("like")
    if like is not None:
        if like not in group:
            raise BadInputError(f"like must be {one_of(group.names)}, not {quoted(like)}")
        return replace(group[like].paying(lines), name="own")
    model = group.tables[0]
    for hand in lines:
        if hand not in model.ranking.lines:
            hint = did_you_mean(hand, model.ranking.lines)
            raise BadInputError(f"{quoted(hand)} is no {model.ranking.name} hand{hint}")
    own = tuple(PaytableLine(hand, Odds.parse(pays), "") for hand, pays in lines.items())
    return replace(model, name="own", lines=own)
