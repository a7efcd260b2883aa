"""Chapter 13: cards found face up, drawn in error, in a wrong number, or exposed."""

from typing import Any

import pytest
from chapters import (
    AUTOMATED,
    CARD,
    DECK,
    DORA,
    GATHER,
    HAND,
    MANUAL,
    ORDER,
    WRONG_NUMBER,
    all_dealt,
    placed,
    ready,
    told,
)
from felt import MARYLAND, at_round, dealt, is_void, prepared, with_side_bets

from fairdeal.cards import card_text, cards_text
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase

# A card found face up -----------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 13.A", "MD-DD .13A")
@pytest.mark.parametrize(
    ("game", "one"), [("let-it-ride", "MD-LIR 13.A"), ("double-draw", "MD-DD .13A")]
)
def test_13_a_one_card_face_up_is_set_aside(game: str, one: str) -> None:
    felt = with_side_bets(game, deck="Ah 2c 3c 4c 5c 6c 7c 8c")
    felt.refuses(cmd.FaceUp(), one, "no cards are being dealt")
    prepared(felt)
    assert felt.play(cmd.FaceUp()) == [ev.CardSetAside(50, one)]
    felt.play(cmd.Deal())
    assert "Ah" not in {card for _, card in felt.dealt()}
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING, "the round goes on"


@pytest.mark.clause("MD-LIR 13.B", "MD-DD .13B")
@pytest.mark.parametrize(
    ("game", "clause"), [("let-it-ride", "MD-LIR 13.B"), ("double-draw", "MD-DD .13B")]
)
def test_13_b_a_second_card_face_up_voids(game: str, clause: str) -> None:
    felt = prepared(with_side_bets(game))
    felt.play(cmd.FaceUp(), cmd.Deal())
    is_void(felt, felt.play(cmd.FaceUp()), clause)


@pytest.mark.clause("MD-RET 13.A")
def test_ret_13_a_one_card_face_up_voids() -> None:
    felt = prepared(with_side_bets("run-em-twice"))
    felt.play(cmd.Deal())
    is_void(felt, felt.play(cmd.FaceUp()), "MD-RET 13.A")


@pytest.mark.clause("MD-DD .13A")
def test_dd_13_a_counts_among_the_draws_too() -> None:
    felt = dealt("double-draw")
    felt.bet(1, "first-draw", 500)
    felt.play(cmd.NoMoreBets(), cmd.FaceUp())
    assert len(felt.state.set_aside) == 1
    felt.play(cmd.Draw(seat=1, discard=felt.state.seats[1].cards[:3]))
    assert felt.state.phase is Phase.PLAYING


@pytest.mark.parametrize(
    ("game", "clause"), [("let-it-ride", "MD-LIR 13.A"), ("run-em-twice", "MD-RET 13.A")]
)
def test_13_a_only_while_cards_are_dealt(game: str, clause: str) -> None:
    felt = dealt(game)
    felt.refuses(cmd.FaceUp(), clause, "no cards are being dealt")


@pytest.mark.clause("MD-LIR 13.A", "MD-DD .13A")
@pytest.mark.parametrize(
    ("game", "how", "order"), [case for case in ORDER if case[0] != "run-em-twice"]
)
def test_13_a_a_face_up_card_between_two_seats_is_told_in_its_place(
    game: str, how: dict[str, Any], order: str
) -> None:
    felt = ready(game, how)
    places = placed(order)
    before = places.index("seat:1") + 1  # seat 1 has its first card
    for _ in range(before):
        felt.play(CARD)
    (aside,) = felt.play(cmd.FaceUp())
    assert isinstance(aside, ev.CardSetAside)
    assert card_text(aside.card) == DECK.split()[before]
    while not all_dealt(felt):
        felt.play(CARD)
    rest = DECK.split()
    del rest[before]
    assert felt.dealt() == list(zip(places, rest, strict=False))
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING


