"""The addresses of all pages."""

from typing import Final

from starlette.routing import BaseRoute, Route, WebSocketRoute

from fairdeal.web.pages.assets import static
from fairdeal.web.pages.console.routes import ask_preview, deal, deal_live
from fairdeal.web.pages.games.routes import game_page, games_page
from fairdeal.web.pages.lobby.routes import lobby, sit_down
from fairdeal.web.pages.papers.routes import paper, papers
from fairdeal.web.pages.replay.routes import best, replay
from fairdeal.web.pages.sign_in.routes import register, sign_in, sign_in_form, sign_out
from fairdeal.web.pages.table.coach import card, coach, last
from fairdeal.web.pages.table.feed import live
from fairdeal.web.pages.table.routes import table
from fairdeal.web.pages.verify.routes import verify
from fairdeal.web.pages.wall.routes import open_by_file, samples, wall, wall_state

PAGES: Final[tuple[BaseRoute, ...]] = (
    Route("/tables/{table}", table, methods=["GET"]),
    WebSocketRoute("/tables/{table}/live", live),
    Route("/tables/{table}/coach", coach, methods=["GET"]),
    Route("/tables/{table}/coach/last", last, methods=["GET"]),
    Route("/tables/{table}/coach/card", card, methods=["GET"]),
    Route("/r/{round}", replay, methods=["GET"]),
    Route("/r/{round}/best", best, methods=["GET"]),
    Route("/verify", verify, methods=["GET"]),
    Route("/tables/{table}/deal", deal, methods=["GET"]),
    WebSocketRoute("/tables/{table}/deal/live", deal_live),
    Route("/tables/{table}/preview", ask_preview, methods=["POST"]),
    Route("/floor", wall, methods=["GET"]),
    Route("/floor/state", wall_state, methods=["GET"]),
    Route("/floor/rules", samples, methods=["GET"]),
    Route("/floor/open", open_by_file, methods=["POST"]),
    Route("/tables/{table}/papers", papers, methods=["GET"]),
    Route("/tables/{table}/papers/{paper}.pdf", paper, methods=["GET"]),
    Route("/static/{path:path}", static, methods=["GET"]),
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
