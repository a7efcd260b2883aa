"""Paytables: the hand, what it pays, and the clause that says so.

The paytables of one wager are written side by side, a column each, as a manager compares them:

    paytables("five-card-bonus", "12.B", FIVE_CARD, "ABC", {
        "royal flush":    ["$20,000", "$20,000", "$20,000"],
        ...
    })

A line's clause follows from its place, as in the texts: paytable B is (2), its third line (c).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, TypeVar

from fairdeal.errors import NoPaytableError
from fairdeal.hands import Ranking
from fairdeal.rulebook.hand import HandSpec
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.odds import Odds

_LETTERS: Final = "abcdefghijklmnop"
ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi")

#: The name of a wager's only table.
STANDARD: Final = "standard"


@dataclass(frozen=True, slots=True)
class PaytableLine:
    """One line of a paytable."""

    hand: str
    pays: Odds
    clause: str


@dataclass(frozen=True, slots=True)
class Meter:
    """A progressive meter: its name, and the least initial and reset amounts that are allowed."""

    name: str
    least_reset_cents: int
    clause: str


@dataclass(frozen=True, slots=True)
class EnvyLine:
    """A hand that pays an envy bonus to the others, by the receiver's own stake in cents."""

    hand: str
    pays_cents: Mapping[int, int]
    clauses: Mapping[int, str]


_LineT = TypeVar("_LineT", PaytableLine, EnvyLine)


@dataclass(frozen=True)
class Paytable:
    """One paytable of one or more wagers."""

    name: str
    group: str
    clause: str
    ranking: Ranking = field(repr=False)
    lines: tuple[PaytableLine, ...]
    #: The hand that the table is paid on, if it is another than the wager's own.
    hand: HandSpec | None = None
    meters: tuple[Meter, ...] = ()
    envy: tuple[EnvyLine, ...] = ()

    def __post_init__(self) -> None:
        _check(self)

    @cached_property
    def by_cell(self) -> tuple[PaytableLine | None, ...]:
        """The line that each cell of the ranking is paid by."""
        return _by_cell(self.ranking, self.lines)

    @cached_property
    def envy_by_cell(self) -> tuple[EnvyLine | None, ...]:
        """The envy line that each cell of the ranking qualifies for."""
        return _by_cell(self.ranking, self.envy)

    def paying(self, changes: Mapping[str, str]) -> "Paytable":
        """Return this table with other payouts on some lines, for "what if" analyses."""
        known = [line.hand for line in self.lines]
        for hand in changes:
            if hand not in known:
                raise NoPaytableError(f"paytable {self.name} has no line {hand!r}")
        lines = tuple(
            replace(line, pays=Odds.parse(changes[line.hand])) if line.hand in changes else line
            for line in self.lines
        )
        return replace(self, lines=lines)


