"""Rounds that have ended, with their records, and the meters of the floor."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.log.store import Store
from fairdeal.floor.money.ledger import meter_accounts
from fairdeal.floor.tables.records import record, rounds_of
from fairdeal.rulebook.money import UNITS, to_json
from fairdeal.web.api.answers import RoundSummary, ShownMeter
from fairdeal.web.http.request import (
    client_network_of,
    json_response,
    optional_person,
    service_of,
    whole_number,
)
from fairdeal.web.live.service import Service

#: The most rounds in one answer.
MAX_ROUNDS: Final = 1_000


async def list_rounds(request: Request) -> Response:
    """List the rounds that have ended, the newest first."""
    service = service_of(request)
    optional_person(request)
    query = request.query_params
    table, before = query.get("table"), query.get("before")
    limit = whole_number(query.get("limit"), "limit", 20, MAX_ROUNDS, 1)
    if table is not None:
        service.require_table(table)
    rows = await service.log.read(lambda store: rounds_of(store, table, before, limit))
    return json_response([RoundSummary(**row) for row in rows])


async def show_round(request: Request) -> Response:
    """Return the record of a round that has ended, with its proof."""
    service = service_of(request)
    optional_person(request)
    service.limits.count_record_read(client_network_of(request))
    name = request.path_params["round"]
    # A document of the floor, which `audit export` prints too; `RoundRecord` describes it.
    return json_response(await service.log.read(lambda store: record(store, name)))


async def list_meters(request: Request) -> Response:
    """List the progressive meters."""
    service = service_of(request)
    optional_person(request)
    return json_response(await service.log.read(lambda store: floor_meters(service, store)))


def floor_meters(service: Service, store: Store) -> list[ShownMeter]:
    """Return every meter of the floor, with the tables that feed it."""
    tables_by_account: dict[str, list[str]] = {}
    for table in service.tables.values():
        if table.closed:
            continue
        for account in meter_accounts(table.id, table.state.rules).values():
            tables_by_account.setdefault(account, []).append(table.id)
    units = store.read_balances(list(tables_by_account))
    return [
        ShownMeter(
            meter=account.removeprefix("meter:"),
            amount=to_json(units.get(account, 0), per_dollar=UNITS),
            tables=tables,
        )
        for account, tables in tables_by_account.items()
    ]
