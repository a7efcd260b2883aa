"""Reports about acts of the floor: variances with their papers, and starts of the server."""

import json
from pathlib import Path

import pytest
from harness import RIDE, Harness, rules_of
from pit import Pit

from fairdeal import __version__
from fairdeal.errors import BadInputError
from fairdeal.floor.audit import verify
from fairdeal.floor.money.variances import notify_error, report_incident
from fairdeal.floor.startup import record_start
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import make_report
from fairdeal.office.report import Cell, Report
from fairdeal.office.scope import read_scope
from fairdeal.program import program_digest
from fairdeal.wire.log import read_opening

HOURS = 3600


def told(house: Harness, name: str) -> Report:
    """A report of the year, read from the log alone."""
    book = Book().read(house.floor.store)
    return make_report(name, book, read_scope(book, period="year"))


def cells(report: Report, at: int = 0) -> dict[str, Cell]:
    """A row of a report by the names of its columns; two columns of one name do not occur."""
    return {column.name: cell for column, cell in zip(report.columns, report.rows[at], strict=True)}


@pytest.mark.clause("COMAR 36.05.03.03F(3)(a)(ii)", "COMAR 36.05.03.03H")
def test_a_variance_is_listed_with_its_papers_until_it_is_settled(pit: Pit) -> None:
    """$101 short: a slip, and an incident report that is due within 24 hours."""
    short = {"500": 199, "100": 3, "25": 3, "5": 4, "1": 4}
    pit.count(pit.dora, short)
    pit.count(pit.fred, short)
    closed = int(pit.house.time)

    def row() -> dict[str, Cell]:
        return cells(told(pit.house, "error-notifications"))

    one = row()
    assert (one["table"], one["kind"], one["difference"]) == ("t1", "closing", -101_00)
    assert one["counted_by"] == "dealer, floor"
    assert str(one["game"]).startswith("Let It Ride")
    assert one["state"] == "error notification due"
    pit.house.ask(lambda floor: notify_error(floor, pit.fred, "t1", "a chip fell", resolved=False))
    one = row()
    assert (one["explanation"], one["notified_by"], one["resolved"]) == (
        "a chip fell",
        "floor",
        "no",
    )
    assert (one["incident_due"], one["state"]) == (closed + 24 * HOURS, "incident report due")
    pit.house.time += 25 * HOURS
    pit.house.guest("late")  # the time of the log is that of its last entry
    assert row()["state"] == "incident report late"
    pit.house.ask(lambda floor: report_incident(floor, pit.olga, "t1", "found under the tray"))
    one = row()
    assert (one["report"], one["reported_by"]) == ("found under the tray", "operator")
    assert one["state"] == "settled"
    kinds = [row[3] for row in told(pit.house, "significant-events").rows]
    assert [
        kind for kind in kinds if kind in ("variance", "error-notification", "incident-report")
    ] == [
        "variance",
        "error-notification",
        "incident-report",
    ]


def test_a_tray_counted_short_stands_beside_its_last_dealer(pit: Pit) -> None:
    pit.house.say(pit.dora, "t1", do="tap-in")
    short = {"500": 199, "100": 4}
    pit.count(pit.dora, short)
    pit.count(pit.fred, short)
    one = cells(told(pit.house, "dealers"))
    assert (one["dealer"], one["short"], one["over"]) == ("dealer", 100_00, 0)


def test_every_start_of_a_server_is_told(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    record_start(house.floor)
    house.reopen()
    record_start(house.floor)
    found = [
        row for row in told(house, "significant-events").rows if "server started" in str(row[5])
    ]
    assert [row[3] for row in found] == ["start", "restart"]
    assert found[0][8] == found[1][7] == found[1][8], "by the same program"
    assert verify(house.real).bad is None
    house.close()


def test_the_opening_of_a_table_names_the_program(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    (opening,) = house.floor.store.entries("t1", last=0)
    named = {"version": __version__, "digest": program_digest()}
    assert json.loads(opening.body)["program"] == named
    assert verify(house.real).bad is None
    house.close()
    without = json.loads(opening.body)
    del without["program"]
    assert read_opening(json.dumps(without)).program is None, "a log of an early version"
    for wrong in (5, {}, {"version": 2, "digest": "0"}):
        with pytest.raises(BadInputError):
            read_opening(json.dumps({**without, "program": wrong}))


def test_a_start_with_changed_files_is_an_alarm(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    for differing in (0, 2):
        record_start(house.floor, differing)
    found = list(Book().read(house.floor.store).significant.values())
    starts = [one for one in found if "server started" in one.words]
    assert [one.severity for one in starts] == ["notice", "alarm"]
    assert starts[1].words.endswith("2 of its files differ from the release")
    assert verify(house.real).bad is None
    house.close()
