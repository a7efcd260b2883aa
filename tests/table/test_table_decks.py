"""Two decks that take turns (chapters 3 and 4), and the cards of an idle table (chapter 5)."""

import pytest
from felt import MARYLAND, Felt, at, at_round, chapter, dealt, prepared, rules_of, stages

from fairdeal.rulebook.game import Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase, Stage
from fairdeal.wording.dealer import instructions

# Two decks ----------------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 3.B(2)")
@pytest.mark.clause("MD-RET 3.B(2)")
@pytest.mark.clause("MD-DD .03B(2)")
@pytest.mark.parametrize("game", MARYLAND)
def test_3_b_2_two_decks_have_backs_of_different_colours(game: str) -> None:
    felt = Felt(rules_of(game, shuffling=Shuffling.AUTOMATED, decks=2))
    backs = chapter(game, 3, "B(2)")
    felt.refuses(cmd.ReceiveDecks(colors=("red", "red")), backs)
    felt.refuses(cmd.ReceiveDecks(colors=("red", "Red")), backs)
    felt.refuses(cmd.ReceiveDecks(colors=("red", "blue", "green")), chapter(game, 3, "B"))
    felt.play(cmd.ReceiveDecks(colors=("red", "blue")))
    assert stages(felt) == ["received", "received"]


@pytest.mark.clause("MD-LIR 3.B(4)")
@pytest.mark.clause("MD-RET 3.B(4)")
@pytest.mark.clause("MD-DD .03B(4)")
@pytest.mark.parametrize("game", MARYLAND)
def test_3_b_4_each_deck_is_used_every_other_round(game: str) -> None:
    felt = at(game, shuffling=Shuffling.AUTOMATED, decks=2)
    used = []
    for _ in range(4):
        felt.base(1)
        used.append(felt.state.deck)
        felt.dealer()
        while not felt.is_open:
            felt.play(cmd.Timeout(seat=1))
            felt.dealer()
    assert used == ["red", "blue", "red", "blue"]


@pytest.mark.clause("MD-LIR 3.B(4)")
@pytest.mark.parametrize("game", MARYLAND)
def test_a_void_round_counts_as_its_decks_round(game: str) -> None:
    """Reading void-reach."""
    felt = prepared(at_round(game, shuffling=Shuffling.AUTOMATED, decks=2))
    felt.play(cmd.Deal(), cmd.WrongNumber(place=1, cards=9))
    assert felt.is_open
    assert felt.state.deck == "blue"
    assert felt.state.decks[0].stage is Stage.STACKED


@pytest.mark.clause("MD-LIR 3.B(3)")
@pytest.mark.clause("MD-RET 3.B(3)")
@pytest.mark.clause("MD-DD .03B(3)")
def test_3_b_3_the_other_deck_is_shuffled_while_one_is_in_play() -> None:
    felt = at_round("run-em-twice", shuffling=Shuffling.AUTOMATED, decks=2)
    felt.play(cmd.ShufflerJam())
    jammed = next(deck.color for deck in felt.state.decks if deck.stage is Stage.STACKED)
    felt.play(cmd.Shuffle(deck=jammed))
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING
    felt.play(cmd.ShufflerJam())
    assert [d.color for d in felt.state.decks if d.stage is Stage.STACKED] == ["blue"]
    felt.refuses(cmd.Shuffle(deck="red"), "MD-RET 5.A")
    felt.play(cmd.Shuffle(deck="blue"))


@pytest.mark.clause("MD-LIR 3.B(4)")
@pytest.mark.clause("MD-RET 3.B(4)")
@pytest.mark.clause("MD-DD .03B(4)")
@pytest.mark.parametrize("game", MARYLAND)
def test_3_b_4_the_deck_in_place_of_a_wrong_one_takes_its_turn(game: str) -> None:
    felt = dealt(game, shuffling=Shuffling.COUNTING, decks=2)
    assert felt.state.deck == "red"
    while not felt.is_open:
        felt.play(next_command(felt.state) or cmd.Timeout(seat=1))
    assert felt.state.deck == "blue", "red has been used"
    felt.play(cmd.OrderShuffle(), cmd.Shuffle(deck="blue", cards=51))
    felt.base(1).refuses(cmd.NoMoreBets(), chapter(game, 3, "B"), "second deck is missing")
    felt.play(cmd.ReceiveDecks(colors=("green",)))
    # Reading other-deck: what lies in the discard rack is shuffled before the next round.
    felt.refuses(cmd.NoMoreBets(), chapter(game, 3, "B(3)"), "red deck must be shuffled")
    felt.play(cmd.Shuffle(deck="red", cards=len(felt.game.deck)))
    felt.refuses(cmd.NoMoreBets(), chapter(game, 4, "A"), "green deck must be inspected")
    felt.dealer()
    assert felt.state.deck == "green"


