"""The forms for signing in, registering and signing out, which password managers understand."""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import FairdealError, StoreError
from fairdeal.floor.people.accounts import STAFF_ROLES, Person
from fairdeal.floor.people.names import MAX_NAME
from fairdeal.floor.people.passwords import LEAST_PASSWORD
from fairdeal.web.accounts import (
    change_password,
    delete_session_cookie,
    end_session,
    limit_players,
    register_player,
    set_session_cookie,
    sign_in_with_password,
)
from fairdeal.web.http.problems import Problem, problem_of
from fairdeal.web.http.request import client_network_of, form_fields, service_of
from fairdeal.web.pages.shell import go_to, own_path, page_response, person_of, visitor_of

Entering = Callable[[Request, str, str], Awaitable[tuple[str, Person]]]
#: Where those who work at the floor begin.
_FLOOR: Final = "/floor"
#: The page after a change of the password.
_CHANGED: Final = "/sign-in?changed"


async def sign_in_form(request: Request) -> Response:
    """Answer with the page of both forms."""
    query = request.query_params
    return _page(request, 200, "", {"next": query.get("next", "")}, changed="changed" in query)


async def sign_in(request: Request) -> Response:
    """Begin a session with a password."""
    service_of(request).limits.count_sign_in(client_network_of(request))
    return await _enter(request, "sign-in", sign_in_with_password)


async def register(request: Request) -> Response:
    """Register a player with a name and a password."""
    limit_players(request)
    return await _enter(request, "register", register_player)


async def sign_out(request: Request) -> Response:
    """End the session and go to the lobby."""
    if person_of(request) is not None:
        await end_session(request)
    response = go_to("/")
    delete_session_cookie(request, response)
    return response


async def _enter(request: Request, form: str, enter: Entering) -> Response:
    fields = await form_fields(request)
    name, password = fields.get("name", ""), fields.get("password", "")
    errors = _missing(form, name, password)
    if errors:
        return _page(request, 422, form, fields, errors)
    try:
        token, person = await enter(request, name, password)
    except StoreError:
        raise  # nothing that was typed is wrong
    except FairdealError as error:
        return _page(request, (problem := problem_of(error)).status, form, fields, _at(problem))
    works = any(role in person.roles for role in STAFF_ROLES)
    response = go_to(own_path(fields.get("next"), _FLOOR if works else "/"))
    set_session_cookie(request, response, token)
    return response


async def change_own_password(request: Request) -> Response:
    """Change the password of the person who is signed in."""
    person = person_of(request)
    if person is None:
        return go_to("/sign-in")
    service_of(request).limits.count_sign_in(client_network_of(request))
    fields = await form_fields(request)
    try:
        token = await change_password(
            request, person, fields.get("password", ""), fields.get("new", "")
        )
    except StoreError:
        raise
    except FairdealError as error:
        problem = problem_of(error)
        words = f"{problem.detail[:1].upper()}{problem.detail[1:]}."
        at = "new" if problem.detail.startswith("a password") else "password"
        return _page(request, problem.status, "change", {}, {at: words})
    # The page is asked for again, by the session that begins now.
    response = go_to(_CHANGED)
    set_session_cookie(request, response, token)
    return response


def _missing(form: str, name: str, password: str) -> dict[str, str]:
    """Return what is wrong with each field as it was typed."""
    errors = {}
    if not name:
        errors["name"] = "Enter your name."
    if not password:
        errors["password"] = "Enter your password." if form == "sign-in" else "Choose a password."
    elif form == "register" and len(password) < LEAST_PASSWORD:
        errors["password"] = f"A password has at least {LEAST_PASSWORD} characters."
    return errors


def _at(problem: Problem) -> dict[str, str]:
    """Return the words of a problem by the field that it is about."""
    words = f"{problem.detail[:1].upper()}{problem.detail[1:]}."
    about_name = problem.code == "refused" or problem.detail.startswith("a name")
    return {"name" if about_name else "password": words}


def _page(
    request: Request,
    status: int,
    form: str,
    fields: dict[str, str],
    errors: dict[str, str] | None = None,
    *,
    changed: bool = False,
) -> Response:
    return page_response(
        request,
        "sign_in.html",
        status,
        form=form,
        given=fields.get("name", "")[:MAX_NAME],
        next=own_path(fields.get("next"), ""),
        errors=errors or {},
        most=MAX_NAME,
        least=LEAST_PASSWORD,
        visitor=visitor_of(request),
        changed=changed,
    )
