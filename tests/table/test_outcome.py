"""Settlement rows: made from events they say the same as `settle` says of the cards."""

from felt import Felt, dealt

from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.outcome import LOSE, PUSH, WIN, WITHDRAWN
from fairdeal.table.outcome_events import seat_outcomes, settlement_row
from fairdeal.table.walk import walk_entries

BEFORE = dealt("let-it-ride").state


def test_a_row_for_each_kind_of_ending() -> None:
    stake = BEFORE.seats[1].stakes["bet-1"]
    paid = ev.WagerPaid(1, "bet-1", 2 * stake - 100, "win", "pair", "pair", "1 to 1", "C", 100, "L")
    row = settlement_row(BEFORE, paid)
    assert row is not None
    assert (row.stake, row.result, row.pays, row.clause) == (stake, WIN, "1 to 1", "C")
    assert (row.returned, row.limited, row.net) == (2 * stake, 100, stake)
    assert (row.paid, row.gain) == (2 * stake - 100, stake - 100)
    pushed = settlement_row(BEFORE, ev.WagerPaid(1, "bet-1", stake, "push", "h", "h", "push", "C"))
    assert pushed is not None
    assert (pushed.result, pushed.gain) == (PUSH, 0)
    lost = settlement_row(BEFORE, ev.WagerLost(1, "bet-1", stake, "fold", "C"))
    assert lost is not None
    assert (lost.result, lost.hand, lost.why, lost.gain) == (LOSE, None, "fold", -stake)
    for back in (
        ev.BetWithdrawn(1, "bet-1", stake),
        ev.WagerReturned(1, "bet-1", stake, "C", "a misdeal"),
    ):
        row = settlement_row(BEFORE, back)
        assert row is not None
        assert (row.result, row.paid, row.gain, row.pays) == (WITHDRAWN, stake, 0, None)


def test_payments_beside_the_wagers_have_no_wager() -> None:
    envy = settlement_row(BEFORE, ev.EnvyPaid(1, 2, 500, "C"))
    by_hand = settlement_row(BEFORE, ev.PaidByHand(1, 700, "paid too little"))
    assert envy is not None
    assert by_hand is not None
    assert (envy.wager, envy.holder, envy.gain) == ("", 2, 500)
    assert (by_hand.wager, by_hand.holder, by_hand.gain, by_hand.why) == (
        *("", 0, 700),
        "paid too little",
    )
    assert settlement_row(BEFORE, ev.SeatSettled(1, collected=True)) is None


def round_with_one_bet_taken_back() -> Felt:
    felt = dealt("let-it-ride")
    felt.play(cmd.Withdraw(1))
    felt.dealer()
    felt.play(cmd.Ride(1))
    felt.dealer()
    return felt


def test_a_walk_passes_through_every_state() -> None:
    (done,) = round_with_one_bet_taken_back().session.finished
    changes = list(walk_entries(done.before, done.entries))
    assert [change.event for change in changes] == done.events
    versions = [change.before.version for change in changes]
    assert versions == [done.before.version + n for n in range(len(changes))]
    assert changes[-1].after.rounds == 1


def test_the_outcome_of_a_round_is_what_the_purse_says() -> None:
    felt = round_with_one_bet_taken_back()
    (done,) = felt.session.finished
    (seat,) = seat_outcomes(walk_entries(done.before, done.entries))
    rows = {row.wager: row for row in seat.rows}
    assert list(rows) == ["bet-1", "bet-2", "bet-3"]
    assert rows["bet-1"].result is WITHDRAWN
    assert rows["bet-1"].hand == rows["bet-2"].hand, "it is named when the round is over"
    assert seat.net == felt.purse(1)
