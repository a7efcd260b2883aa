"""A result outside of its 95 % interval is investigated, and a note in the log closes it."""

from datetime import date

import pytest
from harness import Harness
from unlikely_day import unlikely

from fairdeal.errors import BadInputError, Forbidden
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.office_acts import close_investigation
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import make_report
from fairdeal.office.remarks import outside
from fairdeal.office.report import Report
from fairdeal.office.report_csv import report_csv
from fairdeal.office.scope import read_scope

DAY = date(2027, 1, 14)


def report(house: Harness, day: date = DAY) -> Report:
    book = Book().read(house.floor.store)
    unlikely(book, DAY)
    return make_report("statistical", book, read_scope(book, day=day.isoformat()))


def note(house: Harness, who: Person, words: str = "a new dealer paid wrongly") -> None:
    house.ask(lambda floor: close_investigation(floor, who, DAY.isoformat(), "t1", words))


@pytest.mark.clause("COMAR 36.05.03.25B(2)", "COMAR 36.05.03.25B(3)")
def test_a_note_closes_what_is_outside_of_its_interval(house: Harness) -> None:
    staff = house.staff()
    before = report(house)
    assert outside(before) == ["t1", "Let It Ride Poker, Maryland", "House"]
    assert before.remarks[0].startswith("t1 is outside of its 95 % interval: nobody has closed")
    note(house, staff["floor"])
    after = report(house)
    assert after.remarks[0].startswith("t1, investigated by floor (floor), 2027-01-15T08:00:00Z: a")
    assert after.remarks[1].startswith("Let It Ride Poker, Maryland is outside")
    assert after.digest == before.digest, "the figures are the same"
    assert "investigated by floor" in report_csv(after)
    assert after.document()["remarks"] == list(after.remarks)
    told = Book().read(house.floor.store).significant.values()
    assert "investigation" in {one.kind for one in told}


def test_a_note_says_something_and_is_of_those_who_see_reports(house: Harness) -> None:
    staff = house.staff()
    with pytest.raises(BadInputError, match="say what was found"):
        note(house, staff["floor"], "  ")
    with pytest.raises(Forbidden):
        note(house, staff["dealer"])


def test_a_result_inside_of_its_interval_has_no_remark(house: Harness) -> None:
    assert report(house, date(2027, 1, 13)).remarks == ()
