"""Guests and players: play chips for whoever comes, and free seats when people stay away."""

from typing import Any

from fairdeal.errors import Forbidden, Refused
from fairdeal.floor.floor import Floor
from fairdeal.floor.people.accounts import Person, account_digest
from fairdeal.floor.people.sessions import new_session
from fairdeal.floor.tables import act_rules
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.rulebook.money import CENTS, dollars, to_json
from fairdeal.table import commands as cmd
from fairdeal.table.actors import PLAYER, Actor
from fairdeal.table.state import layout_cents


def add_guest(floor: Floor, name: str) -> tuple[str, Person]:
    """Add a guest with play chips; return the session's token and the guest."""
    person = floor.people.add(name, "guest", floor.time)
    return _welcome(floor, person, None), person


def register(
    floor: Floor, name: str, hashed: str, guest: Person | None = None
) -> tuple[str, Person]:
    """Register a player with a password; return the session's token and the player.

    A guest stays the same person, with chips, seats and rounds, and gets no other chips.
    """
    if guest is None:
        person = floor.people.add(name, "registered", floor.time, password=hashed)
        return _welcome(floor, person, hashed), person
    # A seat keeps the guest's name until the player sits down again: the log has it from `Sit`.
    person = floor.people.promote(guest, name, hashed)
    token, session = new_session(floor, person.id)
    account = account_digest(person.id, name, hashed)
    told = {"player": person.id, "was": guest.name, "account": account, "session": session}
    floor.record_act({"act": "register", **told}, HOUSE)
    return token, person


def _welcome(floor: Floor, person: Person, hashed: str | None) -> str:
    """Write that somebody has come, with chips and a session, and return the session's token."""
    chips = act_rules.play_chips(person.id)
    account = account_digest(person.id, person.name, hashed)
    token, session = new_session(floor, person.id)
    what = {"act": "welcome", "player": person.id, "account": account, "session": session}
    floor.record_act(what, HOUSE, [chips])
    return token


def more_chips(floor: Floor, person: Person) -> None:
    """Give play chips to a player who has few left; `Refused` if there are enough."""
    floor.require_active(person.id, person.name, sure=True)
    if PLAYER not in person.roles:
        raise Forbidden("only players get chips")
    layout = sum(layout_cents(live.state, person.id) for live in floor.tables.values())
    held = floor.chips(person.id) + layout
    chips = act_rules.more_chips(person.id, held)
    if chips is None:
        least = dollars(act_rules.MORE_BELOW_CENTS)
        lies = f", {dollars(layout)} of it on layouts" if layout else ""
        raise Refused(f"you have {dollars(held)} in chips{lies}: you get more below {least}", None)
    what: dict[str, Any] = {"act": "chips", "player": person.id}
    if layout:
        what["layout"] = to_json(layout, per_dollar=CENTS)
    floor.record_act(what, Actor(person.id, PLAYER, person.name), [chips])


def free_abandoned_seats(floor: Floor) -> None:
    """Free the seats of people who were absent for a day, and end the accounts of such guests."""
    seats = [seat for live in floor.tables.values() for seat in live.state.seats.values()]
    seated = sorted({seat.player for seat in seats if not seat.bot})
    absent = [floor.people.find_absent(player, floor.time) for player in seated]
    for person in [*floor.people.absent_guests(floor.time), *filter(None, absent)]:
        changes = floor.changes
        try:
            _remove(floor, person)
        except Exception as error:
            # A failure with one person must not keep the seats of the others.
            if not floor.is_isolated(error, changes):
                raise
            floor.on_stopped({}, error)


def _remove(floor: Floor, person: Person) -> None:
    freed = [_free(floor, live, person) for live in floor.tables.values()]
    # A seat at a stopped table is freed when the table runs again.
    if not all(freed) or person.kind != "guest":
        return
    floor.people.end(person.id, floor.time)
    floor.record_act({"act": "gone", "player": person.id}, HOUSE)


def _free(floor: Floor, live: LiveTable, person: Person) -> bool:
    """Free a person's seats at a table; return False if a seat must wait."""
    by = Actor(person.id, PLAYER, person.name)
    for number in list(live.state.seats):
        seat = live.state.seats.get(number)
        # Somebody who has left during a round goes by itself when the round ends.
        if seat is None or seat.player != person.id or seat.left:
            continue
        # Nobody loses a wager by absence: the seat is freed when the round is over.
        if live.stopped is not None or seat.in_round:
            return False
        left = False
        with floor.automatic_dealer.stop_on_failure(live):
            floor.do(live, cmd.Leave(number), by)
            left = True
        if not left:
            return False
        floor.automatic_dealer.run_due_steps(live)
    return True
