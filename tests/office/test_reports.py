"""Reports of a simulated day, held against the ledger and against a clerk with other code."""

import csv
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "floor"))
sys.path.insert(0, str(Path(__file__).parent))

from clerk import Clerk
from harness import Harness, move_chips, rules_of
from typer.testing import CliRunner

from fairdeal.cli import app
from fairdeal.errors import BadInputError, UnknownError
from fairdeal.floor.floor import Floor, FloorSettings
from fairdeal.floor.money.table_results import TableResults
from fairdeal.floor.startup import sample_texts
from fairdeal.office.book.book import Book
from fairdeal.office.book.facts import Signature, Where
from fairdeal.office.catalogue import REPORTS, make_report
from fairdeal.office.expectation import Expectation, probability
from fairdeal.office.report import Column, Kind, Report, rounded
from fairdeal.office.report_csv import report_csv
from fairdeal.office.report_pdf import report_pdf
from fairdeal.office.reports.statistical import is_outside
from fairdeal.office.scope import PERIODS, read_scope
from fairdeal.program import program_digest
from fairdeal.rulebook.money import UNITS
from fairdeal.web.pages.office.glance import chance_words, open_events

#: 20 tables of the four games that the product ships, each with bots.
RULES = [rules_of(text) for text in sample_texts().values()][:4]
TABLES = 20
BEGIN = 1_800_000_000  # 2027-01-15, eight in the morning UTC
#: The floor steps through the day once in so many seconds.
STEP = 1_500


def deal(floor: Floor) -> None:
    """Take the steps that are due at every table."""
    for live in floor.tables.values():
        floor.automatic_dealer.run_due_steps(live)


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    """A gaming day of three shifts: a fill, a credit, a restart, rounds still played."""
    path = tmp_path_factory.mktemp("office") / "floor.db"
    rules = [RULES[number % len(RULES)] for number in range(TABLES)]
    secrets = (f"{number:064x}" for number in range(10**6))
    house = Harness(
        str(path),
        *rules,
        settings=FloorSettings(pace=1, clock=0, bots=True),
        secret=lambda _: next(secrets),
        time=BEGIN,
    )
    staff = house.staff()
    people = (staff["floor"], staff["operator"])
    for step in range(56):
        house.time += STEP
        for _ in range(4):
            house.time += 7
            house.ask(deal)
        if step == 10:
            house.ask(lambda floor: move_chips(floor, people, "t2", 500_00, "low", fill=True))
        if step == 30:
            house.ask(lambda floor: move_chips(floor, people, "t3", 200_00, "high", fill=False))
            house.reopen()
    yield house
    house.close()


def lines(house: Harness) -> list[tuple[str, str]]:
    rows = house.real.execute("SELECT tbl, body FROM entries ORDER BY leaf")
    return [(row[0], row[1]) for row in rows]


@pytest.fixture(scope="module")
def book(day: Harness) -> Book:
    return Book().read(day.floor.store)


def year(book: Book, name: str) -> Report:
    return make_report(name, book, read_scope(book, period="year"))


def test_the_statistical_report_agrees_with_the_clerk(day: Harness, book: Book) -> None:
    clerk = Clerk(lines(day))
    report = year(book, "statistical")
    rows = {row[0]: row for row in report.rows}
    assert len(rows) > TABLES // 2
    for table, row in rows.items():
        assert row[2] == clerk.rounds[str(table)]
        assert Decimal(int(row[4] or 0)) / 100 == clerk.handle[str(table)]
    assert report.totals[-1][4] == sum(int(row[4] or 0) for row in report.rows)


