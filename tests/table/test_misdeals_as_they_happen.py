"""Misdeals are said as they happen: a seat left out, a seat dealt twice, too many or too few."""

import pytest
from chapters import DORA, FRED
from felt import Felt, at, at_round, prepared, with_side_bets
from msgspec.structs import replace

from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase
from fairdeal.wording.declarations import Declaration, declarations_now

LEFT_OUT, TWICE = "A seat is left out in this step", "A seat is dealt twice in this step"


def offered(felt: Felt) -> dict[str, tuple[Declaration, ...]]:
    """What the console offers, by its title."""
    return {one.title: one.choices for one in declarations_now(felt.state, (DEALER,))}


def to_the_seats(felt: Felt) -> Felt:
    """The next card goes to a seat."""
    felt.play((cmd.TapIn(), DORA))
    while LEFT_OUT not in offered(felt):
        felt.play((cmd.Deal(), DORA))
    return felt


def declared(felt: Felt, title: str, words: str) -> None:
    (choice,) = [one for one in offered(felt)[title] if words in one.words]
    felt.play((choice.command, DORA))


def then(felt: Felt) -> list[ev.Event]:
    """The dealer goes on; whatever is asked the floorperson confirms."""
    events: list[ev.Event] = []
    while not events:
        command = next_command(felt.state)
        assert command is not None
        heard = felt.play((command, DORA))
        if isinstance(command, cmd.Skipped | cmd.WrongNumber):
            events = heard
    return felt.play((cmd.Confirm(), FRED)) if felt.state.asked else events


@pytest.mark.clause("MD-RET 13.G")
def test_a_seat_that_is_left_out_all_along_plays_the_next_hand() -> None:
    felt = to_the_seats(prepared(at_round("run-em-twice", seats=(1, 2, 3))))
    for _ in range(2):
        declared(felt, LEFT_OUT, "Seat 2")
    events = then(felt)
    assert isinstance(events[-1], ev.PlayerSkipped)
    assert {one.clause for one in events if isinstance(one, ev.WagerReturned)} == {"MD-RET 13.G"}
    assert felt.purse(2) == 0
    assert not felt.is_open, "the others play on"


@pytest.mark.clause("MD-RET 13.C")
@pytest.mark.parametrize("title", [LEFT_OUT, TWICE], ids=["one card short", "one too many"])
def test_a_seat_with_a_wrong_number_makes_all_hands_void(title: str) -> None:
    felt = to_the_seats(prepared(at_round("run-em-twice", seats=(1, 2, 3))))
    declared(felt, title, "Seat 2")
    events = then(felt)
    assert [one.clause for one in events if isinstance(one, ev.RoundVoided)] == ["MD-RET 13.C"]
    assert {felt.purse(seat) for seat in (1, 2, 3)} == {0}


@pytest.mark.clause("MD-LIR 13.D", "MD-DD .08F(4)")
@pytest.mark.parametrize(
    ("game", "clause"), [("let-it-ride", "MD-LIR 13.D"), ("double-draw", "MD-DD .08F(4)")]
)
@pytest.mark.parametrize("title", [LEFT_OUT, TWICE])
def test_in_the_other_games_either_makes_all_hands_void(game: str, clause: str, title: str) -> None:
    felt = to_the_seats(prepared(at_round(game, seats=(1, 2))))
    declared(felt, title, "Seat 1")
    events = then(felt)
    assert [one.clause for one in events if isinstance(one, ev.RoundVoided)] == [clause]


@pytest.mark.parametrize("game", ["let-it-ride", "run-em-twice", "double-draw"])
def test_after_the_deal_a_wrong_number_is_said_of_a_place(game: str) -> None:
    felt = prepared(at_round(game, seats=(1, 2)))
    felt.play((cmd.TapIn(), DORA), (cmd.Deal(rest=True), DORA))
    titles = offered(felt)
    assert LEFT_OUT not in titles
    assert TWICE not in titles
    assert "Seat 1" in {one.words for one in titles["A wrong number of cards"]}


@pytest.mark.parametrize("game", ["let-it-ride", "run-em-twice"])
def test_an_area_with_a_card_too_few_is_reported_after_the_deal(game: str) -> None:
    """Before a seat without cards is: a wrong number makes all hands void."""
    felt = prepared(at_round(game, seats=(1, 2)))
    felt.play((cmd.TapIn(), DORA), (cmd.Deal(rest=True), DORA))
    area, cards = next(iter(felt.state.board.items()))
    short = {**felt.state.board, area: cards[:-1]}
    seats = {**felt.state.seats, 2: replace(felt.state.seats[2], cards=())}
    report = cmd.WrongNumber(place=area, cards=len(cards) - 1)
    assert next_command(replace(felt.state, board=short)) == report
    assert next_command(replace(felt.state, board=short, seats=seats)) == report
    assert next_command(replace(felt.state, seats=seats)) == cmd.Skipped(seat=2)


@pytest.mark.clause("MD-RET 13.G")
@pytest.mark.parametrize(
    "racked", [False, True], ids=["before the stub is racked", "at the question"]
)
def test_a_seat_found_without_cards_after_the_deal_plays_the_next_hand(racked: bool) -> None:
    """Its wagers and what they fed the meters go back; the others play on."""
    felt = prepared(with_side_bets("run-em-twice"))
    felt.play((cmd.TapIn(), DORA), (cmd.Deal(rest=True), DORA))
    if racked:
        felt.dealer()
        assert felt.state.phase is Phase.PLAYING
    declared(felt, "A player was skipped", "Seat 1 got no card")
    assert felt.purse(1) == 0
    assert felt.state.meters == at("run-em-twice").state.meters
    felt.dealer()
    assert felt.state.turn == 2, "the others play on"
    felt.play(cmd.Fold(seat=2))
    felt.dealer()
    assert felt.is_open
    assert felt.purse(1) == 0


@pytest.mark.clause("MD-RET 13.C")
def test_a_seat_that_has_decided_had_cards() -> None:
    felt = prepared(at_round("run-em-twice", seats=(1, 2)))
    felt.play((cmd.TapIn(), DORA), (cmd.Deal(rest=True), DORA))
    felt.dealer()
    (ante, *_) = felt.state.seats[1].stakes.values()
    felt.play(cmd.Bet(seat=1, wager="first-run", cents=ante))
    felt.refuses(cmd.Skipped(seat=1), "MD-RET 13.G", "has cards")
    declared(felt, "A player was skipped", "Seat 1 got no card")
    events = felt.play((cmd.Confirm(), FRED))
    assert [one.clause for one in events if isinstance(one, ev.RoundVoided)] == ["MD-RET 13.C"]


@pytest.mark.clause("MD-LIR 13.D")
def test_a_seat_found_without_cards_is_a_wrong_number_in_the_other_games() -> None:
    felt = prepared(at_round("let-it-ride", seats=(1, 2)))
    felt.play((cmd.TapIn(), DORA), (cmd.Deal(rest=True), DORA))
    declared(felt, "A player was skipped", "Seat 2 got no card")
    events = felt.play((cmd.Confirm(), FRED))
    assert [one.clause for one in events if isinstance(one, ev.RoundVoided)] == ["MD-LIR 13.D"]


def test_no_cards_are_no_wrong_number_where_the_seat_was_skipped() -> None:
    felt = prepared(at_round("run-em-twice", seats=(1, 2)))
    felt.play((cmd.TapIn(), DORA), (cmd.Deal(rest=True), DORA))
    seats = [one for one in offered(felt)["A wrong number of cards"] if "Seat" in one.words]
    assert [field.least for one in seats for field in one.fields] == [1, 1]
