"""The bodies of requests to the HTTP API.

The types say which fields a body has, and describe them. What a field may be is checked where it is
used, with a sentence of its own.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta
from starlette.requests import Request

from fairdeal.web.http.request import json_body, require_fields

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Password: TypeAlias = Annotated[str, Meta(min_length=8, max_length=256)]
Amount: TypeAlias = Annotated[float, Meta(gt=0, le=10**9, multiple_of=0.01)]
Reason: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
#: A rules file as JSON.
RulesFile: TypeAlias = dict[str, Any]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request, which has exactly these fields."""


class GuestBody(Body, frozen=True):
    """The name of a new guest."""

    name: Name


class PasswordBody(Body, frozen=True):
    """A name and its password."""

    name: Name
    password: Password


class ConfirmBody(Body, frozen=True):
    """Which report the second person confirms: the number that the table's view has."""

    asked: int


class HandoverBody(Body, frozen=True):
    """Who is to deal."""

    dealer: Literal["auto", "person"]


class ChipsBody(Body, frozen=True):
    """Chips to move, and why."""

    amount: Amount
    reason: Reason


async def body_fields(request: Request, body: type[Body]) -> dict[str, Any]:
    """Return the fields of a body, all of them and no others, with values as they were sent."""
    document = await json_body(request)
    require_fields(document, *(field.encode_name for field in msgspec.structs.fields(body)))
    return document
