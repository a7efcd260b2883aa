"""Options that choose a game's paytables and readings: the same in every command that has them."""

from dataclasses import replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from fairdeal.english import quoted
from fairdeal.errors import BadInputError, NotMoneyError
from fairdeal.games import find_game
from fairdeal.lab.figures.own_paytable import read_own_paytable
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import CENTS, MAX_METER, MAX_STAKE, UNITS, dollars, parse_amount
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.submission.check import check
from fairdeal.wire.choices import read_paytable, read_readings
from fairdeal.wire.fields import refuse
from fairdeal.wire.files import MAX_TOML_BYTES, read_text
from fairdeal.wire.json import parse_json

RulesFile = Annotated[
    str | None, typer.Option("--rules", metavar="FILE", help="a rules file (see check)")
]
PaytableChoices = Annotated[
    list[str] | None,
    typer.Option(
        "--paytable",
        metavar="WAGER=X",
        help="X is a paytable, or a TOML file of your own; may be repeated",
    ),
]
ReadingChoices = Annotated[
    list[str] | None,
    typer.Option("--reading", metavar="ID=CHOICE", help="choose a reading; may be repeated"),
]
Stake = Annotated[
    str | None, typer.Option(metavar="DOLLARS", help="the stake of a side bet; 1 by default")
]
MeterAmounts = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=DOLLARS", help="what a meter shows; may be repeated"),
]


def read_rules_file(source: str) -> Rules:
    """The rules of a file, which must be in order."""
    checked = check(read_text(source, most=MAX_TOML_BYTES))
    if checked.rules is None:
        first = checked.findings[0]
        clause = f" ({first.clause})" if first.clause else ""
        raise BadInputError(
            f"{source}, line {first.line}: {first.message}{clause}; fairdeal check tells all"
        )
    return checked.rules


def choose_rules(game: str, jurisdiction: str | None, source: str | None) -> Rules:
    """The rules of a file, which must be in order and of that game; without one the house's own.

    The file says under which regulation it is; an option that says another is refused.
    """
    chosen = find_game(game, jurisdiction)
    if source is None:
        return house_rules(chosen)
    rules = read_rules_file(source)
    theirs = rules.game
    if theirs.name != game or jurisdiction not in (None, theirs.jurisdiction):
        asked = f"{game} in {jurisdiction}" if jurisdiction else game
        raise BadInputError(
            f"{source} is for {theirs.name} in {theirs.jurisdiction}, not for {asked}"
        )
    return rules


class GameOptions:
    """What the options of a command chose."""

    def __init__(
        self,
        game: str,
        jurisdiction: str | None,
        rules: str | None,
        paytables: list[str] | None,
        readings: list[str] | None,
        *,
        several: bool = False,
    ) -> None:
        given = choose_rules(game, jurisdiction, rules)
        self.game: Game = given.game
        base: Rules | None = given if rules else None
        #: The wagers that a rules file offers; None where there is no such file.
        self.offered = frozenset(wager.name for wager in base.wagers) if base else None
        #: The tables chosen for each name: one, or where `several` may be, those to compare.
        self.choices: dict[str, list[Paytable]] = (
            {name: [table] for name, table in base.paytables.items()} if base else {}
        )
        self._several = several
        self.readings: dict[str, str] = dict(base.readings if base else self.game.default_readings)
        for option in check_unique(paytables, "--paytable"):
            self._choose_paytable(option)
        for option in check_unique(readings, "--reading"):
            self._choose_reading(option)

    def _choose_paytable(self, option: str) -> None:
        name, _, table = option.partition("=")
        groups = self.game.paytables
        if not table:
            several = [n for n, group in groups.items() if len(group.tables) > 1]
            if len(several) != 1:
                raise BadInputError(f"--paytable is WAGER=X, such as main=A, not {quoted(option)}")
            name, table = several[0], name
        named = table.split(",") if self._several else [table]
        chosen = [found for one in named if (found := self._table(name, one)) is not None]
        if len(chosen) > 1:  # files of one's own are told apart by their names
            chosen = [
                replace(table, name=Path(one).stem) if one.endswith(".toml") else table
                for table, one in zip(chosen, named, strict=True)
            ]
        for one in named:
            if named.count(one) > 1:
                raise BadInputError(f"--paytable names {quoted(one)} twice")
        if name in groups:
            self.choices[name] = chosen

    def _table(self, name: str, table: str) -> Paytable | None:
        """A table of the text, of another place's (`pennsylvania:standard`), or of one's own."""
        groups = self.game.paytables
        if name in groups and table.endswith(".toml"):
            return read_own_paytable(table, groups[name])
        place, colon, there = table.partition(":")
        if self._several and colon:
            other = read_paytable(find_game(self.game.name, place), name, there, refuse)
            return other and replace(other, name=table)
        return read_paytable(self.game, name, table, refuse)

    def _choose_reading(self, option: str) -> None:
        name, _, choice = option.partition("=")
        self.readings[name] = read_readings(self.game, {name: choice}, refuse)[name]

    @property
    def paytables(self) -> dict[str, Paytable]:
        """The chosen tables, the first of each name where there are several."""
        return {name: tables[0] for name, tables in self.choices.items()}

    def rules(self) -> Rules:
        """The chosen terms, where a choice that was not made is the first table."""
        base = house_rules(self.game)
        return replace(base, paytables={**base.paytables, **self.paytables}, readings=self.readings)


def check_unique(options: list[str] | None, name: str) -> list[str]:
    """Options of the form NAME=VALUE, none of which may be given twice."""
    names = [option.partition("=")[0] for option in options or []]
    for one in names:
        if names.count(one) > 1:
            raise BadInputError(f"{name} says {quoted(one)} twice")
    return list(options or [])


def parse_pairs(options: list[str] | None, name: str) -> dict[str, str]:
    """Options of the form NAME=DOLLARS, the amounts as they were written."""
    found = {}
    for option in check_unique(options, name):
        key, _, value = option.partition("=")
        if not value:
            raise BadInputError(f"{name} is NAME=DOLLARS, not {quoted(option)}")
        found[key] = value
    return found


def parse_meters(options: list[str] | None) -> dict[str, Fraction]:
    """What the meters show, from `--meter`."""
    return {
        name: parse_dollars(value, f"meter {name}", per_dollar=UNITS, most=MAX_METER)
        for name, value in parse_pairs(options, "--meter").items()
    }


def parse_percent(text: str, name: str) -> Fraction:
    """A percentage from an option, as a fraction of one."""
    try:
        value = Decimal(text.removesuffix("%"))
    except InvalidOperation:
        raise BadInputError(f"{name} is a percentage such as 5, not {quoted(text)}") from None
    if not value.is_finite() or not -100 <= value <= 100:
        raise BadInputError(f"{name} is from -100 to 100, not {quoted(text)}")
    return Fraction(value) / 100


def parse_dollars(
    text: str, what: str, *, per_dollar: int = CENTS, most: int = MAX_STAKE
) -> Fraction:
    """A dollar amount from an option."""
    try:
        units = parse_amount(parse_json(text), per_dollar=per_dollar)
    except NotMoneyError as error:
        raise BadInputError(f"{what} {error}, not {quoted(text)}") from None
    except BadInputError:
        raise BadInputError(f"{what} is an amount of dollars, not {quoted(text)}") from None
    if units <= 0:
        raise BadInputError(f"{what} must be above zero")
    if units > most:
        raise BadInputError(f"{what} is over {dollars(most * CENTS // per_dollar)}")
    return Fraction(units, per_dollar)
