"""Draws a game's felt as SVG, from the layout in the game's data.

There are two drawings: the table as a player sees it, facing the dealer, and the player's own
betting box. Colours are attributes, not styles, so that a drawing can be shown on any page and be
printed.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from fairdeal.rulebook.game import BoardLine, Game
from fairdeal.rulebook.wager import Wager

#: The cloth, its light, and what is written on it.
CLOTHS: Final = {"green": "#0b4f36", "blue": "#12365e", "burgundy": "#5a1730"}
LIGHTS: Final = {"green": "#14694a", "blue": "#1c4a7d", "burgundy": "#742141"}
GOLD: Final = "#e8c874"
CREAM: Final = "#f7f1e1"
RAIL: Final = "#3a2417"
_SERIF: Final = "ui-serif, Georgia, 'Times New Roman', serif"

# The table's drawing, in units of its own.
_WIDE: Final = 720
_MIDDLE: Final = _WIDE / 2
_CARD: Final = (40.0, 56.0)
_GAP: Final = 10.0
#: The y at which the seats begin if the board is small.
_LEAST_ARC: Final = 226.0
#: The gap between two areas of the board.
_APART: Final = 30.0


class AreaPlace(NamedTuple):
    """The position of an area of the board: the corner of its first card, and its cards."""

    name: str
    title: str
    x: float
    y: float
    cards: int

    @property
    def width(self) -> float:
        """Return the width from the left edge of the first card to the right edge of the last."""
        return self.cards * _CARD[0] + (self.cards - 1) * _GAP


def _number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _text(
    x: float,
    y: float,
    words: str,
    size: float,
    *,
    fill: str = GOLD,
    anchor: str = "middle",
    more: str = "",
) -> str:
    return (
        f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}" fill="{fill}" '
        f'text-anchor="{anchor}" {more}>{escape(words)}</text>'
    )


def _outline(x: float, y: float, width: float, height: float, radius: float, more: str = "") -> str:
    return (
        f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" '
        f'height="{_number(height)}" rx="{_number(radius)}" fill="none" stroke="{GOLD}" {more}/>'
    )


def _open(name: str, title: str, words: str, wide: float, high: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_number(wide)} {_number(high)}" '
        f'role="img" aria-labelledby="{name}-title {name}-words" font-family="{_SERIF}">'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-words">{escape(words)}</desc>'
    )


def _light(name: str, game: Game) -> str:
    """Return the definitions of the cloth's light, brighter in the middle, and of its weave."""
    felt = str(game.felt.colour)
    return (
        f'<defs><radialGradient id="{name}-light" cx="50%" cy="20%" r="90%">'
        f'<stop offset="0" stop-color="{LIGHTS[felt]}"/><stop offset="1" '
        f'stop-color="{CLOTHS[felt]}"/></radialGradient>'
        f'<pattern id="{name}-weave" width="4" height="4" patternUnits="userSpaceOnUse">'
        f'<path d="M0 0h2v2h-2zM2 2h2v2h-2z" fill="#000" opacity=".06"/></pattern></defs>'
    )


# The table ----------------------------------------------------------------------------------------


def board_spots(game: Game, top: float) -> list[AreaPlace]:
    """Return the positions of the board's areas, in the rows of the layout, each row centred."""
    areas = {area.name: area for area in game.areas}
    spots = []
    for at, row in enumerate(game.felt.board):
        cards = [areas[name].cards if name else 1 for name in row]
        widths = [count * _CARD[0] + (count - 1) * _GAP for count in cards]
        left = _MIDDLE - (sum(widths) + _APART * (len(row) - 1)) / 2
        for name, count, width in zip(row, cards, widths, strict=True):
            if name:
                title = (areas[name].title or name).removeprefix("the ")
                y = top + at * (_CARD[1] + _GAP)
                spots.append(AreaPlace(name, title, left, y, count))
            left += width + _APART
    return spots


def table_drawing(game: Game, operator: str = "Fairdeal", name: str = "table") -> str:
    """Return the drawing of the table: the dealer's side on top, the board, and the seats."""
    layout = game.felt
    rows = len(layout.board)
    lined = {area for line in layout.lines for area in line.areas}
    # Upright lines are named above the first row, other areas below their own.
    top = 122.0 + (22 if layout.lines else 0)
    spots = board_spots(game, top)
    below = top + rows * (_CARD[1] + _GAP) + (26 if any(s.name not in lined for s in spots) else 8)
    words_at = below + 18
    # The seats form an arc around a tall board: those at the sides are beside it.
    arc = max(words_at + 24 * len(layout.inscriptions) - 64 * (rows > 1), _LEAST_ARC)
    high = arc + 176
    parts = [
        _open(
            name,
            f"The table of {game.title}",
            f"The dealer is on top. {_board_words(spots)}{game.seats} seats, seat 1 on the right.",
            _WIDE,
            high,
        ),
        _light(name, game),
        _shape(name, high),
        _dealers_side(),
        _text(_MIDDLE, 104, operator.upper(), 24, more='letter-spacing="4"'),
    ]
    for spot in spots:
        parts += _cards(spot)
        if spot.name not in lined:
            middle, foot = spot.x + spot.width / 2, spot.y + _CARD[1] + 22
            parts.append(_text(middle, foot, spot.title.capitalize(), 17))
    parts += [_line(line, spots) for line in layout.lines]
    for at, inscription in enumerate(layout.inscriptions):
        parts.append(_text(_MIDDLE, words_at + 24 * at, inscription.words, 17, fill=CREAM))
    parts += _seats(game.seats, arc, high)
    return "".join([*parts, "</svg>"])


