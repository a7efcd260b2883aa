"""Chapter 7, who sits where: players take seats, leave them, and speak for their own only."""

from fairdeal.english import quoted
from fairdeal.errors import Refused
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import Actor
from fairdeal.table.questions import adjacent
from fairdeal.table.state import OPEN, SeatState, State

#: Long enough for a person, short enough for a layout.
MAX_NAME = 60


def seat_of(state: State, number: int) -> SeatState:
    """The seat, which somebody must sit at."""
    seat = state.seats.get(number)
    if seat is None:
        raise Refused(f"nobody sits at seat {number}", state.rules.game.procedure.seated)
    return seat


def require_own(state: State, command: cmd.Command, by: Actor) -> None:
    """Refuse a player's command for a seat that is another's."""
    number: int | None = getattr(command, "seat", None)
    if number is not None and seat_of(state, number).player != by.id:
        reason = f"seat {number} is not the seat of {quoted(by.shown)}"
        raise Refused(reason, state.rules.game.procedure.seated)


def sit(state: State, command: cmd.Sit, by: Actor) -> list[ev.Event]:
    """A seat is taken; more than one box a player only where the operator says so."""
    game = state.rules.game
    clause = game.procedure.seated
    if not 1 <= command.seat <= state.rules.seats:
        raise Refused(f"the table has seats 1 to {state.rules.seats}", game.clauses.seats or clause)
    if command.seat in state.seats:
        raise Refused(f"seat {command.seat} is taken", clause)
    for name in (by.id, by.shown):
        if not name.isprintable() or name != name.strip() or not 0 < len(name) <= MAX_NAME:
            reason = f"a player has a name of up to {MAX_NAME} letters, with no spaces around it"
            raise Refused(reason, clause)
    boxes = [number for number, seat in state.seats.items() if seat.player == by.id]
    if boxes:
        most = state.rules.adjacent_boxes
        allowed = "one box" if most == 1 else f"{most} adjacent boxes"
        if len(boxes) >= most:
            reason = f"{quoted(by.shown)} has {allowed} already"
            raise Refused(reason, game.clauses.boxes or clause)
        if not adjacent([*boxes, command.seat]):
            raise Refused("a player's boxes are adjacent", game.clauses.boxes or clause)
    return [ev.PlayerSat(command.seat, by.id, by.shown, by.automatic)]


def leave(state: State, command: cmd.Leave, by: Actor) -> list[ev.Event]:
    """Between rounds the wagers go along; during a round they are abandoned."""
    del by
    seat = seat_of(state, command.seat)
    if seat.in_round:
        if seat.left:
            raise Refused(f"seat {command.seat} has left", state.rules.game.procedure.leaves)
        return [ev.HandAbandoned(command.seat)]
    return [*_taken_along(seat, command.seat), ev.PlayerLeft(command.seat)]


def remove_player(state: State, command: cmd.RemovePlayer, by: Actor) -> list[ev.Event]:
    """The floorperson has a player leave, once the round that the player is in is over."""
    del by
    seat = seat_of(state, command.seat)
    clause = state.rules.game.procedure.seated
    if seat.in_round and state.phase is not OPEN:
        raise Refused(f"seat {command.seat} is in the round: after it the player leaves", clause)
    require_words(command.reason, "the reason", clause)
    return [*_taken_along(seat, command.seat), ev.PlayerRemoved(command.seat, command.reason)]


def _taken_along(seat: SeatState, number: int) -> list[ev.Event]:
    return [ev.WagerTakenBack(number, wager, cents) for wager, cents in seat.stakes.items()]


#: What is written down in words is bounded.
MAX_WORDS = 200


def require_words(words: str, what: str, clause: str | None) -> None:
    """Refuse what is no line that people could read."""
    if not words.strip() or not words.isprintable() or len(words) > MAX_WORDS:
        raise Refused(f"{what} is told in up to {MAX_WORDS} printable characters", clause)
