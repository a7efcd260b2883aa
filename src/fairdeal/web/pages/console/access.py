"""Who may look at a table's console, and in which roles a person may act there."""

from typing import Final

from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.table.actors import AUDITOR, DEALER, FLOOR, OPERATOR, PLAYER, Role
from fairdeal.table.state import CLOSED

#: Who may look at a console; the first two may also work there.
MAY_LOOK: Final = (DEALER, FLOOR, OPERATOR, AUDITOR)


def why_not(table: PublishedTable, person: Person | None) -> str:
    """Return why a person may not see the console, or an empty text."""
    if person is None:
        return "the console is for the dealer of this table: sign in first"
    if not set(MAY_LOOK) & set(person.roles):
        return "the console is for dealers and floorpersons: the operator gives these roles"
    if table.viewer(person).role is PLAYER:
        return "you sit at this table: players may not see the dealer's side"
    return ""


def roles_at(table: PublishedTable, person: Person | None) -> tuple[Role, ...]:
    """Return the roles in which a person may act at a table now."""
    if person is None or why_not(table, person) or table.closed or table.stopped:
        return ()
    roles = [DEALER] if may_tap(table, person) and table.state.dealer == person.id else []
    return (*roles, *([FLOOR] if FLOOR in person.roles else ()))


def may_tap(table: PublishedTable, person: Person | None) -> bool:
    """Return whether a person may tap in at a table now, or has done so."""
    if person is None or why_not(table, person) or table.closed or table.stopped:
        return False
    return DEALER in person.roles and table.dealer == "person"


def read_only(table: PublishedTable, roles: tuple[Role, ...], *, taps: bool) -> str:
    """Return why the viewer may not use the large button, or an empty text."""
    if table.closed or table.state.phase is CLOSED:
        return "The table is closed."
    if table.stopped:
        return "The table is stopped: it accepts no commands until it goes on."
    if table.dealer != "person":
        return (
            "The automatic dealer deals here. A floorperson can hand the table over between rounds."
        )
    if DEALER in roles:
        return ""
    dealer = table.state.dealer_name
    now = f"{dealer} deals here." if dealer else "Nobody deals here."
    if FLOOR in roles:
        return f"{now} You are here as the floorperson."
    if taps:
        return f"{now} You watch until you tap in."
    return f"{now} You look on: only a person with the role dealer can deal."
