"""Reports as CSV: no cell is a formula, and every amount can be added up."""

import csv
import re
from decimal import Decimal
from io import StringIO

import pytest
from report_day import added, book_of_a_day, year

from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import REPORTS, make_report
from fairdeal.office.report import Column, Kind, Report
from fairdeal.office.report_csv import report_csv
from fairdeal.office.scope import read_scope
from fairdeal.program import program_digest


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return book_of_a_day(tmp_path_factory.mktemp("office"))


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
