"""Chapter 7 up to "no more bets": ready bets, incomplete wagers, wagers given back."""

from typing import Any

import pytest
from chapters import DORA, FRED, told
from felt import ALL, MARYLAND, at, at_round

from fairdeal.rulebook.game import Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_FLOOR
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import moment

# Ready --------------------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 7.D", "MD-RET 7.D", "MD-DD .07D")
@pytest.mark.parametrize("game", MARYLAND)
def test_bets_that_are_ready_stand(game: str) -> None:
    felt = at(game, seats=(1, 2))
    closed, first = felt.game.procedure.closed, felt.game.wagers[0].name
    felt.refuses(cmd.Ready(1), felt.game.procedure.place, "no wager")
    felt.bet(1, first, 500)
    felt.refuses(cmd.Ready(1), felt.game.wagers[1].clause, "is missing")
    felt.base(1)
    assert "ready" in [action.do for action in legal_actions(felt.state, 1)]
    assert felt.play(cmd.Ready(1, word="lucky")) == [ev.PlayerReady(1, "lucky")]
    assert legal_actions(felt.state, 1) == []
    felt.refuses(cmd.Bet(1, first, 600), closed, "its bets cannot be changed")
    felt.refuses(cmd.PlaceBets(1, {first: 600}), closed, "its bets cannot be changed")
    felt.refuses(cmd.TakeBackBet(1, first), closed, "its bets cannot be changed")
    felt.refuses(cmd.Ready(1), felt.game.procedure.place, "ready already")
    felt.base(2)
    felt.dealer()
    felt.refuses(cmd.Ready(2), closed, "closed already")


@pytest.mark.parametrize(
    ("word", "good"),
    [
        *(("a", True), (" ", True), ("~", True), ("x" * 64, True), (None, True)),
        *(("", False), ("x" * 65, False), ("a|b", False), ("a,b", False), ("a=b", False)),
        *(("caf\u00e9", False), ("a\nb", False), ("a\n", False), ("\x7f", False)),
    ],
)
def test_a_word_for_the_shuffle_has_bounds(word: str | None, good: bool) -> None:
    felt = at_round("double-draw")
    if good:
        felt.play(cmd.Ready(1, word=word))
        assert felt.state.seats[1].word == word
    else:
        felt.refuses(cmd.Ready(1, word=word), "MD-DD .07C", "printable ASCII")


@pytest.mark.clause("MD-LIR 5.A(3)", "MD-RET 5.A(3)", "MD-DD .05A(3)")
@pytest.mark.parametrize("game", MARYLAND)
def test_5_a_3_an_ordered_shuffle_reopens_the_bets(game: str) -> None:
    felt = at_round(game)
    felt.play(cmd.Ready(1, word="mine"), cmd.OrderShuffle())
    assert (felt.state.seats[1].ready, felt.state.seats[1].word) == (False, None)
    felt.bet(1, felt.game.wagers[0].name, 600)
    felt.play(cmd.TakeBackBet(1, felt.game.wagers[0].name))


def test_a_moment_never_comes_back() -> None:
    """What was decided before an ordered shuffle is not decided after it; bets change nothing."""
    felt = at("let-it-ride")
    moments = [moment(felt.state)]
    felt.bet(1, "bet-1", 600)
    felt.play(cmd.TakeBackBet(1, "bet-1"))
    assert moment(felt.state) == moments[0]
    anew = (cmd.OrderShuffle(), cmd.Shuffle())
    idle = (cmd.SpreadIdle(), cmd.SpreadIdle(face_up=True), cmd.WashCards(), cmd.Shuffle())
    for command in (*anew, cmd.Cut(20), *anew, *idle):
        felt.play(command)
        moments += [now] if (now := moment(felt.state)) != moments[-1] else []
    assert len(set(moments)) == len(moments) == 7, moments


@pytest.mark.parametrize(
    ("how", "acts"),
    [
        ({}, [cmd.RemoveDecks()]),
        ({"shuffling": Shuffling.COUNTING}, [cmd.ShufflerJam()]),
        (
            {"shuffling": Shuffling.AUTOMATED},
            [
                cmd.Malfunction("shuffler"),
                cmd.MarkOutOfOrder("shuffler"),
                cmd.ChangeMethod(shuffling="manual"),
            ],
        ),
    ],
)
def test_whatever_brings_a_new_order_reopens_the_bets(
    how: dict[str, Any], acts: list[cmd.Command]
) -> None:
    felt = at_round("run-em-twice", **how)
    felt.play(cmd.Ready(1, word="mine"), *acts)
    assert (felt.state.seats[1].ready, felt.state.seats[1].word) == (False, None)


def test_a_recut_keeps_the_order_that_words_went_into() -> None:
    felt = at_round("run-em-twice")
    felt.play(cmd.Ready(1), cmd.OrderRecut())
    assert felt.state.seats[1].ready


def test_the_other_deck_s_shuffle_reopens_nothing() -> None:
    felt = at_round("run-em-twice", decks=2, shuffling=Shuffling.AUTOMATED)
    felt.dealer()
    felt.play(cmd.Fold(1))
    while not felt.is_open:
        felt.play(cmd.RackStub() if not felt.state.stub_racked else cmd.Clear())
    felt.base(1)
    felt.play(cmd.Ready(1), cmd.ShufflerJam())
    assert felt.state.seats[1].ready, "it is the deck that waits which jammed"


