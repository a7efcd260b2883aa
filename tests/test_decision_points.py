"""The decisions of each game, as its text lists them, and the situations that cannot be."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from fairdeal.cards import parse_cards
from fairdeal.errors import BadInputError
from fairdeal.games import find_game
from fairdeal.rulebook.game import Game, Settle
from fairdeal.rulebook.situation import (
    DecisionPoint,
    Situation,
    board_areas,
    decision_points,
    find_point,
)

LET_IT_RIDE = find_game("let-it-ride")
RUN_EM_TWICE = find_game("run-em-twice")
DOUBLE_DRAW = find_game("double-draw")

#: Bet 1 may come back before a community card is up, bet 2 after the first (MD-LIR 11.B, 11.C).
RIDE = [
    DecisionPoint("bet-1", 0, 0, (), 0, ()),
    DecisionPoint("bet-2", 1, 1, (), 0, ("bet-1",)),
]
#: Left and right are up before the second bet, top and bottom before the third (MD-RET 11.C-F).
RUNS = [
    DecisionPoint("first-run", 0, 0, (), 0, ()),
    DecisionPoint("second-run", 1, 2, ("first-run",), 0, ()),
    DecisionPoint("center", 2, 4, ("first-run", "second-run"), 0, ()),
]
#: A draw wager equals the ante, and what is thrown away belongs to it (MD-DD .11C).
DRAWS = [
    DecisionPoint("first-draw", 0, 0, (), 0, ()),
    DecisionPoint("second-draw", 1, 0, (), 1, ()),
]


@pytest.mark.parametrize(
    ("game", "points"),
    [(LET_IT_RIDE, RIDE), (RUN_EM_TWICE, RUNS), (DOUBLE_DRAW, DRAWS)],
    ids=["let-it-ride", "run-em-twice", "double-draw"],
)
def test_the_decisions_of_a_game(game: Game, points: list[DecisionPoint]) -> None:
    assert decision_points(game) == points


def test_a_draw_that_no_bet_pays_for_is_a_decision_of_its_own() -> None:
    """Without the wagers that pay for them, the draws are decided about alone."""
    bet_or_fold = DOUBLE_DRAW.bet_steps.values()
    steps = tuple(
        replace(step, wagers=()) if isinstance(step, Settle) else step
        for step in DOUBLE_DRAW.round
        if step not in bet_or_fold
    )
    wagers = tuple(wager for wager in DOUBLE_DRAW.wagers if wager.at is None)
    layout = replace(DOUBLE_DRAW.felt, box=(("ante", "bonus"),))
    found = decision_points(replace(DOUBLE_DRAW, round=steps, wagers=wagers, layout=layout))
    assert found == [DecisionPoint("", 0, 0, (), 0, ()), DecisionPoint("", 1, 0, (), 1, ())]


def test_the_area_of_each_community_card() -> None:
    cross = {"left": 1, "right": 1, "top": 1, "bottom": 1, "center": 1}
    assert board_areas(RUN_EM_TWICE, cross) == ["left", "right", "top", "bottom", "center"]
    assert board_areas(LET_IT_RIDE, {"community": 2, "bonus": 3}) == [
        *("community", "community"),
        *("bonus", "bonus", "bonus"),
    ]
    assert board_areas(LET_IT_RIDE, {"community": 2}) == ["community", "community"]


def situation(cards: str, board: str = "", **more: object) -> Situation:
    return Situation(parse_cards(cards), parse_cards(board), **more)  # type: ignore[arg-type]


def bets(**multiples: int) -> dict[str, Fraction]:
    return {name.replace("_", "-"): Fraction(times) for name, times in multiples.items()}


FIVE = "2c 3c 4c 5c 7d"


@pytest.mark.parametrize(
    ("game", "known", "point"),
    [
        (LET_IT_RIDE, situation("2c 3c 4c"), RIDE[0]),
        (LET_IT_RIDE, situation("2c 3c 4c", "5d", withdrawn=("bet-1",)), RIDE[1]),
        (RUN_EM_TWICE, situation("2c 3c"), RUNS[0]),
        (RUN_EM_TWICE, situation("2c 3c", "4c 5c", bets=bets(first_run=1)), RUNS[1]),
        (RUN_EM_TWICE, situation("2c 3c", "4c 5c", bets=bets(first_run=3)), RUNS[1]),
        (DOUBLE_DRAW, situation(FIVE), DRAWS[0]),
        (DOUBLE_DRAW, situation(FIVE, discards=()), DRAWS[1]),
        (DOUBLE_DRAW, situation("* * 4c 5c 7d", discards=parse_cards("9c Tc Jc")), DRAWS[1]),
    ],
)
def test_a_situation_is_of_one_decision(game: Game, known: Situation, point: DecisionPoint) -> None:
    assert find_point(game, known) == point


@pytest.mark.parametrize(
    ("game", "known", "reason"),
    [
        (
            LET_IT_RIDE,
            situation("2c 3c"),
            "a player of Let It Ride Poker holds 3 cards, not 2",
        ),
        (LET_IT_RIDE, situation("2c 3c *"), "Let It Ride Poker is played without jokers"),
        (LET_IT_RIDE, situation("2c 3c 3c"), "3c is there twice"),
        (LET_IT_RIDE, situation("2c 3c 4c", "4c"), "4c is there twice"),
        (DOUBLE_DRAW, situation(FIVE, discards=parse_cards("7d")), "7d is there twice"),
        (DOUBLE_DRAW, situation("* * * 5c 7d"), "* is there 3 times"),
        (
            DOUBLE_DRAW,
            situation(FIVE, discards=parse_cards("9c Tc Jc Qc")),
            "at most 3 cards can be thrown away at the first draw",
        ),
        (
            LET_IT_RIDE,
            situation("2c 3c 4c", discards=()),
            "Let It Ride Poker has no discards",
        ),
        (
            LET_IT_RIDE,
            situation("2c 3c 4c", discards=parse_cards("5d")),
            "at most 0 cards can be thrown away at the first draw",
        ),
        (
            LET_IT_RIDE,
            situation("2c 3c 4c", "5d 6d"),
            "no decision of Let It Ride Poker has 2 cards turned up: 0 or 1",
        ),
        (
            RUN_EM_TWICE,
            situation("2c 3c", "4c"),
            "no decision of Run 'Em Twice Poker has one card turned up: 0 or 2 or 4",
        ),
        (
            LET_IT_RIDE,
            situation("2c 3c 4c", withdrawn=("bet-1",)),
            "bet-1 cannot have been taken back at this decision",
        ),
        (
            LET_IT_RIDE,
            situation("2c 3c 4c", "5d", withdrawn=("bet-1", "bet-1")),
            "a bet is taken back twice",
        ),
        (
            RUN_EM_TWICE,
            situation("2c 3c", bets=bets(first_run=1)),
            "first-run has not been bet before this decision",
        ),
        (
            RUN_EM_TWICE,
            situation("2c 3c", "4c 5c"),
            "say what was bet on first-run before: its multiple of the ante",
        ),
        (
            RUN_EM_TWICE,
            situation("2c 3c", "4c 5c", bets=bets(first_run=0)),
            "first-run is 1 to 3 times first-ante",
        ),
        (
            RUN_EM_TWICE,
            situation("2c 3c", "4c 5c", bets=bets(first_run=4)),
            "first-run is 1 to 3 times first-ante",
        ),
    ],
)
def test_a_situation_that_cannot_be_is_refused(game: Game, known: Situation, reason: str) -> None:
    with pytest.raises(BadInputError, match=f"^{re.escape(reason)}$"):
        find_point(game, known)
