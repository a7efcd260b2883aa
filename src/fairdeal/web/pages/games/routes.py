"""The pages that explain each game, made from the game's own data."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.english import all_of
from fairdeal.errors import NoGameError
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.games import GAMES, find_game
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.paytable import Paytable, Paytables
from fairdeal.rulebook.readings import Reading
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import service_of
from fairdeal.web.pages.felt_drawing import box_drawing, table_drawing
from fairdeal.web.pages.games.figures import (
    EdgeAtTable,
    edges_at_tables,
    game_figures,
    printed_rules,
)
from fairdeal.web.pages.lab.routes import lab_address
from fairdeal.web.pages.shell import shared_page_response
from fairdeal.web.pages.train.decks import drill_address
from fairdeal.wording.how_to_play import game_summary, hand_of_wager, how_to_play, player_steps
from fairdeal.wording.phrases import capital
from fairdeal.wording.procedure import (
    DEALING_WORDS,
    ProcedureStep,
    all_irregularities,
    deal_steps,
    round_steps,
    settlement_steps,
)
from fairdeal.wording.wagers import rules_as_written, wager_titles


class PaytableColumn(NamedTuple):
    """One paytable of a group, with the tables of this floor that pay by it."""

    name: str
    clause: str
    here: str


class Grid(NamedTuple):
    """Paytables of the same hands side by side."""

    title: str
    of: str
    clause: str
    columns: tuple[PaytableColumn, ...]
    lines: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    notes: tuple[tuple[str, str], ...]


class ReadingOnFloor(NamedTuple):
    """A reading, with the tables of this floor that use another choice."""

    reading: Reading
    otherwise: tuple[str, ...]


# The index ----------------------------------------------------------------------------------------


async def games_page(request: Request) -> Response:
    """Answer with the list of games, each with a small drawing of its felt."""
    return shared_page_response(
        request, "games.html", lambda: {"games": list(map(_in_list, GAMES))}
    )


def _in_list(game: Game) -> tuple[Game, str, list[str], Markup]:
    rules = rules_as_written(game)
    drawing = table_drawing(game, name=_id(game, "table"))
    steps = [one.title for one in player_steps(rules)]
    return game, game_summary(rules), steps, Markup(drawing)  # noqa: S704 - our own, escaped


def _id(game: Game, part: str) -> str:
    return f"{part}-{game.name}-{game.jurisdiction}".replace(" ", "-")


# One game -----------------------------------------------------------------------------------------


async def game_page(request: Request) -> Response:
    """Answer with the page of a game: a short explanation, then its rules in full."""
    name = request.path_params["game"]
    try:
        game = find_game(name, request.path_params.get("jurisdiction"))
    except NoGameError as error:
        raise Problem(404, "unknown", str(error)) from None
    open_tables = [
        open_table
        for open_table in sorted(service_of(request).tables.values(), key=lambda one: one.place)
        if open_table.state.rules.game is game and not open_table.closed
    ]
    edges = edges_at_tables(open_tables)
    # Only where everybody may use it: for all others the link would lead to a refusal.
    lab = service_of(request).lab_access == "everybody" and game in GAMES
    key = tuple((o.id, o.opening, o.state.limits_changed) for o in open_tables), edges, lab
    return shared_page_response(
        request,
        "game.html",
        lambda: _game_values(game, open_tables, edges) | {"lab": lab_address(game) if lab else ""},
        key,
        held=not any(one.pending for one in edges),
    )


def _game_values(
    game: Game, open_tables: list[PublishedTable], edges: Sequence[EdgeAtTable]
) -> dict[str, Any]:
    """Return what the page of a game shows, with the tables where it is played."""
    operator = open_tables[0].state.rules.operator if open_tables else "Fairdeal"
    rules = rules_as_written(game)
    guide = how_to_play(rules)
    figures = game_figures(game) if game in GAMES else None
    return {
        "game": game,
        "tagline": guide.about,
        "elsewhere": [one for one in GAMES if one.name == game.name and one is not game],
        "table": Markup(table_drawing(game, operator)),  # noqa: S704 - made by us, every word escaped
        "box": Markup(box_drawing(game)),  # noqa: S704 - as above
        "moments": guide.moments,
        "joker": next((one for one in game.readings if one.id == "joker"), None),
        "wagers": guide.wagers,
        "grids": [grid for group in groups_of(game) for grid in grids_of(game, group, open_tables)],
        "limit": guide.limit,
        "dealing": {
            capital(words): _cited(deal_steps(replace(rules, dealing=way)))
            for way, words in DEALING_WORDS.items()
            if way in game.dealing
        },
        "steps": _cited([*round_steps(rules), *settlement_steps(rules)]),
        "irregular": [
            (f"{one.found}: {one.then}.", one.clause) for one in all_irregularities(rules)
        ],
        "readings": [reading_on_floor(reading, open_tables) for reading in game.readings],
        "open_tables": open_tables,
        "figures": figures,
        "edges": edges,
        "drill": drill_address(printed_rules(game)[0]) if figures else None,
    }


def _cited(steps: Iterable[ProcedureStep]) -> list[tuple[str, str]]:
    return [(step.say, step.clause) for step in steps]


def groups_of(game: Game) -> list[Paytables]:
    """Return every group of paytables once, in the order of the wagers."""
    return list({wager.pays.name: wager.pays for wager in game.wagers}.values())


def pays_words(game: Game, group: Paytables) -> str:
    """Return the title of a group of paytables."""
    if group.name in game.wager:
        return game.wager[group.name].title
    return wager_titles(
        game, [wager.name for wager in game.wagers if wager.pays.name == group.name]
    )


def grids_of(game: Game, group: Paytables, open_tables: Iterable[PublishedTable]) -> list[Grid]:
    """Return the paytables of one group. Tables of different hands are separate grids."""
    found, rules = [], rules_as_written(game)
    for ranking, hand in dict.fromkeys((table.ranking, table.hand) for table in group.tables):
        tables = [one for one in group.tables if (one.ranking, one.hand) == (ranking, hand)]
        hands = dict.fromkeys(line.hand for table in tables for line in table.lines)
        wager = next(wager for wager in game.wagers if wager.pays is group)
        found.append(
            Grid(
                pays_words(game, group),
                hand_of_wager(rules, hand or wager.hand)
                if hand or group.name in game.wager
                else "",
                group.clause,
                tuple(_column(group, table, open_tables) for table in tables),
                tuple((words, tuple(_cell(table, words) for table in tables)) for words in hands),
                tuple(_notes(tables)),
            )
        )
    return found


def _column(
    group: Paytables, table: Paytable, open_tables: Iterable[PublishedTable]
) -> PaytableColumn:
    here = [
        open_table.name
        for open_table in open_tables
        if open_table.state.rules.paytables.get(group.name) is table
    ]
    alone = group.only is not None
    return PaytableColumn(
        "pays" if alone else table.name, table.clause, all_of(here) if here else ""
    )


def _cell(table: Paytable, hand: str) -> tuple[str, str]:
    """Return what a hand pays, and the clause."""
    for line in table.lines:
        if line.hand == hand:
            return str(line.pays), line.clause
    return "", ""


def _notes(tables: Iterable[Paytable]) -> Iterable[tuple[str, str]]:
    first = True
    for table in tables:
        if table.meters:
            least = [f"{one.name} {dollars(one.least_reset_cents)}" for one in table.meters]
            yield f"{table.name}: least reset {all_of(least)}", table.meters[0].clause
        for line in table.envy if first else ():
            amounts = [f"{dollars(paid)} for {dollars(at)}" for at, paid in line.pays_cents.items()]
            yield (
                f"Another player's {line.hand}: {all_of(amounts)} staked on your own",
                next(iter(line.clauses.values())),
            )
        first = False


def reading_on_floor(reading: Reading, open_tables: Iterable[PublishedTable]) -> ReadingOnFloor:
    """Return a reading with the tables that use another choice."""
    otherwise = []
    for open_table in open_tables:
        choice = open_table.state.rules.readings.get(reading.id, reading.default)
        if choice != reading.default:
            otherwise.append(f"{open_table.name}: {dict(reading.choices)[str(choice)]}")
    return ReadingOnFloor(reading, tuple(otherwise))
