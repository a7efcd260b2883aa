"""Chapter 11 from the decisions to the discard rack: what is said and moved, and in what order."""

import pytest
from felt import Felt, at, at_round, dealt, prepared, with_side_bets

from fairdeal.floor.money.linked_meters import METER_SYSTEM
from fairdeal.rulebook.game import BetOrFold, Draw, Settle, TakeBack
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.next_step import next_command
from fairdeal.wire.state import read_state, write_state
from fairdeal.wording.consequence import consequences
from fairdeal.wording.dealer import instructions
from fairdeal.wording.replay_words import retold


def told(felt: Felt) -> list[tuple[str, str | None]]:
    return [(line.say, line.clause) for line in instructions(felt.state)]


def to_settlement(felt: Felt) -> Felt:
    """Everybody stays in with the least, draws nothing, and the dealer goes on to settlement."""
    while not isinstance(felt.state.current, Settle):
        command = next_command(felt.state)
        if command is None:
            seat, step = felt.state.turn or 0, felt.state.current
            match step:
                case TakeBack():
                    command = cmd.Ride(seat)
                case BetOrFold(wager=wager):
                    command = cmd.Bet(seat, wager, 500)
                case _:
                    command = cmd.Draw(seat)
        felt.play(command)
    return felt


def settled(felt: Felt) -> list[ev.Event]:
    """What the next seat's settlement is, its cards turned up first where they are."""
    if next_command(felt.state) == cmd.RackStub():
        felt.play(cmd.RackStub())
    if next_command(felt.state) == cmd.Show():
        felt.play(cmd.Show())
    return felt.play(cmd.Settle())


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


# Losing first -------------------------------------------------------------------------------------

# The cross is left, right, top, bottom, center; then a card to each seat, twice.


@pytest.mark.clause("MD-RET 11.I(1)")
@pytest.mark.clause("MD-RET 11.I(2)")
@pytest.mark.clause("MD-RET 11.I(3)(a)")
@pytest.mark.clause("MD-RET 11.I(3)(e)")
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


@pytest.mark.clause("MD-RET 11.I(3)(a)")
@pytest.mark.clause("MD-RET 11.I(3)(b)")
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


@pytest.mark.clause("MD-RET 11.I(3)(d)")
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


@pytest.mark.clause("MD-LIR 11.D(3)")
@pytest.mark.clause("MD-LIR 11.E")
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


# Announced ----------------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 11.I(1)")
@pytest.mark.clause("MD-RET 11.I(2)")
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


# What the dealer does at once ---------------------------------------------------------------------


@pytest.mark.clause("MD-RET 11.B(2)")
@pytest.mark.clause("MD-RET 11.D(1)")
@pytest.mark.clause("MD-RET 11.F(1)")
def test_ret_a_fold_is_collected_at_once_in_words() -> None:
    expected = [
        ("MD-RET 11.B(2)", "1st Ante and 2nd Ante of seat 1, $10", "first-run"),
        ("MD-RET 11.D(1)", "1st Ante, 2nd Ante and 1st Run of seat 1, $15", "second-run"),
        ("MD-RET 11.F(1)", "1st Ante, 2nd Ante, 1st Run and 2nd Run of seat 1, $20", "center"),
    ]
    for clause, words, at_bet in expected:
        felt = dealt("run-em-twice", seats=(1, 2))
        while felt.state.current.wager != at_bet:  # type: ignore[union-attr] # a decision is on
            wager = felt.state.current.wager  # type: ignore[union-attr]
            felt.bet(1, wager, 500)
            felt.bet(2, wager, 500)
            felt.dealer()
        felt.play(cmd.Fold(1))
        first, second = told(felt)
        assert first == (f"Collect {words}, and put the folded cards into the discard rack", clause)
        assert second[0].startswith("Ask seat 2: ")


@pytest.mark.clause("MD-RET 11.B(3)")
def test_ret_11_b_3_the_cards_of_a_fold_with_a_live_side_bet_stay() -> None:
    felt = at_round("run-em-twice", seats=(1, 2))
    felt.bet(1, "five-card-bonus", 100)
    felt.dealer()
    felt.play(cmd.Fold(1))
    assert "leave the folded cards" in told(felt)[0][0]
    assert not felt.state.seats[1].collected


