"""What must hold of the solver with any game, and what it refuses."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from solved import by_fold, by_hand, by_net
from solver_cases import DOUBLE_DRAW, LET_IT_RIDE, PENNSYLVANIA, RUN_EM_TWICE, deck_of

from fairdeal.cards import JOKER, STANDARD_52, parse_cards, suit_of
from fairdeal.errors import NotSolvableError
from fairdeal.games import GAMES
from fairdeal.hands import FIVE_CARD, FIVE_CARD_WITH_JOKERS, MINI, SIX_CARD, THREE_CARD, TWO_CARD
from fairdeal.lab.solver import Solver, best, estimate
from fairdeal.lab.solver.layout import alike_columns
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import house_rules

# What must hold of any game -----------------------------------------------------------------------

TINY = {
    LET_IT_RIDE: deck_of((0, 8, 9, 12)),
    RUN_EM_TWICE: deck_of((0, 4, 12)),
    PENNSYLVANIA: deck_of((0, 8, 11)),
    DOUBLE_DRAW: deck_of((0, 12), 2),
}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_whole_and_consistent(game: Game) -> None:
    done = []
    solver = Solver(house_rules(game), TINY[game])
    solution = solver.solve(progress=lambda *at: done.append(at))
    assert sum(by_net(solution).values()) == 1
    assert sum(by_hand(solution).values()) + sum(by_fold(solution).values()) == 1
    assert sum(net * chance for net, chance in by_net(solution).items()) == solution.ev
    kinds = len(done)
    assert done == [(number, kinds) for number in range(1, kinds + 1)]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_symmetry_changes_nothing(game: Game) -> None:
    """Without symmetry, and with the suits renamed in any way, every answer is the same."""
    deck = TINY[game]
    if game.name == "run-em-twice":
        deck = list(parse_cards("2c 2d 2h 6c 6d 6h Ac Ad Ah"))
    rules = house_rules(game)
    solution = Solver(rules, deck).solve()
    plain = Solver(rules, deck, symmetry=False)
    assert plain.tree.layout.symmetries == 1 < Solver(rules, deck).tree.layout.symmetries
    assert plain.ev() == solution.ev
    mixed = deck[1:]
    turned = [card if card >= JOKER else card & ~3 | (3, 2, 0, 1)[suit_of(card)] for card in mixed]
    one, other = Solver(rules, mixed).solve(), Solver(rules, turned).solve()
    assert (one.ev, by_net(one)) == (other.ev, by_net(other))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_raising_a_payout_never_lowers_the_value(game: Game) -> None:
    rules = house_rules(game)
    before = Solver(rules, TINY[game]).ev()
    main = rules.paytables["main"]
    for line in main.lines[-3:]:
        dearer = main.paying({line.hand: "60 to 1"})
        raised = replace(rules, paytables={**rules.paytables, "main": dearer})
        assert Solver(raised, TINY[game]).ev() >= before


def test_the_chosen_action_is_never_below_another() -> None:
    """And a round is worth the mean of its first decisions' best choices."""
    for game in (LET_IT_RIDE, DOUBLE_DRAW):
        solver = Solver(house_rules(game), TINY[game])
        values = []
        for cards in combinations(TINY[game], game.own_cards):
            choices = solver.decision(cards)
            values.append(best(choices).ev)
            assert all(values[-1] >= choice.ev for choice in choices)
        assert sum(values) / len(values) == solver.ev()


def test_suits_that_a_ranking_singles_out_keep_their_names() -> None:
    aces, six = tuple(deck_of((9, 10, 11, 12))), tuple(deck_of(range(7, 13)))
    every = (0, 1, 2, 3)
    assert alike_columns((FIVE_CARD,), aces) == (every,)
    assert alike_columns((THREE_CARD,), aces) == (every,)
    assert alike_columns((FIVE_CARD_WITH_JOKERS,), (*aces, 52, 53)) == (every, (4, 5))
    assert alike_columns((MINI,), aces) == ((0, 1, 2),)  # spades
    assert alike_columns((SIX_CARD,), six) == ((0, 2, 3),)  # diamonds
    assert alike_columns((TWO_CARD,), aces) == ((0, 3), (1, 2))  # the red aces
    assert alike_columns((FIVE_CARD, MINI), aces) == ((0, 1, 2),)
    # Without a king there is no ace-king-queen, and nothing to tell spades by.
    assert alike_columns((MINI,), tuple(deck_of((8, 9, 10, 12)))) == (every,)
    # The deck tells suits apart as well.
    assert alike_columns((FIVE_CARD,), aces[1:]) == ((1, 2, 3),)