def test_every_tray_agrees_with_the_clerk_and_with_the_ledger(day: Harness, book: Book) -> None:
    """Where no round is being played, the sums are the ledger's to the unit."""
    clerk = Clerk(lines(day))
    idle = 0
    for table, fold in book.tables.items():
        if any(hand.stakes for hand in fold.hands.values()):
            continue
        idle += 1
        units = sum(sums.tray_units for slot, sums in book.slots.items() if slot.table == table)
        assert Decimal(units) / UNITS == clerk.tray[table]
        rows = day.real.execute(
            "SELECT credit = ?, sum(units) FROM transfers WHERE (debit = ? OR credit = ?) AND what "
            "NOT IN ('opening', 'fill', 'credit', 'closing', 'variance', 'buy-in') GROUP BY 1",
            [f"inventory:{table}"] * 3,
        )
        assert units == sum(int(moved) * (1 if comes else -1) for comes, moved in rows)
    assert idle


def test_meters_are_what_the_ledger_has(day: Harness, book: Book) -> None:
    report = year(book, "meter-movement")
    assert report.rows
    for row in report.rows:
        (held,) = day.real.execute(
            "SELECT units FROM balances WHERE account = ?", [f"meter:{row[0]}"]
        )
        start, fed, funded, paid, moved, end, shown, difference = (int(n or 0) for n in row[2:10])
        assert start + fed + funded - paid - moved == end == shown == held[0]
        assert difference == 0


def test_fills_and_credits_are_in_the_register(book: Book) -> None:
    report = year(book, "fills-and-credits")
    asked = [row for row in report.rows if row[7] in ("low", "high")]
    assert [(row[2], row[3], row[5], row[6]) for row in asked] == [
        ("t2", "fill", 500_00, "done"),
        ("t3", "credit", 200_00, "done"),
    ]
    assert {row[8] for row in asked} == {"floor"}
    assert {row[9] for row in asked} == {"operator"}


