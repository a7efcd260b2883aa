"""Chapter 13: shufflers and dealing shoes that jam or fail, and what takes their place."""

import pytest
from chapters import GATHER, SHOE, told
from felt import MARYLAND, at, at_round, dealt, is_void, prepared, with_side_bets

from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase
from fairdeal.wording.dealer import instructions


@pytest.mark.clause("MD-LIR 13.F", "MD-DD .13D")
@pytest.mark.parametrize(
    ("game", "clause"),
    [("let-it-ride", "MD-LIR 13.F"), ("run-em-twice", "MD-RET 5.A"), ("double-draw", "MD-DD .13D")],
)
def test_13_f_a_jammed_shuffler_means_a_new_shuffle(game: str, clause: str) -> None:
    at(game).refuses(cmd.ShufflerJam(), clause, "no shuffling device")
    felt = at_round(game, shuffling=Shuffling.AUTOMATED)
    felt.play(cmd.ShufflerJam())
    felt.refuses(cmd.NoMoreBets(), felt.game.procedure.shuffle)
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING, "wagers stay, the cards are shuffled again"
    felt.refuses(cmd.ShufflerJam(), clause, "no deck")


@pytest.mark.clause("MD-LIR 13.F")
def test_13_f_the_deck_that_waits_for_its_shuffle_is_the_one_that_jams() -> None:
    felt = at("let-it-ride", shuffling=Shuffling.AUTOMATED, decks=2)
    felt.play(cmd.ShufflerJam())
    first = felt.state.decks
    felt.play(cmd.ShufflerJam())
    assert felt.state.decks == first


@pytest.mark.clause("MD-LIR 13.G", "MD-RET 13.D", "MD-DD .13E")
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("let-it-ride", "MD-LIR 13.G"),
        ("run-em-twice", "MD-RET 13.D"),
        ("double-draw", "MD-DD .13E"),
    ],
)
def test_13_g_a_jammed_shoe_voids(game: str, clause: str) -> None:
    at_round(game).refuses(cmd.ShoeJam(), clause, "no automated dealing shoe")
    felt = with_side_bets(game, **SHOE)
    felt.refuses(cmd.ShoeJam(), clause, "no round is on")
    is_void(prepared(felt), felt.play(cmd.ShoeJam()), clause)


@pytest.mark.parametrize(
    ("game", "clause"), [("let-it-ride", "MD-LIR 13.G"), ("run-em-twice", "MD-RET 13.D")]
)
def test_a_jam_after_the_last_card_is_no_irregularity_of_the_round(game: str, clause: str) -> None:
    """Reading late-jam."""
    felt = dealt(game, **SHOE)
    felt.refuses(cmd.ShoeJam(), clause, "last card")
    felt.play(cmd.Malfunction(device="shoe"))


@pytest.mark.clause("MD-DD .13E")
def test_dd_13_e_a_jam_before_the_draws_voids() -> None:
    felt = with_side_bets("double-draw", **SHOE)
    prepared(felt).play(cmd.Deal())
    felt.bet(1, "first-draw", 500)
    felt.refuses(cmd.Malfunction(device="shoe"), "MD-DD .13F", "jammed")
    is_void(felt, felt.play(cmd.ShoeJam()), "MD-DD .13E")


@pytest.mark.clause("MD-DD .13E")
def test_dd_13_e_a_jam_while_the_count_is_due_voids() -> None:
    felt = at("double-draw", **SHOE)
    for _ in range(4):
        felt.base(1).dealer()
        felt.play(cmd.Fold(seat=1))
        felt.dealer()
    before = felt.purse(1)
    prepared(felt.base(1)).play(cmd.Deal())
    assert isinstance(next_command(felt.state), cmd.CountStub)
    felt.play(cmd.ShoeJam())
    assert felt.purse(1) == before


OUT = [
    ("let-it-ride", "MD-LIR 13.H"),
    ("run-em-twice", "MD-RET 13.E"),
    ("double-draw", "MD-DD .13F"),
]


