"""What waits for a second person at a table beside its commands: requests for chips, requests about
meters, and counts.

Each signature is an act of its own in the log, at its own moment. What waits follows from the acts
alone: the floor, the other servers and the audit fold the same acts to the same result.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from fairdeal.floor.log.database import Database
from fairdeal.floor.money.variances import (
    INCIDENT,
    NOTIFICATION,
    Variance,
    variance_after,
    variance_of,
)
from fairdeal.floor.tables.act_rules import CLOSED_TABLE, PAYOUT_LINES
from fairdeal.rulebook.money import CENTS, UNITS, parse_amount
from fairdeal.table.actors import Role
from fairdeal.wire.json import parse_json


class SlipSignature(NamedTuple):
    """Who did something, in which role, and when."""

    id: str
    name: str
    role: Role
    time: int
    automatic: bool = False


class ChipRequest(NamedTuple):
    """A fill or a credit that one person has asked for, and that another one confirms."""

    #: The number of the act that asked for it, which no other request has.
    number: int
    kind: str
    cents: int
    #: How many chips of each value, as the log has it.
    chips: Mapping[str, int]
    reason: str
    by: SlipSignature
    #: The lines of its slip that are signed.
    signed: tuple[tuple[str, SlipSignature], ...] = ()

    @property
    def id(self) -> str:
        """Return the name under which it is confirmed, such as `fill-12`."""
        return f"{self.kind}-{self.number}"

    @property
    def signers(self) -> set[str]:
        """Return who has asked for it or signed a line of its slip, by id."""
        return {self.by.id, *(one.id for _, one in self.signed)}


class MeterRequest(NamedTuple):
    """A change of a meter that one person in charge has asked for, and that another one confirms.

    The kind is the act that confirms it: `move-meter` says to which meter, `pay-out-meter` to whom,
    how much and where the rest goes, and `correct-meter` what the meter shows and should show.
    """

    number: int
    kind: str
    #: The meter's name on the floor, such as `t1.major`, or `house` for one that tables share.
    meter: str
    reason: str
    by: SlipSignature
    to: str = ""
    player: str = ""
    cents: int = 0
    rest: str = ""
    #: What it shows and what it should show, in units.
    shown: int = 0
    right: int = 0

    @property
    def id(self) -> str:
        """Return the name under which it is confirmed, such as `move-meter-12`."""
        return f"{self.kind}-{self.number}"


class TableCount(NamedTuple):
    """What one person counted to close a table; another one counts as well."""

    number: int
    chips: Mapping[str, int]
    cards: Mapping[str, int]
    by: SlipSignature

    @property
    def id(self) -> str:
        """Return the name under which the second count is made, such as `count-12`."""
        return f"count-{self.number}"


class InventoryCount(NamedTuple):
    """What one person counted at an open table; another one counts as well."""

    number: int
    #: What is counted: the `opening` or the `drop`.
    of: str
    chips: Mapping[str, int]
    by: SlipSignature

    @property
    def id(self) -> str:
        """Return the name of the count, such as `inventory-12`."""
        return f"inventory-{self.number}"


class DuePayout(NamedTuple):
    """A payout whose document is not signed to the end: its amount is not the player's to use."""

    #: Its number: the round, the seat and the wager.
    id: str
    player: str
    cents: int
    signed: tuple[tuple[str, SlipSignature], ...] = ()

    @property
    def signers(self) -> dict[str, str]:
        """Return the ids of those who have signed, by line."""
        return {line: who.id for line, who in self.signed}


class PendingActs(NamedTuple):
    """What waits at one table."""

    requests: tuple[ChipRequest, ...] = ()
    counted: TableCount | None = None
    #: The variance of a count, as long as a paper about it is due.
    variance: Variance | None = None
    meters: tuple[MeterRequest, ...] = ()
    #: A count of the open table, and whether its opener was counted.
    inventory: InventoryCount | None = None
    opened: bool = False
    #: When its tray was last counted: when the table opened, or with its last slip. The last gaming
    #: day on which it was not open, as a Closed Table form says.
    counted_at: int | None = None
    closed_day: str = ""
    #: Payouts that wait for signatures, in the order in which they were won.
    payouts: tuple[DuePayout, ...] = ()

    def request(self, request_id: str) -> ChipRequest | None:
        """Return the request of an id; None if it does not wait."""
        return next((one for one in self.requests if one.id == request_id), None)

    def meter_request(self, request_id: str) -> MeterRequest | None:
        """Return the request about a meter of an id; None if it does not wait."""
        return next((one for one in self.meters if one.id == request_id), None)

    def payout(self, payout_id: str) -> DuePayout | None:
        """Return the payout of a number; None if it does not wait."""
        return next((one for one in self.payouts if one.id == payout_id), None)

    def without(self, request_id: str) -> "PendingActs":
        """Return what waits without one request."""
        requests = tuple(r for r in self.requests if r.id != request_id)
        meters = tuple(r for r in self.meters if r.id != request_id)
        return self._replace(requests=requests, meters=meters)


