"""A casino day from its opening to its last count: every report against a clerk and the ledger."""

import json
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from casino_day import BY_HAND, DAY, TABLES, CasinoDay
from day_clerk import SHIFTS, DayClerk, Line

from fairdeal.floor.audit import verify
from fairdeal.floor.money.table_results import TableResults
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import REPORTS, make_report
from fairdeal.office.report import Cell, Report
from fairdeal.office.report_csv import report_csv
from fairdeal.office.report_pdf import report_pdf
from fairdeal.office.scope import Scope, read_scope

KEYS = [(DAY, name) for _, name in SHIFTS]


@pytest.fixture(
    scope="module", params=[1, pytest.param(10, marks=pytest.mark.slow)], ids=["quick", "full"]
)
def day(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[CasinoDay]:
    one = CasinoDay(tmp_path_factory.mktemp("day"), request.param)
    one.play()
    yield one
    one.house.close()


@pytest.fixture(scope="module")
def book(day: CasinoDay) -> Book:
    return Book().read(day.house.floor.store)


@pytest.fixture(scope="module")
def clerk(day: CasinoDay) -> DayClerk:
    return DayClerk(day.lines())


def scopes(book: Book) -> dict[str | None, Scope]:
    """The gaming day, and its shifts."""
    whole = read_scope(book, day=DAY)
    return {None: whole, **{name: replace(whole, shift=name) for _, name in SHIFTS}}


def cells(report: Report, row: tuple[Cell, ...]) -> dict[str, Any]:
    return dict(zip([column.name for column in report.columns], row, strict=True))


def cents(amount: Decimal) -> int:
    """Dollars as the reports have them; a part of a cent would be an error."""
    whole = amount * 100
    assert whole == int(whole), amount
    return int(whole)


def units(amount: Decimal) -> int:
    """Dollars in ten-thousandths of a cent."""
    whole = amount * 1_000_000
    assert whole == int(whole), amount
    return int(whole)


def keys(shift: str | None) -> list[tuple[str, str]]:
    return [key for key in KEYS if shift in (None, key[1])]


def total(lines: dict[Any, Line], of: str, shift: str | None) -> Line:
    """What the clerk has for a table or a meter in a shift, or in the whole day."""
    whole = Line()
    for key in keys(shift):
        if (of, key) in lines:
            whole.add(lines[of, key])
    return whole


# The day itself -----------------------------------------------------------------------------------


def test_the_day_had_everything(day: CasinoDay, book: Book) -> None:
    assert len(book.tables) == TABLES
    assert day.kills == 1
    assert len({slot.shift for slot, sums in book.slots.items() if sums.rounds}) == 3
    assert {one.kind for one in book.irregularities} == {"void", "denied report"}
    assert len([duty for table in BY_HAND for duty in book.tables[table].duties]) > 3
    assert {one.cents for one in book.variances.values()} == {-25_00, -125_00}
    kinds = {one.kind for one in book.significant.values()}
    assert kinds >= {"jackpot", "variance", "restart", "meter", "hand payment", "void"}
    assert verify(day.house.real).bad is None
    assert not make_report("drop-and-win", book, read_scope(book, day=DAY)).open


# Money of tables ----------------------------------------------------------------------------------


def test_drop_and_win_is_the_clerks_in_every_shift(book: Book, clerk: DayClerk) -> None:
    for shift, scope in scopes(book).items():
        report = make_report("drop-and-win", book, scope)
        seen = set()
        for row in report.rows:
            one = cells(report, row)
            table, part = str(one["of"]), str(one["shift"])
            line = clerk.trays[table, (DAY, part)]
            seen.add((table, part))
            told = (one["opener"], one["fills"], one["credits"], one["drop"], one["closer"])
            assert told == (
                units(line["opener"]),
                cents(line["fills"]),
                cents(-line["credits"]),
                cents(line["drop"]),
                units(line["closer"]),
            ), (table, part)
            assert one["variance"] == cents(line["variance"])
            win = line["closer"] - line["credits"] + line["drop"] - line["opener"] - line["fills"]
            assert one["win"] == units(win)
        had = {(table, key[1]) for table, key in clerk.trays if key in keys(shift)}
        assert seen == had


def test_the_days_drop_and_win_is_the_ledgers(day: CasinoDay, book: Book) -> None:
    results = TableResults().read(day.house.floor.store)
    report = make_report("drop-and-win", book, read_scope(book, day=DAY))
    house = cells(report, report.totals[-1])
    assert house["drop"] == sum(one.drop for one in results.values())
    assert house["fills"] == sum(one.fills for one in results.values())
    assert house["credits"] == sum(one.credits for one in results.values())
    assert sum(day.house.floor.store.balances.values()) == 0


@pytest.mark.clause("COMAR 36.05.03.25A(1)", "COMAR 36.05.03.25A(2)")
def test_the_statistical_report_is_the_clerks(book: Book, clerk: DayClerk) -> None:
    for shift, scope in scopes(book).items():
        report = make_report("statistical", book, scope)
        for row in report.rows:
            one = cells(report, row)
            line = total(clerk.results, str(one["of"]), shift)
            drop = total(clerk.trays, str(one["of"]), shift)["drop"]
            assert one["rounds"] == line["rounds"]
            assert one["handle"] == cents(line["handle"])
            assert one["drop"] == cents(drop)
            assert one["win"] == units(line["round"] + line["envy"])
        assert cells(report, report.totals[-1])["rounds"] == sum(
            line["rounds"] for (_, key), line in clerk.results.items() if key in keys(shift)
        )


def test_the_register_has_every_fill_and_credit(book: Book, clerk: DayClerk) -> None:
    report = make_report("fills-and-credits", book, read_scope(book, day=DAY))
    told = {str(row[0]): cells(report, row) for row in report.rows}
    assert told.keys() == clerk.requests.keys()
    for serial, asked in clerk.requests.items():
        one = told[serial]
        assert (one["table"], one["kind"], one["state"]) == (
            asked["table"],
            asked["kind"],
            asked["state"],
        )
        assert one["total"] == cents(asked["amount"])
    assert {one["state"] for one in told.values()} == {"done", "void"}
    for kind, row in zip(("fill", "credit"), report.totals, strict=True):
        done = [one for one in clerk.requests.values() if one["kind"] == kind]
        amount = sum((one["amount"] for one in done if one["state"] == "done"), Decimal(0))
        assert row[5] == cents(amount) > 0


def test_inventory_slips_are_the_clerks(book: Book, clerk: DayClerk) -> None:
    report = make_report("table-inventory", book, read_scope(book, day=DAY))
    assert len(report.totals) == TABLES
    for row in report.totals:
        one = cells(report, row)
        slips = clerk.slips[str(one["table"])]
        ends = [slip for slip in slips if slip["of"] != "opening"]
        line = total(clerk.trays, str(one["table"]), None)
        openings = [slip for slip in slips if slip["of"] == "opening"]
        assert one["opener"] == cents(openings[-1]["total"])
        assert (one["in"], one["out"]) == (cents(line["fills"]), cents(-line["credits"]))
        assert one["closer"] == (cents(ends[-1]["total"]) if ends else None)
        assert one["variance"] == cents(sum((slip["difference"] for slip in slips), Decimal(0)))


@pytest.mark.clause("COMAR 36.03.10.45F(2)(b)", "COMAR 36.03.10.45F(2)(c)")
@pytest.mark.clause("COMAR 36.03.10.45F(2)(d)", "COMAR 36.03.10.45F(2)(e)", "COMAR 36.03.10.45F(4)")
def test_the_count_has_its_total_its_tables_its_time_and_two_people(
    book: Book, clerk: DayClerk
) -> None:
    scope = read_scope(book, day=DAY)
    report = make_report("drop-and-win", book, scope)
    assert report.asked["day"] == DAY
    whole = sum((total(clerk.trays, table, None)["drop"] for table in clerk.tables), Decimal(0))
    assert cells(report, report.totals[-1])["drop"] == cents(whole) > 0
    counted = {
        table: slips[-1] for table, slips in clerk.slips.items() if slips[-1]["of"] != "opening"
    }
    inventory = make_report("table-inventory", book, scope)
    lines = {
        str(one["table"]): row
        for row in inventory.totals
        if (one := cells(inventory, row))["closed"] is not None
    }
    assert lines.keys() == counted.keys()
    assert len(lines) > len(BY_HAND)
    for table, row in lines.items():
        time, who = row[-2], str(row[-1]).split(", ")
        assert time == counted[table]["time"]
        if table in BY_HAND:
            assert len(set(who)) == 2, "two people count"


@pytest.mark.clause("COMAR 36.03.10.45F(8)")
def test_every_slip_is_in_the_register_that_an_auditor_reads(book: Book, clerk: DayClerk) -> None:
    report = make_report("forms", book, read_scope(book, day=DAY))
    told = {str(row[0]) for row in report.rows}
    slips = {
        str(slip["count"])
        for table, listed in clerk.slips.items()
        for slip in listed
        if "count" in slip
    }
    assert slips
    assert all(any(slip in number for number in told) for slip in slips)


# Meters -------------------------------------------------------------------------------------------


@pytest.mark.clause("COMAR 36.05.03.24F(3)(e)(i)", "COMAR 36.05.03.24F(3)(e)(ii)")
@pytest.mark.clause("COMAR 36.05.03.24F(3)(e)(iii)", "COMAR 36.05.03.24F(3)(e)(iv)")
@pytest.mark.clause("COMAR 36.05.03.24F(3)(e)(v)", "COMAR 36.05.03.24G(2)", "COMAR 36.05.03.24G(4)")
def test_meters_move_as_the_clerk_has_them(day: CasinoDay, book: Book, clerk: DayClerk) -> None:
    for shift, scope in scopes(book).items():
        report = make_report("meter-movement", book, scope)
        for row in report.rows:
            one = cells(report, row)
            account = f"meter:{one['meter']}"
            line = total(clerk.meters, account, shift)
            for name in ("fed", "funded", "paid", "moved"):
                assert one[name] == units(line[name]), (account, name)
            assert one["won"] == line["won"]
            assert one["difference"] == 0
            if shift is None:
                assert one["end"] == units(clerk.held[account])
                assert one["end"] == day.house.floor.store.balances[account]
    whole = {str(row[0]): cells(report, row) for row in _movement(book).rows}
    assert (whole["house"]["won"], whole["house"]["paid_so_far"]) == (1, 10_000_100_000)
    assert whole["house"]["maximum"] == 10_000_100_000, "ten thousand, and a tenth of a dollar"
    assert whole["house"]["reset"] == 10_000_000_000
    assert whole["house"]["rate"] == "10.01 %"
    assert whole["t3.minor"]["moved"] == -3_000_000
    assert whole["t3.minor"]["fed"] > 0


def _movement(book: Book) -> Report:
    return make_report("meter-movement", book, read_scope(book, day=DAY))


@pytest.mark.clause("COMAR 36.05.03.24F(3)(c)")
def test_every_meter_that_was_won_names_its_table(book: Book, clerk: DayClerk) -> None:
    report = make_report("jackpots", book, read_scope(book, day=DAY))
    told = [cells(report, row) for row in report.rows]
    hits = [(f"meter:{one['meter']}", one["table"], one["paid"]) for one in told]
    assert hits == [(meter, table, units(paid)) for meter, table, paid in clerk.hits]
    assert [hit[:2] for hit in hits[:2]] == [("meter:house", "t1"), ("meter:small", "t2")]


@pytest.mark.clause("COMAR 36.05.03.24G(3)")
def test_the_register_has_every_payout_that_needs_a_form(book: Book, clerk: DayClerk) -> None:
    report = make_report("payouts", book, read_scope(book, day=DAY))
    told = {str(row[0]): cells(report, row) for row in report.rows}
    assert told.keys() == clerk.payouts.keys()
    for number, (table, stake, won) in clerk.payouts.items():
        one = told[number]
        assert (one["table"], one["stake"], one["amount"]) == (table, cents(stake), cents(won))
    assert told["t1-1.1.progressive"]["amount"] == 9_999_10, "ten thousand and a dime less a dollar"
    assert told["t1-1.1.bet-3"]["amount"] == 5_000_00, "1,000 to 1"


# Players ------------------------------------------------------------------------------------------


def test_the_electronic_totals_are_the_clerks(book: Book, clerk: DayClerk) -> None:
    report = make_report("electronic-totals", book, read_scope(book, day=DAY))
    for row in report.rows:
        one = cells(report, row)
        line = clerk.totals[DAY, str(one["table"]), str(one["player"])]
        for name in ("deposited", "won", "lost", "withdrawn"):
            assert one[name] == cents(line[name]), (row[:2], name)
    had = {
        (table, player)
        for (of, table, player), line in clerk.totals.items()
        if of == DAY and any(line.values())
    }
    assert {(str(row[0]), str(row[1])) for row in report.rows} == had
    for row in report.totals[:-1]:
        one = cells(report, row)
        line = total(clerk.results, str(one["table"]), None)
        assert one["win"] == units(line["round"] + line["void"] - line["hand"])


def test_player_sessions_are_the_clerks(book: Book, clerk: DayClerk) -> None:
    report = make_report("players", book, read_scope(book, day=DAY))
    told = {
        (str(one["table"]), str(one["player"]), one["from"]): one
        for one in (cells(report, row) for row in report.rows)
    }
    had = {key[1:]: line for key, line in clerk.sessions.items() if key[0] == DAY}
    assert told.keys() == had.keys()
    for key, line in had.items():
        for name in ("bought", "handle", "result"):
            assert told[key][name] == cents(line[name]), (key, name)


@pytest.mark.clause("COMAR 36.05.03.23E(8)(b)")
def test_payments_by_hand_are_the_clerks(book: Book, clerk: DayClerk) -> None:
    report = make_report("corrections", book, read_scope(book, day=DAY))
    told = [cells(report, row) for row in report.rows]
    beside = [(one["table"], one["amount"]) for one in told if one["kind"] == "payment"]
    assert beside == [(table, cents(amount)) for table, amount in clerk.by_hand]
    assert beside == [("t3", 25_00)]
    (override,) = [one for one in told if one["kind"] == "payment"]
    assert override["asked_by"] in ("dealer", "dan")
    assert override["confirmed_by"] == "floor"


# The same twice -----------------------------------------------------------------------------------


def test_every_report_is_the_same_bytes_twice(day: CasinoDay, book: Book) -> None:
    """From a book that was read in three parts, beside one that was read at once."""
    entries = list(day.house.floor.store.entries())
    parts, third = Book(), len(entries) // 3
    for first in (0, third, 2 * third):
        parts.apply(entries[first : first + third if first < 2 * third else None])
    for name in REPORTS:
        for shift in (None, "swing"):
            one, other = (
                make_report(name, each, replace(read_scope(each, day=DAY), shift=shift))
                for each in (book, parts)
            )
            assert one.digest == other.digest
            assert json.dumps(one.document()) == json.dumps(other.document())
            assert report_csv(one) == report_csv(other)
    assert report_pdf(one) == report_pdf(other)
