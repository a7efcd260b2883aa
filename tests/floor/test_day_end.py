"""The end of the gaming day: open tables are dropped and counted, the others get a form."""

from pathlib import Path

import pytest
from harness import RIDE, Harness, rules_of
from pit import FULL, Pit

from fairdeal.errors import BadInputError, Forbidden, Refused
from fairdeal.floor.audit import verify
from fairdeal.floor.floor import Floor
from fairdeal.floor.gaming_day import read_calendar
from fairdeal.floor.house import set_house
from fairdeal.floor.money.ledger import drop_account
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.day_end import close_form, drop_due
from fairdeal.floor.tables.inventory_counts import count_inventory
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import make_report
from fairdeal.office.forms.catalogue import make_form
from fairdeal.office.report import Report
from fairdeal.office.scope import read_scope
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, Actor

#: The harness begins on 2027-01-15 at 08:00 UTC; the gaming day ends at 06:00.
DAY, END = "2027-01-15", 1_800_000_000 + 22 * 3600


def book(house: Harness) -> Book:
    return Book().read(house.floor.store)


def report(house: Harness, name: str = "drop-and-win", day: str = DAY) -> Report:
    known = book(house)
    return make_report(name, known, read_scope(known, day=day))


def tick(floor: Floor) -> None:
    """Nothing but what is due by itself."""
    del floor


def play(house: Harness, who: Person | None = None) -> None:
    who = who or house.guest()
    if not house.table().state.seats:
        house.sit(who)
    house.bet(who)
    house.play_out({1: who})


def count(pit: Pit, who: Person) -> object:
    return pit.house.ask(lambda floor: count_inventory(floor, who, "t1", "drop", FULL)).slip


def close(house: Harness, who: Person, day: str = DAY, table: str = "t1") -> None:
    house.ask(lambda floor: close_form(floor, who, table, day))


@pytest.mark.clause("COMAR 36.05.03.07A", "COMAR 36.05.03.07B")
def test_the_automatic_pair_drops_an_open_table_when_the_day_ends(house: Harness) -> None:
    play(house)
    bought = house.real.execute(
        "SELECT units FROM balances WHERE account = ?", [drop_account("t1")]
    )
    assert bought[0][0] > 0
    house.time = END - 1
    house.ask(tick)
    assert len(book(house).slips["t1"]) == 1, "the day is not over"
    house.time = END
    house.writer.run_batch([])
    house.writer.run_batch([])
    opening, drop = book(house).slips["t1"]
    assert (drop.of, drop.where.day.isoformat(), drop.where.shift) == ("drop", DAY, "grave")
    assert [one.automatic for one in drop.signed] == [True, True]
    assert house.floor.store.balances.get(drop_account("t1"), 0) == 0, "the drop is in the bank"
    made = report(house, "table-inventory")
    assert made.waits == ()
    assert made.totals[0][6] == sum(
        {"500": 500_00, "100": 100_00, "25": 25_00, "5": 5_00, "1": 1_00, "0.01": 1}[text] * n
        for text, n in drop.chips.items()
    ), "the closer of the day that has ended"
    assert opening.of == "opening"


def test_a_round_is_played_to_its_end_before_the_drop(house: Harness) -> None:
    ann = house.guest()
    house.sit(ann)
    house.bet(ann)
    house.time = END + 5
    house.ask(tick)
    assert len(book(house).slips["t1"]) == 1, "a round is being played"
    house.play_out({1: ann})
    house.writer.run_batch([])
    drop = book(house).slips["t1"][-1]
    assert (drop.of, drop.where.day.isoformat()) == ("drop", DAY)
    house.writer.run_batch([])
    assert len(book(house).slips["t1"]) == 2, "once a day"


def test_a_restart_finds_the_drop_that_is_due_once(house: Harness) -> None:
    play(house)
    house.time = END + 40 * 3600
    house.reopen()
    for _ in range(2):
        house.writer.run_batch([])
    assert [one.of for one in book(house).slips["t1"]] == ["opening", "drop"]


def test_the_hours_of_the_house_decide_when_the_day_ends(house: Harness) -> None:
    new = read_calendar("09:00", zone="UTC")
    house.ask(lambda floor: set_house(floor, new))
    house.time = END + 3600
    house.ask(tick)
    assert len(book(house).slips["t1"]) == 1, "the day goes on until nine"
    house.reopen()
    house.time = END + 3 * 3600
    for _ in range(2):
        house.writer.run_batch([])
    assert len(book(house).slips["t1"]) == 2


def test_practice_tables_are_not_dropped(tmp_path: Path) -> None:
    rules = rules_of(f"{RIDE}\n[floor]\npractice = true\n")
    house = Harness(str(tmp_path / "floor.db"), rules)
    house.time = END + 10
    house.ask(tick)
    assert len(book(house).slips["t1"]) == 1
    house.close()