def _board_words(spots: Sequence[AreaPlace]) -> str:
    areas = [f"{spot.title}, {spot.cards} card{'s' * (spot.cards > 1)}" for spot in spots]
    return f"On the board: {'; '.join(areas)}. " if areas else ""


def _shape(name: str, high: float) -> str:
    """Return the rail and the cloth: straight at the dealer's side, round at the players'."""

    def outline(inset: float) -> str:
        left, right, bottom = inset, _WIDE - inset, high - inset
        corner = 26 - inset
        bend = bottom - (high * 0.42)
        return (
            f"M{left} {_number(inset + corner)}Q{left} {inset} {left + corner} {inset}"
            f"H{right - corner}Q{right} {inset} {right} {_number(inset + corner)}"
            f"V{_number(bend)}C{right} {_number(bottom)} {_number(_WIDE * 0.72)} {_number(bottom)} "
            f"{_number(_MIDDLE)} {_number(bottom)}S{left} {_number(bottom)} {left} {_number(bend)}Z"
        )

    cloth = outline(14)
    return (
        f'<path d="{outline(1)}" fill="{RAIL}"/>'
        f'<path d="{cloth}" fill="url(#{name}-light)"/>'
        f'<path d="{cloth}" fill="url(#{name}-weave)"/>'
        f'<path d="{outline(20)}" fill="none" stroke="{GOLD}" stroke-width="1" opacity=".8"/>'
        f'<path d="{outline(24)}" fill="none" stroke="{GOLD}" stroke-width=".6" opacity=".6"/>'
    )


def _dealers_side() -> str:
    """Return the chip tray, the drop slot and the discard rack."""
    tray = 220.0
    left = _MIDDLE - tray / 2
    colours = ("#5b2a86", "#1b1b1d", "#0e6b3b", "#b01e28", "#f4f1e8", "#b01e28", "#0e6b3b")
    step = tray / len(colours)
    tubes = "".join(
        f'<rect x="{_number(left + step * at + 3)}" y="32" width="{_number(step - 6)}" height="32" '
        f'rx="3" fill="{colour}" stroke="{CREAM}" stroke-width=".8"/>'
        for at, colour in enumerate(colours)
    )
    return (
        f'<rect x="{_number(left - 4)}" y="26" width="{_number(tray + 8)}" height="44" rx="6" '
        f'fill="#1c130c" stroke="{GOLD}" stroke-width=".8"/>{tubes}'
        f'<rect x="{_number(left - 46)}" y="44" width="26" height="7" rx="3" fill="#000"/>'
        f'<rect x="{_number(left + tray + 22)}" y="30" width="30" height="38" rx="4" '
        f'fill="#8b1e2b" stroke="{CREAM}" stroke-width="1"/>'
    )


def _cards(spot: AreaPlace) -> Iterator[str]:
    wide, high = _CARD
    for at in range(spot.cards):
        x = spot.x + at * (wide + _GAP)
        yield (
            f'<rect x="{_number(x)}" y="{_number(spot.y)}" width="{_number(wide)}" '
            f'height="{_number(high)}" rx="4" fill="#000" fill-opacity=".16" stroke="{CREAM}" '
            f'stroke-opacity=".85" stroke-width="1.2"/>'
        )


def _line(line: BoardLine, spots: Iterable[AreaPlace]) -> str:
    """Return a thin line around areas that belong together, and their name."""
    own = [spot for spot in spots if spot.name in line.areas]
    left, right = min(s.x for s in own) - 7, max(s.x + s.width for s in own) + 7
    top, foot = min(s.y for s in own) - 6, max(s.y for s in own) + _CARD[1] + 6
    middle = (left + right) / 2
    if len(own) == 1:
        return _text(middle, (top + foot) / 2 + 4, line.title, 11.5, fill=CREAM)
    outline = _outline(left, top, right - left, foot - top, 10, 'stroke-width="1.2"')
    if right - left > foot - top:
        return outline + _text(left - 12, (top + foot) / 2 + 6, line.title, 17, anchor="end")
    return outline + _text(middle, top - 8, line.title, 17)


