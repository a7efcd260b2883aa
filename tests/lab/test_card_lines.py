"""The line of a strategy card that applies to a situation: by hands that are sorted by eye, and
over all hands where the card is best play itself.
"""

from fractions import Fraction

import msgspec
import pytest

from fairdeal.cards import parse_cards
from fairdeal.games import GAMES
from fairdeal.games.double_draw import DOUBLE_DRAW
from fairdeal.games.let_it_ride import LET_IT_RIDE
from fairdeal.games.run_em_twice import RUN_EM_TWICE
from fairdeal.lab.cache import keys
from fairdeal.lab.cache.code_digest import code_digest
from fairdeal.lab.card_lines.line import CardLine, card_line, line_at
from fairdeal.lab.card_lines.places import PATH, ShippedLines, line_place
from fairdeal.lab.decisions.decision import Choice
from fairdeal.lab.decisions.strategy import strategy, strategy_card
from fairdeal.lab.kernels.tables import ALL_RANKS, suit_classes
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import house_rules
from fairdeal.rulebook.situation import Situation
from tools.printed_rules import printed_main

#: Game, own cards, board or discards, and the line by eye.
HANDS = [
    (LET_IT_RIDE, "Tc Td 3s", "", "a pair of tens or better"),
    (LET_IT_RIDE, "4c 4d 4s", "", "three of a kind"),
    (LET_IT_RIDE, "Ah Qh Th", "", "three to a royal flush"),
    (LET_IT_RIDE, "7h 8h 9h", "", "three suited in sequence, 3-4-5 or higher"),
    (LET_IT_RIDE, "8h 9h Jh", "", "three suited, spread 4"),
    (LET_IT_RIDE, "7h Th Jh", "", "three suited, spread 5"),
    (LET_IT_RIDE, "9c 9d As", "", "anything else"),
    (LET_IT_RIDE, "2h 3h 4h", "", "anything else"),
    (LET_IT_RIDE, "Tc 4d 3s", "Ts", "any hand that already pays"),
    (LET_IT_RIDE, "2c 9c Kc", "5c", "four to a flush"),
    (LET_IT_RIDE, "8c 9d Ts", "Jc", "four to an open straight, with at least one ten or better"),
    (LET_IT_RIDE, "3c 4d 5s", "6c", "four to an open straight, with no ten or better"),
    (LET_IT_RIDE, "Tc Jd Qs", "Ac", "four to an inside straight"),
    (LET_IT_RIDE, "9c 9d As", "Kc", "anything else"),
    (RUN_EM_TWICE, "2c 2d", "", "any pair, QJs"),
    (RUN_EM_TWICE, "Qh Jh", "", "any pair, QJs"),
    (RUN_EM_TWICE, "5h 4c", "", "54o, 53o"),
    (RUN_EM_TWICE, "Ah Kh", "", "anything else"),
    (RUN_EM_TWICE, "6c 6d", "2s 3s", "you hold a pair of sixes or better"),
    (RUN_EM_TWICE, "5c 5d", "5s 3s", "you hold a lower pair, and a third of it is up"),
    (RUN_EM_TWICE, "5c 5d", "8s 3s", "you hold a lower pair"),
    (RUN_EM_TWICE, "Kc Jc", "8s 3s", "you hold two suited jacks or better"),
    (RUN_EM_TWICE, "Kc Jc", "8c 3c", "the first run has a pair or better"),
    (RUN_EM_TWICE, "7c 8d", "9s 2s", "none of this; 2 points or more"),
    (RUN_EM_TWICE, "2c 4d", "5s 9h", "none of this; fewer than 2 points"),
    (RUN_EM_TWICE, "6c 9d", "6s 3s 2d Kh", "a pair of sixes or better, or a higher hand"),
    (RUN_EM_TWICE, "Kc 9c", "2c 3c 5d 8h", "four to a flush in either run"),
    (RUN_EM_TWICE, "7c 8d", "9s Th 2d 2h", "four to an open straight in either run"),
    (RUN_EM_TWICE, "3c 7d", "3s Th 4d 5h", "a lower pair in one run, an inside straight"),
    (RUN_EM_TWICE, "3c 8d", "3s Th Kd 6h", "a lower pair in either run"),
    (RUN_EM_TWICE, "2c 4d", "7s 9h 7d Th", "none of this in either run; fewer than 6 points"),
    (DOUBLE_DRAW, "Ac Ad 7s 3h 2c", None, "a pair of aces"),
    (DOUBLE_DRAW, "* Ad 7s 3h 2c", None, "a joker and an ace"),
    (DOUBLE_DRAW, "2c 5c 9c Kc 3d", None, "four to a flush"),
    (DOUBLE_DRAW, "2c 2d 9c 9h 3d", None, "two pair"),
    (DOUBLE_DRAW, "8c 6d 4h Js 2c", None, "none of these"),
    (DOUBLE_DRAW, "2c 2d 9c 7h 3d", "Kc Qd", "a lower pair"),
    (DOUBLE_DRAW, "2c 5d 9c 7h Kd", "Ac Ad", "none of these"),
]


