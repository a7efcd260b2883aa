"""The layout drawn to scale, with every area and inscription that the text requires.

The areas and their rows come from the game (`Game.felt`), as on the pages. This module finds their
positions: it makes the areas as large as possible without overlaps, for any number of seats and
wagers.
"""

from bisect import bisect_left
from math import pi
from typing import Final

import msgspec

from fairdeal.english import all_of, cards_in_words
from fairdeal.papers.elements import OddsPanel, PaperHead, head_of, panels_of, split_in_columns
from fairdeal.papers.geometry import (
    DEPTH,
    WIDTH,
    FeltShape,
    Point,
    SeatPosition,
    are_apart,
    is_on_cloth,
    outline,
    seats_at,
)
from fairdeal.rulebook.layout import BoardLine
from fairdeal.rulebook.rules import Rules
from fairdeal.wording.felt import FeltScene, felt_of

#: The scale of the drawing, 1 to 6: two inches to the foot.
SCALE: Final = 6
#: A playing card with a little room around it; a gap between areas; the edge that stays free.
_CARD: Final = (72.0, 97.0)
_CARD_FAN: Final = 33.0
_GAP: Final = 9.0
_EDGE: Final = 38.0
#: The smallest useful betting area; a chip has 39 mm.
LEAST_SPOT: Final = 46.0
_SPOT_SIZES: Final = tuple(float(size) for size in range(78, int(LEAST_SPOT) - 1, -2))
_LINE_HEIGHTS: Final = tuple(size / 2 for size in range(42, 11, -1))
_TRAY: Final = (560.0, 150.0)
#: The height of letters relative to a line, and their width relative to their height.
_LETTER_HEIGHT: Final = 0.7
_LETTER_WIDTH: Final = 0.47
#: The least space in the middle, and its width relative to its height at best.
_MIDDLE: Final = (600.0, 130.0)
_MIDDLE_SHAPE: Final = 3.0
#: The inscription below an area for several cards.
_INSCRIPTION_HEIGHT: Final = 26.0


class OddsColumn(msgspec.Struct, frozen=True, rename="kebab"):
    """A column of paytables on the cloth; `line` is the height of one of its lines."""

    part: FeltShape
    line: float
    panels: tuple[OddsPanel, ...]


class KeyRow(msgspec.Struct, frozen=True, rename="kebab"):
    """An element of the layout: its size, and the clause that requires it."""

    what: str
    size: str
    clause: str


class LayoutPaper(msgspec.Struct, frozen=True, rename="kebab"):
    """The content of a layout; lengths are millimetres on the table."""

    head: PaperHead
    scale: int
    width: float
    depth: float
    outline: tuple[Point, ...]
    #: Betting areas, places for cards, and equipment.
    parts: tuple[FeltShape, ...]
    odds: tuple[OddsColumn, ...]
    #: The middle of the cloth: operator, game, limits and other inscriptions.
    middle: FeltShape
    inscriptions: tuple[str, ...]
    #: Where each seat is numbered, outside the cloth.
    seats: tuple[FeltShape, ...]
    key: tuple[KeyRow, ...]
    clause: str


def layout_of(rules: Rules) -> LayoutPaper:
    """Return the layout of a table."""
    felt = felt_of(rules)
    board, below_board = _board(rules, felt)
    spot, seats, boxes = _boxes(felt, board)
    width, height = _MIDDLE
    kept_free = FeltShape("middle", "", WIDTH / 2, below_board + _GAP + height / 2, width, height)
    odds = _odds(rules, [*board, *boxes, kept_free])
    top = min(part.y - part.height / 2 for part in boxes if abs(part.x - WIDTH / 2) < 160)
    middle = _middle(below_board, top, [*boxes, *(column.part for column in odds)])
    return LayoutPaper(
        head=head_of(rules),
        scale=SCALE,
        width=WIDTH,
        depth=DEPTH,
        outline=outline(),
        parts=(*_equipment(), *board, *boxes),
        odds=odds,
        middle=middle,
        inscriptions=tuple(words.words for words in felt.inscriptions),
        seats=tuple(_number(number, seat) for number, seat in enumerate(seats, 1)),
        key=tuple(_key(rules, felt, spot)),
        clause=rules.game.felt.clause,
    )


