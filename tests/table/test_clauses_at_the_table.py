"""Clauses that no other file shows: what words mean at the table, and what follows from them."""

import pytest
from deals import box, only, ride, shows
from felt import Felt, at, at_round, dealt

from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.submission.check import check
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.legal import Action, legal_actions
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase, layout
from fairdeal.table.view import parse_viewer, view

# What a hand is -----------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 1.B(1)")
@pytest.mark.clause("MD-LIR 1.B(4)")
@pytest.mark.clause("MD-LIR 11.D(2)")
@pytest.mark.parametrize(
    ("own", "community", "called"),
    [
        ("As Ks Qs", "Js Ts", "royal flush"),
        ("As Ks Qs", "Jd Th", "straight"),
        ("9s 8s 7s", "Js Ts", "straight flush"),
        ("9s 9d 2h", "9h 2c", "full house"),
        ("9s 8d 2h", "Th Tc", "pair"),
    ],
)
def test_lir_a_hand_is_the_own_cards_and_the_community_cards(
    own: str, community: str, called: str
) -> None:
    bets = only(ride(community, box(1, own)))
    assert {bet["class"] for bet in bets.values()} == {called}


@pytest.mark.clause("MD-LIR 1.B(6)")
@pytest.mark.parametrize(
    ("own", "community", "returned"),
    [("9s 9d 2h", "2c Kd", 0), ("As Ad 2h", "7c Kd", 0), ("2s 2d 2h", "7c Kd", 9 * 5)],
)
def test_lir_the_progressive_begins_with_three_of_a_kind(
    own: str, community: str, returned: int
) -> None:
    wagers = only(ride(community, box(1, own, progressive=5), progressive="A"))
    assert wagers["progressive"]["returned"] == returned


@pytest.mark.clause("MD-DD .01B(4)")
@pytest.mark.clause("MD-DD .11D(2)")
def test_dd_the_hand_is_what_is_held_after_the_draws() -> None:
    """Three kings are dealt; the second draw brings the fourth."""
    felt = dealt("double-draw", deck="Kc Kd Kh 2s 3s 4h 5d Ks")
    assert felt.hand(1) == "Kc Kd Kh 2s 3s"
    felt.bet(1, "first-draw", 500)
    felt.play(cmd.NoMoreBets())
    felt.play(cmd.Draw(seat=1, discard=felt.state.seats[1].cards[3:]), cmd.Replace())
    assert felt.hand(1) == "Kc Kd Kh 4h 5d"
    felt.bet(1, "second-draw", 500)
    felt.play(cmd.NoMoreBets())
    felt.play(cmd.Draw(seat=1, discard=felt.state.seats[1].cards[3:4]), cmd.Replace())
    felt.dealer()
    assert {event.called for event in felt.happened(ev.WagerPaid)} == {"four of a kind"}


# A round ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", [shows("MD-RET 1.B(5)", "run-em-twice"), shows("MD-DD .01B(5)", "double-draw")]
)
def test_a_round_goes_from_the_wagers_to_the_last_settlement(game: str) -> None:
    felt = at(game)
    felt.refuses(cmd.Deal(), felt.game.procedure.dealing[Dealing.MANUAL_SHOE].no_more_bets)
    felt.base(1)
    placed = layout(felt.state)
    assert placed > 0
    felt.dealer()
    phases = [felt.state.phase]
    while not felt.is_open:
        felt.play(cmd.Timeout(seat=1))
        felt.dealer()
        phases.append(felt.state.phase)
    assert phases == [Phase.PLAYING, *phases[1:-1], Phase.OPEN]
    assert felt.happened(ev.CardsDealt)
    assert layout(felt.state) == 0, "all is settled"
    assert felt.state.seats[1].stakes == {}
    assert felt.state.seats[1].cards == ()
    assert felt.state.inventory == placed, "who folds at once loses what was placed"


# Riding and withdrawing ---------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 1.B(5)")
@pytest.mark.clause("MD-LIR 7.E(2)")
@pytest.mark.clause("MD-LIR 11.C(1)(a)")
@pytest.mark.clause("MD-LIR 11.C(1)(b)(ii)")
@pytest.mark.parametrize("withdrawn", [(), ("bet-1",), ("bet-2",), ("bet-1", "bet-2")])
def test_lir_a_bet_that_rides_stays_and_one_withdrawn_goes_at_once(
    withdrawn: tuple[str, ...],
) -> None:
    felt = dealt("let-it-ride", deck="2c 3d 4h 6s 7c 9d Jh Kc")
    for bet in ("bet-1", "bet-2"):
        before, purse = dict(felt.state.seats[1].stakes), felt.purse(1)
        if bet in withdrawn:
            felt.play(cmd.Withdraw(seat=1))
            assert bet not in felt.state.seats[1].stakes
            assert felt.purse(1) == purse + 500
        else:
            felt.play(cmd.Ride(seat=1))
            assert felt.state.seats[1].stakes == before
            assert felt.purse(1) == purse
        if felt.state.phase is Phase.PLAYING:
            felt.dealer()
    settled = {event.wager for event in felt.log if isinstance(event, ev.WagerPaid | ev.WagerLost)}
    assert settled == {"bet-1", "bet-2", "bet-3"} - set(withdrawn)


