"""The page of a table: its felt, and the first scene."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.money.linked_odds import proportion_notices
from fairdeal.floor.tables.act_rules import PACES
from fairdeal.table.real_cards import NO_PROOF, deals_real_cards
from fairdeal.web.http.request import service_of
from fairdeal.web.pages.shell import guest_name, page_response, person_of
from fairdeal.web.pages.table.feed import message
from fairdeal.wire.rules_digest import rules_digest
from fairdeal.wording.approval import approval_words, edition_words
from fairdeal.wording.felt import felt_of

#: The number of past events that a page announces when it is opened.
SAID_FIRST = 12


async def table(request: Request) -> Response:
    """Answer with the page of a table, to play at or to watch."""
    service = service_of(request)
    person = person_of(request)
    table = service.table(request.path_params["table"], person)
    first = await message(service, table, max(0, table.state.version - SAID_FIRST), person)
    felt = felt_of(table.state.rules)
    running = [(one.id, one.state.rules) for one in service.tables.values() if not one.closed]
    return page_response(
        request,
        "table.html",
        table=table.id,
        name=table.name,
        practice=table.practice,
        real_cards=NO_PROOF if deals_real_cards(table.state.rules) else "",
        lends=table.practice and table.owner is None,
        owned=person is not None and table.owner == person.id,
        paces=tuple(PACES),
        felt=msgspec.to_builtins(felt),
        digest=rules_digest(table.state.rules),
        approval=approval_words(table.state.rules),
        edition=edition_words(table.state.rules),
        notices=proportion_notices(table.id, table.state.rules, running),
        person=person,
        first=data(first),
        guest=guest_name(),
        felt_data=data(felt),
    )


def data(value: msgspec.Struct) -> str:
    """Return a value as JSON for a script element, in which no text can end the element."""
    text = msgspec.json.encode(value).decode()
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
