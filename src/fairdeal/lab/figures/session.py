"""Computes the figures of a session from the exact distribution of one round's result."""

from collections.abc import Mapping
from fractions import Fraction
from math import floor

from fairdeal.lab.figures.bounds import QUANTILES, Bounded, SessionFigures, TotalFigures
from fairdeal.lab.figures.deepest_loss import DeepestLoss, deepest_loss, enough
from fairdeal.lab.figures.round_totals import ERROR, RoundTotals, round_totals, round_totals_between
from fairdeal.lab.progress import reported


def session_figures(
    results: Mapping[Fraction, Fraction],
    rounds: int,
    risk: Fraction,
    bankroll: Fraction | None = None,
) -> SessionFigures:
    """Return the figures of a session of some rounds with this distribution of results."""
    exact = round_totals(results, rounds)
    between = (exact, exact) if exact else round_totals_between(results, rounds)
    total = _total(exact, between)
    with reported(lambda: f"Following the deepest loss through {rounds:,} rounds") as progress:
        losses = deepest_loss(results, rounds, progress)
    needed = None
    if losses is not None:
        # All that can be lost pays every bet: more is never needed, even where it may all be lost.
        most = enough(results, rounds, float(risk))
        least, greatest = losses.bankroll(float(risk))
        greatest = min(greatest, most)
        if between is not None and risk < 1:
            # A player who is this far behind after the last round has lost as much at its end.
            behind = -between[1].quantile(min(1 - 2 * ERROR, float(risk) + ERROR))
            least = max(least, floor(behind) + 1)
        needed = Bounded(min(least, greatest), greatest)
    amount = bankroll
    if amount is None and needed is not None and needed.exact:
        amount = Fraction(needed.least)
    return SessionFigures(
        rounds=rounds,
        ahead=total.ahead,
        even=total.even,
        quantiles=total.quantiles,
        risk=risk,
        bankroll=needed,
        ruin=None if losses is None or amount is None else _ruin(losses, amount, between),
    )


def total_figures(results: Mapping[Fraction, Fraction], rounds: int) -> TotalFigures:
    """Return the figures of the total result of so many rounds alone, which are found sooner."""
    exact = round_totals(results, rounds)
    return _total(exact, (exact, exact) if exact else round_totals_between(results, rounds))


def _total(
    exact: RoundTotals | None, between: tuple[RoundTotals, RoundTotals] | None
) -> TotalFigures:
    return TotalFigures(
        ahead=between and _probability(between[0].ahead, between[1].ahead),
        even=_probability(exact.even, exact.even) if exact else None,
        quantiles={share: between and _quantile(between, share) for share in QUANTILES},
    )


def _quantile(between: tuple[RoundTotals, RoundTotals], percent: int) -> Bounded:
    """Return a quantile; two values where the probability is too near to the share to tell."""
    share = percent / 100
    low, high = between[0].quantile(share - ERROR), between[1].quantile(share + ERROR)
    return Bounded(float(low), float(high))


def _ruin(
    losses: DeepestLoss, bankroll: Fraction, between: tuple[RoundTotals, RoundTotals] | None
) -> Bounded:
    """Return the chance of losing a bankroll. Whoever ends the last round so far behind has lost
    it, which is a better bound than that of a chain whose grid is coarse.
    """
    least, greatest = losses.ruin(bankroll)
    if between is not None and least < greatest:
        behind = between[1].at_most(-bankroll) - ERROR
        least = min(max(least, behind), greatest)
    return _probability(least, greatest)


def _probability(least: float, greatest: float) -> Bounded:
    """Return a probability between bounds, which is exact where these agree to nine digits."""
    if greatest - least <= ERROR:
        least = greatest = (least + greatest) / 2
    return Bounded(least, greatest)
