"""The address of the page that checks a record."""

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.web.pages.shell import shared_page_response


async def verify(request: Request) -> Response:
    """Answer with the page, whose script checks a record without asking the server for it."""
    return shared_page_response(request, "verify.html", dict)
