"""Chapter 3: decks, their backs, their hours, and two decks that take turns."""

from typing import Any

import pytest
from chapters import TWO, one_round
from felt import MARYLAND, Felt, at, at_round, chapter, dealt, prepared, rules_of, sits, stages

from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase, Stage

# One deck -----------------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 3.A", "MD-RET 3.A", "MD-DD .03A")
@pytest.mark.parametrize("game", MARYLAND)
def test_3_a_one_deck_where_cards_are_shuffled_by_hand(game: str) -> None:
    felt = Felt(rules_of(game, decks=2))
    one = chapter(game, 3, "A")
    felt.refuses(cmd.ReceiveDecks(colors=("red", "blue")), one, "1 deck")
    felt.refuses(cmd.ReceiveDecks(colors=()), one)
    felt.refuses(cmd.ReceiveDecks(colors=(" ",)), one)
    felt.play(cmd.ReceiveDecks(colors=("red",)))
    felt.refuses(cmd.ReceiveDecks(colors=("blue",)), one)


HOUR = 3600


@pytest.mark.clause("MD-LIR 3.C(1)", "MD-RET 3.C(1)", "MD-DD .03C(1)", "MD-LIR 3.C(2)")
@pytest.mark.clause("MD-RET 3.C(2)", "MD-DD .03C(2)")
@pytest.mark.parametrize("game", MARYLAND)
@pytest.mark.parametrize(
    ("dealing", "hours", "rest"),
    [
        (Dealing.HAND, 4, "C(1)"),
        (Dealing.MANUAL_SHOE, 8, "C(2)"),
        (Dealing.AUTOMATED_SHOE, 8, "C(2)"),
    ],
)
def test_3_c_decks_are_changed_after_their_hours(
    game: str, dealing: Dealing, hours: int, rest: str
) -> None:
    clause = chapter(game, 3, rest)
    bare = Felt(rules_of(game, dealing=dealing, shuffling=Shuffling.COUNTING))
    bare.refuses(cmd.RemoveDecks(), clause, "no deck is at the table")
    felt = at_round(game, dealing=dealing, shuffling=Shuffling.COUNTING)
    felt.refuses(cmd.NoMoreBets(), clause, "hours", time=hours * HOUR)
    assert felt.state.clock == 0, "a refused command does not move the clock"
    # A second before the limit the round may begin, and it is finished after it.
    felt.play(cmd.NoMoreBets(), time=hours * HOUR - 1)
    felt.dealer()
    felt.play(cmd.Timeout(seat=1), time=hours * HOUR + 60)
    while not felt.is_open:
        felt.play(next_command(felt.state) or cmd.Timeout(seat=1))
    assert next_command(felt.state) == cmd.RemoveDecks()
    felt.base(1).dealer()
    assert felt.happened(ev.DeckRemoved)[0].clause == clause
    assert felt.state.phase is Phase.PLAYING, "the new deck is prepared and the round begins"
    assert felt.state.decks[0].received_at == hours * HOUR + 60


def test_the_clock_does_not_go_back() -> None:
    felt = at("run-em-twice")
    felt.play(sits(2, "p2"), time=100)
    felt.refuses(cmd.Leave(seat=2), "MD-RET 3.C(2)", "clock", time=99)


def ways(**how: Any) -> dict[str, Any]:
    return how


@pytest.mark.clause("MD-LIR 3.C")
@pytest.mark.parametrize(
    ("how", "hours"),
    [
        (ways(dealing=Dealing.HAND, shuffling=Shuffling.AUTOMATED), 4),
        (ways(dealing=Dealing.MANUAL_SHOE), 8),
        (ways(dealing=Dealing.AUTOMATED_SHOE, shuffling=Shuffling.AUTOMATED), 8),
    ],
)
@pytest.mark.parametrize("game", MARYLAND)
def test_3_c_due_to_the_second(game: str, how: dict[str, Any], hours: int) -> None:
    felt = at_round(game, **how)
    procedure = felt.game.procedure
    clause = procedure.hours_hand if hours == 4 else procedure.hours_shoe
    felt.refuses(cmd.NoMoreBets(), clause, "hours are over", time=hours * 3600)
    felt.play(cmd.NoMoreBets(), time=hours * 3600 - 1)
    while not felt.is_open:
        felt.play(next_command(felt.state) or cmd.Timeout(1), time=hours * 3600 + 5)
    assert isinstance(next_command(felt.state), cmd.RemoveDecks), "the round was finished"


# Two decks ----------------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 3.B", "MD-RET 3.B", "MD-DD .03B", "MD-LIR 3.B(2)", "MD-RET 3.B(2)")
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


@pytest.mark.clause("MD-LIR 3.B(4)", "MD-RET 3.B(4)", "MD-DD .03B(4)")
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


@pytest.mark.clause("MD-LIR 3.B(3)", "MD-RET 3.B(3)", "MD-DD .03B(3)")
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


@pytest.mark.clause("MD-LIR 3.B(4)", "MD-RET 3.B(4)", "MD-DD .03B(4)")
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


@pytest.mark.clause("MD-LIR 4.E", "MD-RET 4.E", "MD-DD .04E")
@pytest.mark.parametrize("game", MARYLAND)
def test_4_e_each_of_two_decks_is_prepared(game: str) -> None:
    felt = Felt(rules_of(game, shuffling=Shuffling.AUTOMATED, decks=2)).sit(1)
    kinds = [type(event) for event in felt.dealer()]
    assert kinds == [
        *(ev.DecksReceived, ev.CardsInspected, ev.InspectionVerified, ev.CardsSpread),
        *(ev.CardsWashed, ev.DeckShuffled, ev.DeckShuffled),
    ]
    assert stages(felt) == ["ready", "ready"]


@pytest.mark.clause("MD-LIR 4.E", "MD-RET 4.E", "MD-DD .04E")
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


@pytest.mark.clause("MD-LIR 3.B(3)", "MD-LIR 3.B(5)", "MD-RET 3.B(3)", "MD-RET 3.B(5)")
@pytest.mark.clause("MD-DD .03B(3)", "MD-DD .03B(5)")
@pytest.mark.parametrize("game", MARYLAND)
def test_3_b_the_deck_that_rests_is_shuffled_before_no_more_bets(game: str) -> None:
    felt = one_round(at(game, **TWO))
    assert felt.state.deck == "blue"
    assert stages(felt) == ["stacked", "ready"], "red lies in the discard rack"
    felt.base(1)
    felt.refuses(cmd.NoMoreBets(), chapter(game, 3, "B(3)"), "the red deck must be shuffled first")
    felt.play(cmd.Shuffle(deck="red"), cmd.NoMoreBets())


@pytest.mark.clause("MD-LIR 3.B(4)", "MD-RET 3.B(4)", "MD-DD .03B(4)")
@pytest.mark.parametrize("game", MARYLAND)
def test_3_b_4_a_void_is_that_deck_s_round_too(game: str) -> None:
    felt = at_round(game, **TWO)
    felt.play(cmd.NoMoreBets(), cmd.Deal())
    place = felt.happened(ev.CardsDealt)[0].cards[0][0]
    felt.play(cmd.WrongNumber(place=place, cards=9))
    assert felt.state.deck == "blue"
    assert stages(felt) == ["stacked", "ready"]
