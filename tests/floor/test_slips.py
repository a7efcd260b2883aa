"""The slip of a fill or a credit: every line by another person, each at its own moment."""

from pathlib import Path

import pytest
from harness import RIDE, Harness, rules_of
from pit import Pit

from fairdeal.errors import Refused
from fairdeal.floor.audit import verify
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.chip_requests import fill_automatically, sign_slip
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import make_report
from fairdeal.office.report import Cell
from fairdeal.office.scope import read_scope
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, Actor


def sign(pit: Pit, who: Person, asked: str, line: str) -> None:
    pit.house.time += 60
    pit.house.ask(lambda floor: sign_slip(floor, who, "t1", asked, line))


def register(house: Harness) -> dict[str, Cell]:
    """The only line of the register."""
    book = Book().read(house.floor.store)
    report = make_report("fills-and-credits", book, read_scope(book))
    return {one.name: cell for one, cell in zip(report.columns, report.rows[0], strict=True)}


@pytest.mark.clause("COMAR 36.05.03.04N", "COMAR 36.05.03.04O", "COMAR 36.05.03.05O")
@pytest.mark.clause(
    "COMAR 36.05.03.04P(1)",
    "COMAR 36.05.03.04P(2)",
    "COMAR 36.05.03.04P(3)",
    "COMAR 36.05.03.04P(4)",
)
@pytest.mark.clause(
    "COMAR 36.05.03.05P(1)",
    "COMAR 36.05.03.05P(2)",
    "COMAR 36.05.03.05P(3)",
    "COMAR 36.05.03.05P(4)",
)
@pytest.mark.parametrize("fill", [True, False])
def test_five_people_sign_a_slip_at_their_own_moments(pit: Pit, *, fill: bool) -> None:
    bank, carrier, fay = (pit.works(name, FLOOR) for name in ("bea", "carl", "fay"))
    asked = pit.ask(pit.fred, fill=fill)
    started = int(pit.house.time)
    sign(pit, bank, asked, "chip bank")
    pit.house.reopen()
    sign(pit, carrier, asked, "carrier")
    sign(pit, pit.dora, asked, "dealer")
    assert register(pit.house)["floorperson"] == "", "not yet"
    pit.confirm(fay, asked)
    row = register(pit.house)
    assert (row["serial"], row["state"]) == (asked, "done")
    told = [str(row[name]) for name in ("chip_bank", "carrier", "dealer", "floorperson")]
    assert [one.split(", ")[0] for one in told] == ["bea", "carl", "dealer", "fay"]
    assert len({one.split(", ")[1] for one in told[:3]}) == 3, "each at its own moment"
    assert started < int(pit.house.time)


def test_one_person_never_signs_two_lines_under_any_role(pit: Pit) -> None:
    many = pit.works("many", DEALER, FLOOR, OPERATOR)
    asked = pit.ask(pit.fred)
    sign(pit, many, asked, "chip bank")
    for who, line in ((many, "carrier"), (many, "dealer"), (pit.fred, "carrier")):
        with pytest.raises(Refused, match="one person signs one line"):
            sign(pit, who, asked, line)
    with pytest.raises(Refused, match="one person signs one line"):
        pit.confirm(many, asked)
    with pytest.raises(Refused, match="signed already"):
        sign(pit, pit.olga, asked, "chip bank")
    with pytest.raises(Refused, match="a slip has the lines"):
        sign(pit, pit.olga, asked, "guard")
    dan = pit.works("dan", DEALER)
    sign(pit, dan, asked, "dealer")
    with pytest.raises(Refused, match="the floorperson confirms"):
        pit.confirm(pit.dora, asked)
    pit.confirm(pit.olga, asked)


def test_the_automatic_bank_stands_for_lines_that_nobody_signs(pit: Pit) -> None:
    """Programs that ask and confirm in two calls go on as before."""
    pit.confirm(pit.fred, pit.ask(pit.dora))
    row = register(pit.house)
    lines = [row[name] for name in ("chip_bank", "carrier", "dealer")]
    assert lines == ["automatic bank"] * 3
    assert str(row["floorperson"]).startswith("floor, ")


def test_the_automatic_pair_is_marked_so(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    house.ask(lambda floor: fill_automatically(floor, floor.table("t1"), 1_000_00))
    assert str(register(house)["floorperson"]).startswith("automatic pair, ")
    house.close()


@pytest.mark.clause(
    "COMAR 36.05.03.04H(3)", "COMAR 36.05.03.04S", "COMAR 36.05.03.05I(3)", "COMAR 36.05.03.05R"
)
def test_a_void_slip_stays_with_its_signatures(pit: Pit) -> None:
    asked = pit.ask(pit.fred)
    sign(pit, pit.olga, asked, "chip bank")
    pit.void(pit.fred, asked)
    row = register(pit.house)
    assert (row["state"], str(row["chip_bank"]).split(",")[0]) == ("void", "operator")
    assert row["carrier"] == row["floorperson"] == ""


@pytest.mark.clause("COMAR 36.05.03.04H(2)", "COMAR 36.05.03.05I(2)")
def test_serial_numbers_follow_the_order_of_the_requests(pit: Pit) -> None:
    serials = [pit.ask(pit.fred, fill=fill) for fill in (True, False, True, True, False)]
    numbers = [int(one.rpartition("-")[2]) for one in serials]
    assert numbers == sorted(set(numbers))
    book = Book().read(pit.house.floor.store)
    rows = make_report("fills-and-credits", book, read_scope(book)).rows
    assert [row[0] for row in rows] == serials, "each is in the register, in its order"


def test_the_audit_finds_a_line_that_one_person_signs_twice(tmp_path: Path) -> None:
    pit = Pit(tmp_path / "floor.db")
    asked = pit.ask(pit.fred)
    what = {"act": "sign-slip", "table": "t1", "request": asked, "line": "carrier"}
    fred = Actor(pit.fred.id, FLOOR, pit.fred.name)
    pit.house.ask(lambda floor: floor.record_act(what, fred))
    bad = verify(pit.house.real).bad
    assert bad is not None
    assert "one person signs one line" in bad.reason
    pit.house.close()
