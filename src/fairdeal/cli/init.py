"""`fairdeal init`: a commented rules file to start from."""

import json
from pathlib import Path
from typing import Annotated

import typer

from fairdeal.cli.files import write_new
from fairdeal.cli.output import GameName, Jurisdiction
from fairdeal.english import printable, quoted
from fairdeal.errors import BadInputError
from fairdeal.games import find_game
from fairdeal.submission.schema import FILE_NAME, rules_schema
from fairdeal.submission.template import rules_template


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog=(
            "Examples: fairdeal init let-it-ride · fairdeal init run-em-twice --jurisdiction "
            "pennsylvania -o table-3.toml · fairdeal init double-draw -o table-4.toml --schema"
        )
    )(init)


def init(
    game: GameName,
    *,
    jurisdiction: Jurisdiction = None,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="a new file, or - to print it")
    ] = "-",
    schema: Annotated[
        bool,
        typer.Option("--schema", help=f"Also write {FILE_NAME} beside it, which editors read."),
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
) -> None:
    """Write a commented rules file to start from: every choice, what it may be, and the clause.

    The file passes check as it is, without warnings except those that it mentions.
    """
    found = find_game(game, jurisdiction)
    if output == "-":
        if schema:
            raise BadInputError("--schema needs a file to lie beside: name one with -o")
        typer.echo(rules_template(found), nl=False)
        return
    path = Path(output)
    beside = path.with_name(FILE_NAME)
    described = json.dumps(rules_schema(), indent=1) + "\n" if schema else ""
    new = schema and not _holds(beside, described)
    if new and beside.exists() and not force:  # before anything is written
        how = f"--force replaces it, fairdeal check --schema > {FILE_NAME} renews it"
        raise BadInputError(f"{quoted(str(beside))} is there already and is another: {how}")
    write_new(path, rules_template(found, schema=f"./{FILE_NAME}" if schema else None), force=force)
    typer.echo(f"{printable(str(path))}  change what is yours, then: fairdeal check FILE")
    if new:
        write_new(beside, described, force=force)
    if schema:
        typer.echo(f"{printable(str(beside))}  for editors that read JSON Schema")


def _holds(path: Path, text: str) -> bool:
    """Whether a file is there and holds just that: one schema serves all files of a folder."""
    try:
        return path.read_bytes() == text.encode()
    except OSError:
        return False
