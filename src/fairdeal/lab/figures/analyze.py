"""`analyze`: the exact mathematics of a game's wagers under any paytables and readings."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.lab.cache import results
from fairdeal.lab.figures.analysis import Analysis, ValueAtStake, analysis_of
from fairdeal.lab.figures.payout_limit import cutting_limit, limit_units, stake_limit
from fairdeal.lab.figures.payouts import MAIN, main_table, required
from fairdeal.lab.figures.side_bets import analyze_side_bet
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import CENTS, UNITS
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
    limit: Fraction | None = None,
    meters: Mapping[str, Fraction] | None = None,
    offered: Collection[str] | None = None,
    table: Rules | None = None,
    cache: bool = True,
) -> list[Analysis]:
    """Analyse one wager (`main` is the game's own wagers together) or all of them.

    `offered` are the wagers of a rules file, where only these are wanted. `table` are the rules of
    such a file, whose resets and payout limit count where no others are given; without a stake the
    main wagers are then also valued at its minimum and maximum.

    Where no paytable is chosen for a wager, each of its paytables is analysed. A stake is in
    dollars. For a side bet it counts where a payout does not grow with it. For the main wagers it
    is one unit, and counts with a payout limit: `limit` in dollars, or that of the table or text.
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
    if wager == MAIN and meters:
        raise BadInputError("a meter changes nothing about main: name a side bet")
    if limit is not None and stake is None and table is None:
        raise BadInputError("a payout limit counts only where the stake of one unit is known")
    resets = table.progressive.resets if table and table.progressive else {}
    shown = {name: Fraction(units, UNITS) for name, units in resets.items()} | dict(meters or {})
    found: list[Analysis] = []
    for name in names if wager is None else [wager]:
        for rules in _variants(game, name, chosen, choices):
            if name == MAIN:
                terms = _with_limit(rules, limit, table)
                found.append(analyze_main(terms, stake=stake, at_limits=bool(table), cache=cache))
            else:
                found.append(
                    _side(
                        rules,
                        game.wager[name],
                        stake,
                        shown,
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
    """Yield the rules under each combination of the paytables that a wager leaves open."""
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


def _with_limit(rules: Rules, limit: Fraction | None, table: Rules | None) -> Rules:
    """Return the rules with the payout limit that counts, and with the minimum and maximum of a
    table.
    """
    if table is not None:
        rules = replace(
            rules,
            payout_limit_cents=table.payout_limit_cents,
            minimum_cents=table.minimum_cents,
            maximum_cents=table.maximum_cents,
        )
    return rules if limit is None else replace(rules, payout_limit_cents=int(limit * CENTS))


def analyze_main(
    rules: Rules, *, stake: Fraction | None = None, at_limits: bool = False, cache: bool = True
) -> Analysis:
    """Return the main wagers together, under the best possible play. With a stake of one unit in
    dollars the payout limit of the rules counts; `at_limits` without a stake adds the values at the
    minimum and at the maximum of the rules, under the limit.
    """
    counted = stake_limit(rules, stake)
    rows = results.main_rows(rules, limit=limit_units(rules, stake), cache=cache)
    found = analysis_of(rows, wager=MAIN, paytable=main_table(rules), unit=rules.game.unit)
    if counted is not None:
        return replace(found, stake=counted.stake, payout_limit=counted.limit)
    if stake is not None or not at_limits:
        return found
    bounds = (rules.minimum_cents, rules.maximum_cents)
    stakes = [Fraction(cents, CENTS) for cents in bounds if cents is not None]
    values = (_value_at(rules, one, found, cache=cache) for one in stakes)
    return replace(found, at_limits=tuple(values))


def _value_at(rules: Rules, stake: Fraction, free: Analysis, *, cache: bool) -> ValueAtStake:
    """Return the value at a stake; where the limit cuts nothing, that without it."""
    counted = stake_limit(rules, stake)
    if counted is None:
        return ValueAtStake(stake, None, free.ev)
    if cutting_limit(rules, counted.units) is None:
        return ValueAtStake(stake, counted.limit, free.ev)
    under = analyze_main(rules, stake=stake, cache=cache)
    return ValueAtStake(stake, counted.limit, under.ev)


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
