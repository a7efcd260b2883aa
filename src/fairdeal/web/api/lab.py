"""The lab: questions about paytables that are answered at once, or queued for its own process."""

import asyncio
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.web.http.request import json_body, json_response, service_of
from fairdeal.web.lab.answers import find_answer
from fairdeal.web.lab.catalog import lab_games
from fairdeal.web.lab.questions import (
    AnalyzeBody,
    FanBody,
    MetersBody,
    QuestionBody,
    ReadingsBody,
    RulesBody,
    TargetBody,
    read_question,
    read_terms,
)
from fairdeal.web.lab.rules_file import make_rules_answer
from fairdeal.web.lab.visitors import require_lab_user

_Q = TypeVar("_Q", bound=QuestionBody)


async def list_lab_games(request: Request) -> Response:
    """Return what the lab may be asked about: games, wagers, printed paytables and readings."""
    require_lab_user(request)
    return json_response(lab_games())


async def lab_analyze(request: Request) -> Response:
    """Return the exact figures of wagers, as `fairdeal analyze --json` prints them."""
    return await _answer(request, "analyze", AnalyzeBody)


async def lab_target(request: Request) -> Response:
    """Return the paytables that come nearest to a house edge, as `fairdeal target --json`."""
    return await _answer(request, "target", TargetBody)


async def lab_fan(request: Request) -> Response:
    """Return exact quantiles of the total result after many rounds."""
    return await _answer(request, "fan", FanBody)


async def lab_readings(request: Request) -> Response:
    """Return what each choice of each reading is worth at a wager."""
    return await _answer(request, "readings", ReadingsBody)


async def lab_meters(request: Request) -> Response:
    """Return the edge of a progressive as its meters grow from the reset to break-even."""
    return await _answer(request, "meters", MetersBody)


async def lab_rules(request: Request) -> Response:
    """Return a rules file of these choices that `fairdeal check` passes, or its findings."""
    question = await _question(request, RulesBody)
    return json_response(await asyncio.to_thread(make_rules_answer, question))


async def show_lab_job(request: Request) -> Response:
    """Return how far a queued question is."""
    require_lab_user(request)
    jobs = service_of(request).lab_jobs
    return json_response(jobs.answer_of(jobs.job(request.path_params["job"])))


async def cancel_lab_job(request: Request) -> Response:
    """Give up a queued question; it ends when nobody waits for it any more."""
    who, jobs = require_lab_user(request), service_of(request).lab_jobs
    job = jobs.job(request.path_params["job"])
    jobs.cancel(job, who)
    return json_response(jobs.answer_of(job))


async def _question(request: Request, body: type[_Q]) -> _Q:
    service_of(request).limits.count_lab(require_lab_user(request))
    return read_question(await json_body(request), body)


async def _answer(request: Request, kind: str, body: type[QuestionBody]) -> Response:
    """Answer at once where that is possible, else queue the question. After a job is done, the same
    question is answered with what was computed.
    """
    question = await _question(request, body)
    jobs, document = service_of(request).lab_jobs, msgspec.to_builtins(question)
    # What a question means is checked before it is queued, so that nobody waits for a refusal.
    read_terms(question)
    found = jobs.answer(kind, document)
    if found is None:
        found = await asyncio.to_thread(find_answer, question)
    if found is not None:
        return Response(found, media_type="application/json")
    return json_response(
        jobs.answer_of(jobs.submit(kind, document, require_lab_user(request))), 202
    )
