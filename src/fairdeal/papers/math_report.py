"""The math report of a table, in the form of a lab's PAR sheet.

It shows the exact return of every wager on offer, what the return consists of, how far results
stray, the best play, and how much each reading matters.
"""

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from fairdeal.lab.decisions.strategy import strategy_card
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.figures.analysis import Analysis
from fairdeal.lab.figures.analyze import analyze
from fairdeal.lab.figures.payouts import MAIN
from fairdeal.papers.elements import PaperHead, head_of
from fairdeal.papers.submission import ReadingInForce, own_clauses, readings_of
from fairdeal.papers.wager_report import VOLATILITY_INDEX, WagerReport, percent_words, wager_report
from fairdeal.program import program_digest
from fairdeal.rulebook.hand import ByReading, specs_in
from fairdeal.rulebook.money import CENTS, UNITS, dollars
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager
from fairdeal.wording.phrases import capital


class ReportedRule(msgspec.Struct, frozen=True, rename="kebab"):
    """A line of the strategy card."""

    when: str
    do: str


class ReportedDecision(msgspec.Struct, frozen=True, rename="kebab"):
    """A decision and its rules; the first rule that fits applies."""

    title: str
    note: str
    rules: tuple[ReportedRule, ...]


class StrategyCell(msgspec.Struct, frozen=True, rename="kebab"):
    """The first decision on two own cards; row and column count from the grid's top left."""

    row: int
    column: int
    name: str
    do: str
    value: float


class ReportedStrategy(msgspec.Struct, frozen=True, rename="kebab"):
    """The strategy card and the cost of following it."""

    decisions: tuple[ReportedDecision, ...]
    best: str
    card: str
    cost: str
    cost_exact: str
    unit: str
    grid: tuple[StrategyCell, ...]


class ReadingEffect(msgspec.Struct, frozen=True, rename="kebab"):
    """The edge of a wager under another choice of a reading."""

    reading: str
    clauses: str
    chosen: str
    other: str
    wager: str
    edge: str
    other_edge: str
    difference: str


class MathReport(msgspec.Struct, frozen=True, rename="kebab"):
    """The content of a math report."""

    head: PaperHead
    wagers: tuple[WagerReport, ...]
    strategy: ReportedStrategy
    effects: tuple[ReadingEffect, ...]
    #: The readings whose alternatives change no wager's value.
    idle: tuple[str, ...]
    readings: tuple[ReadingInForce, ...]
    index: str
    program: str
    #: Whether all figures were computed for this report, and none was taken from a store.
    solved: bool


class _Analyses:
    """Analyses of the wagers under the operator's choices, with any readings.

    With `solve` they are computed anew, each once, and no shipped or stored result is used.
    """

    def __init__(self, rules: Rules, *, solve: bool = False) -> None:
        self.rules = rules
        self._solve = solve
        self._known: dict[tuple[object, ...], Analysis] = {}
        progressive = rules.progressive
        self.meters = {
            name: Fraction(units, UNITS)
            for name, units in (progressive.resets if progressive else {}).items()
        }

    def main(self, readings: Mapping[str, str]) -> Analysis:
        """Return the analysis of the main wagers together."""
        return self._analysis(MAIN, readings, None, None)

    def main_at_limits(self) -> Analysis:
        """Return the same with the values at the table's minimum and maximum, under its payout
        limit.
        """
        (one,) = analyze(
            self.rules.game,
            paytables=self.rules.paytables,
            readings=self.rules.readings,
            wager=MAIN,
            cache=not self._solve,
            table=self.rules,
        )
        # The figures without a limit are the same, and are not computed again.
        self._known[self._key(MAIN, None, self.rules.readings)] = one
        return one

    def side(self, wager: Wager, cents: int, readings: Mapping[str, str]) -> Analysis:
        """Return the analysis of a side bet at a stake, with the meters at their resets."""
        meters = self.meters if wager.progressive else None
        return self._analysis(wager.name, readings, Fraction(cents, CENTS), meters)

    def _analysis(
        self,
        wager: str,
        readings: Mapping[str, str],
        stake: Fraction | None,
        meters: Mapping[str, Fraction] | None,
    ) -> Analysis:
        key = self._key(wager, stake, readings)
        if key not in self._known:
            (self._known[key],) = analyze(
                self.rules.game,
                paytables=self.rules.paytables,
                readings=readings,
                wager=wager,
                stake=stake,
                meters=meters,
                cache=not self._solve,
            )
        return self._known[key]

    def _key(
        self, wager: str, stake: Fraction | None, readings: Mapping[str, str]
    ) -> tuple[object, ...]:
        return (wager, stake, *sorted(readings.items()))

    def stakes(self, wager: Wager) -> tuple[int, ...]:
        """Return the stakes for a side bet's analyses: all fixed stakes, or else the least one."""
        bounds = self.rules.limits[wager.name]
        return bounds.amounts or (bounds.least,)


