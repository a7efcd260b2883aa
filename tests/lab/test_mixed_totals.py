"""Exact distributions of totals of different bets, against sums of fractions round by round."""

from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

import pytest

from fairdeal.games.let_it_ride import LET_IT_RIDE
from fairdeal.lab.figures.analyze import analyze
from fairdeal.lab.figures.mixed_totals import exact_bands, exact_totals
from fairdeal.lab.figures.total_bands import SHARES, Results
from fairdeal.office.book.sums import StakeSums, paid_in_dollars
from fairdeal.office.expectation import bet_figures, box_results, expectation
from fairdeal.rulebook.rules import house_rules

#: A coin that pays even money, at two stakes, and a bet that nearly always loses.
HALF = Fraction(1, 2)
Bet: TypeAlias = tuple[str, str, int]
COIN: Bet = ("t1", "main", 500)
LARGE: Bet = ("t1", "main", 1500)
LONG: Bet = ("t2", "bonus", 100)
RESULTS: dict[Bet, Results] = {
    COIN: {Fraction(-500): HALF, Fraction(500): HALF},
    LARGE: {Fraction(-1500): HALF, Fraction(1500): HALF},
    LONG: {Fraction(-100): Fraction(99, 100), Fraction(5000): Fraction(1, 100)},
}


def convolved(bets: list[Bet]) -> dict[Fraction, Fraction]:
    """The distribution of a total, one round after the other."""
    total = {Fraction(0): Fraction(1)}
    for bet in bets:
        after: dict[Fraction, Fraction] = {}
        for before, chance in total.items():
            for net, each in RESULTS[bet].items():
                after[before + net] = after.get(before + net, Fraction(0)) + chance * each
        total = after
    return total


@pytest.mark.parametrize(
    "bets", [[COIN], [COIN] * 5, [COIN, LARGE, COIN, LONG, LONG, LARGE, COIN]], ids=len
)
def test_every_total_has_its_exact_chance(bets: list[Bet]) -> None:
    right = convolved(bets)
    totals = exact_totals(bets, RESULTS)
    assert totals is not None
    found = totals[len(bets)]
    assert float(found.chances.sum()) == pytest.approx(1, abs=1e-9)
    for total, chance in right.items():
        place = (total - found.low) / found.step
        assert place.denominator == 1
        assert found.chances[int(place)] == pytest.approx(float(chance), abs=1e-9)
    for came in (min(right), max(right), Fraction(0), Fraction(1)):
        bands = exact_bands(bets, RESULTS, int(came))
        assert bands is not None
        less = float(sum(chance for total, chance in right.items() if total < came))
        assert bands.below == pytest.approx(less, abs=1e-9)
        end, edges = bands.quantiles[-1]
        assert end == len(bets)
        for share, edge in zip(SHARES, edges, strict=True):
            at_most = sum((chance for total, chance in right.items() if total <= edge), Fraction(0))
            under = sum(chance for total, chance in right.items() if total < edge)
            assert float(under) < share <= float(at_most) + 1e-9


def test_many_rounds_have_the_exact_mean_and_variance() -> None:
    """Those that the lab has of one bet, which it does not reckon by its results."""
    rules = house_rules(LET_IT_RIDE)
    figures = bet_figures(rules, "main")
    assert figures is not None
    bets = [1000] * 40 + [2500] * 10
    results = {stake: box_results(rules, {"main": stake}) for stake in (1000, 2500)}
    totals = exact_totals(bets, {bet: found for bet, found in results.items() if found})
    assert totals is not None
    found = totals[50]
    values = [found.low + found.step * n for n in range(len(found.chances))]
    mean = sum(value * chance for value, chance in zip(values, found.chances, strict=True))
    squares = sum(value**2 * chance for value, chance in zip(values, found.chances, strict=True))
    stakes = [1000] * 40 + [2500] * 10
    # The figures are the house's; those of a player have the other sign.
    assert mean == pytest.approx(float(-figures.mean * sum(stakes)), rel=1e-5)
    variance = figures.variance * sum(stake**2 for stake in stakes)
    assert squares - mean**2 == pytest.approx(float(variance), rel=1e-5)


