"""Tables: which are open, one more, and one of them as somebody may see it."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.floor import Floor
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.table_acts import open_table as open_on_floor
from fairdeal.rulebook.money import CENTS, UNITS, to_json
from fairdeal.rulebook.rules import Rules
from fairdeal.table.actors import OPERATOR, Actor
from fairdeal.web.http import logs
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import (
    json_body,
    json_response,
    optional_person,
    required_person,
    service_of,
)
from fairdeal.web.live.service import Service
from fairdeal.wire.fields import Path, field_name
from fairdeal.wire.nearest import Offer
from fairdeal.wire.rules import check_rules, rules_document


async def tables(request: Request) -> Response:
    """The tables that are open, or one more."""
    if request.method == "POST":
        return await open_table(request)
    service = service_of(request)
    optional_person(request)
    told = []
    for face in sorted(service.tables.values(), key=lambda one: one.place):
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
                # Said only where it is so, which is rare.
                **({"stopped": True} if face.stopped else {}),
            }
        )
    return json_response(told)


def _dollars(cents: int | None) -> Any:
    return None if cents is None else to_json(cents, per_dollar=CENTS)


async def open_table(request: Request) -> Response:
    """Open a table: the operator's act."""
    service, person = service_of(request), required_person(request)
    document = await json_body(request)
    findings: list[tuple[str, str | None]] = []

    def complain(
        path: Path,
        message: str,
        clause: str | None = None,
        *,
        sentence: str | None = None,
        nearest: Offer | None = None,
    ) -> None:
        del sentence, nearest
        findings.append((f"{field_name(path)}: {message}", clause))

    rules = check_rules(document, complain)
    for message, clause in findings:
        if clause is None:
            raise Problem(422, "invalid", message)
    require_operator(person)
    for message, clause in findings:
        raise Problem(409, "refused", message, clause=clause)
    return await open_under_rules(service, person, rules)


def require_operator(person: Person) -> None:
    """A table is opened by the operator alone."""
    if OPERATOR not in person.roles:
        raise Problem(403, "forbidden", "a table is opened by the operator")


async def open_under_rules(service: Service, person: Person, rules: Rules) -> Response:
    """A new table under rules that are in order, by the operator."""
    by = Actor(person.id, OPERATOR, person.name)

    def opening(floor: Floor) -> str:
        live = open_on_floor(floor, rules, by)
        floor.automatic_dealer.run_due_steps(live)
        return live.id

    table = await service.submit(opening)
    logs.info("table opened", table=table, game=rules.game.name)
    return json_response({"table": table}, 201)


async def table(request: Request) -> Response:
    """One table, as the one who asks may see it."""
    service = service_of(request)
    person = optional_person(request)
    face = service.table(request.path_params["table"])
    viewer = face.viewer(person)
    view = face.view(viewer)
    document = {
        "table": face.id,
        **msgspec.structs.asdict(service.messages.head(face)),
        "commitment": view.get("commitment"),
        "rules": rules_document(face.state.rules),
        "view": view,
    }
    return json_response(document)
