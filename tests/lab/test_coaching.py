"""What the coach says a bet of one to three antes cost, against values worked out by hand."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from fairdeal.cards import parse_cards
from fairdeal.games import GAMES
from fairdeal.games.double_draw import DOUBLE_DRAW
from fairdeal.games.run_em_twice import RUN_EM_TWICE
from fairdeal.lab.card_lines.line import card_line
from fairdeal.lab.decisions.best_player import situation_of
from fairdeal.lab.decisions.coaching import (
    Moves,
    Verdict,
    advice,
    decision_at,
    unit_cents,
    verdict_on,
)
from fairdeal.lab.decisions.decision import Choice, Decision
from fairdeal.play.bots import bet_of, required_bets
from fairdeal.play.session import open_table
from fairdeal.play.sources import SeededSource
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.rules import house_rules
from fairdeal.simulate.coach_advice import coach_advice
from fairdeal.simulate.strategies import BEST, CARD, player_for_a_floor
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import player
from fairdeal.table.state import State

RULES = house_rules(RUN_EM_TWICE)
ANTE = 1_500


def at_the_center_bet(own: str, community: str) -> State:
    """The third decision of seat 1, with one ante bet on each run. The community cards are left,
    right, top and bottom, which are up; the center card, the two of hearts, is not.
    """
    session = open_table(RULES, SeededSource(1, parse_cards(f"{community} 2h {own}")))
    session.do(cmd.Sit(1), player("ann"))
    session.run_dealer()
    for wager in ("first-ante", "second-ante"):
        session.do(cmd.Bet(seat=1, wager=wager, cents=ANTE))
    for wager in ("first-run", "second-run"):
        session.run_dealer(until_round_ends=True)
        session.do(cmd.Bet(seat=1, wager=wager, cents=ANTE))
    session.run_dealer(until_round_ends=True)
    return session.state


#: A pair of aces with two more aces to the left and the right, and kings above and below.
#: Of the 46 cards that the center can be, two are kings: 2 full houses (12 to 1) and 44 times two
#: pair (2 to 1) on the second run, 112/46. The first run and the better of both are four aces (40
#: to 1) in any case, and both antes win. So the round is worth 40 + 2 + 112/46 and 40 for each ante
#: of the center bet.
ACES = at_the_center_bet("As Ah", "Ad Ac Kd Kc")
#: Nothing: 2, 7, 9, jack and 2, 7, 4, king. A jack (3 cards) or a king (3) wins the center bet 1
#: to 1, a seven (3) or a nine (3) pushes, the other 34 lose: (6 - 34)/46 for each ante of it. The
#: first run and its ante win with a jack and push with a seven or a nine, (3 - 37)/46 each. The
#: second run and its ante win with a king and push with a seven, (3 - 40)/46 each. That is -142/46
#: in all.
NOTHING = at_the_center_bet("2c 7d", "9h Jd 4s Kc")


def verdict(state: State, event: ev.Event) -> Verdict:
    """What the coach says of the decision that an event was, by the exact values of the lab."""
    decision = decision_at(RULES, situation_of(state, 1))
    return verdict_on(state.version, state, event, 1, decision)


def bet(cents: int) -> ev.Event:
    return ev.WagerPlaced(seat=1, wager="center", cents=cents)


FOLD = ev.HandFolded(seat=1, at="center", kept=False)


@pytest.mark.parametrize(
    ("state", "base", "each"),
    [
        (ACES, 42 + Fraction(112, 46), Fraction(40)),
        (NOTHING, Fraction(-142, 46), Fraction(-28, 46)),
    ],
    ids=["aces", "nothing"],
)
def test_the_values_are_those_worked_out_by_hand(
    state: State, base: Fraction, each: Fraction
) -> None:
    decision = decision_at(RULES, situation_of(state, 1))
    values = {choice.action: choice.ev for choice in decision.choices}
    # A fold loses two antes and two bets.
    assert values == {"fold": -4} | {f"bet-{n}x": base + n * each for n in (1, 2, 3)}


@pytest.mark.parametrize(
    ("state", "event", "words", "best", "cents", "cost"),
    [
        # Four aces: an ante less on the center costs 40 antes of $15, a fold all of 166 + 56/23.
        (ACES, bet(ANTE), "Bet 1x", "Bet 3x", 120_000, "$1,200"),
        (ACES, bet(2 * ANTE), "Bet 2x", "Bet 3x", 60_000, "$600"),
        (ACES, bet(3 * ANTE), "Bet 3x", "Bet 3x", 0, ""),
        (ACES, FOLD, "Fold", "Bet 3x", 252_652, "$2,526.52"),
        # Nothing: each ante more than one costs 14/23 of $15, a fold 4 - 85/23 = 7/23.
        (NOTHING, bet(ANTE), "Bet 1x", "Bet 1x", 0, ""),
        (NOTHING, bet(2 * ANTE), "Bet 2x", "Bet 1x", 913, "$9.13"),
        (NOTHING, bet(3 * ANTE), "Bet 3x", "Bet 1x", 1_826, "$18.26"),
        (NOTHING, FOLD, "Fold", "Bet 1x", 457, "$4.57"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_a_bet_of_one_to_three_antes_cost(
    state: State, event: ev.Event, words: str, best: str, cents: int, cost: str
) -> None:
    assert unit_cents(state, 1) == ANTE
    assert verdict(state, event) == Verdict(state.version, words, best, not cents, cost, cents)


def test_a_bet_between_whole_multiples_is_not_judged() -> None:
    for cents in (ANTE + 500, 3 * ANTE - 1, 4 * ANTE):
        words = "A bet between whole multiples"
        assert verdict(NOTHING, bet(cents)) == Verdict(
            NOTHING.version, words, "Bet 1x", True, "", 0, judged=False
        )


def test_a_cost_below_half_a_cent_is_told_in_words() -> None:
    one = Choice("bet-1x", Fraction(1, 10_000), times=1)
    two = Choice("bet-2x", Fraction(0), times=2)
    told = verdict_on(7, NOTHING, bet(2 * ANTE), 1, Decision((one, two), one))
    assert told == Verdict(7, "Bet 2x", "Bet 1x", False, "less than a cent", 0)


def test_advice_ranks_the_bets_by_their_exact_values() -> None:
    told = advice(NOTHING, 1, decision_at(RULES, situation_of(NOTHING, 1)))
    assert [(one.words, one.ev, one.cents, one.best) for one in told.choices] == [
        ("Bet 1x", "-85/23", -5_543, True),
        ("Fold", "-4", -6_000, False),
        ("Bet 2x", "-99/23", -6_457, False),
        ("Bet 3x", "-113/23", -7_370, False),
    ]
    assert (told.best, told.equal) == ("Bet 1x", False)


def test_a_bet_before_a_draw_is_judged_by_its_best_draw() -> None:
    """In Double Draw only the bet is decided before a draw, and not yet which cards are thrown."""
    session = open_table(house_rules(DOUBLE_DRAW), SeededSource(1))
    session.do(cmd.Sit(1), player("ann"))
    session.run_dealer()
    for wager in ("ante", "bonus"):
        session.do(cmd.Bet(seat=1, wager=wager, cents=ANTE))
    session.run_dealer(until_round_ends=True)
    cards = session.state.seats[1].cards
    keep = Choice("draw", Fraction(-3, 2), discard=())
    best = Choice("draw", Fraction(-1, 2), discard=cards[:2])
    decision = Decision((keep, best, Choice("fold", Fraction(-2))), best)
    placed = ev.WagerPlaced(seat=1, wager="first-draw", cents=ANTE)
    told = verdict_on(7, session.state, placed, 1, decision)
    assert told == Verdict(7, "Place First Draw", "Place First Draw", True, "", 0)
    folded = ev.HandFolded(seat=1, at="first-draw", kept=False)
    cost = verdict_on(7, session.state, folded, 1, decision)
    assert (cost.right, cost.cents) == (False, 3 * ANTE // 2)


#: Both are four to an inside straight with fewer than 12 points: the card says to bet 1x. A seven
#: (4 cards) makes a straight, 5 to 1. With jack and king beside it a pair of these (6 cards) wins 1
#: to 1, four other pairs (12) push, and 24 lose: (20 + 6 - 24)/46 for each ante. With a deuce and a
#: five no pair wins and 30 lose: (20 - 30)/46.
LEFT = at_the_center_bet("6c Ts", "9d 8c Ks Jh")
KEPT = at_the_center_bet("9h Ts", "6d 8d 2s 5s")


@pytest.mark.parametrize(
    ("state", "each", "best", "leaves"),
    [(LEFT, Fraction(2, 46), "Bet 3x", True), (KEPT, Fraction(-10, 46), "Bet 1x", False)],
    ids=["left", "kept"],
)
def test_the_coach_says_where_best_play_leaves_the_card(
    state: State, each: Fraction, best: str, *, leaves: bool
) -> None:
    situation = situation_of(state, 1)
    decision, line = decision_at(RULES, situation), card_line(RULES, situation)
    values = {choice.action: choice.ev for choice in decision.choices}
    assert values["bet-2x"] - values["bet-1x"] == each
    found = advice(state, 1, decision, Moves(line=line))
    assert found.best == best
    assert found.line is not None
    assert (found.line.do, found.line.leaves) == ("bet 1x", leaves)
    assert found.line.when.endswith("fewer than 12 points")
    # The strategy of the card does what the line says. Two antes more of $15 would be worth
    # 2/46 of an ante each, which is $1.30.
    found = advice(state, 1, *coach_advice(state))
    assert found.line is not None
    assert (found.best, found.line.leaves) == (best, leaves)
    assert found.line.cost == ("$1.30" if leaves else "")


def decisions_of(game: Game, name: str) -> Iterator[tuple[State, cmd.Command]]:
    """Every decision of a few rounds that a strategy plays, with what it does."""
    rules = house_rules(game)
    player_of_rules = player_for_a_floor(name, rules)
    assert player_of_rules is not None
    session = open_table(rules, SeededSource(24))
    session.do(cmd.Sit(1), player("ann"))
    for _ in range(6):
        session.run_dealer()
        for action in required_bets(session, 1):
            session.do(bet_of(action, ANTE))
        session.run_dealer(until_round_ends=True)
        while session.state.turn is not None:
            command = player_of_rules(session.state)
            yield session.state, command
            session.do(command)
            session.run_dealer(until_round_ends=True)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{game.jurisdiction}")
def test_the_coach_says_what_the_same_strategy_does_as_a_bot(game: Game) -> None:
    """What a bot of best play does is what the coach calls best, and costs nothing; what a bot that
    follows the card does costs what the coach says of the card's line.
    """
    for state, command in decisions_of(game, BEST):
        decision, moves = coach_advice(state)
        assert moves.best == command
        told = advice(state, 1, decision, moves)
        assert told.best in [one.words for one in told.choices if one.best]
    for state, command in decisions_of(game, CARD):
        decision, moves = coach_advice(state)
        assert moves.card == command
        told = advice(state, 1, decision, moves)
        assert told.line is not None
        cents = round((decision.best.ev - value_of(decision, command)) * ANTE)
        if told.line.leaves:
            assert told.line.cost == (dollars(cents) if cents else "less than a cent")
        else:
            assert (told.line.cost, cents) == ("", 0)


def value_of(decision: Decision, command: cmd.Command) -> Fraction:
    """The value of what a command does; a bet before a draw is worth its best draw."""
    match command:
        case cmd.Draw(discard=discard):
            thrown = sorted(discard)
            values = [c.ev for c in decision.choices if sorted(c.discard or ()) == thrown]
        case cmd.Bet(cents=cents):
            bets = ("draw", f"bet-{cents // ANTE}x")
            values = [one.ev for one in decision.choices if one.action in bets]
        case _:
            name = {cmd.Ride: "ride", cmd.Withdraw: "withdraw", cmd.Fold: "fold"}[type(command)]
            values = [one.ev for one in decision.choices if one.action == name]
    return max(values)
