"""Changes of meters by two people: closed ones are moved or paid out, shown ones are corrected.

One person in charge asks, and another one confirms; both are acts of their own in the log. The
tables that show the meter are told by the meter system with the confirmation.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairdeal.english import all_of, quoted
from fairdeal.errors import BadInputError, Forbidden, Refused, UnknownError
from fairdeal.floor.money.ledger import meter_accounts
from fairdeal.floor.money.meter_moves import (
    RESTS,
    confirmation,
    meter_account,
    request_objection,
    second_objection,
)
from fairdeal.floor.people.exclusion import require_may_claim
from fairdeal.floor.people.permission import require_running
from fairdeal.floor.tables.chip_requests import require_reason
from fairdeal.floor.tables.pending_acts import (
    CORRECT,
    METER_REQUEST,
    MOVE,
    PAY_OUT,
    MeterRequest,
    SlipSignature,
)
from fairdeal.rulebook.money import CENTS, UNITS, UNITS_PER_CENT, to_json
from fairdeal.table.actors import OPERATOR, PLAYER, Actor
from fairdeal.table.state import OPEN

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor
    from fairdeal.floor.people.accounts import Person
    from fairdeal.floor.tables.live_table import LiveTable

_CLAUSE: Final = "COMAR 36.05.03.24J(2)"


class UnshownMeter(NamedTuple):
    """A meter that no open table shows, with what is left on it."""

    meter: str
    units: int
    #: The tables that showed it.
    tables: tuple[str, ...]


def closed_meters(floor: "Floor") -> list[UnshownMeter]:
    """Return the closed meters with money on them."""
    tables: dict[str, list[str]] = {}
    shown: set[str] = set()
    for live in floor.tables.values():
        for account in meter_accounts(live.id, live.state.rules).values():
            tables.setdefault(account, []).append(live.id)
            if not live.closed:
                shown.add(account)
    held = floor.store.balances
    return [
        UnshownMeter(account.removeprefix("meter:"), held[account], tuple(at))
        for account, at in sorted(tables.items())
        if account not in shown and held.get(account)
    ]


def ask_to_move(floor: "Floor", person: "Person", table: str, meter: str, to: str, why: str) -> str:
    """Ask to move all that is on a closed meter to another one; return the id to confirm."""
    asked = MeterRequest(0, MOVE, meter, why, _NOBODY, to=to)
    return _ask(floor, table, asked, floor.supervisor(person), {"to": to})


def ask_to_pay_out(
    floor: "Floor",
    person: "Person",
    table: str,
    meter: str,
    player: str,
    cents: int | None,
    rest: str,
    why: str,
) -> str:
    """Ask to pay out a closed meter, by decision of the operator; return the id to confirm.

    Without `cents` it is all whole cents. The `rest` stays on the meter or goes to the bank.
    """
    floor.supervisor(person)
    if OPERATOR not in person.roles:
        raise Forbidden("a meter is paid out by decision of the operator")
    if rest not in RESTS:
        raise BadInputError('the rest is "stays" or "bank"')
    found = floor.people.find(player)
    if found is None or found.ended or PLAYER not in found.roles:
        raise UnknownError(f"there is no player {quoted(player)}")
    require_may_claim(floor, found.id)
    if cents is None:
        cents = _held(floor, meter) // UNITS_PER_CENT
    asked = MeterRequest(0, PAY_OUT, meter, why, _NOBODY, player=found.id, cents=cents, rest=rest)
    amount = to_json(cents, per_dollar=CENTS)
    by = Actor(person.id, OPERATOR, person.name)
    return _ask(floor, table, asked, by, {"player": found.id, "amount": amount, "rest": rest})


def ask_to_correct(
    floor: "Floor", person: "Person", table: str, meter: str, shown: int, right: int, why: str
) -> str:
    """Ask to correct a meter that shows `shown` units and should show `right`; return the id to
    confirm. What it is fed until then stays on it.
    """
    asked = MeterRequest(0, CORRECT, meter, why, _NOBODY, shown=shown, right=right)
    by = floor.supervisor(person)
    if shown != _held(floor, meter):
        raise Refused("the meter does not show that now: read it again", _CLAUSE)
    told = {name: to_json(one, per_dollar=UNITS) for name, one in (("from", shown), ("to", right))}
    return _ask(floor, table, asked, by, told)


def confirm_meter(floor: "Floor", person: "Person", table: str, asked: str) -> MeterRequest:
    """Confirm what somebody else has asked about a meter: the money moves now."""
    by = floor.supervisor(person)
    live = floor.table(table)
    request = live.pending.meter_request(asked)
    if request is None:
        raise Refused(f"no request {quoted(asked)} waits at this table", _CLAUSE)
    asker = Actor(request.by.id, request.by.role)
    if wrong := second_objection(request, by) or _objection(floor, request, asker):
        raise Refused(wrong, _CLAUSE)
    if request.player:
        floor.require_active(request.player, request.player, sure=True)
        require_may_claim(floor, request.player)
    told = request.to if request.kind == MOVE else request.meter
    _require_may_show(floor, told, lowered=request.right < request.shown)
    what, moves = confirmation(request, table, _held(floor, request.meter))
    floor.record_act(what, by, moves)
    if request.kind != PAY_OUT:
        floor.meters.show_everywhere(meter_account(told))
    return request


def void_meter(floor: "Floor", person: "Person", table: str, asked: str, reason: str) -> None:
    """Void a request about a meter, which stays in the log with the reason."""
    by = floor.supervisor(person)
    require_reason(reason)
    if floor.table(table).pending.meter_request(asked) is None:
        raise Refused(f"no request {quoted(asked)} waits at this table", _CLAUSE)
    what = {"act": "void-request", "table": table, "request": asked, "reason": reason}
    floor.record_act(what, by)


_NOBODY: Final = SlipSignature("", "", OPERATOR, 0)


def _ask(
    floor: "Floor", table: str, asked: MeterRequest, by: Actor, told: Mapping[str, Any]
) -> str:
    live = floor.table(table)
    require_reason(asked.reason)
    known = [one.removeprefix("meter:") for one in _accounts(live)]
    if asked.meter not in known:
        if not known:
            raise UnknownError("this table has no meters")
        raise UnknownError(f"the meters of this table are {all_of(known)}")
    if wrong := _objection(floor, asked, by):
        raise Refused(wrong, _CLAUSE)
    if any(one.meter == asked.meter for at in floor.tables.values() for one in at.pending.meters):
        raise Refused("something waits about this meter: confirm or void it first", _CLAUSE)
    what = {"act": METER_REQUEST, "table": table, "kind": asked.kind, "meter": asked.meter}
    floor.record_act({**what, "reason": asked.reason, **told}, by)
    return live.pending.meters[-1].id


def _objection(floor: "Floor", asked: MeterRequest, by: Actor) -> str | None:
    def open_at(meter: str) -> bool:
        account = meter_account(meter)
        return any(not one.closed and account in _accounts(one) for one in floor.tables.values())

    return request_objection(asked, by, _held(floor, asked.meter), open_at)


def _require_may_show(floor: "Floor", meter: str, *, lowered: bool) -> None:
    """Refuse a change that a table cannot show: it is lowered between rounds, and a stopped table
    whose own meter it is shows nothing.
    """
    account = meter_account(meter)
    for live in floor.tables.values():
        if live.closed or account not in _accounts(live):
            continue
        if not live.linked:
            require_running(live)
        if lowered and (live.state.phase is not OPEN or live.state.asked):
            reason = f"a meter is lowered between rounds, and table {live.id} plays: confirm then"
            raise Refused(reason, _CLAUSE)


def _accounts(live: "LiveTable") -> list[str]:
    return list(meter_accounts(live.id, live.state.rules).values())


def _held(floor: "Floor", meter: str) -> int:
    return floor.store.balances.get(meter_account(meter), 0)
