"""Sentences that a person would say."""

from dataclasses import replace
from fractions import Fraction

import pytest

from fairdeal.cli.bet import _an_hour, _of_all
from fairdeal.games import GAMES, find_game
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import house_rules
from fairdeal.wording.how_to_play import how_to_play
from fairdeal.wording.wagers import rules_as_written


@pytest.mark.parametrize(
    ("won", "words"),
    [
        (Fraction(-7634, 100), "costs $76.34 an hour"),
        (Fraction(7634, 100), "wins $76.34 an hour"),
        (Fraction(-1234567), "costs $1,234,567.00 an hour"),
        (Fraction(0), "neither costs nor wins anything"),
        (Fraction(1, 1000), "neither costs nor wins anything"),
    ],
)
def test_an_hour_costs_or_wins(won: Fraction, words: str) -> None:
    """A pattern that wins is not said to cost $-76.34."""
    assert _an_hour(won) == words


def test_nobody_holds_less_than_nothing() -> None:
    assert _of_all(Fraction(1, 40)) == "the house holds 2.5000% of all that is wagered"
    assert _of_all(Fraction(-1, 40)) == "the player wins 2.5000% of all that is wagered"


BOX = "Three cards in the bonus box and two in the community area lie face down"


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("let-it-ride", f"{BOX}; all players share them."),
        ("run-em-twice", "Five cards on the board lie face down; all players share them."),
        ("double-draw", ""),
    ],
)
def test_where_the_cards_lie(game: str, words: str) -> None:
    _, cards, *_ = how_to_play(house_rules(find_game(game))).moments
    _, _, lying = cards.does.partition(" of your own.")
    assert lying.strip() == words


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_range_of_payouts_begins_at_a_hand(game: Game) -> None:
    """From a pair of tens to a royal flush, not from a pair of tens or better."""
    *_, paid = how_to_play(house_rules(game)).moments
    assert "or better (" not in paid.does


def test_a_limit_is_that_of_the_sign() -> None:
    told = how_to_play(rules_as_written(find_game("let-it-ride"))).limit
    assert told == "There is no limit on what a hand can win, unless the table's sign states one."
    rules = replace(house_rules(find_game("let-it-ride")), payout_limit_cents=None)
    assert how_to_play(rules).limit == "There is no limit on what a hand can win."
