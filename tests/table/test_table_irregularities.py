"""Chapter 13 of each text, letter by letter, and chapters 8 to 10 where a count is wrong."""

from typing import Any

import pytest
from felt import Felt, at, at_round, dealt, is_void, prepared, with_side_bets

from fairdeal.cards import cards_text
from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_DEALER, AUTOMATIC_FLOOR
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase

SHOE: dict[str, Any] = {"dealing": Dealing.AUTOMATED_SHOE, "shuffling": Shuffling.AUTOMATED}


# A card found face up -----------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 13.A")
@pytest.mark.clause("MD-DD .13A")
@pytest.mark.parametrize(
    ("game", "one"), [("let-it-ride", "MD-LIR 13.A"), ("double-draw", "MD-DD .13A")]
)
def test_13_a_one_card_face_up_is_set_aside(game: str, one: str) -> None:
    felt = with_side_bets(game, deck="Ah 2c 3c 4c 5c 6c 7c 8c")
    felt.refuses(cmd.FaceUp(), one, "no cards are being dealt")
    prepared(felt)
    assert felt.play(cmd.FaceUp()) == [ev.CardSetAside(50, one)]
    felt.play(cmd.Deal())
    assert "Ah" not in {card for _, card in felt.dealt()}
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING, "the round goes on"


@pytest.mark.clause("MD-LIR 13.B")
@pytest.mark.clause("MD-DD .13B")
@pytest.mark.parametrize(
    ("game", "clause"), [("let-it-ride", "MD-LIR 13.B"), ("double-draw", "MD-DD .13B")]
)
def test_13_b_a_second_card_face_up_voids(game: str, clause: str) -> None:
    felt = prepared(with_side_bets(game))
    felt.play(cmd.FaceUp(), cmd.Deal())
    is_void(felt, felt.play(cmd.FaceUp()), clause)


@pytest.mark.clause("MD-RET 13.A")
def test_ret_13_a_one_card_face_up_voids() -> None:
    felt = prepared(with_side_bets("run-em-twice"))
    felt.play(cmd.Deal())
    is_void(felt, felt.play(cmd.FaceUp()), "MD-RET 13.A")


@pytest.mark.clause("MD-DD .13A")
def test_dd_13_a_counts_among_the_draws_too() -> None:
    felt = dealt("double-draw")
    felt.bet(1, "first-draw", 500)
    felt.play(cmd.NoMoreBets(), cmd.FaceUp())
    assert len(felt.state.set_aside) == 1
    felt.play(cmd.Draw(seat=1, discard=felt.state.seats[1].cards[:3]))
    assert felt.state.phase is Phase.PLAYING


@pytest.mark.parametrize(
    ("game", "clause"), [("let-it-ride", "MD-LIR 13.A"), ("run-em-twice", "MD-RET 13.A")]
)
def test_13_a_only_while_cards_are_dealt(game: str, clause: str) -> None:
    felt = dealt(game)
    felt.refuses(cmd.FaceUp(), clause, "no cards are being dealt")


# A card drawn in error ----------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 13.C")
@pytest.mark.clause("MD-RET 13.B")
@pytest.mark.clause("MD-DD .13C")
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("let-it-ride", "MD-LIR 13.C"),
        ("run-em-twice", "MD-RET 13.B"),
        ("double-draw", "MD-DD .13C"),
    ],
)
def test_13_c_a_card_drawn_in_error_is_the_next_card(game: str, clause: str) -> None:
    felt = prepared(with_side_bets(game, deck="Ah Kd 2c"))
    assert felt.play(cmd.DrawnInError()) == [ev.CardDrawnInError(clause)]
    felt.refuses(cmd.DrawnInError(), clause, "already")
    felt.refuses(cmd.OrderRecut(), felt.game.procedure.recut, "before the first card")
    felt.play(cmd.Deal())
    assert felt.dealt()[0][1] == "Ah"
    assert not felt.state.pending
    if game != "double-draw":
        felt.dealer()
        felt.refuses(cmd.DrawnInError(), clause, "no cards are being dealt")


@pytest.mark.clause("MD-LIR 13.C")
@pytest.mark.clause("MD-DD .13C")
@pytest.mark.parametrize("game", ["let-it-ride", "double-draw"])
def test_a_face_up_card_lies_behind_the_one_drawn_in_error(game: str) -> None:
    felt = prepared(with_side_bets(game, deck="Ah Kd 2c"))
    felt.play(cmd.DrawnInError(), cmd.FaceUp())
    assert cards_text(felt.state.set_aside) == "Kd"
    felt.play(cmd.Deal())
    assert [card for _, card in felt.dealt()[:2]] == ["Ah", "2c"]


