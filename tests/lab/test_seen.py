"""Other hands seen: the kernels against smaller decks that the general solver plays, against every
set of dead cards written out, and samples against what was counted.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from conftest import ROOT, Ran

from fairdeal.cards import JOKER, Card, parse_cards
from fairdeal.errors import BadInputError
from fairdeal.games import find_game, registered
from fairdeal.hands import FIVE_CARD
from fairdeal.lab.cache import results
from fairdeal.lab.figures import seen_hands
from fairdeal.lab.figures.gain import draw_cards, estimate_gain
from fairdeal.lab.figures.payouts import net_by_cell
from fairdeal.lab.kernels import kernel_for
from fairdeal.lab.kernels.double_draw import seen_hands as draw_hands
from fairdeal.lab.kernels.double_draw.kernel import DoubleDrawKernel
from fairdeal.lab.kernels.double_draw.solution import scaled, solve
from fairdeal.lab.kernels.double_draw.tables import tables_of
from fairdeal.lab.kernels.let_it_ride import seen_hands as ride_hands
from fairdeal.lab.kernels.let_it_ride.kernel import LetItRideKernel
from fairdeal.lab.kernels.plain import PlainKernel
from fairdeal.lab.kernels.run_em_twice import seen_hands as run_hands
from fairdeal.lab.kernels.run_em_twice.kernel import RunEmTwiceKernel
from fairdeal.lab.kernels.tables import ALL_RANKS, cell_tables, whole_deck
from fairdeal.lab.solver import Solver
from fairdeal.lab.solver.plan import main_plan
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.wire.games import load

Run = Callable[..., Ran]
LIR = house_rules(find_game("let-it-ride"))
RET = house_rules(find_game("run-em-twice"))
DD = house_rules(find_game("double-draw"))


def ranks(text: str) -> tuple[Card, ...]:
    """The cards of these ranks in all four suits."""
    return tuple(parse_cards(" ".join(rank + suit for rank in text for suit in "cdhs")))


def plainly(rules: Rules, deck: tuple[Card, ...], dead: int) -> Fraction:
    """The value of the game with every deck that lacks so many cards, averaged. Decks that differ
    only in the names of suits are played once.
    """
    smaller: Counter[tuple[Card, ...]] = Counter()
    for left in combinations(deck, len(deck) - dead):
        renamed = [
            tuple(sorted(card // 4 * 4 + suits[card % 4] for card in left))
            for suits in permutations(range(4))
        ]
        smaller[min(renamed)] += 1
    total = Fraction(0)
    for left, alike in smaller.items():
        total += alike * Solver(rules, left, symmetry=False).ev()
    return total / smaller.total()


# Let It Ride --------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("dead", [3, 9])
def test_let_it_ride_is_the_game_with_smaller_decks(dead: int) -> None:
    """All cards that others hold may as well be missing: whoever deals them first."""
    deck = ranks("28TJ")
    kernel = kernel_for(LIR, deck)
    assert isinstance(kernel, LetItRideKernel)
    gain = kernel.gain(dead, 0, 0)
    assert gain.exact
    assert gain.mean > 0
    assert Solver(LIR, deck).ev() + gain.mean == plainly(LIR, deck, dead)


@pytest.mark.parametrize("own", ["5c 6c 7c", "8d Jd Td", "9c 9d Kh"])
def test_let_it_ride_first_bet_with_each_of_18424_hands(own: str) -> None:
    cards = parse_cards(own)
    live = [card for card in range(52) if card not in cards]
    nets = net_by_cell(LIR.paytables["main"])
    paid = np.zeros((49, 49), np.int64)
    for i, j in combinations(range(49), 2):
        paid[i, j] = paid[j, i] = int(nets[FIVE_CARD.evaluate([*cards, live[i], live[j]]).cell])
    left = np.ones((comb(49, 3), 49), np.int64)
    left[np.arange(len(left))[:, None], np.array(list(combinations(range(49), 3)))] = 0
    worth = ((left @ paid) * left).sum(axis=1) // 2
    kernel = kernel_for(LIR, range(52))
    assert isinstance(kernel, LetItRideKernel)
    _, pays = kernel.game.scaled
    tables = cell_tables(FIVE_CARD)
    hand = np.array(sorted(cards), np.int64)
    found = ride_hands.first_bet(hand, whole_deck(ALL_RANKS), tables, pays, 3)
    assert ride_hands.whole(*found) == int(worth[worth > 0].sum())


@pytest.mark.parametrize("seed", range(4))
def test_twins_are_counted_as_if_they_were_named(seed: int) -> None:
    """Anything between cards of a few kinds, dead in every way."""
    draw = random.Random(seed)
    sizes = np.array(sorted([0, *(draw.randint(1, 4) for _ in range(3))]), np.int64)
    kinds = [kind for kind, size in enumerate(sizes.tolist()) for _ in range(size)]
    between = np.array([[draw.randint(-9, 9) for _ in sizes] for _ in sizes], np.int64)
    between += between.T
    alone = np.array([draw.randint(-20, 20) for _ in sizes], np.int64)
    for dead in range(len(kinds)):
        total = 0
        for left in combinations(kinds, len(kinds) - dead):
            pairs = sum(int(between[i, j]) for i, j in combinations(left, 2))
            total += max(0, pairs + sum(int(alone[kind]) for kind in left))
        assert ride_hands.whole(*ride_hands.gains(sizes, alone, between, dead)) == total


def test_sums_beyond_64_bits() -> None:
    sizes, much = np.array([0, 26, 26], np.int64), 1 << 40
    alone, between = np.array([0, much, much], np.int64), np.zeros((3, 3), np.int64)
    found = ride_hands.whole(*ride_hands.gains(sizes, alone, between, 26))
    assert found == comb(52, 26) * 26 * much
    assert found > 2**64


# Run 'Em Twice ------------------------------------------------------------------------------------


def cross(deck: tuple[Card, ...]) -> RunEmTwiceKernel:
    """The kernel with a smaller deck."""
    kernel = kernel_for(RET, deck)
    assert isinstance(kernel, RunEmTwiceKernel)
    return kernel


@pytest.mark.slow
def test_run_em_twice_is_the_game_with_smaller_decks() -> None:
    deck = ranks("28TA")
    gain = cross(deck).gain(9, 0, 0)
    assert gain.exact
    assert gain.mean > 0
    assert cross(deck).game.ev + gain.mean == plainly(RET, deck, 9)


def test_run_em_twice_with_own_and_dead_cards() -> None:
    """Five ranks, so that there are straights and flushes; ten cards dead, eight left."""
    deck = ranks("9TJQK")
    game, draw = cross(deck).game, random.Random(3)
    for _ in range(4):
        own = draw.sample(deck, 2)
        live = [card for card in deck if card not in own]
        gone = draw.sample(live, 10)
        places = np.array([[live.index(card) for card in gone]], np.int64)
        (total,) = run_hands.best_totals(game, tuple(sorted(own)), places)
        left = [card for card in deck if card not in gone]
        choices = Solver(RET, left, symmetry=False).decision(own)
        assert Fraction(total, run_hands.unit(game, 10)) == max(one.ev for one in choices)


def test_run_em_twice_samples() -> None:
    game = cross(ranks("28TA")).game
    counted = run_hands.counted_gain(game, 4)
    sampled = run_hands.sampled_gain(game, 4, 2_000, 5)
    assert abs(float(sampled.mean - counted.mean)) < 3.5 * sampled.error
    assert 0 < sampled.error < float(counted.mean) / 5
    assert sampled == run_hands.sampled_gain(game, 4, 2_000, 5, workers=2)
    assert sampled.mean != run_hands.sampled_gain(game, 4, 2_000, 6).mean


def test_usual_play_is_worth_what_the_game_is() -> None:
    """Over all dead cards: the gain over usual play is the gain over the game's value."""
    game = cross(ranks("28TA")).game
    total = 0
    for own, weight in game.classes:
        sets = np.array(list(combinations(range(14), 2)), np.int64)
        total += weight * sum(run_hands.gains(game, own, sets))
    deals = comb(16, 2) * comb(14, 2)
    mean = Fraction(total, deals * run_hands.unit(game, 2))
    assert mean == run_hands.counted_gain(game, 2).mean


