"""Chapters 8 to 11: a whole round by each way of dealing, each card and cent by hand."""

from typing import Any

import pytest
from deals import box, only, ride, shows
from felt import Felt, at, at_round, dealt, prepared

from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.state import Phase, layout_cents

# Run 'Em Twice ------------------------------------------------------------------------------------

MACHINE = Shuffling.AUTOMATED

CROSS = [("left", "Ah"), ("right", "Kd"), ("top", "6c"), ("bottom", "6d"), ("center", "Qs")]

ONE_AT_A_TIME = [("seat:1", "As"), ("seat:3", "9h"), ("seat:1", "Ks"), ("seat:3", "2c")]


def play_run_em_twice(jurisdiction: str, dealing: Dealing, seats: list[tuple[str, str]]) -> Felt:
    deck = " ".join(card for _, card in [*CROSS, *seats])
    felt = at_round(
        "run-em-twice", jurisdiction, deck=deck, seats=(1, 3), dealing=dealing, shuffling=MACHINE
    )
    felt.dealer()
    assert felt.dealt() == [*CROSS, *seats]
    felt.bet(1, "first-run", 1_500)  # three times the ante
    felt.bet(3, "first-run", 500)
    felt.dealer()
    felt.bet(1, "second-run", 500)
    felt.play(cmd.Fold(seat=3))
    felt.dealer()
    felt.bet(1, "center", 1_000)
    felt.dealer()
    assert felt.is_open
    # Seat 1: aces and kings in the 1st run (ante 5, run 15 at 2 to 1 = 30), a pair of sixes in the
    # 2nd (both push), the center wins with the better of them (10 at 2 to 1 = 20).
    assert felt.purse(1) == 500 + 3_000 + 2_000
    # Seat 3 folded after both antes and a 1st run bet of 5.
    assert felt.purse(3) == -1_500
    return felt


@pytest.mark.clause("MD-RET 8.D(2)", "MD-RET 8.D(3)", "MD-RET 11.I")
def test_ret_chapter_8_a_round_from_a_manual_shoe() -> None:
    play_run_em_twice("maryland", Dealing.MANUAL_SHOE, ONE_AT_A_TIME)


@pytest.mark.clause("MD-RET 9.B")
def test_ret_chapter_9_a_round_from_the_hand() -> None:
    play_run_em_twice("maryland", Dealing.HAND, ONE_AT_A_TIME)


IN_STACKS = [("seat:1", "As"), ("seat:1", "Ks"), ("seat:3", "9h"), ("seat:3", "2c")]


@pytest.mark.clause("MD-RET 10.B")
def test_ret_chapter_10_a_round_from_an_automated_shoe() -> None:
    play_run_em_twice("maryland", Dealing.AUTOMATED_SHOE, IN_STACKS)


@pytest.mark.clause("PA-RET center", "PA-RET paytable")
def test_pa_a_round_in_pennsylvania() -> None:
    felt = play_run_em_twice("pennsylvania", Dealing.MANUAL_SHOE, ONE_AT_A_TIME)
    assert {e.clause for e in felt.happened(ev.WagerPaid)} == {"PA-RET paytable"}


def steps(felt: Felt) -> list[str]:
    """What was done since the bets were closed, in words of the events."""
    names = [type(event).__name__ for event in felt.log]
    return names[names.index("BetsClosed") :]


@pytest.mark.clause("MD-RET 11.C", "MD-RET 11.E", "MD-RET 11.G")
def test_ret_11_the_cross_is_turned_in_three_moves() -> None:
    felt = play_run_em_twice("maryland", Dealing.MANUAL_SHOE, ONE_AT_A_TIME)
    assert felt.turned_up() == [["left", "right"], ["top", "bottom"], ["center"]]
    done = steps(felt)
    runs = [n for n in done if n in ("WagerPlaced", "HandFolded", "CardsRevealed")]
    assert runs == [
        *("WagerPlaced", "WagerPlaced", "CardsRevealed"),
        *("WagerPlaced", "HandFolded", "CardsRevealed"),
        *("WagerPlaced", "CardsRevealed"),
    ]


# Let It Ride --------------------------------------------------------------------------------------

