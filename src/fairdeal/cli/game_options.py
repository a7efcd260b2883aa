"""The rules, paytables and readings that the options of a command choose.

These functions are apart from `fairdeal.cli.options` because they import the lab's files and the
check of rules files, which commands such as `games` and `settle` do without to start faster.
"""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from fairdeal.cli.options import check_unique
from fairdeal.english import quoted
from fairdeal.errors import BadInputError
from fairdeal.games import find_game
from fairdeal.lab.figures.own_paytable import read_own_paytable
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.submission.check import check
from fairdeal.wire.choices import read_paytable, read_readings
from fairdeal.wire.fields import refuse
from fairdeal.wire.files import MAX_TOML_BYTES, read_text


def read_rules_file(source: str) -> Rules:
    """Return the rules of a file; a file with findings is an error."""
    checked = check(read_text(source, most=MAX_TOML_BYTES))
    if checked.rules is None:
        first = checked.findings[0]
        clause = f" ({first.clause})" if first.clause else ""
        raise BadInputError(
            f"{source}, line {first.line}: {first.message}{clause}; fairdeal check tells all"
        )
    return checked.rules


def choose_rules(game: str, jurisdiction: str | None, source: str | None) -> Rules:
    """Return the rules of a file, or the default rules of the game if no file is given.

    The file names its game and its regulation. Options that name others are an error.
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
    """The game, paytables and readings that the options of a command have chosen."""

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
        #: The rules of the rules file; None without a rules file.
        self.table: Rules | None = given if rules else None
        base = self.table
        #: The wagers that the rules file offers; None without a rules file.
        self.offered = frozenset(wager.name for wager in base.wagers) if base else None
        #: The chosen tables of each wager: one, or with `several` all tables to compare.
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
        if len(chosen) > 1:  # a user's own tables are named after their files
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
        """Return a table of the regulation, of another one's (`pennsylvania:standard`), or of a
        TOML file.
        """
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
        """Return the chosen table of each wager; the first one if several are compared."""
        return {name: tables[0] for name, tables in self.choices.items()}

    def rules(self, limit: Fraction | None = None) -> Rules:
        """Return the chosen rules. A wager without a choice has the first table of the text.

        The payout limit is the one given in dollars, else that of the rules file or of the text.
        """
        base = house_rules(self.game)
        cents = (self.table or base).payout_limit_cents
        return replace(
            base,
            progressive=(self.table and self.table.progressive) or base.progressive,
            paytables={**base.paytables, **self.paytables},
            readings=self.readings,
            payout_limit_cents=cents if limit is None else int(limit * CENTS),
        )
