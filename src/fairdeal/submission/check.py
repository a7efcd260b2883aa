"""`check`: an operator's Rules Submission against the regulation, all findings at once.

Reading a rules file and checking it are one thing: what is right becomes a `Rules`, what is not
becomes a finding with its clause, field and line.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from fairdeal.english import all_of, did_you_mean, one_of, quoted
from fairdeal.errors import NoGameError, NotMoneyError
from fairdeal.games import GAMES, JURISDICTIONS, NAMES, find_game, jurisdictions_of
from fairdeal.rulebook.game import Dealing, Game, Shuffling
from fairdeal.rulebook.money import MAX_METER, UNITS_PER_CENT, dollars, parse_amount
from fairdeal.rulebook.paytable import Meter, Paytable
from fairdeal.rulebook.rules import Progressive, Rules
from fairdeal.rulebook.wager import OneOf
from fairdeal.submission.lines import Path, key_lines
from fairdeal.submission.paper import Finding, Paper
from fairdeal.table.limits import highest_limit
from fairdeal.wire.json import parse_toml

_TABLES: Final = ("paytables", "progressive", "readings")
_KEYS: Final = (
    *("operator", "jurisdiction", "game", "minimum", "maximum", "chip-step", "dealing"),
    *("shuffling", "decks", "seats", "adjacent-boxes", "payout-limit"),
    *_TABLES,
)
_PROGRESSIVE_KEYS: Final = ("stakes", "rate", "reset")
#: Names that are a wager or a table somewhere: in the wrong game they are no misspelling.
_WAGERS_ANYWHERE: Final = frozenset(name for game in GAMES for name in (*game.wager, "main"))


@dataclass(frozen=True, slots=True)
class Checked:
    """A rules file after the check: `rules` is there where nothing was found."""

    rules: Rules | None
    findings: tuple[Finding, ...]
    warnings: tuple[Finding, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether the submission is in order."""
        return not self.findings


def check(text: str) -> Checked:
    """Check the text of a rules file; `BadInputError` where it is no TOML at all."""
    document = parse_toml(text)
    paper = Paper(document, key_lines(text))
    rules = _read(paper)
    findings = tuple(sorted(paper.findings, key=lambda finding: finding.line))
    return Checked(None if findings else rules, findings)


def _read(paper: Paper) -> Rules | None:
    for key in paper.document:
        if key not in _KEYS:
            paper.find((key,), f"there is no key {quoted(key)}{did_you_mean(key, _KEYS)}")
        elif key in _TABLES and not isinstance(paper.document[key], dict):
            paper.find((key,), f"{key} must be a table")
    operator = paper.get(("operator",))
    if operator is not None and not (isinstance(operator, str) and operator.strip()):
        paper.find(("operator",), "operator must be a name")
    game = _game(paper)
    dealing = paper.choice("dealing", [str(way) for way in Dealing])
    shuffling = paper.choice("shuffling", [str(way) for way in Shuffling])
    minimum, maximum, step = _limits(paper)
    if game is None:
        _types_only(paper)
        return None
    seats = paper.whole("seats", 1, game.seats, game.clauses.seats, required=False) or game.seats
    boxes = _boxes(paper, game, seats)
    decks = _decks(paper, game, shuffling)
    if game.clauses.hand_needs_machine and (dealing, shuffling) == (
        Dealing.HAND,
        Shuffling.MANUAL,
    ):
        message = "dealing from the hand needs an automated card shuffling device"
        paper.find(("dealing",), message, game.clauses.hand_needs_machine)
    readings = _readings(paper, game)
    tables = _paytables(paper, game, readings)
    progressive = _progressive(paper, game, tables)
    limit = _payout_limit(paper, game, minimum, readings)
    if paper.findings:
        return None
    return Rules(
        game=game,
        paytables=tables,
        readings=readings,
        progressive=progressive,
        minimum_cents=minimum,
        maximum_cents=maximum,
        chip_step_cents=step or 1,
        payout_limit_cents=limit,
        operator=str(operator),
        dealing=Dealing(str(dealing)),
        shuffling=Shuffling(str(shuffling)),
        decks=decks or 1,
        seats=seats,
        adjacent_boxes=boxes,
    )


def _game(paper: Paper) -> Game | None:
    jurisdiction = paper.choice("jurisdiction", JURISDICTIONS)
    name = paper.choice("game", NAMES)
    if name is None:
        return None
    try:
        return find_game(name, jurisdiction)
    except NoGameError:
        where = one_of(jurisdictions_of(name))
        paper.find(("jurisdiction",), f"{name} is not played in {jurisdiction}: choose {where}")
        return find_game(name)