def test_estimate_is_of_the_right_size() -> None:
    for game, ranks in (
        (LET_IT_RIDE, range(13)),
        (RUN_EM_TWICE, (0, 4, 12)),
        (DOUBLE_DRAW, (0, 9, 12)),
    ):
        solver = Solver(house_rules(game), deck_of(ranks)[:24])
        said = estimate(solver)
        solver.ev()
        assert said.seconds > 0
        assert said.situations > 0
        assert said.work / 4 <= solver.tree.work <= said.work * 4


def read(situation: dict[str, Any]) -> dict[str, Any]:
    """The arguments of `decision`: texts are cards."""
    return {
        key: parse_cards(value) if isinstance(value, str) else value
        for key, value in situation.items()
    }


@pytest.mark.parametrize(
    ("game", "situation", "reason"),
    [
        (LET_IT_RIDE, {"cards": "Ts Td"}, "3 cards"),
        (LET_IT_RIDE, {"cards": "Ts Td 2c", "board": "3c 4c"}, "no decision"),
        (LET_IT_RIDE, {"cards": "Ts Td 2c", "withdrawn": ["bet-1"]}, "no decision"),
        (LET_IT_RIDE, {"cards": "Ts Td 2c", "board": "2c"}, "twice"),
        (RUN_EM_TWICE, {"cards": "Ts Td", "board": "3c 4c"}, "no decision"),
        (RUN_EM_TWICE, {"cards": "Ts Td", "board": "3c 4c", "bets": {"first-run": 4}}, "4 times"),
        (RUN_EM_TWICE, {"cards": "Ts Td", "bets": {"frist-run": 1}}, "first-run"),
        (RUN_EM_TWICE, {"cards": "Ts *"}, "not in this deck"),
        (DOUBLE_DRAW, {"cards": "Ts Td 2c 3c 4c", "discards": "5c 6c 7c 8c"}, "3 cards"),
    ],
)
def test_situations_that_cannot_be(game: Game, situation: dict[str, Any], reason: str) -> None:
    with pytest.raises(NotSolvableError, match=reason):
        Solver(house_rules(game), symmetry=False).decision(**read(situation))


def test_decks_that_cannot_be() -> None:
    rules = house_rules(LET_IT_RIDE)
    for deck, reason in (
        ((0, 0, 1, 2, 3), "twice"),
        ((0, 1, 2, 99), "no card"),
        (range(4), "5 cards"),
    ):
        with pytest.raises(NotSolvableError, match=reason):
            Solver(rules, deck).ev()


@pytest.mark.parametrize(
    ("game", "situation", "values"),
    [  # MD-LIR 12.A(1), MD-RET 12 and MD-DD .12B(1): all cards, late decisions.
        (LET_IT_RIDE, {"cards": "Ts Td 2c"}, ["563/196", "1689/392"]),
        (
            LET_IT_RIDE,
            {"cards": "Ts Td 2c", "board": "2s", "withdrawn": ["bet-1"]},
            ["11/4", "11/2"],
        ),
        (
            RUN_EM_TWICE,
            {"cards": "Kc 7c", "board": "8d Kh", "bets": {"first-run": 3}},
            ["-5", "135913/17296", "130937/17296", "125961/17296"],
        ),
        (
            RUN_EM_TWICE,
            {"cards": "Ac 2d", "board": "2h 9d 3s Kd", "bets": {"first-run": 3, "second-run": 3}},
            ["-8", "-120/23", "-127/23", "-134/23"],
        ),
    ],
)
def test_decisions_with_all_cards(game: Game, situation: dict[str, Any], values: list[str]) -> None:
    choices = Solver(house_rules(game), symmetry=False).decision(**read(situation))
    assert [choice.ev for choice in choices] == list(map(Fraction, values))


def test_double_draw_second_decision_with_all_cards() -> None:
    choices = Solver(house_rules(DOUBLE_DRAW), symmetry=False).decision(
        parse_cards("4h Qh 7s * 7c"), discards=parse_cards("2s Qs")
    )
    assert best(choices).discard == parse_cards("Qh")
    assert best(choices).ev == Fraction(-116, 47)


@pytest.mark.slow
def test_let_it_ride_with_all_cards() -> None:
    """The whole 52-card game by the solver alone: the published return of paytable A."""
    solution = Solver(house_rules(LET_IT_RIDE), STANDARD_52.cards).solve()
    assert solution.ev == Fraction(-37963, 1082900)
    assert sum(by_net(solution).values()) == 1