@pytest.mark.clause("MD-RET 13.A")
@pytest.mark.parametrize("how", [MANUAL, HAND, AUTOMATED])
def test_ret_13_a_a_face_up_card_between_two_seats_voids(how: dict[str, Any]) -> None:
    felt = ready("run-em-twice", how)
    felt.play(cmd.Deal(), CARD)
    events = felt.play(cmd.FaceUp())
    assert [e.clause for e in events if isinstance(e, ev.RoundVoided)] == ["MD-RET 13.A"]
    assert set(felt.state.purses.values()) == {0}
    assert (felt.state.deal_step, felt.state.deal_part) == (0, 0)


TABLES = [(game, how) for game, how, _ in ORDER]


@pytest.mark.clause("MD-LIR 13.C", "MD-RET 13.B", "MD-DD .13C")
@pytest.mark.parametrize(("game", "how"), TABLES)
def test_a_card_drawn_in_error_between_two_seats_is_the_next(
    game: str, how: dict[str, Any]
) -> None:
    felt = ready(game, how)
    felt.play(CARD, cmd.DrawnInError(), CARD)
    assert [card for _, card in felt.dealt()] == DECK.split()[:2]
    assert not felt.state.pending


# A card drawn in error ----------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 13.C", "MD-RET 13.B", "MD-DD .13C")
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("let-it-ride", "MD-LIR 13.C"),
        ("run-em-twice", "MD-RET 13.B"),
        ("double-draw", "MD-DD .13C"),
    ],
)
def test_13_c_a_card_drawn_in_error_is_the_next_card(game: str, clause: str) -> None:
    felt = prepared(with_side_bets(game, deck="Ah Kd 2c"))
    assert felt.play(cmd.DrawnInError()) == [ev.CardDrawnInError(clause)]
    felt.refuses(cmd.DrawnInError(), clause, "deal the card")
    felt.refuses(cmd.OrderRecut(), felt.game.procedure.recut, "before the first card")
    felt.play(cmd.Deal())
    assert felt.dealt()[0][1] == "Ah"
    assert not felt.state.pending
    if game != "double-draw":
        felt.dealer()
        felt.refuses(cmd.DrawnInError(), clause, "no cards are being dealt")


@pytest.mark.clause("MD-LIR 13.C", "MD-DD .13C")
@pytest.mark.parametrize("game", ["let-it-ride", "double-draw"])
def test_a_face_up_card_lies_behind_the_one_drawn_in_error(game: str) -> None:
    felt = prepared(with_side_bets(game, deck="Ah Kd 2c"))
    felt.play(cmd.DrawnInError(), cmd.FaceUp())
    assert cards_text(felt.state.set_aside) == "Kd"
    felt.play(cmd.Deal())
    assert [card for _, card in felt.dealt()[:2]] == ["Ah", "2c"]


def test_nothing_is_drawn_in_error_from_an_empty_stub() -> None:
    everybody = (1, 2, 3, 4, 5, 6)
    felt = dealt("double-draw", seats=everybody)
    felt.draw("first-draw", 3, *everybody).draw("second-draw", 1, *everybody, up_to=5)
    felt.play(cmd.FaceUp())
    assert len(felt.state.out) == 54
    felt.refuses(cmd.DrawnInError(), "MD-DD .13C", "no card any more")


@pytest.mark.clause("MD-DD .13C")
def test_dd_13_c_the_count_knows_of_a_card_drawn_in_error() -> None:
    felt = dealt("double-draw", seats=(1, 2))
    felt.play(cmd.DrawnInError())
    counted = felt.play(cmd.CountStub(cards=54 - 10 - 1))
    assert counted == [ev.StubCounted(43, 54, "right")]


@pytest.mark.clause("MD-LIR 13.C")
def test_drawn_in_error_and_seen_is_a_card_face_up() -> None:
    """Reading drawn-and-seen."""
    riding = prepared(with_side_bets("let-it-ride"))
    assert isinstance(riding.play(cmd.DrawnInError(seen=True))[0], ev.CardSetAside)
    is_void(riding, riding.play(cmd.DrawnInError(seen=True)), "MD-LIR 13.B")
    twice = prepared(with_side_bets("run-em-twice"))
    is_void(twice, twice.play(cmd.DrawnInError(seen=True)), "MD-RET 13.A")


