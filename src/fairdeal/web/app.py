"""The HTTP API of the floor: see `docs/operations.md` for what it promises.

Whatever comes is asked in one order: session, table, key, form, role, rules.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from fairdeal.errors import FairdealError
from fairdeal.floor.ledger import meter_accounts, player_account
from fairdeal.floor.live import Face
from fairdeal.floor.people import Person
from fairdeal.floor.records import record, rounds_of
from fairdeal.rulebook.money import CENTS, UNITS, UNITS_PER_CENT, parse_amount, to_json
from fairdeal.table.actors import OPERATOR, Actor
from fairdeal.web import logs
from fairdeal.web.asking import (
    address_of,
    asking,
    body_of,
    json_response,
    key_of,
    number_of,
    only,
    required,
    service_of,
    token_of,
)
from fairdeal.web.entering import (
    end_session,
    enter_guest,
    enter_known,
    enter_player,
    give_cookie,
    take_cookie,
    take_guest,
    take_player,
)
from fairdeal.web.following import ALIVE_SECONDS, MOST_VERSIONS, follow
from fairdeal.web.openapi import description
from fairdeal.web.pages.routes import PAGES
from fairdeal.web.pages.shell import failure
from fairdeal.web.problems import Problem, problem_of
from fairdeal.web.security import SecurityMiddleware
from fairdeal.web.service import Listener, Service
from fairdeal.wire.fields import Path, field_name
from fairdeal.wire.json import dump_line
from fairdeal.wire.rules import check_rules, rules_document

MOST_ROUNDS: Final = 1_000

Answering = Callable[[Request], Awaitable[Response]]


# People -------------------------------------------------------------------------------------------


def _welcome(request: Request, token: str, person: Person, status: int, *, roles: bool) -> Response:
    document: dict[str, Any] = {
        "token": token,
        "player": {"id": person.id, "name": person.name},
    }
    if roles:
        document["roles"] = [str(role) for role in person.roles]
    response = json_response(document, status)
    give_cookie(request, response, token)
    return response


async def guests(request: Request) -> Response:
    """A guest with play chips."""
    take_guest(request)
    document = await body_of(request)
    only(document, "name")
    token, person = await enter_guest(request, document["name"])
    return _welcome(request, token, person, 201, roles=False)


async def players(request: Request) -> Response:
    """Register a player."""
    take_player(request)
    document = await body_of(request)
    only(document, "name", "password")
    token, person = await enter_player(request, document["name"], document["password"])
    return _welcome(request, token, person, 201, roles=True)


async def sign_in(request: Request) -> Response:
    """Begin a session with a password."""
    service_of(request).sign_in_limit.take(address_of(request))
    document = await body_of(request)
    only(document, "name", "password")
    token, person = await enter_known(request, document["name"], document["password"])
    return _welcome(request, token, person, 200, roles=True)


async def sign_out(request: Request) -> Response:
    """End the session."""
    required(request)
    await end_session(request)
    response = Response(status_code=204)
    take_cookie(request, response)
    return response


async def me(request: Request) -> Response:
    """Who asks, with chips and seats."""
    service, person = service_of(request), required(request)
    units = service.balance(player_account(person.id))
    seats = [
        {"table": face.id, "seat": number}
        for face in service.faces.values()
        for number, seat in face.state.seats.items()
        if seat.player == person.id
    ]
    return json_response(
        {
            "player": {"id": person.id, "name": person.name},
            "roles": [str(role) for role in person.roles],
            "chips": to_json(units // UNITS_PER_CENT, per_dollar=CENTS),
            "seats": seats,
        }
    )


async def more_chips(request: Request) -> Response:
    """Play chips for somebody who has few left."""
    service, person = service_of(request), required(request)
    await service.ask(lambda floor: floor.more_chips(person))
    return await me(request)


# Tables -------------------------------------------------------------------------------------------


async def tables(request: Request) -> Response:
    """The tables that are open, or one more."""
    if request.method == "POST":
        return await open_table(request)
    service = service_of(request)
    asking(request)
    told = []
    for face in sorted(service.faces.values(), key=lambda one: one.place):
        state = face.state
        if face.closed:
            continue
        seats: list[dict[str, Any]] = []
        for number in range(1, state.rules.seats + 1):
            seat = state.seats.get(number)
            player: dict[str, Any] | None = None
            if seat is not None:
                player = {"id": seat.player, "name": seat.name, "bot": seat.bot}
            seats.append({"seat": number, "player": player})
        rules = state.rules
        told.append(
            {
                "table": face.id,
                "name": face.name,
                "game": rules.game.name,
                "jurisdiction": rules.game.jurisdiction,
                "practice": face.practice,
                "minimum": _dollars(rules.minimum_cents),
                "maximum": _dollars(rules.maximum_cents),
                "phase": str(state.phase),
                "seats": seats,
                "meters": {
                    name: to_json(units, per_dollar=UNITS)
                    for name, units in state.meters.units.items()
                },
            }
        )
    return json_response(told)


def _dollars(cents: int | None) -> Any:
    return None if cents is None else to_json(cents, per_dollar=CENTS)


async def open_table(request: Request) -> Response:
    """Open a table: the operator's act."""
    service, person = service_of(request), required(request)
    document = await body_of(request)
    findings: list[tuple[str, str | None]] = []

    def complain(
        path: Path, message: str, clause: str | None = None, *, sentence: str | None = None
    ) -> None:
        del sentence
        findings.append((f"{field_name(path)}: {message}", clause))

    rules = check_rules(document, complain)
    for message, clause in findings:
        if clause is None:
            raise Problem(422, "invalid", message)
    if OPERATOR not in person.roles:
        raise Problem(403, "forbidden", "a table is opened by the operator")
    for message, clause in findings:
        raise Problem(409, "refused", message, clause=clause)
    by = Actor(person.id, OPERATOR, person.name)

    def opened(floor: Any) -> str:
        live = floor.open(rules, by)
        floor.house.go_on(live)
        return str(live.id)

    table = await service.ask(opened)
    logs.tell("table opened", table=table, game=rules.game.name)
    return json_response({"table": table}, 201)


