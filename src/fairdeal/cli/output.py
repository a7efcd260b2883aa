"""What every command shares: the console, JSON output, and options that mean the same."""

import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, TextIO

import typer
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.markup import escape, render
from rich.padding import Padding
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Column, Table
from rich.text import Text

from fairdeal.cards import RANKS, SUIT_SIGNS, SUITS
from fairdeal.english import all_of, escape_controls, one_of
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
Jurisdiction = Annotated[str | None, typer.Option(metavar="NAME", help=one_of(JURISDICTIONS))]
Source = Annotated[str, typer.Argument(metavar="FILE", help="a file, or - for standard input")]


#: A card among words, as the program writes it.
_CARD: Final = re.compile(rf"(?<![\w$-])([{RANKS}])([{SUITS}])(?![\w-])")
_RED: Final = (SUITS.index("d"), SUITS.index("h"))
#: The columns whose texts are one word, whatever spaces are in them.
_UNBROKEN_COLUMNS: Final = ("clause", "pays", "name")
#: A text is not squeezed into fewer letters a line while there is a column to do without.
_COMFORTABLE_WIDTH: Final = 22
#: A file or a pipe has no width.
_PLAIN_WIDTH: Final = 110


class _Console(Console):
    """A console that leaves a broken pipe to whoever called the command."""

    #: Whether it is a file or a pipe, which takes plain text.
    plain = False

    def on_broken_pipe(self) -> None:
        """The reader (`head`, say) has gone."""
        raise BrokenPipeError


def discard_output(stream: TextIO) -> None:
    """Nothing more can be written to standard output or error, also not what is left at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def console() -> Console:
    """The terminal, as wide as it is; colours only where it has them."""
    out = _Console(highlight=False)
    if not out.is_terminal:
        # Whoever says how many columns there are, wants them kept.
        out.plain = "COLUMNS" not in os.environ
        if out.plain:
            out.width = _PLAIN_WIDTH
    return out


def print_table(out: Console, table: Table, *, drop: Sequence[str] = ()) -> list[str]:
    """Print a table as wide as the terminal: where it is too narrow, texts wrap at their spaces,
    then the columns in `drop` are left out, the first first; at last each row is told line by line.
    No word and no figure is cut. The columns that were left out are returned.
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
    left_out = list(drop)
    while not _fits(out, table, comfort=_COMFORTABLE_WIDTH if left_out else 0):
        if not left_out:
            _print_rows_as_lines(out, table)
            break
        table = _without_column(table, left_out.pop(0))
    else:
        out.print(table)
    return list(drop[: len(drop) - len(left_out)])


def _without_column(table: Table, header: str) -> Table:
    """Return a `grid` without the columns of that header; a column cannot be removed from one."""
    columns = [column for column in table.columns if column.header != header]
    right = " ".join(str(column.header) for column in columns if column.justify == "right")
    narrower = plain_table(*(str(column.header) for column in columns), right=right)
    for row, cells in zip(table.rows, zip(*(c.cells for c in columns), strict=True), strict=True):
        narrower.add_row(*cells, style=row.style)
    return narrower


def _fits(out: Console, table: Table, *, comfort: int) -> bool:
    """Give the columns of a table their widths, each at least that of its longest word, and of so
    many letters where it has them; whether the terminal has room for them.
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
    """The width of a column's longest word, and of its longest text. Figures and clauses are not
    broken.
    """
    texts = [_cell_text(cell) for cell in (column.header, *column.cells)]
    most = max(map(cell_len, texts))
    if column.justify == "right" or column.header in _UNBROKEN_COLUMNS:
        return most, most
    return max(cell_len(word) for text in texts for word in text.split() or [""]), most


def _print_rows_as_lines(out: Console, table: Table) -> None:
    """A table for which a terminal is too narrow by far."""
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
    """Print a `grid` of rows whose texts are no markup; there may be very many. The columns that a
    terminal was too narrow for are returned.
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
    """A `grid` without colours, letter for letter as rich lays it out, but a hundred times faster:
    for files and pipes. Empty where a cell or the title would have to be broken.
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
    """What a cell says without its markup; whatever is no text cannot be laid out here."""
    if isinstance(cell, str):
        return render(cell, emoji=False).plain if "[" in cell else cell
    return cell.plain if isinstance(cell, Text) else "\n"


def with_suit_signs(out: Console, words: str, style: str = "") -> Text:
    """Words in which cards are named, such as `seat 1 shows As Kd`: with the signs of their suits,
    hearts and diamonds in red, on a terminal that has them; elsewhere as they are.
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
    """Print a line of texts, each with its style where it has one; no text is taken for markup."""
    words = "".join(part if isinstance(part, str) else part[0] for part in parts)
    if _is_plain(out) and cell_len(words) <= _PLAIN_WIDTH and "\n" not in words:
        out.file.write(f"{words}\n")
    else:
        out.print(Text.assemble(*parts))


def print_left_out(out: Console, columns: Sequence[str]) -> None:
    """Say which columns a terminal was too narrow for, where they matter."""
    told = f"left out, for the terminal is narrow: {all_of(columns)}; --json has all"
    print_line(out, (told, "dim"))


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


def plain_table(*columns: str, title: str | None = None, right: str = "") -> Table:
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


class TerminalProgress:
    """A bar with the time elapsed on standard error, where that is a terminal."""

    def __init__(self, what: str) -> None:
        self._bar = Progress(
            SpinnerColumn(),
            TimeElapsedColumn(),
            BarColumn(bar_width=12),
            # A narrow terminal breaks the words, and cuts none.
            TextColumn(what, table_column=Column(no_wrap=False)),
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
