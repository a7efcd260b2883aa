"""Payments from the house's limit on: two people, what the floorperson sees, and who is paid."""

from typing import Any

import pytest
from chapters import DORA, FRED, bets
from felt import Felt, at_round
from msgspec.structs import replace

from fairdeal.errors import Refused
from fairdeal.floor.money.linked_meters import METER_SYSTEM
from fairdeal.floor.tables.preview import preview_of
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.rulebook.rules import FloorChoices
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import FLOOR, Actor, player
from fairdeal.table.decide.hand_pay import from_tray, hand_pay
from fairdeal.table.state import moment
from fairdeal.wire.state import read_state, write_state
from fairdeal.wording.dealer import instructions

ROYAL = "Ks Qs Ts As Js"


def royal(limit: int = 10_000_00, stake: int = 100, **how: Any) -> Felt:
    """The board's royal flush is everybody's; a person deals, and seat 3 is next to be settled."""
    felt = at_round(
        "run-em-twice",
        deck=ROYAL,
        seats=(1, 2, 3),
        readings={"progressive-hand": "community"},
        floor=FloorChoices(hand_pay_cents=limit),
        **how,
    )
    for seat in (1, 2, 3):
        bets(felt, seat, progressive=stake)
    felt.dealer()
    for seat in felt.state.playing:
        felt.play(cmd.Fold(seat=seat))
    while not isinstance(said(felt), cmd.Settle):
        felt.play((said(felt), DORA))
    return felt


def said(felt: Felt) -> cmd.Command:
    """The command of the script's next step."""
    command = instructions(felt.state)[-1].command
    assert command is not None
    return command


@pytest.mark.clause("MD-RET 12.F(6)(v)")
def test_a_jackpot_waits_for_a_floorperson_who_sees_hand_clause_sum_and_meter() -> None:
    felt = royal()
    before, meters = dict(felt.state.purses), felt.state.meters
    words = instructions(felt.state)[-1].say
    assert words.startswith("Call the floorperson to confirm $10,000.30 to seat 3")
    events = felt.play((cmd.Settle(), DORA))
    (asked,) = events
    assert isinstance(asked, ev.HandPayAsked)
    assert (asked.by, asked.seat, asked.cents, asked.envy) == ("dora", 3, 1_000_030, 200_000)
    assert (asked.hand, asked.meter, asked.wagers) == (
        "royal flush",
        "meter",
        {"progressive": 1_000_030},
    )
    assert asked.clause.startswith("MD-RET 12.F")
    assert (felt.state.purses, felt.state.meters) == (before, meters), "no chip has moved"
    line = instructions(felt.state)[0]
    assert line.by == "floor"
    assert line.clause == asked.clause
    for part in ("$10,000.30", "seat 3", "royal flush", "meter", "$2,000"):
        assert part in line.say
    felt.refuses((cmd.Settle(), DORA), asked.clause, "asked to confirm the payment first")
    felt.refuses((cmd.Confirm(), Actor("dora", FLOOR)), asked.clause, "a second person")
    events = felt.play((cmd.Confirm(asked=asked.asked), FRED))
    assert events[0] == ev.Confirmed(asked.asked, "fred")
    assert felt.state.purses["p3"] == before["p3"] + 1_000_030
    assert felt.state.asked is None
    assert felt.state.hand_paid == asked
    to_do = instructions(felt.state)[0]
    assert to_do.say.startswith("Pay what was confirmed")
    assert to_do.cents == 1_000_030


def test_a_payment_below_the_limit_is_made_at_once() -> None:
    felt = royal(limit=10_000_31)
    assert not isinstance(felt.play((cmd.Settle(), DORA))[0], ev.HandPayAsked)


@pytest.mark.parametrize(("limit", "asks"), [(25_00, True), (25_01, False)])
def test_winnings_count_and_stakes_that_go_back_do_not(limit: int, *, asks: bool) -> None:
    """A pair of aces: five wagers of $5 win $25, and $50 goes to the player."""
    felt = at_round(
        "run-em-twice",
        deck="2c 7d 9h Jc 4s As Ad",
        seats=(1,),
        without=("progressive",),
        floor=FloorChoices(hand_pay_cents=limit),
    )
    felt.dealer()
    for wager in ("first-run", "second-run", "center"):
        felt.play(cmd.Bet(1, wager, 5_00))
        felt.dealer()
    assert sum(event.cents for event in felt.happened(ev.WagerPaid)) == 50_00
    assert bool(felt.happened(ev.HandPayAsked)) is asks


