"""Chapter 4: cards are inspected, verified, spread, washed and stacked before play."""

import re
from typing import Any

import pytest
from chapters import DORA, FRED, TWO, cite
from felt import MARYLAND, Felt, at, chapter, rules_of, stages

from fairdeal.rulebook.game import Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_DEALER, DEALER, FLOOR, Actor
from fairdeal.table.next_step import next_command
from fairdeal.wording.dealer import instructions

# Opening a table ----------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 4.A", "MD-LIR 4.B", "MD-LIR 4.C", "MD-RET 4.A", "MD-RET 4.B")
@pytest.mark.clause("MD-RET 4.C", "MD-DD .04A", "MD-DD .04B", "MD-DD .04C")
@pytest.mark.parametrize("game", MARYLAND)
def test_4_a_to_d_a_table_is_opened_step_by_step(game: str) -> None:
    felt = Felt(rules_of(game))
    inspect, spread, wash = (chapter(game, 4, letter) for letter in "ABC")
    felt.refuses(cmd.InspectCards(), inspect)
    felt.play(cmd.ReceiveDecks())
    felt.refuses(cmd.VerifyInspection(), inspect)
    felt.refuses(cmd.SpreadCards(), spread)
    felt.play(cmd.InspectCards())
    felt.refuses(cmd.SpreadCards(), spread)
    felt.refuses((cmd.VerifyInspection(), AUTOMATIC_DEALER), inspect, "for the floorperson")
    same = Actor(AUTOMATIC_DEALER.id, FLOOR)
    felt.refuses((cmd.VerifyInspection(), same), inspect, "person who inspected")
    felt.play(cmd.VerifyInspection())
    felt.refuses(cmd.WashCards(), wash)
    (shown,) = felt.play(cmd.SpreadCards())
    assert shown == ev.CardsSpread(face_up=True)
    felt.refuses(cmd.WashCards(), wash, "first player")
    felt.refuses(cmd.Shuffle(), chapter(game, 5, "A"))
    felt.sit(4).play(cmd.WashCards(), cmd.Shuffle())
    felt.refuses(cmd.Shuffle(), chapter(game, 5, "A"))
    felt.play(cmd.Cut(depth=10))
    assert stages(felt) == ["ready"]
    assert cmd.VerifyInspection.given_by == (FLOOR,)


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("let-it-ride", "MD-LIR 5.E(2)"),
        ("run-em-twice", "MD-RET 5.B(2)"),
        ("double-draw", "MD-DD .05E(2)"),
    ],
)
def test_a_reshuffler_that_counts_wrong_cites_where_it_is_spoken_of(game: str, clause: str) -> None:
    felt = at(game, shuffling=Shuffling.RESHUFFLING)
    felt.play(cmd.OrderShuffle())
    assert felt.play(cmd.Shuffle(cards=51))[-1] == ev.DeckRemoved("red", clause, "count")


@pytest.mark.clause("MD-LIR 4.F", "MD-RET 4.F", "MD-DD .04F", "MD-LIR 5.D(2)", "MD-RET 5.C(2)")
@pytest.mark.clause("MD-DD .05D(2)")
@pytest.mark.parametrize("game", MARYLAND)
@pytest.mark.parametrize("shuffling", [Shuffling.MANUAL, Shuffling.AUTOMATED, Shuffling.COUNTING])
def test_4_f_preshuffled_cards_are_only_cut(game: str, shuffling: Shuffling) -> None:
    felt = Felt(rules_of(game, shuffling=shuffling))
    felt.play(cmd.ReceiveDecks(preshuffled=True))
    assert next_command(felt.state) == cmd.Cut(depth=26)
    felt.play(cmd.Cut(depth=20))
    assert stages(felt) == ["ready"]
    felt.play(cmd.OrderRecut(), cmd.Cut(depth=30))


@pytest.mark.clause("MD-LIR 5.I", "MD-RET 5.H", "MD-DD .05I")
@pytest.mark.parametrize("game", MARYLAND)
def test_5_i_nothing_is_cut_with_a_continuous_reshuffler(game: str) -> None:
    felt = Felt(rules_of(game, shuffling=Shuffling.RESHUFFLING))
    felt.play(cmd.ReceiveDecks(preshuffled=True))
    assert stages(felt) == ["ready"]
    felt.refuses(cmd.Cut(depth=20), cite(game, "cut"))
    felt.refuses(cmd.OrderRecut(), cite(game, "recut"))


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


