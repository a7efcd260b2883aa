"""Chapter 11 up to settlement: decisions in turn, folds and draws."""

import pytest
from chapters import answer
from deals import shows
from felt import at, at_round, cards, dealt

from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.legal import Action, legal_actions
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase

# Decisions in turn --------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 11.B", "MD-LIR 11.C")
def test_lir_11_b_each_player_in_turn_from_the_dealers_left() -> None:
    felt = dealt("let-it-ride", seats=(5, 2, 7))
    for bet, clause in (("bet-1", "MD-LIR 11.B"), ("bet-2", "MD-LIR 11.C")):
        for seat, other in ((2, 5), (5, 7), (7, 2)):
            assert legal_actions(felt.state) == [
                Action("ride", seat, bet),
                Action("withdraw", seat, bet),
            ]
            assert legal_actions(felt.state, other) == []
            felt.refuses(cmd.Ride(seat=other), clause, f"turn of seat {seat}")
            felt.refuses(cmd.Withdraw(seat=other), clause)
            felt.refuses(cmd.Fold(seat=seat), clause, "folding")
            felt.refuses(cmd.Draw(seat=seat), clause)
            felt.refuses(cmd.Reveal(), clause)
            felt.refuses(cmd.Show(), clause)
            felt.refuses(cmd.Settle(), clause)
            felt.refuses(cmd.Clear(), clause)
            felt.play(cmd.Withdraw(seat=seat))
        felt.play(cmd.Reveal())
    assert felt.state.seats[7].stakes == {"bet-3": 500}, "bet 3 is never withdrawn"


@pytest.mark.clause("MD-LIR 11.B(1)(b)")
def test_lir_11_b_1_b_a_withdrawn_bet_is_the_players_again() -> None:
    felt = dealt("let-it-ride")
    assert felt.purse(1) == -1_500
    assert felt.play(cmd.Withdraw(seat=1)) == [ev.BetWithdrawn(1, "bet-1", 500)]
    assert felt.purse(1) == -1_000


@pytest.mark.clause("MD-RET 1.B(4)", "MD-RET 11.B(1)", "MD-RET 11.D", "MD-RET 11.F")
def test_ret_11_b_one_to_three_times_the_ante() -> None:
    """Reading bet-sizes: any amount in the chip step, not only whole multiples."""
    felt = dealt("run-em-twice")
    for wager, clause in (
        ("first-run", "MD-RET 11.B(1)(a)"),
        ("second-run", "MD-RET 11.D"),
        ("center", "MD-RET 11.F"),
    ):
        assert legal_actions(felt.state) == [
            Action("fold", 1),
            Action("bet", 1, wager, least_cents=500, most_cents=1_500, step_cents=100),
        ]
        for cents in (0, 499, 1_501, 1_600, 550):
            felt.refuses(cmd.Bet(seat=1, wager=wager, cents=cents), clause)
        felt.bet(1, wager, 700)
        felt.dealer()


@pytest.mark.clause("MD-RET 11.B")
def test_ret_11_b_in_turn_and_nothing_else() -> None:
    felt = dealt("run-em-twice", seats=(1, 2, 3))
    felt.refuses(cmd.Bet(seat=2, wager="first-run", cents=500), "MD-RET 11.B(1)", "turn of seat 1")
    felt.refuses(cmd.Bet(seat=1, wager="second-run", cents=500), "MD-RET 7.D")
    felt.refuses(cmd.Bet(seat=1, wager="center", cents=500), "MD-RET 7.D")
    felt.refuses(cmd.Ride(seat=1), "MD-RET 11.B(1)")
    felt.refuses(cmd.Timeout(seat=2), "MD-RET 11.B(1)")
    felt.refuses(cmd.Timeout(seat=6), "MD-RET 7.B(1)")
    felt.play(cmd.Fold(seat=1))
    felt.refuses(cmd.Bet(seat=1, wager="first-run", cents=500), "MD-RET 11.B(1)")
    felt.refuses(cmd.Fold(seat=1), "MD-RET 11.B(1)")
    felt.bet(2, "first-run", 500)
    felt.refuses(cmd.Bet(seat=2, wager="first-run", cents=900), "MD-RET 11.B(1)")
    felt.bet(3, "first-run", 500)
    felt.dealer()
    assert felt.state.turn == 2, "who folded is not asked again"


@pytest.mark.clause("MD-RET 11.B(2)(a)", "MD-RET 11.B(2)(b)", "MD-RET 11.D(1)(a)")
@pytest.mark.clause("MD-RET 11.D(1)(b)", "MD-RET 11.F(1)(a)", "MD-RET 11.F(1)(b)", "MD-RET 11.B(2)")
@pytest.mark.clause("MD-RET 11.D(1)", "MD-RET 11.F(1)")
@pytest.mark.parametrize(
    ("bets", "lost", "clause"),
    [
        ([], 1_000, "MD-RET 11.B(2)"),
        (["first-run"], 1_500, "MD-RET 11.D(1)"),
        (["first-run", "second-run"], 2_000, "MD-RET 11.F(1)"),
    ],
)
def test_ret_11_a_fold_loses_what_was_wagered(bets: list[str], lost: int, clause: str) -> None:
    felt = dealt("run-em-twice")
    for wager in bets:
        felt.bet(1, wager, 500)
        felt.dealer()
    events = felt.play(cmd.Fold(seat=1))
    assert {e.clause for e in events if isinstance(e, ev.WagerLost)} == {clause}
    assert felt.state.inventory == lost
    assert felt.state.seats[1].collected
    # Reading all-fold: nothing is live, so no further card is turned.
    turned = felt.turned_up()
    felt.dealer()
    assert felt.is_open
    assert felt.turned_up() == turned


