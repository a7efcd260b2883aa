"""Chapters 8 to 10: when the stub is counted, and what a wrong count leads to."""

from typing import Any

import pytest
from chapters import DORA, FRED, counted, one_round, ruled
from felt import MACHINES, MARYLAND, Felt, at, at_round, is_void, prepared

from fairdeal.rulebook.game import SEATS, Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import FLOOR, Actor
from fairdeal.table.decide import decide
from fairdeal.table.next_step import next_command
from fairdeal.table.questions import is_skipped_without_cards
from fairdeal.table.state import Phase
from fairdeal.table.values import Place
from fairdeal.wording.dealer import instructions

# When the stub is counted -------------------------------------------------------------------------


def play_round(felt: Felt) -> None:
    felt.base(1)
    felt.dealer()
    while not felt.is_open:
        felt.play(cmd.Timeout(seat=1))
        felt.dealer()


COUNT = {
    ("let-it-ride", Dealing.MANUAL_SHOE): "MD-LIR 8.D(5)",
    ("let-it-ride", Dealing.HAND): "MD-LIR 9.E",
    ("let-it-ride", Dealing.AUTOMATED_SHOE): "MD-LIR 10.D",
    ("run-em-twice", Dealing.MANUAL_SHOE): "MD-RET 8.E",
    ("run-em-twice", Dealing.HAND): "MD-RET 9.C",
    ("run-em-twice", Dealing.AUTOMATED_SHOE): "MD-RET 10.C",
    ("double-draw", Dealing.MANUAL_SHOE): "MD-DD .08E",
    ("double-draw", Dealing.HAND): "MD-DD .09C",
    ("double-draw", Dealing.AUTOMATED_SHOE): "MD-DD .10C",
}


@pytest.mark.clause("MD-LIR 8.D(5)", "MD-LIR 9.E", "MD-LIR 10.D", "MD-RET 8.E", "MD-RET 9.C")
@pytest.mark.clause("MD-DD .08E", "MD-DD .09C")
@pytest.mark.parametrize(("game", "dealing"), COUNT)
def test_the_stub_is_counted_in_every_fifth_round(game: str, dealing: Dealing) -> None:
    felt = at(game, dealing=dealing, shuffling=Shuffling.AUTOMATED)
    for _ in range(4):
        play_round(felt)
    assert not felt.happened(ev.StubCounted)
    felt.base(1)
    while not isinstance(command := next_command(felt.state), cmd.CountStub):
        assert command is not None
        felt.play(command)
    # One seat: 52 - 3 - 2 - 3 (the bonus box), 52 - 5 - 2, 54 - 5.
    assert command.cards == {"let-it-ride": 44, "run-em-twice": 45, "double-draw": 49}[game]
    if game != "double-draw":
        felt.refuses(cmd.RackStub(), COUNT[game, dealing], "counted")
    felt.dealer()
    assert len(felt.happened(ev.StubCounted)) == 1
    while not felt.is_open:
        felt.play(cmd.Timeout(seat=1))
        felt.dealer()
    for _ in range(4):
        play_round(felt)
    assert len(felt.happened(ev.StubCounted)) == 1, "the next count is due in the tenth round"
    play_round(felt)
    assert len(felt.happened(ev.StubCounted)) == 2


@pytest.mark.clause("MD-LIR 8.D(5)")
@pytest.mark.parametrize("shuffling", [Shuffling.COUNTING, Shuffling.RESHUFFLING])
@pytest.mark.parametrize("game", MARYLAND)
def test_counting_devices_excuse_the_count(game: str, shuffling: Shuffling) -> None:
    """Reading stub-count-duty; and when the device fails, five rounds are counted from then."""
    felt = at(game, shuffling=shuffling)
    for _ in range(7):
        play_round(felt)
    felt.play(cmd.Malfunction(device="shuffler"))
    for _ in range(4):
        play_round(felt)
    assert felt.state.shuffling is Shuffling.MANUAL
    assert not felt.happened(ev.StubCounted)
    play_round(felt)
    assert len(felt.happened(ev.StubCounted)) == 1


