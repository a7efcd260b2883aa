"""Payments by hand: two people, a reason, a bound."""

from typing import Any

import pytest
from chapters import DORA, FRED, told
from felt import MARYLAND, Felt, at_round, dealt

from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import FLOOR, Actor, player
from fairdeal.table.state import dealing_clauses
from fairdeal.wire.log import write_entry
from fairdeal.wording.dealer import instructions

PLACE = "MD-LIR 7.C"

SHORT = cmd.PayByHand(1, 2_500, "the flush was paid as a straight")


def by_hand(**how: Any) -> Felt:
    """Bets are open, and a person who deals has asked to pay the first seat."""
    felt = at_round("let-it-ride", seats=(1, 2), **how)
    felt.play((SHORT, DORA))
    return felt


def test_a_payment_by_hand_takes_two_people_and_moves_nothing_before() -> None:
    felt = at_round("let-it-ride", seats=(1, 2))
    written: list[str] = []
    felt.session.write = lambda entry: written.append(write_entry(entry))
    felt.play((SHORT, DORA))
    asked = felt.log[-1]
    assert asked == ev.PaymentAsked(felt.state.version - 1, "dora", 1, 2_500, SHORT.reason)
    assert '"event":"payment-asked"' in written[-1]
    before, inventory = dict(felt.state.purses), felt.state.inventory
    felt.refuses((cmd.NoMoreBets(), DORA), PLACE, "asked to confirm the payment first")
    felt.refuses((cmd.Confirm(), Actor("dora", FLOOR)), PLACE, "a second person")
    events = felt.play((cmd.Confirm(asked=asked.asked), FRED))
    assert events[0] == ev.Confirmed(asked.asked, "fred")
    assert ev.PaidByHand(1, 2_500, SHORT.reason) in events
    assert felt.state.purses == {**before, "p1": before["p1"] + 2_500}
    assert felt.state.inventory == inventory - 2_500
    assert felt.state.asked is None


def test_a_payment_that_is_denied_is_not_made() -> None:
    felt = by_hand()
    before = felt.state.purses
    felt.play((cmd.Deny(reason="it was a straight"), FRED))
    assert (felt.state.purses, felt.state.asked) == (before, None)
    assert not felt.happened(ev.PaidByHand)


def test_a_payment_falls_when_the_player_leaves_and_nobody_else_gets_it() -> None:
    felt = by_hand()
    asked = felt.log[-1]
    assert isinstance(asked, ev.PaymentAsked)
    inventory = felt.state.inventory
    felt.play((cmd.Leave(seat=2), player("p2")))
    assert instructions(felt.state)[0].by == "floor", "the other seat has nothing to do with it"
    felt.play((cmd.Leave(seat=1), player("p1")))
    assert felt.state.asked is None
    felt.play((cmd.Sit(seat=1), player("eve")))
    clause = felt.state.rules.game.procedure.irregular.face_up
    felt.refuses((cmd.Confirm(asked=asked.asked), FRED), clause, "no such question waits")
    assert not felt.happened(ev.PaidByHand)
    assert (felt.state.purses["eve"], felt.state.inventory) == (0, inventory)


def test_a_payment_by_hand_has_a_bound_a_reason_and_its_time() -> None:
    felt = at_round("let-it-ride", seats=(1, 2), payout_limit_cents=10_000_00)
    for cents in (-1, 0, 10_000_01, 2**70):
        felt.refuses((cmd.PayByHand(1, cents, "so"), DORA), PLACE, "at most $10,000")
    felt.refuses((cmd.PayByHand(1, 1, " "), DORA), PLACE, "the reason")
    felt.refuses((cmd.PayByHand(5, 1, "so"), DORA), "MD-LIR 7.B", "nobody sits")
    assert felt.play((cmd.PayByHand(1, 10_000_00, "so"), DORA))
    late = dealt("let-it-ride", seats=(1, 2))
    late.refuses((SHORT, DORA), PLACE, "only between rounds")


def test_the_automatic_floorperson_leaves_a_persons_payment_to_a_person() -> None:
    felt = by_hand()
    felt.play(cmd.Announce(words="one moment"))
    assert felt.state.asked, "dora's question is not the automatic pair's to settle"
    assert not felt.happened(ev.PaidByHand)
    told = [line.say for line in instructions(felt.state)]
    assert told[0] == (
        "Floorperson: confirm the payment of $25 by hand to seat 1 "
        "(the flush was paid as a straight)"
    )


@pytest.mark.parametrize("game", MARYLAND)
def test_nobody_is_waited_for_where_a_payment_fell_with_the_player_who_left(game: str) -> None:
    felt = at_round(game, seats=(1, 2))
    felt.play((cmd.PayByHand(1, 500, "paid too little"), DORA), cmd.Leave(1))
    assert felt.state.asked is None
    assert felt.state.held is False
    words, clause = told(felt)[0]
    assert (words, clause) == ("Announce: no more bets", dealing_clauses(felt.state).no_more_bets)
    felt.dealer()
    assert felt.state.playing == (2,)
