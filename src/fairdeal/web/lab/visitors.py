"""The person or the address that asks the lab."""

from starlette.requests import HTTPConnection

from fairdeal.floor.people.accounts import STAFF_ROLES
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import client_network_of, optional_person, service_of


def require_lab_user(connection: HTTPConnection) -> str:
    """Return as whom the lab's limits count the person or address that asks; whoever may not use
    the lab is told so with a `Problem`.
    """
    require_lab_on(connection)
    access = service_of(connection).lab_access
    person = optional_person(connection)
    if access == "staff":
        if person is None:
            raise Problem(401, "no-session", "the lab of this floor is for those who work here")
        if not set(STAFF_ROLES) & set(person.roles):
            raise Problem(403, "forbidden", "the lab of this floor is for those who work here")
    return f"person {person.id}" if person else f"address {client_network_of(connection)}"


def require_lab_on(connection: HTTPConnection) -> None:
    """Raise a `Problem` where the floor has no lab, for whoever asks."""
    if service_of(connection).lab_access == "off":
        raise Problem(404, "unknown", "this floor has switched its lab off")
