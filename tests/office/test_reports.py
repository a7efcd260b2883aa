"""Reports of a simulated day, held against the ledger and against a clerk with other code."""

import json
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import pytest
from clerk import Clerk
from harness import Harness
from report_day import TABLES, added, simulated_day, year
from typer.testing import CliRunner

from fairdeal.cli import app
from fairdeal.floor.money.table_results import TableResults
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import REPORTS, make_report
from fairdeal.office.expectation import Expectation, probability
from fairdeal.office.report import Kind, json_cell, plain_cell, rounded
from fairdeal.office.report_csv import report_csv
from fairdeal.office.report_pdf import report_pdf
from fairdeal.office.reports.statistical import is_outside
from fairdeal.office.scope import read_scope
from fairdeal.rulebook.money import UNITS
from fairdeal.web.pages.office.glance import chance_words


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    with simulated_day(tmp_path_factory.mktemp("office")) as house:
        yield house


@pytest.fixture(scope="module")
def book(day: Harness) -> Book:
    return Book().read(day.floor.store)


def lines(house: Harness) -> list[tuple[str, str]]:
    rows = house.real.execute("SELECT tbl, body FROM entries ORDER BY leaf")
    return [(row[0], row[1]) for row in rows]


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


@pytest.mark.clause("COMAR 36.05.03.15C", "COMAR 36.05.03.15D", "COMAR 36.05.03.15D(1)")
@pytest.mark.clause("COMAR 36.05.03.15D(2)", "COMAR 36.05.03.15D(3)", "COMAR 36.05.03.15D(4)")
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


@pytest.mark.clause("COMAR 36.05.03.25A(1)", "COMAR 36.05.03.25A(2)", "COMAR 36.05.03.25A(3)")
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


def test_new_roles_are_significant_events(book: Book) -> None:
    kinds = {row[3] for row in year(book, "significant-events").rows}
    assert "roles" in kinds


def test_two_sided_probabilities_of_a_normal_result() -> None:
    """Printed in every table of the normal law: 1.96 is 5 %, 2.5758 is 1 %."""
    assert abs(probability(Fraction("1.959964")) - Fraction(5, 100)) < Fraction(1, 10**5)
    assert abs(probability(Fraction("-2.575829")) - Fraction(1, 100)) < Fraction(1, 10**5)
    expected = Expectation(Fraction(10), Fraction(4))
    assert expected.z(Fraction(13)) == Fraction(3, 2)


def test_no_result_has_a_probability_of_nothing() -> None:
    """Four deviations from the mean are 1 in 15,787, 3.5 are 0.0465 %: tables of the normal law."""
    assert chance_words(Fraction(-4)) == "1 in 15,800"
    assert chance_words(Fraction(5)) == "1 in 1,740,000"
    assert chance_words(Fraction(-6)) == "1 in 507,000,000"
    for far in (9, 50, 5_000):
        assert chance_words(Fraction(far)) == "below 1 in a billion"
        assert probability(Fraction(far)) > 0
    assert chance_words(Fraction("3.5")) == "0.05 %"
    assert chance_words(Fraction("1.959964")) == "5.00 %"


def test_a_small_probability_is_written_with_its_digits() -> None:
    """Five deviations are 1 in 1,744,278, six are 1 in 506,797,346, by tables of the normal law."""
    for z, often in ((5, 1_744_278), (6, 506_797_346)):
        chance = probability(Fraction(z))
        assert abs(chance * often - 1) < Fraction(1, 200)
        assert json_cell(Kind.CHANCE, chance) == float(chance)
        assert Fraction(plain_cell(Kind.CHANCE, chance)) == chance


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
