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
    app.command(epilog="Examples: fairdeal restore monday.db --db new/floor.db")(restore)


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a new file for the copy")],
    *,
    db: Db = None,
) -> None:
    """Copy a floor's database while its server runs, and check the copy.

    The copy holds the hashes of passwords and the secrets of decks in play: keep it as safe as the
    database itself.
    """
    entries = back_up(database_url(db), file)
    typer.echo(f"{file}: {entries:,} entries, hashes and ledger in order")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a copy that `backup` made")],
    *,
    db: Annotated[str, typer.Option("--db", metavar="URL", help="a database without entries")],
) -> None:
    """Restore a copy into an empty database, and check it before it is committed.

    Sessions are not restored: people sign in again, and guests start as new guests.
    """
    entries = restore_backup(file, db)
    typer.echo(f"{entries:,} entries are back, hashes and ledger in order")
