"""Chapters 8 to 10 before the first card: stakes are collected, counted and locked."""

from typing import Any

import pytest
from chapters import DORA, FRED, told
from felt import Felt, at, at_round, prepared, with_side_bets

from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER, FLOOR, Actor
from fairdeal.table.state import Phase

# Collecting, in the order of the text -------------------------------------------------------------

WAYS: dict[str, dict[str, Any]] = {
    "manual": {},
    "hand": {"dealing": Dealing.HAND, "shuffling": Shuffling.AUTOMATED},
    "automated": {"dealing": Dealing.AUTOMATED_SHOE, "shuffling": Shuffling.AUTOMATED},
}


ORDER = {
    "manual": ("MD-LIR 8.C", "MD-LIR 8.C(1)", "MD-LIR 8.C(2)", "MD-LIR 8.C(3)"),
    "hand": ("MD-LIR 9.A(3)", "MD-LIR 9.A(3)(a)", "MD-LIR 9.A(3)(b)", "MD-LIR 9.A(3)(c)"),
    "automated": (
        *("MD-LIR 10.A(1)(a)", "MD-LIR 10.A(1)(b)", "MD-LIR 10.A(1)(c)", "MD-LIR 10.A(1)(d)"),
    ),
}


@pytest.mark.clause("MD-LIR 8.C(1)", "MD-LIR 8.C(2)", "MD-LIR 8.C(3)", "MD-LIR 9.A(3)(b)")
@pytest.mark.clause("MD-LIR 10.A(1)(c)")
@pytest.mark.parametrize("way", WAYS)
def test_lir_five_card_bonus_then_the_lock_then_the_progressive(way: str) -> None:
    call, five, lock, progressive = ORDER[way]
    felt = with_side_bets("let-it-ride", **WAYS[way])
    assert told(felt) == [("Announce: no more bets", call)]
    felt.play(cmd.NoMoreBets())
    ((words, clause),) = told(felt)
    assert clause == five
    assert "Five Card Bonus" in words
    assert "lammer" in words
    felt.refuses(cmd.Collect("progressive", 1), five, "five-card-bonus is collected before")
    (collected,) = felt.play(cmd.Collect("five-card-bonus", 1))
    assert collected == ev.StakesCollected("five-card-bonus", (1,), True)
    (locks, lock_clause), (words, clause) = told(felt)
    assert locks.startswith("Lock the progressive")
    assert (lock_clause, clause) == (lock, progressive)
    assert "Progressive" in words
    assert "lammer" not in words
    (collected,) = felt.play(cmd.Collect("progressive", 1))
    assert collected == ev.StakesCollected("progressive", (1,), False)


@pytest.mark.clause("MD-LIR 8.C(2)")
def test_lir_the_progressive_is_locked_whoever_has_bet_on_it() -> None:
    felt = at_round("let-it-ride")
    assert [clause for _, clause in told(felt)] == ["MD-LIR 8.C", "MD-LIR 8.C(2)"]
    felt.bet(1, "five-card-bonus", 100)
    assert [clause for _, clause in told(felt)] == ["MD-LIR 8.C"]
    felt.play(cmd.NoMoreBets())
    assert [clause for _, clause in told(felt)] == ["MD-LIR 8.C(1)", "MD-LIR 8.C(2)"]
    felt.refuses(cmd.Bet(1, "progressive", 100), "MD-LIR 7.D", "no more bets")


@pytest.mark.clause("MD-RET 8.C(2)", "MD-RET 9.A(5)(a)", "MD-RET 10.A(2)(b)(i)")
@pytest.mark.parametrize(
    ("way", "call", "lock", "collect"),
    [
        ("manual", "MD-RET 8.C(1)", "MD-RET 8.C(2)", "MD-RET 8.C(3)"),
        ("hand", "MD-RET 9.A(5)", "MD-RET 9.A(5)(a)", "MD-RET 9.A(5)(b)"),
        ("automated", *("MD-RET 10.A(2)(a)", "MD-RET 10.A(2)(b)(i)", "MD-RET 10.A(2)(b)(ii)")),
    ],
)
def test_ret_the_lock_then_the_progressive(way: str, call: str, lock: str, collect: str) -> None:
    felt = with_side_bets("run-em-twice", **WAYS[way])
    assert [clause for _, clause in told(felt)] == [call]
    felt.play(cmd.NoMoreBets())
    assert [clause for _, clause in told(felt)] == [lock, collect]
    felt.refuses(cmd.Collect("five-card-bonus", 1), call, "no 'five-card-bonus' stakes")