BOX = [("bonus", "2c"), ("bonus", "3d"), ("bonus", "4h")]

ALTERNATELY = [
    *(("seat:2", "Ts"), ("seat:7", "9c"), ("community", "Tc")),
    *(("seat:2", "Td"), ("seat:7", "7d"), ("community", "8s")),
    *(("seat:2", "5h"), ("seat:7", "2h")),
]


def play_let_it_ride(felt: Felt, order: list[tuple[str, str]]) -> Felt:
    felt.dealer()
    assert felt.dealt() == order
    felt.play(cmd.Ride(seat=2), cmd.Withdraw(seat=7))
    felt.dealer()
    felt.play(cmd.Ride(seat=2), cmd.Withdraw(seat=7))
    felt.dealer()
    assert felt.is_open
    # Seat 2: three tens, 3 to 1 on three bets of 5. Seat 7: ten high, one bet left.
    assert felt.purse(2) == 3 * 1_500
    assert felt.purse(7) == -500
    return felt


def let_it_ride(order: list[tuple[str, str]], **how: Any) -> Felt:
    deck = " ".join(card for _, card in order)
    felt = at_round("let-it-ride", deck=deck, seats=(2, 7), **how)
    return play_let_it_ride(felt, order)


@pytest.mark.clause("MD-LIR 8.D(2)", "MD-LIR 8.D(3)", "MD-LIR 11.D")
def test_lir_chapter_8_a_round_from_a_manual_shoe() -> None:
    felt = let_it_ride([*BOX, *ALTERNATELY])
    # 11.B(2), C(2): the card on the dealer's left first; then the bonus box.
    assert felt.turned_up() == [["community"], ["community"], ["bonus"] * 3]
    # 11.D: from the dealer's right, counterclockwise.
    assert [e.seat for e in felt.happened(ev.HandShown)] == [7, 2]


@pytest.mark.clause("MD-LIR 8.D(2)")
def test_no_bonus_box_where_the_six_card_bonus_is_not_offered() -> None:
    """Reading six-card-box."""
    felt = let_it_ride(ALTERNATELY, without=("six-card-bonus",))
    assert felt.turned_up() == [["community"], ["community"]]


@pytest.mark.clause("MD-LIR 9.B", "MD-LIR 9.C")
def test_lir_chapter_9_a_round_from_the_hand() -> None:
    let_it_ride([*BOX, *ALTERNATELY], dealing=Dealing.HAND, shuffling=MACHINE)


SHOE = [
    *(("community", "Tc"), ("community", "8s")),
    *(("seat:2", "Ts"), ("seat:2", "Td"), ("seat:2", "5h")),
    *(("seat:7", "9c"), ("seat:7", "7d"), ("seat:7", "2h")),
]


@pytest.mark.clause("MD-LIR 10.B")
def test_lir_chapter_10_a_round_from_an_automated_shoe() -> None:
    felt = let_it_ride([*BOX, *SHOE], dealing=Dealing.AUTOMATED_SHOE, shuffling=MACHINE)
    assert len(felt.happened(ev.StubRacked)) == 1


@pytest.mark.clause("MD-LIR 10.H")
def test_lir_10_h_the_third_community_card_is_discarded_unseen() -> None:
    felt = let_it_ride(
        [*BOX, *SHOE[:2], ("rack", "Ah"), *SHOE[2:]],
        dealing=Dealing.AUTOMATED_SHOE,
        shuffling=Shuffling.RESHUFFLING,
    )
    assert not felt.happened(ev.StubRacked), "with a reshuffling shoe there is no stub"
    # A reshuffler beside a manual shoe changes nothing of the deal.
    let_it_ride([*BOX, *ALTERNATELY], shuffling=Shuffling.RESHUFFLING)


@pytest.mark.clause("MD-LIR 10.H")
def test_lir_10_h_there_is_no_stub_to_count_or_rack() -> None:
    felt = prepared(
        at_round("let-it-ride", dealing=Dealing.AUTOMATED_SHOE, shuffling=Shuffling.RESHUFFLING)
    )
    felt.play(cmd.Deal(), cmd.Deal(), cmd.Deal())
    assert felt.state.phase is Phase.PLAYING
    felt.refuses(cmd.RackStub(), "MD-LIR 10.C", "no stub")
    felt.refuses(cmd.CountStub(cards=40), "MD-LIR 10.D", "no stub")


