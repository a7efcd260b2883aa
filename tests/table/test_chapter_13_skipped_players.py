"""Chapter 13: players skipped in the deal, and players dealt to twice."""

from typing import Any

import pytest
from chapters import (
    AUTOMATED,
    CARD,
    DECK,
    HAND,
    MANUAL,
    PLACE,
    SHOE,
    WRONG_NUMBER,
    all_dealt,
    ready,
)
from felt import at, at_round, is_void, prepared, with_side_bets

from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase


@pytest.mark.clause("MD-RET 13.G")
def test_ret_13_g_a_skipped_player_plays_the_next_hand() -> None:
    """Readings skipped and skipped-or-short: wagers and the meter's share go back."""
    felt = prepared(with_side_bets("run-em-twice"))
    felt.refuses(cmd.Skipped(seat=1), "MD-RET 13.G", "no player")
    felt.play(cmd.Deal(), cmd.Deal(skip=(1,)))
    felt.refuses(cmd.Skipped(seat=2), "MD-RET 13.G", "has cards")
    felt.refuses(cmd.Skipped(seat=3), "MD-RET 7.B(1)")
    felt.refuses(cmd.WrongNumber(place=1, cards=0), "MD-RET 13.G", "skipped")
    events = felt.play(cmd.Skipped(seat=1))
    assert felt.purse(1) == 0
    assert isinstance(events[-2], ev.MetersUnfed)
    assert events[-1] == ev.PlayerSkipped(1)
    assert felt.state.meters == at("run-em-twice").state.meters
    felt.refuses(cmd.Skipped(seat=1), "MD-RET 13.G", "not in the round")
    felt.dealer()
    felt.play(cmd.Fold(seat=2))
    felt.dealer()
    assert felt.is_open
    assert felt.purse(1) == 0
    prepared(felt.base(1))
    assert felt.state.playing == (1,)


@pytest.mark.clause("MD-RET 13.G")
def test_ret_13_g_the_deal_goes_on_past_a_skipped_player() -> None:
    """Card by card too, when nobody else is left in the step, before or after it is noticed."""
    felt = prepared(at_round("run-em-twice", seats=(1, 2, 3)))
    felt.play(cmd.Deal(), cmd.Deal(part="card"))
    felt.refuses(cmd.Skipped(seat=3), "MD-RET 13.G", "still to be dealt to")
    felt.play(cmd.Deal(skip=(3,)), cmd.Deal(part="card"), cmd.Deal(part="card"))
    felt.play(cmd.Skipped(seat=3))
    assert next_command(felt.state) == cmd.RackStub()
    again = prepared(at_round("run-em-twice", seats=(1, 2, 3)))
    again.play(cmd.Deal(), cmd.Deal(skip=(3,)), cmd.Skipped(seat=3))
    again.play(cmd.Deal(part="card"), cmd.Deal(part="card"))
    assert next_command(again.state) == cmd.RackStub()
    for table in (felt, again):
        table.dealer()
        assert table.state.phase is Phase.PLAYING
        assert table.state.turn == 1


@pytest.mark.clause("MD-RET 13.G")
def test_ret_13_g_a_stub_count_does_not_void_for_a_skipped_player() -> None:
    felt = prepared(at_round("run-em-twice", seats=(1, 2)))
    felt.play(cmd.Deal(), cmd.Deal(skip=(1,)), cmd.Deal(skip=(1,)))
    assert felt.play(cmd.CountStub(cards=45)) == [ev.StubCounted(45, 52, "right")]
    assert next_command(felt.state) == cmd.Skipped(seat=1)
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING


@pytest.mark.parametrize(
    ("game", "clause"), [("let-it-ride", "MD-LIR 13.D"), ("double-draw", "MD-DD .10C(3)")]
)
def test_a_player_without_cards_voids_in_the_other_games(game: str, clause: str) -> None:
    felt = prepared(with_side_bets(game, **SHOE))
    while felt.state.phase is Phase.DEALING and not felt.state.seats[1].cards:
        last = felt.state.deal_step == (2 if game == "let-it-ride" else 0)
        felt.play(cmd.Deal(skip=(2,) if last else ()))
    is_void(felt, felt.play(cmd.Skipped(seat=2)), clause)


