"""The layout of a table: which areas and inscriptions are on the felt, and how they lie."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from fairdeal.rulebook.round import Area
from fairdeal.rulebook.wager import Wager


class FeltColour(StrEnum):
    """The colour of the cloth."""

    GREEN = "green"
    BLUE = "blue"
    BURGUNDY = "burgundy"


@dataclass(frozen=True, slots=True)
class BoardLine:
    """Areas of the board that belong together, and what is inscribed along them."""

    title: str
    areas: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class Inscription:
    """Words on the felt that a text asks for."""

    words: str
    clause: str


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout that a text prescribes for the felt.

    Rows are as a player sees them, who faces the dealer: `board` from the dealer's side down, `box`
    (the betting areas of one player) from the far row to the near one. When a table's layout is
    drawn, names that are not offered there are left out; "" is a gap.
    """

    clause: str
    box: tuple[tuple[str, ...], ...] = ()
    board: tuple[tuple[str, ...], ...] = ()
    lines: tuple[BoardLine, ...] = ()
    inscriptions: tuple[Inscription, ...] = ()
    #: The clauses about parts of every layout: the operator's name, odds, limit, the places of
    #: cards and wagers; by `operator`, `odds`, `limit`, `cards`, or a wager's name.
    clauses: Mapping[str, str] = field(default_factory=dict)
    #: The clause of the area for a player's discards, where there is one.
    discards: str | None = None
    colour: FeltColour = FeltColour.GREEN


def plain_layout(wagers: Iterable[Wager], areas: Iterable[Area], clause: str) -> Layout:
    """Return a layout for a game that prescribes none: additional wagers on the far row of the box,
    those before the deal on the next, those of decisions on the near one; the areas of the board
    side by side.
    """
    rows: tuple[list[str], ...] = ([], [], [])
    for wager in wagers:
        rows[0 if wager.side else 1 if wager.at is None else 2].append(wager.name)
    return Layout(
        clause,
        box=tuple(tuple(row) for row in rows if row),
        board=(tuple(area.name for area in areas),),
    )
