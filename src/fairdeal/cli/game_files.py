"""Games of one's own on the command line: the option `--game`, and the variable FAIRDEAL_GAMES."""

import inspect
import os
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, Final

import typer

from fairdeal.wire.games import load

#: The environment variable that names a folder of games, or one file.
VARIABLE: Final = "FAIRDEAL_GAMES"


def load_from_environment() -> None:
    """Register the games that the environment names."""
    if place := os.environ.get(VARIABLE):
        load(place)


def _load_files(files: list[str] | None) -> list[str] | None:
    for file in files or ():
        load(file)
    return files


GameFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--game",
        metavar="FILE",
        help="Add the games of this Python file, or of a folder. May be repeated.",
        # The file is loaded before other options are read, which may name its games.
        is_eager=True,
        callback=_load_files,
    ),
]


def add_game_option(commands: typer.Typer) -> None:
    """Give every command, and every command of a group, the option `--game`."""
    for command in commands.registered_commands:
        if command.callback is not None:
            command.callback = _with_option(command.callback)
    for group in commands.registered_groups:
        if group.typer_instance is not None:
            add_game_option(group.typer_instance)


def _with_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command that also takes `--game`; the option's callback has loaded the files."""

    @wraps(function)
    def command(*arguments: Any, game_files: list[str] | None = None, **options: Any) -> Any:
        del game_files
        return function(*arguments, **options)

    option = inspect.Parameter("game_files", inspect.Parameter.KEYWORD_ONLY, default=None)
    signature = inspect.signature(function)
    parameters = [*signature.parameters.values(), option.replace(annotation=GameFiles)]
    command.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined] # read by `inspect.signature`, which Typer calls
    command.__annotations__ = {**function.__annotations__, "game_files": GameFiles}
    return command
