"""`fairdeal serve`: run the live floor."""

import os
from pathlib import Path
from typing import Annotated, Final

import typer

from fairdeal.cli.release import ManifestFile, check_program
from fairdeal.errors import BadInputError
from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.house import read_house
from fairdeal.floor.log.seal import default_key_file
from fairdeal.games import GAMES
from fairdeal.simulate.strategies import SeatStrategies
from fairdeal.web import start

#: The seats of the largest table.
_SEATS: Final = max(game.seats for game in GAMES)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog="Examples: fairdeal serve · fairdeal serve --port 9000 --pace 0 --clock 0 · "
        "fairdeal serve --db postgresql://localhost/fairdeal --tables rules/"
    )(serve)


def data_folder() -> Path:
    """Return the folder for the user's data."""
    base = os.environ.get("XDG_DATA_HOME") or (Path.home() / ".local" / "share")
    return Path(base) / "fairdeal"


def database_url(given: str | None) -> str:
    """Return the database to use: from `--db`, from FAIRDEAL_DB, or in the user's data folder."""
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
        help="The database: a file, sqlite:///FILE or postgresql://...; by default a file in the "
        "user's data folder.",
    ),
]


SealKey = Annotated[
    Path | None,
    typer.Option(
        "--seal-key",
        metavar="FILE",
        help="The key that seals the secrets of decks in play; by default a file beside the "
        "database, or in the user's data folder for PostgreSQL. It is made if there is none.",
    ),
]


def seal_key_file(url: str, given: Path | None) -> Path:
    """Return the file of the seal key: from `--seal-key`, FAIRDEAL_SEAL_KEY, or the default."""
    if given is None and (named := os.environ.get("FAIRDEAL_SEAL_KEY")):
        given = Path(named)
    if given is not None:
        return given
    return default_key_file(url, data_folder())


def read_password(file: Path | None) -> str | None:
    """Return the password in a file, or None if no file is given."""
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
    host: Annotated[
        str, typer.Option(metavar="H", help="The network address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="P", min=0, max=65535, help="The port; 0 takes a free one.")
    ] = 8000,
    tables: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Open a table for each rules file of this folder, in place of the samples.",
        ),
    ] = None,
    house: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A file that says when the gaming day and the shifts begin; without it the log's "
            "last calendar goes on.",
        ),
    ] = None,
    pace: Annotated[
        float,
        typer.Option(
            metavar="X",
            min=0,
            max=100,
            help="The automatic dealer's pace: 1 is a person's, 0 has no pauses.",
        ),
    ] = 1.0,
    clock: Annotated[
        int,
        typer.Option(
            metavar="S", min=0, max=3600, help="The seconds for bets and decisions; 0 is no clock."
        ),
    ] = 20,
    no_bots: Annotated[bool, typer.Option("--no-bots", help="Seat no bots.")] = False,
    bot_strategy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="How bots play: best, card, always, never, cautious or module:function; "
            "SEAT=NAME for one seat. May be repeated.",
        ),
    ] = None,
    password_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Read the first operator's password from this file."),
    ] = None,
    seal_key: SealKey = None,
    lab: Annotated[
        str | None,
        typer.Option(
            metavar="WHO",
            help="Who may use the lab's page: off, staff or everybody; by default everybody where "
            "only this machine reaches the server, and staff elsewhere.",
        ),
    ] = None,
    void_sealed: Annotated[
        bool,
        typer.Option(
            "--void-sealed",
            help="The seal key is lost: make the rounds in play void, return their stakes, and "
            "begin with a new key.",
        ),
    ] = False,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict", help="Refuse to start if a file of the program differs from its release."
        ),
    ] = False,
    manifest: ManifestFile = None,
) -> None:
    """Run the live floor: a web server with tables for many players.

    The first start creates the operator's account, and shows its password once.
    """
    differing = check_program(manifest, strict=strict)
    password = read_password(password_file)
    url = database_url(db)
    start.serve(
        url,
        host,
        port,
        settings=FloorSettings(pace, clock, not no_bots),
        tables=tables,
        password=password,
        seal_key=seal_key_file(url, seal_key),
        void_sealed=void_sealed,
        house=None if house is None else read_house(house),
        differing=differing,
        lab=lab,
        bot_strategies=SeatStrategies.parse(bot_strategy or [], "--bot-strategy", _SEATS),
        say=typer.echo,
    )