@pytest.mark.clause("MD-LIR 8.C(1)", "MD-LIR 8.C(2)", "MD-LIR 8.C(3)")
def test_lir_8_c_bonus_and_progressive_are_collected_and_counted() -> None:
    felt = at_round("let-it-ride", seats=(1, 2, 3))
    felt.bet(1, "five-card-bonus", 100)
    felt.bet(3, "five-card-bonus", 100)
    felt.bet(2, "progressive", 500)
    felt.refuses(cmd.Collect(wager="progressive", chips=1), "MD-LIR 8.C(2)")
    felt.play(cmd.NoMoreBets())
    felt.refuses(cmd.Bet(seat=1, wager="progressive", cents=100), "MD-LIR 7.D")
    # Reading chips-differ: no card until the count is right.
    felt.refuses(cmd.Collect(wager="five-card-bonus", chips=3), "MD-LIR 8.C(1)(c)", "lammers 2")
    # Reading collect-order: in the order in which the text lists them.
    progressive = cmd.Collect(wager="progressive", chips=1)
    felt.refuses(progressive, "MD-LIR 8.C(1)", "five-card-bonus is collected before")
    felt.refuses(cmd.Deal(), "MD-LIR 8.C(1)", "collected")
    felt.refuses(cmd.Collect(wager="bet-1", chips=3), "MD-LIR 8.C")
    assert felt.play(cmd.Collect(wager="five-card-bonus", chips=2)) == [
        ev.StakesCollected("five-card-bonus", (1, 3), lammers=True)
    ]
    felt.refuses(cmd.Deal(), "MD-LIR 8.C(3)")
    felt.refuses(cmd.Collect(wager="progressive", chips=0), "MD-LIR 8.C(3)(b)", "system")
    assert felt.play(progressive) == [ev.StakesCollected("progressive", (2,), lammers=False)]
    assert felt.state.inventory == 100 + 100 + 500
    felt.play(cmd.Deal())
    felt.refuses(cmd.Collect(wager="progressive", chips=1), "MD-LIR 8.C(2)")


@pytest.mark.clause("MD-RET 8.C(3)")
def test_ret_8_c_the_five_card_bonus_stays_on_the_layout() -> None:
    """Reading lammers."""
    felt = at_round("run-em-twice")
    felt.bet(1, "five-card-bonus", 2_000)
    felt.bet(1, "progressive", 100)
    felt.play(cmd.NoMoreBets())
    felt.refuses(cmd.Collect(wager="five-card-bonus", chips=1), "MD-RET 8.C(1)")
    felt.play(cmd.Collect(wager="progressive", chips=1))
    assert felt.state.inventory == 100


@pytest.mark.clause("MD-LIR 12.F(1)", "MD-RET 12.F(6)(a)")
@pytest.mark.parametrize("game", ["let-it-ride", "run-em-twice"])
def test_meters_grow_when_the_stakes_are_locked(game: str) -> None:
    """Reading meter-feed: $1 and $5 at a rate of 0.1 to a meter are 60 cents."""
    felt = at_round(game, seats=(1, 2, 3))
    before = felt.state.meters.units["meter"]
    felt.bet(1, "progressive", 100)
    felt.bet(2, "progressive", 500)
    assert felt.state.meters.units["meter"] == before
    felt.play(cmd.NoMoreBets())
    assert felt.state.meters.units["meter"] - before == 60 * UNITS_PER_CENT


# Chips that differ --------------------------------------------------------------------------------


DIFFER = [
    ("let-it-ride", "manual", "five-card-bonus", "MD-LIR 8.C(1)(c)"),
    ("let-it-ride", "manual", "progressive", "MD-LIR 8.C(3)(b)"),
    ("let-it-ride", "hand", "five-card-bonus", "MD-LIR 9.A(3)(a)(iii)"),
    ("let-it-ride", "hand", "progressive", "MD-LIR 9.A(3)(c)(ii)"),
    ("let-it-ride", "automated", "five-card-bonus", "MD-LIR 10.A(1)(b)(iii)"),
    ("let-it-ride", "automated", "progressive", "MD-LIR 10.A(1)(d)(ii)"),
    ("run-em-twice", "manual", "progressive", "MD-RET 8.C(3)"),
    ("run-em-twice", "hand", "progressive", "MD-RET 9.A(5)(b)"),
    ("run-em-twice", "automated", "progressive", "MD-RET 10.A(2)(b)(ii)"),
]


