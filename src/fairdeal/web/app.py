"""The floor as an ASGI application: routes, error answers, and security headers.

Every request is checked in one order: session, table, key, form, role, rules. `docs/api.md` says
what the API promises.
"""

import asyncio
import contextlib
import re
from collections import defaultdict
from collections.abc import AsyncIterator
from functools import cache
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from fairdeal.errors import FairdealError, StoreError
from fairdeal.web.api.commands import command_answer, give_command
from fairdeal.web.api.feed import live
from fairdeal.web.api.openapi import description
from fairdeal.web.api.operations import Endpoint
from fairdeal.web.api.routes import OPERATIONS
from fairdeal.web.http import logs
from fairdeal.web.http.direct_request import answer_bytes, ok_answer
from fairdeal.web.http.held_answers import tag_of, tagged
from fairdeal.web.http.limits import ConcurrencyLimit
from fairdeal.web.http.problems import Problem, problem_of
from fairdeal.web.http.request import client_network_of, prefetch_session, service_of
from fairdeal.web.http.security import (
    SAFE_METHODS,
    SecurityMiddleware,
    another_site,
    has_nul,
    same_site,
)
from fairdeal.web.live.service import Service
from fairdeal.web.pages.routes import PAGES
from fairdeal.web.pages.shell import failure, too_many


@cache
def _openapi() -> tuple[bytes, str]:
    content = bytes(JSONResponse(description()).body)
    return content, tag_of(content)


async def show_openapi(request: Request) -> Response:
    """Return the description of the API."""
    content, tag = _openapi()
    response = tagged(request, Response(content, media_type="application/json"), tag)
    if response.status_code == 200:
        service_of(request).held.hold(request, response)
    return response


def _api_routes() -> list[Route]:
    """Return one route for each address of the API, whatever methods it has."""
    by_path: defaultdict[str, dict[str, Endpoint]] = defaultdict(dict)
    for operation in OPERATIONS:
        by_path[operation.path][operation.method] = operation.endpoint
    return [
        Route(path, _by_method(endpoints), methods=list(endpoints))
        for path, endpoints in by_path.items()
    ]