@pytest.mark.clause("MD-RET 3.B(4)")
def test_3_b_4_also_when_the_resting_deck_goes_during_the_round() -> None:
    felt = dealt("run-em-twice", shuffling=Shuffling.COUNTING, decks=2)
    felt.play(cmd.ShufflerJam(), cmd.Shuffle(deck="blue", cards=51), cmd.Fold(seat=1))
    felt.dealer()
    assert felt.is_open
    assert felt.state.deck == "blue", "the new blue deck, not red again"


def test_the_last_deck_stays_when_the_table_goes_on_by_hand() -> None:
    felt = at("run-em-twice", shuffling=Shuffling.COUNTING, decks=2)
    felt.play(cmd.OrderShuffle(), cmd.Shuffle(deck="red", cards=51))
    felt.play(cmd.Malfunction(device="shuffler"), cmd.MarkOutOfOrder(device="shuffler"))
    (changed,) = felt.play(cmd.ChangeMethod(shuffling="manual"))
    assert isinstance(changed, ev.MethodChanged)
    assert felt.state.deck == "blue"
    felt.dealer()
    assert stages(felt) == ["ready"]


@pytest.mark.clause("MD-LIR 4.E")
@pytest.mark.clause("MD-RET 4.E")
@pytest.mark.clause("MD-DD .04E")
@pytest.mark.parametrize("game", MARYLAND)
def test_4_e_each_of_two_decks_is_prepared(game: str) -> None:
    felt = Felt(rules_of(game, shuffling=Shuffling.AUTOMATED, decks=2)).sit(1)
    kinds = [type(event) for event in felt.dealer()]
    assert kinds == [
        *(ev.DecksReceived, ev.CardsInspected, ev.InspectionVerified, ev.CardsSpread),
        *(ev.CardsWashed, ev.DeckShuffled, ev.DeckShuffled),
    ]
    assert stages(felt) == ["ready", "ready"]


@pytest.mark.clause("MD-LIR 4.E")
@pytest.mark.clause("MD-RET 4.E")
@pytest.mark.clause("MD-DD .04E")
@pytest.mark.parametrize("game", MARYLAND)
def test_4_e_both_decks_are_inspected_before_a_round(game: str) -> None:
    felt = Felt(rules_of(game, shuffling=Shuffling.AUTOMATED, decks=2)).sit(1).base(1)
    felt.play(cmd.ReceiveDecks(colors=("red",)), cmd.InspectCards(), cmd.VerifyInspection())
    felt.play(cmd.SpreadCards(), cmd.WashCards(), cmd.Shuffle())
    felt.play(cmd.ReceiveDecks(colors=("blue",)))
    steps: list[tuple[cmd.Command, str, str]] = [
        (cmd.InspectCards(), chapter(game, 4, "A"), "blue deck must be inspected"),
        (cmd.VerifyInspection(), chapter(game, 4, "A"), "verified"),
        (cmd.SpreadCards(), chapter(game, 4, "B"), "spread"),
        (cmd.WashCards(), chapter(game, 4, "C"), "washed"),
        (cmd.Shuffle(deck="blue"), chapter(game, 3, "B(3)"), "shuffled"),
    ]
    for done, clause, words in steps:
        felt.refuses(cmd.NoMoreBets(), clause, words)
        felt.play(done)
    felt.play(cmd.NoMoreBets())


