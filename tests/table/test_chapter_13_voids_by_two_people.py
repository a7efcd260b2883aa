"""Chapter 13: a void is reported by the dealer and confirmed by a second person."""

from typing import Any

import pytest
from chapters import DORA, FRED, body_of
from felt import MARYLAND, Felt, at, at_round, prepared, with_side_bets

from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_FLOOR, DEALER, FLOOR, PLAYER, Actor, player
from fairdeal.table.state import Phase
from fairdeal.wording.dealer import instructions

# A void -------------------------------------------------------------------------------------------


def reported(game: str, **how: Any) -> Felt:
    """A person who deals has reported what makes all hands void."""
    felt = prepared(with_side_bets(game, **how))
    felt.play(cmd.Deal())
    place = felt.log[-1].cards[0][0]  # type: ignore[attr-defined] # cards were dealt
    felt.play((cmd.WrongNumber(place=place, cards=9), DORA))
    return felt


@pytest.mark.clause("MD-LIR 13.D", "MD-RET 13.C", "MD-DD .08F(4)")
@pytest.mark.parametrize("game", MARYLAND)
def test_13_nothing_moves_until_a_second_person_confirms(game: str) -> None:
    felt = reported(game)
    asked = felt.log[-1]
    assert isinstance(asked, ev.VoidAsked)
    assert (asked.by, felt.state.phase) == ("dora", Phase.DEALING)
    assert not felt.happened(ev.WagerReturned)
    assert not felt.happened(ev.MetersUnfed)
    clause = asked.clause
    felt.refuses((cmd.Confirm(), Actor("dora", FLOOR)), clause, "a second person")
    felt.refuses((cmd.Deny(reason="no"), Actor("dora", FLOOR)), clause, "a second person")
    felt.refuses((cmd.Confirm(asked=asked.asked + 1), FRED), felt.game.procedure.irregular.face_up)
    events = felt.play((cmd.Confirm(asked=asked.asked), FRED))
    assert events[0] == ev.Confirmed(asked.asked, "fred")
    assert [e.clause for e in events if isinstance(e, ev.RoundVoided)] == [clause]
    assert set(felt.state.purses.values()) == {0}
    assert felt.state.inventory == 0


@pytest.mark.parametrize("game", MARYLAND)
def test_13_everything_else_waits_for_the_second_person(game: str) -> None:
    felt = reported(game)
    clause = felt.state.asked.clause if felt.state.asked else ""
    for kind in cmd.COMMANDS:
        name = str(kind.__struct_config__.tag)
        if name in ("confirm", "deny", "rule-count", "announce", "call-floor", "answer-call"):
            continue
        if name == "lose-secrets":
            continue  # the program's own: a lost secret is recorded while a void is confirmed
        if name == "buy-in":
            continue  # chips may be bought at any time
        if name in ("post-limits", "enforce-limits"):
            continue  # limits come into force at their own time
        if name in ("sit", "leave", "show-meters", "pledge", "reveal-word", "tap-in", "tap-out"):
            continue  # people come and go, their words come, and other tables feed their meters
        role = kind.given_by[0]
        who = {DEALER: DORA, FLOOR: FRED, PLAYER: player("p1")}[role]
        felt.refuses((body_of(kind), who), clause, "asked to confirm the void first")


@pytest.mark.parametrize("game", MARYLAND)
def test_13_denied_the_round_goes_on_and_may_be_reported_again(game: str) -> None:
    felt = reported(game)
    before = felt.state.seats
    clause = felt.state.asked.clause if felt.state.asked else ""
    felt.refuses((cmd.Deny(reason=" "), FRED), clause, "the reason")
    number = felt.state.asked.asked if felt.state.asked else 0
    assert felt.play((cmd.Deny(reason="counted again"), FRED)) == [
        ev.Denied(number, "fred", "counted again")
    ]
    assert felt.state.seats == before
    face_up = felt.game.procedure.irregular.face_up
    felt.refuses((cmd.Deny(reason="once more"), FRED), face_up, "no such question")
    felt.refuses((cmd.Confirm(), FRED), face_up, "no such question")
    place = next(e for e in felt.log if isinstance(e, ev.CardsDealt)).cards[0][0]
    felt.play((cmd.WrongNumber(place=place, cards=9), DORA))
    felt.refuses((cmd.Confirm(asked=number), FRED), face_up, "no such question")
    felt.play((cmd.Confirm(), FRED))
    assert felt.is_open
    felt.refuses((cmd.Confirm(), FRED), face_up, "no such question")


def test_13_people_come_and_go_while_the_floorperson_is_asked() -> None:
    felt = reported("run-em-twice")
    felt.play((cmd.Leave(seat=2), player("p2")), (cmd.Sit(seat=3), player("p3")))
    felt.play((cmd.CallFloor(reason="please come"), DORA), (cmd.Announce(words="one moment"), DORA))
    assert felt.state.asked, "still"
    felt.play((cmd.Confirm(), FRED))
    assert set(felt.state.seats) == {1, 3}
    assert felt.state.gone == 0, "whoever left has the wagers back"


