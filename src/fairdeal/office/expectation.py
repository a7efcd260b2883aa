"""Exact mean and variance of the bets that were really made, from the figures of the lab.

The house's result of a bet is its stake less what the tray pays; what meters pay and what they are
fed stands apart. Main wagers are counted under the best play, by their base bet. Wagers of one seat
fall together with their exact covariance. Seats of one round share cards: for a bet on community
cards alone all seats have the same hand, so its covariance with every other bet is the exact one of
one seat; for the main wagers of two seats it comes from a sample that the product ships; between
other bets of two seats it is taken as zero.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from math import erfc, isqrt, sqrt
from typing import Final, NamedTuple

import msgspec

from fairdeal.errors import FairdealError
from fairdeal.lab.cache import results
from fairdeal.lab.figures.betting_pattern import BettingPattern, betting_pattern
from fairdeal.lab.figures.payout_limit import limit_units
from fairdeal.office.book.sums import MAIN, Pair, StakeSums
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.rules import Rules
from fairdeal.wire.rules_digest import rules_digest

#: How many standard deviations a normal result is away from its mean with 50, 95 and 99 %.
BANDS: Final = {50: 0.674490, 95: 1.959964, 99: 2.575829}


class SeatCovariance(msgspec.Struct, frozen=True):
    """The covariance of the main wagers of two seats of a round, in squared units, by a sample."""

    covariance: float
    standard_error: float
    rounds: int


@dataclass(frozen=True)
class Expectation:
    """Mean and variance of the house's result, in cents; None where the lab does not know them."""

    mean: Fraction | None = Fraction(0)
    variance: Fraction | None = Fraction(0)

    def __add__(self, other: "Expectation") -> "Expectation":
        mean = None if self.mean is None or other.mean is None else self.mean + other.mean
        variance = (
            None
            if self.variance is None or other.variance is None
            else self.variance + other.variance
        )
        return Expectation(mean, variance)

    @property
    def deviation(self) -> Fraction | None:
        """Return the standard deviation in cents, to a ten-thousandth."""
        return None if self.variance is None else root(self.variance)

    def z(self, win: Fraction) -> Fraction | None:
        """Return how many standard deviations a result is away from the mean."""
        deviation = self.deviation
        if self.mean is None or not deviation:
            return None
        return (win - self.mean) / deviation

    def band(self, percent: int) -> tuple[Fraction, Fraction] | None:
        """Return the interval that holds the result with so many percent, if it is normal."""
        deviation = self.deviation
        if self.mean is None or deviation is None:
            return None
        width = deviation * Fraction(str(BANDS[percent]))
        return self.mean - width, self.mean + width


#: The chances that are told to six digits, and the least one that is told.
_SMALL: Final = 0.001
_LEAST_CHANCE: Final = 1e-300


def probability(z: Fraction) -> Fraction:
    """Return the chance that a normal result is at least so far from its mean: to six decimals, and
    a small one to six digits. It is never zero.
    """
    chance = max(erfc(abs(float(z)) / sqrt(2)), _LEAST_CHANCE)
    return Fraction(f"{chance:.6f}" if chance >= _SMALL else f"{chance:.5e}")


