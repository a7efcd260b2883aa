"""Chapters 2 and 7: betting positions, boxes, and which wagers may be placed."""

import pytest
from chapters import DORA, FRED
from deals import shows
from felt import ALL, MARYLAND, Felt, at, at_round, dealt, prepared, rules_of, sits

from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import player
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase

# Seats and boxes ----------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 2.A(1)", "MD-RET 2.A(1)", "MD-DD .02A(1)")
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


@pytest.mark.clause("MD-LIR 7.B", "MD-RET 7.B(1)", "MD-DD .07B(1)")
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
    felt.refuses((cmd.RemovePlayer(2, "late"), FRED), clause, "the player can leave after it")


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


# Required and optional wagers ---------------------------------------------------------------------


@pytest.mark.clause("MD-RET 1.B(1)", "MD-DD .01B(1)", "MD-DD .01B(2)", "MD-LIR 7.E(1)")
@pytest.mark.clause("MD-RET 7.E(1)", "MD-DD .07E(1)")
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


@pytest.mark.clause("MD-LIR 7.E(6)(a)", "MD-RET 1.B(2)", "MD-LIR 7.E(3)", "MD-LIR 7.E(4)")
@pytest.mark.clause("MD-LIR 7.E(5)", "MD-LIR 7.E(6)", "MD-RET 7.E(2)")
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


@pytest.mark.clause("COMAR 36.05.02.20A(2)", "MD-LIR 7.E", "MD-RET 7.E", "MD-DD .07E")
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


@pytest.mark.clause("MD-LIR 7.D", "MD-RET 7.D", "MD-DD .07D")
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


@pytest.mark.clause("MD-RET 7.C", "MD-DD .07C", "MD-LIR 7.C")
@pytest.mark.parametrize(("game", "jurisdiction"), ALL)
def test_no_more_bets_needs_a_wager_and_comes_once(game: str, jurisdiction: str) -> None:
    felt = at(game, jurisdiction)
    felt.refuses(cmd.NoMoreBets(), felt.game.procedure.place, "no wager")
    felt.base(1).refuses(cmd.Deal(), felt.game.procedure.dealing["manual-shoe"].no_more_bets)
    felt.play(cmd.NoMoreBets())
    clause = felt.game.procedure.dealing["manual-shoe"].no_more_bets
    felt.refuses(cmd.NoMoreBets(), clause, "closed already")


@pytest.mark.parametrize(
    ("game", "closed"),
    [
        shows("MD-LIR 2.C(2)", "let-it-ride", "MD-LIR 7.D"),
        shows("MD-RET 2.B(6)(2)", "run-em-twice", "MD-RET 7.D"),
    ],
)
def test_no_progressive_stake_after_no_more_bets(game: str, closed: str) -> None:
    felt = at_round(game, seats=(1, 2))
    felt.bet(2, "progressive", 100)
    felt.play(cmd.NoMoreBets())
    meters, late = felt.state.meters, cmd.Bet(seat=1, wager="progressive", cents=100)
    felt.refuses(late, closed)
    felt.play(cmd.Collect(wager="progressive", chips=1))
    felt.refuses(late, closed)
    felt.play(cmd.Deal())
    felt.refuses(late, closed)
    assert felt.state.meters == meters, "nothing more feeds the meter"


@pytest.mark.clause("MD-RET 1.B(2)")
@pytest.mark.parametrize("wager", ["five-card-bonus", "ultimate-pairs", "progressive"])
def test_ret_a_bonus_is_free_to_place_and_only_before_the_cards(wager: str) -> None:
    felt = dealt("run-em-twice")
    assert wager not in felt.state.seats[1].stakes, "the round is played without it"
    felt.refuses(cmd.Bet(seat=1, wager=wager, cents=100), "MD-RET 7.D")


CITED = {"first-draw": "MD-DD .07E(2)", "second-draw": "MD-DD .07E(3)"}


@pytest.mark.parametrize(
    ("before", "wager"),
    [
        shows("MD-DD .01B(3)", [], "first-draw"),
        shows("MD-DD .07E(2)", [], "first-draw"),
        shows("MD-DD .01B(6)", ["first-draw"], "second-draw"),
        shows("MD-DD .07E(3)", ["first-draw"], "second-draw"),
    ],
)
def test_dd_a_draw_wager_equals_the_ante(before: list[str], wager: str) -> None:
    """Reading draw-equal: neither less nor more."""
    felt = dealt("double-draw")
    for earlier in before:
        felt.draw(earlier, 1, 1)
    for cents in (0, 400, 600, 1_000):
        felt.refuses(cmd.Bet(seat=1, wager=wager, cents=cents), CITED[wager])
    felt.bet(1, wager, 500)
    assert felt.state.seats[1].stakes[wager] == felt.state.seats[1].stakes["ante"] == 500


def test_a_wager_that_is_named_goes_back_with_what_depends_on_it_and_no_other() -> None:
    """Here the bonus of six cards needs both other bonuses."""
    felt = at_round("let-it-ride", readings={"six-card-needs": "both-bonuses"})
    required = dict(felt.state.seats[1].stakes)
    for wager, cents in (("five-card-bonus", 100), ("three-card-bonus", 500)):
        felt.bet(1, wager, cents)
    felt.bet(1, "six-card-bonus", 500)
    why = "a chip too many"
    events = felt.play((cmd.GiveBack(seat=1, wager="three-card-bonus", reason=why), FRED))
    assert events == [
        ev.WagerReturned(1, name, 500, felt.game.procedure.place, why)
        for name in ("three-card-bonus", "six-card-bonus")
    ]
    assert felt.state.seats[1].stakes == required | {"five-card-bonus": 100}
    felt.play((cmd.GiveBack(seat=1, reason=why), FRED))
    assert felt.state.seats[1].stakes == {}
    assert felt.purse(1) == 0
