"""Chapters 8 to 10 card by card: the dealer deals a card, a place or a step, and says what went
wrong where it did.
"""

from typing import Any

import pytest
from felt import Felt, at_round, prepared, with_side_bets

from fairdeal.cards import card_text, cards_text
from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.state import Phase
from fairdeal.wording.dealer import instructions

CARD = cmd.Deal(part="card")
PLACE = cmd.Deal(part="place")
MANUAL: dict[str, Any] = {}
HAND: dict[str, Any] = {"dealing": Dealing.HAND, "shuffling": Shuffling.AUTOMATED}
AUTOMATED: dict[str, Any] = {"dealing": Dealing.AUTOMATED_SHOE, "shuffling": Shuffling.AUTOMATED}
RESHUFFLED: dict[str, Any] = {
    "dealing": Dealing.AUTOMATED_SHOE,
    "shuffling": Shuffling.RESHUFFLING,
}
DECK = (
    "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad "
    "2h 3h 4h 5h 6h 7h 8h 9h"
)

#: Where each card goes for seats 1 and 3, by the dealing chapters.
ONE_BY_ONE_LIR = "bonus bonus bonus 1 3 community 1 3 community 1 3"
ORDER = [
    ("let-it-ride", MANUAL, ONE_BY_ONE_LIR),
    ("let-it-ride", HAND, ONE_BY_ONE_LIR),
    ("let-it-ride", AUTOMATED, "bonus bonus bonus community community 1 1 1 3 3 3"),
    ("let-it-ride", RESHUFFLED, "bonus bonus bonus community community rack 1 1 1 3 3 3"),
    ("run-em-twice", MANUAL, "left right top bottom center 1 3 1 3"),
    ("run-em-twice", HAND, "left right top bottom center 1 3 1 3"),
    ("run-em-twice", AUTOMATED, "left right top bottom center 1 1 3 3"),
    ("double-draw", MANUAL, "1 3 1 3 1 3 1 3 1 3"),
    ("double-draw", HAND, "1 3 1 3 1 3 1 3 1 3"),
    ("double-draw", AUTOMATED, "1 1 1 1 1 3 3 3 3 3"),
]
TABLES = [(game, how) for game, how, _ in ORDER]


def placed(order: str) -> list[str]:
    return [f"seat:{place}" if place.isdigit() else place for place in order.split()]


def ready(game: str, how: dict[str, Any]) -> Felt:
    return prepared(at_round(game, seats=(1, 3), deck=DECK, **how))


def all_dealt(felt: Felt) -> bool:
    return felt.state.deal_step == len(felt.state.deal_steps)


@pytest.mark.clause("MD-RET 1.B(3)")
@pytest.mark.clause("MD-LIR 8.D(3)")
@pytest.mark.clause("MD-LIR 9.C")
@pytest.mark.clause("MD-LIR 10.B(4)")
@pytest.mark.clause("MD-LIR 10.H")
@pytest.mark.clause("MD-RET 8.D(3)")
@pytest.mark.clause("MD-RET 9.B(2)")
@pytest.mark.clause("MD-RET 10.B(2)")
@pytest.mark.clause("MD-DD .08D(2)")
@pytest.mark.clause("MD-DD .09B(1)")
@pytest.mark.clause("MD-DD .10B(1)")
@pytest.mark.parametrize(("game", "how", "order"), ORDER)
@pytest.mark.parametrize(
    "parts",
    [
        *([CARD], [PLACE], [cmd.Deal()], [cmd.Deal(rest=True)]),
        *([CARD, PLACE], [CARD, cmd.Deal()], [CARD, CARD, PLACE, cmd.Deal()]),
        *([CARD, cmd.Deal(rest=True)], [PLACE, CARD, cmd.Deal(rest=True)]),
    ],
    ids=lambda parts: "+".join(part.part or ("rest" if part.rest else "step") for part in parts),
)
def test_the_order_is_the_text_s_however_the_dealer_tells_it(
    game: str, how: dict[str, Any], order: str, parts: list[cmd.Deal]
) -> None:
    felt = ready(game, how)
    told = 0
    while not all_dealt(felt):
        for part in parts:
            if not all_dealt(felt):
                assert instructions(felt.state)[-1].command == cmd.Deal()
                felt.play(part)
                told += 1
    places = [place for place, _ in felt.dealt()]
    assert places == placed(order)
    if parts == [CARD]:
        assert told == len(places), "card by card"
    assert [card for _, card in felt.dealt()] == DECK.split()[: len(places)]
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING


