"""A gaming day whose result is far outside of its 95 % interval."""

from datetime import date

from fairdeal.office.book.book import Book
from fairdeal.office.book.sums import MAIN, Slot, WagerSum


def unlikely(book: Book, day: date) -> None:
    """A hundred rounds of five dollars a bet on a day, of which the house has won every one."""
    sums = book.sums(Slot(day, "day", "t1", "auto"))
    for _ in range(100):
        sums.stakes.add_round([{MAIN: 5_00}])
    sums.rounds = 100
    sums.wagers["bet-1"] = WagerSum(100, 1_500_00, 0)