def math_report_of(rules: Rules, *, solve: bool = False) -> MathReport:
    """Return the math report of a table; figures that are not cached may take minutes.

    With `solve` all figures are computed anew, as for a report that is filed.
    """
    analyses = _Analyses(rules, solve=solve)
    wagers = [wager_report(rules, analyses.main_at_limits(), "Main wagers", MAIN)]
    for wager in rules.wagers:
        if wager.side:
            stakes = analyses.stakes(wager)
            for cents in stakes:
                at = f", {dollars(cents)}" if len(stakes) > 1 else ""
                found = analyses.side(wager, cents, rules.readings)
                wagers.append(wager_report(rules, found, f"{wager.title}{at}", wager.name))
    effects, idle = _reading_effects(analyses)
    return MathReport(
        head=head_of(rules),
        wagers=tuple(wagers),
        strategy=_strategy(strategy_card(rules, cache=not solve)),
        effects=effects,
        idle=idle,
        readings=tuple(readings_of(rules)),
        index=f"{VOLATILITY_INDEX:.3f}",
        program=program_digest(),
        solved=solve,
    )


# The best play ------------------------------------------------------------------------------------


def _strategy(card: StrategyCard) -> ReportedStrategy:
    return ReportedStrategy(
        decisions=tuple(
            ReportedDecision(
                section.decision,
                section.note,
                tuple(ReportedRule(capital(rule.when), rule.do) for rule in section.rules),
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


def _reading_effects(analyses: _Analyses) -> tuple[tuple[ReadingEffect, ...], tuple[str, ...]]:
    """Return the effect of each alternative reading on the wagers whose hand depends on it, and
    the readings that affect no wager.
    """
    rules = analyses.rules
    effects: list[ReadingEffect] = []
    idle: list[str] = []
    for reading in rules.game.readings:
        affected = [wager for wager in rules.wagers if _depends_on(rules, wager, reading.id)]
        side = [wager for wager in affected if wager.side]
        names = [MAIN] * (len(side) < len(affected)) + [wager.name for wager in side]
        if reading.choices and not names:
            idle.append(reading.id)
        for other, _ in reading.choices:
            if other == rules.readings[reading.id]:
                continue
            changed = {**rules.readings, reading.id: other}
            for name in names:
                now, then = (_edge(analyses, name, choice) for choice in (rules.readings, changed))
                wager = rules.game.wager.get(name)
                effects.append(
                    ReadingEffect(
                        reading=reading.id,
                        clauses=own_clauses(rules, reading),
                        chosen=rules.readings[reading.id],
                        other=other,
                        wager=wager.title if wager else "Main wagers",
                        edge=percent_words(now),
                        other_edge=percent_words(then),
                        difference=f"{float(then - now):+.4%}",
                    )
                )
    return tuple(effects), tuple(idle)


def _edge(analyses: _Analyses, name: str, readings: Mapping[str, str]) -> Fraction:
    if name == MAIN:
        return analyses.main(readings).house_edge
    wager = analyses.rules.game.wager[name]
    return analyses.side(wager, analyses.stakes(wager)[0], readings).house_edge


def _depends_on(rules: Rules, wager: Wager, reading: str) -> bool:
    """Return whether the hand of a wager depends on a reading while other readings stay."""
    spec = rules.hand_of(wager)
    if isinstance(spec, ByReading) and spec.reading != reading:
        spec = spec.choices[rules.readings[spec.reading]]
    return any(isinstance(one, ByReading) and one.reading == reading for one in specs_in(spec))
