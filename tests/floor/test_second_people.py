"""What takes two people, each rule at its limits: slips of fills and credits, counts of a table and
its tray, and papers about variances. The floor and the audit ask the same functions.
"""

from typing import Any

import pytest
from harness import RIDE, rules_of
from msgspec.structs import replace

from fairdeal.errors import BadInputError, ShortTrayError
from fairdeal.floor.money.denominations import chips_cents, chips_for, read_chips, written_rightly
from fairdeal.floor.money.ledger import BANK, Transfer
from fairdeal.floor.money.reconciliation import reconciliation
from fairdeal.floor.money.tray import fill_needed, require_chips_in_tray
from fairdeal.floor.money.variances import (
    INCIDENT,
    NOTIFICATION,
    Variance,
    paper_objection,
    variance_after,
    variance_of,
)
from fairdeal.floor.tables.chip_requests import (
    require_reason,
    second_objection,
    signature_objection,
)
from fairdeal.floor.tables.closing import closing_transfers
from fairdeal.floor.tables.inventory_counts import (
    COUNT,
    SLIP,
    count_objection,
    second_counter_objection,
    slip_document,
    slip_objection,
    slip_transfers,
)
from fairdeal.floor.tables.pending_acts import (
    ChipRequest,
    InventoryCount,
    PendingActs,
    SlipSignature,
)
from fairdeal.play.session import open_table
from fairdeal.play.sources import SeededSource
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table.actors import AUTOMATIC_FLOOR, DEALER, FLOOR, OPERATOR, Actor, Role
from fairdeal.table.state import DEALING, State

TRAY, DROP = "inventory:t1", "drop:t1"


def units(cents: int) -> int:
    return cents * UNITS_PER_CENT


def by(name: str, role: Role = FLOOR) -> Actor:
    return Actor(name, role, name)


def signed(name: str, role: Role = FLOOR) -> SlipSignature:
    return SlipSignature(name, name, role, 1)


ALONE = "whoever asks does not confirm: it takes a second person"
ONE_OF_TWO = "one of the two is a floorperson or the operator"
ONE_LINE = "one person signs one line of a slip, under whatever role"
NOT_SECOND = "whoever counted has not counted as the second person"
NOBODY = "nobody has counted the table for it"
PEOPLE = "people count where a person deals, and the automatic pair where none does"
OF_WHAT = 'an open table is counted for its "opening" or for its "drop"'
NOT_DUE = "no such paper is due"
LONG = "say it in up to 2000 characters"

# Fills and credits --------------------------------------------------------------------------------


def request(asker: SlipSignature, *lines: tuple[str, SlipSignature]) -> ChipRequest:
    return ChipRequest(1, "fill", 5_00, {"5": 1}, "low", asker, lines)


@pytest.mark.clause("COMAR 36.05.03.04P(4)")
@pytest.mark.parametrize(
    ("waiting", "who", "told"),
    [
        (request(signed("fred")), by("fred"), ALONE),
        (request(signed("fred")), by("dora", DEALER), None),
        (request(signed("fred")), by("olga", OPERATOR), None),
        (request(signed("dora", DEALER)), by("dan", DEALER), ONE_OF_TWO),
        (request(signed("dora", DEALER)), by("fred"), None),
        (request(signed("fred"), ("carrier", signed("carl"))), by("carl"), ONE_LINE),
        (request(signed("fred"), ("carrier", signed("carl"))), by("dora", DEALER), None),
        (
            request(signed("fred"), ("dealer", signed("dora", DEALER))),
            by("dan", DEALER),
            "the dealer's line is signed: the floorperson confirms",
        ),
        (request(signed("fred"), ("dealer", signed("dora", DEALER))), by("fay"), None),
    ],
)
def test_who_confirms_a_fill(waiting: ChipRequest, who: Actor, told: str | None) -> None:
    assert second_objection(waiting, who) == told


@pytest.mark.parametrize(
    ("line", "who", "told"),
    [
        ("carrier", by("fay"), None),
        ("dealer", by("dora", DEALER), None),
        ("chip bank", by("fay"), "the line is signed already"),
        ("waiter", by("fay"), "a slip has the lines chip bank, carrier and dealer"),
        ("carrier", by("bea"), ONE_LINE),
        ("carrier", by("fred"), ONE_LINE),
    ],
)
def test_who_signs_a_line_of_a_slip(line: str, who: Actor, told: str | None) -> None:
    """Fred has asked, and Bea of the chip bank has signed."""
    assert (
        signature_objection(request(signed("fred"), ("chip bank", signed("bea"))), line, who)
        == told
    )


