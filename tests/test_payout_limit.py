"""The most that a bettor of the minimum can win (MD-RET 12.C(2)), found a second way."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_hands_jokers import unlike_hands

from fairdeal.games import find_game, registered
from fairdeal.hands import FIVE_CARD, THREE_CARD
from fairdeal.hands.compiled import evaluate, tables
from fairdeal.rulebook.game import OWN, Game, HandOf, Limit
from fairdeal.rulebook.paytable import single
from fairdeal.rulebook.wager import Times
from fairdeal.table.limits import highest_limit, most_winnable
from fairdeal.wire.games import load

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


@pytest.mark.clause("MD-RET 12.C", "PA-RET limit")
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


@pytest.mark.clause("MD-LIR 2.B(10)", "MD-DD .02B(6)")
@pytest.mark.parametrize("name", ["let-it-ride", "double-draw"])
def test_the_other_games_have_none(name: str) -> None:
    game = find_game(name)
    assert highest_limit(game, 5_000, game.default_readings) is None


# Any shape of game --------------------------------------------------------------------------------


def with_limit(game: Game) -> Game:
    """A game that has the limit's second branch, at one cent."""
    return replace(game, limit=Limit(game.limit.clause, cents=1, or_best_at_minimum=True))


@pytest.mark.parametrize(
    ("name", "units"),
    [
        # MD-LIR 12.A(1): three bets on a royal flush at 1,000 to 1.
        ("let-it-ride", 3 * 1_000),
        # MD-DD .12: five aces, 1 to 1 on ante and draws and 500 to 1 on the bonus.
        ("double-draw", 3 * 1 + 500),
    ],
)
def test_games_of_one_hand(name: str, units: int) -> None:
    game = with_limit(find_game(name))
    assert most_winnable(game) == units
    assert highest_limit(game, 500, game.default_readings) == units * 500


def test_the_table_in_force_counts() -> None:
    game = with_limit(find_game("let-it-ride"))
    cheaper = {"main": game.paytables["main"]["C"]}
    assert highest_limit(game, 100, game.default_readings, cheaper) == 3 * 100 * 100


def test_the_best_five_of_seven_and_bets_that_go_by_others() -> None:
    """Ante, flop and turn bet of one, and a river bet of one flop bet, on five aces."""
    with registered():
        (game,) = load(Path(__file__).parent / "games" / "three_streets.py")
    assert most_winnable(with_limit(game)) == 4 * 200
    flop = next(wager for wager in game.wagers if wager.name == "flop-bet")
    larger = replace(flop, size=Times("ante", 2, 3))
    wagers = tuple(larger if wager.name == "flop-bet" else wager for wager in game.wagers)
    assert most_winnable(with_limit(replace(game, wagers=wagers))) == (1 + 2 + 1 + 2) * 200


@pytest.mark.slow
def test_three_hands_that_share_cards_in_every_way() -> None:
    """A third hand, of the whole cross."""
    game = find_game("run-em-twice")
    whole = HandOf(("left", "right", "top", "bottom", "center"), FIVE_CARD, name="the cross")
    center = next(wager for wager in game.wagers if wager.name == "center")
    changed = tuple(replace(w, hand=whole) if w is center else w for w in game.wagers)
    found = most_winnable(with_limit(replace(game, wagers=changed)))
    # Two royal flushes have no three cards in common. One royal, and a straight flush that shares
    # three of its cards; the cross then has the other cards of both: at most a flush of them.
    table = {line.hand: line.pays.net_per_unit() for line in center.pays.tables[0].lines}
    ante = {line.hand: line.pays.net_per_unit() for line in game.wagers[0].pays.tables[0].lines}
    royal = table["royal flush"] + ante["royal flush"]
    straight = table["straight flush"] + ante["straight flush"]
    assert found == royal + straight + table["flush"]


#: Three-card hands above some kind, which bring back the stake alone.
_ABOVE = dict.fromkeys(("straight flush", "three of a kind", "straight", "flush", "pair"), "push")


def _paid_on(best: dict[str, str], own: dict[str, str]) -> Game:
    """A game with one bet on the best three of a player's cards with the community cards, and two
    on the player's own three cards; hands above those that are paid bring back the stake.
    """
    with_board = HandOf((OWN, "community"), THREE_CARD, name="best three")
    alone = HandOf((OWN,), THREE_CARD, name="own three")
    pays = {
        name: single(name, "MD-LIR 12.A", THREE_CARD, _ABOVE | lines)
        for name, lines in (("bet-1", best), ("bet-2", own))
    }
    changes: dict[str, dict[str, Any]] = {
        "bet-1": {"hand": with_board, "pays": pays["bet-1"]},
        "bet-2": {"hand": alone, "pays": pays["bet-2"]},
        "bet-3": {"hand": alone, "pays": pays["bet-2"]},
    }
    game = find_game("let-it-ride")
    wagers = tuple(replace(one, **changes.get(one.name, {})) for one in game.wagers)
    return replace(game, wagers=wagers)


@pytest.mark.parametrize(
    ("best", "own", "most"),
    [
        ({"pair": "5 to 1"}, {"pair": "2 to 1"}, 9),
        # A player's own cards are among the five: the best of these is never below.
        ({"pair": "50 to 1"}, {"three of a kind": "9 to 1"}, 50),
        # It may be above: a pair that the board makes three of, or a straight beside it.
        ({"three of a kind": "5 to 1"}, {"pair": "2 to 1"}, 9),
        ({"straight": "5 to 1"}, {"pair": "2 to 1"}, 9),
        ({"straight flush": "5 to 1"}, {"three of a kind": "2 to 1"}, 9),
        ({"straight flush": "5 to 1"}, {"straight flush": "2 to 1"}, 9),
    ],
)
def test_hands_that_share_cards_are_possible_together_or_not(
    best: dict[str, str], own: dict[str, str], most: int
) -> None:
    game = _paid_on(best, own)
    assert most_winnable(game) == most
