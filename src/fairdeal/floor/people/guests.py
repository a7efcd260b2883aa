"""Guests and players: whoever comes is given play chips, and a guest who is gone frees the seat."""

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
    chips = act_rules.play_chips(person.id)
    floor.record_act({"act": "welcome", "player": person.id}, HOUSE, [chips])


def more_chips(floor: Floor, person: Person) -> None:
    """Play chips for somebody who has next to none left."""
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
    """Whoever is gone for a day frees the seats. Guests end with it; their entries stay."""
    seats = [seat for live in floor.tables.values() for seat in live.state.seats.values()]
    seated = sorted({seat.player for seat in seats if not seat.bot})
    absent = [floor.people.find_absent(player, floor.time) for player in seated]
    for person in [*floor.people.absent_guests(floor.time), *filter(None, absent)]:
        changes = floor.changes
        try:
            _let_go(floor, person)
        except Exception as error:
            # One who cannot be let go is no reason to keep the others.
            if not floor.is_isolated(error, changes):
                raise
            floor.on_stopped({}, error)


def _let_go(floor: Floor, person: Person) -> None:
    freed = [_free(floor, live, person) for live in floor.tables.values()]
    # A seat at a table that is stopped is left once it goes on.
    if not all(freed) or person.kind != "guest":
        return
    floor.people.end(person.id, floor.time)
    floor.record_act({"act": "gone", "player": person.id}, HOUSE)


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
        left = False
        with floor.automatic_dealer.stop_on_failure(live):
            floor.do(live, cmd.Leave(number), by)
            left = True
        if not left:
            return False
        floor.automatic_dealer.run_due_steps(live)
    return True
