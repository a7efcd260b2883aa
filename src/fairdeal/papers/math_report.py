"""The math report, in the form of a lab's PAR sheet: exact returns of every wager on offer, what
they are made of, how far results stray, the best play, and what each reading is worth.

All figures are the lab's (`fairdeal.lab`), exact fractions until they are printed; only the
intervals lean on the normal law, and say so.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, sqrt
from typing import Final

import msgspec

from fairdeal.english import all_of
from fairdeal.lab.decisions.strategy import strategy_card
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.figures.analysis import Analysis
from fairdeal.lab.figures.analyze import analyze
from fairdeal.lab.figures.payouts import MAIN, main_table
from fairdeal.papers.elements import PaperHead, head_of, program_digest
from fairdeal.papers.submission import ReadingInForce, readings_of
from fairdeal.rulebook.hand import ByReading, specs_in
from fairdeal.rulebook.money import CENTS, UNITS, dollars
from fairdeal.rulebook.paytable import STANDARD
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager
from fairdeal.wording.phrases import capital

#: How many standard deviations to either side a normal law has so much of within.
_LEVELS: Final = ((90, 1.6448536), (95, 1.9599640), (99, 2.5758293))
#: What a PAR sheet calls the volatility index: the half width at 90 percent for one round.
_INDEX: Final = _LEVELS[0][1]
_ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)


class Figure(msgspec.Struct, frozen=True, rename="kebab"):
    """A figure, with what it is of."""

    name: str
    value: str
    note: str = ""


class OutcomeRow(msgspec.Struct, frozen=True, rename="kebab"):
    """One way in which a wager ends."""

    hand: str
    pays: str
    combinations: str
    probability: str
    once_in: str
    contribution: str
    #: The contribution as a number, for its bar.
    adds: float


class Interval(msgspec.Struct, frozen=True, rename="kebab"):
    """What the house holds after some rounds, at each level: from, to."""

    rounds: str
    spans: tuple[str, ...]
    #: The 95 percent span, of all that is wagered.
    risk: str


class MeterLine(msgspec.Struct, frozen=True, rename="kebab"):
    """What is held of a progressive as its top meter grows: straight from the one to the other."""

    name: str
    at: str
    shown: float
    break_even: float
    slope: float


class WagerReport(msgspec.Struct, frozen=True, rename="kebab"):
    """One wager, or the game's own together."""

    title: str
    table: str
    unit: str
    exact: str
    house_edge: float
    deviation: float
    figures: tuple[Figure, ...]
    outcomes: tuple[OutcomeRow, ...]
    deals: str
    levels: tuple[int, ...]
    reaches: tuple[float, ...]
    intervals: tuple[Interval, ...]
    checks: tuple[Figure, ...]
    meter: MeterLine | None = None
    #: What the rules file wants held, and whether it is.
    wanted: str = ""


class StrategyRule(msgspec.Struct, frozen=True, rename="kebab"):
    """A line of the strategy card."""

    when: str
    do: str


class StrategyDecision(msgspec.Struct, frozen=True, rename="kebab"):
    """A decision and its rules, of which the first that fits counts."""

    title: str
    note: str
    rules: tuple[StrategyRule, ...]


class StrategyCell(msgspec.Struct, frozen=True, rename="kebab"):
    """The first decision on two own cards: a square of the grid, from its top left."""

    row: int
    column: int
    name: str
    do: str
    value: float


class Strategy(msgspec.Struct, frozen=True, rename="kebab"):
    """The strategy card and what it costs."""

    decisions: tuple[StrategyDecision, ...]
    best: str
    card: str
    cost: str
    cost_exact: str
    unit: str
    grid: tuple[StrategyCell, ...]


class ReadingEffect(msgspec.Struct, frozen=True, rename="kebab"):
    """What a wager's edge would be if a text were read in another way."""

    reading: str
    clauses: str
    chosen: str
    other: str
    wager: str
    edge: str
    other_edge: str
    difference: str


class MathReport(msgspec.Struct, frozen=True, rename="kebab"):
    """What stands in a math report."""

    head: PaperHead
    wagers: tuple[WagerReport, ...]
    strategy: Strategy
    worths: tuple[ReadingEffect, ...]
    #: The readings with alternatives that move no wager's value.
    idle: tuple[str, ...]
    readings: tuple[ReadingInForce, ...]
    index: str
    program: str