def test_a_reason_is_said_in_printable_words() -> None:
    for words in ("low", "x" * 200):
        require_reason(words)
    for words in ("", "  ", "x" * 201, "a\nb"):
        with pytest.raises(BadInputError, match="say the reason"):
            require_reason(words)


@pytest.mark.parametrize(
    ("held", "pays", "fill"),
    [
        (5_00, 5_00, 0),
        (5_00, 5_01, 1_000_00),
        (0, 1_000_00, 1_000_00),
        (0, 1_000_01, 2_000_00),
        (-5_00, 1_000_00, 2_000_00),
    ],
)
def test_a_payment_needs_a_fill_in_whole_thousands(held: int, pays: int, fill: int) -> None:
    paid = [Transfer(TRAY, "game:t1:ann", units(pays), "main")]
    assert fill_needed("t1", units(held), paid) == fill
    # Of what comes in at the same time nothing is missing.
    with_stake = [Transfer("layout:t1", TRAY, units(pays), "main"), *paid]
    assert fill_needed("t1", units(max(0, held)), with_stake) == 0
    if fill:
        with pytest.raises(ShortTrayError, match=f"a fill of \\${fill // 100:,} ") as short:
            require_chips_in_tray("t1", units(held), paid)
        assert short.value.fill_cents == fill
    else:
        require_chips_in_tray("t1", units(held), paid)


def test_what_pays_no_player_needs_no_fill() -> None:
    for credit in (BANK, "meter:t1.mega", "layout:t1"):
        assert fill_needed("t1", 0, [Transfer(TRAY, credit, units(5_00), "x")]) == 0
    other = [Transfer("inventory:t2", "player:ann", units(5_00), "main")]
    assert fill_needed("t1", 0, other) == 0


# Chips --------------------------------------------------------------------------------------------


def test_chips_are_written_from_the_highest_value_on() -> None:
    assert chips_for(1_131_26) == {"500": 2, "100": 1, "25": 1, "5": 1, "1": 1, "0.01": 26}
    assert chips_for(0) == {}
    assert chips_cents({"100": 2, "0.01": 3}) == 200_03
    assert list(read_chips({"1": 2, "500": 1, "25": 0})) == ["500", "1"]
    assert read_chips({"1": 10**9}) == {"1": 10**9}
    for chips in ({"1": 10**9 + 1}, {"1": -1}, {"1": True}, {"1": 1.0}, {"2": 1}, [1], None):
        with pytest.raises(BadInputError):
            read_chips(chips)
        assert not written_rightly(chips)
    assert written_rightly({"500": 1, "1": 2})
    assert not written_rightly({"1": 2, "500": 1}), "the order is the program's"
    assert not written_rightly({"500": 0})


# Counts -------------------------------------------------------------------------------------------


def counted(
    chips: dict[str, int], of: str = "drop", who: SlipSignature | None = None
) -> InventoryCount:
    return InventoryCount(3, of, chips, who or signed("dora", DEALER))


@pytest.mark.clause("COMAR 36.05.03.07A")
@pytest.mark.parametrize(
    ("chips", "difference", "variance"),
    [
        ({"5": 2}, 0, []),
        ({"5": 3}, 5, [Transfer(BANK, TRAY, units(5_00), "variance")]),
        ({"5": 1}, -5, [Transfer(TRAY, BANK, units(5_00), "variance")]),
    ],
)
def test_a_slip_tells_the_difference_and_moves_it(
    chips: dict[str, int], difference: int, variance: list[Transfer]
) -> None:
    """The log has $10 and part of a cent in the tray, and $7 in the drop."""
    tray, drop = units(10_00) + 3, units(7_00)
    told = slip_document(counted(chips), tray)
    total = 10 + difference
    assert told == {
        "count": "inventory-3",
        "chips": chips,
        "total": total,
        "difference": difference,
    }
    goes = Transfer(DROP, BANK, drop, "drop")
    assert slip_transfers("t1", counted(chips), tray, drop) == [*variance, goes]
    assert slip_transfers("t1", counted(chips), tray, 0) == variance
    assert slip_transfers("t1", counted(chips, "opening"), tray, drop) == variance