# A wrong number of cards --------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 13.D", "MD-RET 13.C", "MD-RET 13.F")
@pytest.mark.parametrize(
    ("game", "place", "cards", "clause"),
    [
        ("let-it-ride", 1, 4, "MD-LIR 13.D"),
        ("let-it-ride", 2, 0, "MD-LIR 13.D"),
        ("let-it-ride", "community", 3, "MD-LIR 13.D"),
        ("let-it-ride", "bonus", 2, "MD-LIR 13.D"),  # reading bonus-box-count
        ("run-em-twice", 1, 1, "MD-RET 13.C"),
        ("run-em-twice", "center", 0, "MD-RET 13.C"),
        ("double-draw", 2, 6, "MD-DD .08F(4)"),  # reading missing-irregularities
    ],
)
def test_13_d_a_wrong_number_of_cards_voids(
    game: str, place: int | str, cards: int, clause: str
) -> None:
    felt = with_side_bets(game)
    felt.refuses(cmd.WrongNumber(place=place, cards=cards), clause, "no card")
    felt.dealer()
    felt.refuses(cmd.WrongNumber(place=5, cards=1), clause, "no place")
    felt.refuses(cmd.WrongNumber(place="nowhere", cards=1), clause, "no place")
    felt.refuses(cmd.WrongNumber(place=place, cards=-1), clause, "below zero")
    if game != "run-em-twice":
        areas: dict[int | str, int] = {"community": 2, "bonus": 3}
        right = areas.get(place, felt.game.own_cards)
        felt.refuses(cmd.WrongNumber(place=place, cards=right), clause, "should have")
    is_void(felt, felt.play(cmd.WrongNumber(place=place, cards=cards)), clause)


@pytest.mark.clause("MD-RET 13.C")
def test_ret_13_c_what_is_right_halfway_through_the_deal() -> None:
    felt = prepared(at_round("run-em-twice", seats=(1, 2)))
    felt.play(cmd.Deal(), cmd.Deal())
    felt.refuses(cmd.WrongNumber(place=1, cards=1), "MD-RET 13.C", "should have")
    is_void(felt, felt.play(cmd.WrongNumber(place=1, cards=2)), "MD-RET 13.C")


@pytest.mark.clause("MD-LIR 13.D")
@pytest.mark.parametrize(
    ("game", "deals", "clause"),
    [
        ("let-it-ride", 6, "MD-LIR 13.D"),
        ("run-em-twice", 3, "MD-RET 13.C"),
        ("double-draw", 5, "MD-DD .08F(4)"),
    ],
)
@pytest.mark.parametrize("slip", ["skip", "twice"])
def test_a_slip_of_the_dealer_is_found_before_play(
    game: str, deals: int, clause: str, slip: str
) -> None:
    """A card too few or too many at seat 2: the script stops there, and nobody decides."""
    felt = prepared(with_side_bets(game))
    for number in range(deals):
        last = number == deals - 1
        wrong = cmd.Deal(skip=(2,)) if slip == "skip" else cmd.Deal(twice=(2,))
        felt.play(wrong if last else cmd.Deal())
    right = felt.game.own_cards
    found = right - 1 if slip == "skip" else right + 1
    assert next_command(felt.state) == cmd.WrongNumber(place=2, cards=found)
    if game != "double-draw":
        felt.play(cmd.RackStub())
    assert felt.state.phase is Phase.DEALING
    is_void(felt, felt.play(next_command(felt.state) or cmd.Clear()), clause)


@pytest.mark.clause("MD-LIR 13.D", "MD-RET 13.C", "MD-DD .08F(4)", "MD-DD .09D(4)", "MD-DD .10C(3)")
@pytest.mark.parametrize(("game", "how", "clause"), WRONG_NUMBER)
def test_a_wrong_number_is_told_from_what_was_dealt_so_far(
    game: str, how: dict[str, Any], clause: str
) -> None:
    felt = ready(game, how)
    felt.refuses(cmd.WrongNumber(place=1, cards=1), clause, "no card has been dealt")
    while felt.state.deal_steps[felt.state.deal_step].to != "seats":
        felt.play(cmd.Deal())
    felt.play(CARD)
    felt.refuses(cmd.WrongNumber(place=1, cards=1), clause, "should have one card here")
    felt.refuses(cmd.WrongNumber(place=3, cards=0), clause, "here")
    felt.refuses(cmd.WrongNumber(place=2, cards=1), clause, "no place")
    events = felt.play(cmd.WrongNumber(place=1, cards=2))
    assert [e.clause for e in events if isinstance(e, ev.RoundVoided)] == [clause]


