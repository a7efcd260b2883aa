"""What every command shares: the console, JSON output, and options that mean the same."""

import json
import os
import sys
from typing import Annotated, Any, TextIO

import typer
from rich.console import Console
from rich.measure import Measurement
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from fairdeal.english import one_of
from fairdeal.games import JURISDICTIONS, NAMES

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help=one_of(NAMES),
        autocompletion=lambda: list(NAMES),
    ),
]
Jurisdiction = Annotated[str | None, typer.Option(help=one_of(JURISDICTIONS))]
Source = Annotated[str, typer.Argument(metavar="FILE", help="a file, or - for standard input")]


class _Console(Console):
    """A console that leaves a broken pipe to whoever called the command."""

    def on_broken_pipe(self) -> None:
        """The reader (`head`, say) has gone."""
        raise BrokenPipeError


def write_no_more(stream: TextIO) -> None:
    """Nothing more can be written to standard output or error, also not what is left at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def console() -> Console:
    """The terminal, as wide as it is; colours only where it has them."""
    out = _Console(highlight=False)
    if not out.is_terminal:
        out.width = 110  # a file or a pipe has no width
    return out


def print_table(out: Console, table: Table) -> None:
    """Print a table whole: a terminal too narrow for it breaks its lines, and no figure is cut."""
    natural = Measurement.get(out, out.options.update(max_width=10_000), table).maximum
    if natural > out.width:
        out = _Console(highlight=False, width=natural)
    out.print(table)


def print_json(document: Any) -> None:
    """One JSON document on standard output."""
    typer.echo(json.dumps(document, indent=2, ensure_ascii=False))


def grid(*columns: str, title: str | None = None, right: str = "") -> Table:
    """A plain table; the columns named in `right` are numbers."""
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for column in columns:
        table.add_column(
            column,
            justify="right" if column in right.split() else "left",
            header_style="dim",
            no_wrap=True,
        )
    return table


class watch_on_terminal:  # noqa: N801 - called like a function: work begins, and is watched
    """A bar with the time elapsed on standard error, where that is a terminal."""

    def __init__(self, what: str) -> None:
        self._bar = Progress(
            SpinnerColumn(),
            TextColumn(what),
            BarColumn(),
            TimeElapsedColumn(),
            transient=True,
            console=Console(stderr=True),
            disable=not sys.stderr.isatty(),
        )
        self._task = self._bar.add_task(what, total=None)
        self._bar.start()

    def progress(self, done: int, total: int) -> None:
        """So much is done."""
        self._bar.update(self._task, completed=done, total=total)

    def end(self) -> None:
        """It is over."""
        self._bar.stop()
