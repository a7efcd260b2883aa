"""Chapter 12: meters paid in turn, envy, and the payout limit."""

import pytest
from chapters import bets, royal_at_seat_1, settled, to_settlement, to_the_end
from felt import Felt, at, at_round, dealt, prepared, settled_elsewhere, sits, with_side_bets

from fairdeal.floor.money.linked_meters import METER_SYSTEM
from fairdeal.games import find_game
from fairdeal.rulebook.game import Shuffling
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.next_step import next_command
from fairdeal.table.walk import Change
from fairdeal.wire.state import read_state, write_state
from fairdeal.wording.consequence import consequences
from fairdeal.wording.dealer import instructions
from fairdeal.wording.replay_words import replay_sentences

# Meters -------------------------------------------------------------------------------------------


def all_fold(felt: Felt) -> None:
    felt.dealer()
    for seat in felt.state.playing:
        felt.play(cmd.Fold(seat=seat))
    felt.dealer()
    assert felt.is_open


@pytest.mark.clause("MD-RET 12.F(6)(v)")
def test_a_second_hundred_percent_is_paid_the_reset() -> None:
    """Readings meter-turn and progressive-hand: the board's royal flush is everybody's."""
    felt = at_round(
        "run-em-twice",
        deck="Ks Qs Ts As Js",
        seats=(1, 2, 3),
        readings={"progressive-hand": "community"},
    )
    for seat in (1, 2, 3):
        bets(felt, seat, progressive=100)
    all_fold(felt)
    paid = [(e.seat, e.cents) for e in felt.happened(ev.WagerPaid)]
    # $10,000 and three times ten cents; then the reset, twice.
    assert paid == [(3, 1_000_030), (2, 1_000_000), (1, 1_000_000)]
    assert felt.state.meters.units == {"meter": 1_000_000 * UNITS_PER_CENT}
    # Each is envied by the two others: $1,000 a dollar staked.
    assert [(e.seat, e.holder, e.cents) for e in felt.happened(ev.EnvyPaid)] == [
        *((2, 3, 100_000), (1, 3, 100_000)),
        *((3, 2, 100_000), (1, 2, 100_000)),
        *((3, 1, 100_000), (2, 1, 100_000)),
    ]
    assert felt.purse(3) == 1_000_030 + 200_000 - 100 - 1_000


@pytest.mark.clause("MD-RET 12.F(6)(v)")
def test_ten_percent_of_what_the_meter_shows_at_each_turn() -> None:
    felt = at_round(
        "run-em-twice",
        deck="Ks Qs Ts 9s Js",
        seats=(1, 2),
        paytables={"progressive": "A"},
        readings={"progressive-hand": "community"},
    )
    bets(felt, 1, progressive=100)
    bets(felt, 2, progressive=100)
    all_fold(felt)
    # 10,000.20: 1,000.02; of the 9,000.18 left 900.018, parts of a cent stay on the meter.
    assert [e.cents for e in felt.happened(ev.WagerPaid)] == [100_002, 90_001]
    assert felt.state.meters.units == {"meter": (1_000_020 - 100_002 - 90_001) * UNITS_PER_CENT}


@pytest.mark.clause("MD-LIR 12.G")
def test_lir_12_g_a_royal_flush_takes_the_meter() -> None:
    felt = at_round("let-it-ride", deck="2c 3d 4h As Ts Ks Js Qs", seats=(1,))
    bets(felt, 1, progressive=500)
    felt.dealer()
    felt.play(cmd.Ride(seat=1))
    felt.dealer()
    felt.play(cmd.Ride(seat=1))
    felt.dealer()
    (progressive,) = [e for e in felt.happened(ev.WagerPaid) if e.wager == "progressive"]
    assert progressive.cents == 100_000 + 50, "$1,000 and a tenth of $5"
    # Three bets of $5 at 1,000 to 1.
    assert felt.purse(1) == 3 * 500_000 + 100_050 - 500


@pytest.mark.clause("MD-LIR 12.F(1)", "MD-RET 12.F(6)(a)")
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


