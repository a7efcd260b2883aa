"""The content of a math report about one wager: its figures, its outcomes and its intervals.

All figures are the lab's (`fairdeal.lab`), and they are exact fractions until they are printed.
The intervals are quantiles of the exact distribution of the total of many rounds.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Final

import msgspec

from fairdeal.english import all_of
from fairdeal.lab.figures.analysis import Analysis
from fairdeal.lab.figures.payouts import MAIN, main_table
from fairdeal.lab.lazy import total_quantiles
from fairdeal.rulebook.money import CENTS, dollars
from fairdeal.rulebook.paytable import STANDARD
from fairdeal.rulebook.rules import Rules
from fairdeal.wording.phrases import capital

#: The levels of the intervals, in percent.
_LEVELS: Final = (90, 95, 99)
#: A PAR sheet's volatility index is this many standard deviations.
VOLATILITY_INDEX: Final = 1.6448536
_ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)


class Figure(msgspec.Struct, frozen=True, rename="kebab"):
    """A figure with its name and a note, such as its unit."""

    name: str
    value: str
    note: str = ""


class OutcomeRow(msgspec.Struct, frozen=True, rename="kebab"):
    """One outcome of a wager."""

    hand: str
    pays: str
    combinations: str
    probability: str
    once_in: str
    contribution: str
    #: The contribution as a number, for its bar.
    adds: float


class Interval(msgspec.Struct, frozen=True, rename="kebab"):
    """The interval of the house's hold after some rounds, for each level; none if the distribution
    cannot be had exactly.
    """

    rounds: str
    spans: tuple[str, ...] = ()
    #: The 95 percent interval relative to everything that is wagered.
    risk: str = ""
    #: The lower and the upper end for each level, for the diagram.
    ends: tuple[tuple[float, float], ...] = ()


class MeterDiagramLine(msgspec.Struct, frozen=True, rename="kebab"):
    """The line of a progressive's hold against its top meter, for a diagram."""

    name: str
    at: str
    shown: float
    break_even: float
    slope: float


class WagerReport(msgspec.Struct, frozen=True, rename="kebab"):
    """The report on one wager, or on the main wagers together."""

    title: str
    table: str
    unit: str
    exact: str
    house_edge: float
    figures: tuple[Figure, ...]
    outcomes: tuple[OutcomeRow, ...]
    deals: str
    levels: tuple[int, ...]
    intervals: tuple[Interval, ...]
    checks: tuple[Figure, ...]
    meter: MeterDiagramLine | None = None
    #: The hold that the rules file asks for, and whether the wager keeps it.
    wanted: str = ""


def wager_report(rules: Rules, one: Analysis, title: str, name: str) -> WagerReport:
    """Return the report on one wager, or on the main wagers together (`MAIN`)."""
    deals = sum(outcome.combinations for outcome in one.outcomes)
    table = main_table(rules) if name == MAIN else one.paytable
    return WagerReport(
        title=title,
        table="" if table == STANDARD else table,
        unit=one.unit,
        exact=str(one.ev),
        house_edge=float(one.house_edge),
        figures=tuple(_figures(rules, one, name)),
        outcomes=tuple(_outcomes(rules, one)),
        deals=f"{deals:,}",
        levels=_LEVELS,
        intervals=tuple(_intervals(one)),
        checks=tuple(_checks(one)),
        meter=_meter(one),
        wanted=_hold_words(rules, one, name),
    )


