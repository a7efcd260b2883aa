"""`fairdeal serve`: the live floor."""

import os
from pathlib import Path
from typing import Annotated

import typer

from fairdeal.errors import BadInputError
from fairdeal.floor.floor import Settings
from fairdeal.web import start


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog="Examples: fairdeal serve · fairdeal serve --port 9000 --pace 0 --clock 0 · "
        "fairdeal serve --db postgresql://localhost/fairdeal --tables rules/"
    )(serve)


def data_folder() -> Path:
    """Where a user's data lie."""
    base = os.environ.get("XDG_DATA_HOME") or (Path.home() / ".local" / "share")
    return Path(base) / "fairdeal"


def database_url(given: str | None) -> str:
    """The database that is meant: given, from FAIRDEAL_DB, or a file in the user's data folder."""
    if given or (given := os.environ.get("FAIRDEAL_DB")):
        return given
    try:
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except (OSError, RuntimeError) as error:
        raise BadInputError(f"there is no place for the database: {error}; say --db") from None
    return str(folder / "floor.db")


Db = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="URL",
        help="a file, sqlite:///FILE or postgresql://...; default: the user's data folder",
    ),
]


def read_password(file: Path | None) -> str | None:
    """The password in a file; None where there is no file."""
    if file is None:
        return None
    try:
        password = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInputError(f"the password file cannot be read: {error}") from None
    if not password:
        raise BadInputError("the password file is empty")
    return password


def serve(
    *,
    db: Db = None,
    host: Annotated[str, typer.Option(metavar="H", help="the address to listen at")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="P", min=0, max=65535, help="0 takes a free port")
    ] = 8000,
    tables: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="open a table for each rules file in a folder, not the samples"
        ),
    ] = None,
    pace: Annotated[
        float,
        typer.Option(metavar="X", min=0, max=100, help="1 is a person's pace, 0 is without pauses"),
    ] = 1.0,
    clock: Annotated[
        int,
        typer.Option(
            metavar="S", min=0, max=3600, help="seconds for bets and decisions; 0 is no clock"
        ),
    ] = 20,
    no_bots: Annotated[bool, typer.Option("--no-bots", help="no bots at the tables")] = False,
    password_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="the first operator's password, for services"),
    ] = None,
) -> None:
    """Open the live floor: tables that many people play at, over HTTP and WebSocket.

    The first start makes the operator, and shows the password once.
    """
    password = read_password(password_file)
    start.serve(
        database_url(db),
        host,
        port,
        settings=Settings(pace, clock, not no_bots),
        tables=tables,
        password=password,
        say=typer.echo,
    )
