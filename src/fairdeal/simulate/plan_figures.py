"""What the sessions of a betting plan came to, and what the lab knows of them exactly."""

from fractions import Fraction
from math import sqrt
from typing import Any

from fairdeal.lab.figures.bounds import QUANTILES
from fairdeal.rulebook.money import CENTS, UNITS, to_json
from fairdeal.simulate.exact import ExactFigures, known_figure
from fairdeal.simulate.figures import CI99, Moments, quantile, quantiles_document, share_z
from fairdeal.simulate.lazy import deepest_chance, stopped_chances
from fairdeal.simulate.plan import variants
from fairdeal.simulate.plan_sessions import BY_LOSS, BY_ROUNDS, BY_WIN
from fairdeal.simulate.settings import BettingPlan, Settings
from fairdeal.simulate.tally import Tally

#: Two bounds that are as near as this are one number.
_SAME = 1e-9


def plan_document(settings: Settings, tally: Tally) -> dict[str, Any]:
    """Describe the sessions of the player who follows the plan. The figures are simulated; `exact`
    has what an exact chain covers.
    """
    plan = settings.plan
    assert plan is not None, "the run has a plan"
    results = tally.values("plan", "result")
    sessions = sum(results.values())
    document: dict[str, Any] = {
        **_choices(plan),
        "rounds": settings.session,
        "sessions": sessions,
    }
    if not sessions:
        return document
    ended, nets = tally.values("plan", "ended"), Moments.of(results)
    played = tally.values("plan", "played")
    staked = tally.counts["plan", "staked", ""]
    error = sqrt(nets.variance / sessions)
    mean = float(nets.mean)
    exact = _exact_stops(settings, plan)
    return document | {
        "ended": {name: ended.get(name, 0) / sessions for name in (BY_LOSS, BY_WIN, BY_ROUNDS)},
        "mean": mean / CENTS,
        "mean_ci99": [(mean + side * CI99 * error) / CENTS for side in (-1, 1)],
        "ahead": sum(count for total, count in results.items() if total > 0) / sessions,
        "quantiles": {str(percent): to_json(quantile(results, percent)) for percent in QUANTILES},
        "deepest_loss": quantiles_document(
            {-low: n for low, n in tally.values("plan", "lowest").items()}, money=True
        ),
        "rounds_played": quantiles_document(played, money=False),
        "rounds_played_mean": float(Moments.of(played).mean),
        "staked": to_json(staked),
        "result": to_json(nets.total),
        "greatest_bet": {
            str(to_json(stake)): count / sessions
            for stake, count in sorted(tally.values("plan", "greatest").items())
        },
        "expected": _expected(settings, plan, tally, nets.total),
        "exact": exact,
        "z": {
            name: share_z(ended.get(name, 0), sessions, chance)
            for name, chance in exact.items()
            if isinstance(chance, float)
        },
    }


def _choices(plan: BettingPlan) -> dict[str, Any]:
    return {
        "stop_loss": None if plan.stop_loss is None else to_json(plan.stop_loss),
        "stop_win": None if plan.stop_win is None else to_json(plan.stop_win),
        "stakes": [to_json(stake) for stake in plan.stakes],
        "one_player": plan.one_player,
        "meter_above": {plan.meter: to_json(plan.above, per_dollar=UNITS)} if plan.meter else {},
        "meter_grows": to_json(plan.grows, per_dollar=UNITS),
    }


def _expected(
    settings: Settings, plan: BettingPlan, tally: Tally, result: int
) -> dict[str, Any] | None:
    """Return what the bets that were made are expected to come to: no plan changes what a bet is
    worth. The distance of the result from it has the variance of the single rounds, because a plan
    bets before the cards are known. None where the bets have no one exact value.
    """
    seats = settings.players if plan.one_player else 1
    if plan.meter or seats < settings.players:
        return None
    mean, variance = Fraction(0), 0.0
    bets = tally.values("plan", "bets")
    for way, one in enumerate(variants(settings)):
        lab = ExactFigures(one.settings)
        if way not in bets:
            continue
        pattern = lab.pattern if lab.best_play and not lab.envy else None
        if pattern is None:
            return None
        mean += bets[way] * seats * pattern.mean
        deviation = lab.deviation
        variance = float("nan") if deviation is None else variance + bets[way] * deviation**2
    off = result / CENTS - float(mean)
    z = off / sqrt(variance) if variance > 0 else None
    return {"result": float(mean), "z": z}


def _exact_stops(settings: Settings, plan: BettingPlan) -> dict[str, float | list[float]]:
    """Return the exact chances that a session ends by its loss or its win, where an exact chain
    covers the plan: one seat that bets the same in every round. Two numbers are bounds.
    """
    lab = ExactFigures(settings)
    if len(plan.stakes) > 1 or plan.meter or lab.players > 1 or not lab.best_play:
        return {}
    pattern = lab.pattern
    results = None if pattern is None else known_figure(lambda: pattern.results)
    if results is None:
        return {}
    loss, win = (
        None if amount is None else Fraction(amount, CENTS)
        for amount in (plan.stop_loss, plan.stop_win)
    )
    found: dict[str, float | list[float]] = {}
    if loss is not None and win is not None:
        both = known_figure(lambda: stopped_chances(results, settings.session, loss, win))
        if both is not None:
            found = {BY_LOSS: both[0], BY_WIN: both[1]}
    elif loss is not None:
        _add_bounds(
            found, BY_LOSS, known_figure(lambda: deepest_chance(results, settings.session, loss))
        )
    elif win is not None:
        wins = {-net: chance for net, chance in results.items()}
        _add_bounds(
            found, BY_WIN, known_figure(lambda: deepest_chance(wins, settings.session, win))
        )
    return found


def _add_bounds(
    found: dict[str, float | list[float]], name: str, bounds: tuple[float, float] | None
) -> None:
    if bounds is not None:
        least, greatest = bounds
        near = greatest - least <= _SAME
        found[name] = (least + greatest) / 2 if near else [least, greatest]