@pytest.mark.clause("MD-RET 12.F(6)", "MD-RET 13.G")
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
    assert replay_sentences(felt.state, unfed) == [said]
    assert consequences([Change(felt.state, unfed, felt.state)]) == [(said, None)]
    assert felt.state.meters.units == won
    assert felt.state.won_elsewhere == frozenset()
    assert b"won_elsewhere" not in write_state(felt.state), "as before there were such winners"
    place = felt.game.procedure.place
    felt.refuses((cmd.ShowMeters(won, ("green",)), METER_SYSTEM), place, "the table has meter")
    for units, words in (
        ({}, "the table has meter"),
        ({"meter": 1, "green": 1}, "the table has meter"),
        ({"meter": -1}, "less than $0"),
    ):
        felt.refuses((cmd.ShowMeters(units), METER_SYSTEM), place, words)
    felt.play((cmd.ShowMeters({"meter": 0}), METER_SYSTEM))
    without = at("double-draw")
    place = without.game.procedure.place
    without.refuses((cmd.ShowMeters({"meter": 1}), METER_SYSTEM), place, "no meters")


@pytest.mark.clause("MD-RET 11.A(5)")
def test_a_forfeit_leaves_the_meter_its_share() -> None:
    felt = with_side_bets("run-em-twice")
    felt.dealer()
    before = felt.state.meters
    felt.play(cmd.Forfeit(seat=1, reason="talk"))
    assert felt.state.meters == before
    felt.refuses(cmd.Forfeit(seat=1), "MD-RET 11.A(5)", "no wager left")


# Envy ---------------------------------------------------------------------------------------------


def e_cards(felt: Felt, seat: int) -> tuple[int, ...]:
    return next(e.cards for e in felt.happened(ev.HandShown) if e.seat == seat)


@pytest.mark.clause("MD-RET 12.G(1)", "MD-RET 12.H", "MD-RET 12.I")
def test_envy_by_the_receivers_own_stake() -> None:
    felt = royal_at_seat_1()
    bets(felt, 2, progressive=100)
    bets(felt, 3, progressive=500)
    to_the_end(felt)
    envy = felt.happened(ev.EnvyPaid)
    # The holder needs no stake; the dollar is worth $1,000 and five dollars $5,000.
    assert [(e.seat, e.holder, e.cents) for e in envy] == [(3, 1, 500_000), (2, 1, 100_000)]
    assert [e.clause for e in envy] == ["MD-RET 12.I(1)(a)", "MD-RET 12.H(1)(a)"]
    after = felt.log[felt.log.index(ev.HandShown(1, e_cards(felt, 1))) + 1 :]
    moved = [e for e in after if not isinstance(e, ev.HandAnnounced)]
    assert moved[:2] == envy, "to all at once, when the hand was shown"


@pytest.mark.clause("MD-RET 11.B(3)")
@pytest.mark.parametrize("side", ["five-card-bonus", "ultimate-pairs", "progressive", None])
def test_a_folded_hand_gives_envy_only_while_it_lies_on_the_table(side: str | None) -> None:
    """Reading envy-holder."""
    felt = royal_at_seat_1()
    if side:
        felt.bet(1, side, 100)
    bets(felt, 2, progressive=100)
    felt.dealer()
    for seat in (1, 2, 3):
        felt.play(cmd.Fold(seat=seat))
    before = felt.state
    while next_command(felt.state) != cmd.Clear():
        felt.play(next_command(felt.state) or cmd.Clear())
    told = settled_elsewhere(before, felt.state)
    felt.dealer()
    paid = sum(e.cents for e in felt.happened(ev.EnvyPaid) if e.seat == 2)
    assert paid == (100_000 if side else 0)
    assert paid == told[2]["envy"] * 100


@pytest.mark.clause("MD-LIR 1.B(2)")
def test_nobody_envies_his_or_her_own_other_box() -> None:
    felt = at("let-it-ride", deck="2c 3d 4h As 6c Ts Ks 7c Js Qs 9h", adjacent_boxes=2)
    felt.play(sits(2, "p1"))
    felt.sit(3)
    felt.base(1, 2)
    bets(felt, 1, progressive=100)
    bets(felt, 2, progressive=100)
    felt.dealer()
    for _ in range(2):
        felt.play(cmd.Ride(seat=1), cmd.Ride(seat=2))
        felt.dealer()
    assert felt.is_open
    assert any(e.hand == "royal flush" for e in felt.happened(ev.WagerPaid) if e.seat == 1)
    assert not felt.happened(ev.EnvyPaid)


