"""What a table takes in and keeps: by hour, day and month at a pace, beside the exact figures."""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

from fairdeal.rulebook.money import CENTS, to_json
from fairdeal.simulate.exact import ExactFigures
from fairdeal.simulate.figures import FEWEST, Moments, quantile_z, quantiles_document, share_z
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.tally import PERIODS, Tally


def house_document(settings: Settings, tally: Tally, lab: ExactFigures) -> dict[str, Any]:
    """Describe what the table takes in and keeps.

    Handle is all that was wagered, hold the win by handle. The drop is what players buy in for,
    and `win_by_drop` the win by it.
    """
    counts = tally.counts
    handle = sum(count for key, count in counts.items() if key[0] == "staked")
    nets = [(key, count) for key, count in counts.items() if key[0] == "net"]
    envy = sum(cents * count for cents, count in tally.values("envy").items())
    limited = sum(cents * count for cents, count in tally.values("limited").items())
    win = -sum(int(key[2]) * count for key, count in nets) - envy
    rounds = Fraction(settings.rounds)
    drop = _drop(settings, tally)
    document: dict[str, Any] = {
        "per_hour": settings.per_hour,
        "handle": to_json(handle),
        "win": to_json(win),
        "hold": win / handle,
        "buy_in": to_json(settings.buy_in),
        "drop": None if drop is None else to_json(round(drop * rounds)),
        "win_by_drop": None if drop is None else float(win / (drop * rounds)),
        "envy": to_json(envy),
        "limited": to_json(limited),
        "limited_hands": sum(tally.values("limited").values()),
        **_exact_whole(settings, tally, lab, win),
    }
    for period in PERIODS:
        counted = tally.values(period)
        size = settings.rounds_of(period)
        document[period] = None
        if counted:
            document[period] = {
                "periods": sum(counted.values()),
                "handle": to_json(round(handle * size / rounds)),
                "hold": float(Moments.of(counted).mean * rounds / (handle * size)),
                "drop": None if drop is None else to_json(round(drop * size)),
                **_win(counted),
                **_exact_period(counted, size, lab),
            }
    return document


def _drop(settings: Settings, tally: Tally) -> Fraction | None:
    """Return what all seats together buy in for in a round, in cents; None where no session was
    played to its end. The other seats are taken to buy in as the first one does.
    """
    bought = tally.values("buy-ins")
    sessions = sum(bought.values())
    if not sessions:
        return None
    times = sum(times * count for times, count in bought.items())
    return Fraction(settings.buy_in * times * settings.players, sessions * settings.session)


def _win(counted: Mapping[int, int]) -> dict[str, Any]:
    moments = Moments.of(counted)
    several = moments.count > 1  # one period says nothing of how periods differ
    return {
        "win": float(moments.mean / CENTS),
        "standard_deviation": sqrt(moments.variance) / CENTS if several else None,
        "quantiles": quantiles_document(counted, money=True),
        "losing": sum(n for won, n in counted.items() if won < 0) / moments.count,
    }


def _mean_win(lab: ExactFigures) -> Fraction | None:
    """Return the exact win of a round in dollars, all seats together."""
    if not lab.best_play or lab.pattern is None:
        return None
    return -lab.players * lab.pattern.mean - lab.envy


def _exact_whole(settings: Settings, tally: Tally, lab: ExactFigures, win: int) -> dict[str, Any]:
    mean = _mean_win(lab)
    if mean is None or lab.pattern is None:
        return {"exact": None, "z": None}
    handle = settings.players * lab.pattern.wagered
    hours = Moments.of(tally.values("hour"))
    deviation = lab.deviation
    if deviation is None and hours.count >= FEWEST:
        # The results of several seats fall together: only the run itself tells how.
        deviation = sqrt(hours.variance / settings.per_hour) / CENTS
    off = float(Fraction(win, CENTS) - mean * settings.rounds)
    return {
        "exact": {
            "handle": float(handle * settings.rounds),
            "win": float(mean * settings.rounds),
            "hold": float(mean / handle),
            "envy": float(lab.envy * settings.rounds),
        },
        "z": off / (deviation * sqrt(settings.rounds)) if deviation else None,
    }


def _exact_period(counted: Mapping[int, int], size: int, lab: ExactFigures) -> dict[str, Any]:
    mean, win = _mean_win(lab), lab.win(size)
    if mean is None or lab.pattern is None:
        return {"exact": None, "z": None}
    periods = sum(counted.values())
    deviation = None if lab.deviation is None else lab.deviation * sqrt(size)
    found: dict[str, Any] = {
        "win": float(mean * size),
        "hold": float(mean / (lab.players * lab.pattern.wagered)),
        "standard_deviation": deviation,
        "quantiles": None,
        "losing": None,
    }
    z: dict[str, Any] = {"quantiles": None, "losing": None}
    if win is not None:
        losing = sum(n for won, n in counted.items() if won < 0)
        found |= {
            "quantiles": {str(p): float(one) for p, one in win.quantiles.items()},
            "losing": win.losing,
        }
        z = {
            "quantiles": {
                str(p): quantile_z(counted, p, round(one * CENTS))
                for p, one in win.quantiles.items()
            },
            "losing": share_z(losing, periods, win.losing),
        }
    return {"exact": found, "z": z}


def limit_document(settings: Settings, tally: Tally, lab: ExactFigures) -> dict[str, Any] | None:
    """Describe what the payout limit takes off at the stake of the run; None where there is
    none. Values are those of best play, by base bet.
    """
    limit = settings.rules.payout_limit_cents
    if limit is None:
        return None
    cut = tally.values("limited")
    under, without = lab.main, lab.value_without_limit
    known = under is not None and without is not None
    return {
        "payout_limit": to_json(limit),
        "hands": sum(cut.values()),
        "cut": to_json(sum(cents * count for cents, count in cut.items())),
        "exact": float(under.ev) if known and under is not None else None,
        "exact_without": float(without) if known and without is not None else None,
    }
