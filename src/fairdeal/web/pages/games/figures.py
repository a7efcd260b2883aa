"""The exact figures of a game for its page and the lobby: edge, risk, and the chance of each hand.

Only what is known is shown: the printed paytables are shipped, and nothing is solved while somebody
waits for a page. No payout limit is counted, except in the edges of the open tables.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from fairdeal.english import all_of
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.games import GAMES
from fairdeal.lab.cache import results
from fairdeal.lab.cache.known import main_ev
from fairdeal.lab.figures.analysis import Analysis, ValueAtStake
from fairdeal.lab.figures.analyze import analyze
from fairdeal.lab.figures.payouts import MAIN, required
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import CENTS, dollars
from fairdeal.rulebook.paytable import Paytables
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.web.live.table_edges import TABLE_EDGES
from fairdeal.web.pages.strategy_sheet import StrategySheet, strategy_sheet


class TableFigures(NamedTuple):
    """The main wagers under one paytable: all shares are in percent, in words."""

    paytable: str
    unit: str
    edge: str
    risk: str
    deviation: str
    ahead: str


class EdgeAtTable(NamedTuple):
    """The edge of an open table at its minimum and its maximum, under its payout limit."""

    table: str
    limit: str
    edge: str
    #: Whether the edge is not known yet, but will be.
    pending: bool


class HandChance(NamedTuple):
    """How a round ends under best play, how often, and what the hand pays."""

    hand: str
    pays: str
    percent: str
    one_in: str


class SideBetFigures(NamedTuple):
    """A side bet under one paytable: its edge, and how often it wins, in percent."""

    title: str
    paytable: str
    edge: str
    wins: str


class GameFigures(NamedTuple):
    """What the page of a game shows of its mathematics; the card and chances of one paytable."""

    tables: tuple[TableFigures, ...]
    side_bets: tuple[SideBetFigures, ...]
    #: Whether the game has a wager on meters, whose edge depends on them.
    meters: bool
    shown: str
    chances: tuple[HandChance, ...]
    card: StrategySheet


@lru_cache(maxsize=64)
def game_figures(game: Game) -> GameFigures | None:
    """Return the figures of a game under each of its paytables; None where they are not known at
    once.
    """
    rules = printed_rules(game)
    if any(results.find_main_rows(one) is None for one in rules):
        return None
    found = analyze(game, wager=MAIN)
    return GameFigures(
        tuple(map(_figures, found)),
        tuple(_side_bets(game)),
        any(wager.progressive for wager in game.wagers),
        found[0].paytable,
        tuple(_chances(game, found[0])),
        strategy_sheet(rules[0]),
    )


def printed_rules(game: Game) -> list[Rules]:
    """Return the house's rules under each printed paytable of the main wagers."""
    base = house_rules(game)
    group = _chosen_group(game)
    if group is None:
        return [base]
    name = group.name
    return [replace(base, paytables={**base.paytables, name: table}) for table in group.tables]


def paytable_of(rules: Rules) -> str:
    """Return the name of the table that the operator chose for the main wagers; empty without a
    choice.
    """
    group = _chosen_group(rules.game)
    return "" if group is None else rules.paytables[group.name].name


def _chosen_group(game: Game) -> Paytables | None:
    """Return the paytables of the main wagers that an operator chooses one of; None where one is
    given.
    """
    groups = (one for one in game.paytables.values() if required(game, one.name))
    return next((one for one in groups if len(one.tables) > 1), None)


def edges_at_tables(open_tables: Iterable[PublishedTable]) -> tuple[EdgeAtTable, ...]:
    """Return the edge of each open table that has a payout limit, under that limit."""
    return tuple(
        _edge_at(one.name, one.state.rules)
        for one in open_tables
        if one.state.rules.payout_limit_cents is not None and one.state.rules.game in GAMES
    )


def _edge_at(name: str, rules: Rules) -> EdgeAtTable:
    found = TABLE_EDGES.of(rules)
    if found.values:
        # With as many decimals as `analyze --rules` prints.
        words = all_of([_at(one, 4) for one in found.values])
    else:
        words = "being computed" if found.pending else "not known"
    return EdgeAtTable(name, dollars(rules.payout_limit_cents or 0), words, found.pending)


def _at(value: ValueAtStake, decimals: int = 2) -> str:
    """Return the edge at a stake in words."""
    return f"{percent(value.house_edge, decimals)} at {dollars(int(value.stake * CENTS))}"


def edge_words(rules: Rules) -> str:
    """Return the house edge of a table for the lobby; empty where it is not known at once.

    If the payout limit cuts wins at the table's stakes, the edges at its minimum and its maximum
    are told; until they are known, that no limit is counted.
    """
    ev = _main_ev(rules) if rules.game in GAMES else None
    if ev is None:
        return ""
    unit = rules.game.unit
    if rules.payout_limit_cents is None:
        return f"{percent(-ev)} of the {unit}"
    values = TABLE_EDGES.of(rules).values
    if not values:
        return f"{percent(-ev)} of the {unit}, no payout limit counted"
    if all(one.ev == ev for one in values):
        return f"{percent(-ev)} of the {unit}"
    return f"{' to '.join(map(_at, values))} of the {unit}"


#: The value without a payout limit, which takes a moment to add up.
_main_ev: Final = lru_cache(maxsize=256)(main_ev)


def percent(share: Fraction, decimals: int = 2) -> str:
    """Return a share in percent."""
    return f"{float(share):.{decimals}%}"


def _figures(one: Analysis) -> TableFigures:
    return TableFigures(
        one.paytable,
        one.unit,
        percent(one.house_edge),
        percent(one.element_of_risk),
        f"{one.standard_deviation:.2f}",
        percent(one.hit_frequency),
    )


def _side_bets(game: Game) -> Iterator[SideBetFigures]:
    """Yield the side bets under each of their paytables, but for those on meters."""
    for wager in game.wagers:
        if not wager.optional or wager.progressive:
            continue
        found = analyze(game, wager=wager.name)
        for one in found:
            table = one.paytable if len(found) > 1 else ""
            wins = percent(one.hit_frequency)
            yield SideBetFigures(wager.title, table, percent(one.house_edge), wins)


def _chances(game: Game, analysis: Analysis) -> list[HandChance]:
    """Return the endings in the order of the paytable; folds by the title of their wager."""
    return [
        HandChance(
            _ending(game, one.hand),
            "" if one.pays is None else str(one.pays),
            f"{float(one.probability * 100):.4f}%",
            f"{float(1 / one.probability):,.0f}" if one.probability else "",
        )
        for one in analysis.outcomes
    ]


def _ending(game: Game, hand: str) -> str:
    folded, at, wager = hand.partition("folded at ")
    return f"folded at {game.wager[wager].title}" if at and not folded else hand