@pytest.mark.parametrize(("game", "how"), TABLES)
def test_a_place_is_a_card_or_a_whole_stack(game: str, how: dict[str, Any]) -> None:
    felt = ready(game, how)
    while not all_dealt(felt):
        (event,) = felt.play(PLACE)
        assert isinstance(event, ev.CardsDealt)
        assert len({place for place, _ in event.cards} - {"rack"}) == 1
    stacks = how in (AUTOMATED, RESHUFFLED)
    seats = [e for e in felt.happened(ev.CardsDealt) if isinstance(e.cards[0][0], int)]
    each = felt.game.own_cards if stacks else 1
    assert {len(event.cards) for event in seats} == {each}


@pytest.mark.parametrize(("game", "how"), TABLES)
def test_the_words_name_who_is_still_dealt_to(game: str, how: dict[str, Any]) -> None:
    felt = ready(game, how)
    while felt.state.deal_steps[felt.state.deal_step].to != "seats":
        felt.play(cmd.Deal())
    assert "to seats 1 and 3" in instructions(felt.state)[0].say
    felt.play(PLACE)
    assert instructions(felt.state)[0].say.endswith("to seat 3")


# A card found face up between two seats -----------------------------------------------------------


@pytest.mark.clause("MD-LIR 13.A")
@pytest.mark.clause("MD-DD .13A")
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


@pytest.mark.clause("MD-LIR 13.C")
@pytest.mark.clause("MD-RET 13.B")
@pytest.mark.clause("MD-DD .13C")
@pytest.mark.parametrize(("game", "how"), TABLES)
def test_a_card_drawn_in_error_between_two_seats_is_the_next(
    game: str, how: dict[str, Any]
) -> None:
    felt = ready(game, how)
    felt.play(CARD, cmd.DrawnInError(), CARD)
    assert [card for _, card in felt.dealt()] == DECK.split()[:2]
    assert not felt.state.pending


# A wrong number in the middle of a step -----------------------------------------------------------

WRONG = [
    ("let-it-ride", MANUAL, "MD-LIR 13.D"),
    ("let-it-ride", HAND, "MD-LIR 13.D"),
    ("let-it-ride", AUTOMATED, "MD-LIR 13.D"),
    ("run-em-twice", MANUAL, "MD-RET 13.C"),
    ("run-em-twice", HAND, "MD-RET 13.C"),
    ("run-em-twice", AUTOMATED, "MD-RET 13.C"),
    ("double-draw", MANUAL, "MD-DD .08F(4)"),
    ("double-draw", HAND, "MD-DD .09D(4)"),
    ("double-draw", AUTOMATED, "MD-DD .10C(3)"),
]


@pytest.mark.clause("MD-LIR 13.D")
@pytest.mark.clause("MD-RET 13.C")
@pytest.mark.clause("MD-DD .08F(4)")
@pytest.mark.clause("MD-DD .09D(4)")
@pytest.mark.clause("MD-DD .10C(3)")
@pytest.mark.parametrize(("game", "how", "clause"), WRONG)
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


@pytest.mark.parametrize(("game", "how", "clause"), WRONG)
def test_a_card_for_who_is_not_due_yet_is_one_too_many(
    game: str, how: dict[str, Any], clause: str
) -> None:
    felt = ready(game, how)
    while felt.state.deal_steps[felt.state.deal_step].to != "seats":
        felt.play(cmd.Deal())
    felt.play(CARD)
    events = felt.play(cmd.WrongNumber(place=3, cards=1))
    assert [e.clause for e in events if isinstance(e, ev.RoundVoided)] == [clause]