def test_a_seat_whose_wagers_went_back_may_bet_again() -> None:
    felt = at_round("run-em-twice", seats=(1, 2))
    felt.play(cmd.Ready(1), (cmd.GiveBack(1, reason="a torn chip"), FRED))
    assert not felt.state.seats[1].ready
    felt.base(1)
    felt.play(cmd.Ready(1))


def test_nothing_of_ready_outlives_the_round() -> None:
    felt = at_round("run-em-twice")
    felt.play(cmd.Ready(1, word="x"))
    felt.dealer()
    felt.play(cmd.Fold(1))
    felt.dealer()
    assert (felt.state.seats[1].ready, felt.state.seats[1].word) == (False, None)


@pytest.mark.parametrize(("game", "jurisdiction"), ALL)
def test_bets_that_were_given_back_stand_no_more(game: str, jurisdiction: str) -> None:
    """A player who was ready may bet again, in this round and the next."""
    felt = at_round(game, jurisdiction, seats=(1, 2))
    felt.play(cmd.Ready(seat=1, word="seven"))
    first = next(iter(felt.state.seats[1].stakes))
    again = cmd.Bet(seat=1, wager=first, cents=600)
    felt.refuses(again, felt.game.procedure.closed, "is ready: its bets cannot be changed any more")
    felt.refuses(cmd.GiveBack(seat=1), felt.game.procedure.place, "are in order")
    floor = (cmd.GiveBack(seat=1, reason="the player is not of age"), AUTOMATIC_FLOOR)
    returned = felt.play(floor)
    assert {type(event) for event in returned} == {ev.WagerReturned}
    assert felt.state.seats[1].stakes == {}
    assert not felt.state.seats[1].ready
    assert felt.state.seats[1].word is None
    felt.play(again)


# Incomplete wagers --------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 7.E(1)", "MD-RET 7.E(1)", "MD-DD .07E(1)")
@pytest.mark.parametrize("game", MARYLAND)
def test_7_e_1_no_more_bets_is_refused_and_names_the_seat(game: str) -> None:
    felt = at_round(game, seats=(1, 2))
    second = felt.game.wagers[1]
    felt.play(cmd.TakeBackBet(2, second.name))
    felt.refuses(cmd.NoMoreBets(), second.clause, f"seat 2: {second.name} is missing")
    assert told(felt)[0] == (
        f"Put right, or give back: seat 2: {second.name} is missing",
        second.clause,
    )
    felt.bet(2, second.name, 600)
    felt.refuses(cmd.NoMoreBets(), second.clause, f"seat 2: {second.name} is not equal")
    felt.refuses((cmd.GiveBack(1), DORA), felt.game.procedure.place, "in order")
    events = felt.play((cmd.GiveBack(2), DORA))
    assert {(e.seat, e.clause) for e in events if isinstance(e, ev.WagerReturned)} == {
        (2, second.clause)
    }
    assert felt.state.seats[2].stakes == {}
    assert felt.purse(2) == 0
    assert told(felt)[0][0].startswith("Return to seat 2: ")
    felt.play(cmd.NoMoreBets())
    assert felt.state.playing == (1,), "the seat sits out"


@pytest.mark.clause("MD-LIR 7.E(1)", "MD-RET 7.E(1)")
def test_7_e_1_what_depends_on_a_wager_goes_back_with_it() -> None:
    for game, base, side in (
        ("let-it-ride", "bet-1", "three-card-bonus"),
        ("run-em-twice", "first-ante", "ultimate-pairs"),
    ):
        felt = at_round(game)
        felt.bet(1, side, 100)
        felt.bet(1, base, 700)
        events = felt.play((cmd.GiveBack(1, wager=base), DORA))
        assert side in [e.wager for e in events if isinstance(e, ev.WagerReturned)]
        assert felt.state.seats[1].stakes == {}


def test_7_e_1_the_player_puts_it_right_before_the_dealer_does() -> None:
    felt = at("double-draw").base(1)
    felt.bet(1, "bonus", 600)
    felt.refuses(cmd.NoMoreBets(), "MD-DD .07E(1)", "seat 1")
    felt.bet(1, "bonus", 500)
    felt.play(cmd.NoMoreBets())


def test_wagers_in_order_go_back_for_a_reason_of_the_floorperson_s() -> None:
    felt = at_round("double-draw")
    felt.refuses((cmd.GiveBack(1), FRED), "MD-DD .07C", "the reason")
    events = felt.play((cmd.GiveBack(1, reason="a foreign chip"), FRED))
    assert {e.reason for e in events if isinstance(e, ev.WagerReturned)} == {"a foreign chip"}
    felt.refuses((cmd.GiveBack(1, reason="again"), FRED), "MD-DD .07C", "no wager")
    felt.base(1)
    felt.refuses((cmd.GiveBack(1, wager="first-draw"), FRED), "MD-DD .07C", "no 'first-draw'")
    felt.dealer()
    felt.refuses((cmd.GiveBack(1, reason="late"), FRED), "MD-DD .07D", "before")
