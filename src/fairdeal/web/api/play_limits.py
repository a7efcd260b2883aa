"""The limits that a player sets for himself or herself, and the day so far."""

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.floor import Floor
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.play_limits import TIME, cool_off, set_limit
from fairdeal.office.report import iso_time
from fairdeal.rulebook.money import CENTS, UNITS, to_json
from fairdeal.web.api.answers import OwnLimit, OwnLimits
from fairdeal.web.api.bodies import CoolOffBody, LimitBody, body_fields
from fairdeal.web.http.request import json_response, required_person, service_of


async def show_limits(request: Request) -> Response:
    """Return one's own limits and the day so far."""
    service, person = service_of(request), required_person(request)
    return json_response(await service.submit(lambda floor: own_limits(floor, person)))


async def change_limit(request: Request) -> Response:
    """Set a limit of one's own: a lower one at once, a higher one after a day."""
    service, person = service_of(request), required_person(request)
    fields = await body_fields(request, LimitBody)
    await service.submit(lambda floor: set_limit(floor, person, fields["kind"], fields["amount"]))
    return await show_limits(request)


async def begin_cool_off(request: Request) -> Response:
    """Take a break of some hours, which cannot be shortened."""
    service, person = service_of(request), required_person(request)
    fields = await body_fields(request, CoolOffBody)
    await service.submit(lambda floor: cool_off(floor, person, fields["hours"]))
    return await show_limits(request)


def own_limits(floor: Floor, person: Person) -> OwnLimits:
    """Return the limits of a person as the API tells them."""
    time, known = floor.time, floor.play_limits
    today, until = known.today(floor, person.id), known.cool_off(person.id, time)
    return OwnLimits(
        limits=[
            OwnLimit(
                kind=kind,
                amount=_amount(kind, one.amount or 0),
                after=None if one.after is None else _amount(kind, one.after),
                since=None if one.since is None else iso_time(one.since),
            )
            for kind, one in known.limits(person.id, time).items()
        ],
        result=to_json(today.units, per_dollar=UNITS),
        playing_since=None if today.since is None else iso_time(today.since),
        cool_off=None if until is None else iso_time(until),
        time=iso_time(time),
    )


def _amount(kind: str, amount: int) -> float:
    return amount if kind == TIME else to_json(amount, per_dollar=CENTS)
