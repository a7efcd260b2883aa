"""Who may look at a table's console, and in which roles a person may act there."""

from typing import Final

from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.table.actors import AUDITOR, DEALER, FLOOR, OPERATOR, PLAYER, Role
from fairdeal.table.state import CLOSED

#: Who may look at a console; the first two may also work there.
MAY_LOOK: Final = (DEALER, FLOOR, OPERATOR, AUDITOR)


def why_not(face: PublishedTable, person: Person | None) -> str:
    """Return why a person may not see the console, or an empty text."""
    if person is None:
        return "the console is for whoever deals at this table: sign in first"
    if not set(MAY_LOOK) & set(person.roles):
        return "the console is for dealers and floorpersons: the operator gives these roles"
    if face.viewer(person).role is PLAYER:
        return "you sit at this table: whoever plays does not see the dealer's side"
    return ""


def roles_at(face: PublishedTable, person: Person | None) -> tuple[Role, ...]:
    """Return the roles in which a person may act at a table now."""
    if person is None or why_not(face, person) or face.closed or face.stopped:
        return ()
    roles = [DEALER] if DEALER in person.roles and face.dealer == "person" else []
    return (*roles, *([FLOOR] if FLOOR in person.roles else ()))


def read_only(face: PublishedTable, roles: tuple[Role, ...]) -> str:
    """Return why the viewer may not use the large button, or an empty text."""
    if face.closed or face.state.phase is CLOSED:
        return "The table is closed."
    if face.stopped:
        return "The table is stopped: nothing is taken until it goes on."
    if face.dealer != "person":
        return "The automatic dealer deals here. The floor hands the table over between rounds."
    if DEALER in roles:
        return ""
    if FLOOR in roles:
        return "You are here as the floorperson: the dealer deals."
    return "You look on: dealing is for somebody with the role dealer."
