"""Chapter 11's end: order, meters in turn, envy, limits, forfeits, and the same cents as settle."""

from typing import Any

import pytest
from felt import Felt, at, at_round, dealt, settled_elsewhere, sits

from fairdeal.rulebook.game import Shuffling
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.next_step import next_command
from fairdeal.wording.dealer import instructions

ROYAL_BOARD = "Ks Qs Ts 9d Js"  # left, right, top, bottom, center


def bets(felt: Felt, seat: int, **sides: int) -> None:
    for wager, cents in sides.items():
        felt.bet(seat, wager.replace("_", "-"), cents)


def all_fold(felt: Felt) -> None:
    felt.dealer()
    for seat in felt.state.playing:
        felt.play(cmd.Fold(seat=seat))
    felt.dealer()
    assert felt.is_open


def to_the_end(felt: Felt) -> None:
    """Everybody bets the least at every decision."""
    felt.dealer()
    for wager in ("first-run", "second-run", "center"):
        for seat in felt.state.playing:
            if not (felt.state.seats[seat].folded or felt.state.seats[seat].out):
                felt.bet(seat, wager, 500)
        felt.dealer()


# Order --------------------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 11.H")
@pytest.mark.clause("MD-RET 11.I")
@pytest.mark.clause("MD-RET 11.J")
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


@pytest.mark.clause("MD-LIR 11.D")
@pytest.mark.clause("MD-LIR 11.E")
@pytest.mark.clause("MD-LIR 11.F")
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


# Meters -------------------------------------------------------------------------------------------


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


# Envy ---------------------------------------------------------------------------------------------


def royal_at_seat_1(**how: Any) -> Felt:
    """Seat 1 gets the ace and ten of spades: a royal flush in the 1st run."""
    return at_round("run-em-twice", deck="Ks Qs 2d 9d Js As 3c 4h Ts 5c 7h", seats=(1, 2, 3), **how)


@pytest.mark.clause("MD-RET 12.G(1)")
@pytest.mark.clause("MD-RET 12.H")
@pytest.mark.clause("MD-RET 12.I")
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


def e_cards(felt: Felt, seat: int) -> tuple[int, ...]:
    return next(e.cards for e in felt.happened(ev.HandShown) if e.seat == seat)


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


# Forfeits -----------------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 11.A(5)")
def test_ret_11_a_5_a_forfeit_loses_everything_and_gives_no_envy() -> None:
    """Reading forfeit: what fed the meter stays."""
    felt = royal_at_seat_1()
    bets(felt, 1, progressive=100, ultimate_pairs=100)
    bets(felt, 2, progressive=100)
    fed = 1_000_000 * UNITS_PER_CENT
    felt.refuses(cmd.Forfeit(seat=1), "MD-RET 11.A", "once the cards")
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


@pytest.mark.clause("MD-LIR 11.A")
@pytest.mark.clause("MD-DD .11A")
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


@pytest.mark.clause("MD-LIR 2.B(10)")
@pytest.mark.clause("MD-DD .02B(6)")
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
