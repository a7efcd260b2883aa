"""Reads an operator's choices for a game from a rules file, a deal or a command's options."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

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
from fairdeal.wire.fields import Path, Reporter, read_money


def wagers_anywhere() -> frozenset[str]:
    """Return the wagers of all games: such a name in the wrong game is no misspelling."""
    return frozenset(name for game in GAMES for name in (*game.wager, "main"))


def read_readings(game: Game, given: Mapping[str, Any], report: Reporter) -> dict[str, str]:
    """Return the choice in force for each reading of a game that has alternatives."""
    chosen = dict(game.default_readings)
    hints, known = Hints(chosen), {reading.id for reading in READINGS}
    for name, choice in given.items():
        path = ("readings", name)
        reading = next((reading for reading in game.readings if reading.id == name), None)
        if reading is None and game.basis and choice == game.basis.default_readings.get(name):
            # Older logs name readings of the game that this one is derived from. They are accepted
            # so that such a log is written again with the same bytes.
            chosen[name] = choice
            continue
        if reading is None or not reading.choices:
            hint = hints(name)
            message = f"{game.title} has no reading {quoted(name)}{hint}"
            if reading is not None:
                message = f"the reading {name} leaves nothing to choose"
            sentence = f"{game.name} has no reading {quoted(name)} to choose"
            report(
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
            report(
                path,
                f"{name} cannot be {quoted(choice)}{hint}",
                sentence=f"reading {name} cannot be {quoted(choice)}{meant}",
                suggest=suggestions.similar_name(choice, names),
            )
        else:
            chosen[name] = choice
    return chosen


def read_paytables(
    game: Game, given: Mapping[str, Any], report: Reporter, *, singles: bool
) -> dict[str, Paytable]:
    """Return the chosen paytables by name.

    With `singles`, a side bet that has only one paytable is offered even if it is not named.
    """
    tables: dict[str, Paytable] = {}
    hints = Hints(game.paytables)
    for name, group in game.paytables.items():
        optional = name in game.wager and game.wager[name].optional
        if group.only and (singles or not optional) and name not in given:
            tables[name] = group.only
    for name, choice in given.items():
        if (table := read_paytable(game, name, choice, report, hints)) is not None:
            tables[name] = table
    for name, group in game.paytables.items():
        optional = name in game.wager and game.wager[name].optional
        if name not in given and name not in tables and not optional:
            names = one_of(group.names)
            report(
                ("paytables", name),
                f"{name} is missing: choose {names}",
                group.clause,
                sentence=f"paytables must name {name}: {names} ({group.clause})",
            )
    return {name: tables[name] for name in game.paytables if name in tables}


def read_paytable(
    game: Game, name: str, choice: Any, report: Reporter, hints: Hints | None = None
) -> Paytable | None:
    """Return the paytable of that name, or None after reporting that there is none."""
    path = ("paytables", name)
    group = game.paytables.get(name)
    if group is None:
        hint = (hints or Hints(game.paytables))(name)
        where = f"in {game.jurisdiction} has no"
        sentence = f"{game.name} {where} paytable {quoted(name)} ({game.clauses.wagers}){hint}"
        if name in wagers_anywhere() - set(game.wager):
            message = f"{game.title} {where} wager {name}"
            report(
                path, message, game.clauses.wagers, sentence=sentence, suggest=suggestions.REMOVE
            )
        else:
            message = f"there is no paytable for {quoted(name)}{hint}"
            instead = suggestions.similar_key(name, game.paytables)
            report(path, message, sentence=sentence, suggest=instead)
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
    report(
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
    report: Reporter,
    *,
    clause: str | None = None,
    required: bool = False,
    usual: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the given values by meter, and report unknown meters and missing required ones.

    `usual` has the values to suggest for missing meters.
    """
    hints = Hints(meters)
    for name in given:
        if name not in meters:
            hint = hints(name) or f": its meters are {all_of(meters)}"
            report(
                (*path, name),
                f"the paytable has no meter {quoted(name)}{hint}",
                clause,
                sentence=f"{path[-1]} names {quoted(name)}; the paytable has {all_of(meters)}",
                suggest=suggestions.similar_key(name, meters),
            )
    for name in meters:
        if required and name not in given:
            offer = suggestions.use_value(usual[name]) if usual else None
            report((*path, name), f"the {path[-1]} of {name} is missing", clause, suggest=offer)
    return {name: value for name, value in given.items() if name in meters}


def read_rates(
    given: Mapping[str, Any], report: Reporter, clause: str | None = None
) -> dict[str, int]:
    """Return the rate of each meter in ten-thousandths of the stake."""
    path = ("progressive", "rate")
    rates = {name: _rate(value, (*path, name), report, clause) for name, value in given.items()}
    if sum(rates.values()) > UNITS_PER_CENT:
        message = "the rates of the meters are more than 1 together"
        above = next((name for name, rate in rates.items() if rate > UNITS_PER_CENT), None)
        sentence = _bounds(above) if above else message
        report(path, message, clause, sentence=sentence)
    return rates


def _rate(value: Any, path: Path, report: Reporter, clause: str | None) -> int:
    what = f"the rate of {path[-1]}"
    try:
        rate = parse_amount(value, per_dollar=UNITS_PER_CENT)
    except NotMoneyError as error:
        is_number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
        message = f"{what} {str(error).replace(' of dollars', '')}"
        instead = suggestions.nearest_amount(value, per_dollar=UNITS_PER_CENT, most=UNITS_PER_CENT)
        cited = clause if is_number else None
        report(path, message, cited, sentence=message, suggest=instead)
        return 0
    if rate <= 0:
        report(path, f"{what} must be above zero", clause, sentence=_bounds(path[-1]))
        return 0
    return rate


def _bounds(meter: str) -> str:
    return f"the rate of {meter} must be above 0 and at most 1"


def read_resets(
    given: Mapping[str, Any],
    meters: Sequence[Meter],
    report: Reporter,
    *,
    per_dollar: int = CENTS,
) -> dict[str, int]:
    """Return the given reset of each meter, in meter units."""
    resets = {}
    for meter in meters:
        if meter.name not in given:
            continue
        path, what = ("progressive", "reset", meter.name), f"reset of {meter.name}"
        most = MAX_METER // UNITS * per_dollar
        reset = read_money(
            given[meter.name],
            path,
            report,
            what=what,
            clause=meter.clause,
            most=most,
            per_dollar=per_dollar,
        )
        if reset and reset * CENTS < meter.least_reset_cents * per_dollar:
            least = dollars(meter.least_reset_cents)
            report(
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
    report: Reporter,
) -> int | None:
    """Return the payout limit in cents; None means no limit.

    The default is the highest limit that the text allows. `minimum` is 0 if it could not be read;
    a bound that depends on it is then not checked.
    """
    key = "payout-limit"
    highest = highest_limit(game, minimum, readings, tables)
    if key not in document:
        return highest
    clause, most = game.limit.clause, MAX_METER // UNITS_PER_CENT
    limit = read_money(document[key], (key,), report, what=key, clause=clause, most=most)
    known = minimum != 0 or not game.limit.or_best_at_minimum
    if known and highest is not None and limit > highest:
        message = f"a payout limit of {dollars(limit)} is above {dollars(highest)}"
        report((key,), message, clause, suggest=suggestions.use_value(to_json(highest)))
    return limit
