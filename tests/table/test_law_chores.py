"""What an irregularity gives the dealer to do at once, in words with its clause: a card that is not
used or is used next, and what becomes of the cards of a void round.
"""

import pytest
from felt import MARYLAND, Felt, at_round, dealt, prepared

from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER, Actor
from fairdeal.table.state import dealing_clauses
from fairdeal.wording.dealer import instructions

DORA = Actor("dora", DEALER)
GATHER = "Gather all cards, those already dealt too, to be shuffled"


def told(felt: Felt) -> list[tuple[str, str | None]]:
    return [(line.say, line.clause) for line in instructions(felt.state)]


@pytest.mark.clause("MD-LIR 13.A")
@pytest.mark.clause("MD-DD .13A")
@pytest.mark.parametrize(
    ("game", "clause"), [("let-it-ride", "MD-LIR 13.A"), ("double-draw", "MD-DD .13A")]
)
def test_13_a_a_card_found_face_up_goes_to_the_rack(game: str, clause: str) -> None:
    felt = prepared(at_round(game))
    felt.play(cmd.FaceUp())
    line = ("Put the card that was found face up into the discard rack, unused", clause)
    assert told(felt)[0] == line
    felt.play(cmd.Deal())
    assert line not in told(felt), "it has been done"


@pytest.mark.clause("MD-LIR 13.C")
@pytest.mark.clause("MD-RET 13.B")
@pytest.mark.clause("MD-DD .13C")
@pytest.mark.parametrize("game", MARYLAND)
def test_13_c_a_card_drawn_in_error_is_the_next(game: str) -> None:
    felt = prepared(at_round(game))
    felt.play(cmd.DrawnInError())
    words = "Leave the card that was drawn in error face down: it is the next card"
    assert told(felt)[0] == (words, felt.game.procedure.irregular.drawn_in_error)


@pytest.mark.clause("MD-RET 13.A")
def test_13_a_where_one_card_voids_none_is_kept_apart() -> None:
    felt = prepared(at_round("run-em-twice"))
    felt.play((cmd.FaceUp(), DORA))
    ((words, clause),) = told(felt)
    assert (words[:20], clause) == ("Floorperson: confirm", "MD-RET 13.A")
    felt.play(cmd.Confirm())
    assert [line for line in told(felt) if line[1] == "MD-RET 13.A"][-1] == (GATHER, "MD-RET 13.A")


@pytest.mark.clause("MD-LIR 13.G")
@pytest.mark.clause("MD-RET 13.D")
@pytest.mark.clause("MD-DD .13E")
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


@pytest.mark.clause("MD-LIR 8.F(2)")
@pytest.mark.clause("MD-DD .08F(5)")
@pytest.mark.parametrize("game", ["let-it-ride", "double-draw"])
def test_8_f_a_deck_that_goes_is_not_shuffled(game: str) -> None:
    felt = dealt(game) if game == "double-draw" else prepared(at_round(game))
    if game == "let-it-ride":
        felt.play(cmd.Deal(rest=True))
    felt.play(cmd.CountStub(cards=40))
    assert "Remove the red deck from the table" in [words for words, _ in told(felt)]
    assert GATHER not in [words for words, _ in told(felt)]


@pytest.mark.parametrize("game", MARYLAND)
def test_nobody_is_waited_for_where_a_payment_fell_with_the_player_who_left(game: str) -> None:
    felt = at_round(game, seats=(1, 2))
    felt.play((cmd.PayByHand(1, 500, "paid too little"), DORA), cmd.Leave(1))
    assert felt.state.asked is None
    assert felt.state.held is False
    words, clause = told(felt)[0]
    assert (words, clause) == ("Announce: no more bets", dealing_clauses(felt.state).no_more_bets)
    felt.dealer()
    assert felt.state.playing == (2,)