def root(value: Fraction) -> Fraction:
    """Return a square root to four decimals, rounded down, the same on every machine."""
    return Fraction(isqrt(value.numerator * 10**8 // value.denominator), 10**4)


def total(parts: Iterable[Expectation]) -> Expectation:
    """Return the expectation of independent results together."""
    whole = Expectation()
    for part in parts:
        whole = whole + part
    return whole


def expectation(rules: Rules, sums: StakeSums) -> Expectation:
    """Return mean and variance of the bets of some rounds under the same rules."""
    figures = {kind: bet_figures(rules, kind) for kind in sums.stakes}
    mean = variance = Fraction(0)
    for kind, stake in sums.stakes.items():
        figure = figures[kind]
        if figure is None:
            return Expectation(None, None)
        mean += stake * figure.mean
    for pair, product in sums.own.items():
        covariance = bet_covariance(rules, pair)
        if covariance is None:
            return Expectation(mean, None)
        variance += product * covariance * (1 if pair[0] == pair[1] else 2)
    for pair, product in sums.across.items():
        covariance = _across(rules, pair)
        variance += product * covariance * (1 if pair[0] == pair[1] else 2)
    return Expectation(mean, variance)


class BetFigures(NamedTuple):
    """Mean and variance of the house's result of one unit of a kind of bet."""

    mean: Fraction
    variance: Fraction


def is_progressive(rules: Rules, kind: str) -> bool:
    """Return whether a kind of bet is the progressive."""
    wager = rules.progressive_wager
    return wager is not None and _name(kind) == wager.name


def bet_figures(rules: Rules, kind: str) -> BetFigures | None:
    """Return the exact figures of a kind of bet; None where the game would have to be solved."""
    pattern = _pattern(_key(rules), rules, (kind,))
    if pattern is None:
        return None
    (wager,) = pattern.wagers.values()
    mean = -wager.mean / wager.stake
    if is_progressive(rules, kind) and rules.progressive is not None:
        mean -= Fraction(sum(rules.progressive.rates.values()), 10_000)
    return BetFigures(mean, wager.variance / wager.stake**2)


def box_results(rules: Rules, box: Mapping[str, int]) -> Mapping[Fraction, Fraction] | None:
    """Return the distribution of a player's result in cents with these bets in one box, all bets
    together and under the payout limit, without what meters pay; None where it is not known. Under
    a limit, and with several bets, the game may have to be solved, which takes long.
    """
    stakes = {_name(kind): Fraction(cents, CENTS) for kind, cents in box.items()}
    meters = dict.fromkeys(rules.progressive.resets if rules.progressive else (), Fraction(0))
    try:
        pattern = betting_pattern(rules, stakes, meters=meters)
    except FairdealError:
        return None
    if pattern.results is None:
        return None
    return {net * CENTS: chance for net, chance in pattern.results.items()}


def box_is_quick(rules: Rules, box: Mapping[str, int]) -> bool:
    """Return whether the results of a box are known without a long computation."""
    if len(box) != 1 or MAIN not in box:
        return len(box) == 1
    limit = limit_units(rules, Fraction(box[MAIN], CENTS))
    return results.find_main_rows(rules, limit) is not None


def bet_covariance(rules: Rules, pair: Pair) -> Fraction | None:
    """Return the covariance of two kinds of bets of one seat, by unit of each."""
    one, other = pair
    if one == other:
        figures = bet_figures(rules, one)
        return None if figures is None else figures.variance
    pattern = _pattern(_key(rules), rules, pair)
    if pattern is None:
        return None
    (known,) = pattern.covariances.values()
    first, second = pattern.wagers.values()
    return None if known is None else known / (first.stake * second.stake)


def _across(rules: Rules, pair: Pair) -> Fraction:
    """Return the covariance of two kinds of bets of two seats of one round."""
    shared = [kind for kind in pair if kind != MAIN and _name(kind) not in rules.reads_own_cards]
    if shared and not any(is_progressive(rules, kind) for kind in pair):
        return bet_covariance(rules, pair) or Fraction(0)
    if pair == (MAIN, MAIN):
        sampled = seat_covariances().get(rules.game.name)
        if sampled is not None:
            return Fraction(str(sampled.covariance))
    return Fraction(0)


@lru_cache(maxsize=1)
def seat_covariances() -> dict[str, SeatCovariance]:
    """Return the sampled covariances of two seats, by game."""
    text = (files("fairdeal.office") / "seat_covariances.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, SeatCovariance])


def _name(kind: str) -> str:
    return kind.partition("@")[0]


def _key(rules: Rules) -> str:
    return rules_digest(rules)


@lru_cache(maxsize=2_000)
def _cached_pattern(
    key: str, kinds: tuple[str, ...]
) -> list[BettingPattern | None]:  # a box that `_pattern` fills
    del key, kinds
    return []


def _pattern(key: str, rules: Rules, kinds: tuple[str, ...]) -> BettingPattern | None:
    """Return the betting pattern of one unit of each kind of bet, with meters that pay nothing."""
    box = _cached_pattern(key, kinds)
    if not box:
        box.append(_make_pattern(rules, kinds))
    return box[0]


def _make_pattern(rules: Rules, kinds: tuple[str, ...]) -> BettingPattern | None:
    if MAIN in kinds and results.find_main_rows(rules) is None:
        return None
    stakes = {
        _name(kind): Fraction(int(kind.partition("@")[2]), CENTS) if "@" in kind else Fraction(1)
        for kind in kinds
    }
    meters = dict.fromkeys(rules.progressive.resets if rules.progressive else (), Fraction(0))
    try:
        return betting_pattern(rules, stakes, meters=meters)
    except FairdealError:
        return None
