"""Chapter 13: a card that would make all hands void stays in its place until the floorperson has
answered, and a denial leaves no trace of the report (reading `denied-report`).
"""

import json
from typing import Any

import pytest
from chapters import DORA, FRED
from felt import MARYLAND, Felt, dealt, prepared, with_side_bets
from msgspec.structs import replace

from fairdeal.cards import cards_text
from fairdeal.games import find_game
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUDITOR, DEALER, FLOOR, OPERATOR, PLAYER
from fairdeal.table.state import Phase, stub_size
from fairdeal.table.view import PUBLIC, Viewer
from fairdeal.wire.view import seen_document, view_document
from fairdeal.wording.dealer import instructions

DECK = "Ah Kd Qs Jc Th 9d 8s 7c 6h 5d 4s 3c"
REPORTS: list[cmd.Command] = [cmd.FaceUp(), cmd.DrawnInError(seen=True)]
DENIED = (cmd.Deny(reason="it lies face down"), FRED)
VOIDS = {"let-it-ride": "MD-LIR 13.B", "run-em-twice": "MD-RET 13.A", "double-draw": "MD-DD .13B"}
ASIDE = {"let-it-ride": "MD-LIR 13.A", "run-em-twice": "MD-RET 13.A", "double-draw": "MD-DD .13A"}


def about_to_void(game: str, deck: str = DECK, **how: Any) -> Felt:
    """A round in which the next card that is found face up makes all hands void."""
    felt = prepared(with_side_bets(game, deck=deck, **how))
    felt.play(cmd.Deal(part="card"))
    if not felt.game.procedure.irregular.face_up_voids:
        felt.play((cmd.FaceUp(), DORA))
    return felt


def after_a_denial(felt: Felt, report: cmd.Command) -> ev.CardReported:
    """Report and deny; the table is as it was, but for the number of events."""
    before = replace(felt.state, chores=())
    _, reported = felt.play((report, DORA))
    assert isinstance(reported, ev.CardReported)
    felt.play(DENIED)
    assert replace(felt.state, version=before.version, stepped=before.stepped) == before
    return reported


@pytest.mark.clause("MD-LIR 13.B", "MD-LIR 13.C", "MD-RET 13.A", "MD-RET 13.B", "MD-DD .13B")
@pytest.mark.clause("MD-DD .13C")
@pytest.mark.parametrize("report", REPORTS, ids=["face-up", "drawn-in-error"])
@pytest.mark.parametrize("game", MARYLAND)
def test_a_denied_card_is_the_next_card(game: str, report: cmd.Command) -> None:
    felt = about_to_void(game)
    aside, stub = felt.state.set_aside, stub_size(felt.state)
    reported = after_a_denial(felt, report)
    assert cards_text([reported.card]) == ("Qs" if aside else "Kd")
    assert (felt.state.set_aside, stub_size(felt.state)) == (aside, stub)
    (next_dealt,) = felt.play(cmd.Deal(part="card"))
    assert isinstance(next_dealt, ev.CardsDealt)
    assert [card for _, card in next_dealt.cards] == [reported.card]
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING
    assert felt.state.set_aside == aside


@pytest.mark.clause("MD-LIR 13.B", "MD-RET 13.A", "MD-DD .13B")
@pytest.mark.parametrize("report", REPORTS, ids=["face-up", "drawn-in-error"])
@pytest.mark.parametrize("game", MARYLAND)
def test_a_confirmed_card_is_set_aside_and_voids(game: str, report: cmd.Command) -> None:
    felt = about_to_void(game)
    asked, reported = felt.play((report, DORA))
    assert isinstance(asked, ev.VoidAsked)
    assert isinstance(reported, ev.CardReported)
    assert asked.clause == VOIDS[game]
    assert reported.card not in felt.state.out
    confirmed, aside, *_ = felt.play((cmd.Confirm(), FRED))
    assert isinstance(confirmed, ev.Confirmed)
    assert aside == ev.CardSetAside(reported.card, ASIDE[game])
    assert felt.happened(ev.RoundVoided)[-1].clause == VOIDS[game]
    assert set(felt.state.purses.values()) == {0}
    assert felt.state.reported is None
    says = [line.say for line in instructions(felt.state)]
    assert not any("unused" in say for say in says), "all cards are gathered to be shuffled"


@pytest.mark.parametrize("game", MARYLAND)
def test_only_dealer_and_floorperson_are_shown_the_card(game: str) -> None:
    felt = about_to_void(game)
    shown = "Kd" if felt.game.procedure.irregular.face_up_voids else "Qs"
    before = felt.state
    events = felt.play((cmd.FaceUp(), DORA))
    others = [PUBLIC, Viewer(AUDITOR), Viewer(OPERATOR), Viewer(PLAYER, seat=1)]
    for viewer in (Viewer(DEALER), Viewer(FLOOR)):
        assert view_document(felt.state, viewer)["house"]["reported-card"] == shown
        assert seen_document(before, events[1], viewer) is not None
    for viewer in others:
        told = [view_document(felt.state, viewer)]
        told += [seen_document(before, event, viewer) or {} for event in events]
        assert shown not in json.dumps(told), viewer
        assert told[1], "everybody hears of the report"
    felt.play(DENIED)
    for viewer in (Viewer(DEALER), Viewer(FLOOR), *others):
        assert shown not in json.dumps(view_document(felt.state, viewer)), viewer


@pytest.mark.clause("MD-DD .13B")
def test_dd_a_denied_card_is_the_next_replacement() -> None:
    felt = dealt("double-draw")
    felt.bet(1, "first-draw", 500)
    felt.play(cmd.NoMoreBets(), (cmd.FaceUp(), DORA))
    felt.play(cmd.Draw(seat=1, discard=felt.state.seats[1].cards[:1]))
    reported = after_a_denial(felt, cmd.FaceUp())
    felt.dealer()
    assert reported.card in felt.state.seats[1].cards


@pytest.mark.clause("MD-RET 13.B")
def test_a_denied_card_stays_behind_the_one_that_was_drawn_in_error() -> None:
    felt = about_to_void("run-em-twice")
    felt.play(cmd.DrawnInError())
    reported = after_a_denial(felt, cmd.FaceUp())
    felt.play(cmd.Deal(part="card"), cmd.Deal(part="card"))
    assert [card for _, card in felt.dealt()[1:]] == ["Kd", cards_text([reported.card])]


@pytest.mark.parametrize("game", MARYLAND)
def test_each_game_has_the_reading(game: str) -> None:
    (reading,) = [one for one in find_game(game).readings if one.id == "denied-report"]
    assert VOIDS[game] in reading.clauses
