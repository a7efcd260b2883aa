"""Payout documents: shown as JSON or PDF, and signed line by line."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import Forbidden, Refused
from fairdeal.floor.people.accounts import STAFF_ROLES
from fairdeal.floor.people.office_acts import sign_payout, void_payout
from fairdeal.office.form_pdf import form_pdf
from fairdeal.office.forms.catalogue import make_form
from fairdeal.office.reports.payouts import payout_document, payout_of
from fairdeal.web.api.bodies import PayoutBody, VoidPayoutBody, text_fields
from fairdeal.web.http.request import json_response, required_person, service_of


async def show_payout(request: Request) -> Response:
    """Return the document of a payout as JSON, or as PDF."""
    service, person = service_of(request), required_person(request)
    if not set(person.roles) & set(STAFF_ROLES):
        raise Forbidden("payout documents are for those who work here")
    number = request.path_params["payout"]
    made = await service.office.ask(lambda book: payout_document(book, number))
    if request.query_params.get("format") == "pdf":
        form = await service.office.ask(lambda book: make_form(book, "payout", number))
        content = await asyncio.to_thread(form_pdf, form)
        return Response(content, media_type="application/pdf")
    return json_response(made.document())


async def void_payout_document(request: Request) -> Response:
    """Void the document of a payout that is not paid yet: it is prepared and signed anew."""
    service, person = service_of(request), required_person(request)
    (reason,) = await text_fields(request, VoidPayoutBody, "reason")
    number = request.path_params["payout"]
    await service.submit(lambda floor: void_payout(floor, person, number, reason))
    return await show_payout(request)


async def sign_payout_line(request: Request) -> Response:
    """Sign a line of a payout document: prepared, verified or paid, each by another person."""
    service, person = service_of(request), required_person(request)
    (line,) = await text_fields(request, PayoutBody, "line")
    number = request.path_params["payout"]
    payout = await service.office.ask(lambda book: payout_of(book, number))
    if payout.automatic:
        raise Refused("the automatic pair has signed this document", None)
    await service.submit(lambda floor: sign_payout(floor, person, payout.id, payout.winnings, line))
    return await show_payout(request)
