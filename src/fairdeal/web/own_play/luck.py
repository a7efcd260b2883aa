"""The band of luck around the results of the bets that were really made, round after round.

Mean and variance are exact and under best play of the main wagers. Where every round has one box,
the band is that of the exact distribution of all bets of all rounds together, under the payout
limit. What meters and envy paid is left out of the line and of its band, because it depends on what
other players do.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

from fairdeal.lab.figures.total_bands import ExactBands, Results
from fairdeal.lab.lazy import exact_bands
from fairdeal.office.book.sums import StakeSums
from fairdeal.office.expectation import Expectation, expectation, is_progressive
from fairdeal.rulebook.rules import Rules
from fairdeal.web.own_play.judged_round import JudgedRound

#: A table with the stakes of one box by kind of bet.
RoundBet: TypeAlias = tuple[str, tuple[tuple[str, int], ...]]
#: Rates of meters are in ten-thousandths.
_RATE: Final = 10_000


class Luck(NamedTuple):
    """The result after each round in cents, with the mean and the variance of the bets so far."""

    path: tuple[int, ...]
    means: tuple[Fraction, ...]
    variances: tuple[Fraction, ...]
    #: Rounds with several boxes: the covariance of their main bets is a sample, and not counted.
    boxes: int = 0
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
        boxes=rounds_with_boxes(rounds),
        limited=sum(one.limited for one in rounds),
    )


def rounds_with_boxes(rounds: Sequence[JudgedRound]) -> int:
    """Return how many rounds have several boxes."""
    return sum(len(one.stakes) > 1 for one in rounds)


def round_bet(one: JudgedRound) -> RoundBet:
    """Return what tells the bets of a round with one box apart from those of another."""
    (box,) = one.stakes
    return one.table, tuple(sorted(box.items()))


def exact_luck(rounds: Sequence[JudgedRound], results: Mapping[RoundBet, Results]) -> Luck:
    """Return the band of luck from the distribution of every round, each of one box: all bets of a
    round together, and all rounds together.
    """
    bets = [round_bet(one) for one in rounds]
    moments = {bet: _moments(found) for bet, found in results.items()}
    path = tuple(accumulate(one.net - one.meters - one.envy for one in rounds))
    return Luck(
        path,
        tuple(accumulate(moments[bet][0] for bet in bets)),
        tuple(accumulate(moments[bet][1] for bet in bets)),
        bands=exact_bands(bets, results, path[-1]),
    )


def _moments(results: Results) -> tuple[Fraction, Fraction]:
    """Return mean and variance of a distribution."""
    mean = sum((net * chance for net, chance in results.items()), Fraction(0))
    squares = sum((net * net * chance for net, chance in results.items()), Fraction(0))
    return mean, squares - mean**2


def round_expectation(rules: Rules, boxes: Sequence[Mapping[str, int]]) -> Expectation:
    """Return mean and variance of a player's result in one round, in cents, without meters."""
    sums = StakeSums()
    sums.add_round(dict(box) for box in boxes)
    house = expectation(rules, sums)
    if house.mean is None or rules.progressive is None:
        return Expectation(None if house.mean is None else -house.mean, house.variance)
    # The house counts what feeds the meters as spent; for a player it is a part of the stake.
    staked = sum(cents for kind, cents in sums.stakes.items() if is_progressive(rules, kind))
    fed = Fraction(staked * sum(rules.progressive.rates.values()), _RATE)
    return Expectation(-(house.mean + fed), house.variance)
