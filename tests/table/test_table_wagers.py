"""Chapter 7 and the moment of "no more bets": seats, boxes, wagers, collection."""

import pytest
from felt import ALL, Felt, at, at_round, dealt, file_rules, prepared, rules_of, sits

from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_FLOOR, DEALER, FLOOR, Actor
from fairdeal.table.legal import legal_actions
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase


@pytest.mark.clause("MD-LIR 2.A(1)")
@pytest.mark.clause("MD-RET 2.A(1)")
@pytest.mark.clause("MD-DD .02A(1)")
@pytest.mark.parametrize(
    ("game", "jurisdiction", "seats", "clause"),
    [
        ("let-it-ride", "maryland", 7, "MD-LIR 2.A(1)"),
        ("run-em-twice", "maryland", 6, "MD-RET 2.A(1)"),
        ("run-em-twice", "pennsylvania", 6, "MD-RET 7.B(1)"),
        ("double-draw", "maryland", 6, "MD-DD .02A(1)"),
    ],
)
def test_2_a_betting_positions(game: str, jurisdiction: str, seats: int, clause: str) -> None:
    felt = Felt(rules_of(game, jurisdiction))
    for number in (0, -1, seats + 1):
        felt.refuses(sits(number, "p"), clause)
    felt.sit(1, seats)


@pytest.mark.clause("MD-LIR 7.B")
@pytest.mark.clause("MD-RET 7.B(1)")
@pytest.mark.clause("MD-DD .07B(1)")
def test_7_b_only_a_seated_player_wagers() -> None:
    felt = at("run-em-twice")
    seated = "MD-RET 7.B(1)"
    felt.refuses(cmd.Bet(seat=2, wager="first-ante", cents=500), seated, "nobody")
    felt.refuses(cmd.TakeBackBet(seat=2, wager="first-ante"), seated)
    felt.refuses(cmd.Leave(seat=2), seated)
    felt.refuses(sits(1, "another"), seated, "taken")
    for name in ("", " ", "p2 ", "p\u200b2", "p2\n", "p" * 61):
        felt.refuses(sits(2, name), seated, "name")
    felt.refuses(sits(2, "p1"), seated, "one box")


@pytest.mark.clause("MD-LIR 7.F")
def test_7_f_boxes_are_adjacent_and_not_more_than_the_submission_says() -> None:
    felt = at("let-it-ride", seats=(3,), adjacent_boxes=3)
    felt.refuses(sits(5, "p3"), "MD-LIR 7.F", "adjacent")
    felt.refuses(sits(1, "p3"), "MD-LIR 7.F", "adjacent")
    felt.play(sits(4, "p3"), sits(2, "p3"))
    felt.refuses(sits(5, "p3"), "MD-LIR 7.F", "3 adjacent boxes")


@pytest.mark.clause("MD-LIR 7.F")
def test_7_f_wagers_of_one_player_lie_side_by_side() -> None:
    felt = at("let-it-ride", seats=(3,), adjacent_boxes=3)
    felt.play(sits(4, "p3"), sits(2, "p3"))
    felt.base(2, 4)
    felt.refuses(cmd.NoMoreBets(), "MD-LIR 7.F", "not adjacent")
    assert next_command(felt.state) is None
    felt.play(cmd.Leave(seat=3))
    felt.refuses(cmd.NoMoreBets(), "MD-LIR 7.F", "not adjacent")
    felt.play(sits(3, "p3"))
    felt.base(3).play(cmd.NoMoreBets())
    assert felt.state.playing == (2, 3, 4)


@pytest.mark.clause("MD-RET 1.B(1)")
@pytest.mark.clause("MD-DD .01B(1)")
@pytest.mark.clause("MD-DD .01B(2)")
@pytest.mark.clause("MD-LIR 7.E(1)")
@pytest.mark.clause("MD-RET 7.E(1)")
@pytest.mark.clause("MD-DD .07E(1)")
@pytest.mark.parametrize(
    ("game", "first", "second"),
    [
        ("let-it-ride", "bet-1", "bet-3"),
        ("run-em-twice", "first-ante", "second-ante"),
        ("double-draw", "ante", "bonus"),
    ],
)
def test_7_e_1_required_wagers_are_present_and_equal(game: str, first: str, second: str) -> None:
    """Reading incomplete: the seat is named, and the dealer corrects it or gives it back."""
    clause = {"let-it-ride": "MD-LIR 7.E(1)", "run-em-twice": "MD-RET 7.E(1)"}
    cites = clause.get(game, "MD-DD .07E(1)")
    felt = at(game, seats=(1, 2)).base(2)
    felt.bet(1, first, 500)
    felt.refuses(cmd.NoMoreBets(), cites, "seat 1")
    felt.base(1).bet(1, second, 600)
    felt.refuses(cmd.NoMoreBets(), cites, "not equal")
    felt.bet(1, second, 500)
    felt.play(cmd.TakeBackBet(seat=1, wager=first))
    felt.refuses(cmd.NoMoreBets(), cites, first)
    for wager in list(felt.state.seats[1].stakes):
        felt.play(cmd.TakeBackBet(seat=1, wager=wager))
    felt.play(cmd.NoMoreBets())
    assert felt.state.playing == (2,)


