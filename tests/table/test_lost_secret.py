"""The secret of the cards is lost: the round can only be void, whatever else was asked before."""

import pytest
from chapters import DORA, FRED
from committed_table import EVERY, LET_IT_RIDE, Table, rules_by_hand

from fairdeal.rulebook.game import Game
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_DEALER
from fairdeal.table.state import DEALING, OPEN
from fairdeal.wire.state import read_state, write_state

#: The automatic dealer of a table at which a person confirms.
LOST = cmd.LoseSecrets()
DENY = cmd.Deny(reason="the cards are there")


def in_the_deal(game: Game) -> Table:
    """A round of which one step is dealt, by Dora."""
    table = Table(rules_by_hand(game)).sit()
    for seat in (1, 2):
        table.bet(seat)
        table.say(cmd.Ready(seat))
    table.say(cmd.TapIn(), by=DORA)
    while not table.state.deal_step:
        command = table.session.next_command()
        assert command is not None
        table.say(command, by=DORA)
    assert table.state.phase is DEALING
    return table


def void_clause(game: Game) -> str:
    return game.procedure.irregular.shoe_jam


@EVERY
def test_a_void_for_a_lost_secret_cannot_be_denied(game: Game) -> None:
    table = in_the_deal(game)
    table.say(LOST, by=AUTOMATIC_DEALER)
    table.refuses(DENY, void_clause(game), by=FRED)
    table.refuses(cmd.Deal(), void_clause(game), by=DORA)
    state = table.state
    assert read_state(state.rules, write_state(state)).secret_lost, "a restart knows it too"
    events = table.say(cmd.Confirm(), by=FRED)
    assert [one.clause for one in events if isinstance(one, ev.RoundVoided)] == [void_clause(game)]
    assert set(table.state.purses.values()) == {0}
    # The next round is dealt, and its reports can be denied as ever.
    table.dealer()
    assert table.state.phase is OPEN
    assert not table.state.secret_lost
    for seat in (1, 2):
        table.bet(seat)
        table.say(cmd.Ready(seat))
    while not table.state.deal_step:
        command = table.session.next_command()
        assert command is not None
        table.say(command, by=DORA)
    table.say(cmd.WrongNumber(1, 9), by=DORA)
    table.say(DENY, by=FRED)
    table.say(cmd.Deal(), by=DORA)


@pytest.mark.parametrize("report", [cmd.WrongNumber(1, 9), cmd.FaceUp()])
def test_a_report_that_waits_gives_way_to_the_void(report: cmd.Command) -> None:
    table = in_the_deal(LET_IT_RIDE)
    table.say(report, by=DORA)
    table.say(LOST, by=AUTOMATIC_DEALER)
    asked = table.state.asked
    assert isinstance(asked, ev.VoidAsked)
    assert (asked.clause, table.state.reported) == (void_clause(LET_IT_RIDE), None)
    table.refuses(DENY, void_clause(LET_IT_RIDE), by=FRED)
    table.say(cmd.Confirm(), by=FRED)
    assert table.state.phase is OPEN


def test_a_stub_count_that_waits_gives_way_to_the_void() -> None:
    table = in_the_deal(LET_IT_RIDE)
    (counted,) = table.say(cmd.Deal(rest=True), cmd.CountStub(cards=1), by=DORA)
    assert isinstance(counted, ev.StubCounted)
    assert counted.result == "differs"
    table.say(LOST, by=AUTOMATIC_DEALER)
    assert table.state.differs is None
    table.refuses(DENY, void_clause(LET_IT_RIDE), by=FRED)
    table.say(cmd.Confirm(), by=FRED)
    assert table.state.phase is OPEN


def test_between_rounds_a_payment_that_waits_still_waits() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    table.say(cmd.TapIn(), by=DORA)
    table.say(cmd.PayByHand(1, 500, "a straight was overlooked"), by=DORA)
    table.say(LOST, by=AUTOMATIC_DEALER)
    assert isinstance(table.state.asked, ev.PaymentAsked)
    table.say(DENY, by=FRED)
    assert table.state.asked is None
