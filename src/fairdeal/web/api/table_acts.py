"""Acts of operators and floorpersons: closing a table, its dealer, chips to and from it."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import FairdealError
from fairdeal.floor.money.variances import notify_error, report_incident
from fairdeal.floor.tables.chip_requests import request_chips, sign_slip, void_request
from fairdeal.floor.tables.closing import close_table as close_on_floor
from fairdeal.floor.tables.closing import count_table
from fairdeal.floor.tables.day_end import close_form
from fairdeal.floor.tables.inventory_counts import count_inventory
from fairdeal.floor.tables.meter_acts import void_meter
from fairdeal.floor.tables.pending_acts import METER_ACTS
from fairdeal.floor.tables.table_acts import hand_over
from fairdeal.rulebook.money import CENTS, parse_amount, to_json
from fairdeal.web.api.answers import (
    AskedChips,
    ClosedTable,
    CountedInventory,
    CountedTable,
    Handover,
    InventorySlip,
)
from fairdeal.web.api.bodies import (
    ChipsBody,
    ClosedTableBody,
    HandoverBody,
    IncidentBody,
    InventoryBody,
    NotificationBody,
    SlipBody,
    VoidBody,
    body_fields,
    require_texts,
    text_fields,
)
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import (
    at_table,
    idempotency_key,
    json_body,
    json_response,
    require_fields,
)


async def close_table(request: Request) -> Response:
    """Close a table and reconcile its chips.

    Where a person deals, two people count the chips and the cards, each for himself or herself: the
    table closes when the second has counted the same. Nothing is counted by people where the
    automatic dealer deals.
    """
    service, person, name = at_table(request)
    by_hand = service.table(name, person).dealer == "person"
    document = await json_body(request, needed=False)
    if not by_hand:
        require_fields(document)
        closed = await service.submit(lambda floor: close_on_floor(floor, person, name))
        return json_response(_closed(closed))
    require_fields(document, "chips", "cards")
    chips, cards = document["chips"], document["cards"]
    counted = await service.submit(lambda floor: count_table(floor, person, name, chips, cards))
    if counted.closed is not None:
        return json_response(_closed(counted.closed))
    return json_response(ClosedTable(counted.asked, closed=False, differs=counted.differs))


def _closed(reconciled: dict[str, Any]) -> ClosedTable:
    counted = CountedTable(**reconciled["counted"])
    return ClosedTable(counted.count, closed=True, **{**reconciled, "counted": counted})


async def inventory(request: Request) -> Response:
    """Count an open table for its opener or its drop. Two people count, each for himself or
    herself; the slip is written when the second has counted the same.
    """
    service, person, name = at_table(request)
    fields = await body_fields(request, InventoryBody)
    of, chips = fields["of"], fields.get("chips")
    found = await service.submit(lambda floor: count_inventory(floor, person, name, of, chips))
    slip = InventorySlip(**found.slip) if found.slip else None
    return json_response(CountedInventory(found.asked, found.differs, slip))


async def change_dealer(request: Request) -> Response:
    """Let a person deal, or the automatic dealer."""
    service, person, name = at_table(request)
    dealer = (await body_fields(request, HandoverBody))["dealer"]
    await service.submit(lambda floor: hand_over(floor, person, name, dealer))
    return json_response(Handover(name, dealer))


async def fill(request: Request) -> Response:
    """Ask for chips to come from the bank to a table. A second person confirms it."""
    return await _ask_chips(request, is_fill=True)


async def credit(request: Request) -> Response:
    """Ask for chips to go from a table to the bank. A second person confirms it."""
    return await _ask_chips(request, is_fill=False)


async def _ask_chips(request: Request, *, is_fill: bool) -> Response:
    service, person, name = at_table(request)
    key = idempotency_key(request) or None
    fields = await body_fields(request, ChipsBody)
    require_texts(fields, "reason")
    reason = fields["reason"]
    try:
        cents = parse_amount(fields["amount"], per_dollar=CENTS)
    except FairdealError as error:
        raise Problem(422, "invalid", f"amount {error}") from None
    chips = fields.get("chips")
    asked = await service.submit(
        lambda floor: request_chips(
            floor, person, name, cents, reason, fill=is_fill, chips=chips, key=key
        )
    )
    return json_response(AskedChips(name, to_json(cents, per_dollar=CENTS), asked))


async def sign(request: Request) -> Response:
    """Sign a line of the slip of a request for chips."""
    service, person, name = at_table(request)
    asked, line = await text_fields(request, SlipBody, "asked", "line")
    await service.submit(lambda floor: sign_slip(floor, person, name, asked, line))
    return Response(status_code=204)


async def void(request: Request) -> Response:
    """Void a request for chips or about a meter; it stays in the log with the reason."""
    service, person, name = at_table(request)
    asked, reason = await text_fields(request, VoidBody, "asked", "reason")
    void_it = void_meter if asked.startswith(METER_ACTS) else void_request
    await service.submit(lambda floor: void_it(floor, person, name, asked, reason))
    return Response(status_code=204)


async def error_notification(request: Request) -> Response:
    """Write the Error Notification Slip of a table whose count differed from the log."""
    service, person, name = at_table(request)
    fields = await body_fields(request, NotificationBody)
    require_texts(fields, "explanation")
    words, resolved = fields["explanation"], fields["resolved"]
    if not isinstance(resolved, bool):
        raise Problem(422, "invalid", "resolved is true or false")
    await service.submit(lambda floor: notify_error(floor, person, name, words, resolved=resolved))
    return Response(status_code=204)


async def closed_table(request: Request) -> Response:
    """Sign the Closed Table form of a table that was not open for gaming on a gaming day."""
    service, person, name = at_table(request)
    day = (await body_fields(request, ClosedTableBody))["day"]
    await service.submit(lambda floor: close_form(floor, person, name, day))
    return Response(status_code=204)


async def incident_report(request: Request) -> Response:
    """Write the incident report of a table whose variance stayed unresolved."""
    service, person, name = at_table(request)
    (report,) = await text_fields(request, IncidentBody, "report")
    await service.submit(lambda floor: report_incident(floor, person, name, report))
    return Response(status_code=204)
