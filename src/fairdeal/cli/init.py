"""`fairdeal init`: write a commented rules file to start from."""

import json
from pathlib import Path
from typing import Annotated

import typer

from fairdeal.cli.files import write_new
from fairdeal.cli.options import GameName, Jurisdiction
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
        str, typer.Option("--output", "-o", metavar="FILE", help="The file to write; - prints it.")
    ] = "-",
    schema: Annotated[
        bool,
        typer.Option("--schema", help=f"Also write {FILE_NAME} for editors, in the same folder."),
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
) -> None:
    """Write a rules file to start from, with comments on every choice.

    The file passes `check` as it is. It mentions the warnings that `check` still gives.
    """
    found = find_game(game, jurisdiction)
    if output == "-":
        if schema:
            raise BadInputError("--schema needs a file to lie beside: name one with -o")
        typer.echo(rules_template(found), nl=False)
        return
    path = Path(output)
    schema_path = path.with_name(FILE_NAME)
    schema_text = json.dumps(rules_schema(), indent=1) + "\n" if schema else ""
    writes_schema = schema and not _has_text(schema_path, schema_text)
    if writes_schema and schema_path.exists() and not force:  # before anything is written
        how = f"--force replaces it, fairdeal check --schema > {FILE_NAME} renews it"
        raise BadInputError(
            f"{quoted(str(schema_path))} is there already, with another content: {how}"
        )
    write_new(path, rules_template(found, schema=f"./{FILE_NAME}" if schema else None), force=force)
    typer.echo(f"{printable(str(path))}  change what is yours, then: fairdeal check FILE")
    if writes_schema:
        write_new(schema_path, schema_text, force=force)
    if schema:
        typer.echo(f"{printable(str(schema_path))}  for editors that read JSON Schema")


def _has_text(path: Path, text: str) -> bool:
    """Return whether a file already has this text: all rules files of a folder share a schema."""
    try:
        return path.read_bytes() == text.encode()
    except OSError:
        return False
