"""The addresses of all pages."""

from typing import Final

from starlette.routing import BaseRoute, Route, WebSocketRoute

from fairdeal.web.pages.coach import card, coach, last
from fairdeal.web.pages.entry import register, sign_in, sign_in_form, sign_out
from fairdeal.web.pages.feed import live
from fairdeal.web.pages.games import game_page, games_page
from fairdeal.web.pages.lobby import lobby, sit_down
from fairdeal.web.pages.render import static
from fairdeal.web.pages.table import table

PAGES: Final[tuple[BaseRoute, ...]] = (
    Route("/tables/{table}", table, methods=["GET"]),
    WebSocketRoute("/tables/{table}/live", live),
    Route("/tables/{table}/coach", coach, methods=["GET"]),
    Route("/tables/{table}/coach/last", last, methods=["GET"]),
    Route("/tables/{table}/coach/card", card, methods=["GET"]),
    Route("/static/{digest}/{name}", static, methods=["GET"]),
    Route("/", lobby, methods=["GET"]),
    Route("/tables/{table}/sit", sit_down, methods=["POST"]),
    Route("/games", games_page, methods=["GET"]),
    Route("/games/{game}", game_page, methods=["GET"]),
    Route("/games/{game}/{jurisdiction}", game_page, methods=["GET"]),
    Route("/sign-in", sign_in_form, methods=["GET"]),
    Route("/sign-in", sign_in, methods=["POST"]),
    Route("/register", register, methods=["POST"]),
    Route("/sign-out", sign_out, methods=["POST"]),
)