def line_of(game: Game, cards: str, more: str | None) -> CardLine:
    """The line that the product names for own cards and a board, or discards."""
    rules = house_rules(game)
    if game is DOUBLE_DRAW:
        discards = None if more is None else tuple(parse_cards(more))
        situation = Situation(tuple(parse_cards(cards)), (), discards)
    else:
        board = tuple(parse_cards(more or ""))
        bets = ("first-run", "second-run")[: len(board) // 2] if game is RUN_EM_TWICE else ()
        made = dict.fromkeys(bets, Fraction(1))
        situation = Situation(tuple(parse_cards(cards)), board, None, made)
    line = card_line(rules, situation)
    assert line is not None
    return line


@pytest.mark.parametrize(("game", "cards", "more", "words"), HANDS)
def test_the_line_of_a_hand(game: Game, cards: str, more: str | None, words: str) -> None:
    assert line_of(game, cards, more).rule.when.startswith(words)


def test_a_card_without_cost_is_never_left() -> None:
    """Let It Ride's card costs nothing, so its line is a best choice with each kind of three
    cards.
    """
    rules = house_rules(LET_IT_RIDE)
    card = strategy_card(rules)
    assert card.cost == 0
    situations = [Situation(tuple(hand)) for hand in suit_classes(ALL_RANKS, 3).hands.tolist()]
    decisions = strategy(rules, situations)
    assert len(situations) == 1755
    for situation, decision in zip(situations, decisions, strict=True):
        place = line_place(rules, card, situation)
        assert place is not None
        assert not line_at(card, place).left_by(decision), situation


def test_a_line_agrees_with_its_own_bet() -> None:
    """A line agrees with its own bet alone."""
    line = line_of(RUN_EM_TWICE, "Kc Qc", "Ks 2d")
    bet_1, bet_3 = Choice("bet-1x", Fraction(1)), Choice("bet-3x", Fraction(2))
    assert line.rule.action == "bet-1x"
    assert line.agrees(bet_1)
    assert not line.agrees(bet_3)


def test_several_ways_to_keep_what_the_line_names() -> None:
    """Three to a flush in hearts and a pair: the pair is the higher line, and one way keeps it."""
    line = line_of(DOUBLE_DRAW, "2h 5h 9h 9c Kd", None)
    assert line.rule.when == "a pair"
    assert line.place.discards == (tuple(sorted(parse_cards("2h 5h Kd"))),)
    two = line_of(DOUBLE_DRAW, "2h 2s 9h 9c Kd", "3c 4c")
    assert two.place.discards == (tuple(parse_cards("Kd")),)


def test_the_lines_are_shipped_for_every_printed_card_and_by_this_code() -> None:
    shipped = msgspec.json.decode(PATH.read_bytes(), type=ShippedLines)
    assert shipped.made_by == code_digest(), "`make answers` works the lines out again"
    kinds = {
        keys.main_key(rules)
        for game in GAMES
        if game.name != "double-draw"
        for rules in printed_main(game)
    }
    assert set(shipped.lines) == kinds