#: The act that asks for a change of a meter, and the acts that confirm one.
METER_REQUEST: Final = "meter-request"
MOVE, PAY_OUT, CORRECT = METER_ACTS = ("move-meter", "pay-out-meter", "correct-meter")
_FROM_TO: Final = ("from", "to")
#: The acts that change what waits. All have a field `table`.
NAMES: Final = (
    *("request", "fill", "credit", "void-request", "count", "close"),
    *("open", "inventory-count", "inventory-slip", "sign-slip", CLOSED_TABLE),
    *("payout-due", "payout", "void-payout"),
    *(NOTIFICATION, INCIDENT, METER_REQUEST, *METER_ACTS),
)


def after_act(pending: PendingActs, document: Mapping[str, Any]) -> PendingActs:
    """Return what waits at a table after one of its acts, given as the log has it."""
    match document["act"]:
        case "open":
            return pending._replace(counted_at=document["time"])
        case "payout-due" | "payout" | "void-payout":
            return pending._replace(payouts=tuple(_payouts(pending.payouts, document)))
        case "closed-table":
            return pending._replace(closed_day=max(pending.closed_day, document["day"]))
        case "request":
            asked = ChipRequest(
                document["floor"],
                document["kind"],
                parse_amount(document["amount"], per_dollar=CENTS),
                document["chips"],
                document["reason"],
                _signature(document),
            )
            return pending._replace(requests=(*pending.requests, asked))
        case "meter-request":
            return pending._replace(meters=(*pending.meters, _meter_request(document)))
        case "fill" | "credit" | "void-request" | "move-meter" | "pay-out-meter" | "correct-meter":
            return pending.without(document["request"]) if "request" in document else pending
        case "count":
            count = TableCount(
                document["floor"], document["chips"], document["cards"], _signature(document)
            )
            return pending._replace(counted=count)
        case "sign-slip":
            line = (document["line"], _signature(document))
            return pending._replace(
                requests=tuple(
                    one._replace(signed=(*one.signed, line))
                    if one.id == document["request"]
                    else one
                    for one in pending.requests
                )
            )
        case "inventory-count":
            inventory = InventoryCount(
                document["floor"], document["of"], document["chips"], _signature(document)
            )
            return pending._replace(inventory=inventory)
        case "inventory-slip":
            first = (pending.inventory.by.id,) if pending.inventory else ()
            return pending._replace(
                inventory=None,
                opened=pending.opened or document["of"] == "opening",
                counted_at=document["time"],
                variance=variance_of(document, (*first, document["by"]["id"])),
            )
        case "close":
            counters = (pending.counted.by.id,) if pending.counted else ()
            variance = variance_of(document, (*counters, document["by"]["id"]))
            return PendingActs(variance=variance, payouts=pending.payouts)
        case "error-notification" | "incident-report":
            return pending._replace(variance=variance_after(pending.variance, document))
        case _:
            return pending


def _payouts(waiting: Iterable[DuePayout], document: Mapping[str, Any]) -> Iterator[DuePayout]:
    """Yield the payouts that wait after an act about one: with its last line it waits no more, and
    a void document is signed anew.
    """
    for one in waiting:
        if one.id != document["payout"]:
            yield one
        elif document["act"] == "void-payout":
            yield one._replace(signed=())
        elif document["line"] != PAYOUT_LINES[-1]:
            yield one._replace(signed=(*one.signed, (document["line"], _signature(document))))
    if document["act"] == "payout-due":
        cents = parse_amount(document["amount"], per_dollar=CENTS)
        yield DuePayout(document["payout"], document["player"], cents)


def _meter_request(document: Mapping[str, Any]) -> MeterRequest:
    asked = MeterRequest(
        document["floor"],
        document["kind"],
        document["meter"],
        document["reason"],
        _signature(document),
    )
    match asked.kind:
        case "move-meter":
            return asked._replace(to=document["to"])
        case "pay-out-meter":
            cents = parse_amount(document["amount"], per_dollar=CENTS)
            return asked._replace(player=document["player"], cents=cents, rest=document["rest"])
        case _:
            shown, right = (parse_amount(document[name], per_dollar=UNITS) for name in _FROM_TO)
            return asked._replace(shown=shown, right=right)


def _signature(document: Mapping[str, Any]) -> SlipSignature:
    by = document["by"]
    automatic = by.get("automatic", False)
    return SlipSignature(by["id"], by["name"], Role(by["role"]), document["time"], automatic)


def load_pending(database: Database, tables: Iterable[str]) -> dict[str, PendingActs]:
    """Return what waits at some tables, from the log."""
    found = dict.fromkeys(tables, PendingActs())
    wanted = " OR ".join(["body LIKE ?"] * len(NAMES))
    rows = database.execute(
        f"SELECT body FROM entries WHERE tbl = '' AND ({wanted}) ORDER BY number",  # noqa: S608 - own words
        [f'%"act":"{name}"%' for name in NAMES],
    )
    for (body,) in rows:
        document = parse_json(body)
        table = document.get("table")
        if table in found:
            found[table] = after_act(found[table], document)
    return found
