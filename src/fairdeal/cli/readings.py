"""`fairdeal readings`: how the texts' silences and contradictions are read."""

from typing import Annotated, Any

import typer

from fairdeal.cli.show import AsJson, console, print_json
from fairdeal.games import GAMES, NAMES, READINGS, find_game
from fairdeal.rulebook.readings import Reading


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog="Examples: fairdeal readings · fairdeal readings run-em-twice")(readings)


def readings(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="of one game", autocompletion=lambda: list(NAMES)),
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """List the readings, their alternatives and the choice by default."""
    chosen: tuple[Reading, ...] = tuple(READINGS)
    if game is not None:
        find_game(game)
        concerned = {reading.id for one in GAMES if one.name == game for reading in one.readings}
        chosen = tuple(reading for reading in READINGS if reading.id in concerned)
    if as_json:
        print_json({"readings": [reading_document(reading) for reading in chosen]})
        return
    out = console()
    for reading in chosen:
        out.print(f"[bold]{reading.id}[/bold]  [dim]{', '.join(reading.clauses)}[/dim]")
        out.print(f"  {reading.question}")
        out.print(f"  {reading.answer}")
        for name, meaning in reading.choices:
            mark = "in force by default" if name == reading.default else "alternative"
            out.print(f"    {name}: {meaning} [dim]({mark})[/dim]")
        out.print()


def reading_document(reading: Reading) -> dict[str, Any]:
    """A reading as JSON."""
    return {
        "id": reading.id,
        "clauses": list(reading.clauses),
        "question": reading.question,
        "reading": reading.answer,
        "choice": reading.default,
        "alternatives": [name for name, _ in reading.choices[1:]],
        "choices": dict(reading.choices),
    }
