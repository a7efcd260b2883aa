"""The shell that all pages share: the visitor in the header, and pages for errors."""

import secrets
from typing import Any, Final, NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fairdeal.floor.money.ledger import player_account
from fairdeal.floor.people.accounts import STAFF_ROLES, Person
from fairdeal.rulebook.money import UNITS_PER_CENT, dollars
from fairdeal.table.actors import PLAYER
from fairdeal.web.accounts import delete_session_cookie
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import person_of_token, prefetched_session, service_of, token_of
from fairdeal.web.pages.render import page


class Visitor(NamedTuple):
    """The person who looks at a page, as the header shows him or her."""

    person: Person
    #: What he or she has to play with; nothing for those who only work here.
    chips: str

    @property
    def name(self) -> str:
        """The name for show."""
        return self.person.name

    @property
    def guest(self) -> bool:
        """Return whether this person has no password and cannot sign in again."""
        return self.person.kind == "guest"

    @property
    def works(self) -> bool:
        """Return whether this person has a role in which the floor's wall is of use."""
        return any(role in self.person.roles for role in STAFF_ROLES)


def person_of(request: Request) -> Person | None:
    """Return who looks at a page, or None without a session that is still valid."""
    token = token_of(request)
    return person_of_token(request, token) if token else None


def guest_name() -> str:
    """Return a name for a guest who has not chosen one."""
    return f"Guest {secrets.randbelow(9_000) + 1_000}"


def visitor_of(request: Request) -> Visitor | None:
    """Return who looks at a page, with the balance that the header shows."""
    person = person_of(request)
    if person is None:
        return None
    if PLAYER not in person.roles:
        return Visitor(person, "")
    asked = prefetched_session(request)
    balance = service_of(request).sessions.balance
    units = balance(player_account(person.id)) if asked is None else asked.units
    return Visitor(person, dollars(units // UNITS_PER_CENT))


def shown(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """Return a page made from its template, in the shell."""
    who = visitor_of(request)
    response = page(template, status, who=who, here=request.url.path, **values)
    if who is None and token_of(request) is not None:
        # A session that has ended: without its cookie the page's own requests are welcome again.
        delete_session_cookie(request, response)
    return response


def go_to(path: str) -> Response:
    """Redirect the browser to another page of this server, also after a form."""
    return RedirectResponse(path, 303)


def own_path(path: str | None, otherwise: str) -> str:
    """Return a path that somebody asked for if it is one of this server, else another one."""
    safe = path and path.startswith("/") and not path.startswith(("//", "/\\")) and path.isascii()
    return path if path and safe and path.isprintable() else otherwise


# What goes wrong ----------------------------------------------------------------------------------

_TITLES: Final = {
    401: "Please sign in",
    403: "This is not for you",
    404: "There is nothing here",
    405: "Not this way",
    409: "That cannot be done now",
    429: "A little too fast",
    500: "Something is wrong with the server",
    503: "This table takes nothing now",
}


def prefers_page(request: Request) -> bool:
    """Return whether the client prefers a page to JSON, as a browser does."""
    if request.url.path.startswith("/api/"):
        return False
    best: dict[str, float] = {}
    for part in request.headers.get("accept", "").split(","):
        kind, *parameters = part.strip().lower().split(";")
        weight = 1.0
        for parameter in parameters:
            name, _, value = parameter.strip().partition("=")
            if name == "q" and value.replace(".", "", 1).isdigit():
                weight = float(value)
        best[kind.strip()] = weight
    page_wanted = best.get("text/html", 0)
    json_wanted = max(best.get("application/json", 0), best.get("application/problem+json", 0))
    return page_wanted > json_wanted


def failure(request: Request, problem: Problem) -> Response:
    """Answer with an error: a page for people, `problem+json` for programs."""
    answer = problem.response()
    if not prefers_page(request):
        return answer
    title = _TITLES.get(problem.status, "That did not work")
    detail = problem.detail[:1].upper() + problem.detail[1:]
    values = {"title": title, "detail": detail, "problem": problem}
    if problem.status >= 500:
        # Who looks is not asked: what failed may be what would tell.
        response = page("problem.html", problem.status, **values)
    else:
        response = shown(request, "problem.html", problem.status, **values)
    for name in ("retry-after", "www-authenticate"):
        if name in answer.headers:
            response.headers[name] = answer.headers[name]
    return response
