"""What every command shares: the console, JSON output, and options that mean the same."""

import json
import os
import sys
from collections.abc import Iterable
from typing import Annotated, Any, TextIO

import typer
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.markup import render
from rich.measure import Measurement
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from fairdeal.english import escape_controls, one_of
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
    if not out.is_terminal and (lines := _plain(table)):
        out.file.write("".join(f"{line}\n" for line in lines))
        return
    natural = Measurement.get(out, out.options.update(max_width=10_000), table).maximum
    if natural > out.width:
        out = _Console(highlight=False, width=natural)
    out.print(table)


def _plain(table: Table) -> list[str]:
    """The lines of a `grid` without colours, as rich lays them out but a hundred times faster: for
    files and pipes. None where a cell or the title would have to be broken.
    """
    columns = [
        [_text(column.header), *(_text(cell) for cell in column.cells)] for column in table.columns
    ]
    if any("\n" in cell for column in columns for cell in column):
        return []
    widths = [max(map(cell_len, column)) for column in columns]
    width = sum(widths) + 2 * (len(widths) - 1)
    title = [] if table.title is None else [_text(table.title)]
    if any("\n" in line or cell_len(line) > width for line in title):
        return []
    ends = [column.justify == "right" for column in table.columns]
    rows = (
        "  ".join(
            " " * (wide - cell_len(cell)) + cell if right else cell + " " * (wide - cell_len(cell))
            for cell, wide, right in zip(row, widths, ends, strict=True)
        )
        for row in zip(*columns, strict=True)
    )
    return [*(line + " " * (width - cell_len(line)) for line in title), *rows]


def _text(cell: RenderableType) -> str:
    """What a cell says without its markup."""
    if isinstance(cell, str):
        return render(cell, emoji=False).plain if "[" in cell else cell
    return cell.plain if isinstance(cell, Text) else "\n"


def print_line(out: Console, *parts: str | tuple[str, str]) -> None:
    """Print a line of texts, each with its style where it has one; no text is taken for markup."""
    words = "".join(part if isinstance(part, str) else part[0] for part in parts)
    if out.is_terminal or cell_len(words) > out.width or "\n" in words:
        out.print(Text.assemble(*parts))
    else:
        out.file.write(f"{words}\n")


def print_json(document: Any) -> None:
    """One JSON document on standard output."""
    typer.echo(json_text(document))


def print_array(documents: Iterable[Any]) -> None:
    """One JSON array on standard output, each element as soon as it is there."""
    between = "["
    for document in documents:
        typer.echo(f"{between}\n  " + json_text(document).replace("\n", "\n  "), nl=False)
        between = ","
    typer.echo("[]" if between == "[" else "\n]")


def json_text(document: Any) -> str:
    """A document as JSON for people and programs: as it is, but nothing that a terminal obeys."""
    text = json.dumps(document, indent=2, ensure_ascii=False)
    return text if text.isascii() and "\x7f" not in text else escape_controls(text)


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
            # Whoever started the program may have closed it.
            disable=sys.stderr is None or not sys.stderr.isatty(),
        )
        self._task = self._bar.add_task(what, total=None)
        self._bar.start()

    def progress(self, done: int, total: int) -> None:
        """So much is done."""
        self._bar.update(self._task, completed=done, total=total)

    def end(self) -> None:
        """It is over."""
        self._bar.stop()
