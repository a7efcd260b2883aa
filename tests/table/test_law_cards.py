"""The cards' life, chapters 3 to 5, with devices that count, fail and come back, and the end of the
day.
"""

from typing import Any

import pytest
from felt import MARYLAND, Felt, at, at_round, chapter, stages

from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER, FLOOR, Actor
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase
from fairdeal.wording.dealer import instructions

DORA = Actor("dora", DEALER)
FRED = Actor("fred", FLOOR)
TWO: dict[str, Any] = {"decks": 2, "shuffling": Shuffling.AUTOMATED}


def one_round(felt: Felt) -> Felt:
    """A round of seat 1 alone; the dealer stops when it is over."""
    while (command := next_command(felt.state)) is not None:
        felt.play(command)
    felt.base(1)
    rounds = felt.state.rounds
    while felt.state.rounds == rounds:
        felt.play(next_command(felt.state) or cmd.Timeout(felt.state.turn or 0))
    return felt


def to_the_stub(felt: Felt) -> Felt:
    """The next round of seat 1, up to what is done with the stub."""
    while (command := next_command(felt.state)) is not None:
        felt.play(command)
    felt.base(1)
    while felt.state.deal_step < len(felt.state.deal_steps):
        felt.play(next_command(felt.state) or cmd.RackStub())
    return felt


# The deck that rests ------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 3.B(3)")
@pytest.mark.clause("MD-LIR 3.B(5)")
@pytest.mark.clause("MD-RET 3.B(3)")
@pytest.mark.clause("MD-RET 3.B(5)")
@pytest.mark.clause("MD-DD .03B(3)")
@pytest.mark.clause("MD-DD .03B(5)")
@pytest.mark.parametrize("game", MARYLAND)
def test_3_b_the_deck_that_rests_is_shuffled_before_no_more_bets(game: str) -> None:
    felt = one_round(at(game, **TWO))
    assert felt.state.deck == "blue"
    assert stages(felt) == ["stacked", "ready"], "red lies in the discard rack"
    felt.base(1)
    felt.refuses(cmd.NoMoreBets(), chapter(game, 3, "B(3)"), "the red deck must be shuffled first")
    felt.play(cmd.Shuffle(deck="red"), cmd.NoMoreBets())


@pytest.mark.clause("MD-LIR 3.B(4)")
@pytest.mark.clause("MD-RET 3.B(4)")
@pytest.mark.clause("MD-DD .03B(4)")
@pytest.mark.parametrize("game", MARYLAND)
def test_3_b_4_a_void_is_that_deck_s_round_too(game: str) -> None:
    felt = at_round(game, **TWO)
    felt.play(cmd.NoMoreBets(), cmd.Deal())
    place = felt.happened(ev.CardsDealt)[0].cards[0][0]
    felt.play(cmd.WrongNumber(place=place, cards=9))
    assert felt.state.deck == "blue"
    assert stages(felt) == ["stacked", "ready"]


# Devices that count -------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 5.E(1)")
@pytest.mark.clause("MD-RET 5.B(1)")
@pytest.mark.clause("MD-DD .05E(1)")
@pytest.mark.parametrize(
    ("game", "says", "removes"),
    [
        ("let-it-ride", "MD-LIR 5.E(1)", "MD-LIR 5.E"),
        ("run-em-twice", "MD-RET 5.B(1)", "MD-RET 5.B"),
        ("double-draw", "MD-DD .05E(1)", "MD-DD .05E"),
    ],
)
def test_5_e_1_a_counting_device_says_its_count(game: str, says: str, removes: str) -> None:
    felt = one_round(at(game, shuffling=Shuffling.COUNTING))
    felt.refuses(cmd.Shuffle(), says, "say how many it counted")
    size = len(felt.game.deck)
    assert felt.play(cmd.Shuffle(cards=size)) == [ev.DeckShuffled("red", True, size)]
    one_round(felt)
    counted = felt.play(cmd.Shuffle(cards=size - 1))
    assert counted == [
        ev.DeckCounted("red", size - 1, False),
        ev.DeckRemoved("red", removes, "count"),
    ]
    assert felt.state.decks == ()
    told = [(line.say, line.clause) for line in instructions(felt.state)]
    assert told[0] == ("Remove the red deck from the table", removes)


@pytest.mark.clause("MD-LIR 5.I")
@pytest.mark.clause("MD-DD .05I")
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("let-it-ride", "MD-LIR 5.E(2)"),
        ("run-em-twice", "MD-RET 5.B(2)"),
        ("double-draw", "MD-DD .05E(2)"),
    ],
)
def test_5_i_a_reshuffler_need_not_tell_but_a_wrong_deck_goes(game: str, clause: str) -> None:
    felt = one_round(at(game, shuffling=Shuffling.RESHUFFLING, dealing=Dealing.AUTOMATED_SHOE))
    felt.play(cmd.Shuffle())
    assert stages(felt) == ["ready"]
    one_round(felt)
    size = len(felt.game.deck)
    counted = felt.play(cmd.Shuffle(cards=size + 1))
    assert counted == [
        ev.DeckCounted("red", size + 1, False),
        ev.DeckRemoved("red", clause, "count"),
    ]


