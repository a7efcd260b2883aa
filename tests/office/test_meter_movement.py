"""Meter movement with meters that two people moved, paid out and corrected."""

from pathlib import Path

from harness import Harness, rules_of
from night import METERS

from fairdeal.floor.floor import Floor
from fairdeal.floor.tables.closing import close_table
from fairdeal.floor.tables.meter_acts import (
    ask_to_correct,
    ask_to_move,
    ask_to_pay_out,
    confirm_meter,
)
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import make_report
from fairdeal.office.scope import read_scope
from fairdeal.rulebook.money import UNITS_PER_CENT

DOLLAR = 100 * UNITS_PER_CENT


def test_what_two_people_did_with_meters_is_in_the_report(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(METERS), rules_of(METERS))
    staff = house.staff()
    boss, operator, ann = staff["floor"], staff["operator"], house.guest()

    def acts(floor: Floor) -> None:
        close_table(floor, boss, "t1")
        confirm_meter(
            floor, boss, "t1", ask_to_move(floor, operator, "t1", "t1.mega", "t2.mega", "closed")
        )
        asked = ask_to_pay_out(
            floor, operator, "t1", "t1.major", ann.id, 400_00, "stays", "a raffle"
        )
        confirm_meter(floor, boss, "t1", asked)
        shown, right = 250 * DOLLAR, 251 * DOLLAR
        asked = ask_to_correct(floor, operator, "t2", "t2.minor", shown, right, "display failed")
        confirm_meter(floor, boss, "t2", asked)

    house.ask(acts)
    book = Book().read(house.floor.store)
    report = make_report("meter-movement", book, read_scope(book, period="year"))
    moved = {str(row[0]): int(row[6] or 0) / DOLLAR for row in report.rows}
    assert moved == {
        "t1.mega": 10_000,
        "t1.major": 400,
        "t1.minor": 0,
        "t2.mega": -10_000,
        "t2.major": 0,
        "t2.minor": -1,
    }
    for row in report.rows:
        start, fed, funded, paid, gone, end, shown, difference = (int(n or 0) for n in row[2:10])
        assert start + fed + funded - paid - gone == end == shown
        assert end == house.floor.store.balances[f"meter:{row[0]}"]
        assert difference == 0
    told = [event.words for event in book.significant.values() if event.kind == "meter"]
    assert told == [
        "the meter t1.mega was moved to another meter: closed",
        "the meter t1.major was paid out: a raffle",
        "the meter t2.minor was corrected: display failed",
    ]
    house.close()
