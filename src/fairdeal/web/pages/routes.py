"""The addresses of all pages."""

from typing import Final

from starlette.routing import BaseRoute, Route, WebSocketRoute

from fairdeal.web.pages.assets import static
from fairdeal.web.pages.console.routes import ask_preview, deal, deal_live
from fairdeal.web.pages.games.ask import ask
from fairdeal.web.pages.games.routes import game_page, games_page
from fairdeal.web.pages.lab.routes import lab
from fairdeal.web.pages.lobby.routes import lobby, sit_down
from fairdeal.web.pages.me.routes import forget, me
from fairdeal.web.pages.office.exclusions import change_exclusion, exclusions
from fairdeal.web.pages.office.routes import acknowledge, investigate, office, report_page, sign
from fairdeal.web.pages.offline import manifest, service_worker
from fairdeal.web.pages.papers.routes import paper, papers
from fairdeal.web.pages.replay.own_record import best_of_own, own_form, own_record
from fairdeal.web.pages.replay.routes import best, replay
from fairdeal.web.pages.school.routes import (
    answer,
    begin,
    bench,
    certificate,
    document,
    question,
    result,
    school,
)
from fairdeal.web.pages.school.routes import sign as sign_exam
from fairdeal.web.pages.school.texts import texts
from fairdeal.web.pages.sign_in.limits import change_limits, limits
from fairdeal.web.pages.sign_in.routes import (
    change_own_password,
    register,
    sign_in,
    sign_in_form,
    sign_out,
)
from fairdeal.web.pages.table.coach import card, coach, last, record_help
from fairdeal.web.pages.table.feed import live
from fairdeal.web.pages.table.play_clock import play_clock
from fairdeal.web.pages.table.routes import table
from fairdeal.web.pages.train.routes import limited_costs, review, train
from fairdeal.web.pages.verify.routes import verify
from fairdeal.web.pages.wall.routes import open_by_file, samples, wall, wall_state

PAGES: Final[tuple[BaseRoute, ...]] = (
    Route("/tables/{table}", table, methods=["GET"]),
    WebSocketRoute("/tables/{table}/live", live),
    Route("/tables/{table}/coach", coach, methods=["GET"]),
    Route("/tables/{table}/coach/last", last, methods=["GET"]),
    Route("/tables/{table}/coach/helped", record_help, methods=["POST"]),
    Route("/tables/{table}/coach/card", card, methods=["GET"]),
    Route("/r/{round}", replay, methods=["GET"]),
    Route("/r/{round}/best", best, methods=["GET"]),
    Route("/replay", own_form, methods=["GET"]),
    Route("/replay", own_record, methods=["POST"]),
    Route("/replay/best", best_of_own, methods=["POST"]),
    Route("/manifest.webmanifest", manifest, methods=["GET"]),
    Route("/sw.js", service_worker, methods=["GET"]),
    Route("/train", train, methods=["GET"]),
    Route("/train/review", review, methods=["POST"]),
    Route("/train/limited", limited_costs, methods=["GET"]),
    Route("/me", me, methods=["GET"]),
    Route("/me/forget", forget, methods=["POST"]),
    Route("/verify", verify, methods=["GET"]),
    Route("/school", school, methods=["GET"]),
    Route("/school/texts", texts, methods=["GET"]),
    Route("/school/begin", begin, methods=["POST"]),
    Route("/school/{exam}", bench, methods=["GET"]),
    Route("/school/{exam}/answer", answer, methods=["POST"]),
    Route("/school/{exam}/result", result, methods=["GET"]),
    Route("/school/{exam}/question/{number:int}", question, methods=["GET"]),
    Route("/school/{exam}/sign", sign_exam, methods=["POST"]),
    Route("/school/{exam}/exam.json", document, methods=["GET"]),
    Route("/school/{exam}/certificate.pdf", certificate, methods=["GET"]),
    Route("/tables/{table}/deal", deal, methods=["GET"]),
    WebSocketRoute("/tables/{table}/deal/live", deal_live),
    Route("/tables/{table}/preview", ask_preview, methods=["POST"]),
    Route("/floor", wall, methods=["GET"]),
    Route("/floor/state", wall_state, methods=["GET"]),
    Route("/floor/rules", samples, methods=["GET"]),
    Route("/floor/open", open_by_file, methods=["POST"]),
    Route("/office", office, methods=["GET"]),
    Route("/limits", limits, methods=["GET"]),
    Route("/play-clock", play_clock, methods=["GET"]),
    Route("/limits", change_limits, methods=["POST"]),
    Route("/office/exclusions", exclusions, methods=["GET"]),
    Route("/office/exclusions", change_exclusion, methods=["POST"]),
    Route("/office/reports/{report}", report_page, methods=["GET"]),
    Route("/office/reports/{report}/sign", sign, methods=["POST"]),
    Route("/office/reports/statistical/investigate", investigate, methods=["POST"]),
    Route("/office/events/{event}/acknowledge", acknowledge, methods=["POST"]),
    Route("/tables/{table}/papers", papers, methods=["GET"]),
    Route("/tables/{table}/papers/{paper}.pdf", paper, methods=["GET"]),
    Route("/static/{path:path}", static, methods=["GET"]),
    Route("/", lobby, methods=["GET"]),
    Route("/tables/{table}/sit", sit_down, methods=["POST"]),
    Route("/lab", lab, methods=["GET"]),
    Route("/games", games_page, methods=["GET"]),
    Route("/games/{game}", game_page, methods=["GET"]),
    Route("/games/{game}/{jurisdiction}", game_page, methods=["GET"]),
    Route("/games/{game}/{jurisdiction}/ask", ask, methods=["GET"]),
    Route("/sign-in", sign_in_form, methods=["GET"]),
    Route("/sign-in", sign_in, methods=["POST"]),
    Route("/register", register, methods=["POST"]),
    Route("/sign-out", sign_out, methods=["POST"]),
    Route("/password", change_own_password, methods=["POST"]),
)