@pytest.mark.parametrize("beside", [cmd.Announce(words="one moment"), cmd.CallFloor(reason="a")])
def test_13_the_automatic_floorperson_answers_the_automatic_dealer_only(
    beside: cmd.Command,
) -> None:
    felt = reported("run-em-twice")
    felt.play(beside)
    assert felt.state.asked, "dora's report is not the automatic pair's to settle"
    assert not felt.happened(ev.Confirmed)


SHOE = {"dealing": Dealing.AUTOMATED_SHOE, "shuffling": Shuffling.AUTOMATED}


@pytest.mark.parametrize("game", MARYLAND)
def test_13_the_automatic_pair_does_both(game: str) -> None:
    felt = prepared(with_side_bets(game, **SHOE))
    events = felt.play(cmd.ShoeJam())
    kinds = [type(event) for event in events]
    assert kinds[:2] == [ev.VoidAsked, ev.Confirmed]
    assert (events[0].by, events[1].by) == ("dealer", "floor")  # type: ignore[attr-defined]
    assert felt.is_open


def test_13_a_person_confirms_what_the_automatic_floorperson_did_not() -> None:
    felt = prepared(with_side_bets("let-it-ride", **SHOE))
    felt.play((cmd.ShoeJam(), DORA))
    felt.play((cmd.Confirm(), AUTOMATIC_FLOOR))
    assert felt.is_open


@pytest.mark.clause("MD-RET 13.G")
def test_13_g_a_skipped_player_is_no_void_and_takes_one_person() -> None:
    felt = prepared(at_round("run-em-twice", seats=(1, 2)))
    felt.play(cmd.Deal(), cmd.Deal(skip=(2,)), cmd.Deal(skip=(2,)))
    felt.play((cmd.Skipped(seat=2), DORA))
    assert felt.state.asked is None
    assert felt.purse(2) == 0


# Who plays does not judge -------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 13.D", "MD-RET 13.C", "MD-DD .08F(4)")
@pytest.mark.parametrize("answer", [cmd.Confirm(), cmd.Deny(reason="counted again")])
@pytest.mark.parametrize("game", MARYLAND)
def test_13_a_floorperson_who_sits_at_the_table_does_not_answer(
    game: str, answer: cmd.Command
) -> None:
    felt = reported(game)
    clause = felt.state.asked.clause if felt.state.asked else ""
    felt.refuses((answer, Actor("p2", FLOOR)), clause, "plays at a table may not work there")
    felt.play((cmd.Leave(seat=2), player("p2")))
    felt.refuses((answer, Actor("p2", FLOOR)), clause, "may not work there")
    felt.play((answer, FRED))


@pytest.mark.clause("MD-RET 8.F(3)")
def test_a_floorperson_who_sits_at_the_table_rules_on_no_count() -> None:
    felt = prepared(at_round("run-em-twice", seats=(1, 2)))
    felt.play(cmd.Deal(rest=True), (cmd.CountStub(cards=1), DORA))
    rules = cmd.RuleCount(misdealt=False)
    felt.refuses((rules, Actor("p1", FLOOR)), "MD-RET 8.F(3)", "may not work there")
    felt.refuses((rules, Actor("dora", FLOOR)), "MD-RET 8.F(3)", "a second person")
    felt.play((rules, FRED))


@pytest.mark.parametrize("game", MARYLAND)
def test_nobody_has_himself_paid_by_hand(game: str) -> None:
    felt = at(game, seats=(1, 2))
    pay = cmd.PayByHand(seat=1, cents=2_500, reason="paid too little")
    place = felt.game.procedure.place
    felt.refuses((pay, Actor("p1", DEALER)), place, "may not work there")
    felt.play((pay, DORA))
    felt.refuses((cmd.Confirm(), Actor("p1", FLOOR)), place, "may not work there")
    felt.refuses((cmd.Confirm(), Actor("dora", FLOOR)), place, "a second person")
    felt.play((cmd.Confirm(), FRED))
    assert felt.purse(1) == 2_500


# The words of a void ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", MARYLAND)
def test_each_step_of_a_void_has_words_with_its_clause(game: str) -> None:
    felt = reported(game)
    clause = felt.state.asked.clause if felt.state.asked else ""
    (line,) = instructions(felt.state)
    assert (line.by, line.clause) == ("floor", clause)
    assert "confirm" in line.say
    assert "void" in line.say
    felt.play((cmd.Confirm(), FRED))
    lines = instructions(felt.state)
    returns = [line for line in lines if line.say.startswith("Return to seat ")]
    assert [line.say.split(":")[0] for line in returns] == ["Return to seat 1", "Return to seat 2"]
    assert {line.clause for line in returns} == {clause}
    assert lines[-1].command == cmd.Shuffle(deck="red"), "the cards are shuffled again"
    felt.dealer()
    assert not any(line.say.startswith("Return") for line in instructions(felt.state))


@pytest.mark.clause("MD-LIR 8.F(2)")
def test_a_void_that_removes_the_deck_tells_that_too() -> None:
    felt = prepared(at_round("let-it-ride"))
    felt.play(cmd.Deal(rest=True), (cmd.CountStub(cards=1), DORA))
    assert "Were the cards misdealt?" in instructions(felt.state)[0].say
    felt.play((cmd.RuleCount(misdealt=False), FRED))
    told = [(line.say, line.clause) for line in instructions(felt.state)]
    assert ("Remove the red deck from the table", "MD-LIR 8.F(2)") in told