@pytest.mark.clause("MD-DD .11C(2)(b)")
@pytest.mark.clause("MD-DD .11C(8)(b)")
def test_dd_11_c_2_b_a_fold_is_collected_at_once_in_words() -> None:
    felt = dealt("double-draw", seats=(1, 2))
    felt.play(cmd.Fold(1))
    words = "Collect Ante and Bonus of seat 1, $10, and put the folded cards into the discard rack"
    assert told(felt)[0] == (words, "MD-DD .11C(2)(b)")


@pytest.mark.clause("MD-LIR 11.B(1)(b)")
@pytest.mark.clause("MD-LIR 11.C(1)(b)")
def test_lir_a_bet_taken_back_is_moved_to_the_player_in_words() -> None:
    felt = dealt("let-it-ride", seats=(1, 2))
    title = felt.game.wager["bet-1"].title
    assert told(felt) == [(f"Ask seat 1: withdraw {title} or let it ride", "MD-LIR 11.B")]
    felt.play(cmd.Withdraw(1))
    assert told(felt) == [
        (f"Move {title}, $5, to seat 1", "MD-LIR 11.B(1)(b)"),
        (f"Ask seat 2: withdraw {title} or let it ride", "MD-LIR 11.B"),
    ]
    felt.play(cmd.Ride(2), cmd.Reveal(), cmd.Withdraw(1))
    assert told(felt)[0][1] == "MD-LIR 11.C(1)(b)"


@pytest.mark.clause("MD-RET 11.A(5)")
def test_ret_11_a_5_what_is_forfeited_is_collected_in_words() -> None:
    felt = with_side_bets("run-em-twice")
    felt.dealer()
    felt.play(cmd.Forfeit(seat=1, reason="showed the cards to seat 2"))
    ((words, clause), *_) = told(felt)
    assert clause == "MD-RET 11.A(5)"
    assert words == (
        "Collect from seat 1, forfeited: 1st Ante $5, 2nd Ante $5, Five Card Bonus $1, "
        "Ultimate Pairs Bonus $1 and the cards"
    ), "the progressive's chip was collected before the deal"
    assert felt.state.seats[1].collected
    assert felt.state.turn == 2


@pytest.mark.clause("MD-DD .11C(5)")
@pytest.mark.clause("MD-DD .11C(6)")
@pytest.mark.clause("MD-DD .11C(11)")
@pytest.mark.clause("MD-DD .11C(12)")
def test_dd_11_c_5_the_player_discards_and_the_dealer_replaces() -> None:
    felt = dealt("double-draw", deck="2c 3d 9h Js Kc 5h 6h 7h 8h", seats=(1,))
    for wager, most, clauses in (
        ("first-draw", 3, ("MD-DD .11C(5)", "MD-DD .11C(6)")),
        ("second-draw", 1, ("MD-DD .11C(11)", "MD-DD .11C(12)")),
    ):
        felt.bet(1, wager, 500)
        felt.play(cmd.NoMoreBets())
        assert isinstance(felt.state.current, Draw)
        felt.refuses(cmd.Replace(), felt.state.current.clause, "no discards")
        held = felt.state.seats[1].cards
        (discarded,) = felt.play(cmd.Draw(1, discard=held[:most]))
        assert discarded == ev.CardsDiscarded(1, most, held[:most])
        assert tuple(clause for _, clause in told(felt)) == clauses
        assert told(felt)[0][0].startswith("Collect the discards of seat 1")
        felt.refuses(cmd.Draw(1), clauses[1], "discarded already")
        felt.refuses(cmd.Timeout(1), clauses[1], "to be replaced")
        felt.refuses(cmd.Replace(seat=2), clauses[1], "seat 1")
        (replaced,) = felt.play(cmd.Replace(seat=1))
        assert isinstance(replaced, ev.CardsReplaced)
        assert replaced.count == most
        assert felt.state.seats[1].cards == held[most:] + (replaced.cards or ())


@pytest.mark.clause("MD-DD .11C(4)")
def test_dd_11_c_4_who_discards_nothing_needs_no_replacement() -> None:
    felt = dealt("double-draw", seats=(1, 2))
    felt.bet(1, "first-draw", 500)
    felt.bet(2, "first-draw", 500)
    felt.play(cmd.NoMoreBets(), cmd.Draw(1))
    assert (felt.state.replacing, felt.state.turn) == (False, 2)


