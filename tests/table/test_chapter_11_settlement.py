"""Chapter 11's end: what is said, collected and paid, in what order, and forfeits."""

import pytest
from chapters import bets, royal_at_seat_1, settled, to_settlement, to_the_end, told
from felt import at_round, dealt

from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.next_step import next_command
from fairdeal.table.view import parse_viewer, view
from fairdeal.wording.dealer import instructions

# Order --------------------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 11.H", "MD-RET 11.I", "MD-RET 11.J")
def test_ret_11_h_to_j_three_passes_from_the_dealers_right() -> None:
    felt = at_round("run-em-twice", seats=(1, 2, 3))
    bets(felt, 1, five_card_bonus=100, progressive=100)
    bets(felt, 2, ultimate_pairs=100)
    bets(felt, 3, progressive=500)
    to_the_end(felt)
    assert felt.is_open
    moves = []
    for event in felt.log:
        if isinstance(event, ev.HandShown):
            moves.append((event.seat, "shows"))
        if isinstance(event, ev.SeatSettled):
            moves.append((event.seat, "collected" if event.collected else "settled"))
    assert moves == [
        # H: the bonus needs nobody's cards; pairs are turned for (reading pairs-shown).
        *((2, "shows"), (2, "settled"), (1, "settled")),
        # I: each seat is turned up, settled, and collected unless the progressive waits.
        *((3, "shows"), (3, "settled")),
        (2, "collected"),
        *((1, "shows"), (1, "settled")),
        # J: the progressive, from the dealer's right too (reading progressive-moment).
        *((3, "collected"), (1, "collected")),
    ]
    antes = [
        e.wager for e in felt.log if isinstance(e, ev.WagerPaid | ev.WagerLost) and e.seat == 2
    ]
    assert antes[0] == "ultimate-pairs"
    assert sorted(antes[1:]) == ["center", "first-ante", "first-run", "second-ante", "second-run"]


@pytest.mark.clause("MD-LIR 11.D", "MD-LIR 11.E", "MD-LIR 11.F")
def test_lir_11_d_to_f_one_pass_from_the_dealers_right() -> None:
    felt = at_round("let-it-ride", seats=(1, 4))
    bets(felt, 1, five_card_bonus=100, three_card_bonus=200, six_card_bonus=300, progressive=100)
    felt.dealer()
    for _ in range(2):
        felt.play(cmd.Ride(seat=1), cmd.Ride(seat=4))
        felt.dealer()
    order = [(e.seat, e.wager) for e in felt.log if isinstance(e, ev.WagerPaid | ev.WagerLost)]
    assert order == [
        *((4, "bet-1"), (4, "bet-2"), (4, "bet-3")),
        *((1, "bet-1"), (1, "bet-2"), (1, "bet-3")),
        *((1, "five-card-bonus"), (1, "three-card-bonus")),
        *((1, "six-card-bonus"), (1, "progressive")),
    ]
    collected = [event.collected for event in felt.happened(ev.SeatSettled)]
    assert collected == [False, False], "all cards stay face up until all is settled"


@pytest.mark.clause("MD-RET 11.I")
def test_cards_are_turned_before_wagers_are_settled_and_in_turn() -> None:
    felt = at_round("run-em-twice")
    felt.dealer()
    for wager in ("first-run", "second-run", "center"):
        felt.refuses(cmd.Show(), felt.game.round[felt.state.step].clause)
        felt.bet(1, wager, 500)
        felt.refuses(cmd.Settle(), felt.game.round[felt.state.step].clause)
        felt.play(cmd.Reveal())
    felt.refuses(cmd.Settle(), "MD-RET 11.I", "turn up the cards of seat 1")
    felt.refuses(cmd.Clear(), "MD-RET 11.I", "still to be settled")
    felt.refuses(cmd.Reveal(), "MD-RET 11.I")
    felt.play(cmd.Show())
    felt.refuses(cmd.Show(), "MD-RET 11.I", "not turned up now")
    told = [line.say for line in instructions(felt.state)]
    # I(1)-(2): both hands are announced by name (reading run-announced), then five wagers.
    assert [say.partition(":")[0] for say in told[:2]] == [
        "Announce for seat 1, first run",
        "Announce for seat 1, second run",
    ]
    # Five wagers, and the cards are collected.
    assert len(told) == 2 + 5 + 1
    felt.play(cmd.Settle())
    assert [(e.of, e.clause) for e in felt.happened(ev.HandAnnounced)] == [
        ("first run", "MD-RET 11.I(1)"),
        ("second run", "MD-RET 11.I(2)"),
    ]
    felt.refuses(cmd.Settle(), "MD-RET 11.K", "nothing")
    felt.play(cmd.Clear())
    felt.refuses(cmd.Clear(), "MD-RET 11.K", "no round")


