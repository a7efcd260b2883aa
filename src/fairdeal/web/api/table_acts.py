"""The operator's and the floorperson's acts: closing, handing over, chips to and from a table."""

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import FairdealError
from fairdeal.floor.tables.table_acts import close_table, hand_over, move_inventory
from fairdeal.rulebook.money import CENTS, parse_amount, to_json
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import (
    idempotency_key,
    json_body,
    json_response,
    require_fields,
    required_person,
    service_of,
)


async def close(request: Request) -> Response:
    """Close a table."""
    service, person = service_of(request), required_person(request)
    name = request.path_params["table"]
    service.table(name)
    require_fields(await json_body(request, needed=False))
    return json_response(await service.submit(lambda floor: close_table(floor, person, name)))


async def handover(request: Request) -> Response:
    """Let somebody else deal."""
    service, person = service_of(request), required_person(request)
    name = request.path_params["table"]
    service.table(name)
    document = await json_body(request)
    require_fields(document, "dealer")
    dealer = document["dealer"]
    await service.submit(lambda floor: hand_over(floor, person, name, dealer))
    return json_response({"table": name, "dealer": dealer})


async def fill(request: Request) -> Response:
    """Chips from the bank to a table."""
    return await _inventory(request, is_fill=True)


async def credit(request: Request) -> Response:
    """Chips from a table to the bank."""
    return await _inventory(request, is_fill=False)


async def _inventory(request: Request, *, is_fill: bool) -> Response:
    service, person = service_of(request), required_person(request)
    name = request.path_params["table"]
    service.table(name)
    key = idempotency_key(request) or None
    document = await json_body(request)
    require_fields(document, "amount", "reason")
    reason = document["reason"]
    if not isinstance(reason, str):
        raise Problem(422, "invalid", "the reason is a text")
    try:
        cents = parse_amount(document["amount"], per_dollar=CENTS)
    except FairdealError as error:
        raise Problem(422, "invalid", f"amount {error}") from None
    await service.submit(
        lambda floor: move_inventory(floor, person, name, cents, reason, fill=is_fill, key=key)
    )
    return json_response({"table": name, "amount": to_json(cents, per_dollar=CENTS)})