@pytest.mark.clause("MD-LIR 11.E(5)")
def test_lir_11_e_5_envy_comes_after_the_wagers_of_the_hand_that_is_envied() -> None:
    felt = at_round("let-it-ride", deck="2c 3d 4h As 6c Ts Ks 7c Js Qs 9h", seats=(1, 2))
    bets(felt, 1, progressive=100)
    bets(felt, 2, progressive=100)
    felt.dealer()
    for _ in range(2):
        felt.play(cmd.Ride(seat=1), cmd.Ride(seat=2))
        while next_command(felt.state) not in (None, cmd.Show()):
            felt.play(next_command(felt.state) or cmd.Clear())
    felt.play(cmd.Show(), cmd.Settle())
    before = [line.say for line in instructions(felt.state)]
    assert before == ["Turn up the cards of seat 1"], (
        "nothing is told of a hand that lies face down"
    )
    felt.play(cmd.Show())
    *wagers, envy = instructions(felt.state)
    assert all(line.say.startswith("Pay seat 1: ") for line in wagers)
    assert envy.say == "Pay seat 2: Envy Bonus for seat 1's hand, $1,000"
    assert envy.clause == "MD-LIR 12.I(1)(a)"
    *paid, bonus, settled = felt.play(cmd.Settle())
    assert {type(event) for event in paid} == {ev.WagerPaid, ev.MeterPaid}
    (meter,) = [event for event in paid if isinstance(event, ev.MeterPaid)]
    (share,) = [e for e in paid if isinstance(e, ev.WagerPaid) and e.wager == "progressive"]
    assert meter.paid == share.cents * UNITS_PER_CENT
    assert isinstance(bonus, ev.EnvyPaid)
    assert isinstance(settled, ev.SeatSettled)


@pytest.mark.clause("MD-LIR 7.B(2)", "MD-RET 7.B(3)", "MD-DD .07B(3)")
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("let-it-ride", "MD-LIR 7.B(2)"),
        ("run-em-twice", "MD-RET 7.B(3)"),
        ("double-draw", "MD-DD .07B(3)"),
    ],
)
def test_what_is_abandoned_is_lost_by_its_own_clause(game: str, clause: str) -> None:
    """Reading abandoned: not by the clause of a hand that loses, for the hand may be a royal."""
    felt = dealt(game)
    felt.play(cmd.Leave(seat=1))
    while next_command(felt.state) != cmd.Settle():
        felt.play(next_command(felt.state) or cmd.Clear())
    told = [line for line in instructions(felt.state) if line.say.startswith("Collect from")]
    assert {(line.say.split(", ")[1], line.clause) for line in told} == {("abandoned", clause)}
    lost = [e for e in felt.play(cmd.Settle()) if isinstance(e, ev.WagerLost)]
    assert {event.clause for event in lost} == {clause}


@pytest.mark.clause("MD-RET 7.B(3)")
@pytest.mark.parametrize(("leaver", "envied"), [(1, [3, 2]), (2, [3])])
def test_who_left_gives_envy_and_gets_none(leaver: int, envied: list[int]) -> None:
    """Reading abandoned-envy."""
    felt = royal_at_seat_1()
    bets(felt, 2, progressive=100)
    bets(felt, 3, progressive=100)
    felt.dealer()
    felt.play(cmd.Leave(seat=leaver))
    for wager in ("first-run", "second-run", "center"):
        for seat in (1, 2, 3):
            if seat != leaver:
                felt.bet(seat, wager, 500)
        felt.dealer()
    assert [e.seat for e in felt.happened(ev.EnvyPaid)] == envied


# The payout limit ---------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 12.C")
def test_ret_12_c_the_limit_comes_off_the_wagers_paid_last() -> None:
    """Reading payout-limit-scope: side bets are outside it."""
    felt = at_round("run-em-twice", deck="Ah Kd 6c 6d Qs As Ks", payout_limit_cents=5_000)
    bets(felt, 1, ultimate_pairs=1_000)
    felt.dealer()
    for wager, cents in (("first-run", 1_500), ("second-run", 500), ("center", 1_000)):
        felt.bet(1, wager, cents)
        felt.dealer()
    paid = {e.wager: (e.cents, e.cut) for e in felt.happened(ev.WagerPaid)}
    assert paid == {
        "ultimate-pairs": (1_000 + 25_000, 0),  # ace-king suited, 25 to 1
        "first-ante": (1_000, 0),
        "first-run": (1_500 + 3_000, 0),
        "second-ante": (500, 0),  # sixes push
        "second-run": (500, 0),
        "center": (1_000 + 2_000 - 500, 500),  # 55 won in all, 50 is the limit
    }
    assert felt.purse(1) == 25_000 + 5_000