@pytest.mark.clause("COMAR 36.05.03.15C")
@pytest.mark.clause("COMAR 36.05.03.15D")
@pytest.mark.clause("COMAR 36.05.03.15D(1)")
@pytest.mark.clause("COMAR 36.05.03.15D(2)")
@pytest.mark.clause("COMAR 36.05.03.15D(3)")
@pytest.mark.clause("COMAR 36.05.03.15D(4)")
@pytest.mark.clause("COMAR 36.05.03.15D(5)")
def test_drop_and_win_are_the_ledgers(day: Harness, book: Book) -> None:
    """The ledger's sums are made by other code, from the transfers and not from the events."""
    results = TableResults().read(day.floor.store)
    report = year(book, "drop-and-win")
    assert len(report.rows) == TABLES
    compared = 0
    for row in report.rows:
        fold, money = book.tables[str(row[0])], results[str(row[0])]
        assert row[2] == "all"
        opener, fills, credits_, drop, closer, win = (int(one or 0) for one in row[3:9])
        assert win == closer - opener + (credits_ + drop - fills) * 10_000
        assert (opener // 10_000, fills) == (money.opening, money.fills)
        assert (credits_, drop) == (money.credits, money.drop)
        if not any(hand.stakes for hand in fold.hands.values()):
            compared += 1
            assert (closer // 10_000, win // 10_000) == (money.inventory, money.win)
    assert compared
    assert any(row[6] for row in report.rows)
    for at in range(3, 9):  # the house is the sum over its tables
        assert report.totals[-1][at] == sum(int(row[at] or 0) for row in report.rows)


@pytest.mark.clause("COMAR 36.05.03.25A(1)")
@pytest.mark.clause("COMAR 36.05.03.25A(2)")
@pytest.mark.clause("COMAR 36.05.03.25A(3)")
@pytest.mark.clause("COMAR 36.05.03.25B(1)")
def test_a_month_has_drop_win_and_hold_of_every_table(day: Harness, book: Book) -> None:
    results = TableResults().read(day.floor.store)
    report = make_report("statistical", book, read_scope(book, period="month"))
    names = [column.name for column in report.columns]
    for row in report.rows:
        cells = dict(zip(names, row, strict=True))
        assert cells["drop"] == results[str(row[0])].drop
        if cells["drop"]:
            win = Fraction(int(cells["win"] or 0), UNITS // 100)
            assert cells["hold"] == win / int(cells["drop"])


@pytest.mark.clause("COMAR 36.05.03.25B(2)")
def test_a_win_outside_of_its_interval_is_named() -> None:
    """2.1 deviations above the mean is outside of the 95 % interval, 1.9 is inside."""
    assert [is_outside(Fraction(z, 10)) for z in (21, -21, 19, -19)] == [True, True, False, False]
    assert not is_outside(None)


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


def added(report: Report, at: int) -> int:
    """The sum of a column over its rows."""
    return sum(int(row[at] or 0) for row in report.rows)


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


def test_players_buy_ins_are_the_drop_of_the_tables(book: Book) -> None:
    bought = added(year(book, "players"), 4)
    dropped = int(year(book, "drop-and-win").totals[-1][6] or 0)
    assert bought == dropped > 0


def test_wagers_add_up_to_the_statistical_report(book: Book) -> None:
    mix, whole = year(book, "wager-mix"), year(book, "statistical")
    assert (mix.totals[0][4], mix.totals[0][5]) == (whole.totals[-1][4], whole.totals[-1][5])


def test_players_lose_what_tables_win(day: Harness, book: Book) -> None:
    report = year(book, "players")
    clerk = Clerk(lines(day))
    playing = {
        hand.player for fold in book.tables.values() for hand in fold.hands.values() if hand.stakes
    }
    results: dict[str, int] = {}
    for row in report.rows:
        results[str(row[0])] = results.get(str(row[0]), 0) + int(row[7] or 0)
    compared = [player for player in results if player not in playing]
    assert compared
    for player in compared:
        assert Decimal(results[player]) / 100 == clerk.won[player]


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_the_same_twice(day: Harness, book: Book, name: str) -> None:
    """A book that is read in two parts makes the same bytes as one that is read at once."""
    parts = Book()
    entries = list(day.floor.store.entries())
    parts.apply(entries[: len(entries) // 3])
    parts.apply(entries[len(entries) // 3 :])
    one, other = year(book, name), year(parts, name)
    assert one.digest == other.digest
    assert json.dumps(one.document()) == json.dumps(other.document())
    assert report_csv(one) == report_csv(other)


@pytest.mark.clause("COMAR 36.03.10.06B")
def test_the_paper_is_the_same_bytes_twice(book: Book) -> None:
    report = year(book, "statistical")
    assert report_pdf(report) == report_pdf(report)
    assert report_pdf(report).startswith(b"%PDF")


def test_an_open_day_says_so_and_a_past_one_does_not(book: Book) -> None:
    assert make_report("statistical", book, read_scope(book)).open
    assert not make_report("statistical", book, read_scope(book, day="yesterday")).open


def test_new_roles_are_significant_events(book: Book) -> None:
    kinds = {row[3] for row in year(book, "significant-events").rows}
    assert "roles" in kinds


def table_of(report: Report, *lines: str) -> list[list[str]]:
    """The lines of a kind of a report as CSV, read back, without the kind."""
    read = list(csv.reader(StringIO(report_csv(report))))
    assert len({len(row) for row in read}) == 1, "every line has as many cells"
    return [row[1:] for row in read if row[0] in lines]


def test_no_cell_of_a_csv_is_a_formula() -> None:
    """Texts are escaped; a number below zero stays a number."""
    columns = (Column("what", "What"), Column("win", "Win", Kind.MONEY))
    rows = (("=1+1", -5), ("@cmd", 1), ("plain", 2_50), ("-dash", 0), ("+plus", None))
    report = Report("x", "=X", "", {}, columns, (*rows, ("\uff1d1", 0), ("\n=1", 0)))
    assert table_of(report, "line", "row") == [
        ["what", "win"],
        ["'=1+1", "-0.05"],
        ["'@cmd", "0.01"],
        ["plain", "2.50"],
        ["'-dash", "0.00"],
        ["'+plus", ""],
        ["'\uff1d1", "0.00"],
        ["'\n=1", "0.00"],
    ]
    assert table_of(report, "report") == [["'=X", ""]]


def test_meters_have_two_decimals_and_their_rest_in_a_csv() -> None:
    """$1.234567 is $1.23 and 4,567 ten-thousandths of a cent; rows and rests add up."""
    columns = (Column("meter", "Meter"), Column("fed", "Fed", Kind.METER))
    rows = (("a", 1_234567), ("b", -1_234567), ("c", -50), ("d", None), ("e", 9999))
    report = Report("x", "X", "", {}, columns, rows, (("All", 9949),))
    assert table_of(report, "line", "row", "total") == [
        ["meter", "fed", "fed_rest"],
        ["a", "1.23", "4567"],
        ["b", "-1.23", "-4567"],
        ["c", "0.00", "-50"],
        ["d", "", ""],
        ["e", "0.00", "9999"],
        ["All", "0.00", "9949"],
    ]


@pytest.mark.parametrize("name", REPORTS)
def test_every_amount_of_a_csv_has_two_decimals_and_adds_up(book: Book, name: str) -> None:
    report = year(book, name)
    (header,) = table_of(report, "line")
    for column in report.columns:
        if column.kind not in (Kind.MONEY, Kind.METER, Kind.DOLLARS):
            continue
        at = header.index(column.name)
        cells = [row[at] for row in table_of(report, "row", "total") if row[at]]
        assert all(re.fullmatch(r"-?\d+\.\d\d", cell) for cell in cells), column.name
        if column.kind is Kind.METER:
            assert header[at + 1] == f"{column.name}_rest"
            rows = [row for row in table_of(report, "row") if row[at]]
            units = sum(int(Decimal(row[at]) * 1_000_000) + int(row[at + 1]) for row in rows)
            assert units == added(report, report.columns.index(column))


def test_a_csv_says_what_it_is_of_and_whether_it_is_open(book: Book) -> None:
    today = make_report("statistical", book, read_scope(book))
    assert table_of(today, "open")[0][0] == "The period is still open: figures may change."
    assert table_of(today, "scope")[0][0] == today.scope
    assert table_of(today, "digest")[0][0] == today.digest
    assert program_digest() in table_of(today, "program")[0][0]
    assert not table_of(make_report("statistical", book, read_scope(book, day="yesterday")), "open")


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


def test_two_sided_probabilities_of_a_normal_result() -> None:
    """Printed in every table of the normal law: 1.96 is 5 %, 2.5758 is 1 %."""
    assert abs(probability(Fraction("1.959964")) - Fraction(5, 100)) < Fraction(1, 10**5)
    assert abs(probability(Fraction("-2.575829")) - Fraction(1, 100)) < Fraction(1, 10**5)
    expected = Expectation(Fraction(10), Fraction(4))
    assert expected.z(Fraction(13)) == Fraction(3, 2)


def test_no_result_has_a_probability_of_nothing() -> None:
    """Four deviations from the mean are 0.0063 %, 3.5 are 0.0465 %: tables of the normal law."""
    assert chance_words(Fraction(-4)) == "below 0.01 %"
    assert chance_words(Fraction(9)) == "below 0.01 %"
    assert chance_words(Fraction("3.5")) == "0.05 %"
    assert chance_words(Fraction("1.959964")) == "5.00 %"


def test_amounts_are_rounded_half_away_from_zero() -> None:
    assert [str(rounded(Fraction(n, 8), 2)) for n in (1, -1, 3)] == ["0.13", "-0.13", "0.38"]


def test_the_command_prints_a_report(day: Harness) -> None:
    run = CliRunner().invoke
    arguments = ["report", "statistical", "--period", "year", "--db", day.url]
    made = run(app(["report"]), [*arguments, "--json"])
    document = json.loads(made.output)
    assert document["report"] == "statistical"
    assert document["rows"][0].keys() == {column["name"] for column in document["columns"]}
    table = run(app(["report"]), arguments)
    assert document["digest"] in table.output
    listed = json.loads(run(app(["report"]), ["report", "--json"]).output)
    assert [one["report"] for one in listed] == list(REPORTS)
