"""The shell that all pages share: the visitor in the header, and pages for errors."""

import secrets
from collections.abc import Callable, Hashable
from typing import Any, Final, NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from fairdeal.floor.people.accounts import STAFF_ROLES, Person
from fairdeal.rulebook.money import UNITS_PER_CENT, dollars
from fairdeal.table.actors import PLAYER
from fairdeal.web.accounts import delete_session_cookie
from fairdeal.web.api.reports import READERS
from fairdeal.web.http.held_answers import tag_of, tagged
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import person_of_token, prefetched_session, service_of, token_of
from fairdeal.web.live.shared_parts import LastUsed
from fairdeal.web.pages.render import PAGE_HEADERS, page, rendered


class Visitor(NamedTuple):
    """The person who looks at a page, as the header shows him or her."""

    person: Person
    #: What he or she has to play with; nothing for those who only work here.
    chips: str

    @property
    def name(self) -> str:
        """Return the name for show."""
        return self.person.name

    @property
    def guest(self) -> bool:
        """Return whether this person has no password and cannot sign in again."""
        return self.person.kind == "guest"

    @property
    def works(self) -> bool:
        """Return whether this person has a role in which the floor's wall is of use."""
        return any(role in self.person.roles for role in STAFF_ROLES)

    @property
    def manages(self) -> bool:
        """Return whether this person may see the back office."""
        return any(role in self.person.roles for role in READERS)


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
    service = service_of(request)
    if asked is None:
        units = service.sessions.balance(service.chip_accounts(person.id))
    else:
        units = asked.units
    return Visitor(person, dollars(units // UNITS_PER_CENT))


def page_response(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """Return a page made from its template, in the shell."""
    who = visitor_of(request)
    response = page(template, status, who=who, here=request.url.path, **values)
    if who is None and token_of(request) is not None:
        # A session that has ended: without its cookie the page's own requests are welcome again.
        delete_session_cookie(request, response)
    return response


def shared_page_response(
    request: Request,
    template: str,
    values: Callable[[], dict[str, Any]],
    key: Hashable = (),
    *,
    held: bool = True,
) -> Response:
    """Return a page that is the same for everybody, apart from the header with the visitor.

    `values` are made once for each address and key, and for visitors without a session the whole
    page is. Such a page has an ETag, and may be held until a table opens or closes; one that shows
    what will be known soon is not `held`.
    """
    path = request.url.path
    if token_of(request) is not None:
        return page_response(request, template, **_VALUES.get((path, key), values))
    content, tag = _CONTENTS.get((path, key), lambda: _content(path, template, key, values))
    whole = HTMLResponse(content, headers={**PAGE_HEADERS, "Vary": "Cookie"})
    response = tagged(request, whole, tag)
    if held and response.status_code == 200:
        service_of(request).held.hold(request, response)
    return response


def _content(
    path: str, template: str, key: Hashable, values: Callable[[], dict[str, Any]]
) -> tuple[bytes, str]:
    content = rendered(template, who=None, here=path, **_VALUES.get((path, key), values)).encode()
    return content, tag_of(content)


_VALUES: Final[LastUsed[tuple[str, Hashable], dict[str, Any]]] = LastUsed(64)
_CONTENTS: Final[LastUsed[tuple[str, Hashable], tuple[bytes, str]]] = LastUsed(64)


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
    403: "You may not see this",
    404: "There is nothing here",
    405: "This page cannot do that",
    409: "That cannot be done now",
    429: "Too many requests",
    500: "Something is wrong with the server",
    503: "This does not work at the moment",
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


def _problem_values(problem: Problem) -> dict[str, Any]:
    title = _TITLES.get(problem.status, "That did not work")
    detail = problem.detail[:1].upper() + problem.detail[1:]
    return {"title": title, "detail": detail, "problem": problem}


def _problem_page(problem: Problem) -> Response:
    return page("problem.html", problem.status, **_problem_values(problem))


def too_many(request: Request, problem: Problem) -> Response:
    """Answer a client that asks too much, with a page that is made once and has no visitor."""
    answer = problem.response()
    if not prefers_page(request):
        return answer
    content = _REFUSALS.get(problem.detail, lambda: bytes(_problem_page(problem).body))
    headers = {**PAGE_HEADERS, "Retry-After": answer.headers["retry-after"]}
    return HTMLResponse(content, problem.status, headers=headers)


_REFUSALS: Final[LastUsed[str, bytes]] = LastUsed(8)


def failure(request: Request, problem: Problem) -> Response:
    """Answer with an error: a page for people, `problem+json` for programs."""
    answer = problem.response()
    if not prefers_page(request):
        return answer
    if problem.status >= 500:
        # The page is made without its visitor, because looking up the session may be what failed.
        response = _problem_page(problem)
    else:
        response = page_response(
            request, "problem.html", problem.status, **_problem_values(problem)
        )
    for name in ("retry-after", "www-authenticate"):
        if name in answer.headers:
            response.headers[name] = answer.headers[name]
    return response
