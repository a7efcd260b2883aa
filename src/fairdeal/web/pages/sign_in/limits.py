"""The page of a player's own limits: the day so far, the limits, a break, and where help is."""

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import BadInputError, Forbidden, Refused
from fairdeal.floor.people.play_limits import cool_off, set_limit
from fairdeal.web.api.play_limits import own_limits
from fairdeal.web.http.request import form_fields, service_of
from fairdeal.web.pages.shell import go_to, page_response, person_of


async def limits(request: Request) -> Response:
    """Answer with the day so far, and the limits of who asks; for strangers with the help alone."""
    return await _page(request)


async def change_limits(request: Request) -> Response:
    """Set or give up a limit, or begin a break, by a form of the page."""
    service, person = service_of(request), person_of(request)
    if person is None:
        return go_to("/sign-in?next=/limits")
    fields = await form_fields(request)
    kind, text = fields.get("kind", ""), fields.get("amount", "").strip()
    try:
        amount = None if not text else _number(text)
        if kind == "cool-off":
            await service.submit(lambda floor: cool_off(floor, person, amount))
        else:
            await service.submit(lambda floor: set_limit(floor, person, kind, amount))
    except (BadInputError, Forbidden, Refused) as error:
        words = str(error)
        return await _page(request, f"{words[:1].upper()}{words[1:]}.", 422)
    return go_to("/limits")


def _number(text: str) -> int | float:
    try:
        number = float(text)
    except ValueError:
        raise BadInputError("write an amount such as 50") from None
    return int(number) if number.is_integer() else number


async def _page(request: Request, error: str = "", status: int = 200) -> Response:
    person = person_of(request)
    own = None
    if person is not None:
        known = person
        own = await service_of(request).submit(lambda floor: own_limits(floor, known))
    set_now = {one.kind: one for one in own.limits} if own else {}
    return page_response(request, "limits.html", status, own=own, set_now=set_now, error=error)
