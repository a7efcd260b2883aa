"""Before the deal: bets that stand, wagers that cannot, chips that differ, amounts that may be."""

from dataclasses import replace
from typing import Any

import pytest
from felt import MARYLAND, Felt, at, at_round, file_rules, prepared, rules_of, with_side_bets

from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.rulebook.rules import house_rules
from fairdeal.rulebook.wager import OneOf, Times
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER, FLOOR, Actor, player
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import Phase, moment
from fairdeal.wording.dealer import instructions

DORA = Actor("dora", DEALER)
FRED = Actor("fred", FLOOR)
WAYS: dict[str, dict[str, Any]] = {
    "manual": {},
    "hand": {"dealing": Dealing.HAND, "shuffling": Shuffling.AUTOMATED},
    "automated": {"dealing": Dealing.AUTOMATED_SHOE, "shuffling": Shuffling.AUTOMATED},
}


def told(felt: Felt) -> list[tuple[str, str | None]]:
    return [(line.say, line.clause) for line in instructions(felt.state)]


# Ready --------------------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 7.D")
@pytest.mark.clause("MD-RET 7.D")
@pytest.mark.clause("MD-DD .07D")
@pytest.mark.parametrize("game", MARYLAND)
def test_bets_that_are_ready_stand(game: str) -> None:
    felt = at(game, seats=(1, 2))
    closed, first = felt.game.procedure.closed, felt.game.wagers[0].name
    felt.refuses(cmd.Ready(1), felt.game.procedure.place, "no wager")
    felt.bet(1, first, 500)
    felt.refuses(cmd.Ready(1), felt.game.wagers[1].clause, "is missing")
    felt.base(1)
    assert "ready" in [action.do for action in legal_actions(felt.state, 1)]
    assert felt.play(cmd.Ready(1, word="lucky")) == [ev.PlayerReady(1, "lucky")]
    assert legal_actions(felt.state, 1) == []
    felt.refuses(cmd.Bet(1, first, 600), closed, "its bets stand")
    felt.refuses(cmd.PlaceBets(1, {first: 600}), closed, "its bets stand")
    felt.refuses(cmd.TakeBackBet(1, first), closed, "its bets stand")
    felt.refuses(cmd.Ready(1), felt.game.procedure.place, "ready already")
    felt.base(2)
    felt.dealer()
    felt.refuses(cmd.Ready(2), closed, "closed already")


@pytest.mark.parametrize(
    ("word", "good"),
    [
        *(("a", True), (" ", True), ("~", True), ("x" * 64, True), (None, True)),
        *(("", False), ("x" * 65, False), ("a|b", False), ("a,b", False), ("a=b", False)),
        *(("caf\u00e9", False), ("a\nb", False), ("a\n", False), ("\x7f", False)),
    ],
)
def test_a_word_for_the_shuffle_has_bounds(word: str | None, good: bool) -> None:
    felt = at_round("double-draw")
    if good:
        felt.play(cmd.Ready(1, word=word))
        assert felt.state.seats[1].word == word
    else:
        felt.refuses(cmd.Ready(1, word=word), "MD-DD .07C", "printable ASCII")


@pytest.mark.clause("MD-LIR 5.A(3)")
@pytest.mark.clause("MD-RET 5.A(3)")
@pytest.mark.clause("MD-DD .05A(3)")
@pytest.mark.parametrize("game", MARYLAND)
def test_5_a_3_an_ordered_shuffle_reopens_the_bets(game: str) -> None:
    felt = at_round(game)
    felt.play(cmd.Ready(1, word="mine"), cmd.OrderShuffle())
    assert (felt.state.seats[1].ready, felt.state.seats[1].word) == (False, None)
    felt.bet(1, felt.game.wagers[0].name, 600)
    felt.play(cmd.TakeBackBet(1, felt.game.wagers[0].name))


def test_a_moment_never_comes_back() -> None:
    """What was decided before an ordered shuffle is not decided after it; bets change nothing."""
    felt = at("let-it-ride")
    moments = [moment(felt.state)]
    felt.bet(1, "bet-1", 600)
    felt.play(cmd.TakeBackBet(1, "bet-1"))
    assert moment(felt.state) == moments[0]
    anew = (cmd.OrderShuffle(), cmd.Shuffle())
    idle = (cmd.SpreadIdle(), cmd.SpreadIdle(face_up=True), cmd.WashCards(), cmd.Shuffle())
    for command in (*anew, cmd.Cut(20), *anew, *idle):
        felt.play(command)
        moments += [now] if (now := moment(felt.state)) != moments[-1] else []
    assert len(set(moments)) == len(moments) == 7, moments