def board_and_seat_shapes(rules: Rules) -> tuple[tuple[FeltShape, ...], ...]:
    """Return the shapes of the board, if any, and of one player's areas, each from 0, 0."""
    felt = felt_of(rules)
    board, _ = _board(rules, felt)
    box = _box(felt, SeatPosition((WIDTH / 2, DEPTH), (0, 1)), _SPOT_SIZES[0])
    return tuple(_from_corner(parts) for parts in (board, box) if parts)


def _from_corner(parts: list[FeltShape]) -> tuple[FeltShape, ...]:
    left = min(part.x - part.width / 2 for part in parts)
    top = min(part.y - part.height / 2 for part in parts)
    replace = msgspec.structs.replace
    return tuple(replace(part, x=part.x - left, y=part.y - top) for part in parts)


def _equipment() -> tuple[FeltShape, ...]:
    """Return the equipment of every table; the dealer's left is on the right of the drawing."""
    middle = WIDTH / 2
    return (
        FeltShape("tray", "Table inventory", middle, 18 + _TRAY[1] / 2, *_TRAY),
        FeltShape("slot", "Drop box", middle - 340, 42, 84, 44),
        FeltShape("slot", "Tip box", middle + 340, 42, 84, 44),
        FeltShape("rack", "Discards", middle + 340, 120, 84, 90),
    )


def _board(rules: Rules, felt: FeltScene) -> tuple[list[FeltShape], float]:
    """Return the areas of the board, below the table inventory, and the y at which they end."""
    parts: list[FeltShape] = []
    y = 18 + _TRAY[1] + 18
    for row in felt.board:
        widths = [_area_width(felt, name) for name in row]
        x = WIDTH / 2 - (sum(widths) + _GAP * (len(row) - 1)) / 2
        for name, width in zip(row, widths, strict=True):
            if name:
                along = _line_of(rules, name)
                title = along.title if along else felt.areas[name].title
                kind = f"cards-{felt.areas[name].cards}"
                parts.append(
                    FeltShape(kind, title, x + width / 2, y + _CARD[1] / 2, width, _CARD[1])
                )
            x += width + _GAP
        several = any(name and felt.areas[name].cards > 1 for name in row)
        y += _CARD[1] + _GAP + several * _INSCRIPTION_HEIGHT
    return parts, y


def _line_of(rules: Rules, area: str) -> BoardLine | None:
    """Return the line whose title is inscribed on an area: the shorter one of two."""
    along = [line for line in rules.game.felt.lines if area in line.areas]
    return min(along, key=lambda line: len(line.areas), default=None)


def _inscribed_areas(rules: Rules, line: BoardLine) -> list[str]:
    """Return the areas that the title of a line is inscribed on."""
    return [area for area in line.areas if _line_of(rules, area) == line]


def _area_width(felt: FeltScene, name: str) -> float:
    cards = felt.areas[name].cards if name else 1
    return cards * _CARD[0] + (cards - 1) * 4


def _boxes(
    felt: FeltScene, board: list[FeltShape]
) -> tuple[float, list[SeatPosition], list[FeltShape]]:
    """Return the size of the betting areas, as large as possible, the seats, and their areas."""
    for spot in _SPOT_SIZES:
        depth = _depth(felt, spot)
        for reach in (0.06, 0.09, 0.12, 0.15, 0.18):
            seats = seats_at(felt.seats, depth, reach * pi)
            boxes = [_box(felt, seat, spot) for seat in seats]
            if _fits(boxes, board):
                return spot, seats, [part for box in boxes for part in box]
    raise AssertionError(f"{felt.seats} seats with these areas do not fit a table")


