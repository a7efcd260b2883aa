"""Reads and writes rules files, which hold an operator's choices for a table.

A file is checked while it is read. Valid fields become a `Rules`, and each problem is reported with
its path and clause. `fairdeal.submission.check` collects the problems with their lines.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fairdeal.english import Hints, one_of, quoted, shown
from fairdeal.errors import BadInputError, NoGameError, NotMoneyError
from fairdeal.games import JURISDICTIONS, NAMES, find_game, jurisdictions_of
from fairdeal.rulebook.game import Dealing, Game, Shuffling
from fairdeal.rulebook.money import (
    CENTS,
    MAX_METER,
    UNITS,
    UNITS_PER_CENT,
    dollars,
    parse_amount,
    to_json,
)
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Progressive, Rules
from fairdeal.wire import suggestions
from fairdeal.wire.approval import APPROVAL_KEYS, read_approved, read_license
from fairdeal.wire.choices import (
    read_by_meter,
    read_limit,
    read_paytables,
    read_rates,
    read_readings,
    read_resets,
)
from fairdeal.wire.fields import Fields, Reporter, read_money, refuse_field
from fairdeal.wire.house_tables import (
    HOUSE_TABLES,
    house_tables_document,
    read_floor,
    read_hold,
    read_side_maximum,
)
from fairdeal.wire.json import require_object

_TABLES: Final = ("paytables", "progressive", "readings", *HOUSE_TABLES)
KEYS: Final = (
    *("operator", "jurisdiction", "game", "minimum", "maximum", "chip-step", "dealing"),
    *("shuffling", "decks", "seats", "adjacent-boxes", "payout-limit", *APPROVAL_KEYS),
    *_TABLES,
)
PROGRESSIVE_KEYS: Final = ("stakes", "rate", "reset")


def read_rules(document: Any) -> Rules:
    """Return the rules of a rules file; `BadInputError` names the first field with a problem."""
    return check_rules(require_object(document, "a rules file"), refuse_field, logged=True)


def check_rules(document: Mapping[str, Any], report: Reporter, *, logged: bool = False) -> Rules:
    """Return the rules of a rules file; they are meaningful only if no problem was reported.

    With `logged` they are those of a table that was opened, perhaps when fewer seats were accepted.
    """
    fields = Fields(document, report)
    hints = Hints(KEYS)
    for key, value in document.items():
        if key not in KEYS:
            message = f"there is no key {quoted(key)}{hints(key)}"
            report((key,), message, suggest=suggestions.similar_key(key, KEYS))
        elif key in _TABLES and not isinstance(value, dict):
            report((key,), f"{key} must be a table")
    operator = fields.get(
        ("operator",), needs='write who submits the rules, such as "Chesapeake Casino"'
    )
    if operator is not None and not (isinstance(operator, str) and operator.strip()):
        report(("operator",), "operator must be a name")
    approved, license_number = read_approved(fields), read_license(fields)
    game = _game(fields)
    dealing = fields.choice(("dealing",), [str(way) for way in Dealing])
    shuffling = fields.choice(("shuffling",), [str(way) for way in Shuffling])
    minimum, maximum, step = _limits(fields)
    if game is None:
        _types_only(fields)
        return Rules(find_game(NAMES[0]), {}, {})
    least = 1 if game.fewer_seats or logged else game.seats
    bound = game.clauses.seats
    seats = fields.whole(("seats",), least, game.seats, bound, required=False) or game.seats
    boxes = _boxes(fields, game, seats)
    decks = _decks(fields, game, shuffling)
    if game.clauses.hand_needs_machine and (dealing, shuffling) == (
        Dealing.HAND,
        Shuffling.MANUAL,
    ):
        message = "dealing from the hand needs an automated card shuffling device"
        shoe = suggestions.use_value(str(Dealing.MANUAL_SHOE))
        report(("dealing",), message, game.clauses.hand_needs_machine, suggest=shoe)
    readings = read_readings(game, fields.table("readings"), report)
    tables = _paytables(fields, game, readings)
    meters = [meter.name for table in tables.values() for meter in table.meters]
    return Rules(
        game=game,
        paytables=tables,
        readings=readings,
        progressive=_progressive(fields, game, tables),
        minimum_cents=minimum,
        maximum_cents=maximum,
        chip_step_cents=step or 1,
        payout_limit_cents=read_limit(game, document, minimum, readings, tables, report),
        operator=str(operator),
        dealing=Dealing(dealing or Dealing.MANUAL_SHOE),
        shuffling=Shuffling(shuffling or Shuffling.MANUAL),
        decks=decks or 1,
        seats=seats,
        adjacent_boxes=boxes,
        side_maximum_cents=read_side_maximum(fields, game, tables),
        hold=read_hold(fields, game, tables),
        floor=read_floor(fields, seats, meters),
        approved=approved,
        license=license_number,
    )


def rules_document(rules: Rules) -> dict[str, Any]:
    """Return rules as a rules file with every choice written out; `read_rules` reads it back."""
    game = rules.game
    for name, table in rules.paytables.items():
        if table not in game.paytables[name].tables:
            raise BadInputError(f"the {name} paytable is none that a rules file can name")
    document: dict[str, Any] = {
        "operator": rules.operator,
        "jurisdiction": game.jurisdiction,
        "game": game.name,
        "minimum": _dollars(rules.minimum_cents),
        "maximum": _dollars(rules.maximum_cents),
        "chip-step": to_json(rules.chip_step_cents),
        "dealing": str(rules.dealing),
        "shuffling": str(rules.shuffling),
        "decks": rules.decks,
        "seats": rules.seats,
        "adjacent-boxes": rules.adjacent_boxes if game.several_boxes else None,
        "payout-limit": _dollars(rules.payout_limit_cents),
        "paytables": {name: table.name for name, table in rules.paytables.items()},
    }
    if (progressive := rules.progressive) is not None:
        document["progressive"] = {
            "stakes": [to_json(cents) for cents in progressive.stakes_cents],
            "rate": {
                name: to_json(rate, per_dollar=UNITS_PER_CENT)
                for name, rate in progressive.rates.items()
            },
            "reset": {
                name: to_json(units, per_dollar=UNITS) for name, units in progressive.resets.items()
            },
        }
    document["readings"] = dict(rules.readings)
    document |= house_tables_document(rules)
    document["approved"] = rules.approved
    document["license"] = rules.license or None
    return {key: value for key, value in document.items() if value is not None}


def _dollars(cents: int | None) -> int | float | None:
    return None if cents is None else to_json(cents)


def _game(fields: Fields) -> Game | None:
    only = _only_place(fields.document.get("game"))
    jurisdiction = fields.choice(("jurisdiction",), JURISDICTIONS, usual=only)
    name = fields.choice(("game",), NAMES)
    if name is None:
        return None
    try:
        return find_game(name, jurisdiction)
    except NoGameError:
        where = one_of(jurisdictions_of(name))
        message = f"{name} is not played in {jurisdiction}: choose {where}"
        fields.report(("jurisdiction",), message)
        return find_game(name)


def _only_place(game: Any) -> suggestions.Suggest | None:
    """Suggest the jurisdiction of a game that is played in one place only."""
    places = jurisdictions_of(game) if isinstance(game, str) and game in NAMES else ()
    return suggestions.use_value(places[0]) if len(places) == 1 else None


def _types_only(fields: Fields) -> None:
    """Check the types of the fields of a file whose game is unknown."""
    many = 10**6
    fields.whole(("decks",), -many, many)
    for key in ("seats", "adjacent-boxes"):
        fields.whole((key,), -many, many, required=False)
    if "payout-limit" in fields.document:
        key, most = "payout-limit", MAX_METER // UNITS_PER_CENT
        read_money(fields.document[key], (key,), fields.report, what=key, most=most)
    for table in ("paytables", "readings"):
        for name, value in fields.table(table).items():
            if not isinstance(value, str):
                message = f"{shown(name)} must be a text, not {quoted(value)}"
                fields.report((table, name), message)
    _known_progressive_keys(fields)


def _known_progressive_keys(fields: Fields) -> None:
    hints = Hints(PROGRESSIVE_KEYS)
    for key in fields.table("progressive"):
        if key not in PROGRESSIVE_KEYS:
            message = f"there is no key {quoted(key)}{hints(key)}"
            instead = suggestions.similar_key(key, PROGRESSIVE_KEYS)
            fields.report(("progressive", key), message, suggest=instead)


def _limits(fields: Fields) -> tuple[int, int, int]:
    minimum, maximum = fields.money("minimum"), fields.money("maximum")
    step = fields.money("chip-step", usual=suggestions.use_value(1))
    for name, cents, bounds in (
        ("minimum", minimum, {"most": maximum}),
        ("maximum", maximum, {"least": minimum}),
    ):
        if cents and step and cents % step:
            message = f"{name} {dollars(cents)} is no multiple of the chip step {dollars(step)}"
            fields.report(
                (name,), message, suggest=suggestions.nearest_multiple(cents, step, **bounds)
            )
    if minimum and maximum and maximum < minimum:
        message = f"maximum {dollars(maximum)} is below the minimum {dollars(minimum)}"
        instead = suggestions.nearest_multiple(minimum, step or 1, least=minimum)
        fields.report(("maximum",), message, suggest=instead)
    return minimum, maximum, step


def _boxes(fields: Fields, game: Game, seats: int) -> int:
    path = ("adjacent-boxes",)
    if game.several_boxes:
        boxes = game.clauses.boxes
        return (
            fields.whole(path, 1, seats, boxes, absent=boxes, usual=suggestions.use_value(1)) or 1
        )
    if "adjacent-boxes" in fields.document:
        fields.report(path, f"{game.title} gives a player one box only", suggest=suggestions.REMOVE)
    return 1


def _decks(fields: Fields, game: Game, shuffling: str | None) -> int | None:
    most = 2 if game.clauses.two_decks else 1
    decks = fields.whole(("decks",), 1, most, game.clauses.one_deck, usual=suggestions.use_value(1))
    if decks == 2 and shuffling == Shuffling.MANUAL:
        message = "two decks need an automated card shuffling device"
        fields.report(("decks",), message, game.clauses.two_decks, suggest=suggestions.use_value(1))
    return decks


def _paytables(fields: Fields, game: Game, readings: Mapping[str, str]) -> dict[str, Paytable]:
    if fields.is_no_table("paytables"):
        return {}
    given = fields.table("paytables")
    tables = read_paytables(game, given, fields.report, singles=False)
    for wager in game.wagers:
        reading, choice, needed = wager.needs_by_reading or ("", "", ())
        if wager.name in given and readings.get(reading) == choice and choice:
            for other in needed:
                if other not in given:
                    message = f"{wager.name} needs {other} on offer under the reading {choice}"
                    fields.report(("paytables", wager.name), message, wager.clause)
    return tables


def _progressive(fields: Fields, game: Game, tables: Mapping[str, Paytable]) -> Progressive | None:
    if fields.is_no_table("progressive") or fields.is_no_table("paytables"):
        return None
    wager = next((wager for wager in game.wagers if wager.progressive), None)
    if wager is None or wager.name not in fields.table("paytables"):
        if "progressive" in fields.document:
            clause = wager.clause if wager else game.clauses.wagers
            fields.report(("progressive",), "no progressive wager is offered", clause)
        return None
    _known_progressive_keys(fields)
    table = tables.get(wager.name)
    meters = table.meters if table else ()
    names = [meter.name for meter in meters]
    rates = _by_meter(fields, "rate", names, game.clauses.rates)
    least = {meter.name: to_json(meter.least_reset_cents) for meter in meters}
    resets = _by_meter(fields, "reset", names, game.clauses.resets, usual=least)
    return Progressive(
        stakes_cents=_stakes(fields, game, wager.size.amounts),
        rates=read_rates(rates, fields.report, game.clauses.rates),
        resets=read_resets(resets, meters, fields.report),
    )


def _stakes(fields: Fields, game: Game, allowed: Sequence[int]) -> tuple[int, ...]:
    path = ("progressive", "stakes")
    value = fields.get(path, required=False)
    if value is None:
        return tuple(allowed)
    if not isinstance(value, list) or not value:
        message = f"stakes must be a list of amounts, not {quoted(value)}"
        listed = [cents for cents in allowed if cents == value * CENTS] if _number(value) else []
        fields.report(
            path, message, suggest=suggestions.allowed_amounts(listed, allowed) if listed else None
        )
        return ()
    amounts = []
    for stake in value:
        try:
            amounts.append(parse_amount(stake))
        except NotMoneyError as error:
            fields.report(path, f"a stake {error}, not {quoted(stake)}")
            return ()
    if not set(amounts) <= set(allowed) or len(set(amounts)) < len(amounts):
        words = one_of([dollars(cents) for cents in allowed])
        message = f"stakes may be {words}, each once"
        instead = suggestions.allowed_amounts(amounts, allowed)
        fields.report(path, message, game.clauses.progressive_stakes, suggest=instead)
    return tuple(sorted(amounts))


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _by_meter(
    fields: Fields,
    key: str,
    meters: Sequence[str],
    clause: str | None,
    *,
    usual: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    path = ("progressive", key)
    like = f"{{ {', '.join(f'{name} = ...' for name in meters)} }}"
    given = fields.get(
        path,
        clause=clause,
        needs=f"write {like}" if meters else "",
        usual=suggestions.use_value(usual) if usual else None,
    )
    if given is None or not meters:
        return {}
    if not isinstance(given, dict):
        message = f"{key} must be a table of meters: {like}"
        one = suggestions.use_value({meters[0]: given}) if len(meters) == 1 else None
        fields.report(path, message, suggest=one)
        return {}
    return read_by_meter(
        given, path, meters, fields.report, clause=clause, required=True, usual=usual
    )