def check_box(box: dict[str, int]) -> None:
    """The distribution of a box has the mean and the variance that the lab has by covariances."""
    rules = house_rules(LET_IT_RIDE)
    results = box_results(rules, box)
    assert results is not None
    assert sum(results.values()) == 1
    sums = StakeSums()
    sums.add_round([box])
    house = expectation(rules, sums)
    fed = Fraction(0)
    if rules.progressive is not None:
        staked = sum(cents for kind, cents in box.items() if kind.startswith("progressive"))
        fed = Fraction(staked * sum(rules.progressive.rates.values()), 10_000)
    assert house.mean is not None
    mean = sum(net * chance for net, chance in results.items())
    assert mean == -(house.mean + fed)
    assert sum(net**2 * chance for net, chance in results.items()) - mean**2 == house.variance


def test_bets_of_one_round_fall_together_exactly() -> None:
    check_box({"main": 1000, "five-card-bonus": 100})


@pytest.mark.slow
def test_all_bets_of_one_round_fall_together_exactly() -> None:
    check_box({"main": 1000, "five-card-bonus": 100, "three-card-bonus": 500})
    check_box({"main": 1000, "three-card-bonus": 500, "six-card-bonus@500": 500})


def test_a_line_of_a_fixed_amount_pays_it_once_at_any_stake() -> None:
    """The six card bonus pays some lines in dollars: no multiple of what $1 is paid."""
    rules = house_rules(LET_IT_RIDE)
    assert paid_in_dollars(rules) == {"six-card-bonus", "progressive"}
    (asked,) = analyze(
        rules.game, paytables=rules.paytables, wager="six-card-bonus", stake=Fraction(5)
    )
    figures = bet_figures(rules, "six-card-bonus@500")
    results = box_results(rules, {"six-card-bonus@500": 500})
    assert figures is not None
    assert results is not None
    assert -figures.mean == asked.ev
    assert sum(net * chance for net, chance in results.items()) == 500 * asked.ev
    assert max(results) == 1_000_000_00


def test_the_payout_limit_cuts_the_results_of_a_high_stake() -> None:
    rules = house_rules(LET_IT_RIDE)
    assert rules.payout_limit_cents is None or rules.payout_limit_cents > 10**6
    limited = replace(rules, payout_limit_cents=10**6)
    small, large = (box_results(limited, {"main": cents}) for cents in (200, 10_000))
    assert small is not None
    assert large is not None
    assert max(small) == 600_000
    assert max(large) == 10**6


def test_many_different_bets_are_summed_up_exactly() -> None:
    stakes = [100 * n for n in range(1, 9)]
    results: dict[int, Results] = {
        stake: {Fraction(stake): HALF, Fraction(-stake): HALF} for stake in stakes
    }
    totals = exact_totals(stakes, results)
    assert totals is not None
    # Every pattern of wins has the same chance: half of those with a total that is not zero win.
    signs = [
        sum(stake if n >> at & 1 else -stake for at, stake in enumerate(stakes)) for n in range(256)
    ]
    for total in set(signs):
        share = signs.count(total) / 256
        place = (total - totals[8].low) // totals[8].step
        assert totals[8].chances[place] == pytest.approx(share, abs=1e-12)


def test_what_is_too_large_or_has_parts_of_a_cent_has_no_exact_bands() -> None:
    coin = {Fraction(-1): HALF, Fraction(10**9): HALF}
    assert exact_bands(["coin"] * 3, {"coin": coin}, 0) is None
    assert exact_bands(["half"], {"half": {Fraction(1, 2): HALF, Fraction(-1): HALF}}, 0) is None
    assert exact_bands([], {}, 0) is None
