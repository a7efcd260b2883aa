"""Figures of a betting pattern: a player makes the same bets in every round.

The expected loss is exact. The deviation is exact where the covariance of every two wagers can be
counted (`fairdeal.lab.figures.covariance`); otherwise it lies between two bounds. Figures for many
rounds are exact where the distribution of one round is known, else approximated by the normal law.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import erf, exp, isqrt, sqrt

from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.lab.cache import results
from fairdeal.lab.figures.analysis import Analysis, Row
from fairdeal.lab.figures.analyze import analyze, analyze_main
from fairdeal.lab.figures.covariance import (
    expected_product_of_sides,
    expected_product_with_main,
    rows_with_side,
)
from fairdeal.lab.figures.payouts import MAIN, net_by_cell, table_for
from fairdeal.lab.lazy import round_totals
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.rules import Rules


@dataclass(frozen=True)
class PatternWager:
    """One wager of a betting pattern: its stake in dollars, and its figures by unit staked."""

    stake: Fraction
    figures: Analysis = field(repr=False)

    @property
    def mean(self) -> Fraction:
        """The expected result of a round, in dollars."""
        return self.stake * self.figures.ev

    @property
    def wagered(self) -> Fraction:
        """The dollars that are staked on it on average."""
        return self.stake * self.figures.average_wagered

    @property
    def variance(self) -> Fraction:
        """The variance of a round's result, in dollars squared."""
        return self.stake**2 * self.figures.variance