def moves(events: list[ev.Event]) -> list[str]:
    """Each wager with what became of it, in the order in which chips moved."""
    said = []
    for event in events:
        match event:
            case ev.WagerLost(wager=wager):
                said.append(f"{wager} lost")
            case ev.WagerPaid(wager=wager, result="push"):
                said.append(f"{wager} pushed")
            case ev.WagerPaid(wager=wager):
                said.append(f"{wager} paid")
            case ev.HandAnnounced(of=of):
                said.append(f"announced {of}")
            case ev.EnvyPaid(seat=seat):
                said.append(f"envy to {seat}")
            case _:
                pass
    return said


# The cross is left, right, top, bottom, center; then a card to each seat, twice.
@pytest.mark.clause("MD-RET 11.I(1)", "MD-RET 11.I(2)", "MD-RET 11.I(3)(a)", "MD-RET 11.I(3)(e)")
def test_ret_11_i_3_a_the_losing_run_is_collected_before_the_other_is_paid() -> None:
    # First run: 2c 3d 4h 9s Kc, nothing. Second run: 9d 2s with the 2c and 9s: two pair.
    felt = to_settlement(dealt("run-em-twice", deck="3d 4h 9d 2s Kc 2c 9s"))
    events = settled(felt)
    assert moves(events) == [
        *("announced first run", "announced second run"),
        *("first-ante lost", "first-run lost"),
        *("second-ante paid", "second-run paid", "center paid"),
    ]
    announced = [(e.hand, e.clause) for e in events if isinstance(e, ev.HandAnnounced)]
    assert announced == [
        ("nothing, king high", "MD-RET 11.I(1)"),
        ("two pair, nines and twos", "MD-RET 11.I(2)"),
    ]


@pytest.mark.clause("MD-RET 11.I(3)(a)", "MD-RET 11.I(3)(b)")
def test_ret_11_i_3_a_pushes_are_told_between() -> None:
    # First run: a pair of sixes pushes. Second run: nothing. The center pushes with the first.
    felt = to_settlement(dealt("run-em-twice", deck="6d 3h 9d 4s Kc 6c Qs"))
    events = settled(felt)
    assert moves(events)[2:] == [
        *("second-ante lost", "second-run lost"),
        *("first-ante pushed", "first-run pushed", "center pushed"),
    ]
    center = next(e for e in events if isinstance(e, ev.WagerPaid) and e.wager == "center")
    assert center.clause == "MD-RET 11.I(3)(b)"


@pytest.mark.clause("MD-RET 11.I(3)(c)")
def test_ret_11_i_3_c_the_center_pushes_with_the_second_run() -> None:
    felt = to_settlement(dealt("run-em-twice", deck="3d 4h 6d 9s Kc 6c Qs"))
    events = settled(felt)
    center = next(e for e in events if isinstance(e, ev.WagerPaid) and e.wager == "center")
    assert (center.result, center.clause) == ("push", "MD-RET 11.I(3)(c)")


@pytest.mark.clause("MD-RET 11.I(3)(e)")
def test_ret_11_i_3_a_a_push_is_told_before_a_win_is_paid() -> None:
    # First run: kings, paid. Second run: sixes, pushed.
    felt = to_settlement(dealt("run-em-twice", deck="Kd 3h 6d 4s 9c Kc 6s"))
    assert moves(settled(felt))[2:] == [
        *("second-ante pushed", "second-run pushed"),
        *("first-ante paid", "first-run paid", "center paid"),
    ]