@pytest.mark.parametrize(
    ("how", "acts"),
    [
        ({}, [cmd.RemoveDecks()]),
        ({"shuffling": Shuffling.COUNTING}, [cmd.ShufflerJam()]),
        (
            {"shuffling": Shuffling.AUTOMATED},
            [
                cmd.Malfunction("shuffler"),
                cmd.MarkOutOfOrder("shuffler"),
                cmd.ChangeMethod(shuffling="manual"),
            ],
        ),
    ],
)
def test_whatever_brings_a_new_order_reopens_the_bets(
    how: dict[str, Any], acts: list[cmd.Command]
) -> None:
    felt = at_round("run-em-twice", **how)
    felt.play(cmd.Ready(1, word="mine"), *acts)
    assert (felt.state.seats[1].ready, felt.state.seats[1].word) == (False, None)


def test_a_recut_keeps_the_order_that_words_went_into() -> None:
    felt = at_round("run-em-twice")
    felt.play(cmd.Ready(1), cmd.OrderRecut())
    assert felt.state.seats[1].ready


def test_the_other_deck_s_shuffle_reopens_nothing() -> None:
    felt = at_round("run-em-twice", decks=2, shuffling=Shuffling.AUTOMATED)
    felt.dealer()
    felt.play(cmd.Fold(1))
    while not felt.is_open:
        felt.play(cmd.RackStub() if not felt.state.stub_racked else cmd.Clear())
    felt.base(1)
    felt.play(cmd.Ready(1), cmd.ShufflerJam())
    assert felt.state.seats[1].ready, "it is the deck that waits which jammed"


def test_a_seat_whose_wagers_went_back_may_bet_again() -> None:
    felt = at_round("run-em-twice", seats=(1, 2))
    felt.play(cmd.Ready(1), (cmd.GiveBack(1, reason="a torn chip"), FRED))
    assert not felt.state.seats[1].ready
    felt.base(1)
    felt.play(cmd.Ready(1))


def test_nothing_of_ready_outlives_the_round() -> None:
    felt = at_round("run-em-twice")
    felt.play(cmd.Ready(1, word="x"))
    felt.dealer()
    felt.play(cmd.Fold(1))
    felt.dealer()
    assert (felt.state.seats[1].ready, felt.state.seats[1].word) == (False, None)


# Incomplete wagers --------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 7.E(1)")
@pytest.mark.clause("MD-RET 7.E(1)")
@pytest.mark.clause("MD-DD .07E(1)")
@pytest.mark.parametrize("game", MARYLAND)
def test_7_e_1_no_more_bets_is_refused_and_names_the_seat(game: str) -> None:
    felt = at_round(game, seats=(1, 2))
    second = felt.game.wagers[1]
    felt.play(cmd.TakeBackBet(2, second.name))
    felt.refuses(cmd.NoMoreBets(), second.clause, f"seat 2: {second.name} is missing")
    assert told(felt)[0] == (
        f"Put right, or give back: seat 2: {second.name} is missing",
        second.clause,
    )
    felt.bet(2, second.name, 600)
    felt.refuses(cmd.NoMoreBets(), second.clause, f"seat 2: {second.name} is not equal")
    felt.refuses((cmd.GiveBack(1), DORA), felt.game.procedure.place, "in order")
    events = felt.play((cmd.GiveBack(2), DORA))
    assert {(e.seat, e.clause) for e in events if isinstance(e, ev.WagerReturned)} == {
        (2, second.clause)
    }
    assert felt.state.seats[2].stakes == {}
    assert felt.purse(2) == 0
    assert told(felt)[0][0].startswith("Return to seat 2: ")
    felt.play(cmd.NoMoreBets())
    assert felt.state.playing == (1,), "the seat sits out"


@pytest.mark.clause("MD-LIR 7.E(1)")
@pytest.mark.clause("MD-RET 7.E(1)")
def test_7_e_1_what_depends_on_a_wager_goes_back_with_it() -> None:
    for game, base, side in (
        ("let-it-ride", "bet-1", "three-card-bonus"),
        ("run-em-twice", "first-ante", "ultimate-pairs"),
    ):
        felt = at_round(game)
        felt.bet(1, side, 100)
        felt.bet(1, base, 700)
        events = felt.play((cmd.GiveBack(1, wager=base), DORA))
        assert side in [e.wager for e in events if isinstance(e, ev.WagerReturned)]
        assert felt.state.seats[1].stakes == {}


def test_7_e_1_the_player_puts_it_right_before_the_dealer_does() -> None:
    felt = at("double-draw").base(1)
    felt.bet(1, "bonus", 600)
    felt.refuses(cmd.NoMoreBets(), "MD-DD .07E(1)", "seat 1")
    felt.bet(1, "bonus", 500)
    felt.play(cmd.NoMoreBets())