@pytest.mark.clause("MD-LIR 13.H(1)", "MD-LIR 13.H(2)", "MD-RET 13.E(1)", "MD-RET 13.E(2)")
@pytest.mark.clause("MD-DD .13F(1)", "MD-DD .13F(2)", "MD-LIR 13.H", "MD-RET 13.E", "MD-DD .13F")
@pytest.mark.parametrize(("game", "clause"), OUT)
@pytest.mark.parametrize("how", ["covered", "sign"])
def test_13_h_a_failed_shoe_is_covered_or_signed_first(game: str, clause: str, how: str) -> None:
    felt = at_round(game, **SHOE)
    change = cmd.ChangeMethod(dealing="manual-shoe")
    felt.refuses(change, clause, "out of order")
    felt.refuses(cmd.MarkOutOfOrder(device="shoe"), clause, "has not failed")
    felt.play(cmd.Malfunction(device="shoe"))
    felt.refuses(cmd.Malfunction(device="shoe"), clause)
    felt.refuses(cmd.NoMoreBets(), clause, "shoe")
    felt.refuses(change, clause, "covered or signed")
    marked = felt.play(cmd.MarkOutOfOrder(device="shoe", how=how))  # type: ignore[arg-type]
    assert marked == [ev.DeviceMarked("shoe", how)], "the log says which of the two was done"
    felt.refuses(cmd.MarkOutOfOrder(device="shoe"), clause, "already")
    felt.refuses(cmd.ChangeMethod(), clause, "method is in use")
    felt.refuses(cmd.ChangeMethod(dealing="by foot"), clause, "by foot")
    felt.refuses(cmd.ChangeMethod(shuffling="manual"), clause, "shuffler")
    assert felt.play(change) == [ev.MethodChanged("manual-shoe", "automated")]
    felt.refuses(cmd.ChangeMethod(dealing="automated-shoe"), clause, "shoe")
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING
    felt.refuses(cmd.ChangeMethod(dealing="hand"), clause, "before the first card")


@pytest.mark.clause("MD-LIR 9.A(1)", "MD-DD .09A(1)", "MD-LIR 13.H", "MD-RET 9.A(1)")
@pytest.mark.parametrize(("game", "clause"), OUT)
def test_13_h_without_a_shuffler_no_dealing_from_the_hand_and_one_deck(
    game: str, clause: str
) -> None:
    """Reading device-out."""
    felt = at_round(game, dealing=Dealing.HAND, shuffling=Shuffling.COUNTING, decks=2)
    felt.play(cmd.Malfunction(device="shuffler"))
    felt.refuses(cmd.ChangeMethod(shuffling="manual", dealing="manual-shoe"), clause)
    felt.play(cmd.MarkOutOfOrder(device="shuffler"))
    hand = felt.game.clauses.hand_needs_machine
    assert hand
    felt.refuses(cmd.ChangeMethod(shuffling="manual"), hand, "hand")
    felt.refuses(cmd.ChangeMethod(shuffling="automated"), clause, "out of order")
    events = felt.play(cmd.ChangeMethod(shuffling="manual", dealing="manual-shoe"))
    assert [type(e) for e in events] == [ev.DeckRemoved, ev.MethodChanged]
    assert len(felt.state.decks) == 1
    before = len(felt.log)
    felt.dealer()
    kinds = [type(e) for e in felt.log[before:]]
    assert kinds[:2] == [ev.DeckShuffled, ev.DeckCut], "cuts fall due"


@pytest.mark.clause("MD-LIR 13.H")
@pytest.mark.parametrize(("game", "clause"), OUT)
def test_13_h_a_manual_shoe_does_not_become_an_automated_one(game: str, clause: str) -> None:
    felt = at(game, shuffling=Shuffling.AUTOMATED)
    felt.play(cmd.Malfunction(device="shuffler"), cmd.MarkOutOfOrder(device="shuffler"))
    both = cmd.ChangeMethod(shuffling="manual", dealing="automated-shoe")
    felt.refuses(both, clause, "shoe")
    felt.refuses(cmd.Malfunction(device="shoe"), clause, "no automated shoe")
    felt.play(cmd.OrderShuffle())
    felt.refuses(cmd.Shuffle(), clause, "out of order")


@pytest.mark.parametrize(("game", "clause"), OUT)
@pytest.mark.parametrize("devices", [("shuffler",), ("shoe",), ("shuffler", "shoe")])
def test_the_script_leads_through_failed_devices(
    game: str, clause: str, devices: tuple[str, ...]
) -> None:
    felt = at_round(game, **SHOE)
    for device in devices:
        felt.play(cmd.Malfunction(device=device))  # type: ignore[arg-type]
    assert instructions(felt.state)[0].clause == clause
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING
    assert [e.device for e in felt.happened(ev.DeviceMarked)] == list(devices)
    assert felt.state.shuffling.by_machine == ("shuffler" not in devices)
    assert (felt.state.dealing is Dealing.AUTOMATED_SHOE) == ("shoe" not in devices)


@pytest.mark.parametrize(("game", "clause"), OUT)
def test_a_repaired_device_is_used_again(game: str, clause: str) -> None:
    felt = at(game, dealing=Dealing.HAND, shuffling=Shuffling.COUNTING, decks=2)
    felt.refuses(cmd.ReturnDevice(device="shuffler"), clause, "has not failed")
    felt.play(cmd.Malfunction(device="shuffler"))
    felt.dealer()
    assert felt.state.dealing is Dealing.MANUAL_SHOE
    assert felt.state.shuffling is Shuffling.MANUAL
    assert len(felt.state.decks) == 1
    own = cmd.ChangeMethod(dealing="hand", shuffling="automated-counting")
    felt.refuses(own, clause, "shuffling device is out of order")
    felt.play(cmd.ReturnDevice(device="shuffler"))
    assert next_command(felt.state) == own
    felt.dealer()
    methods = (felt.state.dealing, felt.state.shuffling)
    assert methods == (Dealing.HAND, Shuffling.COUNTING)
    assert {deck.color for deck in felt.state.decks} == {"red", "blue"}, "two decks again"
    # What failed once may fail again.
    felt.play(cmd.Malfunction(device="shuffler"))
    felt.refuses(cmd.ChangeMethod(shuffling="manual", dealing="manual-shoe"), clause, "covered")


