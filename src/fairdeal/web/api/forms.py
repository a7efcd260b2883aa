"""The forms of the back office, one at a time: as JSON, or as PDF."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.office.form_pdf import form_pdf
from fairdeal.office.forms.catalogue import make_form
from fairdeal.web.api.reports import form_asked, require_reader
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import json_response, required_person, service_of


async def show_form(request: Request) -> Response:
    """Return a form as JSON or PDF, made from the log as it is now."""
    person = required_person(request)
    kind = form_asked(request)
    require_reader(person)
    if kind == "csv":
        raise Problem(422, "invalid", "a form is made as json or pdf")
    name, number = request.path_params["form"], request.path_params["number"]
    made = await service_of(request).office.ask(lambda book: make_form(book, name, number))
    if kind == "json":
        return json_response(made.document())
    try:
        content = await asyncio.to_thread(form_pdf, made)
    except ModuleNotFoundError as error:
        reason = f"this floor cannot make PDFs: {error.name} is not installed"
        raise Problem(503, "no-press", reason, retry_seconds=3600) from None
    headers = {
        "Content-Disposition": f'inline; filename="{made.name}-{made.id}.pdf"',
        "Cache-Control": "no-store",
    }
    return Response(content, media_type="application/pdf", headers=headers)
