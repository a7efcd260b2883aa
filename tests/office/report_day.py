"""A simulated gaming day whose reports several test files read, and short ways to them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harness import Harness, move_chips, rules_of

from fairdeal.floor.floor import Floor, FloorSettings
from fairdeal.floor.startup import sample_texts
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import make_report
from fairdeal.office.report import Report
from fairdeal.office.scope import read_scope

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


@contextmanager
def simulated_day(folder: Path) -> Iterator[Harness]:
    """A gaming day of three shifts: a fill, a credit, a restart, rounds still played."""
    rules = [RULES[number % len(RULES)] for number in range(TABLES)]
    secrets = (f"{number:064x}" for number in range(10**6))
    house = Harness(
        str(folder / "floor.db"),
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


def book_of_a_day(folder: Path) -> Book:
    """The book of the simulated day."""
    with simulated_day(folder) as house:
        return Book().read(house.floor.store)


def year(book: Book, name: str) -> Report:
    return make_report(name, book, read_scope(book, period="year"))


def added(report: Report, at: int) -> int:
    """The sum of a column over its rows."""
    return sum(int(row[at] or 0) for row in report.rows)
