"""One press a seat: losers together, each winner alone, and every step still in the log."""

from collections.abc import Iterable

import pytest
from chapters import DORA, FRED, answer, bets
from felt import MARYLAND, Felt, at_round

from fairdeal.rulebook.rules import FloorChoices
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER, Actor
from fairdeal.table.next_step import next_command
from fairdeal.table.presses import settlement_press
from fairdeal.table.state import OPEN
from fairdeal.wording.presses import press_instruction

SIX = (1, 2, 3, 4, 5, 6)
RELIEF = Actor("rita", DEALER)
#: Jacks on the cross, which every seat has in both of its runs: everybody wins.
ALL_WIN = "Jh Qd Jc 2s Js 3c 4c 5c 6c 7c 8c 3d 4d 5d 6d 7d 8d"


def to_settle(game: str, seats: tuple[int, ...], *, sides: bool = True, **how: object) -> Felt:
    """All have decided; settlement is next. Every side bet is made."""
    felt = at_round(game, seats=seats, **how)  # type: ignore[arg-type]
    for seat in seats if sides else ():
        for wager in felt.game.wagers:
            if wager.side and wager.name in felt.rules.terms:
                bets(felt, seat, **{wager.name: 100})
    felt.dealer()
    while settlement_press(felt.state) is None:
        command = next_command(felt.state)
        felt.play(command if command is not None else answer(felt.state))
    return felt


def press_on(felt: Felt) -> int:
    """Press until the table is cleared; how many presses that took."""
    presses = 0
    while felt.state.phase is not OPEN:
        press = settlement_press(felt.state)
        command = press.command if press else next_command(felt.state)
        assert command is not None
        felt.play(command)
        presses += 1
    return presses


def settlement(events: Iterable[ev.Event]) -> list[ev.Event]:
    kinds = (ev.HandShown, ev.HandAnnounced, ev.WagerLost, ev.WagerPaid, ev.SeatSettled)
    return [event for event in events if isinstance(event, (*kinds, ev.MeterPaid, ev.EnvyPaid))]


@pytest.mark.clause("MD-RET 11.H", "MD-RET 11.I", "MD-RET 11.J")
@pytest.mark.parametrize("deck", [ALL_WIN, ""], ids=["all win", "as they fall"])
def test_six_seats_of_run_em_twice_take_at_most_twenty_presses(deck: str) -> None:
    felt = to_settle("run-em-twice", SIX, deck=deck)
    assert press_on(felt) <= 20
    passes = [event.seat for event in felt.happened(ev.SeatSettled)]
    assert passes == [6, 5, 4, 3, 2, 1] * 3, "each pass begins at the dealer's right"


@pytest.mark.parametrize("game", MARYLAND)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_log_has_every_step_in_the_order_of_single_presses(game: str, seed: int) -> None:
    pressed, single, rows = (to_settle(game, (1, 2, 4, 5), seed=seed) for _ in range(3))
    few = press_on(pressed)
    many = 0
    while single.state.phase is not OPEN:
        command = next_command(single.state)
        assert command is not None
        single.play(command)
        many += 1
    while rows.state.phase is not OPEN:
        command = next_command(rows.state)
        assert command is not None
        rows.play(cmd.Settle(row=True) if isinstance(command, cmd.Settle) else command)
    assert settlement(pressed.log) == settlement(single.log) == settlement(rows.log)
    assert pressed.state.purses == single.state.purses == rows.state.purses
    assert few < many
    cited = [event for event in settlement(pressed.log) if hasattr(event, "clause")]
    assert cited
    assert all(event.clause for event in cited)


def test_losers_together_and_each_winner_alone() -> None:
    felt = to_settle("run-em-twice", SIX, sides=False, seed=5)
    while press := settlement_press(felt.state):
        cut = [
            change.event.seat
            for change in press.changes
            if isinstance(change.event, ev.WagerPaid) and change.event.result == "win"
        ]
        seats = press.command.seats
        assert not cut or set(cut) == set(seats)
        assert not cut or len(seats) == 1
        told = press_instruction(felt.state)
        assert told is not None
        assert (told.step.cents is not None) is bool(cut)
        assert told.step.cents == (sum(row.cents or 0 for row in told.rows) or None)
        felt.play(press.command)
        following = settlement_press(felt.state)
        if following and not cut:
            # Losers who follow each other were taken together.
            assert any(
                isinstance(change.event, ev.WagerPaid) and change.event.result == "win"
                for change in following.changes
            )


