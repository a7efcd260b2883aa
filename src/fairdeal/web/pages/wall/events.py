"""Alarms of the back office on the wall: significant events that nobody has acknowledged."""

from typing import Final

from fairdeal.office.book.book import Book
from fairdeal.office.report import Kind, shown_cell
from fairdeal.web.pages.table.scene_types import ScenePart

#: The wall lists this many of them, the latest first, and says how many it leaves out.
MOST_SHOWN: Final = 20


class OpenEvent(ScenePart, frozen=True):
    """A significant event that is an alarm until somebody acknowledges it. `number` is the place of
    its entry in the log, `table` is empty if it is of no table, and `time` is in UTC.
    """

    number: int
    table: str
    time: str
    words: str


def open_alarms(book: Book) -> tuple[tuple[OpenEvent, ...], int]:
    """Return the alarms that nobody has acknowledged, and how many more there are."""
    waiting = [
        (number, one)
        for number, one in reversed(book.significant.items())
        if one.severity == "alarm" and number not in book.acknowledged
    ]
    shown = tuple(
        OpenEvent(number, one.where.table, shown_cell(Kind.TIME, one.where.time)[:16], one.words)
        for number, one in waiting[:MOST_SHOWN]
    )
    return shown, len(waiting) - len(shown)