@pytest.mark.clause("MD-RET 11.B(3)", "MD-RET 11.D(2)", "MD-RET 11.F(2)")
@pytest.mark.parametrize("wager", ["five-card-bonus", "ultimate-pairs", "progressive"])
def test_ret_11_b_3_a_folded_hand_with_a_side_bet_stays(wager: str) -> None:
    """Readings folded-side-bets and all-fold: the community cards are still turned."""
    felt = at_round("run-em-twice", deck="Ac Ad Ks Kd 2h Ah As")
    felt.bet(1, wager, 100)
    felt.dealer()
    (*_, folded) = felt.play(cmd.Fold(seat=1))
    assert folded == ev.HandFolded(1, "first-run", kept=True)
    assert not felt.state.seats[1].collected
    felt.dealer()
    assert felt.is_open
    assert sum(map(len, felt.turned_up())) == 5
    # Two pair on the board 3 to 1; a pair of aces 30 to 1; four aces 300 for 1 in the 1st run.
    won = {"five-card-bonus": 300, "ultimate-pairs": 3_000, "progressive": 300 * 100 - 100}
    assert felt.purse(1) == won[wager] - 1_000
    # The community's own bonus needs nobody's cards turned.
    assert len(felt.happened(ev.HandShown)) == (0 if wager == "five-card-bonus" else 1)


@pytest.mark.clause("MD-LIR 1.B(5)", "MD-LIR 7.E(2)", "MD-LIR 11.C(1)(a)", "MD-LIR 11.C(1)(b)(ii)")
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
        Action("bet", 1, wager, least_cents=500, most_cents=1_500, step_cents=100),
    ]
    for cents in (400, 1_600):
        felt.refuses(cmd.Bet(seat=1, wager=wager, cents=cents), f"PA-RET {wager}")
    felt.bet(1, wager, 1_500)
    felt.dealer()
    assert felt.turned_up()[-1] == turned


@pytest.mark.parametrize(
    ("game", "step"),
    [
        shows("MD-LIR 11.B", "let-it-ride", 1),
        shows("MD-LIR 11.C", "let-it-ride", 2),
        shows("MD-RET 11.B", "run-em-twice", 1),
        shows("MD-DD .11C(1)", "double-draw", 1),
        shows("MD-DD .11C(7)", "double-draw", 3),
    ],
)
def test_players_are_asked_clockwise_from_the_dealers_left(game: str, step: int) -> None:
    """Seat 1 is the first on the dealer's left. The step is the decision's number in the round."""
    felt = dealt(game, seats=(5, 2, 6))
    asked: dict[int, list[int]] = {}
    decisions: list[object] = []
    while not felt.is_open:
        command = next_command(felt.state)
        if command is None:
            if felt.state.current not in decisions:
                decisions.append(felt.state.current)
            assert felt.state.turn is not None
            asked.setdefault(len(decisions), []).append(felt.state.turn)
        felt.play(command or answer(felt.state))
    assert asked[step] == [2, 5, 6]


# Draws --------------------------------------------------------------------------------------------


@pytest.mark.clause("MD-DD .11C(2)", "MD-DD .11C(4)", "MD-DD .11C(8)", "MD-DD .11C(10)")
def test_dd_11_c_wagers_equal_to_the_ante_and_at_most_three_then_one_card() -> None:
    felt = at("double-draw", deck="2c 3c 4c 5c 7d 9h 9s 9d 9c").base(1, cents=700)
    felt.dealer()
    for wager, cites, most, draw, words in (
        ("first-draw", "MD-DD .07E(2)", 3, "MD-DD .11C(4)", "3 cards"),
        ("second-draw", "MD-DD .07E(3)", 1, "MD-DD .11C(10)", "one card"),
    ):
        felt.refuses(cmd.Bet(seat=1, wager=wager, cents=600), cites, "$7")
        felt.refuses(cmd.Bet(seat=1, wager=wager, cents=800), cites)
        felt.bet(1, wager, 700)
        felt.play(cmd.NoMoreBets())
        assert legal_actions(felt.state) == [Action("draw", 1, up_to=most)]
        held = felt.state.seats[1].cards
        felt.refuses(cmd.Draw(seat=1, discard=held[: most + 1]), draw, f"at most {words}")
        felt.refuses(cmd.Draw(seat=1, discard=cards("As")), draw, "does not hold")
        felt.refuses(cmd.Draw(seat=1, discard=(held[0], held[0])), draw, "does not hold")
        felt.play(cmd.Draw(seat=1, discard=held[:most]))
        assert felt.state.seats[1].cards == held[most:]
        assert next_command(felt.state) == cmd.Replace(seat=1)
        felt.play(cmd.Replace())
        assert len(felt.state.seats[1].cards) == 5
    # 2c 3c 4c went for 9h 9s 9d, then 5c for 9c.
    assert felt.hand(1) == "7d 9h 9s 9d 9c"