@pytest.mark.parametrize(("game", "how", "clause"), WRONG_NUMBER)
def test_a_card_for_who_is_not_due_yet_is_one_too_many(
    game: str, how: dict[str, Any], clause: str
) -> None:
    felt = ready(game, how)
    while felt.state.deal_steps[felt.state.deal_step].to != "seats":
        felt.play(cmd.Deal())
    felt.play(CARD)
    events = felt.play(cmd.WrongNumber(place=3, cards=1))
    assert [e.clause for e in events if isinstance(e, ev.RoundVoided)] == [clause]


# An exposed community card ------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 13.E")
@pytest.mark.parametrize("area", ["community", "bonus"])
def test_lir_13_e_an_exposed_community_card_voids(area: str) -> None:
    felt = with_side_bets("let-it-ride")
    felt.refuses(cmd.ExposedCommunity(area=area), "MD-LIR 13.E", "face down")
    felt.dealer()
    felt.refuses(cmd.ExposedCommunity(area="flop"), "MD-LIR 13.E", "flop")
    felt.play(cmd.Ride(seat=1), cmd.Withdraw(seat=2), cmd.Reveal())
    # What was turned or taken back before goes back as well.
    is_void(felt, felt.play(cmd.ExposedCommunity(area=area)), "MD-LIR 13.E")


def test_ret_an_exposed_community_card_voids_too() -> None:
    """Reading missing-irregularities; folds come back (reading void-reach)."""
    felt = with_side_bets("run-em-twice")
    felt.dealer()
    felt.play(cmd.Fold(seat=1))
    felt.bet(2, "first-run", 1_500)
    felt.play(cmd.Reveal())
    felt.refuses(cmd.ExposedCommunity(area="left"), "MD-RET 13.A", "face down")
    is_void(felt, felt.play(cmd.ExposedCommunity(area="center")), "MD-RET 13.A")


def test_dd_has_no_community_card() -> None:
    dealt("double-draw").refuses(cmd.ExposedCommunity(area="center"), "MD-DD .13A")


def test_a_void_returns_what_was_forfeited() -> None:
    felt = with_side_bets("run-em-twice")
    felt.dealer()
    felt.play(cmd.Forfeit(seat=1))
    is_void(felt, felt.play(cmd.ExposedCommunity(area="top")), "MD-RET 13.A")


# What the dealer does at once ---------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 13.A", "MD-DD .13A")
@pytest.mark.parametrize(
    ("game", "clause"), [("let-it-ride", "MD-LIR 13.A"), ("double-draw", "MD-DD .13A")]
)
def test_13_a_a_card_found_face_up_goes_to_the_rack(game: str, clause: str) -> None:
    felt = prepared(at_round(game))
    felt.play(cmd.FaceUp())
    line = ("Put the card that was found face up into the discard rack, unused", clause)
    assert told(felt)[0] == line
    felt.play(cmd.Deal())
    assert line not in told(felt), "it has been done"


@pytest.mark.clause("MD-LIR 13.C", "MD-RET 13.B", "MD-DD .13C")
@pytest.mark.parametrize("game", MARYLAND)
def test_13_c_a_card_drawn_in_error_is_the_next(game: str) -> None:
    felt = prepared(at_round(game))
    felt.play(cmd.DrawnInError())
    words = "Leave the card that was drawn in error face down: it is the next card"
    assert told(felt)[0] == (words, felt.game.procedure.irregular.drawn_in_error)


@pytest.mark.clause("MD-RET 13.A")
def test_13_a_where_one_card_voids_none_is_kept_apart() -> None:
    felt = prepared(at_round("run-em-twice"))
    felt.play((cmd.FaceUp(), DORA))
    ((words, clause),) = told(felt)
    assert (words[:20], clause) == ("Floorperson: confirm", "MD-RET 13.A")
    felt.play(cmd.Confirm())
    assert [line for line in told(felt) if line[1] == "MD-RET 13.A"][-1] == (GATHER, "MD-RET 13.A")
