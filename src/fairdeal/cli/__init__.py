"""The command line. Every command prints what a documented Python call returns."""

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
from fairdeal.cli.output import discard_output
from fairdeal.english import printable
from fairdeal.errors import FairdealError

#: Which module of this package has which commands, in the order of the list.
_MODULES: Final[dict[str, tuple[str, ...]]] = {
    **{name: (name,) for name in ("games", "explain", "readings", "clauses", "settle")},
    **{name: (name,) for name in ("init", "check", "papers", "analyze", "bet", "target")},
    **{name: (name,) for name in ("strategy", "seen", "table", "serve", "users", "doctor")},
    "backup": ("backup", "restore"),
    **{name: (name,) for name in ("audit", "tour")},
}


def app(arguments: Sequence[str] = ()) -> typer.Typer:
    """The command line, with the command that is asked for alone: a floor is not imported to look
    something up. Where none is named, or one that is not there, with all.
    """
    made = typer.Typer(
        name="fairdeal",
        help=(
            "Regulated casino poker table games: one rulebook, everything derived.\n\n"
            "For study, training, test and simulation with play chips. Real-money use needs a "
            "licence."
        ),
        epilog="Examples: fairdeal tour · fairdeal games let-it-ride · fairdeal settle --help",
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    made.callback(invoke_without_command=True)(_options)
    asked = [module for module, names in _MODULES.items() if set(arguments[:1]) & set(names)]
    for module in asked or _MODULES:
        import_module(f"fairdeal.cli.{module}").add_to(made)
    # A list of commands tells what each does to the end, over two lines where one is too short.
    _summarize(made)
    return made


def _summarize(commands: typer.Typer) -> None:
    for command in commands.registered_commands:
        told = (command.callback.__doc__ if command.callback else None) or ""
        command.short_help = told.split("\n\n")[0]
    for group in commands.registered_groups:
        if group.typer_instance:
            group.short_help = str(group.typer_instance.info.help)
            _summarize(group.typer_instance)


#: What the extras bring.
_EXTRAS = {
    **dict.fromkeys(("numpy", "numba"), "lab"),
    "matplotlib": "plots",
    "typst": "papers",
    **dict.fromkeys(
        (
            *("argon2", "cryptography", "jinja2", "prometheus_client", "psycopg"),
            *("starlette", "uvicorn"),
        ),
        "floor",
    ),
}


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"fairdeal {__version__}")
        raise Exit


def _options(
    context: typer.Context,
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    del version  # its callback has answered
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main(arguments: list[str] | None = None) -> None:
    """Run one command. Errors are one line on standard error, never a traceback."""
    if sys.stdout is None:  # closed by whoever started the program
        sys.exit(_complain("standard output is closed", 2))
    for stream in (sys.stdout, sys.stderr):
        # The same bytes in every locale; a terminal keeps its own encoding.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(
                encoding=None if stream.isatty() else "utf-8", errors="backslashreplace"
            )
    try:
        asked = sys.argv[1:] if arguments is None else arguments
        command = get_command(app(asked))
        skip_conversions(command)
        code = command(asked, prog_name="fairdeal", standalone_mode=False)
    except Exit as done:
        code = done.exit_code
    except TyperException as error:
        message = error.format_message()
        if message.startswith("Missing") and (context := getattr(error, "ctx", None)):
            message = f"{message} See {context.command_path} --help"
        code = _complain(message, error.exit_code)
    except FairdealError as error:
        code = _complain(str(error), 2)
    except ModuleNotFoundError as error:
        extra = _EXTRAS.get(error.name or "")
        if extra is None:
            raise
        how = f"pip install 'fairdeal[{extra}]', or `make install` in a checkout"
        code = _complain(f"this needs {error.name}: {how}", 2)
    except KeyboardInterrupt:
        code = 130
    except (BrokenPipeError, SystemExit):
        # The reader (`head`, say) has gone; typer exits where it is told of that first.
        discard_output(sys.stdout)
        code = 0
    except OSError as error:
        discard_output(sys.stdout)
        code = _complain(f"cannot write: {(error.strerror or 'error').lower()}", 2)
    sys.exit(code if isinstance(code, int) else 0)


def _complain(message: str, code: int) -> int:
    try:
        if message:
            typer.echo(f"fairdeal: {printable(' '.join(message.split()))}", err=True)
    except OSError:
        discard_output(sys.stderr)  # the exit code tells it too
    return code
