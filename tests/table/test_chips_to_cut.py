"""Payments as a dealer cuts them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.wording.chips import COLORS, chip_counts, chips_in_words

VALUES = {"purple": 500_00, "black": 100_00, "green": 25_00, "red": 5_00, "white": 1_00, "coins": 1}


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (0, ""),
        (1_00, "1 white"),
        (4_00, "4 white"),
        (5_00, "1 red"),
        (24_00, "4 red, 4 white"),
        (150_00, "1 black, 2 green"),
        (666_00, "1 purple, 1 black, 2 green, 3 red, 1 white"),
        (2_500_00, "5 purple"),
        (37_50, "1 green, 2 red, 2 white, 0.50 in coins"),
        (5, "0.05 in coins"),
    ],
)
def test_chips_in_words(cents: int, words: str) -> None:
    assert chips_in_words(cents) == words


@given(st.integers(min_value=0, max_value=10**9))
def test_a_cut_is_worth_its_amount_with_as_few_chips_as_can_be(cents: int) -> None:
    chips = chip_counts(cents)
    assert sum(number * VALUES[color] for color, number in chips.items()) == cents
    assert list(chips) == [color for color in VALUES if color in chips], "the highest first"
    # Every value is a whole multiple of the one below: fewest means that none makes up the next.
    for (above, _), (value, color) in pairwise(COLORS):
        assert chips.get(color, 0) * value < above
    assert chips.get("coins", 0) < 1_00


def test_nothing_is_cut_for_less_than_nothing() -> None:
    with pytest.raises(ValueError, match="from nothing on"):
        chip_counts(-1)