# Inspection by two people -------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 4.A", "MD-RET 4.A", "MD-DD .04A")
@pytest.mark.parametrize("game", MARYLAND)
def test_4_a_nobody_verifies_an_inspection_of_his_or_her_own(game: str) -> None:
    felt = Felt(at(game).rules)
    inspect = felt.game.procedure.inspect
    felt.play(cmd.ReceiveDecks(), (cmd.InspectCards(), DORA))
    same = Actor("dora", FLOOR, "another name")
    felt.refuses((cmd.VerifyInspection(), same), inspect, "person who inspected")
    (verified,) = felt.play((cmd.VerifyInspection(), FRED))
    assert verified == ev.InspectionVerified("fred")


@pytest.mark.clause("MD-LIR 4.E", "MD-RET 4.E", "MD-DD .04E")
@pytest.mark.parametrize("game", MARYLAND)
def test_4_e_of_two_decks_neither_is_verified_by_who_inspected_it(game: str) -> None:
    felt = Felt(at(game, decks=2, shuffling=Shuffling.AUTOMATED).rules)
    inspect = felt.game.procedure.inspect
    felt.play(cmd.ReceiveDecks(colors=("red",)), (cmd.InspectCards(), Actor("fred", DEALER)))
    felt.play(cmd.ReceiveDecks(colors=("blue",)), (cmd.InspectCards(), DORA))
    felt.refuses((cmd.VerifyInspection(), FRED), inspect, "person who inspected")
    felt.refuses((cmd.VerifyInspection(), Actor("dora", FLOOR)), inspect, "person who inspected")
    felt.play((cmd.VerifyInspection(), Actor("flo", FLOOR)))


# A defect -----------------------------------------------------------------------------------------


@pytest.mark.clause("COMAR 36.05.02.16G(1)", "COMAR 36.05.02.16K", "MD-LIR 4.A", "MD-RET 4.A")
@pytest.mark.clause("MD-DD .04A")
@pytest.mark.parametrize("game", MARYLAND)
def test_4_a_a_deck_with_a_defect_leaves_the_table(game: str) -> None:
    felt = Felt(at(game, **TWO).rules)
    inspect = felt.game.procedure.inspect
    felt.play(cmd.ReceiveDecks(colors=("red", "blue")))
    felt.refuses(cmd.InspectCards(defect="a crimped ace"), inspect, "which deck")
    felt.refuses(cmd.InspectCards(deck="green", defect="crimped"), inspect, "which deck")
    felt.refuses(cmd.InspectCards(deck="red", defect="\n"), inspect, "the defect")
    felt.refuses(cmd.InspectCards(deck="red"), inspect, "together")
    found, removed = felt.play((cmd.InspectCards(deck="red", defect="a crimped ace"), DORA))
    assert found == ev.DefectFound("red", "a crimped ace")
    assert removed == ev.DeckRemoved("red", inspect, "defect")
    assert stages(felt) == ["received"], "the other one is still to be inspected"
    felt.play(cmd.ReceiveDecks(colors=("green",)))
    felt.play(cmd.InspectCards(), cmd.VerifyInspection(), cmd.SpreadCards())
    assert stages(felt) == ["spread", "spread"]
    felt.refuses(cmd.InspectCards(defect="late"), inspect, "and none is")


@pytest.mark.clause("MD-LIR 4.A", "MD-RET 4.A", "MD-DD .04A")
@pytest.mark.parametrize("game", MARYLAND)
def test_4_a_a_defect_that_the_verification_finds(game: str) -> None:
    felt = Felt(at(game).rules)
    inspect = felt.game.procedure.inspect
    felt.play((cmd.ReceiveDecks(), DORA), (cmd.InspectCards(), DORA))
    felt.refuses((cmd.InspectCards(), DORA), inspect, "and none is")
    found, removed = felt.play((cmd.InspectCards(defect="a marked back"), DORA))
    assert found == ev.DefectFound("red", "a marked back")
    assert removed == ev.DeckRemoved("red", inspect, "defect")
    assert stages(felt) == []
    felt.play(cmd.ReceiveDecks(), cmd.InspectCards(), cmd.VerifyInspection())
    felt.refuses(cmd.InspectCards(defect="late"), inspect, "and none is")