async def table(request: Request) -> Response:
    """One table, as the one who asks may see it."""
    service = service_of(request)
    person = asking(request)
    face = service.face(request.path_params["table"])
    viewer = face.viewer(person)
    view = face.view(viewer)
    document = {
        "table": face.id,
        **service.head(face),
        "commitment": view.get("commitment"),
        "rules": rules_document(face.state.rules),
        "view": view,
    }
    return json_response(document)


async def commands(request: Request) -> Response:
    """A command at a table."""
    service = service_of(request)
    person = required(request)
    name = request.path_params["table"]
    service.face(name)
    key = key_of(request)
    if not key:
        detail = "a command needs the header Idempotency-Key: a text of your own, new for each"
        raise Problem(428, "no-key", detail)
    if service.command_limit is not None:
        service.command_limit.take(person.id)
    document = await body_of(request)
    try:
        answer = await service.ask(lambda floor: floor.command(person, name, document, key))
    except FairdealError as error:
        service.metrics.refusals.labels(problem_of(error).code).inc()
        raise
    service.metrics.commands.labels(str(document["do"])).inc()
    return _answered(service, name, person, answer)


def _answered(service: Service, name: str, person: Person, answer: Any) -> Response:
    face = service.face(name)
    viewer = face.viewer(person)
    head = dump_line(
        {
            "version": answer.version,
            "events": answer.seen(viewer),
            "at": service.head(face)["at"],
        }
    )
    text = f'{head[:-1]},"view":{face.view_text(viewer)}}}'
    return Response(text, media_type="application/json")


async def confirm(request: Request) -> Response:
    """The second person of a two-person act."""
    service, person = service_of(request), required(request)
    name = request.path_params["table"]
    service.face(name)
    if service.command_limit is not None:
        service.command_limit.take(person.id)
    document = await body_of(request)
    only(document, "asked")
    asked = document["asked"]
    if not isinstance(asked, int) or isinstance(asked, bool):
        raise Problem(422, "invalid", "asked is the number that the table's view has")
    key = key_of(request) or f"confirm {asked}"
    command = {"do": "confirm", "asked": asked}
    answer = await service.ask(lambda floor: floor.command(person, name, command, key))
    return _answered(service, name, person, answer)


async def close(request: Request) -> Response:
    """Close a table."""
    service, person = service_of(request), required(request)
    name = request.path_params["table"]
    service.face(name)
    return json_response(await service.ask(lambda floor: floor.close(person, name)))


async def handover(request: Request) -> Response:
    """Let somebody else deal."""
    service, person = service_of(request), required(request)
    name = request.path_params["table"]
    service.face(name)
    document = await body_of(request)
    only(document, "dealer")
    dealer = document["dealer"]
    await service.ask(lambda floor: floor.hand_over(person, name, dealer))
    return json_response({"table": name, "dealer": dealer})


async def fill(request: Request) -> Response:
    """Chips from the bank to a table."""
    return await _inventory(request, is_fill=True)


async def credit(request: Request) -> Response:
    """Chips from a table to the bank."""
    return await _inventory(request, is_fill=False)


async def _inventory(request: Request, *, is_fill: bool) -> Response:
    service, person = service_of(request), required(request)
    name = request.path_params["table"]
    service.face(name)
    document = await body_of(request)
    only(document, "amount", "reason")
    reason = document["reason"]
    if not isinstance(reason, str):
        raise Problem(422, "invalid", "the reason is a text")
    try:
        cents = parse_amount(document["amount"], per_dollar=CENTS)
    except FairdealError as error:
        raise Problem(422, "invalid", f"amount {error}") from None
    await service.ask(lambda floor: floor.move_inventory(person, name, cents, reason, fill=is_fill))
    return json_response({"table": name, "amount": to_json(cents, per_dollar=CENTS)})