# Leaving, and the clock ---------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 7.B(2)")
@pytest.mark.clause("MD-RET 7.B(3)")
@pytest.mark.clause("MD-DD .07B(3)")
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("let-it-ride", "MD-LIR 7.B(2)"),
        ("run-em-twice", "MD-RET 7.B(3)"),
        ("double-draw", "MD-DD .07B(3)"),
    ],
)
def test_7_b_2_who_leaves_loses_at_settlement(game: str, clause: str) -> None:
    felt = dealt(game, seats=(1, 2))
    felt.play(cmd.Leave(1))
    assert felt.state.turn == 2, "nobody is asked who is not there"
    felt.refuses(cmd.Leave(1), clause, "has left")
    to_settlement(felt)
    felt.dealer()
    lost = [e for e in felt.happened(ev.WagerLost) if e.seat == 1]
    assert {(e.cause, e.clause) for e in lost} == {("abandoned", clause)}
    assert 1 not in felt.state.seats


@pytest.mark.parametrize("reading", ["lose", "least-costly"])
@pytest.mark.parametrize("game", ["let-it-ride", "run-em-twice", "double-draw"])
def test_the_cause_of_a_decision_that_nobody_made(game: str, reading: str) -> None:
    felt = dealt(game, seats=(1, 2), readings={"abandoned": reading})
    events = felt.play(cmd.Timeout(1))
    assert [e.cause for e in events if isinstance(e, ev.BetWithdrawn | ev.HandFolded)] == ["clock"]
    felt.play(cmd.Leave(2))
    felt.dealer()
    causes = [e.cause for e in felt.log if isinstance(e, ev.BetWithdrawn | ev.HandFolded)]
    if reading == "lose":
        assert "left" not in causes
    else:
        assert "left" in causes
    assert "player" not in causes


@pytest.mark.clause("MD-DD .11C(4)")
def test_dd_no_answer_after_the_draw_wager_discards_nothing() -> None:
    felt = dealt("double-draw")
    felt.bet(1, "first-draw", 500)
    felt.play(cmd.NoMoreBets())
    assert felt.play(cmd.Timeout(1)) == [ev.CardsDiscarded(1, 0, (), "clock")]


def test_dd_discards_are_replaced_for_who_has_left() -> None:
    felt = dealt("double-draw", seats=(1, 2))
    felt.bet(1, "first-draw", 500)
    felt.bet(2, "first-draw", 500)
    felt.play(cmd.NoMoreBets(), cmd.Draw(1, felt.state.seats[1].cards[:2]), cmd.Leave(1))
    assert told(felt)[0][1] == "MD-DD .11C(5)"
    felt.play(cmd.Replace())
    assert len(felt.state.seats[1].cards) == 5
    assert felt.state.turn == 2


# The payout limit ---------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 12.C")
@pytest.mark.clause("MD-LIR 2.B(10)")
@pytest.mark.clause("MD-DD .02B(6)")
@pytest.mark.clause("PA-RET limit")
@pytest.mark.parametrize(
    ("game", "jurisdiction", "deck", "clause"),
    [
        ("run-em-twice", "maryland", "Kd 3h 6d 4s 9c Kc 6s", "MD-RET 12.C"),
        ("run-em-twice", "pennsylvania", "Kd 3h 6d 4s 9c Kc 6s", "PA-RET limit"),
        ("let-it-ride", "maryland", "2c 3c 4c Kd 7h Ks 9c 8d", "MD-LIR 2.B(10)"),
        ("double-draw", "maryland", "Kd Kh Ks 9c 8d", "MD-DD .02B(6)"),
    ],
)
def test_a_cut_names_the_clause_of_the_limit(
    game: str, jurisdiction: str, deck: str, clause: str
) -> None:
    """A limit of $7: of what was won above it the wagers paid last give up the rest."""
    felt = dealt(game, jurisdiction, deck=deck, payout_limit_cents=700)
    to_settlement(felt)
    events = settled(felt)
    paid = [e for e in events if isinstance(e, ev.WagerPaid) and e.result == "win"]
    stakes = felt.state.seats[1].stakes
    assert sum(e.cents - stakes[e.wager] for e in paid) == 700
    assert [e.cut_clause for e in paid if e.cut] == [clause] * sum(bool(e.cut) for e in paid)
    assert not paid[0].cut, "the first is paid in full"
    assert paid[-1].cut
    assert {e.cut_clause for e in paid if not e.cut} == {None}
    assert all(e.clause != clause for e in paid), "the line that pays is cited as well"


