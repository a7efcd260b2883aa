"""The address of the lab's page, which asks the API for everything."""

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.rulebook.game import Game
from fairdeal.web.lab.visitors import require_lab_user
from fairdeal.web.pages.shell import page_response


async def lab(request: Request) -> Response:
    """Answer with the page of the lab, for those who may use it."""
    require_lab_user(request)
    return page_response(request, "lab.html")


def lab_address(game: Game) -> str:
    """Return the address of the lab with a game on its bench."""
    return "/lab#" + urlencode({"game": game.name, "place": game.jurisdiction})
