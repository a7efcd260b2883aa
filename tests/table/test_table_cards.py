"""Chapters 3 to 5: the cards' life before, between and after rounds."""

import pytest
from felt import (
    MACHINES,
    MARYLAND,
    Felt,
    at,
    at_round,
    chapter,
    dealt,
    prepared,
    rules_of,
    sits,
    stages,
)

from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_DEALER, FLOOR, Actor
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase

HOUR = 3600
CLAUSES = {
    "let-it-ride": ("MD-LIR", {"4.A": "4.A", "cut": "5.F", "recut": "5.G", "count": "5.E"}),
    "run-em-twice": ("MD-RET", {"4.A": "4.A", "cut": "5.D", "recut": "5.E", "count": "5.B"}),
    "double-draw": ("MD-DD", {"4.A": ".04A", "cut": ".05F", "recut": ".05G", "count": ".05E"}),
}


def cite(game: str, key: str) -> str:
    text, places = CLAUSES[game]
    return f"{text} {places[key]}"


# Chapter 3 ----------------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 3.A")
@pytest.mark.clause("MD-RET 3.A")
@pytest.mark.clause("MD-DD .03A")
@pytest.mark.parametrize("game", MARYLAND)
def test_3_a_one_deck_where_cards_are_shuffled_by_hand(game: str) -> None:
    felt = Felt(rules_of(game, decks=2))
    one = chapter(game, 3, "A")
    felt.refuses(cmd.ReceiveDecks(colors=("red", "blue")), one, "1 deck")
    felt.refuses(cmd.ReceiveDecks(colors=()), one)
    felt.refuses(cmd.ReceiveDecks(colors=(" ",)), one)
    felt.play(cmd.ReceiveDecks(colors=("red",)))
    felt.refuses(cmd.ReceiveDecks(colors=("blue",)), one)


@pytest.mark.clause("MD-LIR 3.C(1)")
@pytest.mark.clause("MD-RET 3.C(1)")
@pytest.mark.clause("MD-DD .03C(1)")
@pytest.mark.clause("MD-LIR 3.C(2)")
@pytest.mark.clause("MD-RET 3.C(2)")
@pytest.mark.clause("MD-DD .03C(2)")
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


# Chapter 4 ----------------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 4.A")
@pytest.mark.clause("MD-LIR 4.B")
@pytest.mark.clause("MD-LIR 4.C")
@pytest.mark.clause("MD-RET 4.A")
@pytest.mark.clause("MD-RET 4.B")
@pytest.mark.clause("MD-RET 4.C")
@pytest.mark.clause("MD-DD .04A")
@pytest.mark.clause("MD-DD .04B")
@pytest.mark.clause("MD-DD .04C")
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
    felt.refuses((cmd.VerifyInspection(), same), inspect, "whoever inspected")
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


@pytest.mark.clause("MD-LIR 4.F")
@pytest.mark.clause("MD-RET 4.F")
@pytest.mark.clause("MD-DD .04F")
@pytest.mark.clause("MD-LIR 5.D(2)")
@pytest.mark.clause("MD-RET 5.C(2)")
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


@pytest.mark.clause("MD-LIR 5.I")
@pytest.mark.clause("MD-RET 5.H")
@pytest.mark.clause("MD-DD .05I")
@pytest.mark.parametrize("game", MARYLAND)
def test_5_i_nothing_is_cut_with_a_continuous_reshuffler(game: str) -> None:
    felt = Felt(rules_of(game, shuffling=Shuffling.RESHUFFLING))
    felt.play(cmd.ReceiveDecks(preshuffled=True))
    assert stages(felt) == ["ready"]
    felt.refuses(cmd.Cut(depth=20), cite(game, "cut"))
    felt.refuses(cmd.OrderRecut(), cite(game, "recut"))