def test_nothing_is_drawn_in_error_from_an_empty_stub() -> None:
    everybody = (1, 2, 3, 4, 5, 6)
    felt = dealt("double-draw", seats=everybody)
    felt.draw("first-draw", 3, *everybody).draw("second-draw", 1, *everybody, up_to=5)
    felt.play(cmd.FaceUp())
    assert len(felt.state.out) == 54
    felt.refuses(cmd.DrawnInError(), "MD-DD .13C", "no card any more")


@pytest.mark.clause("MD-DD .13C")
def test_dd_13_c_the_count_knows_of_a_card_drawn_in_error() -> None:
    felt = dealt("double-draw", seats=(1, 2))
    felt.play(cmd.DrawnInError())
    counted = felt.play(cmd.CountStub(cards=54 - 10 - 1))
    assert counted == [ev.StubCounted(43, 54, "right")]


@pytest.mark.clause("MD-LIR 13.C")
def test_drawn_in_error_and_seen_is_a_card_face_up() -> None:
    """Reading drawn-and-seen."""
    riding = prepared(with_side_bets("let-it-ride"))
    assert isinstance(riding.play(cmd.DrawnInError(seen=True))[0], ev.CardSetAside)
    is_void(riding, riding.play(cmd.DrawnInError(seen=True)), "MD-LIR 13.B")
    twice = prepared(with_side_bets("run-em-twice"))
    is_void(twice, twice.play(cmd.DrawnInError(seen=True)), "MD-RET 13.A")


# A wrong number of cards --------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 13.D")
@pytest.mark.clause("MD-RET 13.C")
@pytest.mark.clause("MD-RET 13.F")
@pytest.mark.parametrize(
    ("game", "place", "cards", "clause"),
    [
        ("let-it-ride", 1, 4, "MD-LIR 13.D"),
        ("let-it-ride", 2, 0, "MD-LIR 13.D"),
        ("let-it-ride", "community", 3, "MD-LIR 13.D"),
        ("let-it-ride", "bonus", 2, "MD-LIR 13.D"),  # reading bonus-box-count
        ("run-em-twice", 1, 1, "MD-RET 13.C"),
        ("run-em-twice", "center", 0, "MD-RET 13.C"),
        ("double-draw", 2, 6, "MD-DD .08F(4)"),  # reading missing-irregularities
    ],
)
def test_13_d_a_wrong_number_of_cards_voids(
    game: str, place: int | str, cards: int, clause: str
) -> None:
    felt = with_side_bets(game)
    felt.refuses(cmd.WrongNumber(place=place, cards=cards), clause, "no card")
    felt.dealer()
    felt.refuses(cmd.WrongNumber(place=5, cards=1), clause, "no place")
    felt.refuses(cmd.WrongNumber(place="nowhere", cards=1), clause, "no place")
    felt.refuses(cmd.WrongNumber(place=place, cards=-1), clause, "below zero")
    if game != "run-em-twice":
        areas: dict[int | str, int] = {"community": 2, "bonus": 3}
        right = areas.get(place, felt.game.own_cards)
        felt.refuses(cmd.WrongNumber(place=place, cards=right), clause, "should have")
    is_void(felt, felt.play(cmd.WrongNumber(place=place, cards=cards)), clause)


@pytest.mark.clause("MD-RET 13.C")
def test_ret_13_c_what_is_right_halfway_through_the_deal() -> None:
    felt = prepared(at_round("run-em-twice", seats=(1, 2)))
    felt.play(cmd.Deal(), cmd.Deal())
    felt.refuses(cmd.WrongNumber(place=1, cards=1), "MD-RET 13.C", "should have")
    is_void(felt, felt.play(cmd.WrongNumber(place=1, cards=2)), "MD-RET 13.C")