@pytest.mark.clause("MD-RET 13.F")
@pytest.mark.parametrize(("game", "how", "clause"), WRONG_NUMBER)
def test_two_cards_where_one_belongs_void_the_round(
    game: str, how: dict[str, Any], clause: str
) -> None:
    felt = ready(game, how)
    while felt.state.deal_steps[felt.state.deal_step].to != "seats":
        felt.play(cmd.Deal())
    felt.play(PLACE, cmd.Deal(part="card", twice=(3,)))
    assert len(felt.state.seats[3].cards) == 2
    felt.play(cmd.Deal(rest=True))
    events = felt.dealer()
    assert clause in [e.clause for e in events if isinstance(e, ev.RoundVoided)]


@pytest.mark.clause("MD-RET 13.G")
@pytest.mark.parametrize("how", [MANUAL, HAND, AUTOMATED])
def test_ret_13_g_a_player_skipped_in_parts_gets_the_wagers_back(how: dict[str, Any]) -> None:
    felt = ready("run-em-twice", how)
    felt.play(cmd.Deal())
    while not all_dealt(felt):
        felt.play(PLACE)
        if not all_dealt(felt):
            felt.play(cmd.Deal(skip=(3,)))
    assert felt.hand(3) == ""
    events = felt.dealer()
    assert ev.PlayerSkipped(3) in events
    assert felt.purse(3) == 0
    assert felt.state.phase is Phase.PLAYING
    assert felt.state.turn == 1


@pytest.mark.clause("MD-RET 13.G")
@pytest.mark.parametrize("how", [MANUAL, HAND, AUTOMATED])
def test_ret_13_g_nobody_is_skipped_before_the_turn_has_come(how: dict[str, Any]) -> None:
    felt = ready("run-em-twice", how)
    felt.play(cmd.Deal(), CARD)
    felt.refuses(cmd.Skipped(seat=3), "MD-RET 13.G", "seat 3 has still to be dealt to")


@pytest.mark.clause("MD-RET 13.G")
@pytest.mark.parametrize("part", [CARD, PLACE, cmd.Deal(skip=(3,))])
def test_ret_13_g_the_deal_ends_where_only_the_skipped_are_left(part: cmd.Deal) -> None:
    """Seat 1 has its second card, and the skipped seat is told in the middle of the step."""
    felt = ready("run-em-twice", MANUAL)
    felt.play(cmd.Deal(), cmd.Deal(skip=(3,)), part)
    if part.part:
        assert not all_dealt(felt)
        felt.play(cmd.Skipped(seat=3))
    assert all_dealt(felt)
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING


@pytest.mark.clause("MD-RET 13.G")
def test_ret_13_g_card_by_card_past_a_seat_that_is_out() -> None:
    felt = prepared(at_round("run-em-twice", seats=(1, 2, 3), deck=DECK))
    felt.play(cmd.Deal(), CARD, cmd.Deal(part="card", skip=(2,)), cmd.Skipped(seat=2))
    places = []
    while not all_dealt(felt):
        (event,) = felt.play(CARD)
        assert isinstance(event, ev.CardsDealt)
        places.append(event.cards[0][0])
    assert places == [1, 3]
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING
    assert felt.hand(2) == ""


@pytest.mark.clause("MD-LIR 13.D", "MD-DD .08F(4)")
@pytest.mark.parametrize(
    ("game", "clause"), [("let-it-ride", "MD-LIR 13.D"), ("double-draw", None)]
)
def test_a_seat_without_its_card_in_the_middle_of_a_step_voids(
    game: str, clause: str | None
) -> None:
    felt = ready(game, MANUAL)
    while felt.state.deal_steps[felt.state.deal_step].to != "seats":
        felt.play(cmd.Deal())
    felt.play(cmd.Deal(part="card", skip=(1,)))
    assert felt.hand(1) == ""
    events = felt.play(cmd.Skipped(seat=1))
    clause = clause or "MD-DD .08F(4)"
    assert [e.clause for e in events if isinstance(e, ev.RoundVoided)] == [clause]
