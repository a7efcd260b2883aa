"""Forms of the back office: fields, signatures at their own moments, and the paper of each."""

import json
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from harness import Harness
from pit import FULL, Pit
from test_payouts import NUMBER, paid
from typer.testing import CliRunner

from fairdeal.cli import app
from fairdeal.errors import UnknownError
from fairdeal.floor.money.ledger import inventory_account
from fairdeal.floor.money.variances import notify_error, report_incident
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.office_acts import sign_payout
from fairdeal.floor.tables.chip_requests import sign_slip
from fairdeal.floor.tables.inventory_counts import count_inventory
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import make_report
from fairdeal.office.form_pdf import form_pdf
from fairdeal.office.forms.catalogue import FORMS, make_form
from fairdeal.office.forms.form import OfficeForm
from fairdeal.office.scope import read_scope
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table.actors import FLOOR


def form(house: Harness, name: str, number: str) -> OfficeForm:
    """A form, made from the log alone."""
    return make_form(Book().read(house.floor.store), name, number)


def fields(made: OfficeForm) -> dict[str, str]:
    return dict(made.fields)


def signed(made: OfficeForm) -> dict[str, str]:
    """Who has signed which line."""
    return {line.title: line.name for line in made.lines}


def text_of(made: OfficeForm, folder: Path) -> str:
    """The text of the paper as whoever reads it sees it."""
    path = folder / "form.pdf"
    path.write_bytes(form_pdf(made))
    done = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True)
    return re.sub(r"\s+", " ", done.stdout.decode())


def count(pit: Pit, who: Person, chips: object, of: str = "opening") -> str:
    return pit.house.ask(lambda floor: count_inventory(floor, who, "t1", of, chips)).asked


@pytest.mark.clause("COMAR 36.05.03.02F", "COMAR 36.05.03.07C")
def test_a_table_inventory_slip_has_its_denominations_and_two_signatures(
    pit: Pit, tmp_path: Path
) -> None:
    number = count(pit, pit.fred, FULL, "drop")
    pit.house.time += 90
    count(pit, pit.dora, FULL, "drop")
    made = form(pit.house, "table-inventory-slip", number)
    told = fields(made)
    assert told["Count"] == "Drop of an open table"
    assert (told["Table"], told["Shift"]) == ("t1", "day")
    assert told["Gaming day"] == datetime.fromtimestamp(pit.house.time, UTC).date().isoformat()
    assert made.amounts == (("500", 200, 100_000_00),)
    counted, watched = made.lines
    assert (counted.title, counted.name) == ("Dealer who counted", "dealer")
    assert (watched.title, watched.name) == ("Floorperson who watched the count", "floor")
    assert counted.time is not None
    assert watched.time is not None
    assert counted.time - watched.time == 90, "each at its own moment, whoever was first"
    paper = text_of(made, tmp_path)
    for words in (number, "$500", "$100,000.00", "Page 1 of 1", made.digest, "dealer", "floor"):
        assert words in paper


@pytest.mark.clause("COMAR 36.05.03.02A")
def test_a_table_opens_with_its_inventory_on_a_slip(pit: Pit) -> None:
    held = pit.house.floor.store.balances
    (opened,) = Book().read(pit.house.floor.store).slips["t1"]
    made = form(pit.house, "table-inventory-slip", opened.name)
    assert fields(made)["Count"] == "Opener"
    total = sum(cents for *_, cents in made.amounts)
    assert total * UNITS_PER_CENT == held[inventory_account("t1")] > 0
    assert [(line.title, line.name) for line in made.lines] == [("House", "automatic bank")]


@pytest.mark.clause("COMAR 36.05.03.03F(2)", "COMAR 36.05.03.03F(4)", "COMAR 36.05.03.03F(3)(b)")
@pytest.mark.clause("COMAR 36.05.03.03F(3)(d)")
def test_a_short_opener_makes_a_correct_and_an_incorrect_copy(pit: Pit, tmp_path: Path) -> None:
    short = {"500": 199, "100": 3, "25": 4}
    number = count(pit, pit.dora, short)
    count(pit, pit.fred, short)
    first = Book().read(pit.house.floor.store).slips["t1"][0].name
    assert form(pit.house, "table-inventory-slip", first).mark == "Incorrect Copy"
    made = form(pit.house, "table-inventory-slip", number)
    assert made.mark == "Correct Copy"
    assert [line.name for line in made.lines] == ["dealer", "floor"]
    assert fields(made)["Differs from the log"] == "-$100.00"
    assert "CORRECT COPY" in text_of(made, tmp_path)


