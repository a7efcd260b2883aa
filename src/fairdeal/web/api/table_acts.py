"""Acts of operators and floorpersons: closing a table, its dealer, chips to and from it."""

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import FairdealError
from fairdeal.floor.tables.table_acts import close_table as close_on_floor
from fairdeal.floor.tables.table_acts import hand_over, move_inventory
from fairdeal.rulebook.money import CENTS, parse_amount, to_json
from fairdeal.web.api.answers import ClosedTable, Handover, MovedChips
from fairdeal.web.api.bodies import ChipsBody, HandoverBody, body_fields
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import (
    idempotency_key,
    json_body,
    json_response,
    require_fields,
    required_person,
    service_of,
)


async def close_table(request: Request) -> Response:
    """Close a table and reconcile its chips."""
    service, person = service_of(request), required_person(request)
    name = request.path_params["table"]
    service.table(name)
    require_fields(await json_body(request, needed=False))
    chips = await service.submit(lambda floor: close_on_floor(floor, person, name))
    return json_response(ClosedTable(**chips))


async def change_dealer(request: Request) -> Response:
    """Let a person deal, or the automatic dealer."""
    service, person = service_of(request), required_person(request)
    name = request.path_params["table"]
    service.table(name)
    dealer = (await body_fields(request, HandoverBody))["dealer"]
    await service.submit(lambda floor: hand_over(floor, person, name, dealer))
    return json_response(Handover(name, dealer))


async def fill(request: Request) -> Response:
    """Move chips from the bank to a table."""
    return await _move_chips(request, is_fill=True)


async def credit(request: Request) -> Response:
    """Move chips from a table to the bank."""
    return await _move_chips(request, is_fill=False)


async def _move_chips(request: Request, *, is_fill: bool) -> Response:
    service, person = service_of(request), required_person(request)
    name = request.path_params["table"]
    service.table(name)
    key = idempotency_key(request) or None
    fields = await body_fields(request, ChipsBody)
    reason = fields["reason"]
    if not isinstance(reason, str):
        raise Problem(422, "invalid", "the reason is a text")
    try:
        cents = parse_amount(fields["amount"], per_dollar=CENTS)
    except FairdealError as error:
        raise Problem(422, "invalid", f"amount {error}") from None
    await service.submit(
        lambda floor: move_inventory(floor, person, name, cents, reason, fill=is_fill, key=key)
    )
    return json_response(MovedChips(name, to_json(cents, per_dollar=CENTS)))
