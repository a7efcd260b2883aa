"""Figures of many rounds: totals, bankroll and ruin, each by a second and slower route."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import exp, pi, sqrt
from random import Random

import numpy as np
import pytest
from conftest import Ran

from fairdeal.cli.bet import unknown_figures
from fairdeal.games import find_game
from fairdeal.lab.figures import deepest_loss as deepest_loss_module
from fairdeal.lab.figures import round_totals as round_totals_module
from fairdeal.lab.figures.betting_pattern import betting_pattern
from fairdeal.lab.figures.bounds import Bounded, SessionFigures
from fairdeal.lab.figures.deepest_loss import deepest_loss
from fairdeal.lab.figures.round_totals import ERROR, round_totals, round_totals_between
from fairdeal.lab.figures.session import session_figures
from fairdeal.rulebook.rules import Rules, house_rules

Run = Callable[..., Ran]
Results = Mapping[Fraction, Fraction]


def rules_of(game: str, **paytables: str) -> Rules:
    rules = house_rules(find_game(game))
    chosen = {
        name: next(table for table in rules.game.paytables[name].tables if table.name == wanted)
        for name, wanted in paytables.items()
    }
    return replace(rules, paytables={**rules.paytables, **chosen})


def invented(seed: int) -> dict[Fraction, Fraction]:
    """A distribution of a few results, halves and quarters among them."""
    random = Random(seed)
    nets = {Fraction(-random.randint(1, 4)), Fraction(0), Fraction(random.randint(1, 9), 2)}
    nets |= {Fraction(random.randint(10, 60), 4)}
    weights = [random.randint(1, 50) for _ in nets]
    return {net: Fraction(w, sum(weights)) for net, w in zip(nets, weights, strict=True)}


def totals_one_by_one(results: Results, rounds: int) -> dict[Fraction, Fraction]:
    """The distribution of the total in fractions, one round after the other."""
    totals = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = {}
        for total, chance in totals.items():
            for net, more in results.items():
                after[total + net] = after.get(total + net, Fraction(0)) + chance * more
        totals = after
    return totals


def ruin_one_by_one(results: Results, rounds: int, bankroll: Fraction) -> Fraction:
    """The chain that ends where the bankroll is lost, in fractions."""
    alive, lost = {Fraction(0): Fraction(1)}, Fraction(0)
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = {}
        for total, chance in alive.items():
            for net, more in results.items():
                if total + net <= -bankroll:
                    lost += chance * more
                else:
                    after[total + net] = after.get(total + net, Fraction(0)) + chance * more
        alive = after
    return lost


def ruin_by_arrays(results: Results, rounds: int, bankroll: int, unit: int) -> float:
    """The same chain for many rounds, on an array of totals above the ruin. Totals that cannot be
    lost again in the rounds that are left are counted as safe.
    """
    steps = {int(net / unit): float(chance) for net, chance in results.items()}
    worst, start = -min(steps), -(-bankroll // unit)
    size = start + worst * rounds + 1
    alive = np.zeros(size)
    alive[start] = 1.0
    lost = 0.0
    for _ in range(rounds):
        after = np.zeros(size)
        for step, chance in steps.items():
            if step < 0:
                lost += chance * float(alive[1 : 1 - step].sum())
                after[1:step] += chance * alive[1 - step :]
            elif step < size:
                after[step + 1 :] += chance * alive[1 : size - step] if step else chance * alive[1:]
        alive = after
    return lost


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rounds", [1, 2, 7])
def test_the_total_is_the_convolution(seed: int, rounds: int) -> None:
    results = invented(seed)
    totals, expected = round_totals(results, rounds), totals_one_by_one(results, rounds)
    assert totals is not None
    below = Fraction(0)
    for total in sorted(expected):
        assert totals.at_most(total - Fraction(1, 10**6)) == pytest.approx(float(below), abs=ERROR)
        below += expected[total]
        assert totals.at_most(total) == pytest.approx(float(below), abs=ERROR)
        assert totals.quantile(float(below) - 2 * ERROR) == total
    ahead = sum((chance for total, chance in expected.items() if total > 0), Fraction(0))
    assert totals.ahead == pytest.approx(float(ahead), abs=ERROR)
    assert totals.even == pytest.approx(float(expected.get(Fraction(0), 0)), abs=ERROR)


@pytest.mark.parametrize("rounds", [100, 10_000, 10_000_000, 100_000_000])
def test_an_even_result_of_many_coins_is_that_of_stirlings_series(rounds: int) -> None:
    """Half of n coins show heads with probability sqrt(2/(pi n)) exp(-1/(4n) + 1/(24n^3) - ...)."""
    half = Fraction(1, 2)
    found = round_totals({Fraction(1): half, Fraction(-1): half}, rounds)
    assert found is not None
    series = -1 / (4 * rounds) + 1 / (24 * rounds**3)
    expected = sqrt(2 / (pi * rounds)) * exp(series)
    assert abs(found.even - expected) < 1e-11


@pytest.mark.parametrize("game", ["let-it-ride", "run-em-twice", "double-draw"])
def test_ten_million_rounds_keep_their_mass(game: str) -> None:
    results = betting_pattern(rules_of(game), {"main": Fraction(1)}).results
    assert results is not None
    found = round_totals(results, 10_000_000)
    assert found is not None
    assert abs(sum(float(part.chances.sum()) for part in found.parts) - 1) < 1e-11


def test_rare_results_apart_are_the_same_distribution(monkeypatch: pytest.MonkeyPatch) -> None:
    """One transform on the whole grid, and numbers of hits with a transform for each."""
    results = betting_pattern(
        rules_of("let-it-ride", progressive="A"),
        {"progressive": Fraction(1)},
        meters={"meter": Fraction(20_000)},
    ).results
    assert results is not None
    apart = []
    for points in (1 << 22, 1 << 12):
        monkeypatch.setattr(round_totals_module, "_QUICK_POINTS", points)
        totals = round_totals(results, 2_000)
        assert totals is not None
        apart.append(totals)
    assert len(apart[0].parts) == 1 < len(apart[1].parts)
    for total in (-2000, -1500, -1000, -1, 0, 1, 18_000, 19_000, 40_000):
        one, other = (totals.at_most(Fraction(total)) for totals in apart)
        assert one == pytest.approx(other, abs=ERROR)
    for share in (0.01, 0.05, 0.5, 0.95, 0.99, 0.999):
        assert apart[0].quantile(share) == apart[1].quantile(share)


def test_bounds_of_the_total_hold() -> None:
    results = invented(3)
    exact, between = round_totals(results, 50), round_totals_between(results, 50)
    assert exact is not None
    assert between is not None
    low, high = between
    for total in range(-200, 200, 7):
        at_most = exact.at_most(Fraction(total))
        assert high.at_most(Fraction(total)) - ERROR <= at_most
        assert at_most <= low.at_most(Fraction(total)) + ERROR


def test_a_distribution_that_lost_mass_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A window that is too small cuts results off; the check of mass, mean and variance sees it."""
    results = invented(1)
    whole = round_totals_module._window(results, 40)
    assert round_totals(results, 40) is not None
    monkeypatch.setattr(
        round_totals_module, "_window", lambda *_: (whole[0], (whole[0] + whole[1]) // 2)
    )
    assert round_totals(results, 40) is None


@pytest.mark.parametrize("seed", range(6))
def test_ruin_is_that_of_the_absorbing_chain(seed: int) -> None:
    results = invented(seed)
    losses = deepest_loss(results, 7)
    assert losses is not None
    for bankroll in (Fraction(half, 2) for half in (1, 2, 4, 10, 18, 40, 56, 80)):
        expected = float(ruin_one_by_one(results, 7, bankroll))
        assert losses.ruin(bankroll) == pytest.approx((expected, expected), abs=ERROR)


def test_bounds_of_ruin_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several rounds at a time, and a grid that is too coarse, give bounds on either side."""
    results = invented(2)
    exact = deepest_loss(results, 41)
    monkeypatch.setattr(deepest_loss_module, "_MOST_WORK", 150_000.0)
    blocks = deepest_loss(results, 41)
    monkeypatch.setattr(deepest_loss_module, "_MOST_WORK", 4e10)
    monkeypatch.setattr(deepest_loss_module, "_MOST_STATES", 40)
    coarse = deepest_loss(results, 41)
    assert exact is not None
    assert blocks is not None
    assert coarse is not None
    assert blocks.shift > 0
    assert coarse.step > exact.step
    for bankroll in map(Fraction, range(1, 120, 3)):
        chance = exact.ruin(bankroll)[0]
        for bound in (blocks, coarse):
            least, greatest = bound.ruin(bankroll)
            assert least - ERROR <= chance <= greatest + ERROR


PATTERNS = [
    ("let-it-ride", {"main": 10}, 10),
    ("let-it-ride", {"main": 10, "three-card-bonus": 5}, 5),
    ("run-em-twice", {"main": 15}, 15),
    ("double-draw", {"main": 25}, 25),
]


@pytest.mark.parametrize(("game", "stakes", "unit"), PATTERNS, ids=str)
def test_a_bankroll_is_the_least_dollar(game: str, stakes: Mapping[str, int], unit: int) -> None:
    """By the absorbing chain of that bankroll, and of a dollar less."""
    pattern = betting_pattern(rules_of(game), {name: Fraction(n) for name, n in stakes.items()})
    results = pattern.results
    assert results is not None
    found = session_figures(results, 60, Fraction(5, 100), Fraction(200))
    assert found.bankroll is not None
    assert found.bankroll.exact
    assert found.ruin is not None
    assert found.ruin.least == pytest.approx(ruin_by_arrays(results, 60, 200, unit), abs=ERROR)
    needed = int(found.bankroll.least)
    assert needed <= -min(results) * 60
    assert ruin_by_arrays(results, 60, needed, unit) <= 0.05
    assert ruin_by_arrays(results, 60, needed - 1, unit) > 0.05


def test_side_bets_fall_together_with_the_main_wagers() -> None:
    """The joint distribution has the variance that the covariances give, another route."""
    rules = rules_of("let-it-ride")
    stakes = dict.fromkeys(
        ("main", "three-card-bonus", "six-card-bonus", "progressive"), Fraction(5)
    )
    pattern = betting_pattern(rules, stakes)
    assert pattern.results is not None
    assert sum(pattern.results.values()) == 1
    mean = sum((net * chance for net, chance in pattern.results.items()), Fraction(0))
    square = sum((net * net * chance for net, chance in pattern.results.items()), Fraction(0))
    assert mean == pattern.mean
    assert (square - mean**2,) * 2 == pattern.variances


@pytest.mark.slow
@pytest.mark.parametrize("hand", ["best-of-seven", "better-run", "community"])
def test_side_bets_fall_together_in_run_em_twice(hand: str) -> None:
    rules = rules_of("run-em-twice")
    rules = replace(rules, readings={**rules.readings, "progressive-hand": hand})
    stakes = dict.fromkeys(
        ("main", "five-card-bonus", "ultimate-pairs", "progressive"), Fraction(5)
    )
    pattern = betting_pattern(rules, stakes)
    assert pattern.results is not None
    mean = sum((net * chance for net, chance in pattern.results.items()), Fraction(0))
    square = sum((net * net * chance for net, chance in pattern.results.items()), Fraction(0))
    assert mean == pattern.mean
    assert (square - mean**2,) * 2 == pattern.variances


def test_a_meter_with_cents_is_counted(fairdeal: Run) -> None:
    """Cents on a meter change little: the chance to be ahead is that of whole dollars, nearly."""
    found = {}
    for meter in ("54321", "54321.09"):
        ran = fairdeal(
            *("bet", "let-it-ride", "progressive=1", "--paytable", "progressive=A"),
            *("--meter", f"meter={meter}", "--rounds", "2000", "--json"),
        )
        found[meter] = json.loads(ran.out)
    one, other = found.values()
    assert one["ahead"] == pytest.approx(other["ahead"], abs=1e-4)
    assert 0.03 < one["ahead"] < 0.2
    assert one["bankroll"] == other["bankroll"] <= 2000
    assert set(one["is"].values()) == {"exact"}
    assert other["is"]["bankroll"] == "exact"


def test_a_session_has_every_figure(fairdeal: Run) -> None:
    arguments = ("bet", "double-draw", "main=10", "--rounds", "500", "--bankroll", "1000")
    found = fairdeal(*arguments, "--json").json
    assert found["rounds"] == 500
    assert set(found["quantiles"]) == {"1", "5", "50", "95", "99"}
    ordered = list(found["quantiles"].values())
    assert ordered == sorted(ordered)
    assert found["is"] == dict.fromkeys(
        ("standard_deviation", "ahead", "even", "quantiles", "bankroll", "ruin"), "exact"
    )
    assert 0 < found["ruin"] < 1
    words = fairdeal(*arguments).out
    assert "a bankroll of $1,000.00 is lost within 500 rounds" in words
    assert "bankroll for a risk of 5.0% in 500 rounds" in words


DOCUMENTED = [
    ("let-it-ride", 25, 0.283820067, 4_901, 0.048612689, 0.050235500),
    ("run-em-twice", 15, 0.345774046, 8_476, 0.049849927, 0.050352235),
    ("double-draw", 100, 0.321959949, 44_501, 0.049959627, 0.050614503),
]


@pytest.mark.parametrize("seed", range(4))
def test_bounds_of_a_bankroll_hold(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the chain must take many rounds in one step, the bankroll is at least what is lost at
    the end of the last round, and at most what Doob's inequality asks for.
    """
    results, risk = invented(seed), Fraction(1, 20)
    exact = session_figures(results, 41, risk).bankroll
    assert exact is not None
    assert exact.exact
    assert exact.least <= deepest_loss_module.enough(results, 41, 0.05)
    monkeypatch.setattr(deepest_loss_module, "_MOST_WORK", 150_000.0)
    found = session_figures(results, 41, risk)
    assert found.bankroll is not None
    assert found.bankroll.least <= exact.least <= found.bankroll.greatest
    lost = found.quantiles[5]
    assert lost is not None
    assert found.bankroll.least >= -lost.least - 1


@pytest.mark.parametrize(
    "bankroll",
    [
        100,
        pytest.param(1, marks=pytest.mark.slow),
        pytest.param(100_000, marks=pytest.mark.slow),
    ],
)
def test_what_is_lost_at_the_end_is_a_bound_of_ruin(bankroll: int) -> None:
    """Of a million rounds with a house edge nearly all sessions end behind."""
    results = {
        Fraction(10): Fraction(9, 20),
        Fraction(-10): Fraction(1, 2),
        Fraction(7): Fraction(1, 20),
    }
    found = session_figures(results, 1_000_000, Fraction(5, 100), Fraction(bankroll)).ruin
    assert found is not None
    assert found.least > 0.999
    assert found.greatest <= 1


def test_a_bankroll_is_never_more_than_all_that_can_be_lost() -> None:
    """A dollar that is nearly always lost: three dollars pay three bets, and are lost in 97 of 100
    sessions; a fourth dollar would never be bet.
    """
    results = {Fraction(-1): Fraction(99, 100), Fraction(50): Fraction(1, 100)}
    found = session_figures(results, 3, Fraction(5, 100))
    assert found.bankroll is not None
    assert (found.bankroll.least, found.bankroll.greatest) == (3, 3)
    assert found.ruin is not None
    assert found.ruin.least == pytest.approx(0.99**3, abs=1e-9)


@pytest.mark.parametrize(("game", "stake", "ahead", "bankroll", "ruin", "more"), DOCUMENTED)
def test_the_table_of_the_documentation(
    game: str, stake: int, ahead: float, bankroll: int, ruin: float, more: float
) -> None:
    """The figures of `mathematics.md` by the first route; `ruin` and `more` were found by the
    absorbing chain (`ruin_by_arrays`), which takes seconds for a thousand rounds.
    """
    results = betting_pattern(rules_of(game), {"main": Fraction(stake)}).results
    assert results is not None
    found = session_figures(results, 1_000, Fraction(5, 100))
    assert found.ahead is not None
    assert found.ahead.least == pytest.approx(ahead, abs=1e-9)
    assert found.bankroll is not None
    assert (found.bankroll.least, found.bankroll.greatest) == (bankroll, bankroll)
    assert found.ruin is not None
    assert found.ruin.least == pytest.approx(ruin, abs=1e-9)
    less = session_figures(results, 1_000, Fraction(5, 100), Fraction(bankroll - 1)).ruin
    assert less is not None
    assert less.least == pytest.approx(more, abs=1e-9)


def test_only_a_figure_that_was_asked_for_is_missing(
    fairdeal: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bankroll between two bounds has no one risk of ruin, but nobody has asked for that."""
    monkeypatch.setattr(deepest_loss_module, "_MOST_WORK", 1e6)
    asked = ("bet", "let-it-ride", "three-card-bonus=5", "--rounds", "1000")
    ran = fairdeal(*asked)
    assert "two numbers are proven bounds" in ran.out
    assert "could not be computed" not in ran.out
    monkeypatch.setattr(deepest_loss_module, "_MOST_WORK", 1.0)
    ran = fairdeal(*asked)
    assert "could not be computed exactly" in ran.out


def test_a_bankroll_asks_for_its_risk() -> None:
    known = Bounded(0.5, 0.5)
    session = SessionFigures(
        *(10, known, known, dict.fromkeys((5, 50), known)), Fraction(1, 20), known, None
    )
    assert unknown_figures(session, None) == []
    assert unknown_figures(session, Fraction(100)) == ["ruin"]
    assert unknown_figures(replace(session, even=None), None) == ["even"]