def test_5_b_a_device_that_does_not_count_has_no_count_to_tell() -> None:
    felt = one_round(at("run-em-twice", shuffling=Shuffling.AUTOMATED))
    felt.refuses(cmd.Shuffle(cards=52), "MD-RET 5.B", "does not count")


@pytest.mark.clause("MD-RET 5.B(2)")
def test_5_b_2_a_wrong_count_after_no_more_bets_is_reported_and_confirmed() -> None:
    felt = at_round("run-em-twice", shuffling=Shuffling.COUNTING)
    felt.play(cmd.NoMoreBets(), cmd.OrderShuffle())
    counted, asked = felt.play((cmd.Shuffle(cards=51), DORA))
    assert counted == ev.DeckCounted("red", 51, False)
    assert isinstance(asked, ev.VoidAsked)
    assert asked.removes == "red"
    felt.play((cmd.Deny(reason="the tray was open"), FRED))
    felt.play((cmd.Shuffle(cards=51), DORA), (cmd.Confirm(), FRED))
    assert felt.state.decks == ()
    assert felt.purse(1) == 0


# The stub's count when the method changes ---------------------------------------------------------

FAIL = [
    cmd.Malfunction("shuffler"),
    cmd.MarkOutOfOrder("shuffler"),
    cmd.ChangeMethod(shuffling="manual"),
]
BACK = [cmd.ReturnDevice("shuffler"), cmd.ChangeMethod(shuffling="automated-counting")]


@pytest.mark.clause("MD-RET 8.E")
@pytest.mark.clause("MD-LIR 8.D(5)")
@pytest.mark.clause("MD-DD .08E")
@pytest.mark.parametrize("game", MARYLAND)
def test_four_rounds_by_hand_then_the_device_returns_and_the_fifth_is_counted(game: str) -> None:
    felt = one_round(at(game, shuffling=Shuffling.COUNTING))
    assert felt.state.uncounted_rounds == 0
    felt.play(*FAIL)
    for number in (1, 2, 3, 4):
        one_round(felt)
        assert felt.state.uncounted_rounds == number
    assert not felt.happened(ev.StubCounted)
    felt.play(*BACK)
    to_the_stub(felt)
    count = felt.game.procedure.dealing[Dealing.MANUAL_SHOE].count
    command = next_command(felt.state)
    assert isinstance(command, cmd.CountStub)
    assert instructions(felt.state)[0].clause == count
    if game != "double-draw":
        felt.refuses(cmd.RackStub(), count, "must be counted in this round")
    felt.play(command)
    while not felt.is_open:
        felt.play(next_command(felt.state) or cmd.Timeout(felt.state.turn or 0))
    assert felt.state.uncounted_rounds == 0
    for _ in range(6):
        one_round(felt)
    assert len(felt.happened(ev.StubCounted)) == 1, "the device counts from now on"


@pytest.mark.parametrize("by_hand", [1, 2, 3])
def test_the_count_falls_due_as_if_the_device_had_not_come_back(by_hand: int) -> None:
    felt = one_round(at("run-em-twice", shuffling=Shuffling.COUNTING))
    felt.play(*FAIL)
    for _ in range(by_hand):
        one_round(felt)
    felt.play(*BACK)
    for _ in range(4 - by_hand):
        one_round(felt)
    assert not felt.happened(ev.StubCounted)
    one_round(felt)
    assert len(felt.happened(ev.StubCounted)) == 1, "in the fifth round"


# A defect -----------------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 4.A")
@pytest.mark.clause("MD-RET 4.A")
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
    felt.refuses(cmd.InspectCards(defect="late"), inspect, "no deck is")


@pytest.mark.clause("MD-LIR 4.A")
@pytest.mark.clause("MD-RET 4.A")
@pytest.mark.clause("MD-DD .04A")
@pytest.mark.parametrize("game", MARYLAND)
def test_4_a_a_defect_that_the_verification_finds(game: str) -> None:
    felt = Felt(at(game).rules)
    inspect = felt.game.procedure.inspect
    felt.play((cmd.ReceiveDecks(), DORA), (cmd.InspectCards(), DORA))
    felt.refuses((cmd.InspectCards(), DORA), inspect, "no deck is")
    found, removed = felt.play((cmd.InspectCards(defect="a marked back"), DORA))
    assert found == ev.DefectFound("red", "a marked back")
    assert removed == ev.DeckRemoved("red", inspect, "defect")
    assert stages(felt) == []
    felt.play(cmd.ReceiveDecks(), cmd.InspectCards(), cmd.VerifyInspection())
    felt.refuses(cmd.InspectCards(defect="late"), inspect, "no deck is")


