"""The addresses of all pages."""

from typing import Final

from starlette.routing import BaseRoute, Route, WebSocketRoute

from fairdeal.web.pages.coach import card, coach, last
from fairdeal.web.pages.feed import live
from fairdeal.web.pages.papers import paper, papers
from fairdeal.web.pages.render import static
from fairdeal.web.pages.table import table

PAGES: Final[tuple[BaseRoute, ...]] = (
    Route("/tables/{table}", table, methods=["GET"]),
    WebSocketRoute("/tables/{table}/live", live),
    Route("/tables/{table}/coach", coach, methods=["GET"]),
    Route("/tables/{table}/coach/last", last, methods=["GET"]),
    Route("/tables/{table}/coach/card", card, methods=["GET"]),
    Route("/tables/{table}/papers", papers, methods=["GET"]),
    Route("/tables/{table}/papers/{paper}.pdf", paper, methods=["GET"]),
    Route("/static/{digest}/{name}", static, methods=["GET"]),
)