@dataclass(frozen=True)
class Paytables:
    """The tables among which an operator chooses for one wager, or for the game's own wagers."""

    name: str
    clause: str
    tables: tuple[Paytable, ...]

    def __getitem__(self, name: str) -> Paytable:
        for table in self.tables:
            if table.name == name:
                return table
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __or__(self, other: "Paytables") -> "Paytables":
        """Return the tables of both groups, in the order of their names: for tables of different
        hands.
        """
        tables = sorted((*self.tables, *other.tables), key=lambda table: table.name)
        return replace(self, tables=tuple(tables))

    def cited(self, clause: str) -> "Paytables":
        """Return these tables as another text prints them, all under one clause."""
        return replace(
            self,
            clause=clause,
            tables=tuple(
                replace(
                    table,
                    clause=clause,
                    lines=tuple(replace(line, clause=clause) for line in table.lines),
                )
                for table in self.tables
            ),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tables, as a rules file gives them."""
        return tuple(table.name for table in self.tables)

    @property
    def only(self) -> Paytable | None:
        """The one table of a group without a choice."""
        return self.tables[0] if len(self.tables) == 1 else None


def paytables(
    name: str,
    clause: str,
    ranking: Ranking,
    columns: str,
    rows: Mapping[str, Sequence[str | None]],
    *,
    hand: HandSpec | None = None,
    resets: Mapping[str, Mapping[str, int]] | None = None,
    reset_clause: str = "",
    reset_places: Sequence[str] = _LETTERS,
    envy: Mapping[str, Mapping[int, int]] | None = None,
    envy_clauses: Mapping[int, str] | None = None,
) -> Paytables:
    """Return a group of paytables written side by side, one for each letter of `columns`.

    For a progressive: `resets` gives each table's meters with their least amounts in dollars, and
    `envy` the payment to others for each hand by the dollars staked, the same in every column.
    """
    tables = []
    for column, name_of in enumerate(columns):
        place = _LETTERS.index(name_of.lower())
        number = f"({place + 1})"
        paying = [(words, odds) for words, row in rows.items() if (odds := row[column])]
        tables.append(
            Paytable(
                name_of,
                name,
                f"{clause}{number}",
                ranking,
                tuple(
                    PaytableLine(words, Odds.parse(odds), f"{clause}{number}({letter})")
                    for letter, (words, odds) in zip(_LETTERS, paying, strict=False)
                ),
                hand,
                tuple(
                    Meter(meter, least * CENTS, f"{reset_clause}({reset_places[place]})")
                    for meter, least in (resets or {}).get(name_of, {}).items()
                ),
                _envy(envy or {}, envy_clauses or {}, number),
            )
        )
    return Paytables(name, clause, tuple(tables))


def single(
    name: str,
    clause: str,
    ranking: Ranking,
    rows: Mapping[str, str],
    *,
    line_clauses: Sequence[str] | None = None,
) -> Paytables:
    """Return the one table of a wager that has no choice. Its lines are (1), (2), ... of the
    clause, or cite the clauses in `line_clauses`.
    """
    clauses = line_clauses or [f"{clause}({place})" for place in range(1, len(rows) + 1)]
    lines = tuple(
        PaytableLine(words, Odds.parse(odds), cited)
        for (words, odds), cited in zip(rows.items(), clauses, strict=True)
    )
    return Paytables(name, clause, (Paytable(STANDARD, name, clause, ranking, lines),))


def _envy(
    rows: Mapping[str, Mapping[int, int]], clauses: Mapping[int, str], number: str
) -> tuple[EnvyLine, ...]:
    return tuple(
        EnvyLine(
            hand,
            {stake * CENTS: amount * CENTS for stake, amount in amounts.items()},
            {stake * CENTS: f"{clauses[stake]}{number}({letter})" for stake in amounts},
        )
        for letter, (hand, amounts) in zip(_LETTERS, rows.items(), strict=False)
    )


def _by_cell(ranking: Ranking, lines: Iterable[_LineT]) -> tuple[_LineT | None, ...]:
    """Return the line of each cell; if two lines take the same cell, the one printed first has
    it.
    """
    cells: list[_LineT | None] = [None] * len(ranking.cells)
    for line in lines:
        for cell in ranking.lines[line.hand]:
            cells[cell] = cells[cell] or line
    return tuple(cells)


def _check(table: Paytable) -> None:
    """Check that each line names a hand and can be reached, and that no unpaid hand is above a paid
    one.
    """
    for hand in (*(line.hand for line in table.lines), *(line.hand for line in table.envy)):
        if hand not in table.ranking.lines:
            raise NoPaytableError(
                f"{table.group} {table.name}: {hand!r} is no {table.ranking.name} hand"
            )
    cells = table.by_cell
    meters = {meter.name for meter in table.meters}
    for line in table.lines:
        if line.pays.meter and line.pays.meter not in meters:
            raise NoPaytableError(
                f"{table.group} {table.name}: there is no meter {line.pays.meter!r} to pay "
                f"{line.hand!r} from"
            )
        if line not in cells:
            raise NoPaytableError(
                f"{table.group} {table.name}: the line {line.hand!r} is never reached, "
                "the lines above it take all its hands"
            )
    paid = [cell for cell, line in enumerate(cells) if line]
    for cell in range(paid[0] if paid else 0, len(cells)):
        if cells[cell] is None:
            raise NoPaytableError(
                f"{table.group} {table.name}: {table.ranking.cells[cell]!r} is not paid, "
                "though a lower hand is"
            )