# The meter ----------------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 12.F(1)")
@pytest.mark.clause("MD-RET 12.F(6)(a)")
@pytest.mark.parametrize("game", ["let-it-ride", "run-em-twice"])
def test_a_void_takes_back_what_fed_the_meter(game: str) -> None:
    felt = with_side_bets(game)
    reset = felt.state.meters
    felt.play(cmd.NoMoreBets())
    grown = felt.state.meters.units["meter"] - reset.units["meter"]
    assert grown == 100_000, "a tenth of a dollar"
    prepared(felt)
    felt.play(cmd.Deal())
    felt.play(cmd.WrongNumber(place=felt.happened(ev.CardsDealt)[0].cards[0][0], cards=7))
    assert felt.state.meters == reset
    assert felt.state.fed == {}


@pytest.mark.clause("MD-RET 13.G")
def test_a_skipped_player_s_share_comes_off_the_meter_too() -> None:
    felt = at_round("run-em-twice", seats=(1, 2))
    felt.bet(1, "progressive", 100)
    felt.bet(2, "progressive", 500)
    prepared(felt)
    felt.play(cmd.Deal(), cmd.Deal(skip=(2,)), cmd.Deal(skip=(2,)), cmd.Skipped(2))
    assert felt.state.fed == {"meter": 100_000}, "what seat 1 fed"
    assert felt.purse(2) == 0
    felt.play(cmd.CountStub(cards=45), cmd.RackStub(), cmd.ExposedCommunity(area="left"))
    assert felt.state.meters == at("run-em-twice").state.meters, "and that with the void"


@pytest.mark.clause("MD-RET 12.F(6)")
@pytest.mark.clause("MD-RET 13.G")
def test_the_house_gives_back_for_a_meter_that_was_won_at_another_table() -> None:
    """Reading `meter-void-linked`: the meter stays as it is, for a seat and for all of them."""
    felt = at_round("run-em-twice", seats=(1, 2))
    felt.play((cmd.ShowMeters({"meter": 7_000_000}, ("meter",)), METER_SYSTEM))
    assert felt.state.won_elsewhere == frozenset(), "nothing of this table was on it"
    felt.bet(1, "progressive", 100)
    felt.bet(2, "progressive", 500)
    prepared(felt)
    won = {"meter": 5_000_000}
    felt.play((cmd.ShowMeters(won, ("meter",)), METER_SYSTEM))
    events = felt.play(cmd.Deal(), cmd.Deal(skip=(2,)), cmd.Deal(skip=(2,)), cmd.Skipped(2))
    assert events[-2] == ev.MetersUnfed({}, {"meter": 500_000}), "a tenth of $5"
    assert felt.state.fed == {"meter": 100_000}, "what seat 1 fed"
    snapshot = write_state(felt.state)
    assert read_state(felt.rules, snapshot).won_elsewhere == {"meter"}
    felt.play(cmd.CountStub(cards=45), cmd.RackStub(), cmd.ExposedCommunity(area="left"))
    unfed = felt.happened(ev.MetersUnfed)[-1]
    assert unfed == ev.MetersUnfed({}, {"meter": 100_000})
    said = "The house gives back what fed the meter, which another table has won since"
    assert retold(felt.state, unfed) == [said]
    assert consequences([(felt.state, unfed)]) == [(said, None)]
    assert felt.state.meters.units == won
    assert felt.state.won_elsewhere == frozenset()
    assert b"won_elsewhere" not in write_state(felt.state), "as before there were such winners"
    place = felt.game.procedure.place
    felt.refuses((cmd.ShowMeters(won, ("green",)), METER_SYSTEM), place, "the table has meter")


@pytest.mark.clause("MD-RET 11.A(5)")
def test_a_forfeit_leaves_the_meter_its_share() -> None:
    felt = with_side_bets("run-em-twice")
    felt.dealer()
    before = felt.state.meters
    felt.play(cmd.Forfeit(seat=1, reason="talk"))
    assert felt.state.meters == before
    felt.refuses(cmd.Forfeit(seat=1), "MD-RET 11.A(5)", "no wager left")


@pytest.mark.parametrize(
    ("game", "clause"), [("let-it-ride", "MD-LIR 11.A"), ("double-draw", "MD-DD .11A")]
)
def test_elsewhere_the_text_sets_no_forfeit(game: str, clause: str) -> None:
    felt = dealt(game)
    felt.refuses(cmd.Forfeit(seat=1, reason="talk"), clause, "sets no forfeit")