# Double Draw --------------------------------------------------------------------------------------

FIRST = ["7c", "7d", "9h", "Ks", "2c"]

SECOND = ["3h", "4d", "8c", "Jd", "Qs"]

ROUND_THE_TABLE = [
    pair for a, b in zip(FIRST, SECOND, strict=True) for pair in (("seat:1", a), ("seat:6", b))
]


def play_double_draw(order: list[tuple[str, str]], **how: Any) -> Felt:
    deck = " ".join(card for _, card in order) + " 7h 5c 5d *"
    felt = at_round("double-draw", deck=deck, seats=(1, 6), **how)
    felt.dealer()
    assert felt.dealt() == order
    felt.refuses(cmd.NoMoreBets(), felt.game.procedure.dealing[felt.state.dealing].no_more_bets)
    felt.bet(1, "first-draw", 500)
    felt.play(cmd.Fold(seat=6))
    felt.refuses(cmd.Draw(seat=1), "MD-DD .11C(3)")
    felt.play(cmd.NoMoreBets(), cmd.Draw(seat=1, discard=felt.state.seats[1].cards[2:]))
    felt.play(cmd.Replace())
    assert felt.hand(1) == "7c 7d 7h 5c 5d"
    felt.bet(1, "second-draw", 500)
    felt.play(cmd.NoMoreBets(), cmd.Draw(seat=1))
    felt.refuses(cmd.Show(), felt.game.procedure.dealing[felt.state.dealing].stub, "stub")
    felt.dealer()
    assert felt.is_open
    # A full house: ante and both draws 1 to 1, the bonus 5 to 1.
    assert felt.purse(1) == 3 * 500 + 5 * 500
    assert felt.purse(6) == -1_000
    return felt


@pytest.mark.clause("MD-DD .08D(2)", "MD-DD .11C", "MD-DD .11D")
def test_dd_08_a_round_from_a_manual_shoe() -> None:
    felt = play_double_draw(ROUND_THE_TABLE)
    done = steps(felt)
    assert done.count("BetsCalled") == 2, "no more bets again after each draw wager"
    draws = [i for i, n in enumerate(done) if n in ("CardsDiscarded", "CardsReplaced")]
    assert len(draws) == 3, "discards twice, of which one was replaced"
    assert done.index("StubRacked") > max(draws)


@pytest.mark.clause("MD-DD .09B(1)")
def test_dd_09_a_round_from_the_hand() -> None:
    play_double_draw(ROUND_THE_TABLE, dealing=Dealing.HAND, shuffling=MACHINE)


STACKS = [("seat:1", card) for card in FIRST] + [("seat:6", card) for card in SECOND]


@pytest.mark.clause("MD-DD .10B(1)")
def test_dd_10_a_round_from_an_automated_shoe() -> None:
    play_double_draw(STACKS, dealing=Dealing.AUTOMATED_SHOE, shuffling=MACHINE)


@pytest.mark.clause("MD-DD .11D")
def test_dd_11_d_settlement_goes_clockwise_from_the_dealers_left() -> None:
    felt = at("double-draw", seats=(2, 4, 6)).base(2, 4, 6)
    felt.dealer()
    for wager in ("first-draw", "second-draw"):
        for seat in (2, 4, 6):
            felt.bet(seat, wager, 500)
        felt.dealer()
        for seat in (2, 4, 6):
            felt.play(cmd.Draw(seat=seat))
    felt.dealer()
    assert [e.seat for e in felt.happened(ev.HandShown)] == [2, 4, 6]
    settled = [(e.seat, e.wager) for e in felt.log if isinstance(e, ev.WagerPaid | ev.WagerLost)]
    assert [seat for seat, _ in settled] == [2] * 4 + [4] * 4 + [6] * 4


