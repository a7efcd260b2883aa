"""The addresses of a record that a visitor brings along: its form, its replay, its best play.

The record is checked as `audit replay` checks it before any of it is shown, and nothing is kept.
"""

import asyncio
import json
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import FairdealError
from fairdeal.floor.tables.replay import replay as replay_record
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import client_network_of, form_fields, read_body, service_of
from fairdeal.web.live.lab_worker import LAB_WORKER
from fairdeal.web.pages.replay.best_play import best_play
from fairdeal.web.pages.replay.routes import page_values
from fairdeal.web.pages.shell import page_response, shared_page_response
from fairdeal.wire.json import parse_json
from fairdeal.wire.rules_digest import document_digest

#: A record is up to so long, and a form up to twice as long: its signs are written as three bytes.
MOST_OF_RECORD: Final = 512 * 1024
_MOST_OF_FORM: Final = 2 * MOST_OF_RECORD


async def own_form(request: Request) -> Response:
    """Answer with the form that takes a record."""
    return shared_page_response(request, "own_record.html", lambda: {"wrong": ""})


async def own_record(request: Request) -> Response:
    """Answer with the replay of a record that the form sent, or with what is wrong with it."""
    service_of(request).limits.count_record_read(client_network_of(request))
    text = (await form_fields(request, _MOST_OF_FORM)).get("record", "")
    found, wrong = await asyncio.to_thread(_checked, text)
    if wrong:
        return page_response(request, "own_record.html", 400, wrong=wrong)
    values = await asyncio.to_thread(page_values, found)
    return page_response(
        request,
        "replay.html",
        **values
        | {"own": _escaped(found), "table": found["table"], "table_name": found["table"]}
        | {"table_open": False, "earlier": None, "later": None},
    )


async def best_of_own(request: Request) -> Response:
    """Answer with the best play at each decision of a record that the page sends back."""
    service_of(request).limits.count_record_read(client_network_of(request))
    text = (await read_body(request, MOST_OF_RECORD)).decode("utf-8", "replace")
    found, wrong = await asyncio.to_thread(_checked, text)
    if wrong:
        raise Problem(400, "malformed", wrong)
    try:
        decisions = await LAB_WORKER.submit(lambda: best_play(found))
    except ModuleNotFoundError:
        raise Problem(503, "no-lab", "the lab is not installed here: no values are known") from None
    return Response(msgspec.json.encode(decisions), media_type="application/json")


def _checked(text: str) -> tuple[dict[str, Any], str]:
    """Return a record that holds, or what is wrong with it."""
    try:
        record = parse_json(text)
    except FairdealError as error:
        return {}, f"this is not a record: {error}"
    done = replay_record(record)
    if not done.valid:
        return {}, done.wrong or "it does not hold"
    # Records of version 0.1 do not name these.
    rules = json.loads(record["rules"])["rules"]
    named = {"approved": rules.get("approved"), "rules_digest": document_digest(rules)}
    return {**named, **record}, ""


def _escaped(record: dict[str, Any]) -> str:
    """Return a record as JSON for a script element, in which no text can end the element."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
