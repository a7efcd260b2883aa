"""The page of one's own play, and deleting one's statistics by its form."""

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.people.own_play import forget_own_play
from fairdeal.web.http.request import service_of
from fairdeal.web.own_play.overview import overview
from fairdeal.web.pages.me.chart import HEIGHT, WIDTH, chart_of
from fairdeal.web.pages.shell import go_to, page_response, person_of


async def me(request: Request) -> Response:
    """Answer with the play of who looks; strangers are told what stands here."""
    person = person_of(request)
    if person is None:
        return page_response(request, "me.html", play=None)
    found = await overview(service_of(request), person.id)
    answer = found.answer
    asked = request.query_params.get("at")
    # A person who has only practised sees practice first.
    practice = asked == "practice" or (asked != "floor" and not answer.floor.rounds)
    part = found.practice if practice else found.floor
    return page_response(
        request,
        "me.html",
        play=answer,
        practice=practice,
        results=answer.practice if practice else answer.floor,
        chart=chart_of(part.luck) if part.luck else None,
        figures_come=part.waits,
        size=(WIDTH, HEIGHT),
        register=f"/sign-in?{urlencode({'next': '/me'})}",
    )


async def forget(request: Request) -> Response:
    """Delete the statistics of who asks, by the form of the page."""
    person = person_of(request)
    if person is not None:
        await service_of(request).submit(lambda floor: forget_own_play(floor, person.id))
    return go_to("/me")
