"""The whole bet: sums that are exact, and what follows from them."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import pytest
from conftest import Ran

from fairdeal.cards import parse_cards
from fairdeal.errors import BadInputError
from fairdeal.games import find_game
from fairdeal.hands import FIVE_CARD
from fairdeal.lab.cache.results import main_rows
from fairdeal.lab.decisions.strategy import strategy
from fairdeal.lab.figures.analyze import analyze_main
from fairdeal.lab.figures.betting_pattern import betting_pattern
from fairdeal.lab.figures.covariance import expected_product_of_sides, expected_product_with_main
from fairdeal.lab.figures.payouts import net_by_cell
from fairdeal.rulebook.game import HandOf
from fairdeal.rulebook.rules import house_rules
from fairdeal.rulebook.situation import Situation

Run = Callable[..., Ran]
LIR = house_rules(find_game("let-it-ride"))
THREE = LIR.game.wager["three-card-bonus"]
FIVE = LIR.game.wager["five-card-bonus"]
ONE = Fraction(1)


def test_beside_a_bet_that_always_brings_one_the_main_wagers_are_themselves() -> None:
    """Two routes to the same value: decisions by own cards, and the endings of every deal."""
    ones = [ONE] * len(LIR.paytables["three-card-bonus"].by_cell)
    value = analyze_main(LIR).ev
    rows = main_rows(LIR, cache=True)
    assert expected_product_with_main(LIR, rows, THREE, ones) == value
    fives = [ONE] * len(LIR.paytables["five-card-bonus"].by_cell)
    assert expected_product_with_main(LIR, rows, FIVE, fives) == value
    nets = net_by_cell(LIR.paytables["five-card-bonus"], collected=True)
    ev = betting_pattern(LIR, {"five-card-bonus": ONE}).mean
    assert expected_product_of_sides(LIR, THREE, ones, FIVE, nets) == ev


def test_only_one_own_hand_pays() -> None:
    """Straight flushes of three cards: 48 hands, each with its own value of the round, and each
    with every two community cards gone through one by one.
    """
    table = LIR.paytables["three-card-bonus"]
    only = [
        ONE if line and line.hand == "straight flush" else Fraction(0) for line in table.by_cell
    ]
    ranks = ["A23", *("23456789TJQKA"[at : at + 3] for at in range(11))]
    hands = [parse_cards(" ".join(rank + "s" for rank in three)) for three in ranks]
    rounds = strategy(LIR, [Situation(hand) for hand in hands])
    value = 4 * sum((one.best.ev for one in rounds), Fraction(0)) / comb(52, 3)
    assert expected_product_with_main(LIR, main_rows(LIR, cache=True), THREE, only) == value
    nets = net_by_cell(LIR.paytables["five-card-bonus"], collected=True)
    total = Fraction(0)
    for hand in hands:
        live = [card for card in range(52) if card not in hand]
        for two in combinations(live, 2):
            total += nets[FIVE_CARD.evaluate([*hand, *two]).cell]
    assert expected_product_of_sides(LIR, THREE, only, FIVE, nets) == 4 * total / comb(
        52, 3
    ) / comb(49, 2)


def test_a_bet_beside_itself_is_its_square() -> None:
    nets = net_by_cell(LIR.paytables["five-card-bonus"], collected=True)
    part = betting_pattern(LIR, {"five-card-bonus": ONE}).wagers["five-card-bonus"].figures
    assert expected_product_of_sides(LIR, FIVE, nets, FIVE, nets) == part.variance + part.ev**2


def test_a_pattern_is_the_sum_of_its_wagers() -> None:
    alone = {
        "main": betting_pattern(LIR, {"main": Fraction(10)}),
        "five-card-bonus": betting_pattern(LIR, {"five-card-bonus": ONE}),
    }
    both = betting_pattern(LIR, {"main": Fraction(10), "five-card-bonus": ONE})
    assert both.exact
    assert both.mean == sum((one.mean for one in alone.values()), Fraction(0))
    # The same hand makes both: they swing together.
    assert both.variances[0] == both.variances[1] > sum(one.variances[0] for one in alone.values())
    assert both.results is not None
    assert sum(both.results.values()) == 1
    mean = sum((net * chance for net, chance in both.results.items()), Fraction(0))
    square = sum((net * net * chance for net, chance in both.results.items()), Fraction(0))
    assert mean == both.mean
    assert square - mean**2 == both.variances[0], "by the distribution as by the covariance"
    one_round = sum((c for net, c in both.results.items() if net > 0), Fraction(0))
    ahead = both.session(1, Fraction(5, 100)).ahead
    assert ahead is not None
    assert (ahead.least, ahead.greatest) == pytest.approx((float(one_round),) * 2)


def test_what_cannot_be_counted_lies_between_bounds() -> None:
    """A bet on community cards and those aside, without the own ones: nobody has counted that."""
    aside = HandOf(("community", "bonus"), FIVE_CARD, name="cards of others")
    game = LIR.game
    wagers = tuple(
        replace(wager, hand=aside) if wager.name == "five-card-bonus" else wager
        for wager in game.wagers
    )
    rules = house_rules(replace(game, wagers=wagers))
    found = betting_pattern(rules, {"five-card-bonus": ONE, "six-card-bonus": ONE})
    assert not found.exact
    one, other = (sqrt(part.variance) for part in found.wagers.values())
    assert found.deviations == pytest.approx((abs(one - other), one + other))


def test_without_the_distribution_of_a_round_no_figure_of_many_is_shown() -> None:
    """No normal law in its place: its figures are far off where a rare result is large."""
    unknown = replace(betting_pattern(LIR, {"main": ONE}), compute_results=lambda: None)
    found = unknown.session(1_000, Fraction(5, 100), Fraction(500))
    assert (found.ahead, found.even, found.bankroll, found.ruin) == (None,) * 4
    assert set(found.quantiles.values()) == {None}


def test_the_command(fairdeal: Run) -> None:
    arguments = ("bet", "let-it-ride", "main=10", "five-card-bonus=1", "--per-hour", "30")
    told = fairdeal(*arguments, "--json").json
    mean = Fraction(told["ev"])
    assert mean == 10 * analyze_main(LIR).ev + Fraction(-2647, 54145)
    assert told["cost_an_hour"] == pytest.approx(float(-30 * mean))
    text = fairdeal(*arguments).out
    assert f"exactly {mean} dollars a round" in text
    assert "readings in force" in text
    for wrong, words in (
        (["main=x"], "main is an amount of dollars"),
        (["mian=5"], "did you mean main?"),
        (["main"], "NAME=DOLLARS"),
        (["main=5", "--risk", "0"], "between 0 and 100"),
    ):
        ran = fairdeal("bet", "let-it-ride", *wrong)
        assert ran.code == 2
        assert words in ran.err
    with pytest.raises(BadInputError):
        betting_pattern(LIR, {"bet-1": ONE})


def test_numbers_need_nothing_that_draws() -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None; from fairdeal.cli import main; "
        "main(['bet', 'let-it-ride', 'main=10', '--rounds', '1000', '--risk', '5'])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "1,000 rounds" in ran.stdout
