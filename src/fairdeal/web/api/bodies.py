"""The bodies of requests to the HTTP API.

The types say which fields a body has, and describe them. What a field may be is checked where it is
used, with a sentence of its own.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta
from starlette.requests import Request

from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import json_body, require_fields

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Password: TypeAlias = Annotated[str, Meta(min_length=8, max_length=256)]
Amount: TypeAlias = Annotated[float, Meta(gt=0, le=10**9, multiple_of=0.01)]
MeterAmount: TypeAlias = Annotated[float, Meta(ge=0, le=10**9, multiple_of=0.000001)]
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


class NewPasswordBody(Body, frozen=True):
    """A person's own password of now, and the new one."""

    password: Password
    new: Password


#: How many chips of each value, in dollars; coins are counted in cents, as 0.01.
Chips: TypeAlias = dict[Literal["500", "100", "25", "5", "1", "0.01"], Annotated[int, Meta(ge=0)]]
#: How many cards of each deck, by its colour.
Cards: TypeAlias = dict[str, Annotated[int, Meta(ge=0)]]


class ConfirmBody(Body, frozen=True):
    """What the second person confirms: the number that the table's view has, or the text that a
    request for chips was answered with.
    """

    asked: int | str


class CountBody(Body, frozen=True):
    """What one person counted at a table."""

    chips: Chips
    cards: Cards


class SlipBody(Body, frozen=True):
    """A request for chips, and the line of its slip that is signed."""

    asked: str
    line: Literal["chip bank", "carrier", "dealer"]


class InventoryBody(Body, frozen=True, omit_defaults=True):
    """What one person counted at an open table, and what for. Where the automatic dealer deals, the
    automatic pair counts, and there are no chips.
    """

    of: Literal["opening", "drop"]
    chips: Chips | None = None


class VoidBody(Body, frozen=True):
    """A request that is not to be confirmed, and why."""

    asked: str
    reason: Reason


#: What is written about a variance.
Report: TypeAlias = Annotated[str, Meta(min_length=1, max_length=2000)]


class NotificationBody(Body, frozen=True):
    """An Error Notification Slip: what differs and why, and whether that is resolved."""

    explanation: Report
    resolved: bool


class IncidentBody(Body, frozen=True):
    """What was found out about a variance that stayed unresolved."""

    report: Report


class InvestigationBody(Body, frozen=True):
    """A line of the Statistical report, and what its investigation found."""

    of: str
    note: Report


class ClosedTableBody(Body, frozen=True):
    """The gaming day on which a table was not open."""

    day: str


class HandoverBody(Body, frozen=True):
    """Who is to deal."""

    dealer: Literal["auto", "person"]


class SignBody(Body, frozen=True):
    """The digest of the report that is signed, and the line."""

    digest: Annotated[str, Meta(min_length=64, max_length=64)]
    line: Literal["prepared", "reviewed"]


class LimitBody(Body, frozen=True):
    """A limit of one's own: dollars of loss a day or of stake a round, or minutes a day; null gives
    it up.
    """

    kind: Literal["loss", "stake", "time"]
    amount: float | None


class CoolOffBody(Body, frozen=True):
    """A break, in hours."""

    hours: Annotated[int, Meta(ge=1, le=8784)]


class ExcludeBody(Body, frozen=True):
    """Who is excluded, by name or by a player's id, why, and the last day (UTC) if there is one."""

    name: str
    reason: Reason
    until: str | None = None


class ReadmitBody(Body, frozen=True):
    """Who is let in again, and why."""

    name: str
    reason: Reason


class PayoutBody(Body, frozen=True):
    """The line of a payout document that is signed."""

    line: Literal["prepared", "verified", "paid"]


class VoidPayoutBody(Body, frozen=True):
    """Why the document of a payout is void."""

    reason: Reason


class PracticeBody(Body, frozen=True):
    """The table whose game is to be practised."""

    table: str


class PaceBody(Body, frozen=True):
    """How fast the dealer deals at a private practice table."""

    pace: Literal["leisurely", "quick", "instant"]


class ChipsBody(Body, frozen=True):
    """Chips to move, and why; without `chips` they are the fewest that make the amount."""

    amount: Amount
    reason: Reason
    chips: Chips | None = None


#: A meter's name, as `GET /api/meters` has it.
MeterName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]


class MoveMeterBody(Body, frozen=True):
    """A closed meter, the meter that gets all that is on it, and why."""

    meter: MeterName
    to: MeterName
    reason: Reason


class PayOutMeterBody(Body, frozen=True):
    """A closed meter, the id of the player who is paid, how much of it (without `amount` all whole
    cents), whether the rest stays on the meter or goes to the bank, and why.
    """

    meter: MeterName
    player: str
    rest: Literal["stays", "bank"]
    reason: Reason
    amount: Amount | None = None


class CorrectMeterBody(Body, frozen=True):
    """A meter, what it shows, what it should show, and why."""

    meter: MeterName
    shown: MeterAmount = msgspec.field(name="from")
    right: MeterAmount = msgspec.field(name="to")
    reason: Reason


async def body_fields(request: Request, body: type[Body]) -> dict[str, Any]:
    """Return the fields of a body, all that it must have and no others, with values as sent."""
    document = await json_body(request)
    fields = msgspec.structs.fields(body)
    needed = [field.encode_name for field in fields if field.required]
    optional = [field.encode_name for field in fields if not field.required]
    require_fields(document, *needed, optional=optional)
    return document


def require_texts(fields: dict[str, Any], *names: str) -> None:
    """Refuse fields of which one of these is no text."""
    for name in names:
        if not isinstance(fields[name], str):
            raise Problem(422, "invalid", f"{name} is a text")


async def text_fields(request: Request, body: type[Body], *names: str) -> list[str]:
    """Return some fields of a body, each of which is a text."""
    fields = await body_fields(request, body)
    require_texts(fields, *names)
    return [fields[name] for name in names]
