"""`fairdeal readings`: list how silences and contradictions of the regulations are read."""

from typing import Annotated, Any

import typer
from rich.padding import Padding

from fairdeal.cli.options import AsJson
from fairdeal.cli.output import console, print_json
from fairdeal.english import all_of, did_you_mean, quoted
from fairdeal.errors import BadInputError
from fairdeal.games import GAMES, NAMES, READINGS
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.readings import Reading


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog=(
            "Examples: fairdeal readings · fairdeal readings run-em-twice · fairdeal readings wheel"
        )
    )(readings)


def readings(
    which: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME|ID",
            help="A game, or the name of one reading.",
            autocompletion=lambda: [*NAMES, *(reading.id for reading in READINGS)],
        ),
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """List the readings: how silences and contradictions of the regulations are read.

    Each is shown with its alternatives and its default.
    """
    chosen: tuple[Reading, ...] = tuple(READINGS)
    if which is not None:
        chosen = _select_readings(which)
    if as_json:
        print_json({"readings": [reading_document(reading) for reading in chosen]})
        return
    out = console()
    for reading in chosen:
        out.print(f"[bold]{reading.id}[/bold]  [dim]{', '.join(reading.clauses)}[/dim]")
        out.print(_indented(reading.question, 2))
        out.print(_indented(reading.answer, 2))
        for name, meaning in reading.choices:
            mark = "in force by default" if name == reading.default else "alternative"
            out.print(_indented(f"{name}: {meaning} [dim]({mark})[/dim]", 4))
        if reading.choices and which is not None:
            games = [one for one in GAMES if reading.id in {each.id for each in one.readings}]
            out.print(_indented(f"asked by {all_of([_game(one) for one in games])}", 2))
            out.print(_indented(f"choose with --reading {reading.id}=CHOICE", 2), style="dim")
        out.print()


def _indented(text: str, by: int) -> Padding:
    return Padding(text, (0, 0, 0, by))


def _game(game: Game) -> str:
    return f"{game.title} in {game.place}"


def _select_readings(which: str) -> tuple[Reading, ...]:
    """Return the readings of a game, or the reading of that name."""
    if named := tuple(reading for reading in READINGS if reading.id == which):
        return named
    if which not in NAMES:
        names = [*NAMES, *(reading.id for reading in READINGS)]
        hint = did_you_mean(which, names) or ": fairdeal readings lists them all"
        raise BadInputError(f"there is no game and no reading {quoted(which)}{hint}")
    concerned = {reading.id for one in GAMES if one.name == which for reading in one.readings}
    return tuple(reading for reading in READINGS if reading.id in concerned)


def reading_document(reading: Reading) -> dict[str, Any]:
    """Return a reading as JSON."""
    return {
        "id": reading.id,
        "clauses": list(reading.clauses),
        "question": reading.question,
        "reading": reading.answer,
        "choice": reading.default,
        "alternatives": [name for name, _ in reading.choices[1:]],
        "choices": dict(reading.choices),
    }