@pytest.mark.clause("COMAR 36.05.03.03F(3)(a)(i)", "COMAR 36.05.03.03F(3)(a)(iii)")
def test_an_error_notification_and_its_incident_are_papers(pit: Pit, tmp_path: Path) -> None:
    short = {"500": 199, "100": 3}
    number = count(pit, pit.dora, short)
    count(pit, pit.fred, short)
    made = form(pit.house, "error-notification", number)
    assert made.waits_for == ("Floorperson",)
    with pytest.raises(UnknownError, match="nobody has reported"):
        form(pit.house, "incident-report", number)
    pit.house.ask(lambda floor: notify_error(floor, pit.fred, "t1", "a chip fell", resolved=False))
    made = form(pit.house, "error-notification", number)
    assert signed(made) == {"Floorperson": "floor"}
    assert (fields(made)["Difference from the log"], fields(made)["Resolved"]) == ("-$200.00", "no")
    pit.house.ask(lambda floor: report_incident(floor, pit.olga, "t1", "it lay under the shoe"))
    made = form(pit.house, "incident-report", number)
    assert signed(made) == {"Investigated by": "operator"}
    assert "it lay under the shoe" in text_of(made, tmp_path)


@pytest.mark.clause(
    "COMAR 36.05.03.04C(1)",
    "COMAR 36.05.03.04F(2)",
    "COMAR 36.05.03.04G",
    "COMAR 36.05.03.04H(1)",
    "COMAR 36.05.03.04L",
)
@pytest.mark.clause(
    "COMAR 36.05.03.04K(1)",
    "COMAR 36.05.03.04K(2)",
    "COMAR 36.05.03.04K(3)",
    "COMAR 36.05.03.04K(4)",
    "COMAR 36.05.03.04K(5)",
    "COMAR 36.05.03.04K(6)",
)
@pytest.mark.clause(
    "COMAR 36.05.03.05C(1)",
    "COMAR 36.05.03.05G(2)",
    "COMAR 36.05.03.05H",
    "COMAR 36.05.03.05I(1)",
    "COMAR 36.05.03.05M",
)
@pytest.mark.clause(
    "COMAR 36.05.03.05L(1)",
    "COMAR 36.05.03.05L(2)",
    "COMAR 36.05.03.05L(3)",
    "COMAR 36.05.03.05L(4)",
    "COMAR 36.05.03.05L(5)",
    "COMAR 36.05.03.05L(6)",
)
@pytest.mark.parametrize("kind", ["fill", "credit"])
def test_a_slip_has_its_serial_number_and_each_signature(
    pit: Pit, tmp_path: Path, kind: str
) -> None:
    bank, carrier, fay = (pit.works(name, FLOOR) for name in ("bea", "carl", "fay"))
    asked = pit.ask(pit.fred, 525_00, fill=kind == "fill")
    request = form(pit.house, f"{kind}-request", asked)
    assert signed(request) == {"Requested by": "floor"}
    assert request.amounts == (("500", 1, 500_00), ("25", 1, 25_00))
    slip = form(pit.house, kind, asked)
    assert len(slip.waits_for) == 4
    prepared = datetime.fromtimestamp(pit.house.time, UTC)
    for made in (request, slip):
        told = fields(made)
        assert (told["Serial number"], told["Table"], told["Shift"]) == (asked, "t1", "day")
        assert told["Gaming day"] == prepared.date().isoformat()
        assert told["Time (UTC)"] == f"{prepared:%Y-%m-%d %H:%M:%S}"
        assert told["Amount"] == "$525.00"
    for who, line in ((bank, "chip bank"), (carrier, "carrier"), (pit.dora, "dealer")):
        pit.house.ask(lambda floor: sign_slip(floor, who, "t1", asked, line))  # noqa: B023 - at once
        pit.house.time += 60
    pit.confirm(fay, asked)
    slip = form(pit.house, kind, asked)
    by = signed(slip)
    names = [by[one] for one in ("Chip bank", "Carrier", "Dealer at the table")]
    assert names == ["bea", "carl", "dealer"]
    assert by["Floorperson at the table"] == "fay"
    assert len({line.time for line in slip.lines}) == 4, "each at its own moment"
    paper = text_of(slip, tmp_path)
    for words in (asked, "Serial number", "$525.00", "bea", "carl", "fay"):
        assert words.lower() in paper.lower()


