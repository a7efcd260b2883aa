"""Long-run figures of a progressive's meters, exactly.

Every wager of the stake adds its part to a meter, and takes a share of it with some probability;
who takes the whole leaves it at its reset, which the house puts in. In the long run as much goes
out of a meter as comes in:

    paid x average = fed + taken x reset

`average` is what the meter shows on average when a share of it is paid: a hit does not look at the
meter. So the wager's return with every meter at its average is what it returns in the long run.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from fairdeal.lab.figures.counts import Counts
from fairdeal.rulebook.money import CENTS, UNITS, UNITS_PER_CENT
from fairdeal.rulebook.odds import Form
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Progressive


@dataclass(frozen=True)
class MeterAtStake:
    """One meter; amounts in dollars, probabilities of one wager of the stake."""

    name: str
    reset: Fraction
    #: What a wager adds.
    fed: Fraction
    #: How likely a wager is to take it whole, and to be paid any share of it.
    taken: Fraction
    hit: Fraction
    #: The share that a wager is paid on average.
    paid: Fraction

    @property
    def average(self) -> Fraction:
        """Return the average value of the meter when it is hit."""
        return (self.fed + self.taken * self.reset) / self.paid

    @property
    def wagers_between(self) -> Fraction:
        """Return the average number of wagers between two hits that take the whole meter."""
        return 1 / self.taken

    @property
    def earned_between(self) -> Fraction:
        """Return the dollars that these wagers add to the meter on average."""
        return self.fed * self.wagers_between

    @property
    def funded(self) -> bool:
        """Return whether the wagers add at least the reset that the house then puts in."""
        return self.fed >= self.taken * self.reset

    def wagers_for(self, amount: Fraction) -> int:
        """Return the number of wagers that add so many dollars to the meter."""
        return ceil(amount / self.fed)

    def chance_of(self, value: Fraction) -> float:
        """Return the probability that the meter gets from its reset to a value before it is hit."""
        return float(1 - self.hit) ** max(0, self.wagers_for(value - self.reset))


@dataclass(frozen=True)
class MetersAtStake:
    """The meters of a progressive at one stake, in dollars."""

    stake: Fraction
    #: What the lines that pay no meter return of a unit.
    fixed: Fraction
    meters: tuple[MeterAtStake, ...]

    @property
    def at_reset(self) -> Fraction:
        """Return what a unit returns with every meter at its reset."""
        return self.fixed + sum(m.paid * m.reset for m in self.meters) / self.stake

    @property
    def long_run(self) -> Fraction:
        """Return what a unit returns in the long run: with every meter at its average."""
        return self.fixed + sum(m.fed + m.taken * m.reset for m in self.meters) / self.stake

    def break_even(self, meter: MeterAtStake) -> Fraction:
        """Return the value of a meter at which the wager returns its stake, with the others at
        their resets.
        """
        others = self.at_reset - meter.paid * meter.reset / self.stake
        return (1 - others) * self.stake / meter.paid


def meters_of(
    table: Paytable, counts: Counts, progressive: Progressive, stake: Fraction
) -> MetersAtStake:
    """Return the meters of a table under an operator's rates and resets, at a stake in dollars."""
    fixed = Fraction(0)
    taken: dict[str, Fraction] = {}
    hit: dict[str, Fraction] = {}
    paid: dict[str, Fraction] = {}
    for cell, line in enumerate(table.by_cell):
        if line is None:
            continue
        chance = counts.probability(cell)
        if line.pays.form is not Form.METER:
            # The stake of a progressive is collected before the deal.
            fixed += chance * (1 + line.pays.net_per_unit(stake=stake, collected=True))
            continue
        name, share = line.pays.meter, Fraction(line.pays.amount, 100)
        hit[name] = hit.get(name, Fraction(0)) + chance
        paid[name] = paid.get(name, Fraction(0)) + chance * share
        if share == 1:
            taken[name] = taken.get(name, Fraction(0)) + chance
    return MetersAtStake(
        stake,
        fixed,
        tuple(
            MeterAtStake(
                name,
                reset=Fraction(progressive.resets[name], UNITS),
                fed=stake * Fraction(progressive.rates[name], UNITS_PER_CENT),
                taken=taken.get(name, Fraction(0)),
                hit=hit[name],
                paid=paid[name],
            )
            for name in (meter.name for meter in table.meters)
            if paid.get(name)  # a meter that no hand is paid from only grows
        ),
    )


def envy_of(table: Paytable, counts: Counts, stake: Fraction) -> Fraction:
    """Return what each other player at the table adds to the return of a unit by envy."""
    cents = int(stake * CENTS)
    total = sum(
        counts.probability(cell) * Fraction(line.pays_cents.get(cents, 0), CENTS)
        for cell, line in enumerate(table.envy_by_cell)
        if line is not None
    )
    return Fraction(total) / stake
