"""A report of the back office: a small value with columns, rows, totals, notes and a citation.

Every rendering (terminal, JSON, CSV, PDF, page) is made from this value. The digest is that of the
report's canonical JSON, so that it stands for the figures and not for a rendering.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from typing import Any, Final, TypeAlias

import msgspec

from fairdeal import __version__
from fairdeal.program import program_digest
from fairdeal.rulebook.money import CENTS, UNITS, dollars, to_json
from fairdeal.wire.json_line import dump_bytes

#: A value of a row: a text, a whole number (cents, units, seconds), a fraction, or nothing.
Cell: TypeAlias = str | int | Fraction | None


#: Below this a probability is told as "1 in so many", and not at all below that.
_SMALL_CHANCE: Final = Fraction(1, 10_000)
_LEAST_CHANCE: Final = Fraction(1, 10**9)


class Kind(StrEnum):
    """What a column holds, which decides how it is written."""

    TEXT = "text"
    NUMBER = "number"
    #: Cents.
    MONEY = "money"
    #: Ten-thousandths of a cent, in which meters count.
    METER = "meter"
    #: A share, written as a percentage with two decimals.
    SHARE = "share"
    #: A probability: a percentage, and a small one as "1 in so many".
    CHANCE = "chance"
    #: A mean or a deviation of money in dollars: exact, and written rounded to a cent.
    DOLLARS = "dollars"
    #: A figure with two decimals.
    FIGURE = "figure"
    #: Seconds since 1970, written as an ISO time (UTC).
    TIME = "time"


class Column(msgspec.Struct, frozen=True):
    """A column: its name in JSON and CSV, its heading, and what it holds."""

    name: str
    title: str
    kind: Kind = Kind.TEXT

    @property
    def is_number(self) -> bool:
        """Return whether its cells are set to the right."""
        return self.kind not in (Kind.TEXT, Kind.TIME)


class Report(msgspec.Struct, frozen=True):
    """A report over a part of a floor's log."""

    name: str
    title: str
    #: What it is about, in words, and as the fields that were asked for.
    scope: str
    asked: dict[str, str]
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    totals: tuple[tuple[Cell, ...], ...] = ()
    notes: tuple[str, ...] = ()
    citation: str = ""
    #: Whether the period is not over yet, so that figures may still change.
    open: bool = False
    #: Who has signed these figures: line, name, role and second.
    signatures: tuple[tuple[str, str, str, int], ...] = ()
    #: What the period waits for before it can be signed, and what people wrote about it. Like
    #: signatures they are not part of the digest.
    waits: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the canonical JSON, in hex."""
        return sha256(dump_bytes(self._content())).hexdigest()

    def document(self) -> dict[str, Any]:
        """Return the report as JSON has it, with its digest and the program that made it.

        The digest is of the figures alone: another version of the program that makes the same
        figures has the same one.
        """
        program = {"version": __version__, "digest": program_digest()}
        signed = [
            {"line": line, "by": name, "role": role, "time": iso_time(time)}
            for line, name, role, time in self.signatures
        ]
        return {
            **self._content(),
            "digest": self.digest,
            "program": program,
            "signatures": signed,
            "waits": list(self.waits),
            "remarks": list(self.remarks),
        }

    @property
    def state(self) -> str:
        """Return whether the period is open, and what it waits for, in words; empty if it is over
        and waits for nothing.
        """
        if self.open:
            return "The period is still open: figures may change."
        if not self.waits:
            return ""
        return f"The day is still open: {'; '.join(self.waits)}."

    def _content(self) -> dict[str, Any]:
        return {
            "report": self.name,
            "title": self.title,
            "scope": self.scope,
            "asked": self.asked,
            "open": self.open,
            "columns": [
                {"name": one.name, "title": one.title, "kind": str(one.kind)}
                for one in self.columns
            ],
            "rows": [self._row(row) for row in self.rows],
            "totals": [self._row(row) for row in self.totals],
            "notes": list(self.notes),
            "citation": self.citation,
        }

    def _row(self, row: Sequence[Cell]) -> dict[str, Any]:
        return {
            column.name: json_cell(column.kind, cell)
            for column, cell in zip(self.columns, row, strict=True)
        }


def json_cell(kind: Kind, cell: Cell) -> Any:
    """Return a cell as JSON has it: money in dollars, shares and figures as rounded numbers."""
    if cell is None or isinstance(cell, str):
        return cell
    match kind:
        case Kind.MONEY:
            return to_json(int(cell), per_dollar=CENTS)
        case Kind.METER:
            return to_json(int(cell), per_dollar=UNITS)
        case Kind.SHARE:
            return float(rounded(Fraction(cell), 6))
        case Kind.CHANCE:
            return float(Fraction(cell))
        case Kind.FIGURE | Kind.DOLLARS:
            return float(rounded(Fraction(cell), 4))
        case Kind.TIME:
            return iso_time(int(cell))
        case _:
            return int(cell)


def plain_cell(kind: Kind, cell: Cell) -> str:
    """Return a cell as CSV has it: money with two decimals, times as ISO, no separators."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    match kind:
        case Kind.MONEY:
            return str(Decimal(int(cell)).scaleb(-2))
        case Kind.METER:
            return str(Decimal(int(cell)).scaleb(-6))
        case Kind.SHARE:
            return str(rounded(Fraction(cell), 6))
        case Kind.CHANCE:
            return str(float(Fraction(cell)))
        case Kind.DOLLARS:
            return str(rounded(Fraction(cell), 2))
        case Kind.FIGURE:
            return str(rounded(Fraction(cell), 4))
        case Kind.TIME:
            return iso_time(int(cell))
        case _:
            return str(int(cell))


