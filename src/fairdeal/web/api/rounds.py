"""Finished rounds with their records, and the meters of the floor."""

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.money.ledger import meter_accounts
from fairdeal.floor.tables.records import record, rounds_of
from fairdeal.rulebook.money import UNITS, to_json
from fairdeal.web.http.request import (
    client_network_of,
    json_response,
    optional_person,
    service_of,
    whole_number,
)
from fairdeal.web.live.service import Service

MAX_ROUNDS: Final = 1_000


async def rounds(request: Request) -> Response:
    """Finished rounds."""
    service = service_of(request)
    optional_person(request)
    query = request.query_params
    table, before = query.get("table"), query.get("before")
    limit = whole_number(query.get("limit"), "limit", 20, MAX_ROUNDS, 1)
    if table is not None:
        service.table(table)
    return json_response(
        await service.log.read(lambda store: rounds_of(store, table, before, limit))
    )


async def one_round(request: Request) -> Response:
    """The record of a finished round."""
    service = service_of(request)
    optional_person(request)
    service.limits.count_record_read(client_network_of(request))
    name = request.path_params["round"]
    return json_response(await service.log.read(lambda store: record(store, name)))


async def meters(request: Request) -> Response:
    """The meters of the floor."""
    service = service_of(request)
    optional_person(request)
    return json_response(await service.log.read(lambda store: floor_meters(service, store)))


def floor_meters(service: Service, store: Any) -> list[dict[str, Any]]:
    """Every meter of the floor, with the tables that feed it."""
    of: dict[str, list[str]] = {}
    for face in service.tables.values():
        if face.closed:
            continue
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
