"""Exclusions: the list for those who may see it, and the operator's acts on it."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import BadInputError
from fairdeal.floor.people.exclusion import (
    Exclusion,
    day_of,
    exclude,
    exclusions_in_force,
    read_until,
    readmit,
)
from fairdeal.office.report import iso_time
from fairdeal.web.api.answers import Excluded
from fairdeal.web.api.bodies import ExcludeBody, ReadmitBody, body_fields
from fairdeal.web.api.reports import require_reader
from fairdeal.web.http.request import json_response, required_person, service_of


async def list_exclusions(request: Request) -> Response:
    """List who is excluded now, for floorpersons, auditors and the operator."""
    service, person = service_of(request), required_person(request)
    require_reader(person)
    found = await service.submit(exclusions_in_force)
    return json_response([exclusion_answer(one) for one in found])


async def exclude_person(request: Request) -> Response:
    """Exclude somebody by name: no entry, no play, no jackpot."""
    service, person = service_of(request), required_person(request)
    fields = await body_fields(request, ExcludeBody)
    name, reason = name_and_reason(fields)
    until = read_until(fields.get("until"))
    made = await service.submit(lambda floor: exclude(floor, person, name, reason, until))
    return json_response(exclusion_answer(made), 201)


async def readmit_person(request: Request) -> Response:
    """Let somebody in again who was excluded."""
    service, person = service_of(request), required_person(request)
    name, reason = name_and_reason(await body_fields(request, ReadmitBody))
    await service.submit(lambda floor: readmit(floor, person, name, reason))
    return Response(status_code=204)


def name_and_reason(fields: dict[str, Any]) -> tuple[str, str]:
    """Return the name and the reason of a body."""
    name, reason = fields.get("name"), fields.get("reason")
    if not isinstance(name, str) or not isinstance(reason, str):
        raise BadInputError("name and reason are texts")
    return name, reason


def exclusion_answer(one: Exclusion) -> Excluded:
    """Return an exclusion as the API tells it."""
    return Excluded(
        player=one.person or None,
        name=one.name,
        reason=one.reason,
        by=one.by,
        since=iso_time(one.since),
        until=None if one.until is None else day_of(one.until),
    )