@pytest.mark.clause("PA-RET limit")
def test_pa_limit_does_not_apply_to_the_five_card_bonus() -> None:
    felt = at_round(
        "run-em-twice", "pennsylvania", deck="Ks Qs As Ts Js 2c 3d", maximum_cents=100_000
    )
    bets(felt, 1, five_card_bonus=100_000)
    all_fold(felt)
    assert felt.happened(ev.WagerPaid)[0].cents == 251 * 100_000


@pytest.mark.clause("MD-LIR 2.B(10)", "MD-DD .02B(6)")
def test_an_operators_limit_in_the_other_games() -> None:
    felt = at_round("double-draw", deck="As Ah Ad Ac *", payout_limit_cents=10_000)
    felt.dealer()
    for wager in ("first-draw", "second-draw"):
        felt.bet(1, wager, 500)
        felt.play(cmd.NoMoreBets(), cmd.Draw(seat=1))
    felt.dealer()
    # 5 for the ante, of the bonus' 2,500 what the limit leaves, and nothing for the draws.
    cuts = {e.wager: e.cut for e in felt.happened(ev.WagerPaid)}
    assert cuts == {"ante": 0, "bonus": 250_500 - 10_000, "first-draw": 500, "second-draw": 500}
    assert felt.purse(1) == 10_000
    # Four kings win 50 to 1: the first bet brings the limit, and the others only come back.
    felt = dealt(
        "let-it-ride",
        deck="2c 3c 4c Kd Kh Ks Kc 8d",
        paytables={"main": "A"},
        payout_limit_cents=10_000,
    )
    to_settlement(felt)
    settled(felt)
    cuts = {e.wager: e.cut for e in felt.happened(ev.WagerPaid)}
    assert cuts == {"bet-1": 25_000 - 10_000, "bet-2": 25_000, "bet-3": 25_000}
    assert felt.purse(1) == 10_000


@pytest.mark.clause("MD-DD .02B(2)", "MD-DD .02B(6)")
@pytest.mark.parametrize(
    ("limit", "cuts"),
    [
        (11_500, {"ante": 0, "bonus": 0, "first-draw": 0, "second-draw": 0}),
        (11_200, {"ante": 0, "bonus": 0, "first-draw": 0, "second-draw": 300}),
        (10_600, {"ante": 0, "bonus": 0, "first-draw": 400, "second-draw": 500}),
        (10_400, {"ante": 0, "bonus": 100, "first-draw": 500, "second-draw": 500}),
    ],
)
def test_dd_the_limit_cuts_the_draws_before_the_bonus(limit: int, cuts: dict[str, int]) -> None:
    (reading,) = [one for one in find_game("double-draw").readings if one.id == "bonus-order"]
    assert "before the draw wagers" in reading.answer
    felt = at_round("double-draw", deck="9s 9h 9d 9c 2c", payout_limit_cents=limit)
    felt.dealer()
    for wager in ("first-draw", "second-draw"):
        felt.bet(1, wager, 500)
        felt.play(cmd.NoMoreBets(), cmd.Draw(seat=1))
    felt.dealer()
    # Four of a kind: $5 on the ante, $100 on the bonus, $5 on each draw.
    assert {e.wager: e.cut for e in felt.happened(ev.WagerPaid)} == cuts
    assert felt.purse(1) == limit


@pytest.mark.parametrize("shuffling", [Shuffling.MANUAL, Shuffling.COUNTING])
def test_nothing_is_void_once_chips_have_moved(shuffling: Shuffling) -> None:
    """Reading void-reach."""
    felt = at_round("run-em-twice", seats=(1, 2), shuffling=shuffling)
    felt.dealer()
    for wager in ("first-run", "second-run", "center"):
        felt.bet(1, wager, 500)
        felt.bet(2, wager, 500)
        felt.play(cmd.Reveal())
    felt.play(cmd.Show(), cmd.Settle())
    felt.refuses(cmd.WrongNumber(place=1, cards=3), "MD-RET 13.C", "chips")


@pytest.mark.clause("MD-RET 12.C", "MD-LIR 2.B(10)", "MD-DD .02B(6)", "PA-RET limit")
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
