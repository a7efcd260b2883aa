"""Pictures of an analysis: what contributes, and how results spread over many rounds.

The spread after N rounds is the exact distribution of one round convolved N times (by repeated
squaring), not a simulation.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, lcm
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from fairdeal.documents import BadInputError
from fairdeal.lab.analysis import Analysis
from fairdeal.rulebook.game import Game
from fairdeal.words import quoted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

ROUNDS: Final = (100, 1_000, 10_000)
_INK, _GAIN, _LOSS, _CALM = "#222222", "#2a7f62", "#b3423a", "#4472a8"
#: The finest steps of one round's results that are kept apart in a convolution.
_MOST_POINTS: Final = 1 << 22


def plot_analyses(game: Game, analyses: Sequence[Analysis], target: str) -> None:
    """Draw every analysis, one row each, into an SVG or PNG file."""
    path = Path(target)
    if path.suffix not in (".svg", ".png"):
        raise BadInputError(f"--plot writes .svg or .png, not {quoted(path.suffix or target)}")
    meters = any(one.progressive for one in analyses)
    columns = 3 if meters else 2
    figure = Figure(figsize=(6.2 * columns, 4.4 * len(analyses)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(len(analyses), columns, squeeze=False)
    for row, one in zip(axes, analyses, strict=True):
        title = f"{game.title}, {one.wager} {one.paytable}"
        draw_contributions(row[0], one, title)
        draw_spread(row[1], one)
        if meters:
            draw_hold(row[2], one) if one.progressive else row[2].set_axis_off()
    # The same picture is the same bytes: no date, and ids from a fixed salt.
    with mpl.rc_context({"svg.hashsalt": "fairdeal", "font.family": "DejaVu Sans"}):
        metadata: dict[str, Any] = {"Date": None} if path.suffix == ".svg" else {"Software": None}
        try:
            figure.savefig(path, metadata=metadata, dpi=110)
        except OSError as error:
            reason = (error.strerror or "error").lower()
            raise BadInputError(f"{quoted(target)} cannot be written: {reason}") from None


def draw_contributions(axes: "Axes", one: Analysis, title: str) -> None:
    """What each outcome adds to or takes from the value."""
    outcomes = list(reversed(one.outcomes))
    values = [float(outcome.contribution) for outcome in outcomes]
    colors = [_GAIN if value > 0 else _LOSS for value in values]
    axes.barh([outcome.hand for outcome in outcomes], values, color=colors)
    axes.axvline(0, color=_INK, linewidth=0.8)
    axes.set_title(f"{title}: house edge {float(one.house_edge):.3%}", loc="left", fontsize=10)
    axes.set_xlabel(f"contribution to the value, in {one.unit}s")
    _tidy(axes)


def draw_spread(axes: "Axes", one: Analysis) -> None:
    """The chance of each total result after some numbers of rounds."""
    for rounds, color in zip(ROUNDS, (_CALM, _GAIN, _LOSS), strict=True):
        results, chances = spread_after(one.results, rounds)
        below = np.cumsum(chances)
        ahead = float(chances[results > 0].sum())
        scaled = results / rounds
        axes.plot(scaled, below, color=color, label=f"{rounds:,} rounds: {ahead:.1%} ahead")
    deviation = one.standard_deviation / np.sqrt(ROUNDS[0])
    axes.set_xlim(float(one.ev) - 3 * deviation, float(one.ev) + 3 * deviation)
    axes.axvline(float(one.ev), color=_INK, linewidth=0.8, linestyle=":")
    axes.set_ylim(0, 1)
    axes.set_title("result a round after many rounds", loc="left", fontsize=10)
    axes.set_xlabel(f"average result, in {one.unit}s")
    axes.set_ylabel("probability of at most this")
    axes.legend(fontsize=8, loc="upper left")
    _tidy(axes)


def draw_hold(axes: "Axes", one: Analysis) -> None:
    """What the house keeps as the top meter grows."""
    figures = one.progressive
    assert figures is not None, "a hold by meter needs a meter"
    name = next(iter(figures.return_per_1000))
    slope = figures.return_per_1000[name] / 1000
    even = figures.break_even or Fraction(0)
    top = max(2 * float(even), 20_000.0)
    meters = np.linspace(0, top, 200)
    axes.plot(meters, 100 * (float(even) - meters) * float(slope), color=_CALM)
    axes.axhline(0, color=_INK, linewidth=0.8)
    if even > 0:
        axes.annotate(f"break-even ${float(even):,.0f}", (float(even), 0.0), fontsize=9)
    axes.set_title(f"hold against the {name}", loc="left", fontsize=10)
    axes.set_xlabel(f"{name}, dollars")
    axes.set_ylabel("hold, percent of the stake")
    _tidy(axes)


def _tidy(axes: "Axes") -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=8)


def spread_after(
    results: Mapping[Fraction, Fraction], rounds: int
) -> tuple["NDArray[np.float64]", "NDArray[np.float64]"]:
    """The total results after some rounds and their probabilities, by the fast Fourier transform
    of the exact distribution of one round.

    Where rare results are so large that their totals would not fit, they wrap around; the grid is
    made large enough for twelve standard deviations and the largest single result.
    """
    scale = lcm(*(net.denominator for net in results))
    steps = {int(net * scale): float(chance) for net, chance in results.items()}
    low, high = min(steps), max(steps)
    mean = sum(step * chance for step, chance in steps.items())
    variance = sum(step * step * chance for step, chance in steps.items()) - mean**2
    reach = 12 * (variance * rounds) ** 0.5 + high - low
    first = max(low * rounds, floor(mean * rounds - reach))
    last = min(high * rounds, ceil(mean * rounds + reach))
    size = 1 << (last - first).bit_length()
    size = min(size, _MOST_POINTS)
    one = np.zeros(size)
    for step, chance in steps.items():
        one[step % size] += chance
    total = np.fft.irfft(np.fft.rfft(one) ** rounds, size)
    places = first + np.arange(min(size, last - first + 1))
    return places / scale, np.clip(total[places % size], 0.0, 1.0)