# Chapter 5 ----------------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 5.F")
@pytest.mark.clause("MD-RET 5.D")
@pytest.mark.clause("MD-DD .05F(1)")
@pytest.mark.parametrize(
    ("game", "deepest"), [("let-it-ride", 42), ("run-em-twice", 42), ("double-draw", 44)]
)
def test_5_f_the_cut_is_ten_cards_in_and_ten_from_the_bottom(game: str, deepest: int) -> None:
    for depth, obeyed in [(9, False), (10, True), (deepest, True), (deepest + 1, False)]:
        felt = Felt(rules_of(game))
        felt.play(cmd.ReceiveDecks(preshuffled=True))
        if obeyed:
            assert felt.play(cmd.Cut(depth=depth)) == [ev.DeckCut("red", depth)]
        else:
            felt.refuses(cmd.Cut(depth=depth), cite(game, "cut"))


@pytest.mark.clause("MD-LIR 5.F(1)")
@pytest.mark.clause("MD-RET 5.D(1)")
@pytest.mark.clause("MD-DD .05F(2)")
def test_5_f_1_what_was_above_the_cover_card_goes_to_the_bottom() -> None:
    def first_card(depth: int) -> tuple[str, str]:
        felt = Felt(rules_of("double-draw"), seed=3)
        felt.play(cmd.ReceiveDecks(preshuffled=True), cmd.Cut(depth=depth))
        felt.sit(1).base(1)
        felt.dealer()
        order = [face for _, face in felt.dealt()]
        return order[0], order[1]

    # Cut one card deeper, and the second card has become the first.
    assert first_card(20)[1] == first_card(21)[0]


@pytest.mark.clause("MD-LIR 5.G")
@pytest.mark.clause("MD-RET 5.E")
@pytest.mark.clause("MD-DD .05G")
@pytest.mark.parametrize("game", MARYLAND)
def test_5_g_a_recut_may_be_ordered_until_the_first_card(game: str) -> None:
    felt = at_round(game)
    recut, cut = cite(game, "recut"), cite(game, "cut")
    felt.play(cmd.OrderRecut())
    felt.refuses(cmd.OrderRecut(), recut)
    felt.refuses(cmd.NoMoreBets(), cut)
    felt.play(cmd.Cut(depth=12), cmd.NoMoreBets())
    prepared(felt).play(cmd.OrderRecut())
    felt.refuses(cmd.Deal(), cut, "cut first")
    felt.refuses(cmd.FaceUp(), cut)
    assert next_command(felt.state) == cmd.Cut(depth=26)
    felt.play(cmd.Cut(depth=33), cmd.Deal())
    felt.refuses(cmd.OrderRecut(), recut, "first card")
    felt.refuses(cmd.Cut(depth=33), cut, "first card")
    assert cmd.OrderRecut.given_by == (FLOOR,)


@pytest.mark.clause("MD-LIR 5.G")
def test_a_recut_after_no_more_bets_gives_another_order() -> None:
    def cards_dealt(depth: int) -> list[tuple[str, str]]:
        felt = prepared(at_round("let-it-ride", seed=4))
        felt.play(cmd.OrderRecut(), cmd.Cut(depth=depth))
        felt.dealer()
        return felt.dealt()

    assert cards_dealt(20) == cards_dealt(20)
    assert cards_dealt(20)[1][1] == cards_dealt(21)[0][1]


@pytest.mark.clause("MD-LIR 5.A(3)")
@pytest.mark.clause("MD-RET 5.A(3)")
@pytest.mark.clause("MD-DD .05A(3)")
@pytest.mark.parametrize("game", MARYLAND)
def test_5_a_3_a_floorperson_may_order_a_shuffle_before_the_first_card(game: str) -> None:
    clause = chapter(game, 5, "A(3)")
    felt = at_round(game)
    felt.play(cmd.OrderShuffle())
    felt.refuses(cmd.NoMoreBets(), chapter(game, 5, "A"))
    felt.play(cmd.Shuffle(), cmd.OrderShuffle(), cmd.Shuffle(), cmd.Cut(depth=20))
    prepared(felt).play(cmd.OrderShuffle())
    felt.refuses(cmd.Deal(), chapter(game, 5, "A"), "shuffled first")
    before = len(felt.log)
    felt.dealer()
    assert [type(e) for e in felt.log[before : before + 2]] == [ev.DeckShuffled, ev.DeckCut]
    assert felt.state.phase is Phase.PLAYING
    felt.refuses(cmd.OrderShuffle(), clause)
    assert cmd.OrderShuffle.given_by == (FLOOR,)


