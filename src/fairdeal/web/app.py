"""The HTTP API of the floor: see `docs/operations.md` for what it promises.

Whatever comes is asked in one order: session, table, key, form, role, rules.
"""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from fairdeal.errors import FairdealError, StoreError
from fairdeal.web.api.commands import commands, confirm
from fairdeal.web.api.feed import events, live
from fairdeal.web.api.openapi import description
from fairdeal.web.api.people import guests, me, more_chips, players, sign_in, sign_out
from fairdeal.web.api.rounds import floor_meters, meters, one_round, rounds
from fairdeal.web.api.table_acts import close, credit, fill, handover
from fairdeal.web.api.tables import table, tables
from fairdeal.web.http import logs
from fairdeal.web.http.problems import Problem, problem_of
from fairdeal.web.http.request import json_response, prefetch_session, service_of
from fairdeal.web.http.security import SecurityMiddleware, has_nul
from fairdeal.web.live.service import Service
from fairdeal.web.pages.routes import PAGES
from fairdeal.web.pages.shell import failure


async def openapi(request: Request) -> Response:
    """The description of this API."""
    del request
    return JSONResponse(description())


async def health(request: Request) -> Response:
    """Whether all is well."""
    service = service_of(request)
    # Asked of the floor itself: what a table shows stays as it was when the database failed.
    stopped = [live.id for live in list(service.floor.tables.values()) if live.stopped]
    well = not stopped and not service.floor.broken
    return json_response(
        {
            "status": "ok" if well else "stopped",
            "tables": len(service.tables),
            "stopped": stopped,
        },
        200 if well else 503,
    )


async def metrics(request: Request) -> Response:
    """What Prometheus is told."""
    service = service_of(request)
    # Where the database cannot be asked, meters are told as they last were.
    with contextlib.suppress(StoreError, *service.log.errors):
        for one in await service.log.read(lambda store: floor_meters(service, store)):
            service.metrics.meters.labels(one["meter"]).set(one["amount"])
    return Response(service.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _problem(request: Request, error: Exception) -> Response:
    """Whatever is no success, with the version of the table that was asked."""
    if isinstance(error, StoreError):
        logs.warning("the database cannot be asked", reason=str(error))
    problem = problem_of(error) if isinstance(error, FairdealError) else error
    assert isinstance(problem, Problem)
    face = service_of(request).tables.get(request.path_params.get("table", ""))
    if problem.version is None and face is not None and problem.status not in (401, 404):
        problem.version = face.state.version
    return failure(request, problem)


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: "there is nothing at this address", 405: "this address has no such method"}
    detail = words.get(error.status_code, str(error.detail))
    code = {404: "unknown", 405: "method"}.get(error.status_code, "http")
    response = failure(request, Problem(error.status_code, code, detail))
    response.headers.update(error.headers or {})
    return response


def _fault(request: Request, error: Exception) -> Response:
    logs.error("fault", error, method=request.method, route=_route(request))
    detail = "something is wrong with the server: nothing was done"
    return failure(request, Problem(500, "fault", detail))


def _route(request: Request) -> str:
    """The address that was asked, without what somebody put into it."""
    routes = [route for route in (*ROUTES, *PAGES) if isinstance(route, Route)]
    known = [route.path for route in routes if route.matches(request.scope)[0].value]
    return known[0] if known else "none"


ROUTES: Final = (
    Route("/api/guests", guests, methods=["POST"]),
    Route("/api/players", players, methods=["POST"]),
    Route("/api/sign-in", sign_in, methods=["POST"]),
    Route("/api/sign-out", sign_out, methods=["POST"]),
    Route("/api/me", me, methods=["GET"]),
    Route("/api/me/chips", more_chips, methods=["POST"]),
    Route("/api/tables", tables, methods=["GET", "POST"]),
    Route("/api/tables/{table}", table, methods=["GET"]),
    Route("/api/tables/{table}/commands", commands, methods=["POST"]),
    Route("/api/tables/{table}/events", events, methods=["GET"]),
    WebSocketRoute("/api/tables/{table}/live", live),
    Route("/api/tables/{table}/confirm", confirm, methods=["POST"]),
    Route("/api/tables/{table}/close", close, methods=["POST"]),
    Route("/api/tables/{table}/handover", handover, methods=["POST"]),
    Route("/api/tables/{table}/fill", fill, methods=["POST"]),
    Route("/api/tables/{table}/credit", credit, methods=["POST"]),
    Route("/api/rounds", rounds, methods=["GET"]),
    Route("/api/rounds/{round}", one_round, methods=["GET"]),
    Route("/api/meters", meters, methods=["GET"]),
    Route("/api/openapi.json", openapi, methods=["GET"]),
    Route("/healthz", health, methods=["GET"]),
    Route("/metrics", metrics, methods=["GET"]),
)
#: The one address that is asked all the time, and the one that most are connected to.
_COMMANDS: Final = re.compile("/api/tables/([^/]+)/commands")
_LIVE: Final = re.compile("/api/tables/([^/]+)/live")


class DirectRoutes:
    """In front of the routes: a command finds its way without looking at all of them, and whoever
    listens does not hold on to all that lies on the way. What they are answered is the same.
    """

    def __init__(self, app: Starlette) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] == "http" and has_nul(scope):
            scope["app"] = self.app
            await _http(Request(scope), HTTPException(404))(scope, receive, send)
            return
        if scope["type"] != "lifespan" and self.app.state.service.sessions.in_thread:
            scope["app"] = self.app
            await prefetch_session(HTTPConnection(scope))
        found = None
        listens = scope["type"] == "websocket"
        if listens:
            found = _LIVE.fullmatch(scope["path"])
        elif scope["type"] == "http" and scope["method"] == "POST":
            found = _COMMANDS.fullmatch(scope["path"])
        if found is None:
            await self.app(scope, receive, send)
            return
        scope["app"] = self.app
        scope["path_params"] = {"table": found[1]}
        if listens:
            await live(WebSocket(scope, receive, send))
            return
        request = Request(scope, receive, send)
        try:
            response = await commands(request)
        except (Problem, FairdealError) as error:
            response = _problem(request, error)
        except Exception as error:
            response = _fault(request, error)
        await response(scope, receive, send)


def application(service: Service) -> ASGIApp:
    """The floor as an ASGI application."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        del app
        service.start()
        try:
            yield
        finally:
            await asyncio.to_thread(service.stop)

    app = Starlette(
        routes=[*ROUTES, *PAGES],
        lifespan=lifespan,
        exception_handlers={
            Problem: _problem,
            FairdealError: _problem,
            HTTPException: _http,
            Exception: _fault,
        },
    )
    app.state.service = service
    return SecurityMiddleware(DirectRoutes(app))