# An idle table ------------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 4.A")
@pytest.mark.clause("MD-RET 4.E")
def test_4_e_a_second_deck_that_comes_to_an_idle_table_is_inspected() -> None:
    felt = at("run-em-twice", shuffling=Shuffling.AUTOMATED, decks=2)
    felt.play(cmd.Leave(seat=1))
    felt.dealer()
    felt.play(cmd.Malfunction(device="shuffler"))
    felt.dealer()
    felt.play(cmd.ReturnDevice(device="shuffler"))
    felt.dealer()
    felt.sit(1)
    before = len(felt.log)
    felt.dealer()
    done = [type(event) for event in felt.log[before:]]
    assert ev.CardsInspected in done
    assert ev.InspectionVerified in done


@pytest.mark.clause("MD-LIR 5.H(1)")
@pytest.mark.clause("MD-LIR 5.H(2)")
@pytest.mark.clause("MD-RET 5.F(1)")
@pytest.mark.clause("MD-RET 5.F(2)")
@pytest.mark.clause("MD-DD .05H(1)")
@pytest.mark.clause("MD-DD .05H(2)")
@pytest.mark.clause("MD-DD .05H(3)")
@pytest.mark.clause("MD-LIR 5.H")
@pytest.mark.clause("MD-RET 5.F")
@pytest.mark.clause("MD-DD .05H")
@pytest.mark.parametrize("game", MARYLAND)
@pytest.mark.parametrize("face_up", [False, True])
def test_5_h_an_idle_table_spreads_its_cards(game: str, face_up: bool) -> None:
    idle = {"let-it-ride": "MD-LIR 5.H", "run-em-twice": "MD-RET 5.F", "double-draw": "MD-DD .05H"}
    felt = at_round(game)
    felt.refuses(cmd.SpreadIdle(), idle[game], "wagers")
    felt.play(cmd.Leave(seat=1))
    (asked,) = instructions(felt.state)
    assert next_command(felt.state) == cmd.SpreadIdle(), "the dealer is told"
    assert asked.clause == idle[game]
    assert "take all cards and spread them face down" in asked.say
    assert felt.play(cmd.SpreadIdle(face_up=face_up)) == [ev.CardsSpread(face_up)]
    felt.refuses(cmd.SpreadIdle(face_up=face_up), idle[game], "already")
    # The first player to arrive looks; then chapter 4 again from the wash.
    assert next_command(felt.state) is None
    assert instructions(felt.state)[0].clause == (chapter(game, 4, "B") if face_up else idle[game])
    felt.sit(2)
    if not face_up:
        felt.refuses(cmd.WashCards(), chapter(game, 4, "C"))
        assert felt.play(cmd.SpreadIdle(face_up=True)) == [ev.CardsSpread(face_up=True)]
    kinds = [type(event) for event in felt.dealer()]
    assert kinds == [ev.CardsWashed, ev.DeckShuffled, ev.DeckCut]


def test_a_preshuffled_deck_is_not_spread_for_nobody() -> None:
    felt = Felt(rules_of("let-it-ride"))
    felt.play(cmd.ReceiveDecks(colors=("red",), preshuffled=True))
    felt.dealer()
    assert stages(felt) == ["ready"]
    assert next_command(felt.state) is None


@pytest.mark.clause("MD-RET 5.H")
@pytest.mark.clause("MD-LIR 5.I")
@pytest.mark.clause("MD-DD .05I")
@pytest.mark.parametrize(
    ("game", "spreads"), [("let-it-ride", True), ("run-em-twice", False), ("double-draw", True)]
)
def test_idle_spread_with_a_reshuffler(game: str, spreads: bool) -> None:
    """Reading idle-spread."""
    felt = at(game, shuffling=Shuffling.RESHUFFLING)
    if spreads:
        felt.play(cmd.SpreadIdle())
    else:
        felt.refuses(cmd.SpreadIdle(), "MD-RET 5.H")


def test_whom_an_empty_table_waits_for() -> None:
    felt = at("run-em-twice")
    felt.play(cmd.Leave(seat=1), cmd.SpreadIdle(), cmd.RemoveDecks())
    felt.dealer()
    assert instructions(felt.state)[0].clause == "MD-RET 4.B", (
        "new cards, spread for the first player"
    )
    spread = at("run-em-twice", shuffling=Shuffling.RESHUFFLING)
    spread.play(cmd.Leave(seat=1))
    assert instructions(spread.state)[0].clause == "MD-RET 7.C", (
        "a reshuffler's cards are not spread"
    )