@dataclass(frozen=True)
class BettingPattern:
    """The wagers of a pattern with their covariances in dollars squared; None where one cannot be
    counted.
    """

    wagers: Mapping[str, PatternWager]
    covariances: Mapping[tuple[str, str], Fraction | None]
    #: The distribution of a round's result in dollars, where it is known.
    results: Mapping[Fraction, Fraction] | None = field(default=None, repr=False)

    @property
    def mean(self) -> Fraction:
        """The expected result of a round, in dollars: exact."""
        return sum((wager.mean for wager in self.wagers.values()), Fraction(0))

    @property
    def wagered(self) -> Fraction:
        """The dollars wagered in a round on average."""
        return sum((wager.wagered for wager in self.wagers.values()), Fraction(0))

    @property
    def hold(self) -> Fraction:
        """The share of all that is wagered that the house keeps."""
        return -self.mean / self.wagered

    @property
    def exact(self) -> bool:
        """Whether every covariance was counted."""
        return None not in self.covariances.values()

    @property
    def variances(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest variance there can be; the same where it is exact."""
        low = high = sum((wager.variance for wager in self.wagers.values()), Fraction(0))
        for (one, other), known in self.covariances.items():
            if known is not None:
                low, high = low + 2 * known, high + 2 * known
            else:
                bound = _root_above(self.wagers[one].variance * self.wagers[other].variance)
                low, high = low - 2 * bound, high + 2 * bound
        return max(low, Fraction(0)), high

    @property
    def deviations(self) -> tuple[float, float]:
        """The least and the greatest standard deviation of a round, in dollars."""
        low, high = self.variances
        return sqrt(low), sqrt(high)

    def ahead_after(self, rounds: int) -> tuple[float, float]:
        """The least and the greatest probability to be ahead after so many rounds; they are equal
        where the distribution of a round is known.
        """
        if self.results is not None:
            totals, chances = round_totals(self.results, rounds)
            ahead = float(chances[totals > 0].sum())
            return ahead, ahead
        mean = float(self.mean) * sqrt(rounds)
        found = [_normal(mean / deviation) if deviation else 0.0 for deviation in self.deviations]
        return min(found), max(found)

    def bankroll(self, rounds: int, risk: float) -> float:
        """The dollars that are lost within so many rounds with a chance of `risk` at most, by the
        normal law and the greatest deviation.
        """
        mean, deviation = float(self.mean), self.deviations[1]
        low, high = 0.0, abs(mean) * rounds + 12 * deviation * sqrt(rounds) + 1
        for _ in range(80):
            middle = (low + high) / 2
            if _ruin(middle, mean, deviation, rounds) > risk:
                low = middle
            else:
                high = middle
        return high


def betting_pattern(
    rules: Rules,
    stakes: Mapping[str, Fraction],
    *,
    meters: Mapping[str, Fraction] | None = None,
    cache: bool = True,
) -> BettingPattern:
    """The figures of a pattern: stakes in dollars by wager. `main` is the stake of one base bet;
    the other main wagers follow from it.
    """
    game = rules.game
    names = [MAIN, *(wager.name for wager in rules.wagers if wager.optional)]
    for name in stakes:
        if name not in names:
            hint = did_you_mean(name, names) or f": choose {one_of(names)}"
            raise BadInputError(f"{game.name} has no bet {quoted(name)}{hint}")
    rows = results.main_rows(rules, cache=cache) if MAIN in stakes else []
    wagers: dict[str, PatternWager] = {}
    nets: dict[str, tuple[Fraction, ...]] = {}
    for name in (one for one in names if one in stakes):
        if name == MAIN:
            wagers[name] = PatternWager(stakes[name], analyze_main(rules, cache=cache))
            continue
        wager = game.wager[name]
        table = table_for(rules, wager)
        least = {m.name: Fraction(m.least_reset_cents, CENTS) for m in table.meters}
        shown = {**least, **{m: v for m, v in (meters or {}).items() if m in least}}
        (figures,) = analyze(
            game,
            paytables=rules.paytables,
            readings=rules.readings,
            wager=name,
            stake=stakes[name],
            meters={m: v for m, v in shown.items() if table.meters},
        )
        wagers[name] = PatternWager(stakes[name], figures)
        nets[name] = net_by_cell(table, stake=stakes[name], collected=wager.collected, meters=shown)
    covariances: dict[tuple[str, str], Fraction | None] = {}
    for one, other in combinations(wagers, 2):
        side = game.wager[other]
        if one == MAIN:
            product = expected_product_with_main(rules, rows, side, nets[other])
        else:
            product = expected_product_of_sides(
                rules, game.wager[one], nets[one], side, nets[other]
            )
        dollars = wagers[one].stake * wagers[other].stake
        apart = wagers[one].mean * wagers[other].mean
        covariances[one, other] = None if product is None else dollars * product - apart
    return BettingPattern(wagers, covariances, _results(rules, wagers, rows, nets))


def _results(
    rules: Rules,
    wagers: Mapping[str, PatternWager],
    rows: list[Row],
    nets: Mapping[str, tuple[Fraction, ...]],
) -> dict[Fraction, Fraction] | None:
    """The distribution of a round's result in dollars, where every ending of the main wagers
    determines what the side bets bring; else None.
    """
    if len(wagers) == 1:
        (wager,) = wagers.values()
        return {wager.stake * net: chance for net, chance in wager.figures.results.items()}
    if MAIN not in wagers:
        return None
    totals = [row.net * wagers[MAIN].stake for row in rows if row.combinations]
    for name, side in nets.items():
        together = rows_with_side(rules, rows, rules.game.wager[name], side)
        if together is None:
            return None
        totals = [
            total + wagers[name].stake * net
            for total, (_, net) in zip(totals, together, strict=True)
        ]
    counts = [row.combinations for row in rows if row.combinations]
    found: dict[Fraction, Fraction] = {}
    for total, count in zip(totals, counts, strict=True):
        found[total] = found.get(total, Fraction(0)) + Fraction(count, sum(counts))
    return found


def _root_above(value: Fraction) -> Fraction:
    """An upper bound of a square root, less than a millionth above it."""
    scale = 10**12
    return Fraction(isqrt(value.numerator * scale // value.denominator) + 1, 10**6)


def _normal(x: float) -> float:
    return (1 + erf(x / sqrt(2))) / 2


def _ruin(bankroll: float, mean: float, deviation: float, rounds: int) -> float:
    """The probability that a bankroll is lost within so many rounds: Brownian motion with drift."""
    spread = deviation * sqrt(rounds)
    if not spread:
        return float(bankroll <= -mean * rounds)
    power = -2 * mean * bankroll / deviation**2
    back = _normal((-bankroll + mean * rounds) / spread)
    return _normal((-bankroll - mean * rounds) / spread) + (
        exp(min(power, 700)) * back if back else 0
    )