def _seats(count: int, arc: float, high: float) -> Iterator[str]:
    """Return the seats. Seat 1 is at the far right, which is the dealer's left."""
    for seat in range(1, count + 1):
        part = (seat - 0.5) / count
        x = _WIDE - 84 - part * (_WIDE - 168)
        bow = 1 - (2 * part - 1) ** 2
        y = arc + 6 + bow * (high - arc - 74)
        yield (
            f'<circle cx="{_number(x)}" cy="{_number(y)}" r="24" fill="#000" fill-opacity=".14" '
            f'stroke="{GOLD}" stroke-width="1.4"/>'
        )
        yield _text(x, y + 7, str(seat), 20, fill=CREAM)


# One player's box ---------------------------------------------------------------------------------

_BOX: Final = 480
_RADIUS: Final = 46.0


def box_drawing(game: Game, name: str = "box", offered: Iterable[str] | None = None) -> str:
    """Return the drawing of one player's betting areas, the far row first, and the cards."""
    names = None if offered is None else set(offered)
    rows = [
        [game.wager[one] for one in row if one in game.wager and (names is None or one in names)]
        for row in game.felt.box
    ]
    rows = [row for row in rows if row]
    step = 2 * _RADIUS + 16
    cards = 28 + step * len(rows)
    high = cards + 106
    areas = ", ".join(wager.title for row in rows for wager in row)
    parts = [
        _open(name, "Your place at the table", f"Betting areas: {areas}.", _BOX, high),
        _light(name, game),
        _plate(1, high, 18, RAIL),
        _plate(9, high, 12, f"url(#{name}-light)"),
        _plate(9, high, 12, f"url(#{name}-weave)"),
        _outline(14, 14, _BOX - 28, high - 28, 9, 'stroke-width=".8" opacity=".7"'),
    ]
    for at, row in enumerate(rows):
        y = 28 + step * at + _RADIUS
        wide = min(2 * _RADIUS + 18, (_BOX - 40) / len(row))
        left = _BOX / 2 - wide * (len(row) - 1) / 2
        parts += [_spot(wager, left + wide * place, y) for place, wager in enumerate(row)]
    parts += _own_cards(game, cards)
    return "".join([*parts, "</svg>"])


def _plate(inset: int, high: float, radius: int, fill: str) -> str:
    return (
        f'<rect x="{inset}" y="{inset}" width="{_BOX - 2 * inset}" '
        f'height="{_number(high - 2 * inset)}" rx="{radius}" fill="{fill}"/>'
    )


def _spot(wager: Wager, x: float, y: float) -> str:
    words = _broken(wager.title)
    size = 17.0 if max(map(len, words)) <= 7 else 14.5 if max(map(len, words)) <= 9 else 12.5
    first = y + size * 0.36 - (len(words) - 1) * size * 0.58
    lines = "".join(
        _text(x, first + size * 1.16 * at, word, size, fill=CREAM) for at, word in enumerate(words)
    )
    if wager.progressive:
        # A coin slot with a lamp.
        return (
            f'<rect x="{_number(x - 42)}" y="{_number(y - 34)}" width="84" height="68" rx="12" '
            f'fill="#000" fill-opacity=".22" stroke="{GOLD}" stroke-width="1.6"/>'
            f'<circle cx="{_number(x)}" cy="{_number(y - 20)}" r="5" fill="#b01e28" '
            f'stroke="{CREAM}" stroke-width="1"/>'
            f'<rect x="{_number(x - 16)}" y="{_number(y + 18)}" width="32" height="5" rx="2.5" '
            f'fill="#000"/>' + _text(x, y + 6, wager.title, 13.5, fill=CREAM)
        )
    dash = ' stroke-dasharray="5 4"' if wager.side else ""
    return (
        f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(_RADIUS)}" fill="#000" '
        f'fill-opacity=".14" stroke="{GOLD}" stroke-width="1.8"{dash}/>{lines}'
    )


def _broken(title: str) -> list[str]:
    """Return a title in lines that fit into a circle; a short word stays with the one before."""
    lines: list[str] = []
    for word in title.split():
        if lines and len(lines[-1]) + len(word) <= 6:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _own_cards(game: Game, y: float) -> Iterator[str]:
    wide, high = 50.0, 70.0
    own = game.own_cards
    space = 8.0
    discards = game.felt.discards is not None
    whole = own * wide + (own - 1) * space + (wide + 46 if discards else 0)
    left = _BOX / 2 - whole / 2
    for at in range(own):
        yield (
            f'<rect x="{_number(left + at * (wide + space))}" y="{_number(y)}" '
            f'width="{_number(wide)}" height="{_number(high)}" rx="4" fill="#fffdf7" '
            f'stroke="#000" stroke-opacity=".4"/>'
            f'<rect x="{_number(left + at * (wide + space) + 5)}" y="{_number(y + 5)}" '
            f'width="{_number(wide - 10)}" height="{_number(high - 10)}" rx="2.5" fill="#8b1e2b"/>'
        )
    if discards:
        x = left + whole - wide - 12
        yield _outline(x, y, wide + 12, high, 6, 'stroke-width="1.2" stroke-dasharray="3 3"')
        yield _text(x + wide / 2 + 6, y + high / 2 + 5, "Discards", 13, fill=CREAM)
