"""`analyze`: the exact mathematics of a game's wagers under any paytables and readings."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.lab.cache import results
from fairdeal.lab.figures.analysis import Analysis, analysis_of
from fairdeal.lab.figures.payouts import MAIN, main_table, required
from fairdeal.lab.figures.side_bets import analyze_side_bet
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.rulebook.wager import Wager


def analyze(
    game: Game,
    *,
    paytables: Mapping[str, Paytable] | None = None,
    readings: Mapping[str, str] | None = None,
    wager: str | None = None,
    stake: Fraction | None = None,
    meters: Mapping[str, Fraction] | None = None,
    offered: Collection[str] | None = None,
    cache: bool = True,
) -> list[Analysis]:
    """Analyse one wager (`main` is the game's own wagers together) or all of them.

    `offered` are the wagers of a rules file, where only these are wanted.

    Where no paytable is chosen for a wager, each of its paytables is analysed. A stake is in
    dollars and counts only where a payout does not grow with it.
    """
    names = [MAIN, *(one.name for one in game.wagers if one.optional)]
    if wager is not None and wager not in names:
        hint = did_you_mean(wager, names) or f": choose {one_of(names)}"
        raise BadInputError(f"{game.name} has no wager {quoted(wager)} to analyse{hint}")
    if offered is not None:
        names = [name for name in names if name == MAIN or name in offered]
        if wager is not None and wager not in names:
            raise BadInputError(f"the rules file does not offer {wager}")
    chosen = dict(paytables or {})
    choices = {**game.default_readings, **(readings or {})}
    if wager == MAIN and (stake is not None or meters):
        raise BadInputError("a stake or a meter changes nothing about main: name a side bet")
    found: list[Analysis] = []
    for name in names if wager is None else [wager]:
        for rules in _variants(game, name, chosen, choices):
            if name == MAIN:
                found.append(analyze_main(rules, cache=cache))
            else:
                found.append(
                    _side(
                        rules,
                        game.wager[name],
                        stake,
                        meters,
                        asked=wager is not None,
                        cache=cache,
                    )
                )
    seen = {name for one in found if one.progressive for name in one.progressive.return_per_1000}
    for name in meters or {}:
        if name not in seen:
            which = f": choose {one_of(sorted(seen))}" if seen else ""
            raise BadInputError(f"no wager analysed here has a meter {quoted(name)}{which}")
    return found


def _variants(
    game: Game, name: str, chosen: Mapping[str, Paytable], readings: Mapping[str, str]
) -> Iterator[Rules]:
    """The rules under each combination of paytables that concerns a wager and was not chosen."""
    groups = (
        [group for group in game.paytables.values() if required(game, group.name)]
        if name == MAIN
        else [game.paytables[game.wager[name].pays.name]]
    )
    options = [[chosen[group.name]] if group.name in chosen else group.tables for group in groups]
    base = house_rules(game)
    for tables in product(*options):
        named = {group.name: table for group, table in zip(groups, tables, strict=True)}
        yield replace(base, paytables={**base.paytables, **named}, readings=readings)


def analyze_main(rules: Rules, *, cache: bool = True) -> Analysis:
    """The main wagers together, under the best possible play."""
    rows = results.main_rows(rules, cache=cache)
    return analysis_of(rows, wager=MAIN, paytable=main_table(rules), unit=rules.game.unit)


def _side(
    rules: Rules,
    wager: Wager,
    stake: Fraction | None,
    meters: Mapping[str, Fraction] | None,
    *,
    asked: bool,
    cache: bool,
) -> Analysis:
    amount = Fraction(1) if stake is None else stake
    if not wager.size.takes(amount * CENTS):
        if asked:
            raise BadInputError(f"{wager.name} has a stake of {wager.size} ({wager.clause})")
        amount = Fraction(wager.size.default_cents, CENTS)
    table = rules.table_of(wager)
    known = {meter.name for meter in table.meters} if table else set()
    shown = {name: value for name, value in (meters or {}).items() if name in known}
    return analyze_side_bet(rules, wager, stake=amount, meters=shown, cache=cache)
