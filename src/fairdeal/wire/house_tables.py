"""The tables of a rules file that no regulation asks for: what a house wants, and its live floor.

`[side-maximum]` bounds side bets of any amount, `[hold]` says between which percentages a wager
should hold, `[floor]` is what a live floor adds to a table.
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
from fairdeal.wire import suggestions
from fairdeal.wire.choices import WAGERS_ANYWHERE, read_by_meter
from fairdeal.wire.fields import Fields, Path, read_money

HOUSE_TABLES: Final = ("side-maximum", "hold", "floor")

FLOOR_KEYS: Final = ("name", "practice", "bots", "linked", "dealer")
DEALERS: Final = ("auto", "person")
MAX_NAME_LENGTH: Final = 60
#: What the floor calls the meters that are a table's own: no shared one may be taken for it.
_OWN_METER_NAME: Final = re.compile(r"t\d+\.")
#: Percentages have at most four decimals, so that they are written as they were read.
_PER_PERCENT: Final = 10_000


def read_side_maximum(fields: Fields, game: Game, tables: Mapping[str, Paytable]) -> dict[str, int]:
    """The most on each side bet that has a bound of its own, in cents."""
    free = [w.name for w in game.wagers if w.optional and w.size.has_side_maximum]
    found = {}
    for name, value in _entries_by_wager(fields, "side-maximum", game, free):
        path = ("side-maximum", name)
        clause = game.wager[name].clause
        if name not in free:
            message = f"{name} is no side bet of any amount"
            if free:
                message += f", only {one_of(free)}"
            fields.complain(path, message, clause, suggest=suggestions.REMOVE)
        elif name not in tables:
            fields.complain(path, f"{name} is not offered", clause, suggest=suggestions.REMOVE)
        else:
            found[name] = read_money(value, path, fields.complain, what=name)
    return found


def read_hold(
    fields: Fields, game: Game, tables: Mapping[str, Paytable]
) -> dict[str, tuple[Decimal, Decimal]]:
    """Between which percentages of its unit each wager should hold."""
    side = [wager.name for wager in game.wagers if wager.optional]
    found = {}
    for name, value in _entries_by_wager(fields, "hold", game, ["main", *side]):
        path = ("hold", name)
        if name != "main" and name not in side:
            fields.complain(path, f"{name} is held as part of main", suggest=suggestions.REMOVE)
        elif name in side and name not in tables:
            clause = game.wager[name].clause
            fields.complain(path, f"{name} is not offered", clause, suggest=suggestions.REMOVE)
        elif (bounds := _percentages(fields, path, value)) is not None:
            found[name] = bounds
    return found


def _percentages(fields: Fields, path: Path, value: Any) -> tuple[Decimal, Decimal] | None:
    if not isinstance(value, list) or len(value) != 2:
        message = f"{path[-1]} is held from one percentage to another, such as [2, 6], "
        fields.complain(path, f"{message}not {quoted(value)}")
        return None
    try:
        low, high = (parse_amount(one, per_dollar=_PER_PERCENT) for one in value)
    except NotMoneyError as error:
        reason = str(error).replace(" of dollars", "")
        fields.complain(path, f"a percentage {reason}, not {quoted(value)}")
        return None
    if low > high:
        message = f"{quoted(value)} goes from the higher percentage to the lower"
        fields.complain(path, message, suggest=suggestions.use_value(list(reversed(value))))
        return None
    return Decimal(low) / _PER_PERCENT, Decimal(high) / _PER_PERCENT


def _entries_by_wager(
    fields: Fields, table: str, game: Game, names: Sequence[str]
) -> list[tuple[str, Any]]:
    """The entries of a table whose keys are wagers of the game, or `main` where that is allowed."""
    known, hints = [], Hints(names)
    for name, value in fields.table(table).items():
        if name in game.wager or name in names:
            known.append((name, value))
        elif name in WAGERS_ANYWHERE and name != "main":
            message = f"{game.title} in {game.jurisdiction} has no wager {name}"
            fields.complain((table, name), message, game.clauses.wagers, suggest=suggestions.REMOVE)
        else:
            message = f"there is no wager {quoted(name)}{hints(name)}"
            fields.complain((table, name), message, suggest=suggestions.similar_key(name, names))
    return known


def read_floor(fields: Fields, seats: int, meters: Sequence[str]) -> FloorChoices | None:
    """What the file says for a live floor; None where it has no such table."""
    table = fields.table("floor")
    hints = Hints(FLOOR_KEYS)
    for key in table:
        if key not in FLOOR_KEYS:
            message = f"there is no key {quoted(key)}{hints(key)}"
            fields.complain(
                ("floor", key), message, suggest=suggestions.similar_key(key, FLOOR_KEYS)
            )
    if "floor" not in fields.document:
        return None
    practice = table.get("practice", False)
    if not isinstance(practice, bool):
        message = f"practice is true or false, not {quoted(practice)}"
        meant = {"true": True, "false": False, 1: True, 0: False}.get(
            practice if isinstance(practice, str | int) else ""
        )
        offer = None if meant is None else suggestions.use_value(meant)
        fields.complain(("floor", "practice"), message, suggest=offer)
    dealer = fields.choice(("floor", "dealer"), DEALERS, required=False)
    return FloorChoices(
        name=_name(fields, ("floor", "name"), table["name"]) if "name" in table else None,
        practice=practice is True,
        bots=fields.whole(("floor", "bots"), 0, seats, required=False) or 0,
        linked=_linked(fields, table, meters),
        dealer="person" if dealer == "person" else "auto",
    )


def _linked(fields: Fields, table: Mapping[str, Any], meters: Sequence[str]) -> dict[str, str]:
    path, given = ("floor", "linked"), table.get("linked", {})
    if not isinstance(given, dict):
        fields.complain(path, f"linked must be a table of meters, not {quoted(given)}")
        return {}
    if given and not meters:
        fields.complain(path, "linked is given, but no meter is in play")
        return {}
    known = read_by_meter(given, path, meters, fields.complain)
    found = {meter: _name(fields, (*path, meter), name) for meter, name in known.items()}
    by_name: dict[str, str] = {}
    for meter, name in found.items():
        if (first := by_name.setdefault(name, meter)) != meter:
            fields.complain((*path, meter), f"{first} and {meter} cannot be the same shared meter")
        elif _OWN_METER_NAME.match(name):
            fields.complain((*path, meter), f"{quoted(name)} is the name of a table's own meter")
    return found


def _name(fields: Fields, path: Path, value: Any) -> str:
    named = isinstance(value, str) and value.strip() and printable(value) == value
    if named and len(value) <= MAX_NAME_LENGTH:
        return str(value)
    wanted = f"a name of at most {MAX_NAME_LENGTH} printable characters"
    fields.complain(path, f"{path[-1]} must be {wanted}, not {quoted(value)}")
    return ""


def house_tables_document(rules: Rules) -> dict[str, Any]:
    """The tables as a rules file has them; those that say nothing are left out."""
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
        }
    return document
