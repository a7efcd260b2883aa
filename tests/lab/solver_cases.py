"""Games, decks and tables that the solver's tests share."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from fairdeal.cards import JOKER, Card
from fairdeal.games import GAMES, find_game
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Rules, house_rules

LET_IT_RIDE = find_game("let-it-ride")
RUN_EM_TWICE = find_game("run-em-twice")
PENNSYLVANIA = find_game("run-em-twice", "pennsylvania")
DOUBLE_DRAW = find_game("double-draw")
SIDE_WAGERS = [
    (game, wager.name, table.name)
    for game in GAMES
    for wager in game.wagers
    if wager.side
    for table in wager.pays.tables
]


def deck_of(ranks: Iterable[int], jokers: int = 0) -> list[Card]:
    """Whole ranks in four suits, and jokers."""
    return [4 * rank + suit for rank in ranks for suit in range(4)] + [
        JOKER + number for number in range(jokers)
    ]


def rules_of(
    game: Game, readings: Mapping[str, str] | None = None, **tables: str | Paytable
) -> Rules:
    """The house's rules with some tables and readings chosen; _ stands for - in a wager's name."""
    house = house_rules(game)
    chosen = {
        name.replace("_", "-"): game.paytables[name.replace("_", "-")][table]
        if isinstance(table, str)
        else table
        for name, table in tables.items()
    }
    return replace(
        house,
        paytables={**house.paytables, **chosen},
        readings={**house.readings, **(readings or {})},
    )


def top_lines(table: Paytable, count: int) -> Paytable:
    """A table that pays only its highest lines, so that hands are folded even where small decks
    make good ones.
    """
    return replace(table, lines=table.lines[:count])