def _figures(rules: Rules, one: Analysis, name: str) -> Iterator[Figure]:
    unit = f"of one {one.unit}"
    yield Figure("Return to the player", percent_words(1 + one.ev), unit)
    counted = ", no payout limit counted" if name == MAIN else ""
    yield Figure("House edge", percent_words(one.house_edge), f"{unit}{counted}")
    for at in one.at_limits:
        limit = at.payout_limit
        under = f"payout limit {dollars(int(limit * CENTS))}" if limit else "no payout limit"
        edge_at = f"House edge at {dollars(int(at.stake * CENTS))}"
        yield Figure(edge_at, percent_words(at.house_edge), f"{unit}, {under}")
    yield Figure("Element of risk", percent_words(one.element_of_risk), "of all that is wagered")
    yield Figure("Average wagered", f"{float(one.average_wagered):.6f}", one.unit)
    ahead = "of rounds end ahead" if name == MAIN else "of wagers win"
    yield Figure("Hit frequency", percent_words(one.hit_frequency), ahead)
    yield Figure("Standard deviation", f"{one.standard_deviation:.6f}", one.unit)
    yield Figure(
        "Volatility index", f"{VOLATILITY_INDEX * one.standard_deviation:.4f}", "90 percent"
    )
    third = sum((net - one.ev) ** 3 * chance for net, chance in one.results.items())
    skew = float(third) / one.standard_deviation**3 if one.variance else 0.0
    yield Figure("Skewness", f"{skew:.3f}")
    most = max(one.results)
    odds = ceil(1 / one.results[most])
    yield Figure("Largest win", f"{float(most):,.2f}", f"{one.unit}s, once in {odds:,}")
    if more := one.progressive:
        shown = [f"{meter} {dollars(int(value * CENTS))}" for meter, value in more.meters.items()]
        yield Figure("Worked out for", dollars(int(more.stake * CENTS)), f"and {all_of(shown)}")
        if more.break_even is not None:
            words = dollars(int(more.break_even * CENTS)) if more.break_even > 0 else "none"
            yield Figure("Break-even", words, f"on the {next(iter(more.return_per_1000))}")
        for meter, value in more.return_per_1000.items():
            yield Figure(f"$1,000 more on the {meter}", percent_words(value), "more is returned")
        if rules.progressive:
            fed = Fraction(sum(rules.progressive.rates.values()), 10_000)
            yield Figure("Fed to the meters", percent_words(fed), "of each wager")
        yield Figure(
            "Envy", percent_words(more.envy_per_player), "for each other player, not counted"
        )


def _outcomes(rules: Rules, one: Analysis) -> Iterator[OutcomeRow]:
    for outcome in one.outcomes:
        often = 1 / outcome.probability
        yield OutcomeRow(
            hand=_outcome_name(rules, outcome.hand),
            pays=capital(outcome.pays or ""),
            combinations=f"{outcome.combinations:,}",
            probability=f"{float(outcome.probability):.8f}",
            once_in=f"{float(often):,.2f}" if often < 1000 else f"{round(often):,}",
            contribution=f"{float(outcome.contribution):+.6f}",
            adds=float(outcome.contribution),
        )


def _outcome_name(rules: Rules, hand: str) -> str:
    """Return the name of an outcome, with wagers named as on the felt."""
    folded, at, wager = hand.partition(" at ")
    known = rules.game.wager.get(wager)
    return capital(f"{folded}{at}{known.title}" if known else hand)


def _intervals(one: Analysis) -> Iterator[Interval]:
    for rounds in _ROUNDS:
        shares = [share for level in _LEVELS for share in (50 - level / 2, 50 + level / 2)]
        totals = total_quantiles(one.results, rounds, [share / 100 for share in shares])
        if totals is None:
            yield Interval(f"{rounds:,}")
            continue
        # The house holds what the player loses: the high end of one is the low end of the other.
        held = [-total / rounds for total in totals]
        holds = list(zip(held[1::2], held[::2], strict=True))
        low, high = holds[_LEVELS.index(95)]
        yield Interval(
            rounds=f"{rounds:,}",
            spans=tuple(_span_words(*ends) for ends in holds),
            risk=_span_words(low / one.average_wagered, high / one.average_wagered),
            ends=tuple((float(low), float(high)) for low, high in holds),
        )


def _span_words(low: Fraction, high: Fraction) -> str:
    return f"{float(low):+,.3%} to {float(high):+,.3%}"


def _checks(one: Analysis) -> Iterator[Figure]:
    chances = sum((outcome.probability for outcome in one.outcomes), Fraction(0))
    yield Figure("Probabilities add up to", str(chances))
    added = sum((outcome.contribution for outcome in one.outcomes), Fraction(0))
    yield Figure("Contributions add up to", str(added), "the value" if added == one.ev else "wrong")


def _meter(one: Analysis) -> MeterDiagramLine | None:
    more = one.progressive
    if more is None or more.break_even is None:
        return None
    name, per_1000 = next(iter(more.return_per_1000.items()))
    return MeterDiagramLine(
        name=name,
        at=dollars(int(more.meters[name] * CENTS)),
        shown=float(more.meters[name]),
        break_even=float(more.break_even),
        slope=float(per_1000) / 1000,
    )


def _hold_words(rules: Rules, one: Analysis, name: str) -> str:
    span = rules.hold.get(name)
    if span is None:
        return ""
    low, high = (Fraction(bound) / 100 for bound in span)
    is_in = low <= one.house_edge <= high
    return f"{span[0]} to {span[1]} percent: {'kept' if is_in else 'not kept'}"


def percent_words(value: Fraction) -> str:
    """Return a share in percent with four decimals."""
    return f"{float(value):.4%}"
