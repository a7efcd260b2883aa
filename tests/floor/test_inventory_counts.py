"""Counts of open tables by two people: the opener, and the drop without closing."""

from pathlib import Path
from typing import Any

import pytest
from harness import RIDE, Harness, rules_of
from pit import FULL, Pit

from fairdeal.errors import BadInputError, Forbidden, Refused
from fairdeal.floor.audit import verify
from fairdeal.floor.money.ledger import drop_account
from fairdeal.floor.money.variances import notify_error
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.inventory_counts import InventoryResult, count_inventory
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import make_report
from fairdeal.office.report import Cell, Report
from fairdeal.office.scope import read_scope
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, Actor

SHORT = {"500": 199, "100": 4}  # $100 less than a table opens with


def count(pit: Pit, who: Person, chips: Any = FULL, of: str = "opening") -> InventoryResult:
    return pit.house.ask(lambda floor: count_inventory(floor, who, "t1", of, chips))


def inventory(house: Harness) -> Report:
    book = Book().read(house.floor.store)
    return make_report("table-inventory", book, read_scope(book))


def total(report: Report) -> dict[str, Cell]:
    """The line of the only table."""
    return dict(zip([one.title for one in report.columns], report.totals[0], strict=True))


@pytest.mark.clause("COMAR 36.05.03.03C", "COMAR 36.05.03.03D")
def test_the_opener_is_counted_by_two_people_who_see_no_count(pit: Pit) -> None:
    assert count(pit, pit.dora).slip is None
    assert count(pit, pit.dora).slip is None, "the same person has counted twice"
    pit.house.reopen()
    assert count(pit, pit.fred, SHORT).differs
    assert count(pit, pit.dora, FULL).differs, "nobody is told who is right"
    slip = count(pit, pit.fred, FULL).slip
    assert slip is not None
    assert (slip["total"], slip["difference"]) == (100_000, 0)
    with pytest.raises(Refused, match="the opener is counted once"):
        count(pit, pit.olga)


@pytest.mark.parametrize("roles", [(DEALER, FLOOR), (FLOOR, OPERATOR)])
def test_one_person_is_never_both_counters(pit: Pit, roles: tuple[Any, ...]) -> None:
    many = pit.works("many", *roles)
    for _ in range(2):
        assert count(pit, many).slip is None


def test_two_dealers_do_not_count_alone(pit: Pit) -> None:
    dan = pit.works("dan", DEALER)
    count(pit, pit.dora)
    with pytest.raises(Refused, match="floorperson or the operator"):
        count(pit, dan)
    with pytest.raises(Forbidden):
        count(pit, pit.ann)
    with pytest.raises(BadInputError):
        count(pit, pit.fred, {"7": 1})
    with pytest.raises(Refused, match="opening"):
        count(pit, pit.fred, FULL, "lunch")


@pytest.mark.clause("COMAR 36.05.03.03F(1)", "COMAR 36.05.03.03F(3)(a)(iv)")
def test_a_short_opener_needs_an_error_notification_before_the_next_count(pit: Pit) -> None:
    count(pit, pit.dora, SHORT)
    slip = count(pit, pit.fred, SHORT).slip
    assert slip is not None
    assert slip["difference"] == -100
    assert pit.tray == 99_900_00, "the ledger goes by what was counted"
    for again in (lambda: count(pit, pit.dora, SHORT, "drop"), lambda: pit.count(pit.dora, SHORT)):
        with pytest.raises(Refused, match="the paper about inventory-"):
            again()
    pit.house.ask(lambda floor: notify_error(floor, pit.fred, "t1", "a chip fell", resolved=True))
    book = Book().read(pit.house.floor.store)
    (row,) = make_report("error-notifications", book, read_scope(book)).rows
    assert (row[4], row[5], row[-1]) == ("opening", -100_00, "settled")
    pit.count(pit.dora, SHORT)
    closed = pit.count(pit.fred, SHORT).closed
    assert closed["reconciled"], "a counted variance is no imbalance"
    assert closed["counted"]["difference"] == 0


