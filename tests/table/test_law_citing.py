"""What a refusal cites that is about who gives a command: the place where the text gives it to
somebody else, as near to what is on as the text tells.
"""

import pytest
from felt import Felt, at_round, dealt, prepared, with_side_bets

from fairdeal.table import commands as cmd
from fairdeal.table.actors import AUDITOR, DEALER, FLOOR, Actor

LOOKS_ON = Actor("otto", AUDITOR)
DORA = Actor("dora", DEALER)


def cited(felt: Felt, command: cmd.Command, clause: str) -> None:
    felt.refuses((command, LOOKS_ON), clause, "not for an auditor")


@pytest.mark.clause("MD-LIR 8.C(1)")
@pytest.mark.clause("MD-LIR 8.C(3)")
@pytest.mark.clause("MD-LIR 8.D(2)")
@pytest.mark.clause("MD-LIR 8.D(3)(a)")
@pytest.mark.clause("MD-LIR 11.B(2)")
@pytest.mark.clause("MD-LIR 11.C(2)")
@pytest.mark.clause("MD-LIR 11.D")
@pytest.mark.clause("MD-LIR 13.D")
@pytest.mark.clause("MD-LIR 13.E")
def test_let_it_ride() -> None:
    felt = with_side_bets("let-it-ride")
    felt.play(cmd.NoMoreBets())
    five, progressive = "five-card-bonus", "progressive"
    cited(felt, cmd.Collect(five, 1), "MD-LIR 8.C(1)")
    felt.play(cmd.Collect(five, 1))
    cited(felt, cmd.Collect(progressive, 1), "MD-LIR 8.C(3)")
    cited(felt, cmd.CorrectChips(1, progressive, "added", "one short"), "MD-LIR 8.C(3)")
    felt.play(cmd.Collect(progressive, 1))
    cited(felt, cmd.Deal(), "MD-LIR 8.D(2)")
    felt.play(cmd.Deal())
    cited(felt, cmd.Deal(), "MD-LIR 8.D(3)(a)")
    cited(felt, cmd.WrongNumber(1, 2), "MD-LIR 13.D")
    cited(felt, cmd.Skipped(1), "MD-LIR 13.D")
    cited(felt, cmd.ExposedCommunity("community"), "MD-LIR 13.E")
    felt.dealer()
    cited(felt, cmd.Reveal(), "MD-LIR 11.B(2)")
    felt.play(cmd.Ride(1), cmd.Ride(2), cmd.Reveal(), cmd.Ride(1), cmd.Ride(2))
    cited(felt, cmd.Reveal(), "MD-LIR 11.C(2)")
    cited(felt, cmd.Settle(), "MD-LIR 11.D")


@pytest.mark.clause("MD-RET 8.C(3)")
@pytest.mark.clause("MD-RET 8.F(3)")
@pytest.mark.clause("MD-RET 11.A(5)")
@pytest.mark.clause("MD-RET 11.C")
@pytest.mark.clause("MD-RET 11.H")
@pytest.mark.clause("MD-RET 13.C")
@pytest.mark.clause("MD-RET 13.G")
def test_run_em_twice() -> None:
    felt = at_round("run-em-twice")
    cited(felt, cmd.Collect("progressive", 1), "MD-RET 8.C(3)")
    cited(prepared(felt), cmd.WrongNumber(1, 3), "MD-RET 13.C")
    cited(felt, cmd.Skipped(1), "MD-RET 13.G")
    cited(felt, cmd.RuleCount(misdealt=True), "MD-RET 8.F(3)")
    felt.dealer()
    cited(felt, cmd.Forfeit(1), "MD-RET 11.A(5)")
    cited(felt, cmd.Reveal(), "MD-RET 11.C")
    cited(felt, cmd.Show(), "MD-RET 11.H")


@pytest.mark.clause("MD-DD .11C(3)")
@pytest.mark.clause("MD-DD .11C(6)")
@pytest.mark.clause("MD-DD .11C(12)")
def test_double_draw() -> None:
    felt = dealt("double-draw")
    felt.bet(1, "first-draw", 500)
    cited(felt, cmd.NoMoreBets(), "MD-DD .11C(3)")
    felt.play(cmd.NoMoreBets())
    cited(felt, cmd.Replace(), "MD-DD .11C(6)")
    felt.play(cmd.Draw(1))
    felt.bet(1, "second-draw", 500)
    felt.play(cmd.NoMoreBets())
    cited(felt, cmd.Replace(), "MD-DD .11C(12)")


@pytest.mark.clause("MD-RET 13.C")
def test_who_confirms_is_told_what_is_asked() -> None:
    felt = dealt("run-em-twice")
    felt.play((cmd.WrongNumber(1, 3), DORA))
    cited(felt, cmd.Confirm(), "MD-RET 13.C")
    felt.refuses((cmd.Deny(reason="not so"), Actor("dora", DEALER)), "MD-RET 13.C", "floorperson")
    felt.play((cmd.Confirm(), Actor("fred", FLOOR)))