def shown_cell(kind: Kind, cell: Cell) -> str:
    """Return a cell as a person reads it on a terminal, a page or a paper."""
    if cell is None:
        return "\N{EN DASH}"
    if isinstance(cell, str):
        return cell
    match kind:
        case Kind.MONEY:
            return _with_cents(int(cell))
        case Kind.METER:
            whole, rest = divmod(abs(int(cell)), UNITS)
            sign = "-" if cell < 0 else ""
            cents, finer = divmod(rest, UNITS // CENTS)
            return f"{sign}${whole:,}.{cents:02}{f'{finer:04}'.rstrip('0')}"
        case Kind.SHARE:
            return f"{rounded(Fraction(cell) * 100, 2):,} %"
        case Kind.CHANCE:
            return _chance_words(Fraction(cell))
        case Kind.FIGURE | Kind.DOLLARS:
            return f"{rounded(Fraction(cell), 2):,}"
        case Kind.TIME:
            return datetime.fromtimestamp(int(cell), UTC).strftime("%Y-%m-%d %H:%M:%S")
        case _:
            return f"{int(cell):,}"


def _chance_words(chance: Fraction) -> str:
    """Return a probability in words: a small one would be a percentage of nothing."""
    if chance >= _SMALL_CHANCE:
        return shown_cell(Kind.SHARE, chance)
    if chance < _LEAST_CHANCE:
        return "below 1 in a billion"
    often = round(1 / chance)
    digits = len(str(often)) - 3
    return f"1 in {round(often, -digits) if digits > 0 else often:,}"


def _with_cents(cents: int) -> str:
    text = dollars(cents)
    return text if "." in text else f"{text}.00"


def rounded(value: Fraction, places: int) -> Decimal:
    """Return a fraction rounded half away from zero, as a decimal that is the same everywhere."""
    scaled = abs(value) * 10**places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return Decimal(-whole if value < 0 else whole).scaleb(-places)


def iso_time(seconds: int) -> str:
    """Return seconds since 1970 as an ISO time in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


#: Columns that many reports have.
TIME: Final = Column("time", "Time (UTC)", Kind.TIME)
TABLE: Final = Column("table", "Table")
