"""Operations of the back office: reports, forms, significant events, payouts."""

from typing import Final, Literal

from fairdeal.web.api import answers, bodies
from fairdeal.web.api.forms import show_form
from fairdeal.web.api.investigations import investigate
from fairdeal.web.api.operations import Operation, Parameter
from fairdeal.web.api.payouts import show_payout, sign_payout_line, void_payout_document
from fairdeal.web.api.reports import (
    acknowledge_event,
    list_reports,
    list_significant,
    show_report,
    sign_report,
)
from fairdeal.web.api.routes.parameters import (
    ACT,
    AFTER,
    ANY,
    EVENT,
    FORM,
    NUMBER,
    PAYOUT,
    READ,
    REPORT,
    SCOPE,
)

_JSON_OR_PDF: Final = Parameter("format", "query", Literal["json", "pdf"], "JSON, or PDF")

OPERATIONS: Final = (
    Operation(
        "GET",
        "/api/reports",
        list_reports,
        list[answers.ReportListing],
        session=True,
        errors=(*READ, 403),
    ),
    Operation(
        "GET",
        "/api/reports/{report}",
        show_report,
        answers.ReportDocument,
        parameters=(REPORT, *SCOPE),
        session=True,
        errors=(*READ, 403, 422),
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
        errors=ACT,
    ),
    Operation(
        "POST",
        "/api/reports/statistical/investigate",
        investigate,
        answers.ReportDocument,
        parameters=(SCOPE[0],),
        body=bodies.InvestigationBody,
        session=True,
        errors=ACT,
    ),
    Operation(
        "GET",
        "/api/forms/{form}/{number}",
        show_form,
        answers.FormDocument,
        parameters=(FORM, NUMBER, _JSON_OR_PDF),
        session=True,
        errors=(*READ, 403, 422),
        media=("application/pdf",),
    ),
    Operation(
        "GET",
        "/api/events/significant",
        list_significant,
        list[answers.SignificantEvent],
        parameters=(AFTER,),
        session=True,
        errors=(*READ, 403, 422),
    ),
    Operation(
        "POST",
        "/api/events/significant/{event}/acknowledge",
        acknowledge_event,
        answers.SignificantEvent,
        parameters=(EVENT,),
        session=True,
        errors=(*ANY, 403, 409),
    ),
    Operation(
        "GET",
        "/api/payouts/{payout}",
        show_payout,
        answers.ReportDocument,
        parameters=(PAYOUT, _JSON_OR_PDF),
        media=("application/pdf",),
        session=True,
        errors=(*READ, 403),
    ),
    Operation(
        "POST",
        "/api/payouts/{payout}/sign",
        sign_payout_line,
        answers.ReportDocument,
        body=bodies.PayoutBody,
        parameters=(PAYOUT,),
        session=True,
        errors=ACT,
    ),
    Operation(
        "POST",
        "/api/payouts/{payout}/void",
        void_payout_document,
        answers.ReportDocument,
        body=bodies.VoidPayoutBody,
        parameters=(PAYOUT,),
        session=True,
        errors=ACT,
    ),
)