@pytest.mark.parametrize(
    ("game", "wager"),
    [("let-it-ride", "bet-1"), ("run-em-twice", "first-ante"), ("double-draw", "ante")],
)
def test_minimum_maximum_and_chip_step(game: str, wager: str) -> None:
    felt = at(game, minimum_cents=1_000, maximum_cents=5_000, chip_step_cents=500)
    clause = felt.game.wager[wager].clause
    for cents in (-1_000, 0, 500, 5_500, 1_250):
        felt.refuses(cmd.Bet(seat=1, wager=wager, cents=cents), clause)
    for cents in (1_000, 1_500, 5_000):
        felt.bet(1, wager, cents)
    assert felt.purse(1) == -5_000, "a raised wager is one wager"
    (action,) = [a for a in legal_actions(felt.state, 1) if a.wager == wager]
    assert (action.least, action.most, action.step) == (1_000, 5_000, 500)


def test_the_maximum_binds_antes_and_side_bets() -> None:
    """Reading maximum: a side bet too, unless the rules file sets its own; no bet in the round."""
    felt = at("run-em-twice", maximum_cents=1_000).base(1, cents=1_000)
    pairs = cmd.Bet(seat=1, wager="ultimate-pairs", cents=1_100)
    felt.refuses(pairs, "MD-RET 7.E(2)(b)", "from $1 to $10")
    felt.bet(1, "ultimate-pairs", 1_000)
    felt.refuses(cmd.Bet(seat=1, wager="second-ante", cents=1_100), "MD-RET 7.E(1)")
    felt.dealer()
    felt.bet(1, "first-run", 3_000)
    own = {"ultimate-pairs": 5_000}
    other = at("run-em-twice", maximum_cents=1_000, side_maximum_cents=own).base(1, cents=1_000)
    other.bet(1, "ultimate-pairs", 5_000)
    other.refuses(cmd.Bet(seat=1, wager="ultimate-pairs", cents=5_100), "MD-RET 7.E(2)(b)")
    other.refuses(cmd.Bet(seat=1, wager="five-card-bonus", cents=1_100), "MD-RET 7.E(2)(a)")


@pytest.mark.clause("MD-LIR 7.E(6)(a)")
@pytest.mark.clause("MD-RET 1.B(2)")
@pytest.mark.clause("MD-LIR 7.E(3)")
@pytest.mark.clause("MD-LIR 7.E(4)")
@pytest.mark.clause("MD-LIR 7.E(5)")
@pytest.mark.clause("MD-LIR 7.E(6)")
@pytest.mark.clause("MD-RET 7.E(2)")
@pytest.mark.parametrize(
    ("game", "wager", "clause", "needed"),
    [
        ("let-it-ride", "five-card-bonus", "MD-LIR 7.E(3)", "bet-1"),
        ("let-it-ride", "three-card-bonus", "MD-LIR 7.E(4)", "bet-1"),
        ("let-it-ride", "six-card-bonus", "MD-LIR 7.E(5)", "bet-1"),
        ("let-it-ride", "progressive", "MD-LIR 7.E(6)", "bet-1"),
        ("run-em-twice", "five-card-bonus", "MD-RET 7.E(2)(a)", "first-ante"),
        ("run-em-twice", "ultimate-pairs", "MD-RET 7.E(2)(b)", "first-ante"),
        ("run-em-twice", "progressive", "MD-RET 7.E(2)(c)", "first-ante"),
    ],
)
def test_7_e_optional_wagers(game: str, wager: str, clause: str, needed: str) -> None:
    felt = at(game)
    felt.refuses(cmd.Bet(seat=1, wager=wager, cents=100), clause, "after")
    felt.base(1).bet(1, wager, 100)
    felt.play(cmd.TakeBackBet(seat=1, wager=needed))
    felt.refuses(cmd.NoMoreBets(), felt.game.wager[needed].clause, needed)
    other = at(game, without=(wager,)).base(1)
    other.refuses(cmd.Bet(seat=1, wager=wager, cents=100), clause, "not offered")