def test_the_floorperson_is_told_the_chips_of_the_payment_and_not_those_of_the_stakes() -> None:
    felt = at_round(
        "run-em-twice",
        deck="2c 7d 9h Jc 4s As Ad",
        seats=(1,),
        without=("progressive",),
        floor=FloorChoices(hand_pay_cents=25_00),
    )
    for wager in ("first-run", "second-run", "center"):
        felt.dealer()
        felt.play(cmd.Bet(1, wager, 5_00))
    while felt.state.asked is None:
        felt.play((said(felt), DORA))
    sure = cmd.Confirm(asked=felt.state.asked.asked)
    (outcome,) = preview_of("t1", felt.state, sure, Actor("fred", FLOOR)).outcomes
    (seat,) = outcome.seats
    assert (seat.paid, seat.back, seat.chips) == (25_00, 50_00, "1 green")


def test_an_envy_total_from_the_limit_up_waits_too() -> None:
    felt = royal()
    envy = [ev.EnvyPaid(n, 3, 5_000_00, "MD-RET 12.H") for n in (2, 1)]
    asked = hand_pay(felt.state, envy, DORA)
    assert asked is not None
    assert (asked.cents, asked.envy, asked.clause) == (0, 10_000_00, "MD-RET 12.H")
    assert hand_pay(felt.state, envy[:1], DORA) is None


def test_a_denied_payment_moves_nothing_and_is_asked_again() -> None:
    felt = royal()
    felt.play((cmd.Settle(), DORA))
    before = felt.state.purses
    felt.play((cmd.Deny(reason="the meter shows another amount"), FRED))
    assert (felt.state.purses, felt.state.asked) == (before, None)
    (again,) = felt.play((cmd.Settle(), DORA))
    assert isinstance(again, ev.HandPayAsked)


def test_whoever_leaves_while_it_waits_is_paid_all_the_same() -> None:
    felt = royal()
    felt.play((cmd.Settle(), DORA))
    felt.play((cmd.Leave(3), player("p3")), (cmd.Leave(1), player("p1")))
    felt.play((cmd.Confirm(), FRED))
    assert [(e.seat, e.cents) for e in felt.happened(ev.WagerPaid)] == [(3, 1_000_030)]
    assert [(e.seat, e.cents) for e in felt.happened(ev.EnvyPaid)] == [(2, 100_000), (1, 100_000)]


def test_a_meter_that_changes_meanwhile_is_asked_about_anew() -> None:
    felt = royal()
    felt.play((cmd.Settle(), DORA))
    felt.play((cmd.ShowMeters({"meter": 10_000_00 * UNITS_PER_CENT}, ("meter",)), METER_SYSTEM))
    assert felt.state.asked is None
    with pytest.raises(Refused):
        felt.play((cmd.Confirm(), FRED))
    (again,) = felt.play((cmd.Settle(), DORA))
    assert isinstance(again, ev.HandPayAsked)
    assert again.cents == 10_000_00


def test_the_automatic_pair_does_both() -> None:
    felt = royal()
    at = moment(felt.state)
    events = felt.play(cmd.Settle())
    assert [type(one) for one in events[:2]] == [ev.HandPayAsked, ev.Confirmed]
    assert moment(felt.state) == at, "no player has been asked anything"
    assert felt.state.hand_paid is not None


def test_a_table_whose_log_has_no_limit_pays_as_before() -> None:
    plain = at_round("run-em-twice", deck=ROYAL, seats=(1, 2, 3), floor=FloorChoices())
    for seat in (1, 2, 3):
        bets(plain, seat, progressive=100)
    plain.dealer()
    for seat in plain.state.playing:
        plain.play(cmd.Fold(seat=seat))
    plain.dealer()
    assert not plain.happened(ev.HandPayAsked)


def test_a_snapshot_keeps_what_waits_and_what_was_paid() -> None:
    felt = royal()
    for command, by in ((cmd.Settle(), DORA), (cmd.Confirm(), FRED)):
        felt.play((command, by))
        assert read_state(felt.rules, write_state(felt.state)) == felt.state


def test_a_payment_takes_from_the_tray_what_does_not_lie_on_the_layout() -> None:
    felt = at_round("let-it-ride")
    felt.play(cmd.NoMoreBets())

    def taken(cents: int) -> int:
        paid = ev.WagerPaid(1, "bet-1", cents, "win", "", "", "", "MD-LIR 12.A", 0, None)
        return from_tray(felt.state, paid)

    # $5 lies on the layout: it goes back from there.
    assert [taken(cents) for cents in (0, 499, 500, 501, 2_000)] == [0, 0, 0, 1, 1_500]
    seat = felt.state.seats[1]
    collected = replace(seat, taken=frozenset({"bet-1"}))
    state = replace(felt.state, seats={1: collected})
    paid = ev.WagerPaid(1, "bet-1", 2_000, "win", "", "", "", "MD-LIR 12.A", 0, None)
    assert from_tray(state, paid) == 2_000
