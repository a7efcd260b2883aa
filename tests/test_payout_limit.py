"""The most that a bettor of the minimum can win (MD-RET 12.C(2)), found a second way."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from test_hands_jokers import unlike_hands

from fairdeal.games import find_game
from fairdeal.hands import FIVE_CARD
from fairdeal.hands.compiled import evaluate, tables
from fairdeal.table.limits import highest_limit, most_winnable

# What a bet wins, by the text's own lines; a push or a loss wins nothing.
ODDS = {
    "royal flush": 500,
    "straight flush": 100,
    "four of a kind": 40,
    "full house": 12,
    "flush": 8,
    "straight": 5,
    "three of a kind": 3,
    "two pair": 2,
    **{f"pair of {rank}": 1 for rank in ("jacks", "queens", "kings", "aces")},
}


def brute_force() -> int:
    """Over every three shared cards (two own, one center) and every two pairs beside them."""
    wins = np.array([ODDS.get(cell, 0) for cell in FIVE_CARD.cells])
    pairs = np.array(list(combinations(range(49), 2)))
    apart = ~(pairs[:, None, :, None] == pairs[None, :, None, :]).any(axis=(2, 3))
    best = 0
    for shared in unlike_hands(3):
        left = np.array([card for card in range(52) if card not in shared], dtype=np.uint8)
        hands = np.hstack([np.tile(np.array(shared, np.uint8), (len(pairs), 1)), left[pairs]])
        won = wins[tables(FIVE_CARD).cells[evaluate(np.ascontiguousarray(hands), FIVE_CARD)]]
        # Only runs that could beat the best so far with the best run of these three cards.
        worth = np.flatnonzero(2 * (won + won.max()) + 2 > best)
        one, two = won[worth][:, None], won[worth][None, :]
        total = one + two + np.maximum(one, two) + (one > 0) + (two > 0)
        best = max(best, int(np.where(apart[np.ix_(worth, worth)], total, 0).max(initial=0)))
    return best


@pytest.mark.clause("MD-RET 12.C(2)")
def test_the_most_winnable_by_brute_force() -> None:
    assert brute_force() == most_winnable(find_game("run-em-twice")) == Fraction(1_102)


@pytest.mark.clause("MD-RET 12.C")
@pytest.mark.clause("PA-RET limit")
@pytest.mark.parametrize(
    ("jurisdiction", "minimum", "limit"),
    [
        ("maryland", None, 50_000),
        ("maryland", 1, 50_000),
        ("maryland", 45, 50_000),  # 49,590 is less
        ("maryland", 46, 50_692),
        ("maryland", 50, 55_100),
        ("maryland", 100, 110_200),
        ("pennsylvania", None, 50_000),
        ("pennsylvania", 100, 50_000),
    ],
)
def test_highest_limit(jurisdiction: str, minimum: int | None, limit: int) -> None:
    game = find_game("run-em-twice", jurisdiction)
    cents = None if minimum is None else minimum * 100
    assert highest_limit(game, cents, game.default_readings) == limit * 100


@pytest.mark.clause("MD-RET 12.C(2)")
def test_the_reading_of_the_wheel_changes_no_limit() -> None:
    game = find_game("run-em-twice")
    assert highest_limit(game, 5_000, {"wheel": "high-only"}) == 5_510_000


@pytest.mark.clause("MD-LIR 2.B(10)")
@pytest.mark.clause("MD-DD .02B(6)")
@pytest.mark.parametrize("name", ["let-it-ride", "double-draw"])
def test_the_other_games_have_none(name: str) -> None:
    game = find_game(name)
    assert highest_limit(game, 5_000, game.default_readings) is None