@pytest.mark.clause("MD-LIR 7.E(5)")
def test_7_e_5_six_card_bonus_by_the_reading_that_needs_both() -> None:
    felt = at("let-it-ride", readings={"six-card-needs": "both-bonuses"}).base(1)
    felt.bet(1, "five-card-bonus", 100)
    felt.refuses(cmd.Bet(seat=1, wager="six-card-bonus", cents=100), "MD-LIR 7.E(5)", "three-card")
    felt.bet(1, "three-card-bonus", 100)
    felt.bet(1, "six-card-bonus", 100)
    felt.play(cmd.TakeBackBet(seat=1, wager="five-card-bonus"))
    felt.refuses(cmd.NoMoreBets(), "MD-LIR 7.E(5)", "five-card-bonus")


@pytest.mark.parametrize("game", ["let-it-ride", "run-em-twice"])
def test_progressive_stakes_are_one_dollar_or_five(game: str) -> None:
    felt = at(game).base(1)
    clause = felt.game.wager["progressive"].clause
    for cents in (0, 200, 499, 600):
        felt.refuses(cmd.Bet(seat=1, wager="progressive", cents=cents), clause, "$1 or $5")
    felt.bet(1, "progressive", 100)
    felt.bet(1, "progressive", 500)
    assert felt.state.seats[1].stakes["progressive"] == 500


def test_an_operator_may_take_one_progressive_stake_only() -> None:
    rules = file_rules(
        "operator = 'x'\njurisdiction = 'maryland'\ngame = 'run-em-twice'\nminimum = 5\n"
        "maximum = 50\nchip-step = 5\ndealing = 'manual-shoe'\nshuffling = 'manual'\ndecks = 1\n"
        "[paytables]\nprogressive = 'A'\n"
        "[progressive]\nstakes = [5]\nrate = { meter = 0.1 }\nreset = { meter = 10000 }\n"
    )
    felt = Felt(rules).sit(1).base(1)
    felt.refuses(cmd.Bet(seat=1, wager="progressive", cents=100), "MD-RET 7.E(2)(c)", "$5")
    felt.bet(1, "progressive", 500)


@pytest.mark.clause("MD-LIR 7.E(3)")
def test_the_five_card_bonus_of_let_it_ride_is_one_dollar() -> None:
    """Reading five-card-stake."""
    felt = at("let-it-ride").base(1)
    felt.refuses(cmd.Bet(seat=1, wager="five-card-bonus", cents=500), "MD-LIR 7.E(3)", "$1")


@pytest.mark.parametrize(("game", "jurisdiction"), ALL)
def test_a_wager_that_there_is_not(game: str, jurisdiction: str) -> None:
    felt = at(game, jurisdiction)
    felt.refuses(cmd.Bet(seat=1, wager="pair-plus", cents=500), felt.game.clauses.wagers)
    for wager in felt.game.wagers:
        if wager.at is not None:
            felt.refuses(cmd.Bet(seat=1, wager=wager.name, cents=500), wager.clause, "in the round")


@pytest.mark.clause("PA-RET wagers")
@pytest.mark.parametrize("wager", ["ultimate-pairs", "progressive"])
def test_pennsylvania_knows_neither_pairs_nor_progressive(wager: str) -> None:
    felt = at("run-em-twice", "pennsylvania").base(1)
    felt.refuses(cmd.Bet(seat=1, wager=wager, cents=100), "PA-RET wagers")
    felt.bet(1, "five-card-bonus", 100)


@pytest.mark.clause("MD-LIR 7.D")
@pytest.mark.clause("MD-RET 7.D")
@pytest.mark.clause("MD-DD .07D")
@pytest.mark.parametrize(
    ("game", "wager", "closed"),
    [
        ("let-it-ride", "bet-1", "MD-LIR 7.D"),
        ("run-em-twice", "first-ante", "MD-RET 7.D"),
        ("double-draw", "ante", "MD-DD .07D"),
    ],
)
def test_7_d_nothing_is_placed_raised_or_withdrawn_after_no_more_bets(
    game: str, wager: str, closed: str
) -> None:
    felt = at_round(game, seats=(1, 2))
    felt.play(cmd.NoMoreBets())
    felt.sit(3)
    for moment in (Phase.DEALING, Phase.PLAYING):
        assert felt.state.phase is moment
        felt.refuses(cmd.Bet(seat=1, wager=wager, cents=600), closed)
        felt.refuses(cmd.Bet(seat=3, wager=wager, cents=500), closed)
        felt.refuses(cmd.TakeBackBet(seat=1, wager=wager), closed)
        felt.dealer()
    assert 3 not in felt.state.playing


@pytest.mark.clause("MD-LIR 8.C(1)")
@pytest.mark.clause("MD-LIR 8.C(2)")
@pytest.mark.clause("MD-LIR 8.C(3)")
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


@pytest.mark.clause("MD-LIR 7.E(5)")
@pytest.mark.clause("MD-LIR 8.C(1)(c)")
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


@pytest.mark.clause("MD-LIR 12.F(1)")
@pytest.mark.clause("MD-RET 12.F(6)(a)")
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


