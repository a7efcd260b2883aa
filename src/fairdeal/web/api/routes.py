"""The table of the HTTP API's operations, of which its routes and its description are made."""

from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta

from fairdeal.web.api import answers, bodies
from fairdeal.web.api.commands import confirm, give_command
from fairdeal.web.api.exclusions import exclude_person, list_exclusions, readmit_person
from fairdeal.web.api.feed import list_events
from fairdeal.web.api.meter_acts import (
    correct_meter,
    list_closed_meters,
    move_meter,
    pay_out_meter,
)
from fairdeal.web.api.operations import Operation, Parameter
from fairdeal.web.api.payouts import show_payout, sign_payout_line
from fairdeal.web.api.people import (
    add_chips,
    add_guest,
    add_player,
    set_password,
    show_me,
    sign_in,
    sign_out,
)
from fairdeal.web.api.play_limits import begin_cool_off, change_limit, show_limits
from fairdeal.web.api.practice import change_pace, sit_at_practice, skip
from fairdeal.web.api.reports import (
    acknowledge_event,
    list_reports,
    list_significant,
    show_report,
    sign_report,
)
from fairdeal.web.api.rounds import MAX_ROUNDS, list_meters, list_rounds, show_round
from fairdeal.web.api.server_state import show_health, show_metrics
from fairdeal.web.api.table_acts import (
    change_dealer,
    close_table,
    credit,
    error_notification,
    fill,
    incident_report,
    inventory,
    sign,
    void,
)
from fairdeal.web.api.tables import list_tables, open_table, show_table
from fairdeal.web.live.websocket import MAX_VERSION
from fairdeal.wire.commands import MAX_KEY

_Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_KEY, pattern="^[!-~]+$")]
_Version: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_VERSION)]
_Limit: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_ROUNDS)]
_Severity: TypeAlias = Literal["notice", "warning", "alarm"]
#: A command, which is described by the table's own types.
_Command: TypeAlias = Annotated[
    dict[str, Any], Meta(extra_json_schema={"$ref": "#/components/schemas/command"})
]

TABLE: Final = Parameter("table", "path", str, "a table's id, such as t3", required=True)
ROUND: Final = Parameter("round", "path", str, "a round's id, such as t3-17", required=True)
_KEY_WORDS: Final = "a text of your own for this command: sent again, nothing happens twice"
KEY: Final = Parameter("Idempotency-Key", "header", _Key, _KEY_WORDS, required=True)
MAYBE_KEY: Final = Parameter("Idempotency-Key", "header", _Key, _KEY_WORDS)
AFTER: Final = Parameter("after", "query", _Version, "a version: events after it are answered")
OF_TABLE: Final = Parameter("table", "query", str, "a table's id: only its rounds are listed")
BEFORE: Final = Parameter("before", "query", str, "a round's id: only older ones are listed")
LIMIT: Final = Parameter("limit", "query", _Limit, "how many rounds are listed, 20 by default")

EVENT: Final = Parameter("event", "path", str, "a significant event's number", required=True)
PAYOUT: Final = Parameter("payout", "path", str, "a payout's number", required=True)
REPORT: Final = Parameter("report", "path", str, "a report's name", required=True)
_DAY_WORDS: Final = "a gaming day, such as 2026-11-18; today by default"
SCOPE: Final = (
    Parameter("day", "query", str, _DAY_WORDS),
    Parameter("period", "query", str, "day, month or year: up to the day"),
    Parameter("shift", "query", str, "the name of a shift"),
    Parameter("table", "query", str, "a table's id"),
    Parameter("game", "query", str, "the name of a game"),
    Parameter("dealer", "query", str, "the id of a dealer"),
    Parameter("kind", "query", str, "of significant events: only this kind"),
    Parameter("severity", "query", _Severity, "of significant events: only this severity"),
    Parameter("format", "query", Literal["json", "csv", "pdf"], "else by `Accept`"),
)

#: Problems of every request, of reads, of those with a body, and of acts at a table.
_ANY: Final = (401, 404, 503)
_READ: Final = (*_ANY, 429)
_BODY: Final = (400, 403, 413, 422)
_ACT: Final = (*_ANY, *_BODY, 409)

