"""`fairdeal history`: rounds as rows, from a floor or a simulation."""

from datetime import date
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from fairdeal.cli.audit import open_floor
from fairdeal.cli.output import print_json
from fairdeal.cli.serve import Db
from fairdeal.english import quoted
from fairdeal.errors import BadInputError
from fairdeal.floor.log.store import Store
from fairdeal.floor.tables.round_rows import round_rows
from fairdeal.simulate.history import json_schema, read_lines, write_lines
from fairdeal.simulate.lazy import read_parquet, write_parquet

_FIRST_DAY = date(1970, 1, 1)


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    group = typer.Typer(
        help="Rounds as rows, one for each seat: from a floor, or read from a file.",
        epilog=(
            "Examples: fairdeal history export -o rounds.jsonl · fairdeal history read rounds.jsonl"
        ),
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    group.command(
        epilog="Examples: fairdeal history export -o rounds.jsonl · fairdeal history export "
        "--day 2026-11-18 --format parquet -o day.parquet"
    )(export)
    group.command(
        epilog="Examples: fairdeal history read rounds.jsonl · fairdeal history read day.parquet"
    )(read)
    group.command()(schema)
    app.add_typer(group, name="history")


def export(
    *,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="The file to write.")
    ],
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="jsonl|parquet", help="By default as the file is named."),
    ] = None,
    day: Annotated[
        str | None, typer.Option(metavar="YYYY-MM-DD", help="Only rounds of this day (UTC).")
    ] = None,
    db: Db = None,
) -> None:
    """Write the finished rounds of a floor. Void rounds are left out."""
    chosen = form or ("parquet" if output.suffix == ".parquet" else "jsonl")
    if chosen not in ("jsonl", "parquet"):
        raise BadInputError(f"--format is jsonl or parquet, not {quoted(chosen)}")
    number = None
    if day is not None:
        try:
            number = (date.fromisoformat(day) - _FIRST_DAY).days
        except ValueError:
            raise BadInputError(f"--day is like 2026-11-18, not {quoted(day)}") from None
    write = write_parquet if chosen == "parquet" else write_lines
    with open_floor(db) as database:
        count = write(round_rows(Store(database), number), output)
    typer.echo(f"{count:,} {'row' if count == 1 else 'rows'} in {output}", err=True)


def read(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .jsonl or .parquet file.")],
) -> None:
    """Check every row of a file against the schema and print it as a line of JSON."""
    rows = read_parquet(file) if file.suffix == ".parquet" else read_lines(file)
    for row in rows:
        typer.echo(msgspec.json.encode(row).decode())


def schema() -> None:
    """Print the JSON Schema of a row, `fairdeal-round-1`."""
    print_json(json_schema())