def _types_only(paper: Paper) -> None:
    """What can be said of a submission whose game is not known."""
    many = 10**6
    paper.whole("decks", -many, many)
    for key in ("seats", "adjacent-boxes"):
        paper.whole(key, -many, many, required=False)
    if "payout-limit" in paper.document:
        paper.money(("payout-limit",), most=MAX_METER // UNITS_PER_CENT)
    for table in ("paytables", "readings"):
        for name, value in (paper.table(table) or {}).items():
            if not isinstance(value, str):
                paper.find((table, name), f"{name} must be a text, not {quoted(value)}")
    for key in paper.table("progressive") or {}:
        _known_progressive_key(paper, key)


def _known_progressive_key(paper: Paper, key: str) -> None:
    if key not in _PROGRESSIVE_KEYS:
        hint = did_you_mean(key, _PROGRESSIVE_KEYS)
        paper.find(("progressive", key), f"there is no key {quoted(key)}{hint}")


def _limits(paper: Paper) -> tuple[int | None, int | None, int | None]:
    minimum = paper.money(("minimum",))
    maximum = paper.money(("maximum",))
    step = paper.money(("chip-step",))
    for name, cents in (("minimum", minimum), ("maximum", maximum)):
        if cents and step and cents % step:
            message = f"{name} {dollars(cents)} is no multiple of the chip step {dollars(step)}"
            paper.find((name,), message)
    if minimum and maximum and maximum < minimum:
        message = f"maximum {dollars(maximum)} is below the minimum {dollars(minimum)}"
        paper.find(("maximum",), message)
    return minimum, maximum, step


def _boxes(paper: Paper, game: Game, seats: int) -> int:
    if game.several_boxes:
        boxes = game.clauses.boxes
        return paper.whole("adjacent-boxes", 1, seats, boxes, absent=boxes) or 1
    if "adjacent-boxes" in paper.document:
        paper.find(("adjacent-boxes",), f"{game.title} gives a player one box only")
    return 1


def _decks(paper: Paper, game: Game, shuffling: str | None) -> int | None:
    most = 2 if game.clauses.two_decks else 1
    decks = paper.whole("decks", 1, most, game.clauses.one_deck)
    if decks == 2 and shuffling == Shuffling.MANUAL:
        message = "two decks need an automated card shuffling device"
        paper.find(("decks",), message, game.clauses.two_decks)
    return decks


def _readings(paper: Paper, game: Game) -> dict[str, str]:
    chosen = dict(game.default_readings)
    for name, choice in (paper.table("readings") or {}).items():
        path = ("readings", name)
        reading = next((reading for reading in game.readings if reading.id == name), None)
        if reading is None:
            paper.find(
                path, f"{game.title} has no reading {quoted(name)}{did_you_mean(name, chosen)}"
            )
        elif not reading.choices:
            paper.find(path, f"the reading {name} leaves nothing to choose")
        elif choice not in reading:
            names = [name for name, _ in reading.choices]
            paper.find(path, f"{name} cannot be {quoted(choice)}: choose {one_of(names)}")
        else:
            chosen[name] = choice
    return chosen


def _paytables(paper: Paper, game: Game, readings: Mapping[str, str]) -> dict[str, Paytable]:
    given = paper.table("paytables") or {}
    tables: dict[str, Paytable] = {}
    for name, table in given.items():
        path = ("paytables", name)
        group = game.paytables.get(name)
        if group is None and name in _WAGERS_ANYWHERE - set(game.wager):
            message = f"{game.title} in {game.jurisdiction} has no wager {name}"
            paper.find(path, message, game.clauses.wagers)
        elif group is None:
            hint = did_you_mean(name, game.paytables)
            paper.find(path, f"there is no paytable for {quoted(name)}{hint}")
        elif not isinstance(table, str):
            paper.find(path, f"{name} must name a paytable, not {quoted(table)}")
        elif table not in group:
            message = f"{name} has no paytable {quoted(table)}: choose {one_of(group.names)}"
            paper.find(path, message, group.clause)
        else:
            tables[name] = group[table]
    for name, group in game.paytables.items():
        optional = name in game.wager and game.wager[name].optional
        if name in given or optional or paper.is_no_table("paytables"):
            continue
        if group.only:
            tables[name] = group.only
        else:
            message = f"{name} is missing: choose {one_of(group.names)}"
            paper.find(("paytables", name), message, group.clause)
    for wager in game.wagers:
        reading, choice, needed = wager.needs_by_reading or ("", "", ())
        if wager.name in given and readings.get(reading) == choice and choice:
            for other in needed:
                if other not in given:
                    message = f"{wager.name} needs {other} on offer under the reading {choice}"
                    paper.find(("paytables", wager.name), message, wager.clause)
    return tables


def _progressive(paper: Paper, game: Game, tables: Mapping[str, Paytable]) -> Progressive | None:
    if paper.is_no_table("progressive") or paper.is_no_table("paytables"):
        return None
    section = paper.table("progressive")
    named = paper.table("paytables") or {}
    wager = next((wager for wager in game.wagers if wager.progressive), None)
    if wager is None or wager.name not in named:
        if section is not None:
            clause = wager.clause if wager else game.clauses.wagers
            paper.find(("progressive",), "no progressive wager is offered", clause)
        return None
    for key in section or {}:
        _known_progressive_key(paper, key)
    table = tables.get(wager.name)
    meters = table.meters if table else None
    assert isinstance(wager.size, OneOf), "a progressive stake is one of a few amounts"
    stakes = _stakes(paper, game, wager.size.cents)
    rates = _by_meter(paper, "rate", meters, game.clauses.rates)
    total = 0
    for name, value in rates.items():
        rates[name] = _rate(paper, ("progressive", "rate", name), value, game.clauses.rates)
        total += rates[name]
    if total > UNITS_PER_CENT:
        message = "the rates of the meters are more than 1 together"
        paper.find(("progressive", "rate"), message, game.clauses.rates)
    resets = _by_meter(paper, "reset", meters, game.clauses.resets)
    for meter in meters or ():
        if meter.name in resets:
            resets[meter.name] = _reset(paper, meter) * UNITS_PER_CENT
    return Progressive(stakes, rates, resets)


def _stakes(paper: Paper, game: Game, allowed: Sequence[int]) -> tuple[int, ...]:
    path = ("progressive", "stakes")
    value = paper.get(path, required=False)
    if value is None:
        return tuple(allowed)
    if not isinstance(value, list) or not value:
        paper.find(path, f"stakes must be a list of amounts, not {quoted(value)}")
        return ()
    amounts = []
    for stake in value:
        try:
            amounts.append(parse_amount(stake))
        except NotMoneyError as error:
            paper.find(path, f"a stake {error}, not {quoted(stake)}")
            return ()
    if not set(amounts) <= set(allowed) or len(set(amounts)) < len(amounts):
        words = one_of([dollars(cents) for cents in allowed])
        paper.find(path, f"stakes may be {words}, each once", game.clauses.progressive_stakes)
    return tuple(sorted(amounts))


def _by_meter(
    paper: Paper, key: str, meters: Iterable[Meter] | None, clause: str | None
) -> dict[str, Any]:
    """The values that a submission gives for each meter of its paytable, and for no other."""
    path = ("progressive", key)
    given = paper.get(path, clause=clause)
    if given is None or meters is None:
        return {}
    names = {meter.name: meter for meter in meters}
    if not isinstance(given, dict):
        like = ", ".join(f"{name} = ..." for name in names)
        paper.find(path, f"{key} must be a table of meters: {{ {like} }}")
        return {}
    for name in given:
        if name not in names:
            hint = did_you_mean(name, names) or f": its meters are {all_of(tuple(names))}"
            paper.find((*path, name), f"the paytable has no meter {quoted(name)}{hint}", clause)
    for name in names:
        if name not in given:
            paper.find((*path, name), f"the {key} of {name} is missing", clause)
    return {name: value for name, value in given.items() if name in names}


def _rate(paper: Paper, path: Path, value: object, clause: str | None) -> int:
    try:
        rate = parse_amount(value, per_dollar=UNITS_PER_CENT)
    except NotMoneyError as error:
        is_number = isinstance(value, int | Decimal) and not isinstance(value, bool)
        reason = str(error).replace(" of dollars", "")
        paper.find(path, f"the rate of {path[-1]} {reason}", clause if is_number else None)
        return 0
    if rate <= 0:
        paper.find(path, f"the rate of {path[-1]} must be above zero", clause)
        return 0
    return rate


def _reset(paper: Paper, meter: Meter) -> int:
    path = ("progressive", "reset", meter.name)
    cents = paper.money(path, clause=meter.clause, most=MAX_METER // UNITS_PER_CENT)
    if cents is not None and cents < meter.least_reset_cents:
        least = dollars(meter.least_reset_cents)
        message = f"the reset of {meter.name} is {dollars(cents)}, at least {least} is required"
        paper.find(path, message, meter.clause)
    return cents or 0


def _payout_limit(
    paper: Paper, game: Game, minimum: int | None, readings: Mapping[str, str]
) -> int | None:
    highest = highest_limit(game, minimum, readings)
    if "payout-limit" not in paper.document:
        return highest
    most = MAX_METER // UNITS_PER_CENT
    limit = paper.money(("payout-limit",), clause=game.limit.clause, most=most)
    if game.limit.or_best_at_minimum and minimum is None:
        return limit  # the bound depends on a minimum that could not be read
    if limit is not None and highest is not None and limit > highest:
        message = f"a payout limit of {dollars(limit)} is above {dollars(highest)}"
        paper.find(("payout-limit",), message, game.limit.clause)
    return limit
