"""The probabilities of the battery: tabulated values, and laws by enumeration of small decks."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations
from math import comb, factorial

import pytest

from fairdeal.rng.statistics import (
    all_ranks_law,
    chi_square_tail,
    common_top_law,
    fixed_points_law,
    holm,
    normal_tails,
    pooled,
    rising_runs_law,
)

# Upper 5 % points as printed in any table of the chi-square law, and 0.1 % points.
TABLE = [
    *((1, 3.841, 0.05), (10, 18.307, 0.05), (30, 43.773, 0.05), (100, 124.342, 0.05)),
    *((1000, 1074.679, 0.05), (1, 10.828, 0.001), (10, 29.588, 0.001), (100, 149.449, 0.001)),
]


@pytest.mark.parametrize(("degrees", "point", "tail"), TABLE)
def test_the_chi_square_law(degrees: int, point: float, tail: float) -> None:
    assert chi_square_tail(point, degrees) == pytest.approx(tail, rel=2e-3)


def test_its_ends() -> None:
    assert chi_square_tail(0, 5) == 1
    assert chi_square_tail(1e6, 5) == 0
    assert chi_square_tail(2601, 2601) == pytest.approx(0.5, abs=0.01)


def test_the_normal_law() -> None:
    assert normal_tails(1.959964) == pytest.approx(0.05, rel=1e-5)
    assert normal_tails(-2.575829) == pytest.approx(0.01, rel=1e-5)


def test_holm_by_hand() -> None:
    # Four tests: 4 x 0.01, 3 x 0.02, 2 x 0.03, then never less than before.
    assert holm([0.03, 0.01, 0.9, 0.02]) == pytest.approx([0.06, 0.04, 0.9, 0.06])


@pytest.mark.parametrize("size", [1, 4, 6])
def test_laws_of_small_decks(size: int) -> None:
    same: Counter[int] = Counter()
    runs: Counter[int] = Counter()
    for deck in permutations(range(size)):
        same[sum(card == place for place, card in enumerate(deck))] += 1
        runs[1 + sum(a > b for a, b in pairwise(deck))] += 1
    whole = factorial(size)
    for law, counted in ((fixed_points_law(size), same), (rising_runs_law(size), runs)):
        assert {value: chance for value, chance in law.items() if chance} == {
            value: Fraction(number, whole) for value, number in counted.items()
        }


def test_common_top_cards_of_a_small_deck() -> None:
    counted = Counter(len({0, 1} & set(deck[:2])) for deck in permutations(range(5)))
    law = common_top_law(5, 2)
    assert law == {value: Fraction(counted[value], factorial(5)) for value in range(3)}


@pytest.mark.parametrize("size", [52, 54])
def test_cards_until_all_ranks_are_seen(size: int) -> None:
    law = all_ranks_law(size)
    assert sum(law.values()) == 1
    # All different at once, and the last possible card: the four of a rank are at the very end.
    assert law[13] == Fraction(4**13, comb(size, 13))
    assert law[size] == 0 if size == 54 else law[size - 3] > 0
    assert all(law[cards] == 0 for cards in law if cards > size - 3)


def test_groups_of_a_law() -> None:
    law = {0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 8), 3: Fraction(1, 24)}
    assert pooled(law, Fraction(1, 4)) == [({0}, Fraction(1, 2)), ({1, 2, 3}, Fraction(1, 2))]