def _by_method(endpoints: dict[str, Endpoint]) -> Endpoint:
    """Return an endpoint that answers each method by another."""
    if len(endpoints) == 1:
        return next(iter(endpoints.values()))

    async def dispatch(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        return await endpoints[method](request)

    return dispatch


ROUTES: Final = (
    *_api_routes(),
    WebSocketRoute("/api/tables/{table}/live", live),
    Route("/api/openapi.json", show_openapi, methods=["GET"]),
)


# Errors -------------------------------------------------------------------------------------------


def _problem(request: Request, error: Exception) -> Response:
    """Answer with a problem, and with the version of the table that the request is about."""
    if isinstance(error, StoreError):
        logs.warning("the database cannot be asked", reason=str(error))
    problem = problem_of(error) if isinstance(error, FairdealError) else error
    assert isinstance(problem, Problem)
    table = service_of(request).tables.get(request.path_params.get("table", ""))
    if problem.version is None and table is not None and problem.status not in (401, 404):
        problem.version = table.state.version
    return failure(request, problem)


def _http_error(request: Request, error: Exception) -> Response:
    """Answer where no route has the address or the method."""
    assert isinstance(error, HTTPException)
    words = {404: "there is nothing at this address", 405: "this address has no such method"}
    detail = words.get(error.status_code, str(error.detail))
    code = {404: "unknown", 405: "method"}.get(error.status_code, "http")
    response = failure(request, Problem(error.status_code, code, detail))
    response.headers.update(error.headers or {})
    return response


def _fault(request: Request, error: Exception) -> Response:
    """Log an error of the program, and answer without saying more about it."""
    logs.error("fault", error, method=request.method, route=_route(request))
    detail = "the server has a fault and did nothing: try again, and tell the operator"
    return failure(request, Problem(500, "fault", detail))


def _failure(request: Request, error: Exception) -> Response:
    """Answer a command that was not carried out."""
    expected = isinstance(error, Problem | FairdealError)
    return _problem(request, error) if expected else _fault(request, error)


def _route(request: Request) -> str:
    """Return the path of a request's route, without the parameters that a client put into it."""
    routes = [route for route in (*ROUTES, *PAGES) if isinstance(route, Route)]
    known = [route.path for route in routes if route.matches(request.scope)[0].value]
    return known[0] if known else "none"


# The application ----------------------------------------------------------------------------------

#: The address of most requests, and the one that most clients are connected to.
_COMMANDS: Final = re.compile("/api/tables/([^/]+)/commands")
#: How many requests of one client are answered late at the same time; others at once.
MAX_HELD_BACK: Final = 1_000
_LIVE: Final = re.compile("/api/tables/([^/]+)/live")


class DirectRoutes:
    """Stands in front of the router: commands and feeds are answered without trying every route,
    and a feed does not hold the router's objects in memory. The answers are the same.
    """

    #: The seconds to wait before a client that asks too much is answered.
    hold_back = staticmethod(asyncio.sleep)

    def __init__(self, app: Starlette) -> None:
        self.app = app
        self._held_back = ConcurrencyLimit(MAX_HELD_BACK)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or serve one WebSocket."""
        if scope["type"] == "http" and has_nul(scope):
            scope["app"] = self.app
            await _http_error(Request(scope), HTTPException(404))(scope, receive, send)
            return
        if scope["type"] != "lifespan" and not await self._may_read(scope, receive, send):
            return
        if scope["type"] != "lifespan" and self.app.state.service.sessions.in_thread:
            scope["app"] = self.app
            await prefetch_session(HTTPConnection(scope))
        found = None
        is_websocket = scope["type"] == "websocket"
        if is_websocket:
            found = _LIVE.fullmatch(scope["path"])
        elif scope["type"] == "http" and scope["method"] == "POST":
            found = _COMMANDS.fullmatch(scope["path"])
        if found is None:
            await self.app(scope, receive, send)
            return
        scope["app"] = self.app
        scope["path_params"] = {"table": found[1]}
        if is_websocket:
            await live(WebSocket(scope, receive, send))
            return
        request = Request(scope, receive, send)
        try:
            response = await give_command(request)
        except Exception as error:
            response = _failure(request, error)
        await response(scope, receive, send)

    async def command_answer(self, scope: dict[str, Any]) -> bytes:
        """Return the bytes of the answer to a command that a connection has read whole: the same
        that uvicorn would write.
        """
        scope["app"] = self.app
        found = _COMMANDS.fullmatch(scope["path"])
        if found is None:
            return answer_bytes(_http_error(Request(scope), HTTPException(404)))
        scope["path_params"] = {"table": found[1]}
        request = Request(scope)
        if not same_site(scope):
            return answer_bytes(another_site().response())
        if self.app.state.service.sessions.in_thread:
            await prefetch_session(request)
        try:
            return ok_answer(await command_answer(request))
        except Exception as error:
            return answer_bytes(_failure(request, error))

    async def _may_read(self, scope: Scope, receive: Receive, send: Send) -> bool:
        """Return whether a request keeps to the limit of reads; one that does not is answered, but
        late, so that a client that asks again at once slows nobody but itself.
        """
        is_websocket = scope["type"] == "websocket"
        if not is_websocket and scope["method"] not in SAFE_METHODS:
            return True
        service: Service = self.app.state.service
        client = client_network_of(HTTPConnection(scope))
        problem = service.limits.read_problem(client, scope["path"])
        if problem is None:
            return True
        if self._held_back.acquire(client):
            try:
                await self.hold_back(problem.retry_seconds)
            finally:
                self._held_back.release(client)
        scope["app"] = self.app
        if is_websocket:
            await WebSocket(scope, receive, send).send_denial_response(problem.response())
        else:
            await too_many(Request(scope), problem)(scope, receive, send)
        return False


class FloorApplication(SecurityMiddleware):
    """The ASGI application of a floor, which also answers commands without ASGI's functions."""

    def __init__(self, routes: DirectRoutes) -> None:
        super().__init__(routes)
        self.command_answer = routes.command_answer


def application(service: Service) -> FloorApplication:
    """Return the ASGI application of a floor."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        del app
        service.start()
        try:
            yield
        finally:
            await service.lab_jobs.close()
            await asyncio.to_thread(service.stop)

    app = Starlette(
        routes=[*ROUTES, *PAGES],
        lifespan=lifespan,
        exception_handlers={
            Problem: _problem,
            FairdealError: _problem,
            HTTPException: _http_error,
            Exception: _fault,
        },
    )
    app.state.service = service
    return FloorApplication(DirectRoutes(app))