@pytest.mark.parametrize("shuffling", [Shuffling.MANUAL, *MACHINES])
def test_a_count_may_be_made_more_often(shuffling: Shuffling) -> None:
    felt = prepared(at_round("run-em-twice", shuffling=shuffling))
    felt.refuses(cmd.CountStub(cards=52), "MD-RET 8.E")
    felt.play(cmd.Deal(), cmd.Deal(), cmd.Deal(), cmd.CountStub(cards=45))
    felt.refuses(cmd.CountStub(cards=45), "MD-RET 8.E", "has been counted")
    felt.play(cmd.RackStub())
    assert felt.state.phase is Phase.PLAYING


def to_the_stub(felt: Felt) -> Felt:
    """The next round of seat 1, up to what is done with the stub."""
    while (command := next_command(felt.state)) is not None:
        felt.play(command)
    felt.base(1)
    while felt.state.deal_step < len(felt.state.deal_steps):
        felt.play(next_command(felt.state) or cmd.RackStub())
    return felt


FAIL = [
    cmd.Malfunction("shuffler"),
    cmd.MarkOutOfOrder("shuffler"),
    cmd.ChangeMethod(shuffling="manual"),
]

BACK = [cmd.ReturnDevice("shuffler"), cmd.ChangeMethod(shuffling="automated-counting")]


@pytest.mark.clause("MD-RET 8.E", "MD-LIR 8.D(5)", "MD-DD .08E")
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


# A wrong count ------------------------------------------------------------------------------------

COUNTS = [
    ("let-it-ride", Dealing.MANUAL_SHOE, 6, "MD-LIR 8.F(1)", "MD-LIR 8.F(2)"),
    ("let-it-ride", Dealing.HAND, 6, "MD-LIR 9.H(1)", "MD-LIR 9.H(2)"),
    ("let-it-ride", Dealing.AUTOMATED_SHOE, 3, "MD-LIR 10.G(1)", "MD-LIR 10.G(2)"),
    ("run-em-twice", Dealing.MANUAL_SHOE, 3, "MD-RET 8.F(4)", "MD-RET 8.F(5)"),
    ("run-em-twice", Dealing.HAND, 3, "MD-RET 9.D(4)", "MD-RET 9.D(5)"),
    ("run-em-twice", Dealing.AUTOMATED_SHOE, 2, "MD-RET 10.C(3)", "MD-RET 10.C(4)"),
    ("double-draw", Dealing.MANUAL_SHOE, 5, "MD-DD .08F(4)", "MD-DD .08F(5)"),
    ("double-draw", Dealing.HAND, 5, "MD-DD .09D(4)", "MD-DD .09D(5)"),
    ("double-draw", Dealing.AUTOMATED_SHOE, 1, "MD-DD .10C(3)", "MD-DD .10C(4)"),
]

#: Cards dealt to two seats and the board: 3 + 2 + 6, 5 + 4, 10.
STUB = {"let-it-ride": 52 - 11, "run-em-twice": 52 - 9, "double-draw": 54 - 10}


@pytest.mark.clause("MD-LIR 8.F(2)", "MD-LIR 9.H(2)", "MD-LIR 10.G(2)", "MD-RET 8.F(3)")
@pytest.mark.clause("MD-RET 8.F(5)", "MD-RET 9.D(3)", "MD-RET 9.D(5)", "MD-RET 10.C(4)")
@pytest.mark.clause("MD-DD .08F(5)", "MD-DD .09D(5)", "MD-DD .10C(4)")
@pytest.mark.parametrize(("game", "dealing", "deals", "misdealt", "wrong"), COUNTS)
@pytest.mark.parametrize("off", [-1, 1])
def test_8_f_a_wrong_deck_voids_and_leaves_the_table(
    game: str, dealing: Dealing, deals: int, misdealt: str, wrong: str, off: int
) -> None:
    felt, events = counted(game, dealing, deals, cards=STUB[game] + off)
    assert events[-1] == ev.DeckRemoved("red", wrong, "count")
    is_void(felt, events, wrong)
    assert felt.state.decks == ()
    assert misdealt != wrong


