"""The server itself: its health, and its figures for Prometheus."""

import contextlib

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import StoreError
from fairdeal.web.api.answers import Health
from fairdeal.web.api.rounds import floor_meters
from fairdeal.web.http.request import json_response, service_of


async def show_health(request: Request) -> Response:
    """Return whether the server works, and which tables have stopped."""
    service = service_of(request)
    # The floor itself is asked, since a published table stays as it was when the database failed.
    stopped = [live.id for live in list(service.floor.tables.values()) if live.stopped]
    well = not stopped and not service.floor.broken
    answer = Health("ok" if well else "stopped", len(service.tables), stopped)
    return json_response(answer, 200 if well else 503)


async def show_metrics(request: Request) -> Response:
    """Return the figures of the server for Prometheus."""
    service = service_of(request)
    # Where the database cannot be asked, the meters stay as they were last.
    with contextlib.suppress(StoreError, *service.log.errors):
        for meter in await service.log.read(lambda store: floor_meters(service, store)):
            service.metrics.meters.labels(meter.meter).set(meter.amount)
    return Response(service.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
