"""Chapters 8 to 10 card by card: the dealer deals a card, a place or a step."""

from typing import Any

import pytest
from chapters import (
    AUTOMATED,
    CARD,
    DECK,
    MANUAL,
    ORDER,
    PLACE,
    RESHUFFLED,
    all_dealt,
    placed,
    ready,
)
from felt import at_round, prepared, with_side_bets

from fairdeal.cards import cards_text
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.state import Phase
from fairdeal.wording.dealer import instructions

# Order and words ----------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 1.B(3)", "MD-LIR 8.D(3)", "MD-LIR 9.C", "MD-LIR 10.B(4)", "MD-LIR 10.H")
@pytest.mark.clause("MD-RET 8.D(3)", "MD-RET 9.B(2)", "MD-RET 10.B(2)", "MD-DD .08D(2)")
@pytest.mark.clause("MD-DD .09B(1)", "MD-DD .10B(1)")
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


TABLES = [(game, how) for game, how, _ in ORDER]


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
    felt.refuses(cmd.Deal(skip=(1, 3)), "MD-DD .08D(2)", "at least one place")
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
    felt.refuses(CARD, "MD-LIR 8.D(2)", "one card is dealt in this step")
    felt.refuses(cmd.Deal(part="card", cards=(0, 1)), "MD-LIR 8.D(2)", "one card")
    felt.play(cmd.Deal(part="card", cards=(7,)))
    felt.refuses(cmd.Deal(part="card", cards=(7,)), "MD-LIR 8.D(2)", "not in the stub")
    felt.play(cmd.Deal(part="place", cards=(8, 9)))
    assert cards_text(felt.state.board["bonus"]) == cards_text((7, 8, 9))
