"""Operations of the staff at a table: chips, counts, meters, closing."""

from typing import Final

from fairdeal.web.api import answers, bodies
from fairdeal.web.api.meter_acts import correct_meter, list_closed_meters, move_meter, pay_out_meter
from fairdeal.web.api.operations import Operation
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

OPERATIONS: Final = (
    Operation(
        "POST",
        "/api/tables/{table}/close",
        close_table,
        answers.ClosedTable,
        parameters=(TABLE,),
        session=True,
        errors=ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/inventory",
        inventory,
        answers.CountedInventory,
        parameters=(TABLE,),
        body=bodies.InventoryBody,
        session=True,
        errors=ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/handover",
        change_dealer,
        answers.Handover,
        parameters=(TABLE,),
        body=bodies.HandoverBody,
        session=True,
        errors=ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/fill",
        fill,
        answers.AskedChips,
        parameters=(TABLE, MAYBE_KEY),
        body=bodies.ChipsBody,
        session=True,
        errors=ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/sign",
        sign,
        status=204,
        parameters=(TABLE,),
        body=bodies.SlipBody,
        session=True,
        errors=ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/credit",
        credit,
        answers.AskedChips,
        parameters=(TABLE, MAYBE_KEY),
        body=bodies.ChipsBody,
        session=True,
        errors=ACT,
    ),
    Operation(
        "GET",
        "/api/meters/closed",
        list_closed_meters,
        list[answers.ClosedMeter],
        session=True,
        errors=(*READ, 403),
    ),
    *(
        Operation(
            "POST",
            f"/api/tables/{{table}}/{act}",
            handler,
            answers.AskedMeter,
            parameters=(TABLE,),
            body=body,
            session=True,
            errors=ACT,
        )
        for act, handler, body in (
            ("move-meter", move_meter, bodies.MoveMeterBody),
            ("pay-out-meter", pay_out_meter, bodies.PayOutMeterBody),
            ("correct-meter", correct_meter, bodies.CorrectMeterBody),
        )
    ),
    Operation(
        "POST",
        "/api/tables/{table}/void",
        void,
        parameters=(TABLE,),
        body=bodies.VoidBody,
        status=204,
        session=True,
        errors=ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/error-notification",
        error_notification,
        parameters=(TABLE,),
        body=bodies.NotificationBody,
        status=204,
        session=True,
        errors=ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/closed-table",
        closed_table,
        parameters=(TABLE,),
        body=bodies.ClosedTableBody,
        status=204,
        session=True,
        errors=ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/incident-report",
        incident_report,
        parameters=(TABLE,),
        body=bodies.IncidentBody,
        status=204,
        session=True,
        errors=ACT,
    ),
)
