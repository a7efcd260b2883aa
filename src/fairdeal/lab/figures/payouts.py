"""Payouts by cell, from the rulebook, as the kernels take them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import UNITS, UNITS_PER_CENT
from fairdeal.rulebook.odds import Form, Odds
from fairdeal.rulebook.paytable import STANDARD, Paytable
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager

#: The wagers that every player makes, as `analyze` calls them together.
MAIN: Final = "main"


def net_of(
    odds: Odds, *, stake: Fraction, collected: bool, meters: Mapping[str, Fraction]
) -> Fraction:
    """Return the net result of one unit where a line pays these odds; a unit is `stake` dollars."""
    if odds.form is Form.METER:
        return meters[odds.meter] * odds.amount / 100 / stake - 1
    return odds.net_per_unit(stake=stake, collected=collected)


def net_by_cell(
    table: Paytable,
    *,
    stake: Fraction = Fraction(1),
    collected: bool = False,
    meters: Mapping[str, Fraction] | None = None,
) -> tuple[Fraction, ...]:
    """Return the net result of one unit staked, for each cell of the paytable's ranking."""
    return tuple(
        Fraction(-1)
        if line is None
        else net_of(line.pays, stake=stake, collected=collected, meters=meters or {})
        for line in table.by_cell
    )


def table_for(rules: Rules, wager: Wager) -> Paytable:
    """Return the paytable of a wager that is on offer."""
    table = rules.table_of(wager)
    assert table is not None, f"{wager.name} is on offer"
    return table


def reset_meters(rules: Rules, wager: Wager) -> dict[str, Fraction]:
    """Return what each meter of a wager begins with, in dollars: the operator's reset, else the
    least that the text allows.
    """
    resets = rules.progressive.resets if rules.progressive else {}
    return {
        meter.name: Fraction(
            resets.get(meter.name, meter.least_reset_cents * UNITS_PER_CENT), UNITS
        )
        for meter in table_for(rules, wager).meters
    }


def required(game: Game, group: str) -> bool:
    """Return whether a group of paytables is for wagers that every player makes."""
    return group == MAIN or not game.wager[group].optional


def main_table(rules: Rules) -> str:
    """Return the name of the table that an operator chooses for the main wagers."""
    for name, group in rules.game.paytables.items():
        if required(rules.game, name) and len(group.tables) > 1:
            return rules.paytables[name].name
    return STANDARD
