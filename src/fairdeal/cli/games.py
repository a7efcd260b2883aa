"""`fairdeal games`: the games, their wagers and every paytable, as the rulebook has them."""

from typing import Annotated, Any

import typer
from rich.console import Console

from fairdeal.cli.show import AsJson, Jurisdiction, console, grid, print_json, print_table
from fairdeal.english import all_of, one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.games import GAMES, JURISDICTIONS, NAMES, find_game, jurisdictions_of
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import dollars, to_json
from fairdeal.rulebook.paytable import Paytable, Paytables


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog="Examples: fairdeal games · fairdeal games let-it-ride · fairdeal games --json"
    )(games)


def games(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="show one game whole", autocompletion=lambda: list(NAMES)
        ),
    ] = None,
    jurisdiction: Jurisdiction = None,
    *,
    as_json: AsJson = False,
) -> None:
    """List the games, jurisdictions, wagers and every paytable."""
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
    """A game as JSON: what is written in its file, with every clause."""
    return {
        "game": game.name,
        "title": game.title,
        "jurisdiction": game.jurisdiction,
        "text": game.text,
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
    """A paytable as JSON."""
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
    table = grid("game", "played in", "text", "cards", "seats", "wagers", right="cards seats")
    for game in chosen:
        names = ", ".join(wager.name for wager in game.wagers)
        row = (game.name, game.jurisdiction, game.text, str(len(game.deck)), str(game.seats), names)
        table.add_row(*row)
    print_table(out, table)
    out.print("\nOne game whole, with its paytables: fairdeal games GAME", style="dim")


def _show(out: Console, game: Game) -> None:
    out.print(f"\n[bold]{game.title}[/bold], {game.jurisdiction} ({game.text})")
    also = [place for place in jurisdictions_of(game.name) if place != game.jurisdiction]
    out.print(
        f"{len(game.deck)} cards, {game.seats} seats, settled {game.settles}"
        + (f"; also played in {all_of(also)}" if also else "")
    )
    table = grid("wager", "when", "how much", "paytables", "clause", title="\nWagers")
    for wager in game.wagers:
        when = f"at {wager.at}" if wager.at else "before the deal"
        when += ", optional" if wager.optional else ""
        chosen = wager.pays.name if wager.pays.name in game.paytables else ""
        if chosen and len(wager.pays.tables) > 1:
            chosen += f" {wager.pays.names[0]}-{wager.pays.names[-1]}"
        table.add_row(wager.name, when, str(wager.size), chosen, wager.clause)
    print_table(out, table)
    for group in game.paytables.values():
        show_paytables(out, group)


def show_paytables(out: Console, group: Paytables) -> None:
    """Print the paytables of one wager side by side; of different hands, below each other."""
    rankings = dict.fromkeys((table.ranking, table.hand) for table in group.tables)
    for ranking, hand in rankings:
        tables = [t for t in group.tables if (t.ranking, t.hand) == (ranking, hand)]
        names = [table.name for table in tables]
        title = f"\n{group.name} ({group.clause}" + (f", {hand})" if hand else ")")
        out_table = grid("hand", *names, title=title, right=" ".join(names))
        hands = dict.fromkeys(line.hand for table in tables for line in table.lines)
        for hand_name in hands:
            pays = [
                next((str(line.pays) for line in table.lines if line.hand == hand_name), "")
                for table in tables
            ]
            out_table.add_row(hand_name, *pays)
        print_table(out, out_table)
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
