"""The machine and the log of the house as significant events: disk, clock, faults, audits."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fairdeal.office.book.facts import Where
from fairdeal.office.report import iso_time

if TYPE_CHECKING:
    from fairdeal.office.book.book import Book

Document = Mapping[str, Any]


def apply(book: "Book", where: Where, act: Document) -> None:
    """Note an act about the machine, or about a check of the log."""
    match act["act"]:
        case "disk":
            _disk(book, where, act)
        case "fault":
            _fault(book, where, act)
        case "clock":
            note_clock(book, where, act)
        case "audited":
            _audit(book, where, act)


def _disk(book: "Book", where: Where, act: Document) -> None:
    """Note that the disk has little space left, or enough again."""
    free = f"{act['free'] / 10**9:,.1f} GB free"
    if act["state"] == "low":
        book.note(where, "disk", "alarm", f"the disk is nearly full: {free}", after=free)
    else:
        words = f"the disk has enough space again: {free}"
        book.note(where, "disk", "notice", words, before="low", after=free)


def _fault(book: "Book", where: Where, act: Document) -> None:
    """Note that a transaction failed before this entry: what it wrote was lost."""
    tables = ", ".join(act["tables"]) or "no table"
    words = f"a transaction failed, {tables} stopped: {'; '.join(act['reasons']) or 'none'}"
    kind = "disk" if any("database" in one for one in act["reasons"]) else "fault"
    book.note(where, kind, "alarm", words, before="running", after="stopped")


def note_clock(book: "Book", where: Where, act: Document) -> None:
    """Note that the clock of the house was changed."""
    seconds = act["after"] - act["before"]
    way = "forward" if seconds > 0 else "back"
    words = f"the clock of the house was set {way} by {abs(seconds):,} seconds"
    before, after = iso_time(act["before"]), iso_time(act["after"])
    book.note(where, "clock", "warning", words, None, act["by"]["id"], before, after)


def _audit(book: "Book", where: Where, act: Document) -> None:
    """Note that somebody has checked the whole log, and what came of it."""
    by, entries = act["by"]["id"], act["entries"]
    if act["valid"]:
        words = f"the log was checked: {entries:,} entries are valid"
        book.note(where, "audit", "notice", words, None, by, after=act["head"])
    else:
        words = f"the log was checked and is NOT VALID: {act['reason']}"
        book.note(where, "audit", "alarm", words, None, by, after="not valid")
