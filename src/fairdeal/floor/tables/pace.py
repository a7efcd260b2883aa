"""Pace: how fast the house deals, as far as players choose it."""

from fairdeal.english import one_of, quoted
from fairdeal.errors import BadInputError, Forbidden, Refused
from fairdeal.floor.floor import Floor
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.permission import require_open, require_running
from fairdeal.floor.tables.act_rules import PACES
from fairdeal.table.actors import PLAYER, Actor


def set_pace(floor: Floor, person: Person, table: str, pace: str) -> None:
    """Set the pace of a private practice table, by its owner."""
    live = floor.table(table)
    if pace not in PACES:
        raise BadInputError(f"there is no pace {quoted(pace)}: choose {one_of(list(PACES))}")
    floor.require_active(person.id, person.name)
    if live.owner is None or live.owner != person.id:
        raise Forbidden("only who practises alone sets the pace of a table")
    require_running(live)
    require_open(live)
    if live.pace == pace:
        return
    live.pace = pace
    floor.touch(table)
    floor.record_act(
        {"act": "pace", "table": table, "pace": pace}, Actor(person.id, PLAYER, person.name)
    )
    floor.automatic_dealer.run_due_steps(live)


def skip_to_result(floor: Floor, person: Person, table: str) -> None:
    """Have the rest of a round dealt without pauses for a player who has folded.

    It is done as soon as every person in the round has folded and asked for it: the pace of a table
    is the same for all who play there.
    """
    live = floor.table(table)
    floor.require_active(person.id, person.name)
    require_running(live)
    own = [seat for seat in live.state.seats.values() if seat.player == person.id]
    playing = [seat for seat in own if seat.in_round]
    if not playing:
        raise Refused("there is no round of yours to skip", None)
    if not all(seat.folded or seat.out for seat in playing):
        raise Refused("only who has folded skips to the result", None)
    live.skipping.add(person.id)
    floor.touched.add(table)
    floor.automatic_dealer.run_due_steps(live)
