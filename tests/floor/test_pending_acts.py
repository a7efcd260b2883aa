"""What waits at a table follows from its acts alone, one after the other, as the log has them."""

import json
from pathlib import Path
from typing import Any

import pytest

from fairdeal.floor.log.sqlite import SQLite
from fairdeal.floor.money.variances import INCIDENT, NOTIFICATION, Variance
from fairdeal.floor.tables.pending_acts import (
    NAMES,
    ChipRequest,
    DuePayout,
    InventoryCount,
    MeterRequest,
    PendingActs,
    SlipSignature,
    TableCount,
    after_act,
    load_pending,
)
from fairdeal.rulebook.money import UNITS
from fairdeal.table.actors import DEALER, FLOOR

DORA = SlipSignature("p1", "dora", DEALER, 1_000)
FRED = SlipSignature("p2", "fred", FLOOR, 1_000)


def act(name: str, who: SlipSignature = FRED, number: int = 7, **fields: Any) -> dict[str, Any]:
    """An act of the first table, at the second 1000."""
    by = {"id": who.id, "role": str(who.role), "name": who.name}
    return {"act": name, "floor": number, "time": 1_000, "by": by, "table": "t1", **fields}


def after(*acts: dict[str, Any], start: PendingActs | None = None) -> PendingActs:
    pending = PendingActs() if start is None else start
    for one in acts:
        pending = after_act(pending, one)
    return pending


FILL = act("request", kind="fill", amount=5.5, chips={"5": 1, "0.01": 50}, reason="low")
CREDIT = act("request", DORA, 8, kind="credit", amount=5, chips={"5": 1}, reason="high")
MOVE = act("meter-request", number=9, kind="move-meter", meter="t1.a", reason="so", to="t2.a")


def test_requests_for_chips_wait_until_they_are_confirmed_or_void() -> None:
    both = after(FILL, CREDIT)
    fill = ChipRequest(7, "fill", 5_50, {"5": 1, "0.01": 50}, "low", FRED)
    credit = ChipRequest(8, "credit", 5_00, {"5": 1}, "high", DORA)
    assert both.requests == (fill, credit)
    assert (fill.id, both.request("fill-7"), both.request("fill-8")) == ("fill-7", fill, None)
    for name in ("fill", "credit", "void-request"):
        assert after(act(name, request="fill-7"), start=both).requests == (credit,)
    assert after(act("fill", reason="low"), start=both) == both, "an early version asked nobody"


def test_a_line_is_signed_on_the_slip_of_its_own_request() -> None:
    signed = after(FILL, CREDIT, act("sign-slip", DORA, request="fill-7", line="carrier"))
    assert [one.signed for one in signed.requests] == [(("carrier", DORA),), ()]
    assert signed.requests[0].signers == {"p1", "p2"}
    twice = after(act("sign-slip", FRED, request="fill-7", line="dealer"), start=signed)
    assert [line for line, _ in twice.requests[0].signed] == ["carrier", "dealer"]


def test_what_is_asked_about_meters_waits_beside_it() -> None:
    pay = act("meter-request", number=10, kind="pay-out-meter", meter="t1.b", reason="so")
    pay |= {"player": "p3", "amount": 12.5, "rest": "bank"}
    correct = act("meter-request", number=11, kind="correct-meter", meter="t1.c", reason="so")
    correct |= {"from": 2, "to": 1.5}
    pending = after(FILL, MOVE, pay, correct)
    assert pending.meters == (
        MeterRequest(9, "move-meter", "t1.a", "so", FRED, "t2.a", "", 0, "", 0, 0),
        MeterRequest(10, "pay-out-meter", "t1.b", "so", FRED, "", "p3", 12_50, "bank", 0, 0),
        MeterRequest(
            *(11, "correct-meter", "t1.c", "so", FRED, "", "", 0, ""), 2 * UNITS, UNITS * 3 // 2
        ),
    )
    assert pending.meter_request("move-meter-9") == pending.meters[0]
    assert pending.meter_request("move-meter-10") is None
    for name in ("move-meter", "pay-out-meter", "correct-meter"):
        left = after(act(name, request="move-meter-9"), start=pending)
        assert (left.meters, left.requests) == (pending.meters[1:], pending.requests)


def test_a_payout_waits_until_its_last_line_is_signed() -> None:
    due = [
        act("payout-due", payout=number, player="p3", amount=6_000)
        for number in ("t1-1.1.a", "t1-1.1.b")
    ]
    first, second = after(*due).payouts
    assert (first, second.id) == (DuePayout("t1-1.1.a", "p3", 6_000_00), "t1-1.1.b")
    lines = [act("payout", DORA, payout="t1-1.1.a", line=line) for line in ("prepared", "verified")]
    signed = after(*due, *lines)
    assert signed.payouts == (
        first._replace(signed=(("prepared", DORA), ("verified", DORA))),
        second,
    )
    assert signed.payout("t1-1.1.a") == signed.payouts[0]
    assert signed.payout("t1-1.1.c") is None
    assert signed.payouts[0].signers == {"prepared": "p1", "verified": "p1"}
    void = after(act("void-payout", payout="t1-1.1.a"), start=signed)
    assert void.payouts == (first, second), "its document is signed anew"
    paid = after(act("payout", payout="t1-1.1.a", line="paid"), start=signed)
    assert paid.payouts == (second,)
    closed = after(act("close", counted=None), start=signed)
    assert closed == PendingActs(payouts=signed.payouts), "nothing else outlasts the table"


