"""Counts of an open table on a Table Inventory Slip: its opener, and its drop without closing.

Two people count the chips by denomination, each for himself or herself, and nobody is shown what
the count should be (COMAR 36.05.03.03C-D, .07). When both have counted the same, the slip is in the
log, the ledger goes by it, and a difference needs an Error Notification Slip. A drop also takes
what players bought in for to the bank. At a table of the automatic dealer the automatic pair
counts, and does so by itself at the end of the gaming day.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairdeal.errors import Refused
from fairdeal.floor.money.denominations import chips_cents, chips_for, read_chips
from fairdeal.floor.money.ledger import BANK, Transfer, drop_account, inventory_account
from fairdeal.floor.people.permission import require_open, require_running, worker
from fairdeal.floor.tables.day_end import drop_due, read_day
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, to_json
from fairdeal.table.actors import AUTOMATIC_DEALER, AUTOMATIC_FLOOR, DEALER, Actor
from fairdeal.table.state import OPEN, State

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor
    from fairdeal.floor.people.accounts import Person
    from fairdeal.floor.tables.live_table import LiveTable
    from fairdeal.floor.tables.pending_acts import InventoryCount, PendingActs

OPENING, DROP = OF = ("opening", "drop")
#: The acts: what one person counted, and the slip of two people who counted the same.
COUNT: Final = "inventory-count"
SLIP: Final = "inventory-slip"


class InventoryResult(NamedTuple):
    """The result of a count: its id, whether an earlier count of another person differs, and what
    the slip tells if there is one.
    """

    asked: str
    differs: bool = False
    slip: dict[str, Any] | None = None


def count_inventory(
    floor: "Floor", person: "Person", table: str, of: str, chips: object = None
) -> InventoryResult:
    """Take one person's count of an open table. The slip is written if another person has counted
    the same. At a table of the automatic dealer the automatic pair counts, at a person's request.
    """
    live = floor.table(table)
    by = worker(floor, live, person)
    require_running(live)
    require_open(live)
    if wrong := count_objection(live.state, live.pending, of):
        raise Refused(wrong, None)
    if live.dealer == "auto":
        if chips is not None:
            raise Refused("the automatic dealer deals here, and counts", None)
        counted = chips_for(max(0, floor.tray(table)) // UNITS_PER_CENT)
        _record(floor, live, of, counted, AUTOMATIC_DEALER)
        return _write_slip(floor, live, AUTOMATIC_FLOOR)
    counted = read_chips(chips)
    earlier = live.pending.inventory
    if earlier is not None and earlier.of == of and earlier.by.id != by.id:
        if wrong := second_counter_objection(earlier, by):
            raise Refused(wrong, None)
        if earlier.chips == counted:
            return _write_slip(floor, live, by)
        _record(floor, live, of, counted, by)
        return InventoryResult(_waiting(live).id, differs=True)
    _record(floor, live, of, counted, by)
    return InventoryResult(_waiting(live).id)


def drop_by_itself(floor: "Floor", live: "LiveTable") -> None:
    """Drop and count a table of the automatic dealer that stays open over the end of the day."""
    counted = chips_for(max(0, floor.tray(live.id)) // UNITS_PER_CENT)
    _record(floor, live, DROP, counted, AUTOMATIC_DEALER)
    _write_slip(floor, live, AUTOMATIC_FLOOR)


def count_objection(state: State, pending: "PendingActs", of: object) -> str | None:
    """Return why a table is not counted now; None if it is."""
    if of not in OF:
        return 'an open table is counted for its "opening" or for its "drop"'
    if state.phase is not OPEN:
        return "a table is counted between rounds"
    if pending.variance is not None:
        return f"the paper about {pending.variance.count_id} is written first"
    if of == OPENING and (state.rounds or pending.opened):
        return "the opener is counted once, before the first round"
    return None


def second_counter_objection(count: "InventoryCount", by: Actor) -> str | None:
    """Return why somebody is not the second person of a count; None if he or she is."""
    if count.by.id == by.id:
        return "whoever counted has not counted as the second person"
    if count.by.role is DEALER and by.role is DEALER:
        return "one of the two is a floorperson or the operator"
    return None


def slip_document(count: "InventoryCount", tray: int) -> dict[str, Any]:
    """Return what two people counted as the log has it: the chips, the total and its difference
    from the ledger.
    """
    total = chips_cents(count.chips)
    return {
        "count": count.id,
        "chips": dict(count.chips),
        "total": to_json(total, per_dollar=CENTS),
        "difference": to_json(total - tray // UNITS_PER_CENT, per_dollar=CENTS),
    }


def slip_transfers(table: str, count: "InventoryCount", tray: int, drop: int) -> list[Transfer]:
    """Return the transfers of a slip: what is missing or too much is a variance, and the drop of a
    table that is dropped goes to the bank.
    """
    account, moves = inventory_account(table), []
    difference = (chips_cents(count.chips) - tray // UNITS_PER_CENT) * UNITS_PER_CENT
    if difference > 0:
        moves.append(Transfer(BANK, account, difference, "variance"))
    elif difference:
        moves.append(Transfer(account, BANK, -difference, "variance"))
    if count.of == DROP and drop:
        moves.append(Transfer(drop_account(table), BANK, drop, "drop"))
    return moves


def slip_objection(
    state: State, pending: "PendingActs", dealer: str, what: Mapping[str, Any], by: Actor
) -> str | None:
    """Return why an act of a count or of a slip in the log is not right, but for its amounts."""
    if wrong := count_objection(state, pending, what["of"]):
        return wrong
    if "day" in what:
        read_day(what["day"])
        if what["of"] != DROP:
            return "only a drop is of a gaming day that has ended"
    if by.automatic != (dealer == "auto"):
        return "people count where a person deals, and the automatic pair where none does"
    if what["act"] == COUNT:
        return None
    count = pending.inventory
    if count is None or count.of != what["of"]:
        return "nobody has counted the table for it"
    return second_counter_objection(count, by)


def _record(
    floor: "Floor", live: "LiveTable", of: str, chips: Mapping[str, int], by: Actor
) -> None:
    floor.record_act({"act": COUNT, "table": live.id, "of": of, "chips": dict(chips)}, by)


def _waiting(live: "LiveTable") -> "InventoryCount":
    count = live.pending.inventory
    assert count is not None, "somebody has counted"
    return count


def _write_slip(floor: "Floor", live: "LiveTable", by: Actor) -> InventoryResult:
    count, tray = _waiting(live), floor.tray(live.id)
    drop = floor.store.balances.get(drop_account(live.id), 0)
    told = slip_document(count, tray)
    what = {"act": SLIP, "table": live.id, "of": count.of, "counted": told}
    day = drop_due(live, floor.time, floor.calendar) if count.of == DROP else None
    if day is not None:
        what["day"] = day.isoformat()
    floor.record_act(what, by, slip_transfers(live.id, count, tray, drop))
    return InventoryResult(count.id, slip=told)
