"""Payments that a tax form names: the dated table, the register, the document, its signatures."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from harness import RIDE, Harness, works
from typer.testing import CliRunner

from fairdeal.cli import app
from fairdeal.errors import Forbidden, Refused, UnknownError
from fairdeal.floor.audit import verify
from fairdeal.floor.log.store import StoredEntry
from fairdeal.floor.people.office_acts import sign_payout
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import make_report
from fairdeal.office.report import Report
from fairdeal.office.report_pdf import report_pdf
from fairdeal.office.reports.payouts import payout_document
from fairdeal.office.scope import read_scope
from fairdeal.submission.tax_thresholds import TABLE_GAMES, needs_form, threshold_on
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR

NUMBER = "t1-1.1.bet-1"


def paid(house: Harness, stake: int, winnings: int, dealer: str = "auto") -> Book:
    """A book in which a bet of some dollars won: events as a log has them."""
    book = Book().read(house.floor.store)
    if dealer != "auto":
        book.tables["t1"].dealer = dealer
    number, by = 99, {"id": "dealer", "role": "dealer", "automatic": True}
    events: list[dict[str, Any]] = [
        {"event": "player-sat", "seat": 1, "player": "p1", "name": "ann"},
        {"event": "bought-in", "seat": 1, "amount": stake},
        {"event": "wager-placed", "seat": 1, "wager": "bet-1", "amount": stake},
        {"event": "deck-committed", "round": "t1-1"},
        {
            "event": "wager-paid",
            "seat": 1,
            "wager": "bet-1",
            "hand": "royal-flush",
            "amount": stake + winnings,
            "clause": "MD-LIR 12.A",
        },
        {"event": "round-ended"},
    ]
    document = {"entry": number, "time": book.time, "by": by, "events": events}
    stored = StoredEntry(book.leaves, "t1", number, 1, json.dumps(document), b"")
    book.apply([stored])
    return book


def fields_of(made: Report) -> dict[str, str]:
    """The fields of a document by name."""
    return {str(name): str(value) for name, value in made.rows}


def test_the_table_is_dated_and_says_its_source() -> None:
    """600 dollars until 2025, 2,000 from 2026 on; 300 to 1 all the while."""
    assert [(one.least_cents, one.least_odds) for one in TABLE_GAMES] == [
        (600_00, 300),
        (2_000_00, 300),
    ]
    assert [one.since for one in TABLE_GAMES] == sorted(one.since for one in TABLE_GAMES)
    assert all(one.source for one in TABLE_GAMES)
    assert threshold_on(date(2025, 12, 31)).least_cents == 600_00
    assert threshold_on(date(2026, 1, 1)).least_cents == 2_000_00


@pytest.mark.parametrize(
    ("stake", "winnings", "day", "due"),
    [
        (2, 600, date(2025, 6, 1), True),
        (2, 599, date(2025, 6, 1), False),
        (3, 899, date(2025, 6, 1), False),
        (2, 600, date(2026, 6, 1), False),
        (5, 2_000, date(2026, 6, 1), True),
        (7, 2_000, date(2026, 6, 1), False),
    ],
)
def test_both_amount_and_odds_make_a_form_due(
    stake: int, winnings: int, day: date, due: bool
) -> None:
    assert needs_form(stake * 100, winnings * 100, day) is due


@pytest.mark.clause("COMAR 36.05.03.23A", "COMAR 36.05.03.23E(6)")
def test_the_register_has_what_the_tax_table_names_and_nothing_else(house: Harness) -> None:
    book = paid(house, 5, 5_000)
    (row,) = make_report("payouts", book, read_scope(book)).rows
    assert (row[0], row[2], row[4], row[6], row[7]) == (NUMBER, "t1", "p1", 5_00, 5_000_00)
    small = paid(house, 5, 1_000)
    assert not make_report("payouts", small, read_scope(small)).rows


@pytest.mark.clause("COMAR 36.05.03.23C(1)", "COMAR 36.05.03.23C(2)", "COMAR 36.05.03.23E(5)(a)")
def test_amounts_decide_on_check_and_surveillance(house: Harness) -> None:
    for dollars, way, severity in (
        (24_999, "cash or check", "notice"),
        (25_000, "cash or check", "alarm"),
        (49_999, "cash or check", "alarm"),
        (50_000, "check", "alarm"),
    ):
        book = paid(house, 5, dollars)
        assert make_report("payouts", book, read_scope(book)).rows[0][8] == way
        told = [one.severity for one in book.significant.values() if one.kind == "payout"]
        assert told == [severity]


@pytest.mark.clause("COMAR 36.05.03.23E(4)(a)", "COMAR 36.05.03.23E(4)(b)")
@pytest.mark.clause("COMAR 36.05.03.23E(4)(c)", "COMAR 36.05.03.23E(4)(d)")
@pytest.mark.clause("COMAR 36.05.03.23E(4)(e)", "COMAR 36.05.03.23E(4)(f)")
@pytest.mark.clause("COMAR 36.05.03.23E(4)(g)", "COMAR 36.05.03.23E(1)", "COMAR 36.05.03.23E(8)(a)")
def test_the_document_has_seven_fields_and_three_signatures(house: Harness) -> None:
    people = house.staff()
    book = paid(house, 5, 5_000, dealer="dora")
    assert payout_document(book, NUMBER).open
    with pytest.raises(Refused, match="prepared first"):
        house.ask(lambda floor: sign_payout(floor, people["floor"], NUMBER, 5_000_00, "verified"))
    for who, line in (("dealer", "prepared"), ("floor", "verified"), ("operator", "paid")):
        house.ask(lambda floor: sign_payout(floor, people[who], NUMBER, 5_000_00, line))  # noqa: B023 - at once
    book.apply(list(house.floor.store.entries())[-3:])
    made = payout_document(book, NUMBER)
    fields = fields_of(made)
    assert fields["Table"] == "t1"
    assert fields["Winning hand"] == "bet-1: royal-flush"
    assert fields["Amount"] == "$5,000.00, cash or check"
    signed = [fields[f"{line} by"] for line in ("Prepared", "Verified", "Paid")]
    assert signed == ["dealer", "floor", "operator"]
    assert fields["Date and time (UTC)"]
    assert not made.open
    assert report_pdf(made).startswith(b"%PDF")
    with pytest.raises(Refused, match="signed already"):
        house.ask(lambda floor: sign_payout(floor, people["floor"], NUMBER, 5_000_00, "verified"))
    assert verify(house.real).valid


@pytest.mark.clause("COMAR 36.05.03.23E(2)", "COMAR 36.05.03.23E(3)")
def test_the_amount_decides_who_verifies_and_one_person_signs_one_line(house: Harness) -> None:
    people = house.staff()
    both = house.ask(lambda floor: works(floor, "fay", DEALER, FLOOR, OPERATOR))

    def signs(who: Any, payout: str, dollars: int, line: str) -> None:
        house.ask(lambda floor: sign_payout(floor, who, payout, dollars * 100, line))

    signs(both, "a", 49_999, "prepared")
    with pytest.raises(Refused, match="one person signs one line"):
        signs(both, "a", 49_999, "verified")
    signs(people["floor"], "a", 49_999, "verified")
    signs(people["dealer"], "b", 50_000, "prepared")
    with pytest.raises(Refused, match="as pit manager, verifies"):
        signs(people["floor"], "b", 50_000, "verified")
    signs(people["operator"], "b", 50_000, "verified")
    with pytest.raises(Forbidden, match="sign payout documents"):
        signs(house.guest("eve"), "b", 50_000, "paid")
    assert verify(house.real).valid


def test_the_automatic_pair_signs_at_automatic_tables(house: Harness) -> None:
    fields = fields_of(payout_document(paid(house, 5, 5_000), NUMBER))
    assert fields["Prepared by"] == "automatic dealer"
    assert fields["Verified by"] == "automatic floorperson"
    with pytest.raises(UnknownError, match="there is no payout"):
        payout_document(Book(), "nothing")


def test_check_says_which_lines_can_need_a_form(tmp_path: Path) -> None:
    """A royal flush of Let It Ride's paytable A pays 1,000 to 1: two dollars win 2,000."""
    path = tmp_path / "rules.toml"
    path.write_text(RIDE)
    done = CliRunner().invoke(
        app(["check"]), ["check", "--tax-forms", "2026-06-01", "--json", str(path)]
    )
    told = json.loads(done.output)
    assert (told["least"], told["odds"]) == (2000, 300)
    royal = [one for one in told["lines"] if one["wager"] == "bet-1"]
    assert [one["stake"] for one in royal] == [2]