@pytest.mark.clause("COMAR 36.05.03.07C", "COMAR 36.03.10.45C(2)")
def test_where_people_deal_two_of_them_count_and_the_day_is_open_until_then(pit: Pit) -> None:
    house = pit.house
    house.open_table(rules_of(RIDE))  # the house has a table that is dropped by itself
    dora, ann = pit.dora, pit.ann
    house.sit(ann)
    house.say(ann, "t1", do="buy-in", seat=1, amount=100)
    house.time = END + 10
    for _ in range(2):
        house.writer.run_batch([])
    live = house.table()
    due = drop_due(live, house.floor.time, house.floor.calendar)
    assert due is not None
    assert due.isoformat() == DAY
    assert len(book(house).slips["t1"]) == 1, "nobody stands in for people"
    waits = ("t1 was open over the end of the day and is not dropped and counted",)
    assert report(house).waits == report(house, "shift-summary").waits == waits
    tray = pit.tray
    chips = {"500": tray // 500_00, "100": tray % 500_00 // 100_00}
    for who in (dora, dora, pit.fred):
        pit.house.ask(lambda floor: count_inventory(floor, who, "t1", "drop", chips))  # noqa: B023 - at once
    slip = book(house).slips["t1"][-1]
    assert (slip.of, slip.where.day.isoformat(), slip.cents) == ("drop", DAY, 0)
    assert [one.name for one in slip.signed] == ["dealer", "floor"]
    assert drop_due(house.table(), house.floor.time, house.floor.calendar) is None
    assert report(house).waits == ()


def two_tables(tmp_path: Path) -> tuple[Harness, Person, Person]:
    """A table of the automatic dealer, which is dropped by itself, and one where people deal."""
    pit = Pit(tmp_path / "floor.db")
    pit.house.open_table(rules_of(RIDE))
    return pit.house, pit.fred, pit.dora


@pytest.mark.clause("COMAR 36.05.03.02D(1)", "COMAR 36.05.03.02D(3)(a)", "COMAR 36.05.03.02D(3)(b)")
@pytest.mark.clause("COMAR 36.05.03.02D(3)(c)", "COMAR 36.05.03.02D(3)(d)", "COMAR 36.03.10.45C(3)")
def test_a_table_without_gaming_gets_a_closed_table_form(tmp_path: Path) -> None:
    house, fred, dora = two_tables(tmp_path)
    house.time = END - 1
    with pytest.raises(Refused, match="when the gaming day is over"):
        close(house, fred)
    house.time = END
    for _ in range(2):
        house.writer.run_batch([])
    waits = report(house).waits
    assert waits == ("t1 was not open for gaming: its Closed Table form is not signed",)
    assert report(house).state.startswith("The day is still open")
    with pytest.raises(Forbidden):
        close(house, dora)
    for wrong in ("Friday", "9999-12-31", "0001-01-01"):
        with pytest.raises(BadInputError, match="a gaming day"):
            close(house, fred, wrong)
    with pytest.raises(Refused, match="no such table on that gaming day"):
        close(house, fred, "2027-01-14")
    close(house, fred)
    with pytest.raises(Refused, match="signed already"):
        close(house, fred)
    made = report(house)
    assert made.waits == ()
    assert made.remarks[0].startswith("t1 was not open for gaming: Closed Table form by floor")
    assert report(house, "table-inventory").remarks == made.remarks
    assert drop_due(house.table(), house.floor.time, house.floor.calendar) is None
    form = make_form(book(house), "closed-table", f"t1.{DAY}")
    told = dict(form.fields)
    assert (told["Gaming day"], told["Shift ended"], told["Table"]) == (DAY, "grave", "t1")
    assert told["Last opened for gaming"] == "never before this day"
    assert [(one.name, one.role) for one in form.lines] == [("floor", "floorperson")]
    assert form.lines[0].number == fred.id
    house.reopen()
    assert drop_due(house.table(), house.floor.time, house.floor.calendar) is None
    assert verify(house.real).valid
    house.close()


@pytest.mark.clause("COMAR 36.05.03.02D(1)")
def test_a_table_with_gaming_is_counted_and_takes_no_form(house: Harness) -> None:
    staff = house.staff()
    play(house)
    house.time = END + 60
    for _ in range(2):
        house.writer.run_batch([])
    with pytest.raises(Refused, match="was open for gaming on that day"):
        close(house, staff["floor"])
    house.time += 24 * 3600
    for _ in range(2):
        house.writer.run_batch([])
    close(house, staff["operator"], "2027-01-16")
    form = make_form(book(house), "closed-table", "t1.2027-01-16")
    assert dict(form.fields)["Last opened for gaming"] == DAY


def test_the_audit_finds_a_form_that_is_signed_twice(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    fred = house.staff()["floor"]
    what = {"act": "closed-table", "table": "t1", "day": DAY}
    for _ in range(2):
        house.ask(lambda floor: floor.record_act(what, Actor(fred.id, FLOOR, fred.name)))
    bad = verify(house.real).bad
    assert bad is not None
    assert "signed already" in bad.reason
    house.close()


@pytest.mark.parametrize("roles", [(DEALER, FLOOR), (FLOOR, OPERATOR), (DEALER, OPERATOR)])
def test_one_person_does_not_drop_a_table_alone_under_two_roles(
    pit: Pit, roles: tuple[object, ...]
) -> None:
    pit.house.time = END + 10
    many = pit.works("many", *roles)  # type: ignore[arg-type]
    for _ in range(2):
        assert count(pit, many) is None


def test_a_table_that_has_closed_gets_no_form(pit: Pit) -> None:
    for who in (pit.dora, pit.fred):
        pit.count(who, FULL)
    pit.house.time = END + 60
    with pytest.raises(Refused, match="t1 is closed"):
        close(pit.house, pit.fred)