def _fits(boxes: list[list[FeltShape]], board: list[FeltShape]) -> bool:
    fixed = [*board, *_equipment()]
    return all(
        all(is_on_cloth(part, _EDGE / 2) for part in box)
        and are_apart(box, fixed)
        and are_apart(box, boxes[place + 1] if place + 1 < len(boxes) else ())
        for place, box in enumerate(boxes)
    )


def _depth(felt: FeltScene, spot: float) -> float:
    return _EDGE + _CARD[1] + len(felt.box) * (spot + _GAP) + _GAP


def _box(felt: FeltScene, seat: SeatPosition, spot: float) -> list[FeltShape]:
    """Return the areas of one player: the cards nearest to the player, then the wagers."""
    parts: list[FeltShape] = []
    hand = _CARD[0] + (felt.hand - 1) * _CARD_FAN
    row: list[tuple[str, str, float]] = [(f"hand-{felt.hand}", "Cards", hand)]
    if felt.discards:
        row.append(("hand-1", "Discards", _CARD[0]))
    inward = _EDGE + _CARD[1] / 2
    _lay(parts, seat, row, inward, _CARD[1])
    inward += _CARD[1] / 2 + _GAP + spot / 2
    for names in reversed(felt.box):
        wagers = [
            (
                "coin" if felt.wagers[name].slot else "bonus" if felt.wagers[name].side else "spot",
                felt.wagers[name].title,
                spot,
            )
            for name in names
            if name
        ]
        _lay(parts, seat, wagers, inward, spot)
        inward += spot + _GAP
    return parts


def _lay(
    parts: list[FeltShape],
    seat: SeatPosition,
    row: list[tuple[str, str, float]],
    inward: float,
    height: float,
) -> None:
    across = -(sum(width for _, _, width in row) + _GAP * (len(row) - 1)) / 2
    for kind, title, width in row:
        x, y = seat.place(across + width / 2, inward)
        parts.append(FeltShape(kind, title, x, y, width, height, seat.angle))
        across += width + _GAP


def _odds(rules: Rules, others: list[FeltShape]) -> tuple[OddsColumn, ...]:
    """Return the paytables to the left and right of the board, in the largest lines that fit."""
    panels = panels_of(rules)
    heights = [_lines(panel) for panel in panels]
    columns = [column for column in split_in_columns([round(one) for one in heights], 1) if column]
    shown = [tuple(panels[place] for place in places) for places in columns]
    lines = [sum(heights[place] for place in places) - 0.6 for places in columns]
    letters = max(map(_widest, panels))
    fixed = [*others, *_equipment()]

    def place_columns(line: float) -> list[FeltShape]:
        return _free_places(
            line * _LETTER_HEIGHT * letters, [line * number for number in lines], fixed
        )

    # The heights are in descending order: the first that has a place is the largest.
    found = bisect_left(_LINE_HEIGHTS, True, key=lambda line: bool(place_columns(line)))
    assert found < len(_LINE_HEIGHTS), "the paytables do not fit the table"
    line = _LINE_HEIGHTS[found]
    return tuple(
        OddsColumn(part, line, group)
        for part, group in zip(place_columns(line), shown, strict=True)
    )


def _free_places(width: float, heights: list[float], others: list[FeltShape]) -> list[FeltShape]:
    """Return places of these heights on both sides of the board, as near to the dealer and to the
    middle as possible; an empty list if there is no room.
    """
    for down in range(24, 400, 12):
        for across in range(150, 760, 12):
            parts = [
                FeltShape(
                    "odds",
                    "",
                    WIDTH / 2 + side * (across + width / 2),
                    down + height / 2,
                    width,
                    height,
                )
                for side, height in zip((-1, 1), heights, strict=False)
            ]
            if not all(is_on_cloth(part, _EDGE / 2) for part in parts):
                break
            if are_apart(list(map(_wider, parts)), others):
                return parts
    return []


