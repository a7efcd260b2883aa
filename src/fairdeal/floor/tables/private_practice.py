"""Private practice tables: one for each person and game, opened at once and closed when unused.

The opening entry of such a table says whose it is. Nobody else sits there, it has no clock, and the
lists of tables do not show it to others.
"""

from dataclasses import replace
from typing import Final

from fairdeal.errors import Forbidden, Refused
from fairdeal.floor.floor import Floor
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.presence import place_key
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.floor.tables.table_acts import open_table
from fairdeal.rulebook.rules import FloorChoices, Rules
from fairdeal.table import commands as cmd
from fairdeal.table.actors import PLAYER, Actor

#: The most private tables that a floor has at once.
MOST_PRIVATE: Final = 500
#: The seat of a private table's owner.
OWN_SEAT: Final = 1


def practice_rules(rules: Rules) -> Rules:
    """Return the rules of a private practice table of a game as another table offers it.

    A progressive is left out: its meter belongs to the players of the other table.
    """
    floor = rules.floor or FloorChoices()
    name = floor.name if floor.practice else None
    alone = FloorChoices(name=name or f"{rules.game.title}, {rules.game.place}", practice=True)
    paytables = {name: one for name, one in rules.paytables.items() if name != "progressive"}
    return replace(rules, floor=alone, paytables=paytables, progressive=None)


def practise(floor: Floor, person: Person, table: str) -> tuple[str, int]:
    """Seat a person at a private practice table of another table's game; return table and seat.

    A person who has such a table already comes back to it.
    """
    floor.require_active(person.id, person.name, sure=True)
    if PLAYER not in person.roles:
        raise Forbidden("practice tables are for players")
    like = floor.table(table)
    if like.owner not in (None, person.id):
        raise Forbidden("this is somebody else's practice table")
    rules = practice_rules(like.state.rules)
    live = _own_table(floor, person, rules)
    if live is None:
        _require_room(floor)
        live = open_table(floor, rules, HOUSE, owner=person.id)
    floor.presence.note_command(place_key(live.id, person.id))
    if all(seat.player != person.id for seat in live.state.seats.values()):
        floor.do(live, cmd.Sit(OWN_SEAT), Actor(person.id, PLAYER, person.name))
        floor.automatic_dealer.run_without_pauses(live)
    return live.id, OWN_SEAT


def _own_table(floor: Floor, person: Person, rules: Rules) -> LiveTable | None:
    """Return the person's open private table of a game and its rules."""
    for live in floor.tables.values():
        mine = live.owner == person.id and not live.closed and live.stopped is None
        if mine and live.state.rules.game is rules.game and _same(live.state.rules, rules):
            return live
    return None


def _same(one: Rules, other: Rules) -> bool:
    named = one.floor is not None and other.floor is not None and one.floor.name == other.floor.name
    return named and one.minimum_cents == other.minimum_cents


def _require_room(floor: Floor) -> None:
    """Refuse another private table where there are too many."""
    private = [live for live in floor.tables.values() if live.owner and not live.closed]
    if len(private) >= MOST_PRIVATE:
        raise Refused("all practice tables are taken: try again in a few minutes", None)
