"""One's own play: results and decisions, the rounds as JSON Lines, and deleting the statistics."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from fairdeal.floor.log.store import Store
from fairdeal.floor.people.own_play import forget_own_play, own_play
from fairdeal.floor.tables.round_rows import rows_of_player
from fairdeal.web.http.request import client_network_of, json_response, required_person, service_of
from fairdeal.web.live.service import Service
from fairdeal.web.own_play.overview import overview

#: How many rounds are read from the log at once, so that other readers need not wait long.
BATCH: Final = 20


async def show_own_play(request: Request) -> Response:
    """Return one's own play as far as it is worked out."""
    person = required_person(request)
    return json_response((await overview(service_of(request), person.id)).answer)


async def list_own_rounds(request: Request) -> Response:
    """Return one's own rounds as JSON Lines of `fairdeal-round-1`, the oldest first."""
    service, person = service_of(request), required_person(request)
    service.limits.count_record_read(client_network_of(request))
    return StreamingResponse(
        _lines(service, person.id),
        media_type="application/x-ndjson",
        headers={"Content-Disposition": 'attachment; filename="my-play.jsonl"'},
    )


async def forget_play(request: Request) -> Response:
    """Delete one's own statistics. The log of the floor keeps its rounds."""
    person = required_person(request)
    await service_of(request).submit(lambda floor: forget_own_play(floor, person.id))
    return Response(status_code=204)


async def _lines(service: Service, person: str) -> AsyncIterator[bytes]:
    leaf = -1
    while True:
        lines, last = await service.log.read(partial(_some_lines, person, leaf))
        if lines:
            yield lines
        if last is None:
            return
        leaf = last


def _some_lines(person: str, after: int, store: Store) -> tuple[bytes, int | None]:
    """Return the rows of some rounds, and the leaf of the last one; None when all were read."""
    rounds = own_play(store, person).rounds(after, BATCH)
    rows = rows_of_player(store, person, rounds)
    lines = b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
    return lines, rounds[-1].leaf if len(rounds) == BATCH else None
