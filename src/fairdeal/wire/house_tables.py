"""Reads the tables of a rules file that are the house's own and not part of a regulation.

`[side-maximum]` bounds side bets of any amount. `[hold]` has the percentages between which a wager
should hold. `[floor]` has the settings of the table on a live floor.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from fairdeal.english import Hints, one_of, printable, quoted
from fairdeal.errors import NotMoneyError
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import parse_amount, to_json
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import FloorChoices, Rules
from fairdeal.table.game_accounts import FloorTerms, needs_table_test, usual_buy_in
from fairdeal.table.real_cards import deals_real_cards
from fairdeal.wire import suggestions
from fairdeal.wire.choices import read_by_meter, wagers_anywhere
from fairdeal.wire.fields import Fields, Path, read_money

HOUSE_TABLES: Final = ("side-maximum", "hold", "floor")

FLOOR_KEYS: Final = (
    *("name", "practice", "bots", "linked", "dealer", "cards", "hand-pay", "buy-in"),
    "table-test",
)
DEALERS: Final = ("auto", "person")
CARD_SOURCES: Final = ("committed", "named")
MAX_NAME_LENGTH: Final = 60
#: The names that the floor gives to the meters of single tables; a shared meter may not have one.
_OWN_METER_NAME: Final = re.compile(r"t\d+\.")
#: Percentages have at most four decimals, so that they are written with the digits of the file.
_PER_PERCENT: Final = 10_000


def read_side_maximum(fields: Fields, game: Game, tables: Mapping[str, Paytable]) -> dict[str, int]:
    """Return the maximum, in cents, of each side bet that has one of its own."""
    free = [w.name for w in game.wagers if w.optional and w.size.has_side_maximum]
    found = {}
    for name, value in _entries_by_wager(fields, "side-maximum", game, free):
        path = ("side-maximum", name)
        clause = game.wager[name].clause
        if name not in free:
            message = f"{name} is no side bet of any amount"
            if free:
                message += f", only {one_of(free)}"
            fields.report(path, message, clause, suggest=suggestions.REMOVE)
        elif name not in tables:
            fields.report(path, f"{name} is not offered", clause, suggest=suggestions.REMOVE)
        else:
            found[name] = read_money(value, path, fields.report, what=name)
    return found


def read_hold(
    fields: Fields, game: Game, tables: Mapping[str, Paytable]
) -> dict[str, tuple[Decimal, Decimal]]:
    """Return for each wager the least and the greatest percentage that it should hold."""
    side = [wager.name for wager in game.wagers if wager.optional]
    found = {}
    for name, value in _entries_by_wager(fields, "hold", game, ["main", *side]):
        path = ("hold", name)
        if name != "main" and name not in side:
            fields.report(path, f"{name} is held as part of main", suggest=suggestions.REMOVE)
        elif name in side and name not in tables:
            clause = game.wager[name].clause
            fields.report(path, f"{name} is not offered", clause, suggest=suggestions.REMOVE)
        elif (bounds := _percentages(fields, path, value)) is not None:
            found[name] = bounds
    return found


def _percentages(fields: Fields, path: Path, value: Any) -> tuple[Decimal, Decimal] | None:
    if not isinstance(value, list) or len(value) != 2:
        message = f"{path[-1]} is held from one percentage to another, such as [2, 6], "
        fields.report(path, f"{message}not {quoted(value)}")
        return None
    try:
        low, high = (parse_amount(one, per_dollar=_PER_PERCENT) for one in value)
    except NotMoneyError as error:
        reason = str(error).replace(" of dollars", "")
        fields.report(path, f"a percentage {reason}, not {quoted(value)}")
        return None
    if low > high:
        message = f"{quoted(value)} goes from the higher percentage to the lower"
        fields.report(path, message, suggest=suggestions.use_value(list(reversed(value))))
        return None
    return Decimal(low) / _PER_PERCENT, Decimal(high) / _PER_PERCENT


def _entries_by_wager(
    fields: Fields, table: str, game: Game, names: Sequence[str]
) -> list[tuple[str, Any]]:
    """Return the entries of a table by wager, and report keys that are not in `names`."""
    known, hints = [], Hints(names)
    for name, value in fields.table(table).items():
        if name in game.wager or name in names:
            known.append((name, value))
        elif name in wagers_anywhere() and name != "main":
            message = f"{game.title} in {game.jurisdiction} has no wager {name}"
            fields.report((table, name), message, game.clauses.wagers, suggest=suggestions.REMOVE)
        else:
            message = f"there is no wager {quoted(name)}{hints(name)}"
            fields.report((table, name), message, suggest=suggestions.similar_key(name, names))
    return known


def read_floor(fields: Fields, seats: int, meters: Sequence[str]) -> FloorChoices | None:
    """Return the settings for a live floor, or None if the file has no `[floor]`."""
    table = fields.table("floor")
    hints = Hints(FLOOR_KEYS)
    for key in table:
        if key not in FLOOR_KEYS:
            message = f"there is no key {quoted(key)}{hints(key)}"
            fields.report(("floor", key), message, suggest=suggestions.similar_key(key, FLOOR_KEYS))
    if "floor" not in fields.document:
        return None
    dealer = fields.choice(("floor", "dealer"), DEALERS, required=False)
    cards = fields.choice(("floor", "cards"), CARD_SOURCES, required=False)
    if cards == "named" and dealer != "person":
        message = 'real cards are dealt by a person: cards = "named" needs dealer = "person"'
        fields.report(("floor", "cards"), message, suggest=suggestions.REMOVE)
    return FloorTerms(
        name=_name(fields, ("floor", "name"), table["name"]) if "name" in table else None,
        practice=_flag(fields, table, "practice"),
        bots=fields.whole(("floor", "bots"), 0, seats, required=False) or 0,
        linked=_linked(fields, table, meters),
        dealer="person" if dealer == "person" else "auto",
        cards="named" if cards == "named" else "committed",
        hand_pay_cents=_amount(fields, table, "hand-pay"),
        buy_in_cents=_amount(fields, table, "buy-in"),
        table_test=_flag(fields, table, "table-test"),
    )


def _flag(fields: Fields, table: Mapping[str, Any], key: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        message = f"{key} is true or false, not {quoted(value)}"
        meant = {"true": True, "false": False, 1: True, 0: False}.get(
            value if isinstance(value, str | int) else ""
        )
        offer = None if meant is None else suggestions.use_value(meant)
        fields.report(("floor", key), message, suggest=offer)
    return value is True


def _amount(fields: Fields, table: Mapping[str, Any], key: str) -> int | None:
    if key not in table:
        return None
    return read_money(table[key], ("floor", key), fields.report, what=key)


def _linked(fields: Fields, table: Mapping[str, Any], meters: Sequence[str]) -> dict[str, str]:
    path, given = ("floor", "linked"), table.get("linked", {})
    if not isinstance(given, dict):
        fields.report(path, f"linked must be a table of meters, not {quoted(given)}")
        return {}
    if given and not meters:
        fields.report(path, "linked is given, but no meter is in play")
        return {}
    known = read_by_meter(given, path, meters, fields.report)
    found = {meter: _name(fields, (*path, meter), name) for meter, name in known.items()}
    by_name: dict[str, str] = {}
    for meter, name in found.items():
        if (first := by_name.setdefault(name, meter)) != meter:
            fields.report((*path, meter), f"{first} and {meter} cannot be the same shared meter")
        elif _OWN_METER_NAME.match(name):
            fields.report((*path, meter), f"{quoted(name)} is the name of a table's own meter")
    return found


def _name(fields: Fields, path: Path, value: Any) -> str:
    named = isinstance(value, str) and value.strip() and printable(value) == value
    if named and len(value) <= MAX_NAME_LENGTH:
        return str(value)
    wanted = f"a name of at most {MAX_NAME_LENGTH} printable characters"
    fields.report(path, f"{path[-1]} must be {wanted}, not {quoted(value)}")
    return ""


def house_tables_document(rules: Rules) -> dict[str, Any]:
    """Return the tables as a rules file writes them, without empty ones."""
    document: dict[str, Any] = {}
    if rules.side_maximum_cents:
        document["side-maximum"] = {
            name: to_json(cents) for name, cents in rules.side_maximum_cents.items()
        }
    if rules.hold:
        document["hold"] = {
            name: [to_json(int(bound * _PER_PERCENT), per_dollar=_PER_PERCENT) for bound in bounds]
            for name, bounds in rules.hold.items()
        }
    if (floor := rules.floor) is not None:
        document["floor"] = {
            **({} if floor.name is None else {"name": floor.name}),
            "practice": floor.practice,
            "bots": floor.bots,
            **({"linked": dict(floor.linked)} if floor.linked else {}),
            "dealer": floor.dealer,
            **({"cards": "named"} if deals_real_cards(rules) else {}),
            **({} if floor.hand_pay_cents is None else {"hand-pay": to_json(floor.hand_pay_cents)}),
            **({} if (cents := usual_buy_in(rules)) is None else {"buy-in": to_json(cents)}),
            **({"table-test": True} if needs_table_test(rules) else {}),
        }
    return document
