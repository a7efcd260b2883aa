"""Analyses of a wager under several paytables: printed ones, the operator's own, those of other
places.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import product

from fairdeal.lab.figures.analysis import Analysis
from fairdeal.lab.figures.analyze import analyze
from fairdeal.lab.figures.payouts import MAIN
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Rules


def compare(
    game: Game,
    tables: Mapping[str, Sequence[Paytable]],
    *,
    readings: Mapping[str, str] | None = None,
    wager: str | None = None,
    stake: Fraction | None = None,
    limit: Fraction | None = None,
    meters: Mapping[str, Fraction] | None = None,
    offered: Collection[str] | None = None,
    table: Rules | None = None,
    cache: bool = True,
) -> list[Analysis]:
    """Analyse wagers under several paytables each, in the order in which they were named.

    Like `analyze`, of which it asks one wager and one combination of tables after the other; a
    wager for which no table is named is analysed under all of its own.
    """
    single = {name: chosen[0] for name, chosen in tables.items() if len(chosen) == 1}
    if len(single) == len(tables):
        return analyze(
            game,
            paytables=single,
            readings=readings,
            wager=wager,
            stake=stake,
            limit=limit,
            meters=meters,
            offered=offered,
            table=table,
            cache=cache,
        )
    found: list[Analysis] = []
    for name in [wager] if wager else _names(game, offered):
        groups = [group for group in _groups(game, name) if group in tables]
        own = {meter.name for table in _tables_of(game, tables, name) for meter in table.meters}
        for chosen in product(*(tables[group] for group in groups)):
            found += analyze(
                game,
                paytables=dict(zip(groups, chosen, strict=True)),
                readings=readings,
                wager=name,
                stake=stake if wager or _takes(game, name, stake) else None,
                limit=limit if name == MAIN else None,
                meters={m: value for m, value in (meters or {}).items() if wager or m in own},
                offered=offered,
                table=table,
                cache=cache,
            )
    return found


def _names(game: Game, offered: Collection[str] | None) -> list[str]:
    sides = [one.name for one in game.wagers if one.optional]
    return [MAIN, *(name for name in sides if offered is None or name in offered)]


def _groups(game: Game, name: str) -> list[str]:
    """Return the paytables that concern a wager."""
    if name in game.wager:
        return [game.wager[name].pays.name]
    sides = {wager.name for wager in game.wagers if wager.optional}
    return [group for group in game.paytables if group not in sides]


def _tables_of(game: Game, tables: Mapping[str, Sequence[Paytable]], name: str) -> list[Paytable]:
    return [
        table
        for group in _groups(game, name)
        for table in tables.get(group, game.paytables[group].tables)
    ]


def _takes(game: Game, name: str, stake: Fraction | None) -> bool:
    """Return whether a stake may lie on a wager; where all wagers are asked for, others keep
    theirs.
    """
    if stake is None or name == MAIN:
        return stake is not None
    return game.wager[name].size.takes(stake * CENTS)
