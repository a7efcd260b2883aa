"""Who may look at the pages of the back office."""

from starlette.requests import Request

from fairdeal.floor.people.accounts import Person
from fairdeal.web.api.reports import READERS
from fairdeal.web.http.problems import Problem
from fairdeal.web.pages.shell import person_of


def reader(request: Request) -> Person:
    """Return the person of a request, who may see the back office; a problem for all others."""
    person = person_of(request)
    if person is None:
        raise Problem(401, "no-session", "the office is for floorpersons: sign in first")
    if not set(READERS) & set(person.roles):
        raise Problem(403, "forbidden", "the office is for floorpersons, auditors and the operator")
    return person