# Double Draw --------------------------------------------------------------------------------------

FOURTEEN = (*ranks("28A"), JOKER, JOKER + 1)
# Of so few cards nearly every hand would win; here only four of a kind does, or better.
STRICT = replace(
    DD,
    paytables={name: replace(table, lines=table.lines[:5]) for name, table in DD.paytables.items()},
)


@pytest.mark.slow
def test_double_draw_is_the_game_with_smaller_decks() -> None:
    """Usual play enters here too: what is counted is the gain over it."""
    kernel = kernel_for(STRICT, FOURTEEN)
    assert isinstance(kernel, DoubleDrawKernel)
    gain = kernel.gain(1, 0, 0)
    assert gain.exact
    assert gain.mean > 0
    one_out = ((FOURTEEN[0], 4), (FOURTEEN[4], 4), (FOURTEEN[8], 4), (JOKER, 2))
    smaller = sum(
        ways * Solver(STRICT, [card for card in FOURTEEN if card != out]).ev()
        for out, ways in one_out
    )
    assert Solver(STRICT, FOURTEEN).ev() + gain.mean == Fraction(smaller) / 14


@pytest.mark.slow
def test_double_draw_with_own_and_dead_cards() -> None:
    """Of all 54 cards; 42 are dead, seven left."""
    kernel = kernel_for(DD, DD.game.deck.cards)
    assert isinstance(kernel, DoubleDrawKernel)
    results, tables = scaled(kernel.net, -2, -3), tables_of(DD.game.deck.cards)
    draw = random.Random(11)
    for _ in range(2):
        cards = draw.sample(range(54), 47)
        own, dead = cards[:5], cards[5:]
        usual = np.array([-1], np.int64)
        best, _ = draw_hands.walked(results, tables, np.array([own]), np.array([dead]), usual)
        left = [card for card in range(54) if card not in dead]
        choices = Solver(DD, left, symmetry=False).decision(own)
        folded = Fraction(results.fold_first, results.scale)
        found = max(folded, Fraction(int(best[0].max()), draw_hands.unit(results, tables, 42)))
        assert found == max(one.ev for one in choices)


