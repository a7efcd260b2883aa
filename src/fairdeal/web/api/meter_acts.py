"""Changes of meters by two people: closed ones are moved and paid out, shown ones corrected."""

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import FairdealError
from fairdeal.floor.floor import Floor
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.permission import supervisor
from fairdeal.floor.tables.meter_acts import (
    ask_to_correct,
    ask_to_move,
    ask_to_pay_out,
    closed_meters,
)
from fairdeal.rulebook.money import CENTS, UNITS, parse_amount, to_json
from fairdeal.web.api.answers import AskedMeter, ClosedMeter
from fairdeal.web.api.bodies import (
    Body,
    CorrectMeterBody,
    MoveMeterBody,
    PayOutMeterBody,
    body_fields,
    require_texts,
)
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import at_table, json_response, required_person, service_of

#: Asks the floor for a change of a meter at a table, and returns the id to confirm.
Ask = Callable[[Floor, Person, str], str]


async def list_closed_meters(request: Request) -> Response:
    """List the meters with money on them that no open table shows, for those in charge."""
    service, person = service_of(request), required_person(request)
    supervisor(person)
    found = await service.submit(closed_meters)
    return json_response(
        [
            ClosedMeter(one.meter, to_json(one.units, per_dollar=UNITS), list(one.tables))
            for one in found
        ]
    )


async def move_meter(request: Request) -> Response:
    """Ask to move all that is on a closed meter to another meter."""
    told = await _texts(request, MoveMeterBody, "to")
    meter, to, reason = told["meter"], told["to"], told["reason"]
    return await _ask(
        request, meter, lambda floor, person, at: ask_to_move(floor, person, at, meter, to, reason)
    )


async def pay_out_meter(request: Request) -> Response:
    """Ask to pay out a closed meter to a player, by decision of the operator."""
    told = await _texts(request, PayOutMeterBody, "player", "rest")
    cents = None if told.get("amount") is None else _amount(told, "amount", CENTS)
    meter, player, rest, reason = (told[name] for name in ("meter", "player", "rest", "reason"))
    return await _ask(
        request,
        meter,
        lambda floor, person, at: ask_to_pay_out(
            floor, person, at, meter, player, cents, rest, reason
        ),
    )


async def correct_meter(request: Request) -> Response:
    """Ask to correct what a meter shows."""
    told = await _texts(request, CorrectMeterBody)
    shown, right = (_amount(told, name, UNITS) for name in ("from", "to"))
    meter, reason = told["meter"], told["reason"]
    return await _ask(
        request,
        meter,
        lambda floor, person, at: ask_to_correct(floor, person, at, meter, shown, right, reason),
    )


async def _ask(request: Request, meter: str, ask: Ask) -> Response:
    service, person, name = at_table(request)
    asked = await service.submit(lambda floor: ask(floor, person, name))
    return json_response(AskedMeter(name, meter, asked))


async def _texts(request: Request, body: type[Body], *names: str) -> dict[str, Any]:
    """Return the fields of a body of which some are texts, as the meter and the reason always."""
    required_person(request)
    fields = await body_fields(request, body)
    require_texts(fields, "meter", "reason", *names)
    return fields


def _amount(fields: dict[str, Any], name: str, per_dollar: int) -> int:
    try:
        return parse_amount(fields[name], per_dollar=per_dollar)
    except FairdealError as error:
        raise Problem(422, "invalid", f"{name} {error}") from None
