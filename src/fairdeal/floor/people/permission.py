"""Permissions: in which role a person gives a command, and which commands no person may give."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairdeal.english import quoted
from fairdeal.errors import BadInputError, Forbidden, PassedError, Refused, StoppedError
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.act_rules import may_deal
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, PLAYER, Actor
from fairdeal.table.decide import clause_of
from fairdeal.table.questions import is_skipped_without_cards
from fairdeal.table.real_cards import deals_real_cards
from fairdeal.table.state import State, moment
from fairdeal.wire.commands import read_command

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor

#: Fields that the server sets, and that a command must not have.
ENVELOPE: Final = ("by", "time", "key", "player")
#: The roles of people who work at a table, in the order in which they are taken for.
_AT_WORK: Final = (DEALER, FLOOR, OPERATOR)


class CommandBody(NamedTuple):
    """A command, the moment it was decided on, and the version at which a step was read."""

    command: cmd.Command
    at: str | None = None
    version: int | None = None


def read_command_body(state: State, document: Mapping[str, Any]) -> CommandBody:
    """Read a command with the moment and the version for which it was decided."""
    for name in ENVELOPE:
        if name in document:
            raise BadInputError(f"leave out {quoted(name)}: the floor adds it to each command")
    at, version = document.get("at"), document.get("version")
    if at is not None and (not isinstance(at, str) or len(at) > 100):
        raise BadInputError("`at` is the text of that name in the table's view")
    if version is not None and (not isinstance(version, int) or isinstance(version, bool)):
        raise BadInputError("`version` is the whole number of that name in the table's view")
    fields = {k: v for k, v in document.items() if k not in ("at", "version")}
    return CommandBody(read_command(state, fields), at, version)


def authorize(live: LiveTable, person: Person, body: CommandBody) -> Actor:
    """Return the actor as whom a person gives a command now; raise why it is not taken."""
    require_running(live)
    state, command = live.state, body.command
    by = _actor(live, person, command)
    require_open(live)
    _require_no_cards(state, command)
    _require_said_as_skipped(state, command)
    if body.at is not None and body.at != moment(state):
        raise PassedError(
            "the table has gone on: this command is for an earlier moment",
            clause_of(state, type(command)),
        )
    # Between two rounds players go on betting: a step of the dealer is the same all the while.
    if body.version is not None and not state.stepped <= body.version <= state.version:
        reason = "the table has gone on since you read it: the command was not carried out"
        raise PassedError(reason, clause_of(state, type(command)))
    return by


def first_tap(state: State, by: Actor, command: cmd.Command) -> cmd.TapIn | None:
    """Return the tap-in of a dealer who begins to deal where nobody does, without saying so."""
    if by.role is not DEALER or state.dealer or isinstance(command, cmd.TapIn | cmd.TapOut):
        return None
    return cmd.TapIn()


def supervisor(person: Person) -> Actor:
    """Return a person as floorperson or operator, for acts of the floor."""
    for role in (FLOOR, OPERATOR):
        if role in person.roles:
            return Actor(person.id, role, person.name)
    raise Forbidden(f"this is for {FLOOR.words} or {OPERATOR.words}")


def worker(floor: "Floor", live: LiveTable, person: Person) -> Actor:
    """Return a person as floorperson, operator or dealer of a table, for acts that take two."""
    floor.require_active(person.id, person.name)
    return worker_role(live.state, live.dealer, person)


def worker_role(state: State, dealer: str, person: Person) -> Actor:
    """Return as whom a person does acts that take two at a table; `Forbidden` says why not."""
    roles = [FLOOR, OPERATOR, *([DEALER] if dealer == "person" else [])]
    role = next((role for role in roles if role in person.roles), None)
    if role is None:
        raise Forbidden(f"this is for {FLOOR.words}, {OPERATOR.words} or the dealer of the table")
    if any(seat.player == person.id for seat in state.seats.values()):
        raise Forbidden("a person who plays at a table may not work there")
    return Actor(person.id, role, person.name)


def require_running(live: LiveTable) -> None:
    """Refuse a table that is stopped."""
    if live.stopped is not None:
        raise StoppedError(f"table {live.id} is stopped: {live.stopped}")


def require_open(live: LiveTable) -> None:
    """Refuse a table that is closed."""
    if live.closed:
        raise Refused(f"table {live.id} is closed", None)


def require_alone_at_practice(live: LiveTable, person: Person) -> None:
    """Refuse a second person at a practice table that is nobody's own: practice is not shared."""
    others = [one for one in live.state.seats.values() if not one.bot and one.player != person.id]
    if live.practice and live.owner is None and others:
        way = f'`POST /api/practice` with {{"table": "{live.id}"}} opens a table of your own'
        raise Refused(f"somebody practises at this table: {way}", None)


