"""What an operator chooses of a game, read the same way from a rules file, a deal or an option."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from fairdeal.english import Hints, all_of, did_you_mean, one_of, quoted
from fairdeal.errors import NotMoneyError
from fairdeal.games import GAMES, READINGS
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import (
    CENTS,
    MAX_METER,
    UNITS,
    UNITS_PER_CENT,
    dollars,
    parse_amount,
    to_json,
)
from fairdeal.rulebook.paytable import Meter, Paytable
from fairdeal.table.limits import highest_limit
from fairdeal.wire import suggestions
from fairdeal.wire.fields import Complain, Path, read_money

#: Names that are a wager or a table somewhere: in the wrong game they are no misspelling.
WAGERS_ANYWHERE: Final = frozenset(name for game in GAMES for name in (*game.wager, "main"))


def read_readings(game: Game, given: Mapping[str, Any], complain: Complain) -> dict[str, str]:
    """The choice in force for each reading of a game that has alternatives."""
    chosen = dict(game.default_readings)
    hints, known = Hints(chosen), {reading.id for reading in READINGS}
    for name, choice in given.items():
        path = ("readings", name)
        reading = next((reading for reading in game.readings if reading.id == name), None)
        if reading is None and game.basis and choice == game.basis.default_readings.get(name):
            # Logs of before name the game that it differs from in matters that it has not, and are
            # written again as they were.
            chosen[name] = choice
            continue
        if reading is None or not reading.choices:
            hint = hints(name)
            message = f"{game.title} has no reading {quoted(name)}{hint}"
            if reading is not None:
                message = f"the reading {name} leaves nothing to choose"
            sentence = f"{game.name} has no reading {quoted(name)} to choose"
            complain(
                path,
                message,
                sentence=sentence + (hint or f": {one_of(hints.names)}"),
                suggest=suggestions.REMOVE
                if name in known
                else suggestions.similar_key(name, hints.names),
            )
        elif choice not in reading:
            names = [name for name, _ in reading.choices]
            hint = f": choose {one_of(names)}"
            meant = (isinstance(choice, str) and did_you_mean(choice, names)) or hint
            complain(
                path,
                f"{name} cannot be {quoted(choice)}{hint}",
                sentence=f"reading {name} cannot be {quoted(choice)}{meant}",
                suggest=suggestions.similar_name(choice, names),
            )
        else:
            chosen[name] = choice
    return chosen


def read_paytables(
    game: Game, given: Mapping[str, Any], complain: Complain, *, singles: bool
) -> dict[str, Paytable]:
    """The tables that are chosen, by name; with `singles` a wager that has one table only is
    offered though nothing names it.
    """
    tables: dict[str, Paytable] = {}
    hints = Hints(game.paytables)
    for name, group in game.paytables.items():
        optional = name in game.wager and game.wager[name].optional
        if group.only and (singles or not optional) and name not in given:
            tables[name] = group.only
    for name, choice in given.items():
        if (table := read_paytable(game, name, choice, complain, hints)) is not None:
            tables[name] = table
    for name, group in game.paytables.items():
        optional = name in game.wager and game.wager[name].optional
        if name not in given and name not in tables and not optional:
            names = one_of(group.names)
            complain(
                ("paytables", name),
                f"{name} is missing: choose {names}",
                group.clause,
                sentence=f"paytables must name {name}: {names} ({group.clause})",
            )
    return {name: tables[name] for name in game.paytables if name in tables}


def read_paytable(
    game: Game, name: str, choice: Any, complain: Complain, hints: Hints | None = None
) -> Paytable | None:
    """One table by its name, None where there is none such."""
    path = ("paytables", name)
    group = game.paytables.get(name)
    if group is None:
        hint = (hints or Hints(game.paytables))(name)
        where = f"in {game.jurisdiction} has no"
        sentence = f"{game.name} {where} paytable {quoted(name)} ({game.clauses.wagers}){hint}"
        if name in WAGERS_ANYWHERE - set(game.wager):
            message = f"{game.title} {where} wager {name}"
            complain(
                path, message, game.clauses.wagers, sentence=sentence, suggest=suggestions.REMOVE
            )
        else:
            message = f"there is no paytable for {quoted(name)}{hint}"
            instead = suggestions.similar_key(name, game.paytables)
            complain(path, message, sentence=sentence, suggest=instead)
        return None
    if isinstance(choice, str) and choice in group:
        return group[choice]
    names = f": choose {one_of(group.names)}"
    if isinstance(choice, str):
        message, clause = f"{name} has no paytable {quoted(choice)}{names}", group.clause
        names = did_you_mean(choice, group.names) or names
    else:
        message, clause = f"{name} must name a paytable, not {quoted(choice)}", None
    sentence = f"paytable {name} ({group.clause}) cannot be {quoted(choice)}{names}"
    complain(
        path,
        message,
        clause,
        sentence=sentence,
        suggest=suggestions.similar_name(choice, group.names),
    )
    return None


def read_by_meter(
    given: Mapping[str, Any],
    path: Path,
    meters: Sequence[str],
    complain: Complain,
    *,
    clause: str | None = None,
    required: bool = False,
    usual: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """What is given for each meter of a paytable, and for no other; `usual` is what could be put
    where a required one is missing.
    """
    hints = Hints(meters)
    for name in given:
        if name not in meters:
            hint = hints(name) or f": its meters are {all_of(meters)}"
            complain(
                (*path, name),
                f"the paytable has no meter {quoted(name)}{hint}",
                clause,
                sentence=f"{path[-1]} names {quoted(name)}; the paytable has {all_of(meters)}",
                suggest=suggestions.similar_key(name, meters),
            )
    for name in meters:
        if required and name not in given:
            offer = suggestions.use_value(usual[name]) if usual else None
            complain((*path, name), f"the {path[-1]} of {name} is missing", clause, suggest=offer)
    return {name: value for name, value in given.items() if name in meters}


def read_rates(
    given: Mapping[str, Any], complain: Complain, clause: str | None = None
) -> dict[str, int]:
    """The rate of each meter in ten-thousandths of the stake."""
    path = ("progressive", "rate")
    rates = {name: _rate(value, (*path, name), complain, clause) for name, value in given.items()}
    if sum(rates.values()) > UNITS_PER_CENT:
        message = "the rates of the meters are more than 1 together"
        above = next((name for name, rate in rates.items() if rate > UNITS_PER_CENT), None)
        sentence = _bounds(above) if above else message
        complain(path, message, clause, sentence=sentence)
    return rates


def _rate(value: Any, path: Path, complain: Complain, clause: str | None) -> int:
    what = f"the rate of {path[-1]}"
    try:
        rate = parse_amount(value, per_dollar=UNITS_PER_CENT)
    except NotMoneyError as error:
        is_number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
        message = f"{what} {str(error).replace(' of dollars', '')}"
        instead = suggestions.nearest_amount(value, per_dollar=UNITS_PER_CENT, most=UNITS_PER_CENT)
        told = clause if is_number else None
        complain(path, message, told, sentence=message, suggest=instead)
        return 0
    if rate <= 0:
        complain(path, f"{what} must be above zero", clause, sentence=_bounds(path[-1]))
        return 0
    return rate


def _bounds(meter: str) -> str:
    return f"the rate of {meter} must be above 0 and at most 1"


def read_resets(
    given: Mapping[str, Any],
    meters: Sequence[Meter],
    complain: Complain,
    *,
    per_dollar: int = CENTS,
) -> dict[str, int]:
    """The reset of each meter that has one given, in meter units."""
    resets = {}
    for meter in meters:
        if meter.name not in given:
            continue
        path, what = ("progressive", "reset", meter.name), f"reset of {meter.name}"
        most = MAX_METER // UNITS * per_dollar
        reset = read_money(
            given[meter.name],
            path,
            complain,
            what=what,
            clause=meter.clause,
            most=most,
            per_dollar=per_dollar,
        )
        if reset and reset * CENTS < meter.least_reset_cents * per_dollar:
            least = dollars(meter.least_reset_cents)
            complain(
                path,
                f"the {what} is {dollars(reset * CENTS // per_dollar)}, at least {least} is "
                "required",
                meter.clause,
                sentence=f"the {what} is below {least} ({meter.clause})",
                suggest=suggestions.use_value(to_json(meter.least_reset_cents)),
            )
        resets[meter.name] = reset * (UNITS // per_dollar)
    return resets


def read_limit(
    game: Game,
    document: Mapping[str, Any],
    minimum: int | None,
    readings: Mapping[str, str],
    tables: Mapping[str, Paytable],
    complain: Complain,
) -> int | None:
    """The payout limit in cents, by default the highest that the text allows (None: it sets none).

    `minimum` is 0 where it could not be read, and then no bound is told that depends on it.
    """
    key = "payout-limit"
    highest = highest_limit(game, minimum, readings, tables)
    if key not in document:
        return highest
    clause, most = game.limit.clause, MAX_METER // UNITS_PER_CENT
    limit = read_money(document[key], (key,), complain, what=key, clause=clause, most=most)
    known = minimum != 0 or not game.limit.or_best_at_minimum
    if known and highest is not None and limit > highest:
        message = f"a payout limit of {dollars(limit)} is above {dollars(highest)}"
        complain((key,), message, clause, suggest=suggestions.use_value(to_json(highest)))
    return limit
