"""Figures of a betting pattern: a player makes the same bets in every round.

The expected loss is exact. The deviation is exact where the covariance of every two wagers can be
counted (`fairdeal.lab.figures.covariance`); otherwise it lies between two bounds. Figures of many
rounds follow from the distribution of one round, in which all bets fall together.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations
from math import isqrt, sqrt

from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.lab.cache import results
from fairdeal.lab.figures.analysis import Analysis, Row, analysis_of
from fairdeal.lab.figures.analyze import analyze
from fairdeal.lab.figures.bounds import QUANTILES, SessionFigures
from fairdeal.lab.figures.covariance import (
    expected_product_of_sides,
    expected_product_with_main,
    rows_with_side,
)
from fairdeal.lab.figures.payout_limit import StakeLimit, cutting_limit, stake_limit
from fairdeal.lab.figures.payouts import MAIN, main_table, net_by_cell, reset_meters, table_for
from fairdeal.lab.lazy import session_figures
from fairdeal.rulebook.rules import Rules


@dataclass(frozen=True)
class PatternWager:
    """One wager of a betting pattern.

    - `stake`: dollars, one base bet of the main wagers; `stake_dollars` is the same amount.
    - `mean`, `wagered`: dollars a round, on average; `variance`: of a round, in dollars squared.
    - `figures`: its analysis, in units of the stake.
    """

    stake: Fraction
    figures: Analysis = field(repr=False)

    @property
    def stake_dollars(self) -> Fraction:
        """Return the stake in dollars."""
        return self.stake

    @property
    def mean(self) -> Fraction:
        """Return the expected result of a round, in dollars."""
        return self.stake * self.figures.ev

    @property
    def wagered(self) -> Fraction:
        """Return the dollars that are staked on it on average."""
        return self.stake * self.figures.average_wagered

    @property
    def variance(self) -> Fraction:
        """Return the variance of a round's result, in dollars squared."""
        return self.stake**2 * self.figures.variance


@dataclass(frozen=True)
class BettingPattern:
    """The wagers of a pattern. Amounts are dollars.

    - `wagers`: a `PatternWager` by name.
    - `covariances`: of each two wagers, in dollars squared; None where one cannot be counted.
    - `mean`, `wagered`: dollars a round, exact; `hold`: a share of all that is wagered.
    - `variances`, `deviations`: the least and the greatest of a round, in dollars squared and in
      dollars; the same where they are exact.
    - `results`: the probability of each result of a round in dollars, where it is known.
    """

    wagers: Mapping[str, PatternWager]
    covariances: Mapping[tuple[str, str], Fraction | None]
    #: Computes the distribution of a round's result, which takes long for some patterns.
    compute_results: Callable[[], Mapping[Fraction, Fraction] | None] = field(repr=False)
    #: The stake of the main wagers and their payout limit, where one counts.
    limit: StakeLimit | None = None

    @cached_property
    def results(self) -> Mapping[Fraction, Fraction] | None:
        """Return the distribution of a round's result in dollars, all bets together; None where it
        is not known.
        """
        return self.compute_results()

    @property
    def mean(self) -> Fraction:
        """Return the expected result of a round, in dollars: exact."""
        return sum((wager.mean for wager in self.wagers.values()), Fraction(0))

    @property
    def wagered(self) -> Fraction:
        """Return the dollars wagered in a round on average."""
        return sum((wager.wagered for wager in self.wagers.values()), Fraction(0))

    @property
    def hold(self) -> Fraction:
        """Return the share of all that is wagered that the house keeps."""
        return -self.mean / self.wagered

    @property
    def exact(self) -> bool:
        """Return whether every covariance was counted."""
        return None not in self.covariances.values()

    @property
    def variances(self) -> tuple[Fraction, Fraction]:
        """Return the least and the greatest variance there can be; the same where it is exact."""
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
        """Return the least and the greatest standard deviation of a round, in dollars."""
        low, high = self.variances
        return sqrt(low), sqrt(high)

    def session(
        self, rounds: int, risk: Fraction, bankroll: Fraction | None = None
    ) -> SessionFigures:
        """Return the figures of so many rounds: chance to be ahead, quantiles, bankroll and ruin.
        All are None where the distribution of one round is not known.
        """
        if self.results is None:
            unknown = dict.fromkeys(QUANTILES)
            return SessionFigures(rounds, None, None, unknown, risk, None, None)
        return session_figures(self.results, rounds, risk, bankroll)