def test_double_draw_samples() -> None:
    kernel = kernel_for(STRICT, FOURTEEN)
    assert isinstance(kernel, DoubleDrawKernel)
    solution = solve(kernel.net, deck=FOURTEEN)
    counted = draw_hands.counted_gain(solution, 1)
    sampled = draw_hands.sampled_gain(solution, 1, 2_000, 5)
    assert sampled.samples == 2_000
    assert 0 < sampled.error < float(counted.mean)
    assert abs(float(sampled.mean - counted.mean)) < 3.5 * sampled.error
    assert sampled == draw_hands.sampled_gain(solution, 1, 2_000, 5, workers=2)


# Any game -----------------------------------------------------------------------------------------


def test_the_plain_kernel_answers_alike() -> None:
    """Eleven cards dead, five left: the game with every such deck, and the kernel that counts."""
    deck = ranks("28TJ")
    counting = kernel_for(LIR, deck)
    assert isinstance(counting, LetItRideKernel)
    assert PlainKernel(LIR, main_plan(LIR), deck).gain(11, 0, 0) == counting.gain(11, 0, 0)


def test_a_game_without_a_kernel_says_so() -> None:
    with registered():
        (streets,) = load(ROOT / "tests" / "games" / "three_streets.py")
    with pytest.raises(BadInputError, match="cannot be told in reasonable time"):
        results.gain(house_rules(streets), 2, 100, 1, cache=False)


def test_estimates_of_parts() -> None:
    """Two parts, one three times the other: mean and error by hand."""
    found = estimate_gain([(3, [0, 2]), (1, [4, 8])], 2)
    assert found.mean == Fraction(3, 4) * Fraction(1, 2) + Fraction(1, 4) * 3
    # Variances of one sample: 1/2 and 2, in units; of the means of two: 1/4 and 1.
    assert found.error == pytest.approx((9 / 16 * 1 / 4 + 1 / 16 * 1) ** 0.5)
    assert found.samples == 4


def test_every_set_is_dealt_as_often() -> None:
    draw, counts = random.Random(1), dict.fromkeys(combinations(range(5), 2), 0)
    for _ in range(10_000):
        counts[tuple(sorted(draw_cards(draw, range(5), 2)))] += 1  # type: ignore[index]
    assert max(abs(count - 1_000) for count in counts.values()) < 4 * 30


# The command --------------------------------------------------------------------------------------


def test_the_command(fairdeal: Run) -> None:
    told = fairdeal("seen", "let-it-ride", "--hands", "1", "--json").json
    assert told["most"] == 6
    (one,) = told["seen"]
    assert one["exact"]
    assert Fraction(one["ev"]) == Fraction(told["ev"]) + Fraction(one["gain"])
    assert one["house_edge"] < told["house_edge"]
    shown = fairdeal("seen", "let-it-ride", "--hands", "1").out
    assert f"exactly {one['ev']}" in shown
    assert "up to 6 can be seen" in shown
    assert "known before the first decision" in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["let-it-ride", "--hands", "7"], "has 7 seats: 6 other hands can be seen, not 7"),
        (["double-draw", "--hands", "1,6"], "has 6 seats: 5 other hands can be seen, not 6"),
        (["let-it-ride", "--hands", "0"], "1 or more"),
        (["let-it-ride", "--hands", "one"], "--hands is numbers such as 1,3,5, not 'one'"),
        (["run-em-twice", "--samples", "1"], "samples are 100 to 10,000,000, not 1"),
    ],
)
def test_what_cannot_be_asked(fairdeal: Run, arguments: list[str], words: str) -> None:
    ran = fairdeal("seen", *arguments)
    assert ran.code == 2
    assert words in ran.err


def test_draws_of_others_are_not_seen() -> None:
    assert "throw away or draw later" in seen_hands.assumption(DD)
    assert "throw away" not in seen_hands.assumption(RET)