# Skipped, and dealt twice -------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 13.F")
@pytest.mark.parametrize(("game", "how", "clause"), WRONG)
def test_two_cards_where_one_belongs_void_the_round(
    game: str, how: dict[str, Any], clause: str
) -> None:
    felt = ready(game, how)
    while felt.state.deal_steps[felt.state.deal_step].to != "seats":
        felt.play(cmd.Deal())
    felt.play(PLACE, cmd.Deal(part="card", twice=(3,)))
    assert len(felt.state.seats[3].cards) == 2
    felt.play(cmd.Deal(rest=True))
    events = felt.dealer()
    assert clause in [e.clause for e in events if isinstance(e, ev.RoundVoided)]


@pytest.mark.clause("MD-RET 13.G")
@pytest.mark.parametrize("how", [MANUAL, HAND, AUTOMATED])
def test_ret_13_g_a_player_skipped_in_parts_gets_the_wagers_back(how: dict[str, Any]) -> None:
    felt = ready("run-em-twice", how)
    felt.play(cmd.Deal())
    while not all_dealt(felt):
        felt.play(PLACE)
        if not all_dealt(felt):
            felt.play(cmd.Deal(skip=(3,)))
    assert felt.hand(3) == ""
    events = felt.dealer()
    assert ev.PlayerSkipped(3) in events
    assert felt.purse(3) == 0
    assert felt.state.phase is Phase.PLAYING
    assert felt.state.turn == 1


@pytest.mark.clause("MD-RET 13.G")
@pytest.mark.parametrize("how", [MANUAL, HAND, AUTOMATED])
def test_ret_13_g_nobody_is_skipped_before_the_turn_has_come(how: dict[str, Any]) -> None:
    felt = ready("run-em-twice", how)
    felt.play(cmd.Deal(), CARD)
    felt.refuses(cmd.Skipped(seat=3), "MD-RET 13.G", "seat 3 has still to be dealt to")


@pytest.mark.clause("MD-RET 13.G")
@pytest.mark.parametrize("part", [CARD, PLACE, cmd.Deal(skip=(3,))])
def test_ret_13_g_the_deal_ends_where_only_the_skipped_are_left(part: cmd.Deal) -> None:
    """Seat 1 has its second card, and the skipped seat is told in the middle of the step."""
    felt = ready("run-em-twice", MANUAL)
    felt.play(cmd.Deal(), cmd.Deal(skip=(3,)), part)
    if part.part:
        assert not all_dealt(felt)
        felt.play(cmd.Skipped(seat=3))
    assert all_dealt(felt)
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING


@pytest.mark.clause("MD-RET 13.G")
def test_ret_13_g_card_by_card_past_a_seat_that_is_out() -> None:
    felt = prepared(at_round("run-em-twice", seats=(1, 2, 3), deck=DECK))
    felt.play(cmd.Deal(), CARD, cmd.Deal(part="card", skip=(2,)), cmd.Skipped(seat=2))
    places = []
    while not all_dealt(felt):
        (event,) = felt.play(CARD)
        assert isinstance(event, ev.CardsDealt)
        places.append(event.cards[0][0])
    assert places == [1, 3]
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING
    assert felt.hand(2) == ""


@pytest.mark.clause("MD-LIR 13.D")
@pytest.mark.clause("MD-DD .08F(4)")
@pytest.mark.parametrize(
    ("game", "clause"), [("let-it-ride", "MD-LIR 13.D"), ("double-draw", None)]
)
def test_a_seat_without_its_card_in_the_middle_of_a_step_voids(
    game: str, clause: str | None
) -> None:
    felt = ready(game, MANUAL)
    while felt.state.deal_steps[felt.state.deal_step].to != "seats":
        felt.play(cmd.Deal())
    felt.play(cmd.Deal(part="card", skip=(1,)))
    assert felt.hand(1) == ""
    events = felt.play(cmd.Skipped(seat=1))
    clause = clause or "MD-DD .08F(4)"
    assert [e.clause for e in events if isinstance(e, ev.RoundVoided)] == [clause]


