"""The headline of a table's page: whose turn it is, or what play waits for."""

from typing import assert_never

from fairdeal.floor.tables.absent_players import IDLE_ROUNDS
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.rulebook.game import BetOrFold, Call, Draw, Reveal, Settle, TakeBack
from fairdeal.table.state import CLOSED, DEALING, OPEN, State, bound
from fairdeal.web.pages.table.scene_types import Phase
from fairdeal.wording.player import decision_question


def phase_of(state: State, own: frozenset[int]) -> Phase:
    """Return the phase of the round from the viewer's point of view."""
    if state.phase is CLOSED:
        return "closed"
    if state.phase is OPEN:
        return "bets" if own and bound(state) else "waiting"
    if state.phase is DEALING:
        return "dealing"
    match step := state.current:
        case TakeBack() | BetOrFold() | Draw() if not state.replacing:
            return "mine" if state.turn in own and not waits_for_floor(state) else "others"
        case Reveal():
            return "reveals"
        case TakeBack() | BetOrFold() | Draw() | Call():
            return "dealing"
        case Settle() | None:  # after the last step the cards lie there until they are cleared
            return "settling"
        case _:
            assert_never(step)


def waits_for_floor(state: State) -> bool:
    """Return whether play waits for a decision of the floorperson."""
    return state.phase is not CLOSED and bool(state.asked or state.differs)


def headline(table: PublishedTable, phase: Phase, own: frozenset[int]) -> str:
    """Return the headline of the page: whose turn it is, or what play waits for."""
    state = table.state
    turn = state.seats.get(state.turn) if state.turn else None
    at_seat = f" at seat {state.turn}" if len(own) > 1 else ""
    if waits_for_floor(state):
        return "The table waits for the floorperson"
    match phase:
        case "closed":
            return "The table is closed"
        case "mine":
            return f"Your turn{at_seat}: {decision_question(state.rules.game, state.current)}"
        case "others":
            return f"Seat {state.turn} decides{f': {turn.name}' if turn else ''}"
        case "bets":
            if table.freed_at is not None:
                return "Bet within a minute, or your seat comes free"
            if not all(state.seats[number].ready for number in own):
                return _sits_out(table, own) or "Place your bets"
            others = any(seat.stakes and not seat.ready for seat in state.seats.values())
            return f"Your bets stand: waiting for the {'others' if others else 'dealer'}"
        case "waiting":
            if not state.seats:
                return "The table waits for its first player: sit down"
            return "Bets are open" if bound(state) else "The dealer prepares the cards"
        case "reveals":
            return "Cards are turned up"
        case "settling":
            if not state.turn:
                return "All wagers are settled"
            return "Settling your wagers" if state.turn in own else f"Settling seat {state.turn}"
        case _:
            drawing = state.replacing and f"Seat {state.turn} draws"
            return drawing or "No more bets: the cards are dealt"


def seat_comes_free(table: PublishedTable, own: frozenset[int]) -> bool:
    """Return whether the headline warns that the viewer's seat comes free."""
    return table.freed_at is not None or bool(_sits_out(table, own))


def _sits_out(table: PublishedTable, own: frozenset[int]) -> str:
    """Return that the viewer sits out, and when the seat comes free; empty if the viewer plays."""
    seats = table.state.seats
    missed = [table.missed.get(n, 0) for n in own if not seats[n].stakes and not table.owner]
    if len(missed) < len(own) or not missed or not min(missed):
        return ""
    left = max(1, IDLE_ROUNDS - max(missed))
    rounds = "one more round" if left == 1 else f"{left} more rounds"
    return f"You sit out: bet, or after {rounds} your seat is free"