@pytest.mark.clause("MD-LIR 13.D")
@pytest.mark.parametrize(
    ("game", "deals", "clause"),
    [
        ("let-it-ride", 6, "MD-LIR 13.D"),
        ("run-em-twice", 3, "MD-RET 13.C"),
        ("double-draw", 5, "MD-DD .08F(4)"),
    ],
)
@pytest.mark.parametrize("slip", ["skip", "twice"])
def test_a_slip_of_the_dealer_is_found_before_play(
    game: str, deals: int, clause: str, slip: str
) -> None:
    """A card too few or too many at seat 2: the script stops there, and nobody decides."""
    felt = prepared(with_side_bets(game))
    for number in range(deals):
        last = number == deals - 1
        wrong = cmd.Deal(skip=(2,)) if slip == "skip" else cmd.Deal(twice=(2,))
        felt.play(wrong if last else cmd.Deal())
    right = felt.game.own_cards
    found = right - 1 if slip == "skip" else right + 1
    assert next_command(felt.state) == cmd.WrongNumber(place=2, cards=found)
    if game != "double-draw":
        felt.play(cmd.RackStub())
    assert felt.state.phase is Phase.DEALING
    is_void(felt, felt.play(next_command(felt.state) or cmd.Clear()), clause)


# An exposed community card ------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 13.E")
@pytest.mark.parametrize("area", ["community", "bonus"])
def test_lir_13_e_an_exposed_community_card_voids(area: str) -> None:
    felt = with_side_bets("let-it-ride")
    felt.refuses(cmd.ExposedCommunity(area=area), "MD-LIR 13.E", "face down")
    felt.dealer()
    felt.refuses(cmd.ExposedCommunity(area="flop"), "MD-LIR 13.E", "flop")
    felt.play(cmd.Ride(seat=1), cmd.Withdraw(seat=2), cmd.Reveal())
    # What was turned or taken back before goes back as well.
    is_void(felt, felt.play(cmd.ExposedCommunity(area=area)), "MD-LIR 13.E")


def test_ret_an_exposed_community_card_voids_too() -> None:
    """Reading missing-irregularities; folds come back (reading void-reach)."""
    felt = with_side_bets("run-em-twice")
    felt.dealer()
    felt.play(cmd.Fold(seat=1))
    felt.bet(2, "first-run", 1_500)
    felt.play(cmd.Reveal())
    felt.refuses(cmd.ExposedCommunity(area="left"), "MD-RET 13.A", "face down")
    is_void(felt, felt.play(cmd.ExposedCommunity(area="center")), "MD-RET 13.A")


def test_dd_has_no_community_card() -> None:
    dealt("double-draw").refuses(cmd.ExposedCommunity(area="center"), "MD-DD .13A")


def test_a_void_returns_what_was_forfeited() -> None:
    felt = with_side_bets("run-em-twice")
    felt.dealer()
    felt.play(cmd.Forfeit(seat=1))
    is_void(felt, felt.play(cmd.ExposedCommunity(area="top")), "MD-RET 13.A")


# A skipped player ---------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 13.G")
def test_ret_13_g_a_skipped_player_plays_the_next_hand() -> None:
    """Readings skipped and skipped-or-short: wagers and the meter's share go back."""
    felt = prepared(with_side_bets("run-em-twice"))
    felt.refuses(cmd.Skipped(seat=1), "MD-RET 13.G", "no player")
    felt.play(cmd.Deal(), cmd.Deal(skip=(1,)))
    felt.refuses(cmd.Skipped(seat=2), "MD-RET 13.G", "has cards")
    felt.refuses(cmd.Skipped(seat=3), "MD-RET 7.B(1)")
    felt.refuses(cmd.WrongNumber(place=1, cards=0), "MD-RET 13.G", "skipped")
    events = felt.play(cmd.Skipped(seat=1))
    assert felt.purse(1) == 0
    assert isinstance(events[-2], ev.MetersUnfed)
    assert events[-1] == ev.PlayerSkipped(1)
    assert felt.state.meters == at("run-em-twice").state.meters
    felt.refuses(cmd.Skipped(seat=1), "MD-RET 13.G", "not in the round")
    felt.dealer()
    felt.play(cmd.Fold(seat=2))
    felt.dealer()
    assert felt.is_open
    assert felt.purse(1) == 0
    prepared(felt.base(1))
    assert felt.state.playing == (1,)


@pytest.mark.clause("MD-RET 13.G")
def test_ret_13_g_the_deal_goes_on_past_a_skipped_player() -> None:
    """Card by card too, when nobody else is left in the step, before or after it is noticed."""
    felt = prepared(at_round("run-em-twice", seats=(1, 2, 3)))
    felt.play(cmd.Deal(), cmd.Deal(part="card"))
    felt.refuses(cmd.Skipped(seat=3), "MD-RET 13.G", "still to be dealt to")
    felt.play(cmd.Deal(skip=(3,)), cmd.Deal(part="card"), cmd.Deal(part="card"))
    felt.play(cmd.Skipped(seat=3))
    assert next_command(felt.state) == cmd.RackStub()
    again = prepared(at_round("run-em-twice", seats=(1, 2, 3)))
    again.play(cmd.Deal(), cmd.Deal(skip=(3,)), cmd.Skipped(seat=3))
    again.play(cmd.Deal(part="card"), cmd.Deal(part="card"))
    assert next_command(again.state) == cmd.RackStub()
    for table in (felt, again):
        table.dealer()
        assert table.state.phase is Phase.PLAYING
        assert table.state.turn == 1


