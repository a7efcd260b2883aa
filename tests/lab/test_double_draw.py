"""Double Draw, exactly: published figures, the plain method, and what must hold of any payouts."""

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_double_draw import endings, first_values, plain_solve
from solved import chance, equals

from fairdeal.cards import JOKER, WITH_TWO_JOKERS, Card, card_text, is_joker, parse_cards
from fairdeal.errors import DeckError
from fairdeal.hands import FIVE_CARD_WITH_JOKERS
from fairdeal.hands.lookup import lookup
from fairdeal.lab.kernels.double_draw import (
    DoubleDrawSolution,
    DrawDecision,
    first_decision,
    first_decisions,
    second_decision,
    second_decisions,
    solve,
)
from fairdeal.lab.kernels.double_draw.decisions import enumerate_values, look_up_values
from fairdeal.lab.kernels.double_draw.second_draw import paid_hands, workspace_for
from fairdeal.lab.kernels.double_draw.solution import BEST, Amount, scaled
from fairdeal.lab.kernels.double_draw.sweep import sweep
from fairdeal.lab.kernels.double_draw.symmetry import changes, classes, splits
from fairdeal.lab.kernels.double_draw.tables import tables_of

FULL = WITH_TWO_JOKERS.cards
JACKS_UP = tuple(range(36, 54))
QUEENS_UP = tuple(range(40, 54))
FOLDS = (-2, -3)


def results(bonus: dict[str, int]) -> tuple[int, ...]:
    """Ante and both draws at 1 to 1 and the bonus by its table; below two pair all four lose."""
    return tuple(3 + bonus[name] if name in bonus else -4 for name in FIVE_CARD_WITH_JOKERS.cells)


BONUS_A = {
    "five aces": 500,
    "natural royal flush": 100,
    "wild royal flush": 50,
    "straight flush": 50,
    "four of a kind": 20,
    "full house": 5,
    "flush": 3,
    "straight": 2,
    "three of a kind": 1,
    "two pair": 0,
}
A = results(BONUS_A)
B = results(BONUS_A | {"three of a kind": 0})


@pytest.fixture(scope="module")
def solution() -> DoubleDrawSolution:
    return solve(A)


# ---- Published figures: mirrors of the Wizard of Odds page on the game.


@pytest.mark.clause("MD-DD .12A", "MD-DD .12B(1)")
def test_published_house_edge_of_table_a(solution: DoubleDrawSolution) -> None:
    assert round(-100 * solution.ev, 2) == Fraction("6.72")
    assert solution.ev == Fraction(-2249790643, 33502998438)


