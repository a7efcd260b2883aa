"""Chapter 11: what is decided for a player who does not answer in time, or who leaves."""

import pytest
from chapters import to_settlement, told
from felt import MARYLAND, Felt, at_round, dealt

from fairdeal.games import find_game
from fairdeal.rulebook.game import BetOrFold, TakeBack
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import player
from fairdeal.table.legal import legal_actions
from fairdeal.table.next_step import next_command


def test_no_answer_in_time_is_the_least_costly_decision() -> None:
    """Reading abandoned: a lost connection is not leaving."""
    riding = dealt("let-it-ride")
    assert riding.play(cmd.Timeout(seat=1)) == [ev.BetWithdrawn(1, "bet-1", 500, "clock")]
    twice = dealt("run-em-twice")
    *_, folded = twice.play(cmd.Timeout(seat=1))
    assert folded == ev.HandFolded(1, "first-run", kept=False, cause="clock")
    draw = dealt("double-draw")
    draw.bet(1, "first-draw", 500)
    draw.refuses(cmd.Timeout(seat=1), "MD-DD .11C(3)")
    draw.play(cmd.NoMoreBets())
    nothing = ev.CardsDiscarded(1, 0, (), "clock")
    assert draw.play(cmd.Timeout(seat=1)) == [nothing], "nothing is discarded"


@pytest.mark.clause("MD-LIR 7.B(2)", "MD-RET 7.B(3)", "MD-DD .07B(3)")
@pytest.mark.parametrize(
    ("game", "deck", "lost"),
    [
        ("let-it-ride", "2c 3d 4h As Ah Ad Ac Ks", 1_500),
        ("run-em-twice", "Ah Ad Kc Kd 2s As Ac", 1_000),
        ("double-draw", "As Ah Ad Ac *", 1_000),
    ],
)
def test_7_b_abandoned_wagers_lose_even_with_four_aces(game: str, deck: str, lost: int) -> None:
    leaves = {"let-it-ride": "MD-LIR 7.B(2)", "run-em-twice": "MD-RET 7.B(3)"}
    felt = at_round(game, deck=deck)
    felt.dealer()
    assert felt.play(cmd.Leave(seat=1)) == [ev.HandAbandoned(1)]
    felt.refuses(cmd.Leave(seat=1), leaves.get(game, "MD-DD .07B(3)"))
    assert legal_actions(felt.state) == []
    felt.dealer()
    assert felt.is_open
    assert felt.state.gone == -lost
    assert felt.state.purses == {}, "who left took the purse along"
    assert felt.state.seats == {}, "the seat is free after the round"


@pytest.mark.clause("MD-RET 7.B(3)")
@pytest.mark.parametrize(
    ("game", "lost"), [("let-it-ride", 500), ("run-em-twice", 1_000), ("double-draw", 1_000)]
)
def test_abandoned_wagers_by_the_other_reading_play_on(game: str, lost: int) -> None:
    felt = dealt(game, readings={"abandoned": "least-costly"}, deck="2c 3d 4h 5h 7s 9d Jc Kd")
    felt.play(cmd.Leave(seat=1))
    leaves = felt.game.procedure.leaves
    for command in (
        cmd.Ride(seat=1),
        cmd.Withdraw(seat=1),
        cmd.Fold(seat=1),
        cmd.Bet(seat=1, wager="first-run", cents=500),
        cmd.Bet(seat=1, wager="first-draw", cents=500),
    ):
        kind = isinstance(command, cmd.Bet) and command.wager not in felt.game.folds[:1]
        felt.refuses(command, felt.game.procedure.closed if kind else leaves)
    assert next_command(felt.state) == cmd.Timeout(seat=1)
    felt.dealer()
    assert felt.is_open
    assert felt.state.gone == -lost
    causes = {getattr(event, "cause", "left") for event in felt.log}
    assert causes <= {"left", "fold", "hand"}, "the house decides for whoever left"


@pytest.mark.clause("MD-LIR 7.B(2)", "MD-RET 7.B(3)", "MD-DD .07B(3)")
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("let-it-ride", "MD-LIR 7.B(2)"),
        ("run-em-twice", "MD-RET 7.B(3)"),
        ("double-draw", "MD-DD .07B(3)"),
    ],
)
def test_7_b_2_who_leaves_loses_at_settlement(game: str, clause: str) -> None:
    felt = dealt(game, seats=(1, 2))
    felt.play(cmd.Leave(1))
    assert felt.state.turn == 2, "nobody is asked who is not there"
    felt.refuses(cmd.Leave(1), clause, "has left")
    to_settlement(felt)
    felt.dealer()
    lost = [e for e in felt.happened(ev.WagerLost) if e.seat == 1]
    assert {(e.cause, e.clause) for e in lost} == {("abandoned", clause)}
    assert 1 not in felt.state.seats


