"""Drop and Win, the Master Game Report: the money of every table from its opener to its closer."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from fairdeal.office.book.book import Book
from fairdeal.office.book.facts import Inventory
from fairdeal.office.book.sums import RoundSums, Slot
from fairdeal.office.book.table_fold import TableFold
from fairdeal.office.report import Cell, Column, Kind, Report
from fairdeal.office.reports.statistical import game_title
from fairdeal.office.scope import Scope
from fairdeal.rulebook.money import UNITS_PER_CENT

_COLUMNS: Final = (
    Column("of", "Table or game"),
    Column("game", "Game"),
    Column("shift", "Shift"),
    Column("opener", "Opener", Kind.METER),
    Column("fills", "Fills", Kind.MONEY),
    Column("credits", "Credits", Kind.MONEY),
    Column("drop", "Drop", Kind.MONEY),
    Column("closer", "Closer", Kind.METER),
    Column("win", "Win", Kind.METER),
    Column("hold", "Hold", Kind.SHARE),
    Column("variance", "Variance", Kind.MONEY),
)
_AMOUNTS: Final = ("opener", "fills", "credits", "drop", "closer", "variance")


def drop_and_win(book: Book, scope: Scope) -> Report:
    """Make the Master Game Report (36.05.03.15D)."""
    scope.require_no_dealer("a tray has no line for each dealer")
    scope.require_whole_time("Drop and Win")
    by_table = _by_table(book, scope)
    found = {
        table.id: (table, amounts)
        for table in scope.tables(book)
        if (amounts := _amounts(book, scope, table, by_table)) is not None
    }
    by_game: dict[str, list[dict[str, int]]] = {}
    for table, amounts in found.values():
        by_game.setdefault(game_title(table), []).append(amounts)
    parts = _shifts(book, scope)
    shift = scope.shift or "all"
    games = [
        _row(title, "all tables", shift, _sum(lines)) for title, lines in sorted(by_game.items())
    ]
    whole = _sum(amounts for _, amounts in found.values())
    rows = [
        _row(name, game_title(table), part.shift or "all", amounts)
        for name, (table, _) in found.items()
        for part in parts
        if (amounts := _amounts(book, part, table, by_table)) is not None
    ]
    tables = [_row(name, game_title(one), "all", amounts) for name, (one, amounts) in found.items()]
    house = _row("House", "all tables", shift, whole)
    return Report(
        "drop-and-win",
        "Drop and Win",
        scope.words(book),
        scope.fields(),
        _COLUMNS,
        tuple(rows),
        (*(tables if len(parts) > 1 else ()), *games, house) if found else (),
        (
            (
                "Win is closer + credits + drop - opener - fills, and hold is win by drop. Opener "
                "and closer are what lay in the tray by the log when the period began and ended, "
                "or what the table opened with and was counted when it closed. A round counts in "
                "the shift in which it ended. A gaming day has a row for each shift, and the total "
                "of a table goes from the opener of its first shift to the closer of its last one."
            ),
            (
                "What meters were fed has left the tray, and what they paid came into it. The "
                "variance is what two people counted beyond the log; it is part of the win."
            ),
        ),
        "COMAR 36.05.03.15D",
        open=scope.is_open(book),
    )


class _Lines(NamedTuple):
    """What one table's amounts are added up from."""

    inventories: list[Inventory]
    slots: list[tuple[Slot, RoundSums]]


def _by_table(book: Book, scope: Scope) -> dict[str, _Lines]:
    lines = {one.id: _Lines([], []) for one in scope.tables(book)}
    for one in book.inventories:
        if one.where.table in lines:
            lines[one.where.table].inventories.append(one)
    for slot, sums in book.slots.items():
        if slot.table in lines:
            lines[slot.table].slots.append((slot, sums))
    return lines


def _shifts(book: Book, scope: Scope) -> list[Scope]:
    """Return the parts that have rows of their own: the shifts of one gaming day."""
    if scope.period != "day" or scope.shift is not None:
        return [scope]
    parts = [replace(scope, shift=one.name) for one in book.calendar.on(scope.day).shifts]
    return [one for one in parts if one.seconds(book)[0] <= book.time]


def _amounts(
    book: Book, scope: Scope, table: TableFold, by_table: Mapping[str, _Lines]
) -> dict[str, int] | None:
    """Return the amounts of a table in units; None where it was not open in the scope."""
    inside = dict.fromkeys(("opening", "fill", "credit", "closing", "variance"), 0)
    before, moved = 0, False
    for one in by_table[table.id].inventories:
        if scope.has_day(one.where.day, one.where.shift):
            inside[one.kind] = inside.get(one.kind, 0) + one.units
            moved = True
        elif scope.is_before(book, one.where.day, one.where.shift):
            before += one.units
    drop = played = 0
    for slot, sums in by_table[table.id].slots:
        sold = sums.drop * UNITS_PER_CENT
        if scope.has_day(slot.day, slot.shift):
            drop += sold
            played += sums.tray_units
            moved = moved or bool(sold or sums.tray_units or sums.rounds)
        elif scope.is_before(book, slot.day, slot.shift):
            before += sums.tray_units - sold
    if not moved and not before:
        return None
    opener = before + inside["opening"]
    left = opener + inside["fill"] + inside["credit"] + inside["variance"] + played - drop
    return {
        "opener": opener,
        "fills": inside["fill"],
        "credits": -inside["credit"],
        "drop": drop,
        "closer": -inside["closing"] if inside["closing"] else left,
        "variance": inside["variance"],
    }


def _sum(parts: Iterable[dict[str, int]]) -> dict[str, int]:
    whole = dict.fromkeys(_AMOUNTS, 0)
    for part in parts:
        for name in _AMOUNTS:
            whole[name] += part[name]
    return whole


def _row(name: str, game: str, shift: str, one: dict[str, int]) -> tuple[Cell, ...]:
    win = one["closer"] + one["credits"] + one["drop"] - one["opener"] - one["fills"]
    return (
        name,
        game,
        shift,
        one["opener"],
        *(one[amount] // UNITS_PER_CENT for amount in ("fills", "credits", "drop")),
        one["closer"],
        win,
        Fraction(win, one["drop"]) if one["drop"] else None,
        one["variance"] // UNITS_PER_CENT,
    )