@pytest.mark.clause("MD-RET 11.I(3)", "MD-RET 11.I(3)(d)")
def test_ret_11_i_3_d_all_five_are_lost_in_the_order_of_the_text() -> None:
    felt = to_settlement(dealt("run-em-twice", deck="3d 4h 9d Ts Kc 2c 7s"))
    assert moves(settled(felt))[2:] == [
        *("first-ante lost", "second-ante lost", "first-run lost", "second-run lost"),
        "center lost",
    ]


@pytest.mark.clause("MD-DD .11D(3)")
def test_dd_11_d_3_the_losing_bonus_goes_before_the_winning_wagers() -> None:
    """Two pair: the ante and draws win, the bonus of table A pushes (.12B(1)(j))."""
    felt = to_settlement(dealt("double-draw", deck="2c 2d 9h 9s Kc"))
    assert moves(settled(felt)) == [
        *("bonus pushed", "ante paid", "first-draw paid", "second-draw paid"),
    ]
    felt = to_settlement(dealt("double-draw", deck="2c 3d 9h Js Kc"))
    assert moves(settled(felt)) == [
        *("ante lost", "bonus lost", "first-draw lost", "second-draw lost"),
    ]


@pytest.mark.clause("MD-LIR 11.D(3)", "MD-LIR 11.E")
def test_lir_11_e_side_bets_keep_the_order_of_the_text() -> None:
    """A pair of deuces: the three bets lose, of the side bets only the three cards pay."""
    felt = at_round("let-it-ride", deck="Kc Qd Js 2c 9h 2d 7s 4c")
    for wager in ("five-card-bonus", "three-card-bonus", "six-card-bonus", "progressive"):
        felt.bet(1, wager, 100)
    felt.dealer()
    assert moves(settled(to_settlement(felt))) == [
        *("bet-1 lost", "bet-2 lost", "bet-3 lost"),
        *("five-card-bonus lost", "three-card-bonus paid", "six-card-bonus lost"),
        "progressive lost",
    ]


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


# Announced ----------------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 11.I(1)", "MD-RET 11.I(2)")
@pytest.mark.parametrize("pairs", [False, True])
def test_ret_11_i_1_both_hands_are_announced_at_i_before_a_chip_moves(pairs: bool) -> None:
    """Cards that were turned at H for Ultimate Pairs are announced at I as well."""
    felt = at_round("run-em-twice", deck="3d 4h 9d 2s Kc 2c 9s")
    if pairs:
        felt.bet(1, "ultimate-pairs", 100)
    felt.dealer()
    to_settlement(felt)
    if pairs:
        assert moves(settled(felt)) == ["ultimate-pairs lost"]
        assert next_command(felt.state) == cmd.Settle(), "the cards lie open"
    else:
        felt.play(cmd.Show())
    words = told(felt)
    assert words[0] == ("Announce for seat 1, first run: nothing, king high", "MD-RET 11.I(1)")
    assert words[1][1] == "MD-RET 11.I(2)"
    assert "two pair, nines and twos" in words[1][0]
    assert moves(felt.play(cmd.Settle()))[:3] == [
        *("announced first run", "announced second run", "first-ante lost"),
    ]


@pytest.mark.clause("MD-RET 12.G")
def test_ret_12_g_the_hand_is_named_before_it_is_envied() -> None:
    """Seat 1 has a royal flush of hearts in the first run, seat 2 a dollar on the progressive."""
    felt = at_round("run-em-twice", seats=(1, 2), deck="Ah Kh 6c 6d Qh Jh 2c Th 3d")
    felt.bet(2, "progressive", 100)
    felt.dealer()
    to_settlement(felt)
    settled(felt)
    events = settled(felt)
    assert moves(events)[:3] == ["announced first run", "announced second run", "envy to 2"]
    envy = next(e for e in events if isinstance(e, ev.EnvyPaid))
    assert (envy.cents, envy.clause) == (100_000, "MD-RET 12.H(1)(a)")


@pytest.mark.clause("MD-RET 11.I(3)(a)")
def test_ret_the_cards_of_a_settled_seat_are_collected_in_words() -> None:
    felt = to_settlement(dealt("run-em-twice"))
    felt.play(cmd.Show())
    assert told(felt)[-1] == ("Put the cards of seat 1 into the discard rack", "MD-RET 11.I")


