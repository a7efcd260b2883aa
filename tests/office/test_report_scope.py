"""What reports are of: days, shifts and longer periods, tables and dealers."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest
from report_day import added, book_of_a_day

from fairdeal.errors import BadInputError, UnknownError
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import REPORTS, make_report
from fairdeal.office.scope import PERIODS, read_scope


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return book_of_a_day(tmp_path_factory.mktemp("office"))


def test_the_closer_of_a_shift_is_the_opener_of_the_next(book: Book) -> None:
    scopes = [read_scope(book, day="2027-01-15", shift=one.name) for one in book.calendar.shifts]
    reports = [make_report("drop-and-win", book, scope) for scope in scopes]
    whole = make_report("drop-and-win", book, read_scope(book, day="2027-01-15"))
    for one, after in pairwise(reports):
        assert one.totals[-1][7] == after.totals[-1][3]
    assert whole.totals[-1][8] == sum(int(one.totals[-1][8] or 0) for one in reports)
    assert whole.rows == tuple(
        sorted(
            (row for one in reports for row in one.rows),
            key=lambda row: list(book.tables).index(str(row[0])),
        )
    )


def test_every_shift_adds_up_to_the_day(book: Book) -> None:
    scope = read_scope(book)
    whole = make_report("statistical", book, scope)
    shifts = [
        make_report("statistical", book, read_scope(book, shift=one.name))
        for one in book.calendar.shifts
    ]
    for at in (2, 4, 5):
        parts = sum(int(one.totals[-1][at] or 0) for one in shifts if one.totals)
        assert int(whole.totals[-1][at] or 0) == parts


#: The columns of each report that count what happened in a period; a report without one is a list.
ADDED_UP = {
    "drop-and-win": {"fills", "credits", "drop", "win", "variance"},
    "statistical": {"rounds", "handle", "win", "drop"},
    "wager-mix": {"bets", "handle", "win"},
    "meter-movement": {"fed", "funded", "paid", "moved", "won"},
    "jackpots": set(),
    "fills-and-credits": set(),
    "table-inventory": {"in", "out", "variance"},
    "error-notifications": set(),
    "forms": set(),
    "irregularities": set(),
    "corrections": set(),
    "cards-log": {"shuffles", "right", "wrong"},
    "dealers": {"rounds", "steps", "errors", "underpaid", "short", "over"},
    "players": {"bought", "hands", "handle", "result"},
    "payouts": set(),
    "electronic-totals": {"deposited", "won", "lost", "withdrawn"},
    "significant-events": set(),
}


@pytest.mark.parametrize("name", [one for one in REPORTS if one != "shift-summary"])
def test_shifts_are_parts_of_the_day_or_are_refused(book: Book, name: str) -> None:
    """Numbers that happen in a shift add up to those of the day; lists are cut into parts."""
    day = read_scope(book, day="2027-01-15")
    whole = make_report(name, book, day)
    shifts = [replace(day, shift=one.name) for one in book.calendar.shifts]
    parts = [make_report(name, book, one) for one in shifts]
    assert len({one.digest for one in (whole, *parts)}) == 1 + len(parts)
    for at, column in enumerate(whole.columns):
        if column.name in ADDED_UP[name]:
            assert added(whole, at) == sum(added(one, at) for one in parts), column.name
    if not ADDED_UP[name]:
        listed = [row for one in parts for row in one.rows]
        assert sorted(map(str, listed)) == sorted(map(str, whole.rows))


#: The reports of what has no line for each dealer.
OF_TABLES = (
    *("drop-and-win", "meter-movement", "cards-log", "players"),
    *("electronic-totals", "shift-summary", "table-inventory"),
)


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_of_one_dealer_or_refuses_to_be(book: Book, name: str) -> None:
    day = read_scope(book, period="year")
    nobody = replace(day, dealer="nobody at all")
    if name in OF_TABLES:
        with pytest.raises(BadInputError, match="ask for it without a dealer"):
            make_report(name, book, nobody)
    else:
        assert not make_report(name, book, nobody).rows


@pytest.mark.parametrize("name", ["drop-and-win", "meter-movement", "cards-log", "players"])
def test_one_shift_of_a_month_is_refused_where_begin_and_end_count(book: Book, name: str) -> None:
    scope = read_scope(book, period="month", shift="swing")
    with pytest.raises(BadInputError, match="is of all shifts"):
        make_report(name, book, scope)


def test_meters_go_on_from_shift_to_shift(book: Book) -> None:
    """A meter begins a shift with what the one before left, and shows it."""
    day = read_scope(book, day="2027-01-15")
    shifts = [replace(day, shift=one.name) for one in book.calendar.shifts]
    reports = [make_report("meter-movement", book, one) for one in shifts]
    for one, after in pairwise(reports):
        ends = {row[0]: row[7] for row in one.rows}
        assert [ends[row[0]] for row in after.rows] == [row[2] for row in after.rows]
    for one in reports:
        assert all(row[9] == 0 for row in one.rows)
    assert any(row[3] for one in reports for row in one.rows), "meters were fed"


def test_an_open_day_says_so_and_a_past_one_does_not(book: Book) -> None:
    assert make_report("statistical", book, read_scope(book)).open
    assert not make_report("statistical", book, read_scope(book, day="yesterday")).open


@pytest.mark.clause("COMAR 36.03.10.06A")
@pytest.mark.parametrize(
    ("last", "week", "month", "quarter", "year"),
    [
        ("2026-11-18", "2026-11-16", "2026-11-01", "2026-10-01", "2026-01-01"),
        ("2026-11-15", "2026-11-09", "2026-11-01", "2026-10-01", "2026-01-01"),
        ("2027-01-01", "2026-12-28", "2027-01-01", "2027-01-01", "2027-01-01"),
        ("2028-02-29", "2028-02-28", "2028-02-01", "2028-01-01", "2028-01-01"),
    ],
)
def test_each_period_begins_at_its_first_day(
    book: Book, last: str, week: str, month: str, quarter: str, year: str
) -> None:
    begins = {"week": week, "month": month, "quarter": quarter, "year": year}
    end, one = date.fromisoformat(last), timedelta(days=1)
    assert {"day", *begins} == PERIODS.keys()
    for period, first in {"day": last, **begins}.items():
        scope = read_scope(book, day=last, period=period)
        assert scope.first.isoformat() == first
        assert scope.has_day(scope.first, "day")
        assert scope.has_day(end, "day")
        assert not scope.has_day(scope.first - one, "day")
        assert not scope.has_day(end + one, "day")


def test_what_is_asked_for_must_exist(book: Book) -> None:
    with pytest.raises(UnknownError, match="there is no table"):
        read_scope(book, table="t99")
    with pytest.raises(BadInputError, match="no shift"):
        read_scope(book, shift="noon")
    with pytest.raises(BadInputError, match="a day is like"):
        read_scope(book, day="Friday")
    with pytest.raises(UnknownError, match="there is no report"):
        make_report("statistics", book, read_scope(book))
