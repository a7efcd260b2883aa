"""Chapters 4 and 5 before the first round: what the dealer is told, and what has to come first."""

import re
from typing import Any

import pytest
from felt import MARYLAND, Felt, at, rules_of

from fairdeal.rulebook.game import Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.next_step import next_command
from fairdeal.wording.dealer import instructions

#: How each text writes a place.
OPENING = {"let-it-ride": "MD-LIR {}", "run-em-twice": "MD-RET {}", "double-draw": "MD-DD {}"}


def opening(*places: str) -> list[Any]:
    marks = {
        game: [
            pytest.mark.clause(form.format(f".0{one.replace('.', '')}" if "DD" in form else one))
            for one in places
        ]
        for game, form in OPENING.items()
    }
    return [pytest.param(game, marks=marks[game], id=game) for game in MARYLAND]


@pytest.mark.parametrize("game", opening("4.C(1)", "4.C(2)", "4.C(3)"))
def test_cards_are_turned_down_washed_and_stacked(game: str) -> None:
    felt = Felt(rules_of(game)).sit(1)
    wash = felt.game.procedure.wash
    while not isinstance(next_command(felt.state), cmd.WashCards):
        felt.play(next_command(felt.state) or cmd.Announce(words="?"))
    (line,) = instructions(felt.state)
    assert line.clause == wash
    assert re.search("turn the cards down, wash and stack them", line.say)
    assert felt.play(cmd.WashCards()) == [ev.CardsWashed()]
    assert [str(deck.stage) for deck in felt.state.decks] == ["stacked"]


@pytest.mark.parametrize("game", opening("4.D", "5.A", "5.A(1)"))
def test_cards_are_shuffled_before_the_first_round(game: str) -> None:
    felt = Felt(rules_of(game)).sit(1)
    while not isinstance(next_command(felt.state), cmd.Shuffle):
        felt.play(next_command(felt.state) or cmd.Announce(words="?"))
    felt.base(1)
    felt.refuses(cmd.NoMoreBets(), felt.game.procedure.shuffle)
    felt.dealer()
    assert len(felt.happened(ev.DeckShuffled)) == 1
    kinds = [type(event) for event in felt.log]
    assert kinds.index(ev.CardsWashed) < kinds.index(ev.DeckShuffled) < kinds.index(ev.CardsDealt)


@pytest.mark.parametrize(
    ("game", "shuffling", "cut"),
    [
        pytest.param(game, shuffling, cut, marks=pytest.mark.clause(clause))
        for game, clause in (
            ("let-it-ride", "MD-LIR 5.D(1)"),
            ("run-em-twice", "MD-RET 5.C(1)"),
            ("double-draw", "MD-DD .05D(1)"),
        )
        for shuffling, cut in ((Shuffling.AUTOMATED, 0), (Shuffling.MANUAL, 1))
    ],
)
def test_cards_that_a_device_shuffled_are_dealt_uncut(
    game: str, shuffling: Shuffling, cut: int
) -> None:
    felt = at(game, shuffling=shuffling)
    felt.base(1).dealer()
    assert felt.happened(ev.CardsDealt)
    assert len(felt.happened(ev.DeckCut)) == cut
