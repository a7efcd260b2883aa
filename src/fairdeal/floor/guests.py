"""Guests and players: whoever comes is given play chips, and a guest who is gone frees the seat."""

from typing import Final

from fairdeal.errors import Refused
from fairdeal.floor.floor import HOUSE_ACTOR, Floor
from fairdeal.floor.ledger import BANK, Transfer, player_account
from fairdeal.floor.live import LiveTable
from fairdeal.floor.people import Person
from fairdeal.rulebook.money import UNITS_PER_CENT, dollars
from fairdeal.table import commands as cmd
from fairdeal.table.actors import PLAYER, Actor

#: What a guest is given, in cents.
GUEST_CENTS: Final = 1_000_00


def add_guest(floor: Floor, name: str) -> tuple[str, Person]:
    """A guest with play chips, and the token of his or her session."""
    person = floor.people.add(name, "guest", floor.time)
    _welcome(floor, person)
    return floor.people.begin_session(person.id, floor.time), person


def register(floor: Floor, name: str, hashed: str) -> tuple[str, Person]:
    """A player who comes back with a password."""
    person = floor.people.add(name, "registered", floor.time, password=hashed)
    _welcome(floor, person)
    return floor.people.begin_session(person.id, floor.time), person


def _welcome(floor: Floor, person: Person) -> None:
    chips = GUEST_CENTS * UNITS_PER_CENT
    move = Transfer(BANK, player_account(person.id), chips, "play chips")
    floor.act({"act": "welcome", "player": person.id}, HOUSE_ACTOR, [move])


def more_chips(floor: Floor, person: Person) -> None:
    """Play chips for somebody who has next to none left."""
    account = player_account(person.id)
    held = floor.store.balances.get(account, 0) // UNITS_PER_CENT
    if held >= GUEST_CENTS // 2:
        raise Refused(f"there are {dollars(held)} in chips: more come below $500", None)
    missing = (GUEST_CENTS - held) * UNITS_PER_CENT
    by = Actor(person.id, PLAYER, person.name)
    floor.act(
        {"act": "chips", "player": person.id}, by, [Transfer(BANK, account, missing, "chips")]
    )


def free_guests(floor: Floor) -> None:
    """Guests who are gone for a day free their seats and end; their entries stay."""
    for person in floor.people.guests_gone(floor.time):
        freed = [_free(floor, live, person) for live in floor.tables.values()]
        if not all(freed):
            continue  # a seat at a table that is stopped: once it goes on
        floor.people.end(person.id, floor.time)
        floor.act({"act": "gone", "player": person.id}, HOUSE_ACTOR)


def _free(floor: Floor, live: LiveTable, person: Person) -> bool:
    """Have somebody leave a table; False where it takes nothing now."""
    by = Actor(person.id, PLAYER, person.name)
    for number in list(live.state.seats):
        seat = live.state.seats.get(number)
        # One who has left a round that is still on goes when it ends.
        if seat is None or seat.player != person.id or seat.left:
            continue
        if live.stopped is not None:
            return False
        floor.do(live, cmd.Leave(number), by)
        floor.house.go_on(live)
    return True
