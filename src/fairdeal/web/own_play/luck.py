"""The band of luck: mean and variance of the bets that were really made, round after round.

Both are exact and under best play of the main wagers. What meters and envy paid is left out of the
line and of its band, because it depends on what other players do.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Final, NamedTuple

from fairdeal.lab.figures.total_bands import Bet, ExactBands, Results
from fairdeal.lab.lazy import exact_bands
from fairdeal.office.book.sums import StakeSums
from fairdeal.office.expectation import Expectation, bet_results, expectation
from fairdeal.rulebook.rules import Rules
from fairdeal.web.own_play.judged_round import JudgedRound

#: Rates of meters are in ten-thousandths.
_RATE: Final = 10_000


class Luck(NamedTuple):
    """The result after each round in cents, with the mean and the variance of the bets so far."""

    path: tuple[int, ...]
    means: tuple[Fraction, ...]
    variances: tuple[Fraction, ...]
    #: Whether a covariance of two boxes of one round is a sample, and not counted.
    sampled: bool = False
    #: Rounds in which the payout limit can cut a win, which the figures leave out.
    limited: int = 0
    #: Exact quantiles along the rounds, where there are any.
    bands: ExactBands | None = None

    @property
    def expected(self) -> Expectation:
        """Return mean and variance of all bets together."""
        return Expectation(self.means[-1], self.variances[-1])


def luck_of(rounds: Sequence[JudgedRound], rules: Mapping[str, Rules]) -> Luck | None:
    """Return the band of luck of some rounds by the rules of their tables; None where the lab has
    no exact figures for all their bets.
    """
    known: dict[object, Expectation] = {}
    means, variances = [], []
    for one in rounds:
        key = (one.table, tuple(tuple(sorted(box.items())) for box in one.stakes))
        if key not in known:
            known[key] = round_expectation(rules[one.table], one.stakes)
        found = known[key]
        if found.mean is None or found.variance is None:
            return None
        means.append(found.mean)
        variances.append(found.variance)
    return Luck(
        tuple(accumulate(one.net - one.meters - one.envy for one in rounds)),
        tuple(accumulate(means)),
        tuple(accumulate(variances)),
        sampled=any(len(one.stakes) > 1 for one in rounds),
        limited=sum(one.limited for one in rounds),
    )


def with_exact_bands(luck: Luck, rounds: Sequence[JudgedRound], rules: Mapping[str, Rules]) -> Luck:
    """Return a band of luck with exact quantiles, where every round has one box with one bet."""
    bets: list[Bet] = []
    results: dict[Bet, Results] = {}
    for one in rounds:
        if len(one.stakes) != 1 or len(one.stakes[0]) != 1:
            return luck
        ((kind, cents),) = one.stakes[0].items()
        bets.append(bet := (one.table, kind, cents))
        if bet not in results:
            unit = bet_results(rules[one.table], kind)
            if unit is None:
                return luck
            results[bet] = {net * cents: chance for net, chance in unit.items()}
    return luck._replace(bands=exact_bands(bets, results, luck.path[-1]))


def round_expectation(rules: Rules, boxes: Sequence[Mapping[str, int]]) -> Expectation:
    """Return mean and variance of a player's result in one round, in cents, without meters."""
    sums = StakeSums()
    sums.add_round(dict(box) for box in boxes)
    house = expectation(rules, sums)
    if house.mean is None or rules.progressive is None:
        return Expectation(None if house.mean is None else -house.mean, house.variance)
    # The house counts what feeds the meters as spent; for a player it is a part of the stake.
    staked = sum(cents for kind, cents in sums.stakes.items() if "@" in kind)
    fed = Fraction(staked * sum(rules.progressive.rates.values()), _RATE)
    return Expectation(-(house.mean + fed), house.variance)