# The idle table -----------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 5.H(3)")
@pytest.mark.clause("MD-RET 5.F(3)")
@pytest.mark.clause("MD-DD .05H(4)")
@pytest.mark.parametrize("game", MARYLAND)
def test_5_h_3_after_an_idle_spread_chapter_4_from_the_look_on(game: str) -> None:
    felt = one_round(at(game))
    felt.play(cmd.Leave(1))
    felt.dealer()
    assert stages(felt) == ["spread face down"]
    idle = felt.game.procedure.idle
    felt.refuses(cmd.WashCards(), felt.game.procedure.wash, "no deck is")
    felt.sit(1)
    assert instructions(felt.state)[0].clause == idle
    written = len(felt.log)
    felt.dealer()
    told = [type(event) for event in felt.log[written:]]
    assert told == [ev.CardsSpread, ev.CardsWashed, ev.DeckShuffled, ev.DeckCut]
    assert len(felt.happened(ev.CardsInspected)) == 1, "these cards were inspected already"


def test_5_h_the_cards_of_a_player_who_asks_lie_face_up() -> None:
    felt = one_round(at("let-it-ride"))
    felt.play(cmd.SpreadIdle(face_up=True))
    assert stages(felt) == ["spread"]
    felt.refuses(cmd.SpreadIdle(), "MD-LIR 5.H", "spread already")
    felt.play(cmd.WashCards())


# The end of the day -------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 3.C(2)")
@pytest.mark.parametrize("game", MARYLAND)
def test_a_table_is_closed_with_its_cards_counted(game: str) -> None:
    felt = at_round(game, seats=(1, 2), **TWO)
    size, clause = len(felt.game.deck), felt.game.procedure.hours_shoe
    felt.refuses(cmd.CloseTable({}), clause, "the red deck and the blue deck")
    felt.refuses(cmd.CloseTable({"red": size}), clause, "count the cards of each deck")
    both = {"red": size, "blue": size - 1}
    felt.refuses(cmd.CloseTable({**both, "green": size}), clause, "each deck")
    felt.refuses(cmd.CloseTable({**both, "blue": -1}), clause, "below zero")
    events = felt.play((cmd.CloseTable(both), FRED))
    counts = [e for e in events if isinstance(e, ev.DeckCounted)]
    assert counts == [ev.DeckCounted("red", size, True), ev.DeckCounted("blue", size - 1, False)]
    assert events[-1] == ev.TableClosed("fred")
    assert (felt.state.phase, felt.state.seats, felt.state.decks) == (Phase.CLOSED, {}, ())
    assert felt.state.gone == 0, "wagers on the layout went back"
    felt.refuses((cmd.Announce("hello"), FRED), None, "the table is closed")
    felt.refuses(cmd.ReceiveDecks(), None, "the table is closed")
    assert felt.dealer() == []
    assert [line.say for line in instructions(felt.state)] == ["The table is closed"]


@pytest.mark.parametrize("game", MARYLAND)
def test_a_table_is_not_closed_in_a_round(game: str) -> None:
    felt = at_round(game)
    felt.dealer()
    clause = felt.game.procedure.hours_shoe
    felt.refuses(cmd.CloseTable({"red": 52}), clause, "between rounds")


def test_a_call_that_nobody_answered_ends_with_the_day() -> None:
    felt = at("run-em-twice")
    felt.play(cmd.CallFloor("a question"), cmd.CloseTable({"red": 52}))
    assert felt.dealer() == []
    assert instructions(felt.state)[0].say == "The table is closed"


# Announcements and calls --------------------------------------------------------------------------


def test_an_announcement_is_heard_and_bounded() -> None:
    felt = at("run-em-twice")
    assert felt.play((cmd.Announce("good luck"), DORA)) == [ev.Announced("dora", "good luck")]
    assert felt.play((cmd.Announce("closing soon"), FRED)) == [ev.Announced("fred", "closing soon")]
    for words in ("", "  ", "a\nb", "x" * 201):
        felt.refuses((cmd.Announce(words), DORA), "MD-RET 7.C", "200 printable")


def test_a_call_is_answered_by_the_floorperson() -> None:
    felt = at("run-em-twice")
    felt.refuses((cmd.AnswerCall("here"), FRED), "MD-RET 7.C", "nobody has called")
    felt.play((cmd.CallFloor("a dispute at seat 1"), DORA))
    call, *going_on = instructions(felt.state)
    assert (call.by, call.command) == ("floor", cmd.AnswerCall())
    felt.refuses((cmd.AnswerCall("x" * 201), FRED), "MD-RET 7.C", "the answer")
    assert felt.play((cmd.AnswerCall("settled"), FRED)) == [ev.CallAnswered("fred", "settled")]
    assert instructions(felt.state) == going_on != [], "the call held nothing up"
    felt.refuses((cmd.AnswerCall(), FRED), "MD-RET 7.C", "nobody has called")
    felt.refuses((cmd.CallFloor(""), DORA), "MD-RET 7.C", "the reason")


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