@pytest.mark.clause("MD-LIR 5.A(2)")
@pytest.mark.clause("MD-RET 5.A(2)")
@pytest.mark.clause("MD-DD .05A(2)")
@pytest.mark.parametrize("game", MARYLAND)
@pytest.mark.parametrize("shuffling", list(Shuffling))
def test_5_a_2_the_cards_are_shuffled_after_each_round(game: str, shuffling: Shuffling) -> None:
    felt = dealt(game, shuffling=shuffling)
    while not felt.is_open or not felt.state.rounds:
        felt.play(cmd.Timeout(seat=1))
        while (command := next_command(felt.state)) and not felt.is_open:
            felt.play(command)
    assert stages(felt) == ["stacked"]
    felt.base(1).refuses(cmd.NoMoreBets(), chapter(game, 5, "A"), "must be shuffled")
    if shuffling is Shuffling.COUNTING:
        felt.refuses(cmd.Shuffle(), f"{cite(game, 'count')}(1)", "say how many")
    felt.play(cmd.Shuffle(cards=len(felt.game.deck) if shuffling is Shuffling.COUNTING else None))
    # Only what a person shuffled is cut.
    assert stages(felt) == ["ready" if shuffling.by_machine else "shuffled"]


@pytest.mark.clause("MD-LIR 5.E(2)")
@pytest.mark.clause("MD-RET 5.B(2)")
@pytest.mark.clause("MD-DD .05E(2)")
@pytest.mark.parametrize(
    ("game", "right"), [("let-it-ride", 52), ("run-em-twice", 52), ("double-draw", 54)]
)
def test_5_e_a_wrong_device_count_removes_the_deck(game: str, right: int) -> None:
    felt = at(game, shuffling=Shuffling.COUNTING)
    felt.play(cmd.OrderShuffle(), cmd.Shuffle(cards=right))
    assert stages(felt) == ["ready"]
    felt.play(cmd.OrderShuffle())
    *_, removed = felt.play(cmd.Shuffle(cards=right - 1))
    assert removed == ev.DeckRemoved("red", cite(game, "count"), "count")
    assert felt.state.decks == ()
    assert isinstance(next_command(felt.state), cmd.ReceiveDecks)


@pytest.mark.clause("MD-RET 5.B(2)")
def test_a_wrong_device_count_after_no_more_bets_voids_the_round() -> None:
    felt = at_round("run-em-twice", shuffling=Shuffling.COUNTING)
    felt.bet(1, "progressive", 100)
    prepared(felt).play(cmd.OrderShuffle(), cmd.Shuffle(cards=51))
    assert felt.is_open
    assert felt.purse(1) == 0
    assert felt.state.meters == at("run-em-twice").state.meters


def test_only_a_counting_device_counts() -> None:
    felt = at("run-em-twice", shuffling=Shuffling.AUTOMATED)
    felt.play(cmd.OrderShuffle())
    felt.refuses(cmd.Shuffle(cards=52), "MD-RET 5.B", "count")
    felt.refuses(cmd.Shuffle(deck="green"), "MD-RET 5.A", "green")


# Stub counts --------------------------------------------------------------------------------------


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


@pytest.mark.clause("MD-LIR 8.D(5)")
@pytest.mark.clause("MD-LIR 9.E")
@pytest.mark.clause("MD-LIR 10.D")
@pytest.mark.clause("MD-RET 8.E")
@pytest.mark.clause("MD-RET 9.C")
@pytest.mark.clause("MD-DD .08E")
@pytest.mark.clause("MD-DD .09C")
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
