"""`fairdeal backup` and `fairdeal restore`: checked copies of a floor's database."""

from pathlib import Path
from typing import Annotated

import typer

from fairdeal.cli.serve import Db, database_url
from fairdeal.floor.log.backup import back_up
from fairdeal.floor.log.backup import restore as restore_backup


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.command(
        epilog="Examples: fairdeal backup monday.db · fairdeal backup copy.db --db floor.db"
    )(backup)
    app.command(epilog="Example: fairdeal restore monday.db --db new/floor.db")(restore)


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new file for the copy.")],
    *,
    db: Db = None,
) -> None:
    """Copy a floor's database while its server runs, and check the copy.

    The copy has password hashes and all dealt cards, but not the seal key. Keep it as safe as the
    database.
    """
    entries = back_up(database_url(db), file)
    typer.echo(f"{file}: {entries:,} entries, hashes and ledger in order")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `backup` made.")],
    *,
    db: Annotated[str, typer.Option("--db", metavar="URL", help="An empty database.")],
) -> None:
    """Restore a copy into an empty database, and check it before it is committed.

    Sessions are not restored: people sign in again, and guests start as new guests.
    """
    entries = restore_backup(file, db)
    typer.echo(f"{entries:,} entries are back, hashes and ledger in order")