def two_stakes(game: str, way: str, wager: str) -> Felt:
    felt = at_round(game, seats=(1, 2), **WAYS[way])
    for seat in (1, 2):
        felt.bet(seat, wager, 100)
    felt.play(cmd.NoMoreBets())
    return felt


def replaced(command: cmd.CorrectChips, **changes: Any) -> cmd.CorrectChips:
    fields = {name: getattr(command, name) for name in command.__struct_fields__}
    return cmd.CorrectChips(**{**fields, **changes})


@pytest.mark.clause("MD-LIR 8.C(1)(c)", "MD-LIR 8.C(3)(b)", "MD-RET 8.C(3)")
@pytest.mark.parametrize(("game", "way", "wager", "clause"), DIFFER)
def test_chips_that_differ_stop_the_deal_until_it_is_put_right(
    game: str, way: str, wager: str, clause: str
) -> None:
    felt = two_stakes(game, way, wager)
    meters = felt.state.meters
    felt.refuses(cmd.Collect(wager=wager, chips=1), clause, "no card is dealt until they agree")
    collect = felt.game.procedure.dealing[felt.state.dealing].collect[wager]
    felt.refuses(cmd.Deal(), collect, "must be collected")
    short = cmd.CorrectChips(2, wager, "added", "the chip lay under the rail")
    felt.refuses((replaced(short, reason=""), DORA), clause, "the reason")
    felt.refuses((replaced(short, seat=3), DORA), felt.game.procedure.seated, "nobody")
    (asked,) = felt.play((short, DORA))
    assert asked == ev.CorrectionAsked(
        felt.state.version - 1, "dora", 2, wager, "added", clause, "the chip lay under the rail"
    )
    assert told(felt)[0][1] == clause
    felt.refuses((cmd.Collect(wager=wager, chips=2), DORA), clause, "confirm the correction")
    felt.refuses((cmd.Confirm(), Actor("dora", FLOOR)), clause, "second person")
    confirmed, added = felt.play((cmd.Confirm(), FRED))
    assert confirmed == ev.Confirmed(asked.asked, "fred")
    assert added == ev.ChipAdded(2, wager, "the chip lay under the rail")
    assert felt.state.meters == meters
    felt.refuses(cmd.Collect(wager=wager, chips=1), clause)
    felt.play(cmd.Collect(wager=wager, chips=2))


def base_of(felt: Felt) -> list[str]:
    return [w.name for w in felt.game.wagers if w.at is None and not w.side]


@pytest.mark.clause("MD-LIR 12.F(1)", "MD-RET 12.F(6)(a)")
@pytest.mark.parametrize(("game", "way", "wager", "clause"), DIFFER)
def test_a_wager_given_back_takes_its_share_off_the_meter(
    game: str, way: str, wager: str, clause: str
) -> None:
    felt = two_stakes(game, way, wager)
    give = cmd.CorrectChips(1, wager, "give-back", "no chip is there")
    felt.play((give, DORA))
    assert felt.purse(1) == -100 - 500 * len(base_of(felt)), "nothing has moved"
    events = felt.play((cmd.Confirm(), FRED))
    assert events[1] == ev.WagerReturned(1, wager, 100, clause, "no chip is there")
    unfed = [e.units for e in events if isinstance(e, ev.MetersUnfed)]
    # A tenth of $1 to the one meter of table A: ten cents, in ten-thousandths of a cent.
    assert unfed == ([{"meter": 100_000}] if wager == "progressive" else [])
    assert told(felt)[0] == (f"Return to seat 1: {felt.game.wager[wager].title} $1", clause)
    felt.refuses(cmd.Collect(wager=wager, chips=2), clause, "1")
    felt.play(cmd.Collect(wager=wager, chips=1))
    felt.refuses((give, DORA), clause, "are to be collected")
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING, "the seat plays on without it"


def test_a_correction_that_is_denied_leaves_the_count_to_be_made() -> None:
    felt = two_stakes("run-em-twice", "manual", "progressive")
    felt.play((cmd.CorrectChips(1, "progressive", "give-back", "no chip"), DORA))
    felt.play((cmd.Deny(reason="it is there"), FRED))
    assert felt.state.seats[1].stakes["progressive"] == 100
    felt.refuses(cmd.Deal(), "MD-RET 8.C(3)", "must be collected")