@pytest.mark.clause("MD-DD .12B(1)(a)", "MD-DD .12B(1)(b)")
def test_published_counts_of_table_a(solution: DoubleDrawSolution) -> None:
    published = 3_162_510 * 55_272 * 2_542_512
    assert published == 444_426_655_119_632_640
    assert published % solution.total == 0
    *_, royal, five_aces = (weight * (published // solution.total) for weight in solution.cells)
    assert five_aces == 52_322_119_210_368
    assert royal == 14_993_158_995_360


@pytest.mark.parametrize(
    ("hand", "probability"),
    [
        ("five aces", "0.000118"),
        ("natural royal flush", "0.000034"),
        ("wild royal flush", "0.000612"),
    ],
)
def test_published_probabilities_of_table_a(
    solution: DoubleDrawSolution, hand: str, probability: str
) -> None:
    weight = solution.cells[FIVE_CARD_WITH_JOKERS.cells.index(hand)]
    assert round(chance(solution, weight), 6) == Fraction(probability)


@pytest.mark.clause("MD-DD .11C(2)", "MD-DD .11C(4)")
def test_example_of_a_first_decision() -> None:
    hand = parse_cards("4c 7h 8d Kd 6h")
    decision = first_decision(hand, A)
    assert decision.best.discards == parse_cards("4c 8d Kd")
    assert decision.best.ev == Fraction(-677409, 423752)
    assert equals(decision) == (decision.best,)
    assert decision.choices[0].discards is None
    assert decision.choices[0].ev == -2
    assert len({choice.discards for choice in decision.choices}) == 27


@pytest.mark.clause("MD-DD .11C(8)", "MD-DD .11C(10)")
def test_example_of_a_second_decision() -> None:
    decision = second_decision(parse_cards("4h Qh 7s * 7c"), parse_cards("2s Qs"), A)
    assert decision.best.discards == parse_cards("Qh")
    assert decision.best.ev == Fraction(-116, 47)
    assert [choice.discards for choice in decision.choices[:2]] == [None, ()]
    assert decision.choices[0].ev == -3
    assert len(decision.choices) == 7


def test_classes_of_the_whole_deck() -> None:
    assert [len(classes(FULL, size).sets) for size in (2, 3, 4, 5)] == [183, 1937, 18356, 152646]
    for size in range(4):
        split = splits(FULL, size)
        kept = np.repeat(split.kept.sizes, np.diff(split.starts))
        assert kept @ split.weights == comb(54, 5) * comb(5, size)


# ---- What must hold of a solution.


def whole(
    solution: DoubleDrawSolution, net: Sequence[Amount], folds: tuple[Amount, Amount] = FOLDS
) -> None:
    """Endings sum to one, and their value is the game's."""
    weights = (*solution.cells, *(solution.fold_first, solution.fold_second))
    assert min(weights) >= 0
    assert sum(chance(solution, weight) for weight in weights) == 1
    value = sum(weight * result for weight, result in zip(weights, (*net, *folds), strict=True))
    assert solution.ev == Fraction(value) / solution.total


def test_endings_of_table_a(solution: DoubleDrawSolution) -> None:
    whole(solution, A)


@pytest.mark.slow
def test_table_b_is_worth_less(solution: DoubleDrawSolution) -> None:
    b = solve(B, workers=2)
    whole(b, B)
    assert b.ev < solution.ev
    # Keeping A's play loses exactly the bonus of each three of a kind; better play loses less.
    threes = solution.cells[FIVE_CARD_WITH_JOKERS.cells.index("three of a kind")]
    assert b.ev >= solution.ev - chance(solution, threes)
    assert b.ev == Fraction(-32990378579, 223353322920)


def test_best_plays_of_all_hands_make_the_value(solution: DoubleDrawSolution) -> None:
    hands = classes(FULL, 5)
    values = look_up_values(solution.tables, solution.values, hands.sets)
    best = np.maximum(values.max(axis=1), -2 * solution.tables.denominator)
    assert Fraction(int(best @ hands.sizes), solution.total) == solution.ev


def test_workers_do_not_change_the_answer() -> None:
    raised = [*A[:-1], 504]
    one = solve(raised, *FOLDS, JACKS_UP)
    # The same amounts doubled, so that nothing kept is answered.
    two = solve([2 * net for net in raised], -4, -6, JACKS_UP, workers=2)
    assert (two.ev, two.cells, two.fold_second) == (2 * one.ev, one.cells, one.fold_second)


# ---- The fast route is the plain method.


@pytest.mark.parametrize("net", [A, B], ids="AB")
@pytest.mark.parametrize(
    "deck",
    [QUEENS_UP, (*range(12), JOKER), (*range(4), *range(44, 52))],
    ids=["Q-A and two jokers", "2-4 and one joker", "2, K, A"],
)
def test_whole_game_of_a_small_deck(net: tuple[int, ...], deck: tuple[Card, ...]) -> None:
    agrees_with_plain(net, FOLDS, deck)


@pytest.mark.slow
def test_whole_game_of_jacks_to_aces() -> None:
    agrees_with_plain(A, FOLDS, JACKS_UP)


@pytest.mark.slow
def test_whole_game_of_tens_to_aces() -> None:
    agrees_with_plain(A, FOLDS, tuple(range(32, 54)))


@pytest.mark.parametrize("seed", range(4))
def test_whole_game_of_wild_payouts(seed: int) -> None:
    """Payouts in no order, so that every choice can be the best one and turn with dead cards."""
    chance = random.Random(seed)
    net = [Fraction(chance.randint(-10_000, 10_000), 100) for _ in range(12)]
    first, second = sorted(chance.choices(net, k=2))
    agrees_with_plain(net, (first, second), QUEENS_UP if seed % 2 else (*range(12), JOKER))


@pytest.mark.parametrize("seed", range(3))
def test_whole_game_of_payouts_that_do_not_tell_hands_apart(seed: int) -> None:
    """Hands of equal pay change how a choice ends and not what it is worth."""
    chance = random.Random(100 + seed)
    net = sorted(chance.choices([-4, -3, 3, 7, 9], k=12))
    fast = solve(net, -3, -3, QUEENS_UP)
    whole(fast, net, (-3, -3))
    assert fast.ev == plain_solve(net, -3, -3, QUEENS_UP)[0]


def agrees_with_plain(
    net: Sequence[Amount], folds: tuple[Amount, Amount], deck: tuple[Card, ...]
) -> None:
    fast = solve(net, folds[0], folds[1], deck)
    value, chances = plain_solve(net, folds[0], folds[1], deck)
    assert fast.ev == value
    weights = (*fast.cells, fast.fold_second, fast.fold_first)
    assert [chance(fast, weight) for weight in weights] == chances


@pytest.mark.parametrize(("size", "kept_sets"), [(0, 20), (1, 20), (2, 16), (3, 12)])
def test_endings_of_the_whole_deck_are_those_of_the_plain_method(size: int, kept_sets: int) -> None:
    """Cell by cell: nothing and a pair lose the same, so that no value tells them apart."""
    chance = random.Random(size)
    split = splits(FULL, size)
    paid = paid_hands(tables_of(FULL), np.array(A), -3)
    found = np.zeros((len(split.others), 12), dtype=np.int32)
    for kept in chance.sample(range(len(split.kept.sets)), kept_sets):
        start, stop = map(int, split.starts[kept : kept + 2])
        cards = split.kept.sets[kept].tolist()
        sweep(
            changes(FULL),
            split.kept.sets[kept : kept + 1],
            split.starts[kept : kept + 2],
            split.others,
            split.weights,
            paid,
            workspace_for(len(FULL)),
            BEST,
            found,
        )
        for number in chance.sample(range(start, stop), min(8, stop - start)):
            unseen = sorted(set(FULL) - set(cards) - set(split.others[number].tolist()))
            assert tuple(found[number].tolist()) == endings(cards, unseen, A, -3)[:12]


@pytest.mark.parametrize("text", ["As Ks Qs Js Ts", "* * Ac Ad Ah", "Ac Ad Ah As *"])
def test_every_hand_of_a_class_is_worth_the_same_and_as_the_plain_method_says(
    solution: DoubleDrawSolution, text: str
) -> None:
    plain_values_of(solution, alike(parse_cards(text)))


@pytest.mark.slow
@pytest.mark.parametrize("text", ["9h 8h 7h * 2c", "Kc Kd 5h 9s 2c", "6c 7d 8h Ts *"])
def test_every_hand_of_a_larger_class(solution: DoubleDrawSolution, text: str) -> None:
    plain_values_of(solution, alike(parse_cards(text)))


def test_hands_of_many_kinds_are_worth_what_the_plain_method_says(
    solution: DoubleDrawSolution,
) -> None:
    texts = ["7c 7d 2h 5s 9c", "5c 6c 7c 9c Kd", "Jc Qd Kh As 2c", "4d 4h 9s 9c *", "Kd Kh * 3c 8s"]
    chance = random.Random(54)
    dealt = [tuple(chance.sample(FULL, 5)) for _ in range(4)]
    plain_values_of(solution, [*(naming_jokers(parse_cards(text)) for text in texts), *dealt])


def plain_values_of(solution: DoubleDrawSolution, hands: Sequence[tuple[Card, ...]]) -> None:
    """The plain method, the enumeration and the solution agree on all 26 throws of each hand."""
    places = np.array([solution.tables.places(hand) for hand in hands])
    assert (
        enumerate_values(scaled(A, *FOLDS), solution.tables, places)
        == look_up_values(solution.tables, solution.values, places)
    ).all()
    for hand, decision in zip(hands, first_decisions(hands, A), strict=True):
        expected = {throw: value for throw, (value, _) in first_values(hand, A, -3).items()}
        assert played(decision) == expected
        assert all(decision.best.ev >= choice.ev for choice in decision.choices)


def played(decision: DrawDecision) -> dict[tuple[Card, ...], Fraction]:
    """What each throw is worth, a fold aside."""
    return {
        tuple(sorted(choice.discards)): choice.ev
        for choice in decision.choices
        if choice.discards is not None
    }


def naming_jokers(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Both jokers are read as the first; in a deck they are two cards."""
    jokers = iter(range(JOKER, JOKER + 2))
    return tuple(next(jokers) if is_joker(card) else card for card in cards)


def alike(cards: Sequence[Card]) -> list[tuple[Card, ...]]:
    """The whole suit class of a hand."""
    cards = naming_jokers(cards)
    return sorted(
        {
            tuple(
                sorted(
                    jokers[c - JOKER] if is_joker(c) else c // 4 * 4 + suits[c % 4] for c in cards
                )
            )
            for suits in permutations(range(4))
            for jokers in permutations((JOKER, JOKER + 1))
        }
    )


def test_second_decisions_are_what_the_unseen_cards_make() -> None:
    chance = random.Random(19)
    asked = []
    for _ in range(60):
        *held, a, b, c = chance.sample(FULL, 8)
        asked.append((held, [a, b, c][: chance.randrange(4)]))
    name = lookup(FIVE_CARD_WITH_JOKERS).hand
    for (held, dead), decision in zip(asked, second_decisions(asked, A), strict=True):
        unseen = set(FULL) - set(held) - set(dead)
        expected: dict[tuple[Card, ...] | None, Fraction] = {
            None: Fraction(-3),
            (): Fraction(A[name(held).cell]),
        }
        for card in held:
            four = [other for other in held if other != card]
            total = sum(A[name([*four, drawn]).cell] for drawn in unseen)
            expected[(card,)] = Fraction(total, len(unseen))
        assert {choice.discards: choice.ev for choice in decision.choices} == expected
        assert decision.best.ev == max(expected.values())


# ---- Any payouts, on a small deck.

PAYOUTS = st.lists(st.integers(-5, 60), min_size=12, max_size=12)


@settings(max_examples=40, deadline=None)
@given(net=PAYOUTS, cell=st.integers(0, 11), raise_=st.integers(1, 30))
def test_raising_a_payout_never_lowers_the_value(net: list[int], cell: int, raise_: int) -> None:
    before = solve(net, *FOLDS, QUEENS_UP)
    raised = [amount + raise_ * (place == cell) for place, amount in enumerate(net)]
    after = solve(raised, *FOLDS, QUEENS_UP)
    whole(before, net)
    # The old play wins the raise whenever it ends in the cell, the new one would have to do more.
    assert after.ev >= before.ev + raise_ * chance(before, before.cells[cell])
    assert after.ev <= before.ev + raise_ * chance(after, after.cells[cell])


@settings(max_examples=25, deadline=None)
@given(net=PAYOUTS, hand=st.lists(st.sampled_from(QUEENS_UP), min_size=5, max_size=5, unique=True))
def test_no_choice_is_better_than_the_chosen_one(net: list[int], hand: list[Card]) -> None:
    decision = first_decision(hand, net, *FOLDS, QUEENS_UP)
    assert all(choice.ev <= decision.best.ev for choice in decision.choices)
    assert decision.best in equals(decision)
    expected = {
        throw: value for throw, (value, _) in first_values(hand, net, -3, QUEENS_UP).items()
    }
    assert played(decision) == expected


# ---- Equal choices.


def test_equal_choices_play_on_and_throw_nothing() -> None:
    flat = solve([-2] * 12, -2, -2, QUEENS_UP)
    assert (flat.ev, flat.fold_first, flat.fold_second) == (Fraction(-2), 0, 0)
    name = lookup(FIVE_CARD_WITH_JOKERS).hand
    dealt = Counter(name(hand).cell for hand in combinations(QUEENS_UP, 5))
    assert flat.cells == tuple(
        dealt[cell] * flat.total // comb(len(QUEENS_UP), 5) for cell in range(12)
    )
    decision = first_decision(QUEENS_UP[:5], [-2] * 12, -2, -2, QUEENS_UP)
    assert decision.best.discards == ()
    assert len(equals(decision)) == 27


def test_equal_discards_throw_the_lower_card() -> None:
    decision = second_decision(parse_cards("7c 9d 7d 5h 2s"), parse_cards("Kc Qd"), A)
    assert [choice.discards for choice in equals(decision)] == [
        parse_cards(card) for card in ("9d", "5h", "2s")
    ]
    assert decision.best.discards == parse_cards("2s")


# ---- Refusals.


@pytest.mark.parametrize(
    ("cards", "discards"),
    [
        ("As Ks Qs Js", ""),
        ("As Ks Qs Js Ts 9s", ""),
        ("As As Qs Js Ts", ""),
        ("* * * Js Ts", ""),
        ("As Ks Qs Js Ts", "As"),
        ("As Ks Qs Js Ts", "2c 3c 4c 5c"),
    ],
)
def test_impossible_situations_are_refused(cards: str, discards: str) -> None:
    with pytest.raises(ValueError, match=r"deck|holds"):
        second_decision(parse_cards(cards), parse_cards(discards), A)


@pytest.mark.parametrize("deck", [FULL[1:], FULL[:8], (*FULL[:12], *FULL[:4]), ()])
def test_impossible_decks_are_refused(deck: tuple[Card, ...]) -> None:
    with pytest.raises(DeckError):
        solve(A, *FOLDS, deck)


def test_impossible_payouts_are_refused() -> None:
    with pytest.raises(ValueError, match="12 cells"):
        solve(A[:-1])
    with pytest.raises(ValueError, match="above"):
        solve([*A[:-1], 10**13])


def test_a_joker_is_a_joker() -> None:
    one, other = (
        first_decision([joker, *parse_cards("Ac Ad 9h 2s")], A) for joker in (JOKER, JOKER + 1)
    )
    assert [choice.ev for choice in one.choices] == [choice.ev for choice in other.choices]
    assert card_text(JOKER + 1) == "*"


def test_the_core_does_not_load_the_compiler() -> None:
    script = "import sys, fairdeal, fairdeal.lab; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)