# The stub -----------------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 8.D(4)", "MD-LIR 8.D(4)")
@pytest.mark.parametrize(
    ("game", "deals", "clause"),
    [("run-em-twice", 3, "MD-RET 8.D(4)"), ("let-it-ride", 6, "MD-LIR 8.D(4)")],
)
def test_8_d_4_the_stub_is_racked_before_anything_is_decided(
    game: str, deals: int, clause: str
) -> None:
    felt = prepared(at_round(game))
    felt.refuses(cmd.RackStub(), clause)
    felt.play(*[cmd.Deal()] * deals)
    felt.refuses(cmd.Deal(), clause, "dealt")
    felt.refuses(cmd.Timeout(seat=1), felt.game.procedure.closed)
    felt.refuses(cmd.Reveal(), clause)
    felt.play(cmd.RackStub())
    felt.refuses(cmd.RackStub(), clause, "discard rack")
    felt.play(cmd.Timeout(seat=1))


@pytest.mark.clause("MD-DD .08D(3)")
def test_dd_08_d_3_the_stub_stays_while_players_draw_from_it() -> None:
    """Reading stub-in-play: a count that is due is made after the deal and keeps the order."""
    felt = prepared(at_round("double-draw"))
    felt.play(*[cmd.Deal()] * 5)
    felt.refuses(cmd.RackStub(), "MD-DD .08D(3)", "draw")
    felt.play(cmd.CountStub(cards=49))
    felt.bet(1, "first-draw", 500)
    felt.play(cmd.NoMoreBets())
    assert felt.state.phase is Phase.PLAYING


def test_the_dealer_names_the_cards_where_they_are_real() -> None:
    felt = prepared(at_round("run-em-twice", named=True))
    step = "MD-RET 8.D(2)"
    felt.refuses(cmd.Deal(), step, "the command names none")
    felt.refuses(cmd.Deal(cards=(0, 1, 2, 3)), step, "5 cards")
    felt.refuses(cmd.Deal(cards=(0, 1, 2, 3, 3)), step, "not in the stub")
    felt.refuses(cmd.Deal(cards=(0, 1, 2, 3, 52)), step, "not in the deck")
    felt.refuses(cmd.Deal(skip=(1,)), step, "not dealt to")
    felt.play(cmd.Deal(cards=(51, 50, 49, 48, 47)))
    felt.refuses(cmd.Deal(cards=(51,)), "MD-RET 8.D(3)", "not in the stub")
    felt.refuses(cmd.Deal(skip=(2,)), "MD-RET 8.D(3)", "seat 2")
    felt.refuses(cmd.Deal(skip=(1,), cards=()), "MD-RET 8.D(3)", "at least one place")
    felt.play(cmd.Deal(cards=(0,)), cmd.Deal(cards=(1,)))
    assert felt.hand(1) == "2c 2d"


def test_nobody_names_the_cards_of_a_deck() -> None:
    felt = prepared(at_round("run-em-twice"))
    felt.refuses(cmd.Deal(cards=(51, 50, 49, 48, 47)), "MD-RET 8.D(2)", "leave out `cards`")
    felt.refuses(cmd.FaceUp(cards=(51,)), "MD-RET 13.A", "leave out `cards`")


# What a hand and a round are ----------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 1.B(1)", "MD-LIR 1.B(4)", "MD-LIR 11.D(2)")
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


@pytest.mark.clause("MD-DD .01B(4)", "MD-DD .11D(2)")
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


@pytest.mark.parametrize(
    "game", [shows("MD-RET 1.B(5)", "run-em-twice"), shows("MD-DD .01B(5)", "double-draw")]
)
def test_a_round_goes_from_the_wagers_to_the_last_settlement(game: str) -> None:
    felt = at(game)
    felt.refuses(cmd.Deal(), felt.game.procedure.dealing[Dealing.MANUAL_SHOE].no_more_bets)
    felt.base(1)
    placed = layout_cents(felt.state)
    assert placed > 0
    felt.dealer()
    phases = [felt.state.phase]
    while not felt.is_open:
        felt.play(cmd.Timeout(seat=1))
        felt.dealer()
        phases.append(felt.state.phase)
    assert phases == [Phase.PLAYING, *phases[1:-1], Phase.OPEN]
    assert felt.happened(ev.CardsDealt)
    assert layout_cents(felt.state) == 0, "all is settled"
    assert felt.state.seats[1].stakes == {}
    assert felt.state.seats[1].cards == ()
    assert felt.state.inventory == placed, "who folds at once loses what was placed"
