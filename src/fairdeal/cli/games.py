"""`fairdeal games`: list the games with their wagers and every paytable."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from fairdeal.cli.options import AsJson, Jurisdiction
from fairdeal.cli.output import console, plain_table, print_json, print_table
from fairdeal.english import all_of, counted, one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.games import GAMES, JURISDICTIONS, NAMES, find_game, jurisdictions_of
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import dollars, to_json
from fairdeal.rulebook.paytable import Paytable, Paytables
from fairdeal.wording.wagers import rules_as_written, size_words, wager_titles, when_words


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog="Examples: fairdeal games · fairdeal games let-it-ride · fairdeal games --json"
    )(games)


def games(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="Show all wagers and paytables of this game.",
            autocompletion=lambda: list(NAMES),
        ),
    ] = None,
    jurisdiction: Jurisdiction = None,
    *,
    as_json: AsJson = False,
) -> None:
    """List the games with their jurisdictions, wagers and paytables."""
    if game is None:
        chosen = [one for one in GAMES if jurisdiction in (None, one.jurisdiction)]
        if not chosen:
            places = one_of(JURISDICTIONS)
            raise BadInputError(f"no game is played in {quoted(jurisdiction)}: choose {places}")
    else:
        find_game(game, jurisdiction)
        chosen = [
            one for one in GAMES if one.name == game and jurisdiction in (None, one.jurisdiction)
        ]
    if as_json:
        print_json({"games": [game_document(one) for one in chosen]})
    elif game is None:
        _list(console(), chosen)
    else:
        for one in chosen:
            _show(console(), one)


def game_document(game: Game) -> dict[str, Any]:
    """Return a game as JSON: its wagers, paytables and readings, with every clause."""
    return {
        "game": game.name,
        "title": game.title,
        "jurisdiction": game.jurisdiction,
        "text": game.text,
        "document": None if game.document is None else asdict(game.document),
        "deck": len(game.deck),
        "seats": game.seats,
        "settles": str(game.settles),
        "wagers": [
            {
                "wager": wager.name,
                "title": wager.title,
                "required": not wager.optional,
                "at": wager.at or "before the deal",
                "size": str(wager.size),
                "paytable": wager.pays.name if wager.pays.name in game.paytables else None,
                "clause": wager.clause,
            }
            for wager in game.wagers
        ],
        "paytables": {
            name: {table.name: table_document(table) for table in group.tables}
            for name, group in game.paytables.items()
        },
        "readings": dict(game.default_readings),
    }


def table_document(table: Paytable) -> dict[str, Any]:
    """Return a paytable as JSON."""
    document: dict[str, Any] = {
        "clause": table.clause,
        "lines": [
            {"hand": line.hand, "pays": str(line.pays), "clause": line.clause}
            for line in table.lines
        ],
    }
    if table.meters:
        document["resets"] = {
            meter.name: {"least": to_json(meter.least_reset_cents), "clause": meter.clause}
            for meter in table.meters
        }
        document["envy"] = [
            {
                "hand": line.hand,
                "stake": to_json(stake),
                "pays": to_json(amount),
                "clause": line.clauses[stake],
            }
            for line in table.envy
            for stake, amount in line.pays_cents.items()
        ]
    return document


def _list(out: Console, chosen: list[Game]) -> None:
    table = plain_table(
        "game", "played in", "text", "cards", "seats", "wagers", right="cards seats"
    )
    for game in chosen:
        names = ", ".join(wager.name for wager in game.wagers)
        row = (game.name, game.jurisdiction, game.text, str(len(game.deck)), str(game.seats), names)
        table.add_row(*row)
    print_table(out, table, drop=("cards", "seats", "text"))
    out.print("\nOne game whole, with its paytables: fairdeal games GAME", style="dim")
    out.print("How it is played, on one screen: fairdeal explain GAME", style="dim")


def _show(out: Console, game: Game) -> None:
    out.print(f"\n[bold]{escape(game.title)}[/bold], {game.place}")
    if game.document is not None:
        out.print(f"{game.text}: {escape(str(game.document))}")
    also = [place for place in jurisdictions_of(game.name) if place != game.jurisdiction]
    out.print(
        f"{counted(len(game.deck), 'card')}, {counted(game.seats, 'seat')}, settled {game.settles}"
        + (
            f"; also played in {all_of([find_game(game.name, one).place for one in also])}"
            if also
            else ""
        )
    )
    table = plain_table("wager", "name", "when", "how much", "clause", title="\nWagers")
    rules = rules_as_written(game)
    for wager in game.wagers:
        when, size = when_words(game, wager), size_words(rules, wager)
        table.add_row(wager.title, wager.name, when, size, wager.clause)
    print_table(out, table, drop=("when",))
    for group in game.paytables.values():
        paid = [wager.name for wager in game.wagers if wager.pays.name == group.name]
        show_paytables(out, group, f"{wager_titles(game, paid)}: {group.name}")


def show_paytables(out: Console, group: Paytables, called: str | None = None) -> None:
    """Print the paytables of one wager: side by side, or below each other if they pay different
    hands.
    """
    rankings = dict.fromkeys((table.ranking, table.hand) for table in group.tables)
    for ranking, hand in rankings:
        tables = [t for t in group.tables if (t.ranking, t.hand) == (ranking, hand)]
        title = f"\n{called or group.name} ({group.clause}" + (f", {hand})" if hand else ")")
        out.print(title, style="bold", markup=False)
        for part in _side_by_side(out, tables):
            _show_tables(out, part)
        for table in tables:
            if table.meters:
                resets = [f"{m.name} {dollars(m.least_reset_cents)}" for m in table.meters]
                cited = table.meters[0].clause
                out.print(f"least reset, {table.name}: {all_of(resets)} ({cited})", style="dim")
        for line in tables[0].envy:
            amounts = all_of(
                [f"{dollars(pays)} for {dollars(at)}" for at, pays in line.pays_cents.items()]
            )
            out.print(f"envy, {line.hand}: {amounts}", style="dim")


def _side_by_side(out: Console, tables: list[Paytable]) -> Iterator[list[Paytable]]:
    """Yield groups of tables, each as many as fit beside each other on the terminal."""
    hands = max(len(line.hand) for table in tables for line in table.lines)
    part: list[Paytable] = []
    used = hands
    for table in tables:
        wide = 2 + max(len(table.name), *(len(str(line.pays)) for line in table.lines))
        if part and used + wide > out.width:
            yield part
            part, used = [], hands
        part.append(table)
        used += wide
    yield part


def _show_tables(out: Console, tables: list[Paytable]) -> None:
    names = [table.name for table in tables]
    out_table = plain_table("hand", *names, right=" ".join(names))
    for hand_name in dict.fromkeys(line.hand for table in tables for line in table.lines):
        pays = [
            next((str(line.pays) for line in table.lines if line.hand == hand_name), "")
            for table in tables
        ]
        out_table.add_row(hand_name, *pays)
    print_table(out, out_table)
