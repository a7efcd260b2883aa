"""Other hands seen under a payout limit: each sample against the general solver with the deck that
is left, and the estimate against every set of dead cards.
"""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from conftest import Ran
from solver_cases import DOUBLE_DRAW, LET_IT_RIDE, RUN_EM_TWICE, deck_of, rules_of

from fairdeal.lab.kernels import kernel_for
from fairdeal.lab.kernels.let_it_ride import limited_seen as ride_hands
from fairdeal.lab.kernels.let_it_ride.kernel import LetItRideKernel
from fairdeal.lab.kernels.run_em_twice import limited_seen as run_hands
from fairdeal.lab.kernels.run_em_twice.kernel import RunEmTwiceKernel
from fairdeal.lab.kernels.run_em_twice.seen_hands import unit
from fairdeal.lab.solver import Solver
from fairdeal.rulebook.rules import Rules

Run = Callable[..., Ran]
LIMIT = Fraction(15, 2)
FIVE_RANKS = deck_of((7, 8, 9, 10, 11))


@pytest.mark.clause("MD-RET 12.C")
def test_run_em_twice_with_own_and_dead_cards() -> None:
    rules = rules_of(RUN_EM_TWICE)
    kernel = kernel_for(rules, FIVE_RANKS, LIMIT)
    assert isinstance(kernel, RunEmTwiceKernel)
    assert kernel.limited is not None
    draw, whole = random.Random(3), kernel.limited.scale // kernel.game.scale
    for _ in range(6):
        own = draw.sample(FIVE_RANKS, 2)
        live = [card for card in FIVE_RANKS if card not in own]
        gone = draw.sample(live, 10)
        places = np.array([live.index(card) for card in gone], np.int64)
        total = run_hands.limited_total(kernel.limited, tuple(sorted(own)), places)
        left = [card for card in FIVE_RANKS if card not in gone]
        choices = Solver(rules, left, symmetry=False, limit=LIMIT).decision(own)
        assert Fraction(total, whole * unit(kernel.game, 10)) == max(one.ev for one in choices)


@pytest.mark.clause("MD-LIR 2.B(10)")
def test_let_it_ride_with_own_and_dead_cards() -> None:
    rules = rules_of(LET_IT_RIDE, main="A")
    kernel = kernel_for(rules, FIVE_RANKS, LIMIT)
    assert isinstance(kernel, LetItRideKernel)
    draw = random.Random(4)
    for _ in range(12):
        own = sorted(draw.sample(FIVE_RANKS, 3))
        live = [card for card in FIVE_RANKS if card not in own]
        gone = draw.sample(live, 6)
        places = np.array([[live.index(card) for card in gone]], np.int64)
        (best,), _ = ride_hands.totals_knowing(kernel.game, own, places)
        left = [card for card in FIVE_RANKS if card not in gone]
        choices = Solver(rules, left, symmetry=False, limit=LIMIT).decision(own)
        assert Fraction(int(best), ride_hands.unit(kernel.game, 6)) == max(
            one.ev for one in choices
        )


@pytest.mark.parametrize(
    ("rules", "ranks"),
    [
        (rules_of(LET_IT_RIDE, main="A"), (0, 8, 9, 12)),
        pytest.param(rules_of(RUN_EM_TWICE), (0, 8, 12), marks=pytest.mark.slow),
    ],
    ids=["let-it-ride", "run-em-twice"],
)
def test_samples_against_every_smaller_deck(rules: Rules, ranks: tuple[int, ...]) -> None:
    """One card is dead: decks that lack another suit of the same rank are worth the same."""
    deck = deck_of(ranks)
    kernel = kernel_for(rules, deck, LIMIT)
    values = [
        Solver(rules, [card for card in deck if card != 4 * rank], limit=LIMIT).ev()
        for rank in ranks
    ]
    counted = sum(values, Fraction(0)) / len(values) - Solver(rules, deck, limit=LIMIT).ev()
    sampled = kernel.gain(1, 2_000, 5)
    assert not sampled.exact
    assert abs(float(sampled.mean - counted)) <= 3.5 * sampled.error
    assert sampled == kernel.gain(1, 2_000, 5, workers=2)


def test_usual_play_is_worth_what_the_game_is() -> None:
    """Over all dead cards the usual play under the limit brings the value under the limit."""
    deck = deck_of((0, 8, 9, 12))
    kernel = kernel_for(rules_of(LET_IT_RIDE, main="A"), deck, LIMIT)
    assert isinstance(kernel, LetItRideKernel)
    total, sets = Fraction(0), np.array(list(combinations(range(13), 2)), np.int64)
    hands = list(combinations(deck, 3))
    for own in hands:
        _, usual = ride_hands.totals_knowing(kernel.game, own, sets)
        total += Fraction(int(usual.sum()), len(sets))
    assert total / len(hands) / ride_hands.unit(kernel.game, 2) == kernel.game.ev


@pytest.mark.slow
def test_double_draw_has_the_limit_in_every_hand() -> None:
    """All four wagers play to the end, so that the limit only changes what a hand pays."""
    deck = [*deck_of((0, 12)), 52, 53]
    kernel = kernel_for(rules_of(DOUBLE_DRAW), deck, LIMIT)
    values = [
        Solver(rules_of(DOUBLE_DRAW), left, symmetry=False, limit=LIMIT).ev()
        for left in combinations(deck, len(deck) - 1)
    ]
    before = Solver(rules_of(DOUBLE_DRAW), deck, limit=LIMIT).ev()
    assert kernel.gain(1, 100, 1).mean == sum(values, Fraction(0)) / len(values) - before


def test_the_command_takes_a_stake_and_a_limit(fairdeal: Run) -> None:
    asked = ("seen", "let-it-ride", "--paytable", "main=A", "--hands", "1", "--samples", "100")
    told = fairdeal(*asked, "--stake", "100", "--limit", "50000", "--json").json
    assert (told["ev"], told["stake"], told["payout_limit"]) == ("-1647/41650", 100, 50_000)
    (one,) = told["seen"]
    assert not one["exact"]
    assert one["gain_decimal"] > 0
    assert "stake" not in fairdeal(*asked, "--json").json
    shown = fairdeal(*asked, "--stake", "100", "--limit", "50000").out
    assert "with $100 as one base bet and a payout limit of $50,000 a hand" in shown
    # A limit that no hand reaches changes nothing: every deal is counted.
    (one,) = fairdeal(*asked, "--stake", "1", "--limit", "50000", "--json").json["seen"]
    assert one["exact"]
