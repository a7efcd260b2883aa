"""Output that all commands share: the console, tables, JSON documents and progress bars."""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final, TextIO

import typer
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.markup import escape, render
from rich.padding import Padding
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Column, Table
from rich.text import Text

from fairdeal.cards import RANKS, SUIT_SIGNS, SUITS
from fairdeal.english import all_of
from fairdeal.wire.json import json_text

#: A card in a sentence, such as `As`.
_CARD: Final = re.compile(rf"(?<![\w$-])([{RANKS}])([{SUITS}])(?![\w-])")
_RED: Final = (SUITS.index("d"), SUITS.index("h"))
#: The columns whose texts are never broken, though they contain spaces.
_UNBROKEN_COLUMNS: Final = ("clause", "pays", "name")
#: A column is not made narrower than this while another column can be dropped instead.
_COMFORTABLE_WIDTH: Final = 22
#: The width of output to a file or a pipe, which has no width of its own.
_PLAIN_WIDTH: Final = 110


class _Console(Console):
    """A console that raises BrokenPipeError, so that `main` handles it; rich would exit."""

    #: Whether the output is a file or a pipe, and so plain text.
    plain = False

    def on_broken_pipe(self) -> None:
        """Raise an error when the program that reads the output has ended, as `head` does."""
        raise BrokenPipeError


