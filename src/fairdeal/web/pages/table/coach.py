"""The coach of a practice table: the value of each choice, and the cost of the last decision.

The values are the lab's, and exact. Only practice tables have a coach, because the regulations
forbid aids at live tables.
"""

from functools import partial
from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.log.store import Store
from fairdeal.floor.people.own_play import note_help, own_play
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.lab.decisions.coaching import advice, seat_deciding, verdict_on
from fairdeal.simulate.coach_advice import coach_advice
from fairdeal.table.state import DECISIONS
from fairdeal.table.view import own_seats
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import read_body, required_person, service_of
from fairdeal.web.live.lab_worker import LAB_WORKER
from fairdeal.web.pages.shell import person_of
from fairdeal.web.pages.strategy_sheet import strategy_sheet


async def coach(request: Request) -> Response:
    """Answer with the value of each choice of the decision that is open now, or with null.

    A page may ask just as its turn ends, so a question about no decision is not an error.
    """
    table, seat = _at_practice(request), None
    state, person = table.state, required_person(request)
    own = own_seats(state, table.viewer(person))
    if isinstance(state.current, DECISIONS) and not state.replacing and state.turn in own:
        seat = state.turn
    if seat is None:
        return _answer(None)
    decision, moves = await LAB_WORKER.submit(lambda: coach_advice(state))
    helped = await service_of(request).log.read(partial(_helped, person.id, table.id))
    return _answer(advice(state, seat, decision, moves, helped=state.version in helped))


async def last(request: Request) -> Response:
    """Answer with what the person's last decision cost, or with null before the first one."""
    table = _at_practice(request)
    person = required_person(request)
    made = [
        one for one in table.recent if seat_deciding(one.before, one.event, person.id) is not None
    ]
    if not made:
        return _answer(None)
    one = made[-1]
    seat = seat_deciding(one.before, one.event, person.id)
    assert seat is not None, "it was somebody's"
    decision, moves = await LAB_WORKER.submit(lambda: coach_advice(one.before))
    return _answer(verdict_on(one.version, one.before, one.event, seat, decision, moves))


async def card(request: Request) -> Response:
    """Answer with the strategy card of a practice table."""
    table = _at_practice(request)
    found = await LAB_WORKER.submit(lambda: strategy_sheet(table.state.rules))
    return _answer(found)


class Help(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The version of the table at which the coach showed values or warned."""

    version: Annotated[int, msgspec.Meta(ge=0, le=2**53)]


async def record_help(request: Request) -> Response:
    """Note that the coach helped with the decision that is open: it will not count as known."""
    table, person = _at_practice(request), required_person(request)
    try:
        told = msgspec.json.decode(await read_body(request), type=Help)
    except msgspec.DecodeError as error:
        raise Problem(400, "malformed", f"no version: {error}") from None
    if told.version <= table.state.version and own_seats(table.state, table.viewer(person)):
        service = service_of(request)
        await service.submit(lambda floor: note_help(floor, person.id, table.id, told.version))
    return Response(status_code=204)


def _answer(value: Any) -> Response:
    return Response(msgspec.json.encode(value), media_type="application/json")


def _at_practice(request: Request) -> PublishedTable:
    table = service_of(request).table(request.path_params["table"], person_of(request))
    if not table.practice:
        raise Problem(403, "forbidden", "a coach is for practice tables: live ones allow no aids")
    return table


def _helped(person: str, table: str, store: Store) -> list[int]:
    return own_play(store, person).help_at(table)
