"""On which gaming days a table was open for gaming, from the book."""

from datetime import date

from fairdeal.office.book.book import Book


def gaming_days(book: Book, table: str) -> set[date]:
    """Return the gaming days on which rounds of a table ended or players bought in there."""
    return {
        slot.day
        for slot, sums in book.slots.items()
        if slot.table == table and (sums.rounds or sums.voids or sums.drop)
    }


def last_gaming(book: Book, table: str, before: date) -> date | None:
    """Return the last gaming day before a day on which a table was open for gaming."""
    return max((day for day in gaming_days(book, table) if day < before), default=None)