@pytest.mark.clause("MD-LIR 7.E(2)")
def test_lir_number_3_is_never_withdrawn() -> None:
    felt = dealt("let-it-ride")
    for _ in range(2):
        felt.play(cmd.Withdraw(seat=1))
        felt.dealer()
    assert [event.wager for event in felt.happened(ev.BetWithdrawn)] == ["bet-1", "bet-2"]
    assert felt.is_open


# The progressive is closed ------------------------------------------------------------------------


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


# Wagers that equal the ante -----------------------------------------------------------------------


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


# Settlement ---------------------------------------------------------------------------------------


@pytest.mark.clause("MD-DD .11E")
def test_dd_cards_stay_face_up_till_all_is_settled() -> None:
    felt = dealt("double-draw", seats=(1, 2))
    for wager in ("first-draw", "second-draw"):
        felt.draw(wager, 1, 1, 2)
    cards = {seat: felt.state.seats[seat].cards for seat in (1, 2)}
    public = parse_viewer("public", 6)
    settled: list[int] = []
    while not isinstance(command := next_command(felt.state), cmd.Clear):
        assert command is not None
        felt.play(command)
        settled = [event.seat for event in felt.happened(ev.SeatSettled)]
        shown = {seat.seat: seat.cards for seat in view(felt.state, public).seats}
        assert all(shown[seat] == cards[seat] for seat in settled)
    assert settled == [1, 2]
    felt.play(cmd.Clear())
    assert all(seat.cards == () for seat in felt.state.seats.values())


@pytest.mark.clause("MD-RET 11.H(2)")
def test_ret_bonus_wagers_that_win_are_paid_before_the_runs() -> None:
    """A pair of aces on the board pays 1 to 1, a pair of queens in hand 10 to 1 (A)."""
    felt = at_round("run-em-twice", deck="Ah Ad 7c 8s 2h Qs Qd", paytables={"ultimate-pairs": "A"})
    felt.bet(1, "five-card-bonus", 500)
    felt.bet(1, "ultimate-pairs", 500)
    felt.dealer()
    for wager in ("first-run", "second-run", "center"):
        felt.bet(1, wager, 500)
        felt.dealer()
    paid = [(event.wager, event.cents) for event in felt.happened(ev.WagerPaid)]
    assert paid[:2] == [("five-card-bonus", 1_000), ("ultimate-pairs", 5_500)]
    assert {wager for wager, _ in paid[2:]} <= {
        *("first-ante", "second-ante", "first-run", "second-run", "center"),
    }


# Pennsylvania -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "wager", "turned"),
    [
        shows("PA-RET first-run", [], "first-run", ["left", "right"]),
        shows("PA-RET second-run", ["first-run"], "second-run", ["top", "bottom"]),
    ],
)
def test_pa_a_run_is_one_to_three_antes_or_a_fold(
    before: list[str], wager: str, turned: list[str]
) -> None:
    felt = dealt("run-em-twice", "pennsylvania")
    for earlier in before:
        felt.bet(1, earlier, 500)
        felt.dealer()
    assert legal_actions(felt.state) == [
        Action("fold", 1),
        Action("bet", 1, wager, least=500, most=1_500, step=100),
    ]
    for cents in (400, 1_600):
        felt.refuses(cmd.Bet(seat=1, wager=wager, cents=cents), f"PA-RET {wager}")
    felt.bet(1, wager, 1_500)
    felt.dealer()
    assert felt.turned_up()[-1] == turned


# Devices ------------------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 5.G")
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand", "automated-shoe"])
def test_ret_a_device_that_reshuffles_and_counts_may_be_used(dealing: str) -> None:
    text = f"""operator = "Chesapeake Casino"
jurisdiction = "maryland"
game = "run-em-twice"
minimum = 5
maximum = 100
chip-step = 5
dealing = "{dealing}"
shuffling = "reshuffling"
decks = 1
seats = 6
"""
    rules = check(text).rules
    assert rules is not None
    assert rules.shuffling is Shuffling.RESHUFFLING
    felt = Felt(rules).sit(1)
    felt.base(1).dealer()
    assert felt.state.phase is Phase.PLAYING
    assert not felt.happened(ev.DeckCut)