def betting_pattern(
    rules: Rules,
    stakes: Mapping[str, Fraction],
    *,
    meters: Mapping[str, Fraction] | None = None,
    limit: Fraction | None = None,
    cache: bool = True,
) -> BettingPattern:
    """Return the figures of a pattern: stakes in dollars by wager. `main` is the stake of one base
    bet; the other main wagers follow from it. The payout limit is the one given, else that of the
    rules.
    """
    game = rules.game
    names = [MAIN, *(wager.name for wager in rules.wagers if wager.optional)]
    for name in stakes:
        if name not in names:
            hint = did_you_mean(name, names) or f": choose {one_of(names)}"
            raise BadInputError(f"{game.name} has no bet {quoted(name)}{hint}")
    counted = stake_limit(rules, stakes.get(MAIN), limit)
    units = None if counted is None else cutting_limit(rules, counted.units)
    rows = results.main_rows(rules, limit=units, cache=cache) if MAIN in stakes else []
    wagers: dict[str, PatternWager] = {}
    nets: dict[str, tuple[Fraction, ...]] = {}
    for name in (one for one in names if one in stakes):
        if name == MAIN:
            figures = analysis_of(rows, wager=MAIN, paytable=main_table(rules), unit=game.unit)
            wagers[name] = PatternWager(stakes[name], figures)
            continue
        wager = game.wager[name]
        table = table_for(rules, wager)
        resets = reset_meters(rules, wager)
        shown = {**resets, **{m: v for m, v in (meters or {}).items() if m in resets}}
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
            product = expected_product_with_main(rules, rows, side, nets[other], units)
        else:
            product = expected_product_of_sides(
                rules, game.wager[one], nets[one], side, nets[other]
            )
        dollars = wagers[one].stake * wagers[other].stake
        apart = wagers[one].mean * wagers[other].mean
        covariances[one, other] = None if product is None else dollars * product - apart
    # A partial can be pickled, unlike a lambda.
    return BettingPattern(
        wagers, covariances, partial(_results, rules, wagers, rows, nets, units), counted
    )


def _results(
    rules: Rules,
    wagers: Mapping[str, PatternWager],
    rows: list[Row],
    nets: Mapping[str, tuple[Fraction, ...]],
    limit: Fraction | None,
) -> dict[Fraction, Fraction] | None:
    """Return the distribution of a round's result in dollars; None where no kernel counts it."""
    if len(wagers) == 1:
        (wager,) = wagers.values()
        return {wager.stake * net: chance for net, chance in wager.figures.results.items()}
    counts = _same_hand_counts(rules, wagers, rows, nets)
    if counts is None:
        counts = _joint_counts(rules, wagers, nets, limit)
    if counts is None:
        return None
    deals = sum(counts.values())
    return {total: Fraction(count, deals) for total, count in counts.items() if count}


def _same_hand_counts(
    rules: Rules,
    wagers: Mapping[str, PatternWager],
    rows: list[Row],
    nets: Mapping[str, tuple[Fraction, ...]],
) -> Counter[Fraction] | None:
    """Return numbers of deals by the total, where every ending of the main wagers determines what
    the side bets bring; else None.
    """
    if MAIN not in wagers:
        return None
    ended = [row for row in rows if row.combinations]
    totals = [row.net * wagers[MAIN].stake for row in ended]
    for name, by_cell in nets.items():
        together = rows_with_side(rules, rows, rules.game.wager[name], by_cell)
        if together is None:
            return None
        for place, (_, net) in enumerate(together):
            totals[place] += wagers[name].stake * net
    found: Counter[Fraction] = Counter()
    for total, row in zip(totals, ended, strict=True):
        found[total] += row.combinations
    return found


def _joint_counts(
    rules: Rules,
    wagers: Mapping[str, PatternWager],
    nets: Mapping[str, tuple[Fraction, ...]],
    limit: Fraction | None,
) -> Counter[Fraction] | None:
    """Return numbers of deals by the total, each deal with the cells of all side bets."""
    joint = results.joint_results(rules, [rules.game.wager[name] for name in nets], limit)
    if joint is None:
        return None
    main = wagers[MAIN].stake if MAIN in wagers else Fraction(0)
    paid = [[wagers[name].stake * net for net in by_cell] for name, by_cell in nets.items()]
    found: Counter[Fraction] = Counter()
    for (net, cells), count in joint.items():
        sides = (by_cell[cell] for by_cell, cell in zip(paid, cells, strict=True))
        found[main * net + sum(sides, Fraction(0))] += count
    return found


def _root_above(value: Fraction) -> Fraction:
    """Return an upper bound of a square root, less than a millionth above it."""
    scale = 10**12
    return Fraction(isqrt(value.numerator * scale // value.denominator) + 1, 10**6)
