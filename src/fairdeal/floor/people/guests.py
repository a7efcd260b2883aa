"""Guests and players: play chips for whoever comes, and free seats when people stay away."""

from fairdeal.errors import Forbidden, Refused
from fairdeal.floor.floor import Floor
from fairdeal.floor.money.ledger import player_account
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables import act_rules
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.rulebook.money import UNITS_PER_CENT, dollars
from fairdeal.table import commands as cmd
from fairdeal.table.actors import PLAYER, Actor


def add_guest(floor: Floor, name: str) -> tuple[str, Person]:
    """Add a guest with play chips; return the session's token and the guest."""
    person = floor.people.add(name, "guest", floor.time)
    _welcome(floor, person)
    return floor.people.begin_session(person.id, floor.time), person


def register(floor: Floor, name: str, hashed: str) -> tuple[str, Person]:
    """Add a player with a password; return the session's token and the player."""
    person = floor.people.add(name, "registered", floor.time, password=hashed)
    _welcome(floor, person)
    return floor.people.begin_session(person.id, floor.time), person


def _welcome(floor: Floor, person: Person) -> None:
    chips = act_rules.play_chips(person.id)
    floor.record_act({"act": "welcome", "player": person.id}, HOUSE, [chips])


def more_chips(floor: Floor, person: Person) -> None:
    """Give play chips to a player who has few left; `Refused` if there are enough."""
    floor.require_active(person.id, person.name, sure=True)
    if PLAYER not in person.roles:
        raise Forbidden("chips are for players")
    account = player_account(person.id)
    held = floor.store.balances.get(account, 0) // UNITS_PER_CENT
    chips = act_rules.more_chips(person.id, held)
    if chips is None:
        least = dollars(act_rules.MORE_BELOW_CENTS)
        raise Refused(f"there are {dollars(held)} in chips: more come below {least}", None)
    by = Actor(person.id, PLAYER, person.name)
    floor.record_act({"act": "chips", "player": person.id}, by, [chips])


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
    """Free a person's seats at a table; return False if the table is stopped."""
    by = Actor(person.id, PLAYER, person.name)
    for number in list(live.state.seats):
        seat = live.state.seats.get(number)
        # Somebody who has left during a round goes by itself when the round ends.
        if seat is None or seat.player != person.id or seat.left:
            continue
        if live.stopped is not None:
            return False
        left = False
        with floor.automatic_dealer.stop_on_failure(live):
            floor.do(live, cmd.Leave(number), by)
            left = True
        if not left:
            return False
        floor.automatic_dealer.run_due_steps(live)
    return True