def _actor(live: LiveTable, person: Person, command: cmd.Command) -> Actor:
    """Return the actor in the role that a command needs; `Forbidden` says why there is none."""
    kind, state = type(command), live.state
    number = getattr(command, "seat", None)
    own = [n for n, seat in state.seats.items() if seat.player == person.id]
    if (
        PLAYER in kind.given_by
        and PLAYER in person.roles
        and (_seats_oneself(person, command) or (number in own if number is not None else own))
    ):
        return Actor(person.id, PLAYER, person.name)
    clause = clause_of(state, kind)
    if isinstance(command, cmd.ShowMeters):
        raise Forbidden("linked meters are set by the meter system, not by a person", clause)
    if isinstance(command, cmd.CloseWords | cmd.LoseSecrets | cmd.EnforceLimits):
        raise Forbidden("only the program itself gives this command", clause)
    if isinstance(command, cmd.CloseTable):
        raise Forbidden("to close a table, two people each count it at its console", clause)
    entered_by = kind.entered_by if deals_real_cards(state.rules) else ()
    given_by = (*kind.given_by, *entered_by)
    roles = [role for role in _AT_WORK if role in given_by and role in person.roles]
    if roles and own:
        raise Forbidden("a person who plays at a table may not work there", clause)
    if DEALER in roles[:1] and roles[1:] and state.dealer not in ("", person.id):
        del roles[0]  # another deals: this person is here in the other role
    if roles:
        by = Actor(person.id, roles[0], person.name)
        if not may_deal(live.dealer, by, command):
            raise Forbidden("the automatic dealer deals at this table", clause)
        return by
    if PLAYER in kind.given_by and PLAYER in person.roles:
        which = "no seat here is" if number is None else f"seat {number} is not"
        raise Forbidden(f"{which} the seat of {quoted(person.name)}", clause)
    names = " or ".join(role.words for role in kind.given_by)
    tag = kind.__struct_config__.tag
    raise Forbidden(f"{tag} is for {names} to say", clause)


def _seats_oneself(person: Person, command: cmd.Command) -> bool:
    """Return whether a command takes a seat for whoever gives it. Those who work at tables also
    seat players whom they name.
    """
    if not isinstance(command, cmd.Sit):
        return False
    return command.name is None or not set(command.entered_by) & set(person.roles)


def _require_no_cards(state: State, command: cmd.Command) -> None:
    """Refuse commands that name cards to be dealt where they come from a committed deck."""
    if deals_real_cards(state.rules):
        return
    if getattr(command, "cards", None) is not None and not isinstance(
        command, cmd.Shuffle | cmd.CountStub | cmd.CloseTable | cmd.WrongNumber
    ):
        reason = "the cards come from the deck at this table: leave out `cards`"
        raise Refused(reason, clause_of(state, type(command)))


def _require_said_as_skipped(state: State, command: cmd.Command) -> None:
    """Refuse a wrong number of no cards for a seat that was skipped: the others play on."""
    if not isinstance(command, cmd.WrongNumber) or command.cards:
        return
    if command.place in state.playing and is_skipped_without_cards(state, command.place):
        reason = f"seat {command.place} has no card: it was skipped, say `skipped` with its seat"
        raise Refused(reason, clause_of(state, cmd.Skipped))
