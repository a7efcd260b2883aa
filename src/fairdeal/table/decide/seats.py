"""Chapter 7, who sits where: players take seats, leave them, and speak for their own only."""

from fairdeal.english import quoted
from fairdeal.errors import Refused
from fairdeal.rulebook.money import MAX_STAKE, dollars
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import PLAYER, Actor
from fairdeal.table.decide.citations import clause_of
from fairdeal.table.game_accounts import CLAUSE, usual_buy_in
from fairdeal.table.questions import adjacent
from fairdeal.table.real_cards import deals_real_cards, id_without_device, is_without_device
from fairdeal.table.state import OPEN, SeatState, State

#: Long enough for a person, short enough for a layout.
MAX_NAME = 60


def seat_of(state: State, number: int) -> SeatState:
    """Return the seat with a number; refuse one at which nobody sits."""
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


def require_entered(state: State, command: cmd.Command, by: Actor) -> None:
    """Refuse to enter a player's command for the player, unless real cards are dealt and the player
    has no device.
    """
    clause = clause_of(state, type(command))
    if by.automatic or not deals_real_cards(state.rules):
        tag = command.__struct_config__.tag
        says = f"{tag} is for the player to say, not for {by.role.words}"
        reason = f"{says}: that is entered for a player only where real cards are dealt"
        raise Refused(reason, clause)
    if isinstance(command, cmd.Sit):
        if command.name is None:
            raise Refused("say the name or the number of the player who sits down", clause)
        return
    number: int = getattr(command, "seat", 0)
    seat = seat_of(state, number)
    if not is_without_device(seat.player):
        reason = f"{quoted(seat.name)} at seat {number} plays on a device: nobody enters it instead"
        raise Refused(reason, clause)


def require_not_seated(state: State, by: Actor, clause: str | None) -> None:
    """Refuse the work of a dealer or floorperson who has a seat: who plays does not judge."""
    if any(seat.player == by.id for seat in state.seats.values()):
        raise Refused("a person who plays at a table may not work there", clause)


def sit(state: State, command: cmd.Sit, by: Actor) -> list[ev.Event]:
    """Take a seat; a player has more than one box only where the operator allows it."""
    game = state.rules.game
    clause = game.procedure.seated
    if not 1 <= command.seat <= state.rules.seats:
        raise Refused(f"the table has seats 1 to {state.rules.seats}", game.clauses.seats or clause)
    if command.seat in state.seats:
        raise Refused(f"seat {command.seat} is taken", clause)
    who, shown = by.id, by.shown
    if command.name is not None:
        if by.role is PLAYER:
            raise Refused("a player sits down under the own name", clause)
        who, shown = id_without_device(state.clock, state.version + 1), command.name
    for name in (who, shown):
        if not name.isprintable() or name != name.strip() or not 0 < len(name) <= MAX_NAME:
            reason = f"a player has a name of up to {MAX_NAME} letters, with no spaces around it"
            raise Refused(reason, clause)
    boxes = [number for number, seat in state.seats.items() if seat.player == who]
    if boxes:
        most = state.rules.adjacent_boxes
        allowed = "one box" if most == 1 else f"{most} adjacent boxes"
        if len(boxes) >= most:
            reason = f"{quoted(shown)} has {allowed} already"
            raise Refused(reason, game.clauses.boxes or clause)
        if not adjacent([*boxes, command.seat]):
            raise Refused("a player's boxes are adjacent", game.clauses.boxes or clause)
    return [ev.PlayerSat(command.seat, who, shown, by.automatic)]


def leave(state: State, command: cmd.Leave, by: Actor) -> list[ev.Event]:
    """Leave the table. Between rounds the wagers go along; during a round they are abandoned."""
    del by
    seat = seat_of(state, command.seat)
    if seat.in_round:
        if seat.left:
            raise Refused(f"seat {command.seat} has left", state.rules.game.procedure.leaves)
        return [ev.HandAbandoned(command.seat)]
    return [*_taken_along(seat, command.seat), ev.PlayerLeft(command.seat)]


def buy_in(state: State, command: cmd.BuyIn, by: Actor) -> list[ev.Event]:
    """Buy chips for a player's game account at the table."""
    del by
    clause = state.rules.game.procedure.seated
    if usual_buy_in(state.rules) is None:
        raise Refused("there are no game accounts at this table", CLAUSE)
    if seat_of(state, command.seat).left:
        raise Refused(f"seat {command.seat} has left", clause)
    if not 0 < command.cents <= MAX_STAKE:
        raise Refused(f"a buy-in is above $0 and at most {dollars(MAX_STAKE)}", CLAUSE)
    return [ev.BoughtIn(command.seat, command.cents)]


def remove_player(state: State, command: cmd.RemovePlayer, by: Actor) -> list[ev.Event]:
    """Make a player leave at the floorperson's order, once the player's round is over."""
    del by
    seat = seat_of(state, command.seat)
    clause = state.rules.game.procedure.seated
    if seat.in_round and state.phase is not OPEN:
        raise Refused(f"seat {command.seat} is in the round: the player can leave after it", clause)
    require_words(command.reason, "the reason", clause)
    return [*_taken_along(seat, command.seat), ev.PlayerRemoved(command.seat, command.reason)]


def _taken_along(seat: SeatState, number: int) -> list[ev.Event]:
    return [ev.WagerTakenBack(number, wager, cents) for wager, cents in seat.stakes.items()]


#: What is written down in words is bounded.
MAX_WORDS = 200


def require_words(words: str, what: str, clause: str | None) -> None:
    """Refuse what is no line that people could read."""
    if not words.strip() or not words.isprintable() or len(words) > MAX_WORDS:
        raise Refused(f"{what} has up to {MAX_WORDS} printable characters", clause)
