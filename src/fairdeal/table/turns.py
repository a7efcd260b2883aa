"""Whose turn it is: from step to step of a round, and from seat to seat in a step.

The place of play is put into the state that is given, which `evolve` is making.
"""

from functools import lru_cache

from fairdeal.rulebook.game import Direction, Settle, Step
from fairdeal.table.new_state import put
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


def after_acting(state: State, number: int, *, ends: bool = False) -> None:
    """Go on after a seat has acted or was settled in the current step."""
    step, done = state.current, state.acted | {number}
    turn = None
    # In a log that somebody has changed, seats act in steps that ask nobody.
    if step is not None and type(step) in _SEAT_BY_SEAT:
        turn = _next_to_act(state, step, done)
    # Whoever is next has nearly always a wager left: then the round is not over.
    if turn is None or (ends and not state.seats[turn].live):
        _go_on(state, state.step, done, ends=ends)
    else:
        put(state, "acted", done)
        put(state, "turn", turn)


def next_step(state: State) -> None:
    """Go on after the current step is done."""
    _go_on(state, state.step + 1, _NOBODY)


def advance(state: State, *, ends: bool = False) -> None:
    """Go on after a player left or lost the wagers: the turn may pass on, or the step end."""
    if state.phase is not PLAYING:
        return
    if state.replacing:
        if not state.seats[state.turn or 0].out:
            return  # its discards are still to be replaced, whoever sits there
        put(state, "replacing", False)
    _go_on(state, state.step, state.acted, ends=ends)


def _go_on(state: State, at: int, done: frozenset[int], *, ends: bool = False) -> None:
    """Go past every step in which nothing is left to do, and find whose turn it is.

    `ends`: somebody's wagers are gone, so the round may be over before its last step.
    """
    rules = state.rules
    steps = rules.game.round
    if ends and _first_live(state) is None:
        at = len(steps)
    current, turn = None, None
    for step in steps[at:]:
        if type(step) in _SEAT_BY_SEAT:
            turn = _next_to_act(state, step, done)
            if turn is not None:
                current = step
                break
        elif at not in rules.left_out:
            current = step
            break
        at += 1
        done = _NOBODY
    put(state, "step", at)
    put(state, "current", current)
    put(state, "acted", done)
    put(state, "turn", turn)


def begin_play(state: State) -> None:
    """Go from the deal to the first decision when nothing of the deal is left to do."""
    _pass_those_out(state)
    if state.deal_step < len(state.deal_steps) or count_due(state) or stub_to_rack(state):
        return
    for number in state.playing:
        seat = state.seats[number]
        if not seat.out and len(seat.cards) != state.rules.game.own_cards:
            return
    areas = state.rules.areas
    for area, cards in state.board.items():
        if len(cards) != areas[area]:
            return
    put(state, "phase", PLAYING)
    _go_on(state, 0, _NOBODY, ends=True)


def _pass_those_out(state: State) -> None:
    """End a step of the deal in which the only seats left are out of the round."""
    if not state.deal_part:
        return
    left = places_of((state.deal_steps[state.deal_step],), state.playing)[state.deal_part :]
    if all(is_out(state, place) for place in left):
        put(state, "deal_step", state.deal_step + 1)
        put(state, "deal_part", 0)


def begin_or_advance(state: State) -> None:
    """Go on after something for which play waited, in the deal or in the round."""
    if state.phase is DEALING:
        begin_play(state)
    else:
        advance(state, ends=True)


def _next_to_act(state: State, step: Step, done: frozenset[int]) -> int | None:
    """Return the first seat that has still to act in a decision, or to be settled in a pass."""
    seats = state.seats
    if isinstance(step, Settle):
        for number in _served(step.direction, state.playing):
            if number not in done and _settles(seats[number], step):
                return number
        return None
    for number in state.playing:
        if number in done:
            continue
        seat = seats[number]
        if seat.folded or seat.out:
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


def _first_live(state: State) -> int | None:
    """Return the first seat with a wager left to settle; where there is none, the round ends
    early.
    """
    seats = state.seats
    for number in state.playing:
        if seats[number].live:
            return number
    return None
