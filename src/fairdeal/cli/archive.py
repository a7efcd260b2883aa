"""`fairdeal audit archive`, `check-archive`, `retention`: the log of past days, kept elsewhere."""

import time
from contextlib import AbstractContextManager, nullcontext
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from fairdeal.cli.open_floor import open_floor
from fairdeal.cli.options import AsJson
from fairdeal.cli.output import console, plain_table, print_json, print_table
from fairdeal.cli.serve import Db
from fairdeal.english import quoted
from fairdeal.errors import BadInputError, MismatchError
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.retention import RETENTION, kept_until, retention_document
from fairdeal.floor.log.signing import known_signer
from fairdeal.office.archive import check_archive, require_same_log, write_archive

_FAILED = 1


def read_day(text: str) -> date:
    """Return a day such as 2026-11-18."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInputError(f"a day is like 2026-11-18, not {quoted(text)}") from None


def archive(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new file.")],
    *,
    before: Annotated[
        str,
        typer.Option(metavar="YYYY-MM-DD", help="The first gaming day that is left out."),
    ],
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Copy every entry from before a gaming day into one signed text file, and check the file.

    Nothing is taken out of the log. Reports of the archived days are made from the file alone with
    `fairdeal report NAME --archive FILE`.
    """
    with open_floor(db, read_only=False) as database:
        made = write_archive(database, read_day(before), file, int(time.time()))
    if as_json:
        print_json({"entries": made.checkpoint.size, "root": made.checkpoint.root.hex()})
    else:
        typer.echo(f"{file}: {made.checkpoint.size:,} entries, root {made.checkpoint.root.hex()}")


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of `audit archive`.")],
    *,
    key: Annotated[
        str | None,
        typer.Option(
            metavar="VKEY", help="The floor's public key, as `audit checkpoint --key` prints it."
        ),
    ] = None,
    db: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Check too that this log begins with the entries."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check an archive: its entries, their checkpoint, and the proof that the log extends them.

    With --key or --db the signatures are checked too. If the check fails, the command exits with 1.
    """
    opened: AbstractContextManager[Database | None] = (
        open_floor(db) if db is not None else nullcontext()
    )
    document: dict[str, object] = {"valid": True}
    with opened as database:
        signer = known_signer(database) if database is not None else None
        known = key or (signer.vkey if signer else None)
        try:
            found = check_archive(file, known)
            if database is not None:
                require_same_log(found, database)
        except MismatchError as error:
            document = {"valid": False, "reason": str(error)}
            words = f"NOT VALID: {error}"
        else:
            document |= {
                "before": found.before.isoformat(),
                "entries": found.checkpoint.size,
                "extended": found.extended.size,
                "signed": known is not None,
            }
            words = (
                f"valid: {found.checkpoint.size:,} entries from before {found.before.isoformat()}, "
                f"of a log that went on to {found.extended.size:,}"
            )
            words += "" if known else "; no signature was checked: name the public key with --key"
    if as_json:
        print_json(document)
    else:
        typer.echo(words)
    if not document["valid"]:
        raise typer.Exit(_FAILED)


def retention(
    *,
    day: Annotated[
        str | None,
        typer.Option(metavar="YYYY-MM-DD", help="Say until when records of this day are kept."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List how long each kind of record is kept, with the clause that says so."""
    asked = None if day is None else read_day(day)
    if as_json:
        print_json(retention_document(asked))
        return
    out = console()
    rows = plain_table("record", "kept", "clause")
    for row in RETENTION:
        until = None if asked is None else kept_until(row, asked)
        kept = "without end" if row.years is None else f"{row.years} years"
        rows.add_row(row.kind, f"until {until.isoformat()}" if until else kept, row.clause)
    print_table(out, rows)
    out.print("The log is one chain and is kept whole: nothing is deleted from it.")


def add_to(group: typer.Typer) -> None:
    """Register the commands in the group `audit`."""
    group.command(epilog="Example: fairdeal audit archive y2026.archive --before 2027-01-01")(
        archive
    )
    group.command(
        "check-archive",
        epilog="Examples: fairdeal audit check-archive y2026.archive --db floor.db · "
        "fairdeal audit check-archive y2026.archive --key fairdeal/1b61...+9ccf...+AfQL...",
    )(check)
    group.command(epilog="Example: fairdeal audit retention --day 2026-11-18")(retention)