def test_after_a_correction_a_void_takes_back_the_rest_of_the_feed() -> None:
    felt = two_stakes("run-em-twice", "manual", "progressive")
    felt.play((cmd.CorrectChips(1, "progressive", "give-back", "no chip"), DORA))
    felt.play((cmd.Confirm(), FRED), cmd.Collect("progressive", 1), cmd.Deal(), cmd.FaceUp())
    assert felt.state.meters == at("run-em-twice").state.meters
    assert set(felt.state.purses.values()) == {0}


@pytest.mark.clause("MD-LIR 7.E(5)")
def test_7_e_5_what_needs_the_wager_given_back_goes_with_it() -> None:
    felt = at_round("let-it-ride", readings={"six-card-needs": "both-bonuses"})
    for wager in ("five-card-bonus", "three-card-bonus", "six-card-bonus"):
        felt.bet(1, wager, 100)
    felt.play(cmd.NoMoreBets())
    felt.play((cmd.CorrectChips(1, "five-card-bonus", "give-back", "no chip"), DORA))
    events = felt.play((cmd.Confirm(), FRED))
    back = [e.wager for e in events if isinstance(e, ev.WagerReturned)]
    assert back == ["five-card-bonus", "six-card-bonus"]


def test_chips_are_put_right_before_the_first_card() -> None:
    felt = prepared(two_stakes("run-em-twice", "manual", "progressive"))
    give = (cmd.CorrectChips(1, "progressive", "give-back", "no chip"), DORA)
    felt.refuses(give, "MD-RET 8.C(3)", "no 'progressive' stakes")
    felt.play(cmd.Deal(part="card"))
    felt.refuses(give, "MD-RET 8.C(3)", "before the first card")
    other = at_round("double-draw")
    other.dealer()
    other.refuses((cmd.CorrectChips(1, "ante", "added", "x"), DORA), "MD-DD .08C", "first card")


@pytest.mark.clause("MD-LIR 7.E(5)", "MD-LIR 8.C(1)(c)")
def test_lir_8_c_1_c_chips_that_differ_are_put_right_by_two_people() -> None:
    """Reading chips-differ: given back, with what cannot stand without it, or the chip added."""
    felt = at_round("let-it-ride", seats=(1, 2), readings={"six-card-needs": "both-bonuses"})
    for wager in ("five-card-bonus", "three-card-bonus", "six-card-bonus"):
        felt.bet(1, wager, 100)
    felt.bet(2, "five-card-bonus", 100)
    felt.play(cmd.NoMoreBets())
    clause = "MD-LIR 8.C(1)(c)"
    dora, fred = Actor("dora", DEALER), Actor("fred", FLOOR)
    reason = "no chip lies there"
    missing = cmd.CorrectChips(1, "five-card-bonus", "give-back", reason)
    (asked,) = felt.play((missing, dora))
    assert isinstance(asked, ev.CorrectionAsked)
    felt.refuses(cmd.Collect(wager="five-card-bonus", chips=2), clause, "confirm the correction")
    felt.refuses((cmd.Confirm(), Actor("dora", FLOOR)), clause, "second person")
    assert felt.play((cmd.Confirm(asked=asked.asked), fred)) == [
        ev.Confirmed(asked.asked, "fred"),
        ev.WagerReturned(1, "five-card-bonus", 100, clause, reason),
        ev.WagerReturned(1, "six-card-bonus", 100, clause, reason),
    ]
    added = cmd.CorrectChips(2, "five-card-bonus", "added", "it lay beside the spot")
    felt.play((added, dora), (cmd.Deny(reason="it is there"), fred), (added, dora))
    *_, chip = felt.play((cmd.Confirm(), fred))
    assert chip == ev.ChipAdded(2, "five-card-bonus", "it lay beside the spot")
    felt.refuses(cmd.Deal(), "MD-LIR 8.C(1)", "collected")
    felt.play(cmd.Collect(wager="five-card-bonus", chips=1), cmd.Deal())


@pytest.mark.clause("MD-RET 8.C(3)")
def test_ret_8_c_a_progressive_given_back_takes_its_share_along() -> None:
    felt = at_round("run-em-twice", seats=(1, 2))
    before = felt.state.meters
    felt.bet(1, "progressive", 100)
    felt.play(cmd.NoMoreBets())
    assert felt.state.meters != before
    missing = cmd.CorrectChips(1, "progressive", "give-back", "no chip lies there")
    *_, unfed = felt.play(missing)  # the automatic pair confirms it at once
    assert isinstance(unfed, ev.MetersUnfed)
    assert felt.state.meters == before
    assert "progressive" not in felt.state.seats[1].stakes
    felt.play(cmd.Deal())