@pytest.mark.clause("MD-DD .11C(2)(b)", "MD-DD .11C(8)(b)")
@pytest.mark.parametrize(
    ("at_second", "lost", "clause"),
    [(False, 1_000, "MD-DD .11C(2)(b)"), (True, 1_500, "MD-DD .11C(8)(b)")],
)
def test_dd_11_c_a_fold_surrenders_the_wagers(at_second: bool, lost: int, clause: str) -> None:
    felt = dealt("double-draw")
    if at_second:
        felt.bet(1, "first-draw", 500)
        felt.play(cmd.NoMoreBets(), cmd.Draw(seat=1))
    events = felt.play(cmd.Fold(seat=1))
    assert {e.clause for e in events if isinstance(e, ev.WagerLost)} == {clause}
    assert felt.state.inventory == lost
    assert next_command(felt.state) == cmd.RackStub()


@pytest.mark.clause("MD-DD .11C(5)", "MD-DD .11C(6)")
def test_dd_11_c_each_discards_and_is_given_new_cards_at_once() -> None:
    """Reading draw-order."""
    felt = dealt("double-draw", seats=(1, 2))
    felt.bet(1, "first-draw", 500)
    felt.bet(2, "first-draw", 500)
    felt.play(cmd.NoMoreBets())
    felt.refuses(cmd.Draw(seat=2), "MD-DD .11C(4)", "turn of seat 1")
    thrown = felt.state.seats[1].cards[:2]
    assert felt.play(cmd.Draw(seat=1, discard=thrown)) == [ev.CardsDiscarded(1, 2, thrown)]
    # The dealer replaces them before anybody else is asked (reading draw-replaced).
    felt.refuses(cmd.Draw(seat=1, discard=thrown), "MD-DD .11C(6)", "discarded already")
    felt.refuses(cmd.Draw(seat=2), "MD-DD .11C(4)", "turn of seat 1")
    felt.refuses(cmd.Timeout(seat=1), "MD-DD .11C(6)")
    felt.refuses(cmd.Replace(seat=2), "MD-DD .11C(6)", "seat 1")
    assert legal_actions(felt.state) == []
    events = felt.play(cmd.Replace())
    given = felt.state.seats[1].cards[-2:]
    assert events == [ev.CardsReplaced(1, 2, given)]
    assert not set(given) & set(thrown)
    felt.refuses(cmd.Replace(), "MD-DD .11C(4)", "no seat waits")
    felt.play(cmd.Draw(seat=2))
    assert felt.state.seats[1].discarded == thrown


def test_the_two_jokers_look_alike() -> None:
    felt = at_round("double-draw", deck="* 2c 3d 4h 6s Kd")
    felt.dealer()
    felt.bet(1, "first-draw", 500)
    felt.play(cmd.NoMoreBets(), cmd.Draw(seat=1, discard=(53,)), cmd.Replace())
    assert felt.hand(1) == "2c 3d 4h 6s Kd"


@pytest.mark.clause("MD-DD .11C")
def test_the_stub_runs_out() -> None:
    """Reading stub-runs-out: six players who draw all they may use 54 cards, and one is aside."""
    felt = at_round("double-draw", seats=(1, 2, 3, 4, 5, 6))
    felt.play(cmd.NoMoreBets(), cmd.FaceUp())
    felt.dealer()
    for seat in range(1, 7):
        felt.bet(seat, "first-draw", 500)
    felt.play(cmd.NoMoreBets())
    for seat in range(1, 7):
        felt.play(cmd.Draw(seat=seat, discard=felt.state.seats[seat].cards[:3]), cmd.Replace())
    for seat in range(1, 7):
        felt.bet(seat, "second-draw", 500)
    felt.play(cmd.NoMoreBets())
    for seat in range(1, 6):
        felt.play(cmd.Draw(seat=seat, discard=felt.state.seats[seat].cards[:1]), cmd.Replace())
    # 54 - 1 aside - 30 dealt - 18 - 5: no card is left for the sixth.
    felt.play(cmd.Draw(seat=6, discard=felt.state.seats[6].cards[:1]))
    *_, void = felt.play(cmd.Replace())
    assert isinstance(void, ev.RoundVoided)
    assert void.clause == "MD-DD .11C(12)"
    assert set(felt.state.purses.values()) == {0}


@pytest.mark.clause("MD-DD .11C")
def test_fifty_four_cards_are_just_enough() -> None:
    everybody = (1, 2, 3, 4, 5, 6)
    felt = dealt("double-draw", seats=everybody)
    felt.draw("first-draw", 3, *everybody).draw("second-draw", 1, *everybody)
    felt.dealer()
    assert len({card for _, card in felt.dealt()} - {"*"}) == 52
    assert len(felt.dealt()) == 54