@pytest.mark.clause("COMAR 36.05.03.04H(4)", "COMAR 36.05.03.05I(4)")
def test_a_void_slip_is_marked_with_its_reason_and_who_voided_it(pit: Pit, tmp_path: Path) -> None:
    asked = pit.ask(pit.fred)
    pit.void(pit.fred, asked)
    slip = form(pit.house, "fill", asked)
    assert (slip.mark, slip.waits_for) == ("Void", ())
    assert (fields(slip)["Reason"], fields(slip)["Void because"]) == ("low", "not needed")
    assert signed(slip)["Voided by"] == "floor"
    assert "VOID" in text_of(slip, tmp_path)


def test_a_payout_is_a_form_with_seven_fields(pit: Pit, tmp_path: Path) -> None:
    book = paid(pit.house, 5, 5_000, dealer="dora")
    for who, line in ((pit.dora, "prepared"), (pit.fred, "verified"), (pit.olga, "paid")):
        pit.house.ask(lambda floor: sign_payout(floor, who, NUMBER, 5_000_00, line))  # noqa: B023 - at once
    book.apply(list(pit.house.floor.store.entries())[-3:])
    made = make_form(book, "payout", NUMBER)
    assert [line.name for line in made.lines] == ["dealer", "floor", "operator"]
    assert not made.waits_for
    paper = text_of(made, tmp_path)
    for words in (NUMBER, "t1", "$5,000.00", "royal-flush, bet-1", "Page 1 of 1", "p1"):
        assert words in paper


def test_the_register_has_every_form_and_says_what_is_not_signed(pit: Pit) -> None:
    asked = pit.ask(pit.fred)
    count(pit, pit.dora, FULL)
    count(pit, pit.fred, FULL)
    book = Book().read(pit.house.floor.store)
    report = make_report("forms", book, read_scope(book))
    rows = {(row[1], row[0]): row for row in report.rows}
    every = {(name, number) for name, kind in FORMS.items() for number, _ in kind.every(book)}
    assert rows.keys() == every
    slip = rows["fill", asked]
    assert slip[4] == "open"
    assert str(slip[5]).count(",") == 3
    assert rows["fill-request", asked][4] == "signed"


def test_the_same_form_gives_the_same_bytes_and_another_one_another_digest(pit: Pit) -> None:
    asked = pit.ask(pit.fred)
    one, again = (form(pit.house, "fill", asked) for _ in range(2))
    assert form_pdf(one) == form_pdf(again)
    assert one.digest == again.digest
    pit.void(pit.fred, asked)
    assert form(pit.house, "fill", asked).digest != one.digest


def test_the_command_line_gives_a_form(pit: Pit, tmp_path: Path) -> None:
    asked = pit.ask(pit.fred)
    url, run = str(tmp_path / "floor.db"), CliRunner().invoke
    command = ["report", "fill", "--number", asked, "--db", url]
    told = json.loads(run(app(["report"]), command).output)
    assert (told["id"], told["open"], told["total"]) == (asked, True, 500)
    target = tmp_path / "fill.pdf"
    assert run(app(["report"]), [*command, "-o", str(target)]).exit_code == 0
    assert target.read_bytes().startswith(b"%PDF")
    for wrong in (["fill", "--number", "fill-99"], ["fil", "--number", asked]):
        assert run(app(["report"]), ["report", *wrong, "--db", url]).exit_code == 1


@pytest.mark.clause("COMAR 36.05.03.21C")
def test_a_change_of_limits_says_from_to_and_when(pit: Pit, tmp_path: Path) -> None:
    pit.house.sit(pit.ann)
    pit.house.say(pit.olga, "t1", do="post-limits", minimum=5, maximum=300)
    posted = int(pit.house.time)
    ((number, _),) = FORMS["limits"].every(Book().read(pit.house.floor.store))
    made = form(pit.house, "limits", number)
    told = fields(made)
    assert (told["From"], told["To"]) == ("$5 to $500", "$5 to $300")
    times = [
        datetime.fromtimestamp(one, UTC).strftime("%Y-%m-%d %H:%M:%S")
        for one in (posted, posted + 1_800)
    ]
    assert [told["Posted at (UTC)"], told["In force from (UTC)"]] == times
    assert told["What became of it"] == "posted"
    assert signed(made) == {"Operator": "operator"}
    assert "$5 to $300" in text_of(made, tmp_path)