OPERATIONS: Final = (
    Operation(
        "POST",
        "/api/guests",
        add_guest,
        answers.NewGuest,
        body=bodies.GuestBody,
        status=201,
        errors=(*_ACT, 429),
    ),
    Operation(
        "POST",
        "/api/players",
        add_player,
        answers.NewSession,
        body=bodies.PasswordBody,
        status=201,
        errors=(*_ACT, 429),
    ),
    Operation(
        "POST",
        "/api/sign-in",
        sign_in,
        answers.NewSession,
        body=bodies.PasswordBody,
        errors=(*_ACT, 429),
    ),
    Operation("POST", "/api/sign-out", sign_out, status=204, session=True, errors=(*_ANY, 403)),
    Operation("GET", "/api/me", show_me, answers.Me, session=True, errors=_READ),
    Operation(
        "POST", "/api/me/chips", add_chips, answers.Me, session=True, errors=(*_ANY, 403, 409)
    ),
    Operation(
        "POST",
        "/api/me/password",
        set_password,
        answers.NewSession,
        body=bodies.NewPasswordBody,
        session=True,
        errors=(*_ACT, 429),
    ),
    Operation("GET", "/api/tables", list_tables, list[answers.TableSummary], errors=_READ),
    Operation(
        "POST",
        "/api/tables",
        open_table,
        answers.OpenedTable,
        body=bodies.RulesFile,
        status=201,
        session=True,
        errors=_ACT,
    ),
    Operation(
        "GET",
        "/api/tables/{table}",
        show_table,
        answers.TableAnswer,
        parameters=(TABLE,),
        errors=_READ,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/commands",
        give_command,
        answers.CommandAnswer,
        parameters=(TABLE, KEY),
        body=_Command,
        session=True,
        errors=(*_ACT, 428, 429),
    ),
    Operation(
        "GET",
        "/api/tables/{table}/events",
        list_events,
        list[answers.NumberedEvent],
        parameters=(TABLE, AFTER),
        errors=(*_READ, 422),
        media=("text/event-stream",),
    ),
    Operation(
        "POST",
        "/api/tables/{table}/confirm",
        confirm,
        answers.CommandAnswer,
        parameters=(TABLE, MAYBE_KEY),
        body=bodies.ConfirmBody,
        session=True,
        errors=(*_ACT, 429),
    ),
    Operation(
        "POST",
        "/api/practice",
        sit_at_practice,
        answers.PracticeSeat,
        body=bodies.PracticeBody,
        status=201,
        session=True,
        errors=(*_ACT, 429),
    ),
    Operation(
        "POST",
        "/api/tables/{table}/pace",
        change_pace,
        answers.TablePace,
        parameters=(TABLE,),
        body=bodies.PaceBody,
        session=True,
        errors=(*_ACT, 429),
    ),
    Operation(
        "POST",
        "/api/tables/{table}/skip",
        skip,
        status=204,
        parameters=(TABLE,),
        session=True,
        errors=(*_ACT, 429),
    ),
    Operation(
        "POST",
        "/api/tables/{table}/close",
        close_table,
        answers.ClosedTable,
        parameters=(TABLE,),
        session=True,
        errors=_ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/inventory",
        inventory,
        answers.CountedInventory,
        parameters=(TABLE,),
        body=bodies.InventoryBody,
        session=True,
        errors=_ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/handover",
        change_dealer,
        answers.Handover,
        parameters=(TABLE,),
        body=bodies.HandoverBody,
        session=True,
        errors=_ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/fill",
        fill,
        answers.AskedChips,
        parameters=(TABLE, MAYBE_KEY),
        body=bodies.ChipsBody,
        session=True,
        errors=_ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/sign",
        sign,
        status=204,
        parameters=(TABLE,),
        body=bodies.SlipBody,
        session=True,
        errors=_ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/credit",
        credit,
        answers.AskedChips,
        parameters=(TABLE, MAYBE_KEY),
        body=bodies.ChipsBody,
        session=True,
        errors=_ACT,
    ),
    Operation(
        "GET",
        "/api/meters/closed",
        list_closed_meters,
        list[answers.ClosedMeter],
        session=True,
        errors=(*_READ, 403),
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
            errors=_ACT,
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
        errors=_ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/error-notification",
        error_notification,
        parameters=(TABLE,),
        body=bodies.NotificationBody,
        status=204,
        session=True,
        errors=_ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/incident-report",
        incident_report,
        parameters=(TABLE,),
        body=bodies.IncidentBody,
        status=204,
        session=True,
        errors=_ACT,
    ),
    Operation(
        "GET",
        "/api/rounds",
        list_rounds,
        list[answers.RoundSummary],
        parameters=(OF_TABLE, BEFORE, LIMIT),
        errors=(*_READ, 422),
    ),
    Operation(
        "GET",
        "/api/rounds/{round}",
        show_round,
        answers.RoundRecord,
        parameters=(ROUND,),
        errors=_READ,
    ),
    Operation("GET", "/api/meters", list_meters, list[answers.Meter], errors=_READ),
    Operation(
        "GET",
        "/api/reports",
        list_reports,
        list[answers.ReportListing],
        session=True,
        errors=(*_READ, 403),
    ),
    Operation(
        "GET",
        "/api/reports/{report}",
        show_report,
        answers.ReportDocument,
        parameters=(REPORT, *SCOPE),
        session=True,
        errors=(*_READ, 403, 422),
        media=("text/csv", "application/pdf"),
    ),
    Operation(
        "POST",
        "/api/reports/{report}/sign",
        sign_report,
        answers.ReportDocument,
        parameters=(REPORT, *SCOPE[:-1]),
        body=bodies.SignBody,
        session=True,
        errors=_ACT,
    ),
    Operation(
        "GET",
        "/api/events/significant",
        list_significant,
        list[answers.SignificantEvent],
        parameters=(AFTER,),
        session=True,
        errors=(*_READ, 403, 422),
    ),
    Operation(
        "POST",
        "/api/events/significant/{event}/acknowledge",
        acknowledge_event,
        answers.SignificantEvent,
        parameters=(EVENT,),
        session=True,
        errors=(*_ANY, 403, 409),
    ),
    Operation(
        "GET",
        "/api/payouts/{payout}",
        show_payout,
        answers.ReportDocument,
        parameters=(PAYOUT, Parameter("format", "query", Literal["json", "pdf"], "JSON, or PDF")),
        media=("application/pdf",),
        session=True,
        errors=(*_READ, 403),
    ),
    Operation(
        "POST",
        "/api/payouts/{payout}/sign",
        sign_payout_line,
        answers.ReportDocument,
        body=bodies.PayoutBody,
        parameters=(PAYOUT,),
        session=True,
        errors=_ACT,
    ),
    Operation(
        "GET",
        "/api/me/limits",
        show_limits,
        answers.OwnLimits,
        session=True,
        errors=(*_READ, 403),
    ),
    Operation(
        "POST",
        "/api/me/limits",
        change_limit,
        answers.OwnLimits,
        body=bodies.LimitBody,
        session=True,
        errors=_ACT,
    ),
    Operation(
        "POST",
        "/api/me/cool-off",
        begin_cool_off,
        answers.OwnLimits,
        body=bodies.CoolOffBody,
        session=True,
        errors=_ACT,
    ),
    Operation(
        "GET",
        "/api/exclusions",
        list_exclusions,
        list[answers.Excluded],
        session=True,
        errors=(*_READ, 403),
    ),
    Operation(
        "POST",
        "/api/exclusions",
        exclude_person,
        answers.Excluded,
        body=bodies.ExcludeBody,
        status=201,
        session=True,
        errors=_ACT,
    ),
    Operation(
        "POST",
        "/api/exclusions/readmit",
        readmit_person,
        body=bodies.ReadmitBody,
        status=204,
        session=True,
        errors=_ACT,
    ),
    Operation("GET", "/healthz", show_health, answers.Health, also=(503,)),
    Operation("GET", "/metrics", show_metrics, errors=(429,), media=("text/plain",)),
)
