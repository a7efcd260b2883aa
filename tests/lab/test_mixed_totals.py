"""Exact distributions of totals of different bets, against sums of fractions round by round."""

from fractions import Fraction

import pytest

from fairdeal.games.let_it_ride import LET_IT_RIDE
from fairdeal.lab.figures.mixed_totals import exact_bands, exact_totals
from fairdeal.lab.figures.total_bands import SHARES, Bet, Results
from fairdeal.office.expectation import bet_figures, bet_results
from fairdeal.rulebook.rules import house_rules

#: A coin that pays even money, at two stakes, and a bet that nearly always loses.
HALF = Fraction(1, 2)
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
    unit = bet_results(rules, "main")
    figures = bet_figures(rules, "main")
    assert unit is not None
    assert figures is not None
    bets: list[Bet] = [("t1", "main", 1000)] * 40 + [("t1", "main", 2500)] * 10
    results = {bet: {net * bet[2]: chance for net, chance in unit.items()} for bet in bets}
    totals = exact_totals(bets, results)
    assert totals is not None
    found = totals[50]
    values = [found.low + found.step * n for n in range(len(found.chances))]
    mean = sum(value * chance for value, chance in zip(values, found.chances, strict=True))
    squares = sum(value**2 * chance for value, chance in zip(values, found.chances, strict=True))
    staked, squared = sum(bet[2] for bet in bets), sum(bet[2] ** 2 for bet in bets)
    # The figures are the house's; those of a player have the other sign.
    assert mean == pytest.approx(float(-figures.mean * staked), rel=1e-5)
    assert squares - mean**2 == pytest.approx(float(figures.variance * squared), rel=1e-5)


def test_too_many_different_bets_are_not_convolved() -> None:
    bets: list[Bet] = [("t1", "main", 100 * n) for n in range(1, 9)]
    results = {bet: {Fraction(bet[2]): HALF, Fraction(-bet[2]): HALF} for bet in bets}
    assert exact_bands(bets, results, 0) is None
    assert exact_bands([], results, 0) is None