@pytest.mark.clause("MD-LIR 8.F(1)", "MD-LIR 9.H(1)", "MD-LIR 10.G(1)", "MD-RET 8.F(4)")
@pytest.mark.clause("MD-RET 9.D(4)", "MD-RET 10.C(3)", "MD-DD .08F(4)", "MD-DD .09D(4)")
@pytest.mark.clause("MD-DD .10C(3)")
@pytest.mark.parametrize(("game", "dealing", "deals", "misdealt", "wrong"), COUNTS)
def test_8_f_a_misdeal_voids_and_the_deck_stays(
    game: str, dealing: Dealing, deals: int, misdealt: str, wrong: str
) -> None:
    own = {"let-it-ride": 3, "run-em-twice": 2, "double-draw": 5}[game]
    # One card fewer in the stub lies with seat 2.
    felt, events = counted(game, dealing, deals, cards=STUB[game] - 1, seat_2=own + 1)
    is_void(felt, events, misdealt)
    assert len(felt.state.decks) == 1
    # Misdealt, and a card is missing as well: the deck goes (reading stub-count-duty).
    felt, events = counted(game, dealing, deals, cards=STUB[game] - 2, seat_2=own + 1)
    assert events[-1] == ev.DeckRemoved("red", wrong, "count")


@pytest.mark.clause("MD-LIR 8.F(1)")
@pytest.mark.parametrize("area", ["community", "bonus"])
def test_lir_8_f_1_the_box_and_the_community_cards_count(area: str) -> None:
    right = {"community": 2, "bonus": 3}[area]
    _, events = counted(
        "let-it-ride", Dealing.MANUAL_SHOE, 6, cards=STUB["let-it-ride"] + 1, **{area: right - 1}
    )
    assert isinstance(events[-1], ev.RoundVoided)
    assert events[-1].clause == "MD-LIR 8.F(1)"


@pytest.mark.clause("MD-DD .13A")
def test_a_card_set_aside_counts_as_the_decks() -> None:
    """Reading stub-count."""
    felt = prepared(at_round("double-draw"))
    felt.play(cmd.FaceUp(), *[cmd.Deal()] * 5, cmd.CountStub(cards=48))
    assert felt.state.counted


@pytest.mark.parametrize("off", [0, 1])
def test_two_decks_and_a_wrong_count(off: int) -> None:
    felt = prepared(at_round("run-em-twice", shuffling=Shuffling.AUTOMATED, decks=2))
    events = felt.play(*[cmd.Deal()] * 3, cmd.CountStub(cards=45 - off))
    if off:
        ruled(felt, events)
        assert [deck.color for deck in felt.state.decks] == ["blue"]
        assert felt.state.deck == "blue"
        assert next_command(felt.state) == cmd.ReceiveDecks(colors=("red",))
    else:
        assert len(felt.state.decks) == 2