class _Analyses:
    """Analyses under the operator's choices, and under other readings."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        progressive = rules.progressive
        self.meters = {
            name: Fraction(units, UNITS)
            for name, units in (progressive.resets if progressive else {}).items()
        }

    def main(self, readings: Mapping[str, str]) -> Analysis:
        """The game's own wagers together."""
        (one,) = analyze(
            self.rules.game, paytables=self.rules.paytables, readings=readings, wager=MAIN
        )
        return one

    def side(self, wager: Wager, cents: int, readings: Mapping[str, str]) -> Analysis:
        """A side bet at a stake, with the meters at the operator's resets."""
        (one,) = analyze(
            self.rules.game,
            paytables=self.rules.paytables,
            readings=readings,
            wager=wager.name,
            stake=Fraction(cents, CENTS),
            meters=self.meters if wager.progressive else None,
        )
        return one

    def stakes(self, wager: Wager) -> tuple[int, ...]:
        """The stakes that a side bet is analysed at: each of a few, else the least."""
        bounds = self.rules.limits[wager.name]
        return bounds.amounts or (bounds.least,)


def math_report_of(rules: Rules) -> MathReport:
    """The math report of a table; what the lab does not know yet is worked out, which may take
    minutes.
    """
    asked = _Analyses(rules)
    wagers = [_report(rules, asked.main(rules.readings), "Main wagers", MAIN)]
    for wager in rules.wagers:
        if wager.side:
            stakes = asked.stakes(wager)
            for cents in stakes:
                at = f", {dollars(cents)}" if len(stakes) > 1 else ""
                found = asked.side(wager, cents, rules.readings)
                wagers.append(_report(rules, found, f"{wager.title}{at}", wager.name))
    worths, idle = _reading_effects(asked)
    return MathReport(
        head=head_of(rules),
        wagers=tuple(wagers),
        strategy=_strategy(strategy_card(rules)),
        worths=worths,
        idle=idle,
        readings=tuple(readings_of(rules)),
        index=f"{_INDEX:.3f}",
        program=program_digest(),
    )


# One wager ----------------------------------------------------------------------------------------


def _report(rules: Rules, one: Analysis, title: str, name: str) -> WagerReport:
    deals = sum(outcome.combinations for outcome in one.outcomes)
    table = main_table(rules) if name == MAIN else one.paytable
    return WagerReport(
        title=title,
        table="" if table == STANDARD else table,
        unit=one.unit,
        exact=str(one.ev),
        house_edge=float(one.house_edge),
        deviation=one.standard_deviation,
        figures=tuple(_figures(rules, one, name)),
        outcomes=tuple(_outcomes(rules, one)),
        deals=f"{deals:,}",
        levels=tuple(level for level, _ in _LEVELS),
        reaches=tuple(reach for _, reach in _LEVELS),
        intervals=tuple(_intervals(one)),
        checks=tuple(_checks(one)),
        meter=_meter(one),
        wanted=_hold_words(rules, one, name),
    )


def _figures(rules: Rules, one: Analysis, name: str) -> Iterator[Figure]:
    unit = f"of one {one.unit}"
    yield Figure("Return to the player", percent_words(1 + one.ev), unit)
    yield Figure("House edge", percent_words(one.house_edge), unit)
    yield Figure("Element of risk", percent_words(one.element_of_risk), "of all that is wagered")
    yield Figure("Average wagered", f"{float(one.average_wagered):.6f}", one.unit)
    ahead = "of rounds end ahead" if name == MAIN else "of wagers win"
    yield Figure("Hit frequency", percent_words(one.hit_frequency), ahead)
    yield Figure("Standard deviation", f"{one.standard_deviation:.6f}", one.unit)
    yield Figure("Volatility index", f"{_INDEX * one.standard_deviation:.4f}", "90 percent")
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
    """An outcome's name, with wagers called as on the felt."""
    folded, at, wager = hand.partition(" at ")
    known = rules.game.wager.get(wager)
    return capital(f"{folded}{at}{known.title}" if known else hand)


