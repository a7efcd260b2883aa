"""`fairdeal history`: rounds as rows, from a floor or a simulation."""

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import islice, takewhile
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from fairdeal.cli.game_options import GameOptions
from fairdeal.cli.open_floor import open_floor
from fairdeal.cli.options import (
    MeterAmounts,
    PaytableChoices,
    ReadingChoices,
    RulesFile,
    parse_meters,
)
from fairdeal.cli.output import print_json
from fairdeal.cli.serve import Db
from fairdeal.cli.simulate import rules_of_run
from fairdeal.english import quoted
from fairdeal.errors import BadInputError
from fairdeal.floor.log.store import Store
from fairdeal.floor.tables.round_rows import round_rows
from fairdeal.rulebook.money import UNITS
from fairdeal.simulate.history import RoundRow, json_schema, read_lines, write_lines
from fairdeal.simulate.lazy import read_parquet, write_parquet
from fairdeal.simulate.records import simulated_record
from fairdeal.wire.json import json_text

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
    group.command(
        epilog="Examples: fairdeal history record rounds.jsonl --round 17 -o round.json · "
        "fairdeal history record rounds.jsonl --round 17 | fairdeal audit replay -"
    )(record)
    group.command()(schema)
    app.add_typer(group, name="history")


def export(
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="The file to write; by default standard output."
        ),
    ] = None,
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
    named = "parquet" if output is not None and output.suffix == ".parquet" else "jsonl"
    chosen = form or named
    if chosen not in ("jsonl", "parquet"):
        raise BadInputError(f"--format is jsonl or parquet, not {quoted(chosen)}")
    if chosen == "parquet" and output is None:
        raise BadInputError("Parquet needs a file: give -o FILE")
    number = None
    if day is not None:
        try:
            number = (date.fromisoformat(day) - _FIRST_DAY).days
        except ValueError:
            raise BadInputError(f"--day is like 2026-11-18, not {quoted(day)}") from None
    write = write_parquet if chosen == "parquet" else write_lines
    with open_floor(db) as database:
        rows = round_rows(Store(database), number)
        if output is None:
            _print_rows(rows)
            return
        count = write(rows, output)
    typer.echo(f"{count:,} {'row' if count == 1 else 'rows'} in {output}", err=True)


def read(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .jsonl or .parquet file.")],
) -> None:
    """Check every row of a file against the schema and print it as a line of JSON."""
    _print_rows(_rows_of(file))


def _rows_of(file: Path) -> Iterator[RoundRow]:
    return read_parquet(file) if file.suffix == ".parquet" else read_lines(file)


def _print_rows(rows: Iterable[RoundRow]) -> None:
    for row in rows:
        typer.echo(msgspec.json.encode(row).decode())


def record(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .jsonl or .parquet file.")],
    *,
    round_number: Annotated[
        int, typer.Option("--round", metavar="NUMBER", min=0, help="The number of the round.")
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="The file to write; by default standard output."
        ),
    ] = None,
    meter: MeterAmounts = None,
    rules: RulesFile = None,
    paytable: PaytableChoices = None,
    reading: ReadingChoices = None,
) -> None:
    """Make the record of a simulated round, for `audit replay` and the replay page.

    The round is played again from its seed and its decisions, and must come to its rows. Give
    the --rules, --paytable, --reading and --meter of the run.
    """
    different = (row for row in _rows_of(file) if row.number == round_number)
    rows = list(islice(different, 1))
    if not rows:
        raise BadInputError(f"{file} has no round {round_number}")
    first = rows[0]
    rows += takewhile(lambda row: (row.seed, row.round) == (first.seed, first.round), different)
    chosen = GameOptions(first.game, first.jurisdiction, rules, paytable, reading)
    meters = {name: int(amount * UNITS) for name, amount in parse_meters(meter).items()}
    text = json_text(simulated_record(rules_of_run(chosen), rows, meters))
    if output is None:
        typer.echo(text)
        return
    try:
        output.write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or "error").lower()
        raise BadInputError(f"{quoted(str(output))} cannot be written: {reason}") from None


def schema() -> None:
    """Print the JSON Schema of a row, `fairdeal-round-1`."""
    print_json(json_schema())