def test_seats_are_settled_in_the_order_of_the_text_only() -> None:
    felt = to_settle("run-em-twice", (1, 2, 3), sides=False)
    clause = felt.state.current.clause if felt.state.current else None
    felt.refuses(cmd.Settle(seats=(2,)), clause, "not next")
    felt.refuses(cmd.Settle(seats=(3, 1)), clause, "not next")
    felt.refuses(cmd.Settle(seats=(3,), row=True), clause, "not both")
    felt.play(cmd.Settle(seats=(3, 2)))
    felt.refuses(cmd.Settle(seats=(3, 2)), clause, "not next")


def test_relief_in_the_middle_of_a_seat_goes_on_at_the_next_row() -> None:
    felt, alone = (to_settle("run-em-twice", (1, 2), deck=ALL_WIN) for _ in range(2))
    felt.play((cmd.TapIn(), DORA))
    while not felt.state.paid:
        command = next_command(felt.state)
        row = cmd.Settle(row=True) if isinstance(command, cmd.Settle) else cmd.Show()
        felt.play((row, DORA))
    felt.play((cmd.TapIn(relieves="dora"), RELIEF))
    on = felt.state.current
    felt.refuses((cmd.Settle(row=True), DORA), on.clause if on else None, "tap in first")
    while settlement_press(felt.state):
        command = next_command(felt.state)
        row = cmd.Settle(row=True) if isinstance(command, cmd.Settle) else cmd.Show()
        felt.play((row, RELIEF))
    press_on(alone)
    assert settlement(felt.log) == settlement(alone.log)
    felt.refuses((cmd.Clear(), FRED), felt.game.procedure.clear, "for the dealer")


def test_a_payment_that_takes_two_is_a_press_of_its_own() -> None:
    """The press asks the floorperson, and settles no seat after it."""
    floor = FloorChoices(hand_pay_cents=100)
    felt = to_settle("run-em-twice", (1, 2, 3), deck=ALL_WIN, sides=False, floor=floor)
    press = settlement_press(felt.state)
    told = press_instruction(felt.state)
    assert press is not None
    assert told is not None
    assert len(press.command.seats) == 1
    assert "ask the floorperson to confirm the payment" in told.step.say
    felt.play((press.command, DORA))
    assert isinstance(felt.state.asked, ev.HandPayAsked)
    assert settlement_press(felt.state) is None
    felt.play((cmd.Confirm(), FRED))
    press_on_by(felt)
    assert felt.is_open


def press_on_by(felt: Felt) -> None:
    """Press and confirm to the end."""
    while not felt.is_open:
        press = settlement_press(felt.state)
        if felt.state.asked:
            felt.play((cmd.Confirm(), FRED))
            continue
        command = press.command if press else next_command(felt.state)
        assert command is not None
        felt.play((command, DORA))


def test_a_row_is_one_wager_and_the_last_one_ends_the_seat() -> None:
    felt = to_settle("run-em-twice", (1, 2), deck=ALL_WIN)
    number = felt.state.turn
    rows: list[list[ev.Event]] = []
    while felt.state.turn == number:
        command = next_command(felt.state)
        row = cmd.Settle(row=True) if isinstance(command, cmd.Settle) else cmd.Show()
        rows.append(felt.play(row))
    # The cards, then the bonus of five cards, which is paid, and the pairs, which lose.
    kinds = [[type(event) for event in row] for row in rows]
    assert kinds == [[ev.HandShown], [ev.WagerPaid], [ev.WagerLost, ev.SeatSettled]]
    clause = felt.state.current.clause if felt.state.current else None
    felt.refuses(cmd.Settle(seats=(1,), row=True), clause, "not both")