def test_wagers_in_order_go_back_for_a_reason_of_the_floorperson_s() -> None:
    felt = at_round("double-draw")
    felt.refuses((cmd.GiveBack(1), FRED), "MD-DD .07C", "the reason")
    events = felt.play((cmd.GiveBack(1, reason="a foreign chip"), FRED))
    assert {e.reason for e in events if isinstance(e, ev.WagerReturned)} == {"a foreign chip"}
    felt.refuses((cmd.GiveBack(1, reason="again"), FRED), "MD-DD .07C", "no wager")
    felt.base(1)
    felt.refuses((cmd.GiveBack(1, wager="first-draw"), FRED), "MD-DD .07C", "no 'first-draw'")
    felt.dealer()
    felt.refuses((cmd.GiveBack(1, reason="late"), FRED), "MD-DD .07D", "before")


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


@pytest.mark.clause("MD-LIR 8.C(1)(c)")
@pytest.mark.clause("MD-LIR 8.C(3)(b)")
@pytest.mark.clause("MD-RET 8.C(3)")
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


def replaced(command: cmd.CorrectChips, **changes: Any) -> cmd.CorrectChips:
    fields = {name: getattr(command, name) for name in command.__struct_fields__}
    return cmd.CorrectChips(**{**fields, **changes})


@pytest.mark.clause("MD-LIR 12.F(1)")
@pytest.mark.clause("MD-RET 12.F(6)(a)")
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


def base_of(felt: Felt) -> list[str]:
    return [w.name for w in felt.game.wagers if w.at is None and not w.side]


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


# Collecting, in the order of the text -------------------------------------------------------------

ORDER = {
    "manual": ("MD-LIR 8.C", "MD-LIR 8.C(1)", "MD-LIR 8.C(2)", "MD-LIR 8.C(3)"),
    "hand": ("MD-LIR 9.A(3)", "MD-LIR 9.A(3)(a)", "MD-LIR 9.A(3)(b)", "MD-LIR 9.A(3)(c)"),
    "automated": (
        *("MD-LIR 10.A(1)(a)", "MD-LIR 10.A(1)(b)", "MD-LIR 10.A(1)(c)", "MD-LIR 10.A(1)(d)"),
    ),
}


@pytest.mark.clause("MD-LIR 8.C(1)")
@pytest.mark.clause("MD-LIR 8.C(2)")
@pytest.mark.clause("MD-LIR 8.C(3)")
@pytest.mark.clause("MD-LIR 9.A(3)(b)")
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


@pytest.mark.clause("MD-RET 8.C(2)")
@pytest.mark.clause("MD-RET 9.A(5)(a)")
@pytest.mark.clause("MD-RET 10.A(2)(b)(i)")
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


# Amounts ------------------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 7.E(1)")
@pytest.mark.clause("MD-RET 7.E(1)")
@pytest.mark.parametrize(
    ("game", "base", "side"),
    [
        ("let-it-ride", "bet-1", "three-card-bonus"),
        ("run-em-twice", "first-ante", "ultimate-pairs"),
    ],
)
def test_the_maximum_binds_side_bets_of_any_amount_too(game: str, base: str, side: str) -> None:
    felt = at_round(game, maximum_cents=10_000)
    most = felt.game.wager[base].clause
    felt.refuses(cmd.Bet(1, base, 10_100), most, "$100")
    felt.refuses(cmd.Bet(1, side, 10_100), felt.game.wager[side].clause, "from $1 to $100")
    felt.bet(1, side, 10_000)
    felt.bet(1, side, 100)


def test_a_side_bet_may_have_a_maximum_of_its_own() -> None:
    text = """
operator = "Test"
jurisdiction = "maryland"
game = "run-em-twice"
minimum = 5
maximum = 100
chip-step = 1
dealing = "manual-shoe"
shuffling = "manual"
decks = 1
[paytables]
five-card-bonus = "standard"
ultimate-pairs = "A"
[side-maximum]
ultimate-pairs = 25
five-card-bonus = 300
"""
    felt = Felt(file_rules(text))
    felt.sit(1)
    felt.dealer()
    felt.base(1)
    felt.refuses(cmd.Bet(1, "ultimate-pairs", 2_600), "MD-RET 7.E(2)(b)", "from $1 to $25")
    felt.bet(1, "ultimate-pairs", 2_500)
    felt.bet(1, "five-card-bonus", 30_000)
    felt.refuses(cmd.Bet(1, "first-ante", 10_100), "MD-RET 7.E(1)", "from $5 to $100")


@pytest.mark.clause("MD-RET 11.B(1)(a)")
def test_a_bet_of_three_antes_may_go_over_the_maximum() -> None:
    felt = at("run-em-twice", maximum_cents=10_000).base(1, cents=10_000)
    felt.dealer()
    felt.bet(1, "first-run", 30_000)