def test_a_step_may_end_before_all_have_their_card() -> None:
    felt = prepared(at_round("let-it-ride", seats=(1, 2, 3), deck=DECK))
    felt.play(cmd.Deal(), PLACE)
    felt.refuses(cmd.Deal(part="card", skip=(1,)), "MD-LIR 8.D(3)(a)", "not dealt to in this step")
    felt.play(cmd.Deal(skip=(2, 3)))
    assert (felt.hand(2), felt.hand(3)) == ("", "")
    assert felt.state.deal_part == 0, "the dealer went on to the community card"
    events = felt.play(cmd.WrongNumber(place=2, cards=0))
    assert [e.clause for e in events if isinstance(e, ev.RoundVoided)] == ["MD-LIR 13.D"]


@pytest.mark.parametrize("what", ["skip", "twice"])
def test_what_went_wrong_is_told_with_the_card_it_is_about(what: str) -> None:
    felt = ready("double-draw", AUTOMATED)
    early = cmd.Deal(part="card", **{what: (3,)})  # type: ignore[arg-type] # either of the two
    felt.refuses(early, "MD-DD .10B(1)", "not dealt to in this part")
    felt.play(PLACE)
    felt.play(cmd.Deal(part="place", **{what: (3,)}))  # type: ignore[arg-type]


def test_the_words_count_the_cards_that_are_left_of_a_stack() -> None:
    felt = ready("let-it-ride", RESHUFFLED)
    felt.play(CARD)
    assert instructions(felt.state)[0].say.startswith("Deal 2 cards face down to the bonus box")
    felt.play(cmd.Deal(), CARD, CARD)
    (line,) = instructions(felt.state)
    assert (line.say, line.clause) == ("Discard one card of the stack, unseen", "MD-LIR 10.H")
    felt.play(CARD)
    assert len(felt.state.burned) == 1


def test_a_whole_step_is_dealt_to_somebody() -> None:
    felt = ready("double-draw", MANUAL)
    felt.refuses(cmd.Deal(skip=(1, 3)), "MD-DD .08D(2)", "somebody")
    felt.refuses(cmd.Deal(skip=(2,)), "MD-DD .08D(2)", "seat 2 is not dealt to")
    felt.refuses(cmd.Deal(rest=True, part="card"), "MD-DD .08D(2)", "not both")
    felt.refuses(cmd.Deal(rest=True, skip=(1,)), "MD-DD .08D(2)", "not dealt to")


# Who may name cards, and when stakes and shuffles bar the deal ------------------------------------


@pytest.mark.parametrize("part", [CARD, PLACE, cmd.Deal(), cmd.Deal(rest=True)])
def test_no_part_of_a_deal_goes_before_its_time(part: cmd.Deal) -> None:
    felt = with_side_bets("run-em-twice")
    felt.refuses(part, "MD-RET 8.C(1)", "no more bets")
    felt.play(cmd.NoMoreBets())
    felt.refuses(part, "MD-RET 8.C(3)", "must be collected")
    prepared(felt)
    felt.play(cmd.OrderShuffle())
    felt.refuses(part, "MD-RET 5.A", "shuffled")
    felt.play(cmd.Shuffle())
    felt.refuses(part, "MD-RET 5.D", "cut")
    felt.play(cmd.Cut(depth=10))
    felt.play(part)
    felt.refuses(cmd.OrderShuffle(), "MD-RET 5.A(3)", "before the first card")
    felt.refuses(cmd.OrderRecut(), "MD-RET 5.E", "before the first card")


def test_named_cards_are_named_for_each_part() -> None:
    felt = prepared(at_round("let-it-ride", seats=(1, 2), named=True))
    felt.refuses(CARD, "MD-LIR 8.D(2)", "one card is dealt here")
    felt.refuses(cmd.Deal(part="card", cards=(0, 1)), "MD-LIR 8.D(2)", "one card")
    felt.play(cmd.Deal(part="card", cards=(7,)))
    felt.refuses(cmd.Deal(part="card", cards=(7,)), "MD-LIR 8.D(2)", "not in the stub")
    felt.play(cmd.Deal(part="place", cards=(8, 9)))
    assert cards_text(felt.state.board["bonus"]) == cards_text((7, 8, 9))