@pytest.mark.parametrize(
    ("chips", "variance", "left"),
    [
        (10_00, [], units(10_00) + 3),
        (12_00, [Transfer(BANK, TRAY, units(2_00), "variance")], units(12_00) + 3),
        (9_00, [Transfer(TRAY, BANK, units(1_00), "variance")], units(9_00) + 3),
    ],
)
def test_what_moves_when_a_table_closes(chips: int, variance: list[Transfer], left: int) -> None:
    """Parts of a cent go with the chips that were counted."""
    tray, drop = units(10_00) + 3, units(7_00)
    goes = Transfer(TRAY, BANK, left, "closing")
    dropped = Transfer(DROP, BANK, drop, "drop")
    assert closing_transfers("t1", tray, chips) == [*variance, goes]
    assert closing_transfers("t1", tray, chips, drop) == [*variance, goes, dropped]


def test_an_empty_tray_and_one_below_nothing_close_too() -> None:
    assert closing_transfers("t1", 0, 0) == []
    below = closing_transfers("t1", -units(5_00), 0)
    assert below == [Transfer(BANK, TRAY, units(5_00), "variance")]
    part = closing_transfers("t1", -3, 0)
    assert part == [
        Transfer(BANK, TRAY, UNITS_PER_CENT, "variance"),
        Transfer(TRAY, BANK, UNITS_PER_CENT - 3, "closing"),
    ]


def test_who_counts_as_the_second_person() -> None:
    dealers = counted({}, who=signed("dora", DEALER))
    assert second_counter_objection(dealers, by("dora")) == NOT_SECOND
    assert second_counter_objection(dealers, by("dan", DEALER)) == ONE_OF_TWO
    assert second_counter_objection(dealers, by("fred")) is None
    assert second_counter_objection(counted({}, who=signed("fred")), by("dan", DEALER)) is None


# Papers about variances ---------------------------------------------------------------------------


def closing(difference: float) -> dict[str, Any]:
    return {"counted": {"count": "count-3", "difference": difference}, "time": 1_000}


@pytest.mark.clause("COMAR 36.05.03.03F(3)(a)(iv)")
@pytest.mark.clause("COMAR 36.05.03.03H")
def test_an_incident_is_a_variance_of_more_than_100_dollars() -> None:
    assert variance_of({"time": 1_000}, ()) is None
    assert variance_of(closing(0), ("dora", "fred")) is None
    for difference, incident, words in (
        (100, False, "$100 more than the log"),
        (-100, False, "$100 less than the log"),
        (100.01, True, "$100.01 more than the log"),
        (-100.01, True, "$100.01 less than the log"),
    ):
        found = variance_of(closing(difference), ("dora", "fred"))
        assert found is not None
        assert (found.count_id, found.time, found.counted_by) == (
            "count-3",
            1_000,
            ("dora", "fred"),
        )
        assert (found.due, found.incident) == (NOTIFICATION, incident)
        assert found.words == f"the count was {words}"
        assert found.late_after == 1_000 + 86_400
        for resolved in (True, False):
            left = variance_after(found, {"act": NOTIFICATION, "resolved": resolved})
            assert (left is not None) == (incident and not resolved)
            if left is not None:
                assert left == found._replace(due=INCIDENT)
                assert variance_after(left, {"act": INCIDENT}) is None
    assert variance_after(None, {"act": NOTIFICATION, "resolved": False}) is None


@pytest.mark.parametrize(
    ("due", "change", "who", "told"),
    [
        (NOTIFICATION, {}, "fred", None),
        (NOTIFICATION, {"explanation": "x" * 2_000}, "fred", None),
        (NOTIFICATION, {"explanation": "x" * 2_001}, "fred", LONG),
        (NOTIFICATION, {"explanation": " "}, "fred", LONG),
        (NOTIFICATION, {"explanation": 5}, "fred", LONG),
        (NOTIFICATION, {"resolved": "no"}, "fred", "it is resolved or not: true or false"),
        (NOTIFICATION, {"count": "count-4"}, "fred", NOT_DUE),
        (NOTIFICATION, {"act": INCIDENT}, "olga", NOT_DUE),
        (INCIDENT, {}, "olga", None),
        (INCIDENT, {}, "fred", "whoever counted does not investigate: it takes somebody else"),
        (INCIDENT, {"act": NOTIFICATION}, "olga", NOT_DUE),
        (INCIDENT, {"report": ""}, "olga", LONG),
    ],
)
def test_which_paper_is_due_and_from_whom(
    due: str, change: dict[str, Any], who: str, told: str | None
) -> None:
    """Dora and Fred have counted; whoever counted may notify, and does not investigate."""
    variance = Variance("count-3", -200_00, 1_000, ("dora", "fred"), due)
    texts = {"explanation": "a chip fell", "resolved": False, "report": "found"}
    act = {"act": due, "count": "count-3", **texts, **change}
    assert paper_objection(variance, act, by(who)) == told
    assert paper_objection(None, act, by(who)) == NOT_DUE