# What happened ------------------------------------------------------------------------------------


async def events(request: Request) -> Response:
    """What happened at a table, as a list or as a stream."""
    service = service_of(request)
    person = asking(request)
    face = service.face(request.path_params["table"])
    streams = "text/event-stream" in request.headers.get("accept", "")
    last = request.headers.get("last-event-id") if streams else None
    after = number_of(last or request.query_params.get("after"), "after", 0, MOST_VERSIONS)
    if streams:
        return StreamingResponse(
            _stream(service, (face.id, token_of(request), person), after),
            media_type="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
        )
    parts = service.events(face, after, face.viewer(person))
    told = [one async for part in parts for one in part]
    return json_response(told)


async def _stream(
    service: Service, who: tuple[str, str | None, Person | None], after: int
) -> AsyncIterator[str]:
    listener = service.listen(*who)
    try:
        yield ": the table's events\n\n"
        while not service.stopping.is_set():
            listener.changed.clear()
            if not service.still(listener):
                return
            face = service.face(listener.table)
            after = min(after, face.state.version)
            async for part in service.events(face, after, face.viewer(listener.person)):
                for told in part:
                    yield f"id: {told['version']}\ndata: {dump_line(told)}\n\n"
            after = face.state.version
            if not await _changed(listener):
                yield ": still here\n\n"
    finally:
        service.leave(listener)


async def _changed(listener: Listener) -> bool:
    """Whether something happened before it is time to say that one is still there."""
    try:
        await asyncio.wait_for(listener.changed.wait(), ALIVE_SECONDS)
    except TimeoutError:
        return False
    return True


async def live(socket: WebSocket) -> None:
    """A table as it goes on, over a WebSocket."""
    await follow(socket, _message)


async def _message(service: Service, face: Face, after: int, person: Person | None) -> str:
    return await service.message(face, after, face.viewer(person))


async def rounds(request: Request) -> Response:
    """Finished rounds."""
    service = service_of(request)
    asking(request)
    query = request.query_params
    table, before = query.get("table"), query.get("before")
    limit = number_of(query.get("limit"), "limit", 20, MOST_ROUNDS, 1)
    if table is not None:
        service.face(table)
    return json_response(await service.read(lambda store: rounds_of(store, table, before, limit)))


async def one_round(request: Request) -> Response:
    """The record of a finished round."""
    service = service_of(request)
    asking(request)
    name = request.path_params["round"]
    return json_response(await service.read(lambda store: record(store, name)))


async def meters(request: Request) -> Response:
    """The meters of the floor."""
    service = service_of(request)
    asking(request)
    return json_response(await service.read(lambda store: shared_meters(service, store)))


def shared_meters(service: Service, store: Any) -> list[dict[str, Any]]:
    """Every meter of the floor, with the tables that feed it."""
    of: dict[str, list[str]] = {}
    for face in service.faces.values():
        for account in meter_accounts(face.id, face.state.rules).values():
            of.setdefault(account, []).append(face.id)
    rows = dict(store.database.execute("SELECT account, units FROM balances"))
    return [
        {
            "meter": account.removeprefix("meter:"),
            "amount": to_json(rows.get(account, 0), per_dollar=UNITS),
            "tables": tables_of,
        }
        for account, tables_of in of.items()
    ]


# The server itself --------------------------------------------------------------------------------


async def openapi(request: Request) -> Response:
    """The description of this API."""
    del request
    return JSONResponse(description())


async def health(request: Request) -> Response:
    """Whether all is well."""
    service = service_of(request)
    # Asked of the floor itself: what a table shows stays as it was when the database failed.
    stopped = [live.id for live in list(service.floor.tables.values()) if live.stopped]
    status = 503 if stopped else 200
    return json_response(
        {
            "status": "stopped" if stopped else "ok",
            "tables": len(service.faces),
            "stopped": stopped,
        },
        status,
    )


async def metrics(request: Request) -> Response:
    """What Prometheus is told."""
    service = service_of(request)
    for face in service.faces.values():
        for name, units in face.state.meters.units.items():
            service.metrics.meters.labels(f"{face.id}.{name}").set(units / UNITS)
    return Response(service.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _problem(request: Request, error: Exception) -> Response:
    """Whatever is no success, with the version of the table that was asked."""
    problem = problem_of(error) if isinstance(error, FairdealError) else error
    assert isinstance(problem, Problem)
    face = service_of(request).faces.get(request.path_params.get("table", ""))
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
    logs.fault("fault", error, method=request.method, route=_route(request))
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


def application(service: Service) -> Any:
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
    return SecurityMiddleware(app)
