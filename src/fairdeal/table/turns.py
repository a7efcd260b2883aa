"""Whose turn it is: from step to step of a round, and from seat to seat in a step."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from msgspec.structs import replace

from fairdeal.rulebook.game import Direction, Settle, Step
from fairdeal.table.state import (
    DEALING,
    DECISIONS,
    PLAYING,
    SeatState,
    State,
    count_due,
    is_out,
    places_of,
    stub_to_rack,
)

_SEAT_BY_SEAT = frozenset({*DECISIONS, Settle})
_NOBODY: frozenset[int] = frozenset()


#: Where a round is: the step by its number and itself, who has acted in it, and whose turn it is.
#: Whoever asks puts it into the state with the rest, so that a state is copied only once.
Where: TypeAlias = tuple[int, Step | None, frozenset[int], int | None]
Seats: TypeAlias = Mapping[int, SeatState]


def place_after(state: State, number: int, seats: Seats, *, ends: bool = False) -> Where:
    """Return the place of play after a seat has acted or was settled in the current step; `seats`
    are as they are now.
    """
    return _go_on(state, seats, state.step, state.acted | {number}, ends=ends)


def next_step(state: State) -> Where:
    """Return the place of play after the current step is done."""
    return _go_on(state, state.seats, state.step + 1, _NOBODY)


def advance(state: State, *, ends: bool = False) -> State:
    """Return the state after a player left or lost the wagers: the turn may pass on, or the step
    end.
    """
    if state.phase is not PLAYING:
        return state
    if state.replacing:
        seat = state.seats[state.turn or 0]
        if not seat.out:
            return state  # its discards are still to be replaced, whoever sits there
        state = replace(state, replacing=False)
    step, current, done, turn = _go_on(state, state.seats, state.step, state.acted, ends=ends)
    return replace(state, step=step, current=current, acted=done, turn=turn)


def _go_on(
    state: State, seats: Seats, at: int, done: frozenset[int], *, ends: bool = False
) -> Where:
    """Go past every step in which nothing is left to do, and find whose turn it is.

    `ends`: somebody's wagers are gone, so the round may be over before its last step.
    """
    rules = state.rules
    steps = rules.game.round
    if ends and _first_live(state, seats) is None:
        at = len(steps)
    for step in steps[at:]:
        if type(step) in _SEAT_BY_SEAT:
            turn = _next_to_act(state, seats, step, done)
            if turn is not None:
                return at, step, done, turn
        elif at not in rules.left_out:
            return at, step, done, None
        at += 1
        done = _NOBODY
    return at, None, done, None


def begin_play(state: State) -> State:
    """Go from the deal to the first decision when nothing of the deal is left to do."""
    state = _past_those_out(state)
    if state.deal_step < len(state.deal_steps) or count_due(state) or stub_to_rack(state):
        return state
    for number in state.playing:
        seat = state.seats[number]
        if not seat.out and len(seat.cards) != state.rules.game.own_cards:
            return state
    areas = state.rules.areas
    for area, cards in state.board.items():
        if len(cards) != areas[area]:
            return state
    step, current, done, turn = _go_on(state, state.seats, 0, _NOBODY, ends=True)
    return replace(state, phase=PLAYING, step=step, current=current, acted=done, turn=turn)


def _past_those_out(state: State) -> State:
    """End a step of the deal in which the only seats left are out of the round."""
    if not state.deal_part:
        return state
    left = places_of((state.deal_steps[state.deal_step],), state.playing)[state.deal_part :]
    if not all(is_out(state, place) for place in left):
        return state
    return replace(state, deal_step=state.deal_step + 1, deal_part=0)


def begin_or_advance(state: State) -> State:
    """Return the state after something for which play waited, in the deal or in the round."""
    return begin_play(state) if state.phase is DEALING else advance(state, ends=True)


def _next_to_act(state: State, seats: Seats, step: Step, done: frozenset[int]) -> int | None:
    """Return the first seat that has still to act in a decision, or to be settled in a pass."""
    if isinstance(step, Settle):
        for number in _served(step.direction, state.playing):
            if number not in done and _settles(seats[number], step):
                return number
        return None
    for number in state.playing:
        seat = seats[number]
        if number in done or seat.folded or seat.out:
            continue
        if not seat.left or state.rules.readings["abandoned"] != "lose":
            return number
    return None


@lru_cache(maxsize=1024)
def _served(direction: Direction, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats in the order in which they are settled, which is the same in every pass."""
    return tuple(direction.order(seats))


def _settles(seat: SeatState, step: Settle) -> bool:
    if seat.out:
        return False
    for wager in step.wagers:
        if wager in seat.stakes and wager not in seat.settled:
            return True
    # A folded hand was kept for side bets that are settled by now: it is turned up and collected.
    return seat.folded is not None and step.collects and not seat.collected and not seat.live


def _first_live(state: State, seats: Seats) -> int | None:
    """Return the first seat with a wager left to settle; where there is none, the round ends
    early.
    """
    for number in state.playing:
        if seats[number].live:
            return number
    return None