@pytest.mark.clause("MD-RET 13.G")
def test_ret_13_g_a_stub_count_does_not_void_for_a_skipped_player() -> None:
    felt = prepared(at_round("run-em-twice", seats=(1, 2)))
    felt.play(cmd.Deal(), cmd.Deal(skip=(1,)), cmd.Deal(skip=(1,)))
    assert felt.play(cmd.CountStub(cards=45)) == [ev.StubCounted(45, 52, "right")]
    assert next_command(felt.state) == cmd.Skipped(seat=1)
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING


@pytest.mark.parametrize(
    ("game", "clause"), [("let-it-ride", "MD-LIR 13.D"), ("double-draw", "MD-DD .10C(3)")]
)
def test_a_player_without_cards_voids_in_the_other_games(game: str, clause: str) -> None:
    felt = prepared(with_side_bets(game, **SHOE))
    while felt.state.phase is Phase.DEALING and not felt.state.seats[1].cards:
        last = felt.state.deal_step == (2 if game == "let-it-ride" else 0)
        felt.play(cmd.Deal(skip=(2,) if last else ()))
    is_void(felt, felt.play(cmd.Skipped(seat=2)), clause)


# A wrong stub count -------------------------------------------------------------------------------

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


def counted(game: str, dealing: Dealing, deals: int, **found: int) -> tuple[Felt, list[ev.Event]]:
    felt = prepared(with_side_bets(game, dealing=dealing, shuffling=Shuffling.AUTOMATED))
    felt.play(*[cmd.Deal()] * deals)
    clause = felt.game.procedure.dealing[dealing].count
    felt.refuses(cmd.CountStub(cards=-1), clause, "below zero")
    felt.refuses(cmd.CountStub(cards=40, found={5: 2}), clause, "no place")
    places: dict[int | str, int] = {
        2 if name == "seat_2" else name: cards for name, cards in found.items() if name != "cards"
    }
    events = felt.play(cmd.CountStub(cards=found["cards"], found=places))
    return felt, ruled(felt, events)


def ruled(felt: Felt, events: list[ev.Event]) -> list[ev.Event]:
    """What comes of a wrong count: at once, or by the floorperson's word (reading floor-rules)."""
    clause = felt.game.procedure.dealing[felt.state.dealing].floor_rules
    if clause is None:
        assert felt.state.differs is None
        return events
    (counted,) = events
    assert isinstance(counted, ev.StubCounted)
    assert (counted.result, felt.state.differs) == ("differs", counted)
    felt.refuses(cmd.RackStub(), clause, "the floorperson is asked")
    felt.refuses((cmd.RuleCount(misdealt=True), AUTOMATIC_DEALER), clause, "for the floorperson")
    word = next_command(felt.state)
    assert isinstance(word, cmd.RuleCount)
    said, *events = felt.play(word)
    assert said == ev.CountRuled(word.misdealt, AUTOMATIC_FLOOR.id)
    return events


@pytest.mark.clause("MD-LIR 8.F(2)")
@pytest.mark.clause("MD-LIR 9.H(2)")
@pytest.mark.clause("MD-LIR 10.G(2)")
@pytest.mark.clause("MD-RET 8.F(3)")
@pytest.mark.clause("MD-RET 8.F(5)")
@pytest.mark.clause("MD-RET 9.D(3)")
@pytest.mark.clause("MD-RET 9.D(5)")
@pytest.mark.clause("MD-RET 10.C(4)")
@pytest.mark.clause("MD-DD .08F(5)")
@pytest.mark.clause("MD-DD .09D(5)")
@pytest.mark.clause("MD-DD .10C(4)")
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


@pytest.mark.clause("MD-LIR 8.F(1)")
@pytest.mark.clause("MD-LIR 9.H(1)")
@pytest.mark.clause("MD-LIR 10.G(1)")
@pytest.mark.clause("MD-RET 8.F(4)")
@pytest.mark.clause("MD-RET 9.D(4)")
@pytest.mark.clause("MD-RET 10.C(3)")
@pytest.mark.clause("MD-DD .08F(4)")
@pytest.mark.clause("MD-DD .09D(4)")
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
