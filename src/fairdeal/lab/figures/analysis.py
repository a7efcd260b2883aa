"""Exact figures of a wager: expected value, house edge, variance, and every outcome."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import sqrt

from fairdeal.rulebook.paytable import Paytable


@dataclass(frozen=True)
class Outcome:
    """One way in which a wager ends: its probability, and its contribution to the value."""

    hand: str
    pays: str | None
    combinations: int
    probability: Fraction
    contribution: Fraction


@dataclass(frozen=True)
class ProgressiveFigures:
    """Further figures of a progressive wager; amounts in dollars, returns in units of the stake."""

    #: The stake and the meters that the figures are for.
    stake: Fraction
    meters: Mapping[str, Fraction]
    #: The break-even value of the top meter, at which the return is zero, with the other meters as
    #: given.
    break_even: Fraction | None
    #: What each thousand dollars on each meter add to the return.
    return_per_1000: Mapping[str, Fraction]
    #: What each other player at the table adds by envy.
    envy_per_player: Fraction


@dataclass(frozen=True)
class ValueAtStake:
    """The main wagers' value at a stake of one unit under the payout limit, in dollars and in
    units. `payout_limit` is None where there is no limit.
    """

    stake: Fraction
    payout_limit: Fraction | None
    ev: Fraction

    @property
    def house_edge(self) -> Fraction:
        """The share of each unit that the house keeps."""
        return -self.ev


@dataclass(frozen=True)
class Analysis:
    """One wager, or the game's main wagers together, in units of `unit`.

    `results` is the whole distribution: the probability of each net result. Where a payout limit
    is counted, `stake` is one unit in dollars and `payout_limit` the limit; both are None where
    none is. `at_limits` are the values at a table's minimum and maximum.
    """

    wager: str
    paytable: str
    unit: str
    average_wagered: Fraction
    hit_frequency: Fraction
    results: Mapping[Fraction, Fraction] = field(repr=False)
    outcomes: tuple[Outcome, ...] = field(repr=False)
    progressive: ProgressiveFigures | None = None
    stake: Fraction | None = None
    payout_limit: Fraction | None = None
    at_limits: tuple[ValueAtStake, ...] = ()

    @cached_property
    def ev(self) -> Fraction:
        """The expected net result of a round."""
        return sum((net * chance for net, chance in self.results.items()), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """The share of each unit that the house keeps."""
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        """The share of everything wagered that the house keeps."""
        return -self.ev / self.average_wagered

    @cached_property
    def variance(self) -> Fraction:
        """The variance of a round's net result."""
        squares = (net * net * chance for net, chance in self.results.items())
        return sum(squares, Fraction(0)) - self.ev**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round's net result."""
        return sqrt(self.variance)


@dataclass(frozen=True)
class Row:
    """A number of equally likely deals that end in the same way."""

    hand: str
    pays: str | None
    net: Fraction
    wagered: Fraction
    combinations: int


def analysis_of(
    rows: Iterable[Row],
    *,
    wager: str,
    paytable: str,
    unit: str,
    wins: Fraction | None = None,
    progressive: ProgressiveFigures | None = None,
) -> Analysis:
    """Sum up deals as figures. `wins` is the hit frequency where it is not the probability of a
    positive net result.
    """
    rows = list(rows)
    deals = sum(row.combinations for row in rows)
    results: Counter[Fraction] = Counter()
    grouped: dict[tuple[str, str | None], tuple[int, Fraction]] = {}
    for row in rows:
        results[row.net] += row.combinations
        count, total = grouped.get((row.hand, row.pays), (0, Fraction(0)))
        grouped[row.hand, row.pays] = count + row.combinations, total + row.net * row.combinations
    ahead = Fraction(sum(count for net, count in results.items() if net > 0), deals)
    return Analysis(
        wager=wager,
        paytable=paytable,
        unit=unit,
        average_wagered=sum((r.wagered * r.combinations for r in rows), Fraction(0)) / deals,
        hit_frequency=ahead if wins is None else wins,
        results={net: Fraction(count, deals) for net, count in sorted(results.items())},
        outcomes=tuple(
            Outcome(hand, pays, count, Fraction(count, deals), total / deals)
            for (hand, pays), (count, total) in grouped.items()
            if count
        ),
        progressive=progressive,
    )


def cell_label(table: Paytable, cell: int) -> tuple[str, str | None]:
    """Return the name of a cell in a table of outcomes, and what it pays."""
    if line := table.by_cell[cell]:
        return line.hand, str(line.pays)
    name = table.ranking.cells[cell]
    if not name.startswith("pair of"):
        return name, None
    pays_pairs = any(line.hand.startswith("pair") for line in table.lines)
    return "lower pair" if pays_pairs else "pair", None