@pytest.mark.parametrize("reading", ["lose", "least-costly"])
@pytest.mark.parametrize("game", ["let-it-ride", "run-em-twice", "double-draw"])
def test_the_cause_of_a_decision_that_nobody_made(game: str, reading: str) -> None:
    felt = dealt(game, seats=(1, 2), readings={"abandoned": reading})
    events = felt.play(cmd.Timeout(1))
    assert [e.cause for e in events if isinstance(e, ev.BetWithdrawn | ev.HandFolded)] == ["clock"]
    felt.play(cmd.Leave(2))
    felt.dealer()
    causes = [e.cause for e in felt.log if isinstance(e, ev.BetWithdrawn | ev.HandFolded)]
    if reading == "lose":
        assert "left" not in causes
    else:
        assert "left" in causes
    assert "player" not in causes


@pytest.mark.clause("MD-DD .11C(4)")
def test_dd_no_answer_after_the_draw_wager_discards_nothing() -> None:
    felt = dealt("double-draw")
    felt.bet(1, "first-draw", 500)
    felt.play(cmd.NoMoreBets())
    assert felt.play(cmd.Timeout(1)) == [ev.CardsDiscarded(1, 0, (), "clock")]


def test_dd_discards_are_replaced_for_who_has_left() -> None:
    felt = dealt("double-draw", seats=(1, 2))
    felt.bet(1, "first-draw", 500)
    felt.bet(2, "first-draw", 500)
    felt.play(cmd.NoMoreBets(), cmd.Draw(1, felt.state.seats[1].cards[:2]), cmd.Leave(1))
    assert told(felt)[0][1] == "MD-DD .11C(5)"
    felt.play(cmd.Replace())
    assert len(felt.state.seats[1].cards) == 5
    assert felt.state.turn == 2


def _at_decision(game: str, number: int) -> Felt:
    """A table at its decision of this number; both seats bet and exchange nothing up to there."""
    felt = at_round(game, seats=(1, 2), readings={"abandoned": "least-costly"})
    felt.dealer()
    for step in felt.game.decisions[:number]:
        for seat in (1, 2):
            if isinstance(step, BetOrFold):
                felt.bet(seat, step.wager, 500)
            else:
                rides = isinstance(step, TakeBack)
                felt.play(cmd.Ride(seat=seat) if rides else cmd.Draw(seat=seat))
            felt.dealer()
    assert felt.state.current is felt.game.decisions[number]
    return felt


DECISIONS = [(name, n) for name in MARYLAND for n in range(len(find_game(name).decisions))]


@pytest.mark.parametrize(("game", "number"), DECISIONS)
@pytest.mark.parametrize("leaves", [False, True])
def test_the_least_costly_is_decided_for_who_does_not_answer_or_has_left(
    game: str, number: int, leaves: bool
) -> None:
    """A bet goes back, a hand is folded, nothing is exchanged; and the event says why."""
    felt = _at_decision(game, number)
    step = felt.state.current
    cause: ev.Cause = "left" if leaves else "clock"
    if leaves:
        felt.play(cmd.Leave(seat=1))
        # A player who has left answers no more.
        felt.refuses((_answer(step), player("p1")), felt.game.procedure.leaves, "has left")
        assert felt.session.next_command() == cmd.Timeout(seat=1)
    events = felt.play(cmd.Timeout(seat=1))
    match step:
        case TakeBack(wager=wager):
            assert events == [ev.BetWithdrawn(1, wager, 500, cause)]
        case BetOrFold(wager=wager):
            assert events[-1] == ev.HandFolded(1, wager, False, cause)
            assert all(isinstance(one, ev.WagerLost) for one in events[:-1])
        case _:
            assert events == [ev.CardsDiscarded(1, 0, (), cause)]
    felt.dealer()
    assert felt.state.turn == 2


def _answer(step: object) -> cmd.Command:
    match step:
        case TakeBack():
            return cmd.Withdraw(seat=1)
        case BetOrFold():
            return cmd.Fold(seat=1)
        case _:
            return cmd.Draw(seat=1)