@pytest.mark.clause("MD-RET 7.C")
@pytest.mark.clause("MD-DD .07C")
@pytest.mark.clause("MD-LIR 7.C")
@pytest.mark.parametrize(("game", "jurisdiction"), ALL)
def test_no_more_bets_needs_a_wager_and_comes_once(game: str, jurisdiction: str) -> None:
    felt = at(game, jurisdiction)
    felt.refuses(cmd.NoMoreBets(), felt.game.procedure.place, "no wager")
    felt.base(1).refuses(cmd.Deal(), felt.game.procedure.dealing["manual-shoe"].no_more_bets)
    felt.play(cmd.NoMoreBets())
    clause = felt.game.procedure.dealing["manual-shoe"].no_more_bets
    felt.refuses(cmd.NoMoreBets(), clause, "closed already")


@pytest.mark.clause("MD-LIR 7.B(2)")
def test_leaving_between_rounds_takes_the_wagers_along() -> None:
    felt = at_round("let-it-ride", seats=(1, 2))
    felt.bet(1, "progressive", 100)
    felt.play(cmd.Leave(seat=1))
    assert felt.state.gone == 0
    assert list(felt.state.purses) == ["p2"], "who left took the purse along"
    assert list(felt.state.seats) == [2]


def test_a_player_who_sits_down_during_a_round_is_in_the_next() -> None:
    felt = dealt("double-draw")
    felt.sit(2).play(cmd.Timeout(seat=1))
    felt.dealer()
    prepared(felt.base(1, 2))
    assert felt.state.playing == (1, 2)


@pytest.mark.parametrize(("game", "jurisdiction"), ALL)
def test_bets_that_were_given_back_stand_no_more(game: str, jurisdiction: str) -> None:
    """A player who was ready may bet again, in this round and the next."""
    felt = at_round(game, jurisdiction, seats=(1, 2))
    felt.play(cmd.Ready(seat=1, word="seven"))
    first = next(iter(felt.state.seats[1].stakes))
    again = cmd.Bet(seat=1, wager=first, cents=600)
    felt.refuses(again, felt.game.procedure.closed, "is ready: its bets stand")
    felt.refuses(cmd.GiveBack(seat=1), felt.game.procedure.place, "are in order")
    floor = (cmd.GiveBack(seat=1, reason="the player is not of age"), AUTOMATIC_FLOOR)
    returned = felt.play(floor)
    assert {type(event) for event in returned} == {ev.WagerReturned}
    assert felt.state.seats[1].stakes == {}
    assert not felt.state.seats[1].ready
    assert felt.state.seats[1].word is None
    felt.play(again)


# Several at once ----------------------------------------------------------------------------------


def test_several_wagers_are_placed_at_once_or_none() -> None:
    felt = at("let-it-ride")
    base = {"bet-3": 500, "bet-1": 500, "bet-2": 500}
    events = felt.play(cmd.PlaceBets(seat=1, cents={"five-card-bonus": 100, **base}))
    # In the order of the text, so that what needs another wager finds it.
    assert [(e.wager, e.cents) for e in events] == [  # type: ignore[attr-defined]
        *(("bet-1", 500), ("bet-2", 500), ("bet-3", 500), ("five-card-bonus", 100))
    ]
    changed = felt.play(cmd.PlaceBets(seat=1, cents={"bet-1": 700, "progressive": 100}))
    assert changed == [
        ev.WagerTakenBack(1, "bet-1", 500),
        ev.WagerPlaced(1, "bet-1", 700),
        ev.WagerPlaced(1, "progressive", 100),
    ]
    assert felt.purse(1) == -700 - 500 - 500 - 100 - 100


@pytest.mark.parametrize(
    ("cents", "clause", "words"),
    [
        ({}, "MD-LIR 7.C", "name a wager"),
        ({"bet-1": 500, "ante": 500}, "MD-LIR 7.E", "no wager"),
        ({"bet-1": 500, "bet-2": 50}, "MD-LIR 7.E(1)", "from"),
        (
            {"bet-1": 500, "bet-2": 500, "bet-3": 500, "progressive": 200},
            "MD-LIR 7.E(6)",
            "$1 or $5",
        ),
        ({"progressive": 100}, "MD-LIR 7.E(6)", "after"),
    ],
)
def test_one_wrong_wager_of_several_places_none(
    cents: dict[str, int], clause: str, words: str
) -> None:
    at("let-it-ride").refuses(cmd.PlaceBets(seat=1, cents=cents), clause, words)


def test_nothing_is_placed_after_no_more_bets() -> None:
    felt = dealt("run-em-twice")
    run = cmd.PlaceBets(seat=1, cents={"first-run": 500})
    felt.refuses(run, "MD-RET 7.D", "no more bets")
