"""Chapter 11: what the dealer does at once after a decision, in words with its clause."""

import pytest
from chapters import told
from felt import at_round, dealt, with_side_bets

from fairdeal.rulebook.game import Draw
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev


@pytest.mark.clause("MD-RET 11.B(2)", "MD-RET 11.D(1)", "MD-RET 11.F(1)")
def test_ret_a_fold_is_collected_at_once_in_words() -> None:
    expected = [
        ("MD-RET 11.B(2)", "1st Ante and 2nd Ante of seat 1, $10", "first-run"),
        ("MD-RET 11.D(1)", "1st Ante, 2nd Ante and 1st Run of seat 1, $15", "second-run"),
        ("MD-RET 11.F(1)", "1st Ante, 2nd Ante, 1st Run and 2nd Run of seat 1, $20", "center"),
    ]
    for clause, words, at_bet in expected:
        felt = dealt("run-em-twice", seats=(1, 2))
        while felt.state.current.wager != at_bet:  # type: ignore[union-attr] # a decision is on
            wager = felt.state.current.wager  # type: ignore[union-attr]
            felt.bet(1, wager, 500)
            felt.bet(2, wager, 500)
            felt.dealer()
        felt.play(cmd.Fold(1))
        first, second = told(felt)
        assert first == (f"Collect {words}, and put the folded cards into the discard rack", clause)
        assert second[0].startswith("Ask seat 2: ")


@pytest.mark.clause("MD-RET 11.B(3)")
def test_ret_11_b_3_the_cards_of_a_fold_with_a_live_side_bet_stay() -> None:
    felt = at_round("run-em-twice", seats=(1, 2))
    felt.bet(1, "five-card-bonus", 100)
    felt.dealer()
    felt.play(cmd.Fold(1))
    assert "leave the folded cards" in told(felt)[0][0]
    assert not felt.state.seats[1].collected


@pytest.mark.clause("MD-DD .11C(2)(b)", "MD-DD .11C(8)(b)")
def test_dd_11_c_2_b_a_fold_is_collected_at_once_in_words() -> None:
    felt = dealt("double-draw", seats=(1, 2))
    felt.play(cmd.Fold(1))
    words = "Collect Ante and Bonus of seat 1, $10, and put the folded cards into the discard rack"
    assert told(felt)[0] == (words, "MD-DD .11C(2)(b)")


@pytest.mark.clause("MD-LIR 11.B(1)(b)", "MD-LIR 11.C(1)(b)")
def test_lir_a_bet_taken_back_is_moved_to_the_player_in_words() -> None:
    felt = dealt("let-it-ride", seats=(1, 2))
    title = felt.game.wager["bet-1"].title
    assert told(felt) == [(f"Ask seat 1: withdraw {title} or let it ride", "MD-LIR 11.B")]
    felt.play(cmd.Withdraw(1))
    assert told(felt) == [
        (f"Move {title}, $5, to seat 1", "MD-LIR 11.B(1)(b)"),
        (f"Ask seat 2: withdraw {title} or let it ride", "MD-LIR 11.B"),
    ]
    felt.play(cmd.Ride(2), cmd.Reveal(), cmd.Withdraw(1))
    assert told(felt)[0][1] == "MD-LIR 11.C(1)(b)"


@pytest.mark.clause("MD-RET 11.A(5)")
def test_ret_11_a_5_what_is_forfeited_is_collected_in_words() -> None:
    felt = with_side_bets("run-em-twice")
    felt.dealer()
    felt.play(cmd.Forfeit(seat=1, reason="showed the cards to seat 2"))
    ((words, clause), *_) = told(felt)
    assert clause == "MD-RET 11.A(5)"
    assert words == (
        "Collect from seat 1, forfeited: 1st Ante $5, 2nd Ante $5, Five Card Bonus $1, "
        "Ultimate Pairs Bonus $1 and the cards"
    ), "the progressive's chip was collected before the deal"
    assert felt.state.seats[1].collected
    assert felt.state.turn == 2


@pytest.mark.clause("MD-DD .11C(5)", "MD-DD .11C(6)", "MD-DD .11C(11)", "MD-DD .11C(12)")
def test_dd_11_c_5_the_player_discards_and_the_dealer_replaces() -> None:
    felt = dealt("double-draw", deck="2c 3d 9h Js Kc 5h 6h 7h 8h", seats=(1,))
    for wager, most, clauses in (
        ("first-draw", 3, ("MD-DD .11C(5)", "MD-DD .11C(6)")),
        ("second-draw", 1, ("MD-DD .11C(11)", "MD-DD .11C(12)")),
    ):
        felt.bet(1, wager, 500)
        felt.play(cmd.NoMoreBets())
        assert isinstance(felt.state.current, Draw)
        felt.refuses(cmd.Replace(), felt.state.current.clause, "no seat waits")
        held = felt.state.seats[1].cards
        (discarded,) = felt.play(cmd.Draw(1, discard=held[:most]))
        assert discarded == ev.CardsDiscarded(1, most, held[:most])
        assert tuple(clause for _, clause in told(felt)) == clauses
        assert told(felt)[0][0].startswith("Collect the discards of seat 1")
        felt.refuses(cmd.Draw(1), clauses[1], "discarded already")
        felt.refuses(cmd.Timeout(1), clauses[1], "replace the discards")
        felt.refuses(cmd.Replace(seat=2), clauses[1], "seat 1")
        (replaced,) = felt.play(cmd.Replace(seat=1))
        assert isinstance(replaced, ev.CardsReplaced)
        assert replaced.count == most
        assert felt.state.seats[1].cards == held[most:] + (replaced.cards or ())


@pytest.mark.clause("MD-DD .11C(4)")
def test_dd_11_c_4_who_discards_nothing_needs_no_replacement() -> None:
    felt = dealt("double-draw", seats=(1, 2))
    felt.bet(1, "first-draw", 500)
    felt.bet(2, "first-draw", 500)
    felt.play(cmd.NoMoreBets(), cmd.Draw(1))
    assert (felt.state.replacing, felt.state.turn) == (False, 2)