# Counts -------------------------------------------------------------------------------------------

TOLD = {"count": "inventory-7", "difference": -5}


def test_a_count_of_the_open_table_and_its_slip() -> None:
    opened = after(act("open"))
    assert opened == PendingActs(counted_at=1_000)
    counted = after(
        act("inventory-count", DORA, of="opening", chips={"5": 1}) | {"time": 900}, start=opened
    )
    assert counted.inventory == InventoryCount(7, "opening", {"5": 1}, DORA._replace(time=900))
    assert counted.inventory.id == "inventory-7"
    assert (counted.opened, counted.counted_at) == (False, 1_000)
    later = act("inventory-slip", FRED, of="opening", counted=TOLD) | {"time": 1_100}
    slip = after(later, start=counted)
    short = Variance("inventory-7", -5_00, 1_100, ("p1", "p2"))
    assert slip == PendingActs(opened=True, counted_at=1_100, variance=short)
    drop = act("inventory-slip", FRED, of="drop", counted={**TOLD, "difference": 0})
    assert after(drop) == PendingActs(counted_at=1_000)
    assert after(drop, start=slip).opened, "the opener was counted before"


def test_a_table_that_was_counted_closes() -> None:
    counted = after(act("count", DORA, chips={"5": 1}, cards={"red": 52}))
    assert counted.counted == TableCount(7, {"5": 1}, {"red": 52}, DORA)
    assert counted.counted.id == "count-7"
    close = act("close", FRED, counted={"count": "count-7", "difference": 1})
    assert after(close, start=counted) == PendingActs(
        variance=Variance("count-7", 1_00, 1_000, ("p1", "p2"))
    )
    assert after(close).variance == Variance("count-7", 1_00, 1_000, ("p2",))


@pytest.mark.parametrize(("resolved", "due"), [(False, INCIDENT), (True, None)])
def test_papers_about_a_variance(resolved: bool, due: str | None) -> None:
    short = PendingActs(variance=Variance("count-7", -200_00, 1_000, ("p1", "p2")))
    told = after(act(NOTIFICATION, resolved=resolved), start=short)
    assert (told.variance and told.variance.due) == due
    assert after(act(INCIDENT), start=told) == PendingActs()


def test_the_last_day_of_a_closed_table_form_counts() -> None:
    days = [act("closed-table", day=day) for day in ("2027-01-15", "2027-01-14")]
    assert after(*days) == PendingActs(closed_day="2027-01-15")


def test_other_acts_change_nothing() -> None:
    waits = after(FILL, MOVE)
    assert after(act("handover", dealer="auto"), act("pace", pace="quick"), start=waits) == waits


def test_a_signature_tells_whether_a_program_signed() -> None:
    by = {"id": "dealer", "role": "dealer", "name": "", "automatic": True}
    pending = after({**FILL, "by": by})
    assert pending.requests[0].by == SlipSignature("dealer", "", DEALER, 1_000, automatic=True)
    assert not after(FILL).requests[0].by.automatic


def test_what_waits_is_read_again_from_the_log_after_every_act(tmp_path: Path) -> None:
    """Of all kinds of acts that change it, and of its own table alone."""
    told = {"count": "inventory-7", "difference": -200}
    acts = [
        act("open"),
        act("closed-table", day="2027-01-14"),
        act("inventory-count", DORA, of="opening", chips={"5": 1}),
        act("inventory-slip", FRED, of="opening", counted=told),
        act(NOTIFICATION, resolved=False),
        act(INCIDENT),
        FILL,
        act("sign-slip", DORA, request="fill-7", line="carrier"),
        act("fill", request="fill-7", reason="low"),
        CREDIT,
        act("credit", request="credit-8", reason="high"),
        FILL,
        act("void-request", request="fill-7", reason="so"),
        MOVE,
        act("move-meter", request="move-meter-9"),
        {**MOVE, "kind": "pay-out-meter", "player": "p3", "amount": 5, "rest": "bank"},
        act("pay-out-meter", request="pay-out-meter-9"),
        {**MOVE, "kind": "correct-meter", "from": 5, "to": 6},
        act("correct-meter", request="correct-meter-9"),
        act("payout-due", payout="t1-1.1.a", player="p3", amount=6_000),
        act("payout", DORA, payout="t1-1.1.a", line="prepared"),
        act("void-payout", payout="t1-1.1.a"),
        act("count", DORA, chips={"5": 1}, cards={"red": 52}),
        act("close", FRED, counted={**told, "count": "count-7"}),
    ]
    assert {one["act"] for one in acts} == set(NAMES) | {"open"}
    database = SQLite(str(tmp_path / "log.db"))
    database.execute("CREATE TABLE entries (tbl TEXT, number INTEGER, body TEXT)")
    for number, one in enumerate(acts):
        before = after(*acts[:number])
        body = json.dumps(one, separators=(",", ":"))
        database.execute("INSERT INTO entries VALUES ('', ?, ?)", (number, body))
        found = load_pending(database, ["t1", "t2"])
        assert found == {"t1": after(*acts[: number + 1]), "t2": PendingActs()}
        assert found["t1"] != before, "each of them changes what waits"
    database.close()
