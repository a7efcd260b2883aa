"""Plots of a run (extra `plots`)."""

from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure

from fairdeal.errors import BadInputError


def plot_paths(document: dict[str, Any], path: Path) -> None:
    """Draw the quantiles of the first seat's money over a session. The same run gives the same
    bytes.
    """
    paths = document["paths"]
    if not paths["sessions"]:
        raise BadInputError(f"no session of {paths['rounds']:,} rounds was played to its end")
    with rc_context({"svg.hashsalt": "fairdeal", "svg.fonttype": "none"}):
        figure = Figure(figsize=(8, 4.5), layout="constrained")
        axes = figure.add_subplot()
        places = [0, *paths["places"]]
        for percent, totals in paths["quantiles"].items():
            axes.plot(places, [0, *totals], label=f"{percent} %")
        if paths["bankroll"] is not None:
            axes.axhline(-paths["bankroll"], color="black", linestyle=":", label="bankroll lost")
        axes.set_xlabel("rounds")
        axes.set_ylabel("dollars won or lost")
        axes.set_title(f"{document['game']}: {paths['sessions']:,} sessions")
        axes.legend()
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