@pytest.mark.clause("COMAR 36.05.03.07A", "COMAR 36.05.03.07B", "COMAR 36.05.03.07C")
def test_a_drop_is_counted_without_closing_and_goes_to_the_bank(tmp_path: Path) -> None:
    """The automatic pair counts at a table of the automatic dealer, and is marked."""
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    staff, ann = house.staff(), house.guest()
    house.sit(ann)
    house.bet(ann)
    house.play_out({1: ann})
    held = house.floor.store.balances[drop_account("t1")]
    assert held > 0
    fred = staff["floor"]
    with pytest.raises(Refused, match="the automatic dealer deals here"):
        house.ask(lambda floor: count_inventory(floor, fred, "t1", "drop", FULL))
    with pytest.raises(Refused, match="before the first round"):
        house.ask(lambda floor: count_inventory(floor, fred, "t1", "opening"))
    tray = house.floor.tray("t1") // UNITS_PER_CENT
    slip = house.ask(lambda floor: count_inventory(floor, fred, "t1", "drop")).slip
    assert slip is not None
    assert slip["total"] * 100 == tray
    assert house.floor.store.balances[drop_account("t1")] == 0
    assert not house.table().closed
    house.bet(ann)
    house.play_out({1: ann})
    line = total(inventory(house))
    assert (line["Opener"], line["Closer"], line["Variance"]) == (100_000_00, tray, 0)
    house.audit()
    house.close()


@pytest.mark.clause("COMAR 36.05.03.02F(1)", "COMAR 36.05.03.02F(2)", "COMAR 36.05.03.02F(3)")
@pytest.mark.clause("COMAR 36.05.03.02F(4)", "COMAR 36.05.03.02F(5)")
def test_the_report_has_the_slips_by_denomination(pit: Pit) -> None:
    """$100,000 opens, $500 come, $200 go: $100,300 are counted at the drop."""
    for who in (pit.dora, pit.fred):
        count(pit, who)
    pit.confirm(pit.fred, pit.ask(pit.dora, 500_00, chips={"100": 5}))
    pit.confirm(pit.olga, pit.ask(pit.fred, 200_00, fill=False, chips={"100": 2}))
    left = {"500": 200, "100": 2, "25": 4}
    for who in (pit.dora, pit.fred):
        count(pit, who, left, "drop")
    report = inventory(pit.house)
    assert report.scope.startswith("Gaming day 15 January 2027")
    assert report.totals[0][0] == "t1"
    assert str(report.totals[0][1]).startswith("Let It Ride")
    assert [row[2:7] for row in report.rows] == [
        ("$500", 100_000_00, 0, 0, 100_000_00),
        ("$100", 0, 500_00, 200_00, 200_00),
        ("$25", 0, 0, 0, 100_00),
    ]
    assert report.totals[0][2:8] == ("all", 100_000_00, 500_00, 200_00, 100_300_00, 0)
    assert report.totals[0][9] == report.totals[0][11] == "dealer, floor"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"of": "drop"}, "nobody has counted the table for it"),
        ({"counted": {}}, "it was counted otherwise"),
    ],
)
def test_the_audit_finds_a_slip_that_is_not_right(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    pit = Pit(tmp_path / "floor.db")
    count(pit, pit.dora)
    number = pit.house.table().pending.inventory
    assert number is not None
    told = {"count": number.id, "chips": FULL, "total": 100_000, "difference": 0}
    what = {"act": "inventory-slip", "table": "t1", "of": "opening", "counted": told, **change}
    fred = Actor(pit.fred.id, FLOOR, pit.fred.name)
    if change.get("counted") == {}:
        what["counted"] = {**told, "total": 5}
    pit.house.ask(lambda floor: floor.record_act(what, fred))
    bad = verify(pit.house.real).bad
    assert bad is not None
    assert words in bad.reason
    pit.house.close()
