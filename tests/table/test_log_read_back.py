"""A log is enough by itself: whatever was done, the table read back is the same, to the last card
and the last word.
"""

import json
from typing import Any

import pytest
from chapters import DORA, FRED
from felt import MARYLAND, Felt, at_round, prepared

from fairdeal.errors import BadInputError
from fairdeal.play.journal import replay_log
from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table.state import State
from fairdeal.wire.log import write_entry, write_opening
from fairdeal.wire.state import read_state, write_state
from fairdeal.wording.dealer import instructions


def logged(felt: Felt) -> list[str]:
    """The lines of a table's log from here on; the table must not have begun."""
    lines = [write_opening(felt.session.opening)]
    felt.session.write = lambda entry: lines.append(write_entry(entry))
    return lines


def fresh(game: str, seats: tuple[int, ...], seed: int = 1, **how: Any) -> tuple[Felt, list[str]]:
    felt = Felt(at_round(game, **how).rules, seed=seed)
    lines = logged(felt)
    felt.sit(*seats)
    felt.dealer()
    return felt.base(*seats), lines


def read_back(lines: list[str]) -> State:
    return replay_log("\n".join(lines).encode()).state


def same(felt: Felt, lines: list[str]) -> None:
    """The log read back, and a snapshot taken and read, are the table that it is."""
    state = felt.state
    for other in (read_back(lines), read_state(felt.rules, write_state(state))):
        if other.rules is not felt.rules:
            assert write_state(other) == write_state(state)
        assert instructions(other) == instructions(state)


@pytest.mark.parametrize("game", MARYLAND)
def test_a_table_is_read_back_in_the_middle_of_a_deal(game: str) -> None:
    felt, lines = fresh(game, (1, 2))
    prepared(felt)
    while felt.state.deal_step < len(felt.state.deal_steps):
        felt.play(cmd.Deal(part="card"))
        same(felt, lines)
    felt.dealer()
    same(felt, lines)


@pytest.mark.parametrize("game", MARYLAND)
def test_a_question_to_the_floorperson_is_read_back(game: str) -> None:
    felt, lines = fresh(game, (1, 2))
    prepared(felt)
    felt.play(cmd.Deal())
    place = 1 if game == "double-draw" else "left" if game == "run-em-twice" else "bonus"
    felt.play((cmd.WrongNumber(place=place, cards=9), DORA))
    same(felt, lines)
    felt.play((cmd.Confirm(), FRED))
    same(felt, lines)
    assert felt.state.chores, "what is at hand is read back too"


@pytest.mark.parametrize("dealing", [Dealing.MANUAL_SHOE, Dealing.AUTOMATED_SHOE])
def test_a_stub_count_is_read_back(dealing: Dealing) -> None:
    felt, lines = fresh("run-em-twice", (1, 2), dealing=dealing, shuffling=Shuffling.AUTOMATED)
    prepared(felt)
    felt.play(cmd.Deal(rest=True), (cmd.CountStub(cards=7, found={2: 3, "left": 0}), DORA))
    same(felt, lines)


@pytest.mark.clause("MD-DD .03A")
@pytest.mark.parametrize("seed", range(8))
def test_the_jokers_are_the_same_ones_again(seed: int) -> None:
    """Whichever of the two jokers lies nearer to the top, the first to come is the first."""
    everybody = (1, 2, 3, 4, 5, 6)
    felt, lines = fresh("double-draw", everybody, seed)
    felt.dealer()
    felt.draw("first-draw", 3, *everybody, up_to=3)
    same(felt, lines)
    again = replay_log("\n".join(lines).encode())
    discard = cmd.Draw(seat=4, discard=felt.state.seats[4].cards[:3])
    for command in (discard, cmd.Replace()):
        assert again.do(command) == felt.play(command), "and so are the cards to come"


@pytest.mark.clause("MD-DD .13A", "MD-DD .13C")
@pytest.mark.parametrize("seed", range(4))
def test_a_card_behind_the_one_drawn_in_error_is_read_back(seed: int) -> None:
    felt, lines = fresh("double-draw", (1, 2), seed)
    prepared(felt)
    felt.play(cmd.DrawnInError(), cmd.FaceUp())
    again = replay_log("\n".join(lines).encode())
    assert again.do(cmd.Deal(rest=True)) == felt.play(cmd.Deal(rest=True))
    same(felt, lines)


def test_entries_are_numbered_from_one() -> None:
    felt, lines = fresh("let-it-ride", (1,))
    written = [json.loads(line)["entry"] for line in lines[1:]]
    assert written == [*range(1, len(lines))]
    assert felt.session.entries == len(written)
    assert replay_log("\n".join(lines).encode()).entries == len(written)


def test_a_line_that_cannot_follow_is_refused_by_its_number() -> None:
    _, lines = fresh("let-it-ride", (1,))
    number, line = next((n, one) for n, one in enumerate(lines) if '"deck-cut"' in one)
    lines[number] = line.replace('"deck":"red"', '"deck":"blue"')
    reason = "it does not fit the entries before it: restore the log from a copy"
    with pytest.raises(BadInputError, match=f"^line {number + 1} of the log: {reason}$"):
        read_back(lines)


@pytest.mark.clause("MD-DD .13B")
@pytest.mark.parametrize("answer", [cmd.Deny(reason="it lies face down"), cmd.Confirm()])
def test_a_joker_that_was_reported_is_read_back(answer: cmd.Command) -> None:
    felt = Felt(at_round("double-draw").rules, "Ah * Kd * 2c 3c")
    lines = logged(felt)
    felt.sit(1, 2).dealer()
    prepared(felt.base(1, 2))
    felt.play(cmd.Deal(part="card"), (cmd.FaceUp(), DORA), cmd.Deal(part="card"))
    felt.play((cmd.FaceUp(), DORA))
    assert felt.state.reported == felt.rules.game.deck.joker_cards[1], "the other joker is aside"
    same(felt, lines)
    felt.play((answer, FRED))
    same(felt, lines)
    felt.dealer()
    same(felt, lines)
