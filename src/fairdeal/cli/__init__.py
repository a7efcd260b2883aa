"""The command line: each command prints what a documented Python function returns."""

import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Final

import typer
from typer.exceptions import Exit, TyperException
from typer.main import get_command

from fairdeal import __version__
from fairdeal.cli.fast_start import skip_conversions
from fairdeal.cli.game_files import add_game_option, load_from_environment
from fairdeal.cli.output import discard_output
from fairdeal.english import printable
from fairdeal.errors import FairdealError
from fairdeal.games import registered

#: The modules of this package and the commands of each, in the order in which `--help` lists them.
_MODULES: Final[dict[str, tuple[str, ...]]] = {
    **{name: (name,) for name in ("games", "explain", "readings", "clauses", "settle")},
    **{name: (name,) for name in ("init", "check", "papers", "analyze", "bet", "target")},
    **{name: (name,) for name in ("simulate", "history", "report")},
    **{name: (name,) for name in ("strategy", "seen", "table", "serve", "users", "doctor")},
    "backup": ("backup", "restore"),
    **{name: (name,) for name in ("audit", "rng", "tour")},
}
#: The modules whose commands have to do with no game.
_WITHOUT_GAMES: Final = ("users", "rng")


def app(arguments: Sequence[str] = ()) -> typer.Typer:
    """Return the Typer application for these arguments.

    It has only the command that the first argument names, so that a quick look-up does not import
    the whole floor. It has all commands if the first argument names none.
    """
    application = typer.Typer(
        name="fairdeal",
        help=(
            "Regulated casino poker table games: play, settle, check, analyse, print and audit "
            "them by one rulebook.\n\n"
            "For study, training, test and simulation with play chips. Real-money use needs a "
            "licence."
        ),
        epilog="Examples: fairdeal tour · fairdeal games let-it-ride · fairdeal settle --help",
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    application.callback(invoke_without_command=True)(_options)
    named = [module for module, names in _MODULES.items() if set(arguments[:1]) & set(names)]
    for module in named or _MODULES:
        commands = typer.Typer()
        import_module(f"fairdeal.cli.{module}").add_to(commands)
        if module not in _WITHOUT_GAMES:
            add_game_option(commands)
        application.registered_commands += commands.registered_commands
        application.registered_groups += commands.registered_groups
    # Typer cuts long summaries in its list of commands; these are shown whole.
    _summarize(application)
    return application


def _summarize(commands: typer.Typer) -> None:
    """Set the summary of each command to the first paragraph of its docstring."""
    for command in commands.registered_commands:
        docstring = (command.callback.__doc__ if command.callback else None) or ""
        command.short_help = docstring.split("\n\n")[0]
    for group in commands.registered_groups:
        if group.typer_instance:
            group.short_help = str(group.typer_instance.info.help)
            _summarize(group.typer_instance)


#: The optional dependencies, each with the extra of this package that installs it.
_EXTRAS = {
    **dict.fromkeys(("numpy", "numba"), "lab"),
    "matplotlib": "plots",
    "distributed": "cluster",
    "pyarrow": "parquet",
    "typst": "papers",
    **dict.fromkeys(
        (
            *("argon2", "cryptography", "jinja2", "prometheus_client", "psycopg"),
            *("starlette", "uvicorn"),
        ),
        "floor",
    ),
}


def _print_version(requested: bool) -> None:
    if requested:
        typer.echo(f"fairdeal {__version__}")
        raise Exit


def _options(
    context: typer.Context,
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    del version  # handled by its callback
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main(arguments: list[str] | None = None) -> None:
    """Run one command. Errors are one line on standard error, never a traceback.

    Games that the command loads are forgotten at its end.
    """
    if sys.stdout is None:  # the parent process has closed it
        sys.exit(_print_error("standard output is closed", 2))
    for stream in (sys.stdout, sys.stderr):
        # Files and pipes get the same bytes in every locale; a terminal keeps its own encoding.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(
                encoding=None if stream.isatty() else "utf-8", errors="backslashreplace"
            )
    try:
        words = sys.argv[1:] if arguments is None else arguments
        with registered():
            load_from_environment()
            command = get_command(app(words))
            skip_conversions(command)
            code = command(words, prog_name="fairdeal", standalone_mode=False)
    except Exit as exited:
        code = exited.exit_code
    except TyperException as error:
        message = error.format_message()
        if message.startswith("Missing") and (context := getattr(error, "ctx", None)):
            message = f"{message} See {context.command_path} --help"
        code = _print_error(message, error.exit_code)
    except FairdealError as error:
        code = _print_error(str(error), 2)
    except ModuleNotFoundError as error:
        extra = _EXTRAS.get(error.name or "")
        if extra is None:
            raise
        how = f"pip install 'fairdeal[{extra}]', or `make install` in a checkout"
        code = _print_error(f"this needs {error.name}: {how}", 2)
    except KeyboardInterrupt:
        code = 130
    except (BrokenPipeError, SystemExit):
        # The program that reads the output has ended, as `head` does. Typer raises SystemExit if it
        # notices the broken pipe first.
        discard_output(sys.stdout)
        code = 0
    except OSError as error:
        discard_output(sys.stdout)
        code = _print_error(f"cannot write: {(error.strerror or 'error').lower()}", 2)
    sys.exit(code if isinstance(code, int) else 0)


def _print_error(message: str, code: int) -> int:
    """Print a message on standard error as one line, and return the exit code."""
    try:
        if message:
            typer.echo(f"fairdeal: {printable(' '.join(message.split()))}", err=True)
    except OSError:
        discard_output(sys.stderr)  # the exit code still reports the error
    return code
