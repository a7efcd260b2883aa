"""Pictures of an analysis: what contributes, and how results spread over many rounds.

The spread after N rounds is the exact distribution of one round convolved N times (by repeated
squaring), not a simulation.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter, StrMethodFormatter

from fairdeal.cards import RANKS
from fairdeal.english import quoted
from fairdeal.errors import BadInputError
from fairdeal.lab.decisions.strategy_card import GridCell
from fairdeal.lab.figures.analysis import Analysis
from fairdeal.lab.figures.payouts import MAIN
from fairdeal.lab.figures.plot_files import plot_path
from fairdeal.lab.figures.round_totals import round_totals
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.paytable import STANDARD
from fairdeal.wording.how_to_play import main_hand

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROUNDS: Final = (100, 1_000, 10_000)
_INK, _GAIN, _LOSS, _CALM = "#222222", "#2a7f62", "#b3423a", "#4472a8"
#: Inches: a row, the highest picture, and how many rows are not higher than that. At so many dots
#: an inch a picture has room on a screen, and its letters can be read at half size.
_HIGH, _HIGHEST, _ROWS, _DPI = 4.5, 9.0, 2, 110
_SMALL, _TEXT, _TITLE = 10, 11, 13


def plot_analyses(
    game: Game, analyses: Sequence[Analysis], target: str, grid: Sequence[GridCell] = ()
) -> list[Path]:
    """Draw every analysis, one row each, into SVG or PNG files, and say which: a picture is no
    higher than a screen, so what has no room in the first goes on in FILE-2 and so on. Wagers of
    one name have one x-axis, in all pictures. `grid` is the first decision for every kind of own
    cards, drawn beside the main wagers.
    """
    path = plot_path(target)
    pages: list[tuple[Figure, Path]] = []
    alike: dict[tuple[str, int], list[Axes]] = {}
    for number, part in enumerate(_pages(analyses, bool(grid)), start=1):
        figure = _page(game, part, grid, alike)
        name = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        pages.append((figure, name))
    for axes in alike.values():
        ends = [axis.get_xlim() for axis in axes]
        for axis in axes:
            axis.set_xlim(min(low for low, _ in ends), max(high for _, high in ends))
    for figure, name in pages:
        _save(figure, name)
    return [name for _, name in pages]


def _pages(analyses: Sequence[Analysis], has_grid: bool) -> Iterator[Sequence[Analysis]]:
    """Yield as many analyses as have room below each other; those with a grid stand alone."""
    part: list[Analysis] = []
    for one in analyses:
        if part and (len(part) == _ROWS or (has_grid and MAIN in (one.wager, part[-1].wager))):
            yield part
            part = []
        part.append(one)
    if part:
        yield part


def _page(
    game: Game,
    analyses: Sequence[Analysis],
    grid: Sequence[GridCell],
    alike: dict[tuple[str, int], list["Axes"]],
) -> Figure:
    with_grid = bool(grid) and analyses[0].wager == MAIN
    columns = 3 if with_grid or any(one.progressive for one in analyses) else 2
    height = _HIGHEST if with_grid else _HIGH * len(analyses)
    figure = Figure(figsize=(7.0 * columns + 1.4 * with_grid, height), layout="constrained")
    FigureCanvasAgg(figure)
    widths = [1.0, 1.0, 1.4 if with_grid else 1.0][:columns]
    rows = figure.subplots(len(analyses), columns, squeeze=False, width_ratios=widths)
    for row, one in zip(rows, analyses, strict=True):
        table = "" if one.paytable == STANDARD else f" {one.paytable}"
        draw_contributions(row[0], one, f"{game.title}, {one.wager}{table}", _hands(game, one))
        draw_spread(row[1], one)
        for column in (0, 1):
            alike.setdefault((one.wager, column), []).append(row[column])
        if with_grid:
            draw_grid(row[2], grid, one.unit)
        elif one.progressive:
            draw_hold(row[2], one)
        elif columns > 2:
            row[2].set_axis_off()
    return figure


def _hands(game: Game, one: Analysis) -> str:
    return main_hand(game) if one.wager == MAIN else ""


def _save(figure: Figure, path: Path) -> None:
    # The same picture is the same bytes: no date, and ids from a fixed salt.
    with mpl.rc_context({"svg.hashsalt": "fairdeal", "font.family": "DejaVu Sans"}):
        metadata: dict[str, Any] = {"Date": None} if path.suffix == ".svg" else {"Software": None}
        try:
            figure.savefig(path, metadata=metadata, dpi=_DPI)
        except OSError as error:
            reason = (error.strerror or "error").lower()
            raise BadInputError(f"{quoted(str(path))} cannot be written: {reason}") from None


def draw_contributions(axes: "Axes", one: Analysis, title: str, hands: str = "") -> None:
    """Draw what each outcome adds to or takes from the value; `hands` names the hand where there
    are several.
    """
    outcomes = list(reversed(one.outcomes))
    values = [float(outcome.contribution) for outcome in outcomes]
    colors = [_GAIN if value > 0 else _LOSS for value in values]
    bars = axes.barh([outcome.hand for outcome in outcomes], values, color=colors)
    axes.bar_label(
        bars, [f"{value:+.4f}" for value in values], padding=3, fontsize=_SMALL, color=_INK
    )
    axes.margins(x=0.2)  # room for the numbers
    axes.axvline(0, color=_INK, linewidth=0.8)
    axes.set_title(f"{title}: edge {float(one.house_edge):.3%}", loc="left", fontsize=_TITLE)
    meant = f"; hand: {hands}" if hands else ""
    axes.set_xlabel(f"contribution to the value, in {one.unit}s{meant}", fontsize=_TEXT)
    _tidy(axes)


def draw_spread(axes: "Axes", one: Analysis) -> None:
    """Draw the probability of each total result after some numbers of rounds."""
    low, high = float(one.ev), float(one.ev)
    for rounds, color in zip(ROUNDS, (_CALM, _GAIN, _LOSS), strict=True):
        totals = round_totals(one.results, rounds)
        if totals is None:
            continue  # the distribution cannot be had exactly, so none is drawn
        results, chances = totals.points
        below = np.cumsum(chances)
        scaled = results / rounds
        axes.plot(scaled, below, color=color, label=f"{rounds:,} rounds: {totals.ahead:.1%} ahead")
        # What ninety-eight of a hundred see: a rare jackpot would press all else into a line.
        low = min(low, float(scaled[int(np.searchsorted(below, 0.01))]))
        high = max(high, float(scaled[min(int(np.searchsorted(below, 0.99)), len(scaled) - 1)]))
    margin = 0.04 * (high - low)
    axes.set_xlim(low - margin, high + margin)
    axes.axvline(
        float(one.ev), color=_INK, linewidth=0.8, linestyle=":", label=f"value {float(one.ev):+.4f}"
    )
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.set_title("How results spread", loc="left", fontsize=_TITLE)
    axes.set_xlabel(f"average result a round, in {one.unit}s", fontsize=_TEXT)
    axes.set_ylabel("probability of at most this", fontsize=_TEXT)
    axes.legend(fontsize=_SMALL, loc="lower right", framealpha=0.9)
    _tidy(axes)


def draw_hold(axes: "Axes", one: Analysis) -> None:
    """Draw the share that the house keeps as the top meter grows."""
    figures = one.progressive
    assert figures is not None, "a hold by meter needs a meter"
    name = next(iter(figures.return_per_1000))
    slope = figures.return_per_1000[name] / 1000
    even = figures.break_even or Fraction(0)
    top = max(2 * float(even), 20_000.0)
    meters = np.linspace(0, top, 200)
    axes.plot(meters, (float(even) - meters) * float(slope), color=_CALM)
    axes.axhline(0, color=_INK, linewidth=0.8)
    if even > 0:
        axes.plot(float(even), 0, "o", color=_INK, markersize=4)
        axes.annotate(
            f"break-even ${float(even):,.2f}",
            (float(even), 0.0),
            xytext=(6, 8),
            textcoords="offset points",
            fontsize=_TEXT,
        )
    axes.set_xlim(0, top)
    axes.set_title(f"Hold against the {name}", loc="left", fontsize=_TITLE)
    axes.set_xlabel(f"{name}, dollars", fontsize=_TEXT)
    axes.set_ylabel("hold, of the stake", fontsize=_TEXT)
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    _tidy(axes)


def draw_grid(axes: "Axes", grid: Sequence[GridCell], unit: str) -> None:
    """Draw the value of every kind of two own cards, with the bet that is best."""
    values = np.full((13, 13), np.nan)
    for cell in grid:
        values[_square(cell)] = float(cell.value)
    # One scale for losses and gains: pale is where nothing is lost or won, and the same step of
    # colour is the same step of value on either side of it.
    most = max(1e-9, float(np.nanmax(np.abs(values))))
    norm = Normalize(-most, most)
    image = axes.imshow(values, cmap="RdBu", norm=norm, aspect="equal")
    for cell in grid:
        row, column = _square(cell)
        bet = cell.do.removeprefix("bet-")
        dark = not 0.2 < float(norm(values[row, column])) < 0.8
        ink = "white" if dark else _INK
        weight = "normal" if bet == "1x" else "bold"
        axes.text(
            column,
            row - 0.14,
            bet,
            ha="center",
            va="center",
            fontsize=_TEXT,
            color=ink,
            fontweight=weight,
        )
        number = f"{values[row, column]:+.2f}"
        axes.text(column, row + 0.24, number, ha="center", va="center", fontsize=8.5, color=ink)
    axes.set_xticks(range(13), list(reversed(RANKS)))
    axes.set_yticks(range(13), list(reversed(RANKS)))
    axes.xaxis.tick_top()
    axes.set_xticks(np.arange(12) + 0.5, minor=True)
    axes.set_yticks(np.arange(12) + 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1)
    axes.tick_params(which="both", length=0, labelsize=_TEXT)
    axes.spines[:].set_visible(False)
    axes.set_title(
        "Best first bet by own cards, and the round's value", loc="left", fontsize=_TITLE
    )
    axes.set_xlabel("suited above the diagonal, unsuited below", fontsize=_TEXT)
    bar = axes.figure.colorbar(image, ax=axes, shrink=0.75, pad=0.02)
    bar.set_label(f"value of the round, in {unit}s", fontsize=_TEXT)
    bar.ax.tick_params(labelsize=_SMALL)


def _square(cell: GridCell) -> tuple[int, int]:
    """Return the row and column of a hand, aces first: the higher card's row where suited, its
    column where not.
    """
    high, low = 12 - cell.high, 12 - cell.low
    return (high, low) if cell.suited else (low, high)


def _tidy(axes: "Axes") -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=_SMALL)