def test_one_of_two_devices_comes_back() -> None:
    felt = at("let-it-ride", **SHOE)
    felt.play(cmd.Malfunction(device="shuffler"), cmd.Malfunction(device="shoe"))
    felt.dealer()
    felt.play(cmd.ReturnDevice(device="shoe"))
    felt.play(cmd.ChangeMethod(dealing="automated-shoe"))
    assert felt.state.dealing is Dealing.AUTOMATED_SHOE
    assert felt.state.shuffling is Shuffling.MANUAL
    assert next_command(felt.state) == cmd.Shuffle(deck="red")


def test_a_shuffler_that_fails_in_a_shuffle_ordered_after_no_more_bets() -> None:
    felt = prepared(at_round("run-em-twice", shuffling=Shuffling.AUTOMATED))
    felt.play(cmd.OrderShuffle(), cmd.Malfunction(device="shuffler"))
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING
    assert felt.state.shuffling is Shuffling.MANUAL


@pytest.mark.clause("MD-LIR 13.H")
def test_13_h_a_reshuffling_shoe_is_one_device() -> None:
    how = {"dealing": Dealing.AUTOMATED_SHOE, "shuffling": Shuffling.RESHUFFLING}
    felt = at_round("let-it-ride", **how)
    felt.play(cmd.Malfunction(device="shuffler"))
    felt.refuses(cmd.NoMoreBets(), "MD-LIR 13.H", "out of order")
    felt.dealer()
    assert felt.state.dealing is Dealing.MANUAL_SHOE
    assert felt.state.shuffling is Shuffling.MANUAL
    dealing = prepared(at_round("let-it-ride", **how))
    dealing.refuses(cmd.Malfunction(device="shuffler"), "MD-LIR 13.H", "report the jam")


def test_no_shoe_is_put_in_the_place_of_the_hand() -> None:
    felt = at("let-it-ride", dealing=Dealing.HAND, shuffling=Shuffling.AUTOMATED)
    felt.play(cmd.Malfunction(device="shuffler"), cmd.MarkOutOfOrder(device="shuffler"))
    shoe = cmd.ChangeMethod(shuffling="manual", dealing="automated-shoe")
    felt.refuses(shoe, "MD-LIR 13.H", "no automated shoe")


def test_no_method_takes_the_place_of_a_device_that_is_not_there() -> None:
    at("let-it-ride").refuses(cmd.ChangeMethod(dealing="hand"), "MD-LIR 13.H", "no automated shoe")


@pytest.mark.clause("PA-RET deck")
def test_pa_dealing_from_the_hand_needs_no_machine() -> None:
    felt = at_round("run-em-twice", "pennsylvania", **SHOE)
    felt.play(cmd.Malfunction(device="shuffler"), cmd.MarkOutOfOrder(device="shuffler"))
    felt.play(cmd.ChangeMethod(shuffling="manual", dealing="hand"))
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING


@pytest.mark.clause("MD-LIR 13.G", "MD-RET 13.D", "MD-DD .13E")
@pytest.mark.parametrize("game", MARYLAND)
def test_13_g_a_jammed_shoe_is_emptied_and_all_is_shuffled(game: str) -> None:
    how = {"dealing": Dealing.AUTOMATED_SHOE, "shuffling": Shuffling.AUTOMATED}
    felt = prepared(at_round(game, **how))
    felt.play(cmd.Deal(part="card"), cmd.ShoeJam())
    clause = felt.game.procedure.irregular.shoe_jam
    back, emptied, (shuffle, _) = told(felt)
    assert (back[0][:16], back[1]) == ("Return to seat 1", clause)
    assert emptied == (f"Remove the cards from the shoe, and g{GATHER[1:]}", clause)
    assert shuffle == "Shuffle the red deck by machine"


@pytest.mark.clause("MD-LIR 8.F(2)", "MD-DD .08F(5)")
@pytest.mark.parametrize("game", ["let-it-ride", "double-draw"])
def test_8_f_a_deck_that_goes_is_not_shuffled(game: str) -> None:
    felt = dealt(game) if game == "double-draw" else prepared(at_round(game))
    if game == "let-it-ride":
        felt.play(cmd.Deal(rest=True))
    felt.play(cmd.CountStub(cards=40), cmd.RuleCount(misdealt=False))
    assert "Remove the red deck from the table" in [words for words, _ in told(felt)]
    assert GATHER not in [words for words, _ in told(felt)]