def invented(size: OneOf | Times, wager: str = "first-run") -> Felt:
    """Run 'Em Twice as another text might have it, with another size for one bet."""
    house = rules_of("run-em-twice")
    wagers = tuple(
        replace(one, size=size) if one.name == wager else one for one in house.game.wagers
    )
    felt = Felt(replace(house_rules(replace(house.game, wagers=wagers))))
    felt.sit(1)
    felt.dealer()
    felt.base(1)
    return felt


def test_whole_multiples_of_an_invented_game() -> None:
    felt = invented(Times("first-ante", 1, 3, whole=True))
    felt.dealer()
    (_, bet) = legal_actions(felt.state)
    assert (bet.least, bet.most, bet.step) == (500, 1500, 500)
    ((words, clause),) = told(felt)
    assert clause == "MD-RET 11.B(1)"
    assert "$5, $10 or $15" in words
    felt.refuses(
        cmd.Bet(1, "first-run", 700), "MD-RET 11.B(1)(a)", "no whole multiple of first-ante"
    )
    felt.refuses(cmd.Bet(1, "first-run", 2000), "MD-RET 11.B(1)(a)", "from $5 to $15")
    felt.refuses(cmd.Bet(1, "first-run", 400), "MD-RET 11.B(1)(a)", "from $5 to $15")
    felt.bet(1, "first-run", 1000)


def test_one_of_several_amounts_of_an_invented_game() -> None:
    felt = invented(OneOf((500, 2_500)))
    felt.dealer()
    (_, bet) = legal_actions(felt.state)
    assert bet.amounts == (500, 2_500)
    ((words, _),) = told(felt)
    assert "$5 or $25" in words
    felt.refuses(cmd.Bet(1, "first-run", 1_000), "MD-RET 11.B(1)(a)", "must be $5 or $25")
    felt.bet(1, "first-run", 2_500)


def test_one_of_several_amounts_before_the_deal() -> None:
    felt = invented(OneOf((200, 1_000)), "ultimate-pairs")
    offered = {action.wager: action.amounts for action in legal_actions(felt.state, 1)}
    assert offered["ultimate-pairs"] == (200, 1_000)
    felt.refuses(cmd.Bet(1, "ultimate-pairs", 500), "MD-RET 7.E(2)(b)", "must be $2 or $10")
    felt.bet(1, "ultimate-pairs", 1_000)


@pytest.mark.clause("MD-RET 12.H")
def test_an_operator_may_take_one_progressive_stake_only() -> None:
    house = rules_of("run-em-twice")
    assert house.progressive is not None
    only = replace(house, progressive=replace(house.progressive, stakes_cents=(500,)))
    felt = Felt(only).sit(1)
    felt.dealer()
    felt.base(1)
    felt.refuses(cmd.Bet(1, "progressive", 100), "MD-RET 7.E(2)(c)", "must be $5")
    felt.bet(1, "progressive", 500)


# The floorperson and the seats --------------------------------------------------------------------


@pytest.mark.parametrize("game", MARYLAND)
def test_a_player_is_removed_between_rounds_with_the_wagers(game: str) -> None:
    felt = at_round(game, seats=(1, 2))
    clause = felt.game.procedure.seated
    felt.refuses((cmd.RemovePlayer(3, "x"), FRED), clause, "nobody sits")
    felt.refuses((cmd.RemovePlayer(1, " "), FRED), clause, "the reason")
    felt.refuses((cmd.RemovePlayer(1, "x" * 201), FRED), clause, "200")
    felt.play(cmd.Ready(1))
    events = felt.play((cmd.RemovePlayer(1, "photographs"), FRED))
    assert events[-1] == ev.PlayerRemoved(1, "photographs")
    assert felt.state.gone == 0
    assert set(felt.state.seats) == {2}
    felt.dealer()
    felt.refuses((cmd.RemovePlayer(2, "late"), FRED), clause, "after it the player leaves")


@pytest.mark.clause("MD-LIR 7.F")
def test_7_f_boxes_that_came_apart_go_back_even_when_ready() -> None:
    felt = at("let-it-ride", seats=(), adjacent_boxes=3)
    ann = player("ann")
    felt.play((cmd.Sit(1), ann), (cmd.Sit(2), ann), (cmd.Sit(3), ann))
    felt.dealer()
    felt.base(1, 2, 3)
    felt.play(cmd.Ready(1), cmd.Ready(3))
    for bet in ("bet-1", "bet-2", "bet-3"):
        felt.play(cmd.TakeBackBet(2, bet))
    felt.refuses(cmd.NoMoreBets(), "MD-LIR 7.F", "seat 1: the boxes")
    felt.play((cmd.GiveBack(1), DORA))
    assert not felt.state.seats[1].ready
    felt.play(cmd.NoMoreBets())
    assert felt.state.playing == (3,)
