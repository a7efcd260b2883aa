"""Options that choose a game's paytables and readings: the same in every command that has them."""

from dataclasses import replace
from fractions import Fraction
from typing import Annotated

import typer

from fairdeal.cli.table import rules_from
from fairdeal.documents import BadInputError, a_choice, parse_json
from fairdeal.games import find_game
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import NotMoneyError, parse_amount
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.words import did_you_mean, one_of, quoted

Jurisdiction = Annotated[str | None, typer.Option(help="maryland or pennsylvania (run-em-twice)")]
RulesFile = Annotated[str | None, typer.Option("--rules", help="a rules file (see check)")]
PaytableChoices = Annotated[
    list[str] | None,
    typer.Option(
        "--paytable", help="WAGER=X, X a paytable or a TOML file of your own; may be repeated"
    ),
]
ReadingChoices = Annotated[
    list[str] | None, typer.Option("--reading", help="ID=CHOICE; may be repeated")
]


class Terms:
    """What the options of a command chose."""

    def __init__(
        self,
        game: str,
        jurisdiction: str | None,
        rules: str | None,
        paytables: list[str] | None,
        readings: list[str] | None,
    ) -> None:
        self.game: Game = find_game(game, jurisdiction)
        base: Rules | None = rules_from(rules, self.game) if rules else None
        #: The wagers that a rules file offers; None where there is no such file.
        self.offered = frozenset(wager.name for wager in base.wagers) if base else None
        self.paytables: dict[str, Paytable] = dict(base.paytables) if base else {}
        self.readings: dict[str, str] = dict(base.readings if base else self.game.default_readings)
        for option in paytables or []:
            self._choose_paytable(option)
        for option in readings or []:
            self._choose_reading(option)

    def _choose_paytable(self, option: str) -> None:
        name, _, table = option.partition("=")
        groups = self.game.paytables
        if not table:
            several = [n for n, group in groups.items() if len(group.tables) > 1]
            if len(several) != 1:
                raise BadInputError(f"--paytable is WAGER=X, such as main=A, not {quoted(option)}")
            name, table = several[0], name
        if name not in groups:
            hint = did_you_mean(name, groups) or f": choose {one_of(tuple(groups))}"
            raise BadInputError(f"{self.game.name} has no paytable {quoted(name)}{hint}")
        group = groups[name]
        if table in group:
            self.paytables[name] = group[table]
        elif table.endswith(".toml"):
            from fairdeal.lab.whatif import read_paytable  # noqa: PLC0415 - only when asked for

            self.paytables[name] = read_paytable(table, group)
        else:
            names = one_of(group.names)
            raise BadInputError(
                f"{name} has no paytable {quoted(table)}: choose {names}, or a .toml file"
            )

    def _choose_reading(self, option: str) -> None:
        name, _, choice = option.partition("=")
        if name not in self.readings:
            hint = did_you_mean(name, self.readings) or f": choose {one_of(tuple(self.readings))}"
            raise BadInputError(f"{self.game.name} has no reading {quoted(name)} to choose{hint}")
        choices = next(r.choices for r in self.game.readings if r.id == name)
        self.readings[name] = a_choice(choice, f"reading {name}", [one for one, _ in choices])

    def rules(self) -> Rules:
        """The chosen terms, where a choice that was not made is the first table."""
        base = house_rules(self.game)
        return replace(base, paytables={**base.paytables, **self.paytables}, readings=self.readings)


def amount_of(text: str, what: str) -> Fraction:
    """A dollar amount from an option."""
    try:
        units = parse_amount(parse_json(text), per_dollar=1_000_000)
    except (NotMoneyError, BadInputError):
        raise BadInputError(f"{what} is an amount of dollars, not {quoted(text)}") from None
    if units <= 0:
        raise BadInputError(f"{what} must be above zero")
    return Fraction(units, 1_000_000)
