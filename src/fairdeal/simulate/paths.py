"""How a player's money goes over sessions of equal length, beside the exact figures of `bet`."""

from collections.abc import Sequence
from typing import Any, Final

from fairdeal.lab.figures.bounds import QUANTILES, Bounded, SessionFigures
from fairdeal.rulebook.money import CENTS, to_json
from fairdeal.simulate.exact import ExactFigures
from fairdeal.simulate.figures import (
    figure_document,
    quantile,
    quantile_z,
    quantiles_document,
    share_z,
)
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.tally import Tally

#: The figures that need a session which was played to its end.
_OF_SESSIONS: Final = (
    *("quantiles", "ahead", "even", "ruin", "rounds_to_ruin", "drawdown", "losing_run", "exact"),
)


def paths_document(
    settings: Settings, tally: Tally, lab: ExactFigures, places: Sequence[int]
) -> dict[str, Any]:
    """Describe the sessions of the first seat."""
    sessions = tally.counts["sessions",]
    document: dict[str, Any] = {
        "rounds": settings.session,
        "sessions": sessions,
        "places": list(places),
        "bankroll": None if settings.bankroll is None else to_json(settings.bankroll),
    }
    if not sessions:  # the run is shorter than a session that was asked for
        return document | dict.fromkeys(_OF_SESSIONS)
    totals: list[dict[int, int]] = [{} for _ in places]
    for key, count in tally.counts.items():
        if key[0] == "path":
            _, place, total = (int(part) if part != "path" else 0 for part in key)
            totals[place - 1][total] = count
    last = totals[-1]
    ruined = tally.values("ruined-after")
    ahead = sum(count for total, count in last.items() if total > 0)
    document |= {
        "quantiles": {
            str(percent): [to_json(quantile(one, percent)) for one in totals]
            for percent in QUANTILES
        },
        "ahead": ahead / sessions,
        "even": last.get(0, 0) / sessions,
        "ruin": None if settings.bankroll is None else sum(ruined.values()) / sessions,
        "rounds_to_ruin": quantiles_document(ruined, money=False) if ruined else None,
        "drawdown": quantiles_document(tally.values("drawdown"), money=True),
        "losing_run": quantiles_document(tally.values("losing-run"), money=False),
    }
    exact = lab.session
    document["exact"] = None
    if exact is not None and exact.ahead is not None:
        ruin = None if settings.bankroll is None else exact.ruin
        document["exact"] = {
            "ahead": figure_document(exact.ahead),
            "even": figure_document(exact.even),
            "quantiles": {str(p): figure_document(one) for p, one in exact.quantiles.items()},
            "ruin": figure_document(ruin),
        }
        document["z"] = {
            "ahead": _chance_z(ahead, sessions, exact.ahead),
            "even": _chance_z(last.get(0, 0), sessions, exact.even),
            "quantiles": _quantiles_z(last, exact),
            "ruin": _chance_z(sum(ruined.values()), sessions, ruin),
        }
    return document


def _chance_z(count: int, sessions: int, exact: Bounded | None) -> float | None:
    return share_z(count, sessions, exact.least) if exact is not None and exact.exact else None


def _quantiles_z(last: dict[int, int], exact: SessionFigures) -> dict[str, float | None]:
    return {
        str(percent): quantile_z(last, percent, round(one.least * CENTS))
        if one is not None and one.exact
        else None
        for percent, one in exact.quantiles.items()
    }