def discard_output(stream: TextIO) -> None:
    """Discard everything that is still written to a stream, including its buffer at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def console() -> Console:
    """Return the console of a command; it has colours only on a terminal."""
    out = _Console(highlight=False)
    if not out.is_terminal:
        # A width that the user has set with COLUMNS is kept.
        out.plain = "COLUMNS" not in os.environ
        if out.plain:
            out.width = _PLAIN_WIDTH
    return out


def print_table(out: Console, table: Table, *, drop: Sequence[str] = ()) -> list[str]:
    """Print a table no wider than the terminal, and return the columns that were dropped.

    On a narrow terminal texts wrap at spaces. If that is not enough, the columns of `drop` are
    left out in their order. If that is not enough either, each row is printed as several lines.
    No word and no figure is cut.
    """
    if _is_plain(out):
        columns = [[_cell_text(cell) for cell in (one.header, *one.cells)] for one in table.columns]
        ends = [column.justify == "right" for column in table.columns]
        title = None if table.title is None else _cell_text(table.title)
        if lines := _plain_text_table(columns, ends, title):
            out.file.write(lines)
            return []
    if table.title is not None:  # rich would break it at the width of the table
        out.print(table.title, style="bold")
        table.title = None
    droppable = list(drop)
    while not _fits(out, table, comfort=_COMFORTABLE_WIDTH if droppable else 0):
        if not droppable:
            _print_rows_as_lines(out, table)
            break
        table = _without_column(table, droppable.pop(0))
    else:
        out.print(table)
    return list(drop[: len(drop) - len(droppable)])


def _without_column(table: Table, header: str) -> Table:
    """Return a copy of a table without the columns of that header; rich cannot remove a column."""
    columns = [column for column in table.columns if column.header != header]
    right = " ".join(str(column.header) for column in columns if column.justify == "right")
    narrower = plain_table(*(str(column.header) for column in columns), right=right)
    for row, cells in zip(table.rows, zip(*(c.cells for c in columns), strict=True), strict=True):
        narrower.add_row(*cells, style=row.style)
    return narrower


def _fits(out: Console, table: Table, *, comfort: int) -> bool:
    """Set the widths of a table's columns, and return whether the terminal is wide enough.

    A column is at least as wide as its longest word, and as `comfort` if its texts are that long.
    """
    spans = [_column_width_range(column) for column in table.columns]
    spans = [(max(least, min(most, comfort)), most) for least, most in spans]
    room = out.width - 2 * (len(spans) - 1)
    if sum(least for least, _ in spans) > room:
        return False
    widths = [most for _, most in spans]
    while sum(widths) > room:
        widest = max(
            (at for at, (least, _) in enumerate(spans) if widths[at] > least),
            key=lambda at: widths[at],
        )
        widths[widest] -= 1
    for column, (_, most), wide in zip(table.columns, spans, widths, strict=True):
        if wide < most:
            column.width, column.no_wrap, column.overflow = wide, False, "fold"
    return True


def _column_width_range(column: Column) -> tuple[int, int]:
    """Return the least and the greatest useful width of a column: of its longest word, and of its
    longest text. They are equal for figures and clauses, which are not broken.
    """
    texts = [_cell_text(cell) for cell in (column.header, *column.cells)]
    most = max(map(cell_len, texts))
    if column.justify == "right" or column.header in _UNBROKEN_COLUMNS:
        return most, most
    return max(cell_len(word) for text in texts for word in text.split() or [""]), most


def _print_rows_as_lines(out: Console, table: Table) -> None:
    """Print each row of a table as several lines, for a very narrow terminal."""
    for row in zip(*(column.cells for column in table.columns), strict=True):
        first, *others = map(_cell_text, row)
        out.print(first, markup=False, soft_wrap=True)
        for column, cell in zip(table.columns[1:], others, strict=True):
            if cell:
                header = _cell_text(column.header)
                text = f"{header}: {cell}" if header else cell
                out.print(Padding(Text(text), (0, 0, 0, 2)))


def print_rows(
    out: Console,
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    title: str | None = None,
    right: str = "",
    drop: Sequence[str] = (),
) -> list[str]:
    """Print a table of plain texts, without markup, and return the columns that were dropped.

    It is fast enough for many thousands of rows.
    """
    if _is_plain(out):
        ends = [column in right.split() for column in columns]
        if lines := _plain_text_table(list(zip(columns, *rows, strict=True)), ends, title):
            out.file.write(lines)
            return []
    table = plain_table(*columns, title=None if title is None else escape(title), right=right)
    for row in rows:
        table.add_row(*map(escape, row))
    return print_table(out, table, drop=drop)


def _is_plain(out: Console) -> bool:
    return isinstance(out, _Console) and out.plain


def _plain_text_table(
    columns: Sequence[Sequence[str]], to_the_right: Sequence[bool], title: str | None
) -> str:
    """Return a table as plain text, for files and pipes.

    It has the same letters as rich's output and takes a hundredth of the time. The result is empty
    if a cell or the title would have to be broken.
    """
    lengths = [[cell_len(cell) for cell in column] for column in columns]
    widths = [max(column) for column in lengths]
    width = sum(widths) + 2 * (len(widths) - 1)
    padded = [
        [
            " " * (wide - length) + cell if right else cell + " " * (wide - length)
            for cell, length in zip(column, lens, strict=True)
        ]
        for column, lens, wide, right in zip(columns, lengths, widths, to_the_right, strict=True)
    ]
    lines = ["  ".join(row) for row in zip(*padded, strict=True)]
    if title:
        if (length := cell_len(title)) > width:
            return ""
        lines.insert(0, title + " " * (width - length))
    text = "\n".join(lines)
    return "" if text.count("\n") >= len(lines) else text + "\n"


def _cell_text(cell: RenderableType) -> str:
    """Return the text of a cell without markup, or a line feed for a cell that is not a text."""
    if isinstance(cell, str):
        return render(cell, emoji=False).plain if "[" in cell else cell
    return cell.plain if isinstance(cell, Text) else "\n"


def with_suit_signs(out: Console, words: str, style: str = "") -> Text:
    """Return words with suit signs for the cards in them, such as those of `seat 1 shows As Kd`.

    Hearts and diamonds are red. Output that is not a UTF-8 terminal keeps the words as they are.
    """
    text = Text(style=style)
    if not (out.is_terminal and out.encoding.startswith("utf") and not out.is_dumb_terminal):
        return text.append(words)
    end = 0
    for card in _CARD.finditer(words):
        suit = SUITS.index(card[2])
        sign = card[1] + SUIT_SIGNS[suit]
        text.append(words[end : card.start()]).append(sign, "red" if suit in _RED else "")
        end = card.end()
    return text.append(words[end:])


def print_line(out: Console, *parts: str | tuple[str, str]) -> None:
    """Print texts as one line, each with a style if it is a pair; no text is read as markup."""
    words = "".join(part if isinstance(part, str) else part[0] for part in parts)
    if _is_plain(out) and cell_len(words) <= _PLAIN_WIDTH and "\n" not in words:
        out.file.write(f"{words}\n")
    else:
        out.print(Text.assemble(*parts))


def print_dropped_columns(out: Console, columns: Sequence[str]) -> None:
    """Print which columns were dropped because the terminal is too narrow."""
    words = f"left out, for the terminal is narrow: {all_of(columns)}; --json has all"
    print_line(out, (words, "dim"))


def print_json(document: Any) -> None:
    """Print one JSON document."""
    typer.echo(json_text(document))


def print_array(documents: Iterable[Any]) -> None:
    """Print one JSON array, each element as soon as it is known."""
    between = "["
    for document in documents:
        typer.echo(f"{between}\n  " + json_text(document).replace("\n", "\n  "), nl=False)
        between = ","
    typer.echo("[]" if between == "[" else "\n]")


def plain_table(*columns: str, title: str | None = None, right: str = "") -> Table:
    """Return an empty table without borders; the columns named in `right` hold numbers."""
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for column in columns:
        table.add_column(
            column,
            justify="right" if column in right.split() else "left",
            header_style="dim",
            no_wrap=True,
        )
    return table


class RateColumn(ProgressColumn):
    """How many units of the work are done in a second, once some have been done."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self._unit = unit

    def render(self, task: Task) -> Text:
        """Return the rate in words; nothing before the work has begun."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} {self._unit} a second" if speed else "")


class TerminalProgress:
    """A progress bar with the elapsed time, on standard error if that is a terminal; with a `unit`
    it tells the rate as well.
    """

    def __init__(self, what: str, unit: str | None = None) -> None:
        self._bar = Progress(
            SpinnerColumn(),
            TimeElapsedColumn(),
            BarColumn(bar_width=12),
            # On a narrow terminal the words wrap.
            TextColumn("{task.description}", table_column=Column(no_wrap=False)),
            *([] if unit is None else [RateColumn(unit)]),
            transient=True,
            console=Console(stderr=True),
            # The parent process may have closed standard error.
            disable=sys.stderr is None or not sys.stderr.isatty(),
        )
        self._what = what
        self._task = self._bar.add_task(what, total=None)
        self._bar.start()

    def progress(self, done: int, total: int) -> None:
        """Show how much of the work is done."""
        self._bar.update(self._task, completed=done, total=total)

    def end(self) -> None:
        """Remove the bar."""
        self._bar.stop()

    def part(self, what: str) -> "ProgressOfPart":
        """Show a part of the work on the same bar, until the part ends."""
        return ProgressOfPart(self, f"{self._what}: {what}")

    def show(self, what: str | None = None) -> None:
        """Show what is done now, of which nothing is counted yet; by default the whole work."""
        (task,) = self._bar.tasks
        task.total = None
        self._bar.update(self._task, completed=0, description=what or self._what, refresh=True)


class ProgressOfPart:
    """The progress of a part of some work, on the bar of the whole."""

    def __init__(self, whole: TerminalProgress, what: str) -> None:
        self._whole = whole
        whole.show(what)

    def progress(self, done: int, total: int) -> None:
        """Show how much of the part is done."""
        self._whole.progress(done, total)

    def end(self) -> None:
        """Show the whole work again."""
        self._whole.show()
