"""The nine totals of electronic tables, held against the transfers of the ledger."""

import pytest
from reading import Pdf

from fairdeal.floor.floor import Floor
from fairdeal.floor.money.table_results import TableResults
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import make_report
from fairdeal.office.report import Report
from fairdeal.office.report_pdf import report_pdf
from fairdeal.office.scope import read_scope


@pytest.fixture(scope="module")
def book(floor: Floor) -> Book:
    return Book().read(floor.store)


@pytest.fixture(scope="module")
def report(book: Book) -> Report:
    return make_report("electronic-totals", book, read_scope(book, period="year"))


def moved(floor: Floor, where: str, *values: str) -> int:
    """The cents of all transfers of a kind."""
    rows = floor.database.execute(
        f"SELECT coalesce(sum(units), 0) FROM transfers WHERE {where}",
        list(values),
    )
    return int(rows[0][0]) // 10_000


def of_players(report: Report) -> dict[tuple[str, str], list[int]]:
    return {(str(row[0]), str(row[1])): [int(n or 0) for n in row[2:6]] for row in report.rows}


@pytest.mark.clause("COMAR 36.05.02.20F(7)(a)", "COMAR 36.05.02.20F(7)(g)")
def test_deposits_and_withdrawals_of_a_player_are_the_ledgers(floor: Floor, report: Report) -> None:
    found = of_players(report)
    assert found
    for (table, player), (deposited, _, _, withdrawn) in found.items():
        account = f"game:{table}:{player}"
        assert deposited == moved(floor, "credit = ? AND what = 'buy-in'", account)
        assert withdrawn == moved(floor, "debit = ? AND what = 'cash-out'", account)
    assert sum(one[0] for one in found.values())
    assert sum(one[3] for one in found.values())


@pytest.mark.clause("COMAR 36.05.02.20F(7)(c)", "COMAR 36.05.02.20F(7)(e)")
def test_an_account_holds_what_its_totals_come_to(floor: Floor, report: Report) -> None:
    """Where a player has nothing on the layout and no round is played, to the cent."""
    compared = 0
    for (table, player), (deposited, won, lost, withdrawn) in of_players(report).items():
        if any(seat.stakes for seat in floor.tables[table].state.seats.values()):
            continue
        held = floor.store.balances.get(f"game:{table}:{player}", 0) // 10_000
        assert deposited + won - lost - withdrawn == held
        compared += 1
    assert compared


@pytest.mark.clause("COMAR 36.05.02.20F(7)(b)", "COMAR 36.05.02.20F(7)(d)")
@pytest.mark.clause("COMAR 36.05.02.20F(7)(f)", "COMAR 36.05.02.20F(7)(h)")
def test_totals_of_all_players_are_sums_of_the_players(report: Report) -> None:
    found = of_players(report)
    for row in report.totals[:-1]:
        parts = [amounts for (table, _), amounts in found.items() if table == row[0]]
        assert list(row[2:6]) == [sum(column) for column in zip(*parts, strict=True)]
    for at in range(2, 7):
        assert report.totals[-1][at] == sum(int(row[at] or 0) for row in report.totals[:-1])


@pytest.mark.clause("COMAR 36.05.02.20F(7)(i)")
def test_the_win_is_the_ledgers(floor: Floor, report: Report) -> None:
    results = TableResults().read(floor.store)
    compared = 0
    for row in report.totals[:-1]:
        table = str(row[0])
        if not any(seat.stakes for seat in floor.tables[table].state.seats.values()):
            assert int(row[6] or 0) // 10_000 == results[table].win
            compared += 1
    assert compared


def test_a_void_round_is_a_void_and_spoils_no_other(floor: Floor, book: Book) -> None:
    sums = [part for slot, part in book.slots.items() if slot.table == "t3"]
    assert sum(one.voids for one in sums) == 1
    ended = floor.database.execute(
        "SELECT count(*) FROM entries WHERE tbl = 't3' AND body LIKE '%\"round-ended\"%'"
    )
    assert sum(one.rounds for one in sums) == ended[0][0]
    assert [one.kind for one in book.irregularities if one.where.table == "t3"] == ["void"]


def test_the_shift_summary_has_the_totals_of_the_other_reports(book: Book) -> None:
    scope = read_scope(book)
    told = {
        (row[0], row[at]): row[at + 1]
        for row in make_report("shift-summary", book, scope).rows
        for at in (1, 3, 5)
    }
    whole = make_report("drop-and-win", book, scope).document()["totals"][-1]
    assert told["Drop and Win", "Drop"] == f"${whole['drop']:,.2f}"
    statistical = make_report("statistical", book, scope)
    assert told["Statistical", "Rounds"] == str(statistical.totals[-1][2])
    voids = make_report("irregularities", book, scope)
    assert told["Lines", "Irregularities and voids"] == str(len(voids.rows))
    warnings = [one for one in book.significant.values() if one.severity == "warning"]
    assert told["Open", "Events not acknowledged: warning"] == str(len(warnings))
    assert told["Open", "Questions for a second person"] == "none"
    assert told["Open", "Reports not signed by two people"] == "12"


def test_the_shift_summary_is_one_page(book: Book) -> None:
    summary = make_report("shift-summary", book, read_scope(book))
    assert Pdf(report_pdf(summary)).info["Pages"] == "1"
