"""The page of a table: its felt, and the first scene."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.web.http.request import service_of
from fairdeal.web.pages.shell import guest_name, person_of, shown
from fairdeal.web.pages.table.feed import message
from fairdeal.wording.felt import felt_of

#: How much of the past a page that is opened tells.
SAID_FIRST = 12


async def table(request: Request) -> Response:
    """A table, to play at or to watch."""
    service = service_of(request)
    face = service.table(request.path_params["table"])
    person = person_of(request)
    first = await message(service, face, max(0, face.state.version - SAID_FIRST), person)
    felt = felt_of(face.state.rules)
    return shown(
        request,
        "table.html",
        table=face.id,
        name=face.name,
        practice=face.practice,
        felt=msgspec.to_builtins(felt),
        person=person,
        first=data(first),
        guest=guest_name(),
        felt_data=data(felt),
    )


def data(value: msgspec.Struct) -> str:
    """A value as JSON that may stand inside a script element: nothing in it ends the element."""
    text = msgspec.json.encode(value).decode()
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