def _wider(part: FeltShape) -> FeltShape:
    """Return a shape enlarged by some free cloth around it."""
    structs = msgspec.structs.replace
    return structs(part, width=part.width + 4 * _GAP, height=part.height + 3 * _GAP)


def _widest(panel: OddsPanel) -> float:
    """Return the width of a panel relative to the height of its letters."""
    rows = [len(row.hand) + len(row.pays) for row in panel.rows]
    rows += [len(row.hand) + sum(len(pays) + 3 for pays in row.pays) for row in panel.envy]
    # The title is in wider letters, with some space between them.
    return max(_LETTER_WIDTH * (max(rows) + 3), 0.72 * len(panel.title))


def _lines(panel: OddsPanel) -> float:
    return len(panel.rows) + 1.95 + (len(panel.envy) + 1 if panel.envy else 0)


def _middle(top: float, bottom: float, others: list[FeltShape]) -> FeltShape:
    """Return the space between the board and the players' areas in which its lines are largest."""
    found: list[FeltShape] = []
    height = bottom - top - 2 * _GAP
    while height >= _MIDDLE[1] / 2:
        for width in range(900, 200, -20):
            part = FeltShape("middle", "", WIDTH / 2, top + _GAP + height / 2, float(width), height)
            if are_apart([part], others):
                found.append(part)
                break
        height -= 2 * _GAP
    assert found, "there is no room for the operator's name"
    return max(found, key=lambda part: min(part.width, _MIDDLE_SHAPE * part.height))


def _number(number: int, seat: SeatPosition) -> FeltShape:
    x, y = seat.place(0, -42)
    return FeltShape("seat", f"Seat {number}", x, y, 120, 40, seat.angle)


def _key(rules: Rules, felt: FeltScene, spot: float) -> list[KeyRow]:
    clauses = rules.game.felt.clauses
    rows = [KeyRow("Name of the operator", rules.operator, clauses.get("operator", ""))]
    wagers: dict[str, list[str]] = {}
    for one in felt.wagers.values():
        wagers.setdefault(one.clause, []).append(one.title)
    each = f"circle of {spot:.0f} mm, at each of {felt.seats} positions"
    rows += [KeyRow(all_of(titles), each, clause) for clause, titles in wagers.items()]
    if cards := clauses.get("cards", ""):
        rows.append(KeyRow("Cards of each player", f"for {cards_in_words(felt.hand)}", cards))
    if rules.game.felt.discards:
        size = f"{_CARD[0]:.0f} by {_CARD[1]:.0f} mm, at each position"
        rows.append(KeyRow("Discards of each player", size, rules.game.felt.discards))
    lines = {area: ln for ln in rules.game.felt.lines for area in ln.areas if len(ln.areas) > 1}
    areas: dict[tuple[str, str], list[str]] = {}
    for name, area in felt.areas.items():
        clause = lines[name].clause if name in lines else area.clause
        areas.setdefault((clause, cards_in_words(area.cards)), []).append(area.title)
    for ln in rules.game.felt.lines:
        what = f"Inscription {ln.title}"
        rows.append(KeyRow(what, f"on {all_of(_inscribed_areas(rules, ln))}", ln.clause))
    if not rules.game.felt.lines:
        rows += [
            KeyRow(all_of(titles), f"for {cards}", clause)
            for (clause, cards), titles in areas.items()
        ]
    if odds := clauses.get("odds", ""):
        rows.append(KeyRow("Payout odds of every wager", "left and right of the board", odds))
    if limit := clauses.get("limit", rules.game.limit.clause):
        rows.append(KeyRow(f"Payout limit {rules.game.limit.per}", "in the middle", limit))
    rows += [KeyRow(words.words, "in the middle", words.clause) for words in felt.inscriptions]
    return rows
