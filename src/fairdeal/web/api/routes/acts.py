"""Operations of the staff at a table: chips, counts, meters, closing."""

from typing import Any, Final

from fairdeal.web.api import answers, bodies
from fairdeal.web.api.meter_acts import correct_meter, list_closed_meters, move_meter, pay_out_meter
from fairdeal.web.api.operations import Endpoint, Operation, Parameter
from fairdeal.web.api.routes.parameters import ACT, MAYBE_KEY, READ, TABLE
from fairdeal.web.api.table_acts import (
    change_dealer,
    close_table,
    closed_table,
    credit,
    error_notification,
    fill,
    incident_report,
    inventory,
    sign,
    void,
)


def _act(
    name: str,
    endpoint: Endpoint,
    body: Any = None,
    answer: Any = None,
    parameters: tuple[Parameter, ...] = (TABLE,),
) -> Operation:
    """Describe an act of the staff at a table; without an answer its status is 204."""
    return Operation(
        "POST",
        f"/api/tables/{{table}}/{name}",
        endpoint,
        answer,
        status=204 if answer is None else 200,
        body=body,
        parameters=parameters,
        session=True,
        errors=ACT,
    )


_CHIPS: Final = (bodies.ChipsBody, answers.AskedChips, (TABLE, MAYBE_KEY))

OPERATIONS: Final = (
    _act("close", close_table, answer=answers.ClosedTable),
    _act("inventory", inventory, bodies.InventoryBody, answers.CountedInventory),
    _act("handover", change_dealer, bodies.HandoverBody, answers.Handover),
    _act("fill", fill, *_CHIPS),
    _act("sign", sign, bodies.SlipBody),
    _act("credit", credit, *_CHIPS),
    Operation(
        "GET",
        "/api/meters/closed",
        list_closed_meters,
        list[answers.ClosedMeter],
        session=True,
        errors=(*READ, 403),
    ),
    _act("move-meter", move_meter, bodies.MoveMeterBody, answers.AskedMeter),
    _act("pay-out-meter", pay_out_meter, bodies.PayOutMeterBody, answers.AskedMeter),
    _act("correct-meter", correct_meter, bodies.CorrectMeterBody, answers.AskedMeter),
    _act("void", void, bodies.VoidBody),
    _act("error-notification", error_notification, bodies.NotificationBody),
    _act("closed-table", closed_table, bodies.ClosedTableBody),
    _act("incident-report", incident_report, bodies.IncidentBody),
)