# Forfeits -----------------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 11.A(5)")
def test_ret_11_a_5_a_forfeit_loses_everything_and_gives_no_envy() -> None:
    """Reading forfeit: what fed the meter stays."""
    felt = royal_at_seat_1()
    bets(felt, 1, progressive=100, ultimate_pairs=100)
    bets(felt, 2, progressive=100)
    fed = 1_000_000 * UNITS_PER_CENT
    felt.refuses(cmd.Forfeit(seat=1), "MD-RET 11.A", "after cards")
    felt.dealer()
    events = felt.play(cmd.Forfeit(seat=1, reason="told a neighbour"))
    assert events[-1] == ev.HandForfeited(1, "told a neighbour")
    lost = [event for event in events[:-1] if isinstance(event, ev.WagerLost)]
    assert len(lost) == len(events) - 1
    assert {event.clause for event in lost} == {"MD-RET 11.A(5)"}
    felt.refuses(cmd.Forfeit(seat=1), "MD-RET 11.A(5)")
    felt.refuses(cmd.Bet(seat=1, wager="first-run", cents=500), "MD-RET 11.B(1)")
    to_the_end(felt)
    assert felt.purse(1) == -1_000 - 100 - 100
    assert not felt.happened(ev.EnvyPaid)
    assert 1 not in {e.seat for e in felt.happened(ev.HandShown)}
    assert felt.state.meters.units["meter"] == fed + 20 * UNITS_PER_CENT
    assert 1 in felt.state.seats, "the player keeps the seat"


@pytest.mark.clause("MD-RET 11.A(5)")
def test_who_forfeits_gets_no_envy() -> None:
    felt = royal_at_seat_1()
    bets(felt, 2, progressive=100)
    felt.dealer()
    felt.play(cmd.Forfeit(seat=2))
    to_the_end(felt)
    assert not felt.happened(ev.EnvyPaid)


@pytest.mark.clause("MD-LIR 11.A", "MD-DD .11A")
@pytest.mark.parametrize(
    ("game", "clause"), [("let-it-ride", "MD-LIR 11.A"), ("double-draw", "MD-DD .11A")]
)
def test_11_a_the_other_games_set_no_forfeit(game: str, clause: str) -> None:
    """Reading forfeit: no wager is taken without a text that says so."""
    dealt(game).refuses(cmd.Forfeit(seat=1), clause, "no forfeit")


def test_who_has_been_paid_has_nothing_left_to_forfeit() -> None:
    felt = dealt("run-em-twice", deck="Ah Kd 6c 6d Qs As Ks")
    felt.refuses(cmd.Forfeit(seat=7), "MD-RET 7.B(1)")
    felt.sit(5).refuses(cmd.Forfeit(seat=5), "MD-RET 11.A(5)")
    for wager in ("first-run", "second-run", "center"):
        felt.bet(1, wager, 500)
        while next_command(felt.state) not in (None, cmd.Clear()):
            felt.play(next_command(felt.state) or cmd.Clear())
    felt.refuses(cmd.Forfeit(seat=1), "MD-RET 11.A(5)", "no wager left")


def test_a_hand_in_the_discard_rack_forfeits_nothing() -> None:
    felt = dealt("run-em-twice", seats=(1, 2))
    felt.play(cmd.Fold(seat=1))
    felt.refuses(cmd.Forfeit(seat=1), "MD-RET 11.A(5)")


def test_the_table_is_cleared_when_the_stub_is_in_the_rack_and_not_before() -> None:
    """Where players draw from it, it lies with the dealer until the last card is drawn."""
    felt = dealt("double-draw")
    stub = felt.game.procedure.dealing[felt.state.dealing].stub
    # With nothing left to settle the round is over at once.
    felt.play(cmd.Fold(seat=1))
    assert felt.state.current is None
    felt.refuses(cmd.Clear(), stub, "the stub goes to the discard rack first")
    felt.play(cmd.RackStub())
    assert felt.play(cmd.Clear()) == [ev.RoundEnded()]
    felt.refuses(cmd.Clear(), felt.game.procedure.clear, "no round is on")
