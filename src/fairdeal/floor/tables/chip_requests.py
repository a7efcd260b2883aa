"""Fills and credits: one person asks for chips to come or to go, and another one confirms it.

A request, its confirmation and its void are acts of their own in the log. The chips move with the
confirmation. At a table of the automatic dealer the automatic pair does both for a payment that
needs a fill.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from fairdeal.english import all_of, quoted
from fairdeal.errors import BadInputError, Forbidden, Refused
from fairdeal.floor.log.floor_entries import act_digest
from fairdeal.floor.log.keys import key_used
from fairdeal.floor.money.denominations import chips_cents, chips_for, read_chips
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.permission import require_open, require_running, worker
from fairdeal.floor.tables.act_rules import MOST_MOVED_CENTS, inventory_transfer
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.floor.tables.pending_acts import ChipRequest, PendingActs
from fairdeal.play.session import digest_of
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, to_json
from fairdeal.table.actors import AUTOMATIC_DEALER, AUTOMATIC_FLOOR, DEALER, PLAYER, Actor

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor

#: The lines of a slip between its request and its confirmation, each signed by another person at
#: its own moment (COMAR 36.05.03.04P, .05P). The automatic bank stands for lines that nobody signs.
SLIP_LINES: Final = ("chip bank", "carrier", "dealer")
#: The most requests that wait at one table.
MOST_REQUESTS: Final = 20


def request_chips(
    floor: "Floor",
    person: Person,
    table: str,
    cents: int,
    reason: str,
    *,
    fill: bool,
    chips: object = None,
    key: str | None = None,
) -> str:
    """Ask for a fill or a credit, once for each key, and return the id under which a second person
    confirms it. Without `chips` it is the fewest chips that make the amount.
    """
    live = floor.table(table)
    if not 0 < cents <= MOST_MOVED_CENTS:
        raise BadInputError("the amount is above zero and up to a billion dollars")
    require_reason(reason)
    counted = chips_for(cents) if chips is None else read_chips(chips)
    if chips_cents(counted) != cents:
        raise BadInputError("the chips do not make the amount")
    document = _document(table, "fill" if fill else "credit", cents, counted, reason)
    body = ""
    if key is not None:
        document["key"] = digest_of(Actor(person.id, PLAYER), f"{table}|{key}")
        body = act_digest(document, [])
        used = floor.keys.find(document["key"])
        if used is not None:
            if used.body != body:
                raise key_used()
            return f"{document['kind']}-{floor.act_number_at(used.leaf)}"
    by = worker(floor, live, person)
    require_open(live)
    require_running(live)
    if len(live.pending.requests) >= MOST_REQUESTS:
        raise Refused("too many requests wait at this table: confirm or void one first", None)
    if not fill:
        _require_held(floor, live, cents)
    leaf = floor.record_act(document, by)
    if key is not None:
        floor.keys.save(document["key"], body, leaf)
    return live.pending.requests[-1].id


def _document(
    table: str, kind: str, cents: int, chips: Mapping[str, int], reason: str
) -> dict[str, Any]:
    amount = to_json(cents, per_dollar=CENTS)
    what = {"act": "request", "kind": kind, "table": table, "amount": amount}
    return {**what, "chips": dict(chips), "reason": reason}


def confirm_request(floor: "Floor", person: Person, table: str, asked: str) -> ChipRequest:
    """Confirm a request that somebody else has made: the chips move now."""
    live = floor.table(table)
    by = worker(floor, live, person)
    require_open(live)
    require_running(live)
    request = _pending(live, asked)
    if wrong := second_objection(request, by):
        raise Refused(wrong, None)
    _move(floor, live, request, by)
    floor.automatic_dealer.run_due_steps(live)
    return request


def sign_slip(floor: "Floor", person: Person, table: str, asked: str, line: str) -> None:
    """Sign a line of the slip of a request: the chip bank, the carrier, or the dealer who has
    counted the chips. Whoever confirms the request signs the last line.
    """
    live = floor.table(table)
    by = worker(floor, live, person)
    require_open(live)
    require_running(live)
    request = _pending(live, asked)
    if wrong := signature_objection(request, line, by):
        raise Refused(wrong, None)
    floor.record_act({"act": "sign-slip", "table": table, "request": asked, "line": line}, by)


def signature_objection(request: ChipRequest, line: object, by: Actor) -> str | None:
    """Return why somebody may not sign a line of a slip; None if he or she may."""
    if line not in SLIP_LINES:
        return f"a slip has the lines {all_of(SLIP_LINES)}"
    if any(line == signed for signed, _ in request.signed):
        return "the line is signed already"
    if by.id in request.signers:
        return "one person signs one line of a slip, under whatever role"
    return None


def second_objection(request: ChipRequest, by: Actor) -> str | None:
    """Return why somebody may not confirm a request; None if he or she may."""
    if any(by.id == one.id for _, one in request.signed):
        return "one person signs one line of a slip, under whatever role"
    if by.role is DEALER and any(line == "dealer" for line, _ in request.signed):
        return "the dealer's line is signed: the floorperson confirms"
    if request.by.id == by.id:
        return "whoever asks does not confirm: it takes a second person"
    if request.by.role is DEALER and by.role is DEALER:
        return "one of the two is a floorperson or the operator"
    return None


def void_request(floor: "Floor", person: Person, table: str, asked: str, reason: str) -> None:
    """Void a request, which stays in the log with the reason."""
    live = floor.table(table)
    require_reason(reason)
    by = worker(floor, live, person)
    require_open(live)
    require_running(live)
    request = _pending(live, asked)
    if by.role is DEALER and by.id != request.by.id:
        raise Forbidden("a dealer voids a request of his or her own only")
    what = {"act": "void-request", "table": table, "request": request.id, "reason": reason}
    floor.record_act(what, by)


def fill_automatically(floor: "Floor", live: LiveTable, cents: int) -> None:
    """Fill the tray of a table of the automatic dealer: the automatic pair asks and confirms."""
    document = _document(live.id, "fill", cents, chips_for(cents), "a payment needs it")
    floor.record_act(document, AUTOMATIC_DEALER)
    _move(floor, live, live.pending.requests[-1], AUTOMATIC_FLOOR)


def _move(floor: "Floor", live: LiveTable, request: ChipRequest, by: Actor) -> None:
    move = inventory_transfer(live.id, request.cents, fill=request.kind == "fill")
    if request.kind == "credit":
        _require_held(floor, live, request.cents)
    what = {"act": request.kind, "table": live.id, "reason": request.reason}
    floor.record_act({**what, "request": request.id}, by, [move])


def _require_held(floor: "Floor", live: LiveTable, cents: int) -> None:
    if floor.tray(live.id) < cents * UNITS_PER_CENT:
        raise Refused("the table does not hold so many chips", None)


def _pending(live: LiveTable, asked: str) -> ChipRequest:
    pending: PendingActs = live.pending
    request = pending.request(asked)
    if request is None:
        raise Refused(f"no request {quoted(asked)} waits at this table", None)
    return request


def require_reason(reason: str) -> None:
    """Refuse a reason that is empty, long or not printable."""
    if not reason.strip() or len(reason) > 200 or not reason.isprintable():
        raise BadInputError("say the reason, in up to 200 printable characters")