def _intervals(one: Analysis) -> Iterator[Interval]:
    edge, deviation = float(one.house_edge), one.standard_deviation
    for rounds in _ROUNDS:
        halves = [reach * deviation / sqrt(rounds) for _, reach in _LEVELS]
        wagered = float(one.average_wagered)
        low, high = (edge - halves[1]) / wagered, (edge + halves[1]) / wagered
        yield Interval(
            rounds=f"{rounds:,}",
            spans=tuple(f"{edge - half:+.3%} to {edge + half:+.3%}" for half in halves),
            risk=f"{low:+.3%} to {high:+.3%}",
        )


def _checks(one: Analysis) -> Iterator[Figure]:
    chances = sum((outcome.probability for outcome in one.outcomes), Fraction(0))
    yield Figure("Probabilities add up to", str(chances))
    added = sum((outcome.contribution for outcome in one.outcomes), Fraction(0))
    yield Figure("Contributions add up to", str(added), "the value" if added == one.ev else "wrong")


def _meter(one: Analysis) -> MeterLine | None:
    more = one.progressive
    if more is None or more.break_even is None:
        return None
    name, per_1000 = next(iter(more.return_per_1000.items()))
    return MeterLine(
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
    """A share to four places of a percent."""
    return f"{float(value):.4%}"


# The best play ------------------------------------------------------------------------------------


def _strategy(card: StrategyCard) -> Strategy:
    return Strategy(
        decisions=tuple(
            StrategyDecision(
                section.decision,
                section.note,
                tuple(StrategyRule(capital(rule.when), rule.do) for rule in section.rules),
            )
            for section in card.sections
        ),
        best=percent_words(-card.ev),
        card=percent_words(-card.card_ev),
        cost=percent_words(card.cost) if card.cost else "nothing",
        cost_exact=str(card.cost),
        unit=card.unit,
        grid=tuple(
            StrategyCell(
                row=12 - (cell.high if cell.suited else cell.low),
                column=12 - (cell.low if cell.suited else cell.high),
                name=cell.name,
                do=cell.do.removeprefix("bet-"),
                value=float(cell.value),
            )
            for cell in card.grid
        ),
    )


# What a reading is worth --------------------------------------------------------------------------


def _reading_effects(asked: _Analyses) -> tuple[tuple[ReadingEffect, ...], tuple[str, ...]]:
    """Every reading with alternatives: what each does to the wagers whose hand depends on it."""
    rules = asked.rules
    worths: list[ReadingEffect] = []
    idle: list[str] = []
    for reading in rules.game.readings:
        touched = [wager for wager in rules.wagers if _depends_on(rules, wager, reading.id)]
        side = [wager for wager in touched if wager.side]
        names = [MAIN] * (len(side) < len(touched)) + [wager.name for wager in side]
        if reading.choices and not names:
            idle.append(reading.id)
        for other, _ in reading.choices:
            if other == rules.readings[reading.id]:
                continue
            changed = {**rules.readings, reading.id: other}
            for name in names:
                now, then = (_edge(asked, name, choice) for choice in (rules.readings, changed))
                wager = rules.game.wager.get(name)
                worths.append(
                    ReadingEffect(
                        reading=reading.id,
                        clauses=", ".join(reading.clauses),
                        chosen=rules.readings[reading.id],
                        other=other,
                        wager=wager.title if wager else "Main wagers",
                        edge=percent_words(now),
                        other_edge=percent_words(then),
                        difference=f"{float(then - now):+.4%}",
                    )
                )
    return tuple(worths), tuple(idle)


def _edge(asked: _Analyses, name: str, readings: Mapping[str, str]) -> Fraction:
    if name == MAIN:
        return asked.main(readings).house_edge
    wager = asked.rules.game.wager[name]
    return asked.side(wager, asked.stakes(wager)[0], readings).house_edge


def _depends_on(rules: Rules, wager: Wager, reading: str) -> bool:
    """Whether the hand that a wager is paid on depends on a reading, as the others stand."""
    spec = rules.hand_of(wager)
    if isinstance(spec, ByReading) and spec.reading != reading:
        spec = spec.choices[rules.readings[spec.reading]]
    return any(isinstance(one, ByReading) and one.reading == reading for one in specs_in(spec))
