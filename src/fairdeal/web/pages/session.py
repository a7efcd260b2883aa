"""Who looks at a page: a session that has ended makes a visitor, not a refusal."""

from starlette.requests import Request

from fairdeal.floor.people import Person
from fairdeal.web.asking import asking
from fairdeal.web.problems import Problem


def visitor(request: Request) -> Person | None:
    """Whoever looks, where that is somebody."""
    try:
        return asking(request)
    except Problem:
        return None
