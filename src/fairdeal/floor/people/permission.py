"""Permissions: in which role a person gives a command, and which commands no person may give."""

from collections.abc import Mapping
from typing import Any, Final

from fairdeal.english import quoted
from fairdeal.errors import BadInputError, Forbidden, PassedError, Refused, StoppedError
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.act_rules import may_deal
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, PLAYER, Actor
from fairdeal.table.decide import clause_of
from fairdeal.table.state import State, moment
from fairdeal.wire.commands import read_command

#: Fields that the server sets, and that a command must not have.
ENVELOPE: Final = ("by", "time", "key", "player")


def read_command_body(state: State, document: Mapping[str, Any]) -> tuple[str | None, cmd.Command]:
    """Read a command, and the moment for which it was decided."""
    for name in ENVELOPE:
        if name in document:
            raise BadInputError(f"a command has no {quoted(name)}: the floor says it")
    at = document.get("at")
    if at is not None and (not isinstance(at, str) or len(at) > 100):
        raise BadInputError("at is a text, as a view has it")
    return at, read_command(state, {k: v for k, v in document.items() if k != "at"})


def authorize(live: LiveTable, person: Person, at: str | None, command: cmd.Command) -> Actor:
    """Return the actor as whom a person gives a command now; raise why it is not taken."""
    require_running(live)
    by = _actor(live, person, command)
    require_open(live)
    _require_no_cards(live.state, command)
    if at is not None and at != moment(live.state):
        raise PassedError("what this answers is over", clause_of(live.state, type(command)))
    return by


def supervisor(person: Person) -> Actor:
    """Return a person as floorperson or operator, for acts of the floor."""
    for role in (FLOOR, OPERATOR):
        if role in person.roles:
            return Actor(person.id, role, person.name)
    raise Forbidden(f"this is for {FLOOR.words} or {OPERATOR.words}")


def require_running(live: LiveTable) -> None:
    """Refuse a table that is stopped."""
    if live.stopped is not None:
        raise StoppedError(f"table {live.id} is stopped: {live.stopped}")


def require_open(live: LiveTable) -> None:
    """Refuse a table that is closed."""
    if live.closed:
        raise Refused(f"table {live.id} is closed", None)


def _actor(live: LiveTable, person: Person, command: cmd.Command) -> Actor:
    """Return the actor in the role that a command needs; `Forbidden` says why there is none."""
    kind, state = type(command), live.state
    clause = clause_of(state, kind)
    if isinstance(command, cmd.ShowMeters):
        raise Forbidden("the meter system shows meters", clause)
    number = getattr(command, "seat", None)
    own = [n for n, seat in state.seats.items() if seat.player == person.id]
    if (
        PLAYER in kind.given_by
        and PLAYER in person.roles
        and (isinstance(command, cmd.Sit) or (number in own if number is not None else own))
    ):
        return Actor(person.id, PLAYER, person.name)
    for role in (DEALER, FLOOR):
        if role in kind.given_by and role in person.roles:
            if own:
                raise Forbidden("whoever plays at a table does not work there", clause)
            by = Actor(person.id, role, person.name)
            if not may_deal(live.dealer, by, command):
                raise Forbidden("the automatic dealer deals at this table", clause)
            return by
    if PLAYER in kind.given_by and PLAYER in person.roles:
        which = "no seat here is" if number is None else f"seat {number} is not"
        raise Forbidden(f"{which} the seat of {quoted(person.name)}", clause)
    names = " or ".join(role.words for role in kind.given_by)
    tag = kind.__struct_config__.tag
    raise Forbidden(f"{tag} is for {names} to say", clause)


def _require_no_cards(state: State, command: cmd.Command) -> None:
    """Refuse commands that name cards to be dealt: they come from the committed deck."""
    if getattr(command, "cards", None) is not None and not isinstance(
        command, cmd.Shuffle | cmd.CountStub | cmd.CloseTable | cmd.WrongNumber
    ):
        reason = "the cards come from the deck at this table: nobody names them"
        raise Refused(reason, clause_of(state, type(command)))