# Reconciliation -----------------------------------------------------------------------------------

#: What came to a tray: $100 to open, a fill of $50, a credit of $20, chips sold for $30, a win of
#: $9 by play, of which a dollar went to a meter.
SUMS = {
    "opening": units(100_00),
    "fill": units(50_00),
    "credit": -units(20_00),
    "buy-in": -units(30_00),
    "main": units(10_00),
    "contribution": -units(1_00),
}


def test_a_table_is_reconciled_by_the_ledger_and_by_its_own_count() -> None:
    found = reconciliation(SUMS, units(109_00), 10_00, accounts=True)
    assert found == {
        "opening": 100,
        "fills": 50,
        "credits": 20,
        "drop": 30,
        "result": 9,
        "inventory": 109,
        "reconciled": True,
    }
    assert "drop" not in reconciliation(SUMS, units(109_00), 10_00)
    assert not reconciliation(SUMS, units(109_00) + 1, 10_00)["reconciled"], "the account"
    assert not reconciliation(SUMS, units(109_00), 9_00)["reconciled"], "the table's own count"


def test_a_variance_that_was_counted_is_no_imbalance() -> None:
    found = reconciliation({**SUMS, "variance": -units(4_00)}, units(105_00), 10_00)
    assert (found["variance"], found["result"], found["reconciled"]) == (-4, 9, True)


# Counting an open table ---------------------------------------------------------------------------


SHORT = Variance("inventory-2", -5_00, 1_000, ("dora", "fred"))
WITHOUT = PendingActs()
BETWEEN = open_table(rules_of(RIDE), SeededSource(1)).state
ONCE = "the opener is counted once, before the first round"
LATER = replace(BETWEEN, rounds=1)


@pytest.mark.parametrize(
    ("state", "pending", "of", "told"),
    [
        (BETWEEN, WITHOUT, "opening", None),
        (BETWEEN, WITHOUT, "drop", None),
        (LATER, WITHOUT, "drop", None),
        (BETWEEN, WITHOUT._replace(opened=True), "drop", None),
        (BETWEEN, WITHOUT._replace(opened=True), "opening", ONCE),
        (LATER, WITHOUT, "opening", ONCE),
        (BETWEEN, WITHOUT, "lunch", OF_WHAT),
        (replace(BETWEEN, phase=DEALING), WITHOUT, "drop", "a table is counted between rounds"),
        (
            BETWEEN,
            WITHOUT._replace(variance=SHORT),
            "drop",
            "the paper about inventory-2 is written first",
        ),
    ],
)
def test_when_an_open_table_is_counted(
    state: State, pending: PendingActs, of: str, told: str | None
) -> None:
    assert count_objection(state, pending, of) == told


@pytest.mark.parametrize(
    ("change", "dealer", "who", "told"),
    [
        ({}, "person", by("fred"), None),
        ({}, "auto", by("fred"), PEOPLE),
        ({}, "person", AUTOMATIC_FLOOR, PEOPLE),
        ({}, "auto", AUTOMATIC_FLOOR, None),
        ({}, "person", by("dora"), NOT_SECOND),
        ({"of": "opening"}, "person", by("fred"), NOBODY),
        ({"act": COUNT, "of": "opening"}, "person", by("dora"), None),
        ({"day": "2026-11-18"}, "person", by("fred"), None),
        (
            {"day": "2026-11-18", "of": "opening"},
            "person",
            by("fred"),
            "only a drop is of a gaming day that has ended",
        ),
        ({"of": "lunch"}, "person", by("fred"), OF_WHAT),
    ],
)
def test_a_slip_of_the_log_at_its_limits(
    change: dict[str, str], dealer: str, who: Actor, told: str | None
) -> None:
    """Dora has counted the drop."""
    pending = PendingActs(inventory=counted({}))
    what = {"act": SLIP, "of": "drop", **change}
    assert slip_objection(BETWEEN, pending, dealer, what, who) == told
    if told is None and change.get("act") != COUNT:
        missing = slip_objection(BETWEEN, PendingActs(), dealer, what, who)
        assert missing == NOBODY


def test_the_day_of_a_slip_is_a_day() -> None:
    what = {"act": SLIP, "of": "drop", "day": "today"}
    with pytest.raises(BadInputError, match="a gaming day is like"):
        slip_objection(BETWEEN, PendingActs(inventory=counted({})), "person", what, by("fred"))