@pytest.mark.clause("MD-RET 8.F(3)", "MD-RET 9.D(3)")
@pytest.mark.parametrize(
    ("how", "says", "misdealt", "wrong"),
    [
        ({}, "MD-RET 8.F(3)", "MD-RET 8.F(4)", "MD-RET 8.F(5)"),
        (
            {"dealing": Dealing.HAND, "shuffling": Shuffling.AUTOMATED},
            *("MD-RET 9.D(3)", "MD-RET 9.D(4)", "MD-RET 9.D(5)"),
        ),
    ],
)
def test_8_f_3_whether_cards_were_misdealt_is_the_floorpersons_word(
    how: dict[str, Any], says: str, misdealt: str, wrong: str
) -> None:
    for word, clause, decks in ((True, misdealt, 1), (False, wrong, 0)):
        felt = prepared(at_round("run-em-twice", seats=(1, 2), **how))
        felt.play(cmd.Deal(rest=True))
        (counted,) = felt.play((cmd.CountStub(cards=42), DORA))  # 43 should be there
        assert isinstance(counted, ev.StubCounted)
        assert (counted.result, counted.total) == ("differs", 51)
        assert not felt.is_open, "no hand is void yet"
        felt.refuses(cmd.RackStub(), says, "asked whether the cards were misdealt")
        felt.refuses((cmd.RuleCount(misdealt=word), Actor("dora", FLOOR)), says, "second person")
        events = felt.play((cmd.RuleCount(misdealt=word), FRED))
        assert events[0] == ev.CountRuled(word, "fred")
        assert [e.clause for e in events if isinstance(e, ev.RoundVoided)] == [clause]
        assert len(felt.state.decks) == decks
        assert set(felt.state.purses.values()) == {0}
        felt.refuses((cmd.RuleCount(misdealt=word), FRED), says, "no stub count waits")


@pytest.mark.clause("MD-RET 8.F(4)")
def test_8_f_4_cards_missing_and_misdealt_as_well_cost_the_deck() -> None:
    """Reading `stub-count-duty`: only where 52 cards are there the deck stays."""
    felt = prepared(at_round("run-em-twice", seats=(1, 2)))
    felt.play(cmd.Deal(rest=True), (cmd.CountStub(cards=41, found={1: 3}), DORA))
    events = felt.play((cmd.RuleCount(misdealt=True), FRED))
    assert [e.clause for e in events if isinstance(e, ev.RoundVoided)] == ["MD-RET 8.F(5)"]
    assert felt.state.decks == ()


@pytest.mark.clause("MD-RET 8.F(4)")
def test_8_f_4_a_whole_deck_is_not_removed() -> None:
    felt = prepared(at_round("run-em-twice", seats=(1, 2)))
    felt.play(cmd.Deal(rest=True), (cmd.CountStub(cards=42, found={1: 3}), DORA))
    felt.refuses((cmd.RuleCount(misdealt=False), FRED), "MD-RET 8.F(4)", "all 52 cards are there")
    felt.play((cmd.RuleCount(misdealt=True), FRED))
    assert len(felt.state.decks) == 1


SHOE = {"dealing": Dealing.AUTOMATED_SHOE, "shuffling": Shuffling.AUTOMATED}


def _count_clause(felt: Felt) -> str:
    return felt.game.procedure.dealing[felt.state.dealing].count


@pytest.mark.clause("MD-RET 10.C(2)", "MD-LIR 8.F", "MD-DD .08F(3)")
@pytest.mark.parametrize(
    ("game", "how", "wrong"),
    [
        ("run-em-twice", SHOE, "MD-RET 10.C(4)"),
        ("let-it-ride", {}, "MD-LIR 8.F(2)"),
        ("double-draw", {}, "MD-DD .08F(5)"),
    ],
)
def test_in_every_game_the_floorperson_is_asked_what_was_found(
    game: str, how: dict[str, Any], wrong: str
) -> None:
    for misdealt in (False, True):
        felt = prepared(at_round(game, seats=(1, 2), **how))
        felt.play(cmd.Deal(rest=True))
        right = len(felt.game.deck) - len(felt.state.out)
        (counted,) = felt.play((cmd.CountStub(cards=right + 1), DORA))
        assert isinstance(counted, ev.StubCounted)
        assert (counted.result, counted.by) == ("differs", "dora")
        asked = f"{felt.game.text} {_ASKED[game, bool(how)]}"
        felt.refuses(cmd.RackStub(), asked, "misdealt")
        felt.refuses((cmd.RuleCount(misdealt=True), Actor("dora", FLOOR)), asked)
        felt.play((cmd.RuleCount(misdealt=misdealt), FRED))
        (voided,) = felt.happened(ev.RoundVoided)
        assert (voided.clause == wrong) is not misdealt
        assert bool(felt.state.decks) is misdealt


