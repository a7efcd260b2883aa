"""The whole bet: what a player who makes the same bets every round loses, and how far it swings.

The expected loss is exact. So is the deviation, by the covariance of every two wagers, where these
can be counted (`fairdeal.lab.figures.covariance`); where not, it lies between the bounds that are
told. What follows for many rounds is exact for one distribution, else by the normal law.
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
from fairdeal.lab.figures.covariance import mean_of_sides, mean_with_main, rows_with_side
from fairdeal.lab.figures.payouts import MAIN, net_by_cell, table_for
from fairdeal.lab.lazy import spread_after
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.rules import Rules


@dataclass(frozen=True)
class Part:
    """One wager of the pattern: its stake in dollars, and its figures in units of it."""

    stake: Fraction
    figures: Analysis = field(repr=False)

    @property
    def mean(self) -> Fraction:
        """The expected result of a round, in dollars."""
        return self.stake * self.figures.ev

    @property
    def wagered(self) -> Fraction:
        """The dollars that lie on it on average."""
        return self.stake * self.figures.average_wagered

    @property
    def variance(self) -> Fraction:
        """In dollars squared."""
        return self.stake**2 * self.figures.variance


@dataclass(frozen=True)
class WholeBet:
    """A betting pattern. `covariances` are in dollars squared; None is not counted."""

    parts: Mapping[str, Part]
    covariances: Mapping[tuple[str, str], Fraction | None]
    #: The distribution of a round's result in dollars, where it is known.
    results: Mapping[Fraction, Fraction] | None = field(default=None, repr=False)

    @property
    def mean(self) -> Fraction:
        """The expected result of a round, in dollars: exact."""
        return sum((part.mean for part in self.parts.values()), Fraction(0))

    @property
    def wagered(self) -> Fraction:
        """The dollars wagered in a round on average."""
        return sum((part.wagered for part in self.parts.values()), Fraction(0))

    @property
    def hold(self) -> Fraction:
        """What the house keeps of all that is wagered."""
        return -self.mean / self.wagered

    @property
    def exact(self) -> bool:
        """Whether every covariance was counted."""
        return None not in self.covariances.values()

    @property
    def variances(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest variance there can be; the same where it is exact."""
        low = high = sum((part.variance for part in self.parts.values()), Fraction(0))
        for (one, other), known in self.covariances.items():
            if known is not None:
                low, high = low + 2 * known, high + 2 * known
            else:
                bound = _root_above(self.parts[one].variance * self.parts[other].variance)
                low, high = low - 2 * bound, high + 2 * bound
        return max(low, Fraction(0)), high

    @property
    def deviations(self) -> tuple[float, float]:
        """The least and the greatest standard deviation of a round, in dollars."""
        low, high = self.variances
        return sqrt(low), sqrt(high)

    def ahead_after(self, rounds: int) -> tuple[float, float]:
        """The chance to be ahead after so many rounds: from the least to the greatest; the same
        where the distribution is known.
        """
        if self.results is not None:
            totals, chances = spread_after(self.results, rounds)
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


def whole_bet(
    rules: Rules,
    stakes: Mapping[str, Fraction],
    *,
    meters: Mapping[str, Fraction] | None = None,
    cache: bool = True,
) -> WholeBet:
    """A pattern of bets by wager in dollars; `main` is one base bet, which the others go with."""
    game = rules.game
    names = [MAIN, *(wager.name for wager in rules.wagers if wager.optional)]
    for name in stakes:
        if name not in names:
            hint = did_you_mean(name, names) or f": choose {one_of(names)}"
            raise BadInputError(f"{game.name} has no bet {quoted(name)}{hint}")
    rows = main_rows(rules, cache=cache) if MAIN in stakes else []
    parts: dict[str, Part] = {}
    nets: dict[str, tuple[Fraction, ...]] = {}
    for name in (one for one in names if one in stakes):
        if name == MAIN:
            parts[name] = Part(stakes[name], analyze_main(rules, cache=cache))
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
        parts[name] = Part(stakes[name], figures)
        nets[name] = net_by_cell(table, stake=stakes[name], collected=wager.collected, meters=shown)
    covariances: dict[tuple[str, str], Fraction | None] = {}
    for one, other in combinations(parts, 2):
        side = game.wager[other]
        if one == MAIN:
            product = mean_with_main(rules, rows, side, nets[other])
        else:
            product = mean_of_sides(rules, game.wager[one], nets[one], side, nets[other])
        dollars = parts[one].stake * parts[other].stake
        apart = parts[one].mean * parts[other].mean
        covariances[one, other] = None if product is None else dollars * product - apart
    return WholeBet(parts, covariances, _results(rules, parts, rows, nets))


def main_rows(rules: Rules, *, cache: bool) -> list[Row]:
    """Every ending of the main wagers under best play."""
    return results.main_rows(rules, cache=cache)


def _results(
    rules: Rules,
    parts: Mapping[str, Part],
    rows: list[Row],
    nets: Mapping[str, tuple[Fraction, ...]],
) -> dict[Fraction, Fraction] | None:
    """The distribution of the whole, where every ending of the main wagers tells the rest."""
    if len(parts) == 1:
        (part,) = parts.values()
        return {part.stake * net: chance for net, chance in part.figures.results.items()}
    if MAIN not in parts:
        return None
    totals = [row.net * parts[MAIN].stake for row in rows if row.combinations]
    for name, side in nets.items():
        together = rows_with_side(rules, rows, rules.game.wager[name], side)
        if together is None:
            return None
        totals = [
            total + parts[name].stake * net
            for total, (_, net) in zip(totals, together, strict=True)
        ]
    counts = [row.combinations for row in rows if row.combinations]
    found: dict[Fraction, Fraction] = {}
    for total, count in zip(totals, counts, strict=True):
        found[total] = found.get(total, Fraction(0)) + Fraction(count, sum(counts))
    return found


def _root_above(value: Fraction) -> Fraction:
    """A square root, from above by less than a millionth."""
    scale = 10**12
    return Fraction(isqrt(value.numerator * scale // value.denominator) + 1, 10**6)


def _normal(x: float) -> float:
    return (1 + erf(x / sqrt(2))) / 2


def _ruin(bankroll: float, mean: float, deviation: float, rounds: int) -> float:
    """The chance that so much is lost within some rounds: a drifting random walk's, in the limit
    of small steps.
    """
    spread = deviation * sqrt(rounds)
    if not spread:
        return float(bankroll <= -mean * rounds)
    power = -2 * mean * bankroll / deviation**2
    back = _normal((-bankroll + mean * rounds) / spread)
    return _normal((-bankroll - mean * rounds) / spread) + (
        exp(min(power, 700)) * back if back else 0
    )
