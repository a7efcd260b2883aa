"""Significant events: failed sign-ins, payments by hand, and filters by kind and severity."""

from datetime import date
from pathlib import Path

import pytest
from harness import RIDE, Harness, rest, rules_of
from report_day import BEGIN

from fairdeal.errors import BadInputError
from fairdeal.floor.audit import verify
from fairdeal.floor.people.failed_sign_ins import MANY, SECONDS, FailedSignIns, note_failed_sign_in
from fairdeal.office.book.book import Book
from fairdeal.office.book.facts import Signature, Where
from fairdeal.office.book.handlers import HANDLERS
from fairdeal.office.book.table_fold import TableEntry
from fairdeal.office.catalogue import make_report
from fairdeal.office.scope import read_scope
from fairdeal.web.pages.office.glance import open_events


def test_failures_are_written_once_in_a_while() -> None:
    counter = FailedSignIns()
    assert [counter.add(n) for n in range(MANY)] == [0, 0, 0, 0, MANY]
    assert [counter.add(MANY) for _ in range(MANY)] == [0] * MANY
    assert counter.add(SECONDS + MANY - 1) == MANY + 1
    far = 10 * SECONDS
    assert [counter.add(far + n * SECONDS) for n in range(MANY)] == [0] * MANY


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """A floor with failed sign-ins, roles that were given, and a payment by hand."""
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    house.staff()
    for _ in range(MANY + 2):
        house.ask(note_failed_sign_in)
    assert verify(house.real).valid
    book = Book().read(house.floor.store)
    house.close()
    table = book.tables["t1"]
    events = [
        {"event": "player-sat", "seat": 1, "player": "p1", "name": "ann"},
        {"event": "paid-by-hand", "seat": 1, "amount": 25, "reason": "a chip fell"},
    ]
    entry = TableEntry(book.time, {"id": "flo", "role": "floor"}, events)
    table.apply(book.leaves, entry, HANDLERS)
    return book


def test_events_are_filtered_by_kind_and_severity(book: Book) -> None:
    def kinds(kind: str | None = None, severity: str | None = None) -> list[object]:
        scope = read_scope(book, kind=kind, severity=severity)
        return [row[3] for row in make_report("significant-events", book, scope).rows]

    assert kinds("sign-in") == kinds(severity="warning") == ["sign-in"]
    assert kinds("hand payment") == ["hand payment"]
    assert kinds("hand payment", "alarm") == []
    assert set(kinds()) == {"roles", "sign-in", "hand payment"}


def test_a_payment_by_hand_tells_its_amount(book: Book) -> None:
    (event,) = [one for one in book.significant.values() if one.kind == "hand payment"]
    assert event.after == "$25"
    assert event.words == "payment of $25 at seat 1: a chip fell"


def test_only_events_have_a_kind_and_a_severity(book: Book) -> None:
    with pytest.raises(BadInputError, match="only significant events"):
        make_report("statistical", book, read_scope(book, kind="void"))
    with pytest.raises(BadInputError, match="there is no severity"):
        read_scope(book, severity="grave")


def test_changes_of_limits_are_events_and_told_with_what_became_of_them(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    operator, ann = house.staff()["operator"], house.guest()

    def post(maximum: int) -> None:
        house.say(operator, "t1", do="post-limits", minimum=5, maximum=maximum)

    post(600)
    house.sit(ann)
    for maximum in (700, 800, 600, 900):
        post(maximum)
    house.time += 1_800
    rest(house, 0.5)
    book = Book().read(house.floor.store)
    house.close()
    found = [(one.was, one.to, one.state) for one in book.limit_changes]
    assert found == [
        ("$5 to $500", "$5 to $600", "in force"),
        ("$5 to $600", "$5 to $700", "replaced"),
        ("$5 to $600", "$5 to $800", "withdrawn"),
        ("$5 to $600", "$5 to $900", "in force"),
    ]
    rows = make_report("significant-events", book, read_scope(book, kind="limits")).rows
    after = ["$5 to $600", "$5 to $700", "$5 to $800", "$5 to $600", "$5 to $900", "$5 to $900"]
    assert [row[8] for row in rows] == after


def test_an_entry_keeps_the_most_severe_of_its_events() -> None:
    book, at = Book(), Where(7, BEGIN, date(2027, 1, 15), "day", "t1", "", "")
    for severity in ("notice", "alarm", "warning"):
        book.note(at, f"a {severity}", severity, severity, by=severity)
    (event,) = book.significant.values()
    assert (event.severity, event.kind, event.by) == ("alarm", "a alarm", "alarm")
    assert event.words == "notice; alarm; warning"


def test_the_first_page_lists_every_alarm_and_the_latest_warnings() -> None:
    book = Book()
    for leaf in range(40):
        at = Where(leaf, BEGIN + leaf, date(2027, 1, 15), "day", "t1", "", "")
        book.note(at, "x", ("notice", "warning", "alarm", "warning")[leaf % 4], f"event {leaf}")
    book.acknowledged[2] = Signature("fred", "fred", "floor", BEGIN)
    lines, more = open_events(book)
    alarms = [line.number for line in lines if line.severity == "alarm"]
    assert alarms == [38, 34, 30, 26, 22, 18, 14, 10, 6]
    assert [line.number for line in lines if line.severity == "warning"] == list(range(39, 24, -2))
    assert more == 20 - 8
