"""What a dealer sees coming, and what may be declared: no more than the rules say, and no card."""

from collections.abc import Iterator

import pytest
from felt import MARYLAND, Felt, at, with_side_bets
from msgspec.structs import replace

from fairdeal.errors import Refused
from fairdeal.play.bots import cautious
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER, FLOOR, Actor
from fairdeal.table.decide import decide
from fairdeal.table.dry_run import dry_runs, with_stand_ins
from fairdeal.table.next_step import next_command
from fairdeal.table.state import State
from fairdeal.wording.dealer import instructions
from fairdeal.wording.declarations import declarations_now
from fairdeal.wording.upcoming import later_instructions

BOTH = (DEALER, FLOOR)


def course(felt: Felt) -> Iterator[tuple[State, cmd.Command | None]]:
    """A round step by step: each state, and the house's command that is next there."""
    while True:
        command = next_command(felt.state)
        yield felt.state, command
        rounds = felt.state.rounds
        felt.play(command or cautious(felt.state))
        if felt.state.rounds > rounds:
            return


def shuffled_unseen(state: State) -> State:
    """The same table to everybody who looks at it, with other cards where nobody has seen them."""
    hidden = [n for n in state.playing if not state.seats[n].shown and not state.seats[n].folded]
    stub = sorted(state.rules.game.deck.each - state.out)
    seats = dict(state.seats)
    for number in hidden:
        own = len(seats[number].cards)
        seats[number] = replace(seats[number], cards=tuple(stub[:own]))
        stub = stub[own:]
    board = {}
    for area, cards in state.board.items():
        up = state.revealed.get(area, 0)
        board[area] = cards[:up] + tuple(stub[: len(cards) - up])
        stub = stub[len(cards) - up :]
    return replace(state, seats=seats, board=board)


@pytest.mark.parametrize("game", MARYLAND)
def test_what_was_seen_coming_comes(game: str) -> None:
    felt = with_side_bets(game)
    seen: list[str] = []
    compared = 0
    for state, command in course(felt):
        now = [line.say for line in instructions(state)]
        if seen and not isinstance(command, cmd.Settle):
            assert seen[0] in now, (seen, now)
            compared += 1
        seen = [line.say for line in later_instructions(state, 2)] if command else []
        assert len(seen) <= 2
    assert compared > 5


@pytest.mark.parametrize("game", MARYLAND)
def test_no_card_that_is_unseen_has_a_part_in_it(game: str) -> None:
    """With other cards face down, the same is seen coming and the same may be declared."""
    changed = 0
    for state, _ in course(with_side_bets(game)):
        other = shuffled_unseen(state)
        changed += other != state
        assert later_instructions(state, 3) == later_instructions(other, 3)
        assert declarations_now(state, BOTH) == declarations_now(other, BOTH)
    assert changed > 3


@pytest.mark.parametrize("game", MARYLAND)
def test_whatever_may_be_declared_is_taken_and_nothing_else_is_told(game: str) -> None:
    kinds: set[type[cmd.Command]] = set()
    for state, _ in course(with_side_bets(game)):
        for one in declarations_now(state, BOTH):
            by = Actor("somebody", one.by)
            for choice in one.choices:
                kinds.add(type(choice.command))
                assert decide(state, with_stand_ins(state, choice.command), by)
        # The other way round, for those that need nothing to be typed.
        told = [c.command for one in declarations_now(state, [DEALER]) for c in one.choices]
        for command in (cmd.FaceUp(), cmd.DrawnInError(), cmd.ShufflerJam(), cmd.ShoeJam()):
            try:
                decide(state, with_stand_ins(state, command), Actor("somebody", DEALER))
            except Refused:
                assert command not in told
            else:
                assert command in told
    assert {cmd.FaceUp, cmd.DrawnInError, cmd.WrongNumber, cmd.CountStub} <= kinds


def test_a_floorperson_declares_what_is_the_floors() -> None:
    felt = with_side_bets("run-em-twice")
    for state, _ in course(felt):
        for one in declarations_now(state, [FLOOR]):
            for choice in one.choices:
                assert FLOOR in choice.command.given_by
    assert declarations_now(at("run-em-twice").state, []) == []


@pytest.mark.clause("MD-RET 13.A")
def test_a_dry_run_is_what_happens_and_changes_nothing() -> None:
    felt = with_side_bets("run-em-twice")
    felt.play(cmd.NoMoreBets())
    while not isinstance(next_command(felt.state), cmd.Deal):
        command = next_command(felt.state)
        assert command is not None
        felt.play(command)
    felt.play(cmd.Deal(part="card"))
    before = felt.state
    dora, flora = Actor("dora", DEALER), Actor("flora", FLOOR)
    (run,) = dry_runs(before, cmd.FaceUp(), dora)
    assert felt.state is before
    felt.play((cmd.FaceUp(), dora), (cmd.Confirm(), flora))
    after = felt.state
    assert run.after.purses == after.purses
    assert run.after.meters == after.meters
    assert run.after.seats == after.seats
    assert run.after.decks == after.decks
    returned = [event for _, event, _ in run.changes if isinstance(event, ev.WagerReturned)]
    # Two antes of $5 at two seats, and a dollar on each of the three additional wagers at one.
    assert sum(event.cents for event in returned) == 4 * 5_00 + 3 * 1_00
