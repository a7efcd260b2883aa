"""Plots of a run, each figure beside the exact one (extra `plots`)."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter, PercentFormatter, StrMethodFormatter

from fairdeal.english import counted
from fairdeal.simulate.figures import FEWEST

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_INK, _RUN, _RUIN = "#222222", "#4472a8", "#b3423a"
#: Inches of a row and of all columns.
_HIGH, _WIDE = 4.2, 12.0
_COLUMNS: Final = 2
#: The exact figures, in every panel.
_EXACT: Final[dict[str, Any]] = {
    "marker": "x",
    "color": _INK,
    "linestyle": "none",
    "label": "exact",
}

#: Draws one part of the document.
Panel = Callable[["Axes", dict[str, Any]], None]


def plot_simulation(document: dict[str, Any], path: Path) -> None:
    """Draw the returns, the hands, the bankroll, the house and the meters. The same run gives the
    same bytes.
    """
    panels: list[Panel] = [_returns, _hands]
    if document["paths"]["sessions"]:
        panels.append(_paths)
    if _period(document["house"]):
        panels.append(_house)
    if document["meters"]:
        panels.append(_meters)
    rows = -(-len(panels) // _COLUMNS)
    with rc_context({"svg.hashsalt": "fairdeal", "svg.fonttype": "none"}):
        figure = Figure(figsize=(_WIDE, _HIGH * rows), layout="constrained")
        figure.suptitle(
            f"{document['game']}: {counted(document['rounds'], 'round')}, seed {document['seed']}"
        )
        for place, draw in enumerate(panels, start=1):
            axes = figure.add_subplot(rows, _COLUMNS, place)
            draw(axes, document)
            if axes.get_legend_handles_labels()[1]:
                axes.legend()
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def _returns(axes: "Axes", document: dict[str, Any]) -> None:
    wagers = document["wagers"]
    places = range(len(wagers))
    names = [one["wager"] for one in wagers]
    nets = [one["ev"] for one in wagers]
    errors = [one["ev"] - one["ci99"][0] for one in wagers]
    axes.errorbar(nets, places, xerr=errors, fmt="o", color=_RUN, capsize=4, label="99 % interval")
    known = [(one["exact"], at) for at, one in enumerate(wagers) if one["exact"] is not None]
    if known:
        axes.plot(*zip(*known, strict=True), **_EXACT)
    axes.set_yticks(places, names)
    axes.set_ylim(len(wagers) - 0.5, -0.5)
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    axes.set_title("return of each wager")


def _hands(axes: "Axes", document: dict[str, Any]) -> None:
    main = document["wagers"][0]
    exact = main.get("exact_hands", {})
    hands = list(dict.fromkeys((*exact, *main["hands"])))
    shares = [main["hands"].get(hand, 0) / main["bets"] for hand in hands]
    seen = [(share, at) for at, share in enumerate(shares) if share]
    axes.plot(*zip(*seen, strict=True), "o", color=_RUN, fillstyle="none", label="simulated")
    known = [(exact[hand], at) for at, hand in enumerate(hands) if hand in exact]
    if known:
        axes.plot(*zip(*known, strict=True), **_EXACT)
    axes.set_xscale("log")
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_yticks(range(len(hands)), hands)
    axes.set_ylim(len(hands) - 0.5, -0.5)
    axes.set_title("hands of the main wagers, as shares of all rounds")


def _paths(axes: "Axes", document: dict[str, Any]) -> None:
    paths = document["paths"]
    places = [0, *paths["places"]]
    for percent, totals in paths["quantiles"].items():
        axes.plot(places, [0, *totals], label=f"{percent} %")
    known = (paths["exact"] or {}).get("quantiles") or {}
    ends = [one for one in known.values() if isinstance(one, float)]
    if ends:
        axes.plot([places[-1]] * len(ends), ends, **_EXACT)
    if paths["bankroll"] is not None:
        axes.axhline(-paths["bankroll"], color=_RUIN, linestyle=":", label="bankroll lost")
    axes.yaxis.set_major_formatter(FuncFormatter(_dollars))
    _rounds_along(axes)
    axes.set_title(f"the first seat's result, quantiles of {counted(paths['sessions'], 'session')}")


def _period(house: dict[str, Any]) -> str | None:
    """Return the longest period that came often enough to be drawn."""
    often = [name for name in ("month", "day", "hour") if house[name]]
    return next((one for one in often if house[one]["periods"] >= FEWEST), None)


def _house(axes: "Axes", document: dict[str, Any]) -> None:
    name = _period(document["house"]) or ""
    one = document["house"][name]
    axes.plot(
        [f"{percent} %" for percent in one["quantiles"]],
        list(one["quantiles"].values()),
        "o-",
        color=_RUN,
        fillstyle="none",
        label="simulated",
    )
    known = (one["exact"] or {}).get("quantiles")
    if known:
        axes.plot([f"{percent} %" for percent in known], list(known.values()), **_EXACT)
    axes.yaxis.set_major_formatter(FuncFormatter(_dollars))
    axes.set_title(f"the house's win in {one['periods']:,} {name}s, quantiles")


def _meters(axes: "Axes", document: dict[str, Any]) -> None:
    for name, one in document["meters"].items():
        history = one["history"]
        axes.plot(
            [at["rounds"] for at in history], [at["shown"] for at in history], ".-", label=name
        )
    axes.yaxis.set_major_formatter(FuncFormatter(_dollars))
    _rounds_along(axes)
    axes.set_title("what the meters show")


def _rounds_along(axes: "Axes") -> None:
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.set_xlabel("rounds")


def _dollars(amount: float, _: int | None = None) -> str:
    return f"{'-' if amount < 0 else ''}${abs(amount):,.0f}"
