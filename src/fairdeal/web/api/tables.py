"""Tables: the list of them, a new one, and one as its viewer may see it."""

from collections.abc import Hashable
from typing import Any, Final

import msgspec
from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.floor import Floor
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.floor.tables.table_acts import open_table as open_on_floor
from fairdeal.rulebook.money import CENTS, UNITS, to_json
from fairdeal.rulebook.rules import Rules
from fairdeal.submission.findings import FindingLog
from fairdeal.submission.toml_lines import KeyLines
from fairdeal.table.actors import OPERATOR, Actor
from fairdeal.web.api.answers import (
    Dollars,
    OpenedTable,
    SeatedPlayer,
    SeatSummary,
    TableAnswer,
    TableSummary,
)
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
from fairdeal.web.live.shared_parts import LastUsed, MadeOnce
from fairdeal.wire.fields import with_field
from fairdeal.wire.json_line import dump_bytes
from fairdeal.wire.rules import check_rules, rules_document
from fairdeal.wire.rules_digest import document_digest
from fairdeal.wording.approval import full_edition


async def list_tables(request: Request) -> Response:
    """List the tables that are open."""
    person = optional_person(request)
    tables = service_of(request).listed_tables(person)
    parts = [_summary_text(table) for table in tables if not table.closed]
    return Response(b"[%b]" % b",".join(parts), media_type="application/json")


#: The key is why the table is stopped: that may change on a published table.
_SUMMARIES: Final[MadeOnce[str | None, bytes]] = MadeOnce()


def _summary_text(table: PublishedTable) -> bytes:
    """Return the summary of a table as JSON text, which is made once for all who ask."""
    return _SUMMARIES.get(table, table.stopped, lambda: dump_bytes(_summary(table)))


def _summary(table: PublishedTable) -> TableSummary:
    rules, state = table.state.rules, table.state
    return TableSummary(
        table=table.id,
        name=table.name,
        game=rules.game.name,
        jurisdiction=rules.game.jurisdiction,
        practice=table.practice,
        minimum=_dollars(rules.minimum_cents),
        maximum=_dollars(rules.maximum_cents),
        phase=str(state.phase),
        seats=[SeatSummary(n, _seated(table, n)) for n in range(1, rules.seats + 1)],
        meters={n: to_json(units, per_dollar=UNITS) for n, units in state.meters.units.items()},
        approved=rules.approved,
        stopped=True if table.stopped else UNSET,
    )


def _seated(table: PublishedTable, number: int) -> SeatedPlayer | None:
    seat = table.state.seats.get(number)
    return None if seat is None else SeatedPlayer(seat.player, seat.name, seat.bot)


def _dollars(cents: int | None) -> Dollars | None:
    return None if cents is None else to_json(cents, per_dollar=CENTS)


async def open_table(request: Request) -> Response:
    """Open a table under the rules of a rules file, by the operator."""
    service, person = service_of(request), required_person(request)
    document = await json_body(request)
    log = FindingLog(KeyLines())  # a document has no lines
    rules = check_rules(document, log.add)
    findings = [
        (with_field(path, one.message), one.clause)
        for path, one in zip(log.paths, log.findings, strict=True)
    ]
    for message, clause in findings:
        if clause is None:
            raise Problem(422, "invalid", message)
    require_operator(person)
    for message, clause in findings:
        raise Problem(409, "refused", message, clause=clause)
    return await open_under_rules(service, person, rules)


def require_operator(person: Person) -> None:
    """Refuse anybody but an operator, who alone opens tables."""
    if OPERATOR not in person.roles:
        raise Problem(403, "forbidden", "a table is opened by the operator")


async def open_under_rules(service: Service, person: Person, rules: Rules) -> Response:
    """Open a table under rules that were checked, by the operator."""
    by = Actor(person.id, OPERATOR, person.name)

    def opening(floor: Floor) -> str:
        live = open_on_floor(floor, rules, by)
        floor.automatic_dealer.run_due_steps(live)
        return live.id

    table = await service.submit(opening)
    logs.info("table opened", table=table, game=rules.game.name)
    return json_response(OpenedTable(table), 201)


async def show_table(request: Request) -> Response:
    """Return one table, as the person who asks may see it."""
    service = service_of(request)
    person = optional_person(request)
    table = service.table(request.path_params["table"], person)
    viewer = table.viewer(person)
    head = service.messages.head(table)
    rules, digest = _written_rules(table)
    answer = TableAnswer(
        table=table.id,
        version=head.version,
        at=head.at,
        now=head.now,
        deadline=head.deadline,
        commitment=table.view(viewer).get("commitment"),
        rules=rules,
        view=msgspec.Raw(table.view_text(viewer)),
        rules_digest=digest,
        approved=table.state.rules.approved,
        edition=full_edition(table.state.rules),
        warning=head.warning,
    )
    return json_response(answer)


#: The key has the limits that were changed since the opening.
_WRITTEN: Final[LastUsed[tuple[str, Hashable], tuple[dict[str, Any], str]]] = LastUsed(256)


def _written_rules(table: PublishedTable) -> tuple[dict[str, Any], str]:
    """Return the rules of a table as a document, and their digest, made once while they hold."""

    def write() -> tuple[dict[str, Any], str]:
        document = rules_document(table.state.rules)
        return document, document_digest(document)

    return _WRITTEN.get((table.opening, table.state.limits_changed), write)