#: Where the texts ask whether the cards were misdealt; with an automated shoe or without.
_ASKED = {
    ("run-em-twice", True): "10.C(2)",
    ("let-it-ride", False): "8.F",
    ("double-draw", False): ".08F(3)",
}


def test_a_wrong_count_that_is_denied_is_made_again() -> None:
    felt = prepared(at_round("let-it-ride"))
    felt.play(cmd.Deal(rest=True), (cmd.CountStub(cards=1), DORA))
    clause = felt.game.procedure.dealing[felt.state.dealing].floor_rules
    own = (cmd.Deny(reason="no"), Actor("dora", FLOOR))
    felt.refuses(own, clause, "the person who counted may not reject")
    other = (cmd.Deny(reason="no", asked=felt.state.version), FRED)
    felt.refuses(other, clause, "no such question")
    felt.play((cmd.Deny(reason="no"), FRED))
    right = 52 - len(felt.state.out)
    (counted,) = felt.play((cmd.CountStub(cards=right), DORA))
    assert isinstance(counted, ev.StubCounted)
    assert counted.result == "right"


def _found(felt: Felt, found: dict[Place, int], stub: int) -> ev.StubCounted:
    """What a count comes to: `stub` more or fewer cards than the stub should hold."""
    right = len(felt.game.deck) - len(felt.state.out)
    counted = decide(felt.state, cmd.CountStub(cards=right + stub, found=found), DORA)[0]
    assert isinstance(counted, ev.StubCounted)
    return counted


@pytest.mark.parametrize("game", MARYLAND)
def test_every_place_whose_number_is_wrong_is_told(game: str) -> None:
    felt = prepared(at_round(game, seats=(1, 2)))
    felt.play(cmd.Deal(rest=True))
    size, own = len(felt.game.deck), felt.game.own_cards
    assert _found(felt, {}, 0).result == "right"
    assert _found(felt, {1: own, 2: own}, 0).result == "right"
    wrong: list[tuple[dict[Place, int], int]] = [
        ({1: own + 1}, -1),
        ({1: 0}, own),
        ({2: own - 1}, 1),
    ]
    for found, stub in wrong:
        counted = _found(felt, found, stub)
        assert (counted.total, counted.misdealt) == (size, tuple(found))
        assert counted.result != "right"
    both = _found(felt, {1: own + 1, 2: own - 1}, 0)
    assert (both.total, both.misdealt) == (size, (1, 2))
    assert _found(felt, {1: own + 1}, 0).total == size + 1
    for count in (cmd.CountStub(cards=-1), cmd.CountStub(cards=1, found={1: -1})):
        felt.refuses((count, DORA), felt.game.procedure.dealing[felt.state.dealing].count, "below")


def test_a_seat_that_was_skipped_has_no_wrong_number_until_a_card_is_found_there() -> None:
    """Where the text lets the others play on, and only there."""
    for game, skips in (("run-em-twice", True), ("let-it-ride", False), ("double-draw", False)):
        felt = prepared(at_round(game, seats=(1, 2)))
        while felt.state.deal_step < len(felt.state.deal_steps):
            step = felt.state.deal_steps[felt.state.deal_step]
            felt.play(cmd.Deal(skip=(2,)) if step.to == SEATS else cmd.Deal())
        assert felt.state.seats[2].cards == ()
        assert is_skipped_without_cards(felt.state, 2) is skips
        assert not is_skipped_without_cards(felt.state, next(iter(felt.state.board), "rack"))
        assert (_found(felt, {}, 0).result == "right") is skips
        assert _found(felt, {}, 0).misdealt == (() if skips else (2,))
        assert _found(felt, {2: 1}, -1).misdealt == (2,)
