"""A table is closed with its cards counted; announcements and calls."""

import pytest
from chapters import DORA, FRED, TWO
from felt import MARYLAND, at, at_round

from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.state import Phase
from fairdeal.wording.dealer import instructions

# The end of the day -------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 3.C(2)")
@pytest.mark.parametrize("game", MARYLAND)
def test_a_table_is_closed_with_its_cards_counted(game: str) -> None:
    felt = at_round(game, seats=(1, 2), **TWO)
    size, clause = len(felt.game.deck), felt.game.procedure.hours_shoe
    felt.refuses(cmd.CloseTable({}), clause, "the red deck and the blue deck")
    felt.refuses(cmd.CloseTable({"red": size}), clause, "count the cards of each deck")
    both = {"red": size, "blue": size - 1}
    felt.refuses(cmd.CloseTable({**both, "green": size}), clause, "each deck")
    felt.refuses(cmd.CloseTable({**both, "blue": -1}), clause, "below zero")
    events = felt.play((cmd.CloseTable(both), FRED))
    counts = [e for e in events if isinstance(e, ev.DeckCounted)]
    assert counts == [ev.DeckCounted("red", size, True), ev.DeckCounted("blue", size - 1, False)]
    assert events[-1] == ev.TableClosed("fred")
    assert (felt.state.phase, felt.state.seats, felt.state.decks) == (Phase.CLOSED, {}, ())
    assert felt.state.gone == 0, "wagers on the layout went back"
    felt.refuses((cmd.Announce("hello"), FRED), None, "the table is closed")
    felt.refuses(cmd.ReceiveDecks(), None, "the table is closed")
    assert felt.dealer() == []
    assert [line.say for line in instructions(felt.state)] == ["The table is closed"]


@pytest.mark.parametrize("game", MARYLAND)
def test_a_table_is_not_closed_in_a_round(game: str) -> None:
    felt = at_round(game)
    felt.dealer()
    clause = felt.game.procedure.hours_shoe
    felt.refuses(cmd.CloseTable({"red": 52}), clause, "between rounds")


def test_a_call_that_nobody_answered_ends_with_the_day() -> None:
    felt = at("run-em-twice")
    felt.play(cmd.CallFloor("a question"), cmd.CloseTable({"red": 52}))
    assert felt.dealer() == []
    assert instructions(felt.state)[0].say == "The table is closed"


# Announcements and calls --------------------------------------------------------------------------


def test_an_announcement_is_heard_and_bounded() -> None:
    felt = at("run-em-twice")
    assert felt.play((cmd.Announce("good luck"), DORA)) == [ev.Announced("dora", "good luck")]
    assert felt.play((cmd.Announce("closing soon"), FRED)) == [ev.Announced("fred", "closing soon")]
    for words in ("", "  ", "a\nb", "x" * 201):
        felt.refuses((cmd.Announce(words), DORA), "MD-RET 7.C", "200 printable")


def test_a_call_is_answered_by_the_floorperson() -> None:
    felt = at("run-em-twice")
    felt.refuses((cmd.AnswerCall("here"), FRED), "MD-RET 7.C", "nobody has called")
    felt.play((cmd.CallFloor("a dispute at seat 1"), DORA))
    call, *going_on = instructions(felt.state)
    assert (call.by, call.command) == ("floor", cmd.AnswerCall())
    felt.refuses((cmd.AnswerCall("x" * 201), FRED), "MD-RET 7.C", "the answer")
    assert felt.play((cmd.AnswerCall("settled"), FRED)) == [ev.CallAnswered("fred", "settled")]
    assert instructions(felt.state) == going_on != [], "the call held nothing up"
    felt.refuses((cmd.AnswerCall(), FRED), "MD-RET 7.C", "nobody has called")
    felt.refuses((cmd.CallFloor(""), DORA), "MD-RET 7.C", "the reason")
