"""Forms that people write: notices of errors, incidents, tables that stayed closed, limits, and the
documents of payouts.
"""

from collections.abc import Iterator
from datetime import date
from typing import Final

from fairdeal.errors import UnknownError
from fairdeal.floor.money.variances import INCIDENT_SECONDS
from fairdeal.floor.tables.act_rules import PAYOUT_LINES, PIT_MANAGER_CENTS, SURVEILLANCE_CENTS
from fairdeal.office.book.book import Book
from fairdeal.office.book.facts import CountVariance, Signature, VarianceNote, Where
from fairdeal.office.book.payouts import AUTOMATIC
from fairdeal.office.closed_tables import last_gaming
from fairdeal.office.forms.form import FormLine, OfficeForm, line_of, place_fields, role_words
from fairdeal.office.report import Kind, shown_cell
from fairdeal.office.reports.payouts import paid_by, payout_of
from fairdeal.rulebook.money import dollars

_KINDS: Final = {
    "opening": "opener",
    "drop": "drop of the open table",
    "closing": "closer",
}


# Counts that differ -------------------------------------------------------------------------------


def errors(book: Book) -> Iterator[tuple[str, Where]]:
    """Yield the counts that differ from the log."""
    yield from ((one.name, one.where) for one in book.variances.values())


def incidents(book: Book) -> Iterator[tuple[str, Where]]:
    """Yield the incidents that were reported."""
    yield from ((one.name, one.where) for one in book.variances.values() if one.incident)


def error_notification(book: Book, number: str) -> OfficeForm:
    """Make the Error Notification Slip of a count that differs."""
    one = _variance(book, number)
    told = one.notification
    resolved = "" if told is None else "yes" if one.resolved else "no"
    return OfficeForm(
        "error-notification",
        one.name,
        "Error Notification Slip",
        (*_about(book, one), ("Resolved", resolved)) if told else _about(book, one),
        (_paper_line(book, "Floorperson", told),),
        "COMAR 36.05.03.03F(3), G",
        texts=(("What differs, and why", told.words),) if told else (),
        parts=("Drop box", "Floorperson", "Commission"),
    )


def incident_report(book: Book, number: str) -> OfficeForm:
    """Make the incident report of a difference that stayed unresolved."""
    one = _variance(book, number)
    told = one.incident
    if told is None:
        raise UnknownError(f"nobody has reported an incident about {number[:60]!r}")
    due = shown_cell(Kind.TIME, one.where.time + INCIDENT_SECONDS)
    return OfficeForm(
        "incident-report",
        one.name,
        "Incident Report",
        (*_about(book, one), ("Due by (UTC)", due)),
        (_paper_line(book, "Investigated by", told),),
        "COMAR 36.05.03.03H",
        texts=(("What was found out", told.words),),
        parts=("Security", "Commission"),
    )


def _variance(book: Book, number: str) -> CountVariance:
    if number not in book.variances:
        raise UnknownError(f"there is no count {number[:60]!r} that differs from the log")
    return book.variances[number]


def _about(book: Book, one: CountVariance) -> tuple[tuple[str, str], ...]:
    who = [book.name_of(name) for name in one.counted_by if name]
    return (
        ("Count", f"{one.name}, {_KINDS[one.kind]}"),
        *place_fields(book, one.where),
        ("Difference from the log", shown_cell(Kind.MONEY, one.cents)),
        ("Counted by", ", ".join(who)),
    )


def _paper_line(book: Book, title: str, paper: VarianceNote | None) -> FormLine:
    if paper is None:
        return FormLine(title)
    role = role_words(paper.role) if paper.role else ""
    return FormLine(title, book.name_of(paper.by), role, paper.by, paper.time)


# Tables that were not open ------------------------------------------------------------------------


def closed_tables(book: Book) -> Iterator[tuple[str, Where]]:
    """Yield the Closed Table forms, each of the gaming day that it is about."""
    yield from ((number, where) for number, (where, _) in book.closed_tables.items())


def closed_table(book: Book, number: str) -> OfficeForm:
    """Make the Closed Table form of a table that was not open for gaming on a day."""
    if number not in book.closed_tables:
        raise UnknownError(f"there is no Closed Table form {number[:60]!r}")
    where, signed = book.closed_tables[number]
    fields = dict(place_fields(book, where))
    last = last_gaming(book, where.table, where.day)
    return OfficeForm(
        "closed-table",
        number,
        "Closed Table",
        (
            ("Gaming day", fields["Gaming day"]),
            ("Shift ended", fields["Shift"]),
            ("Game", fields["Game"]),
            ("Table", fields["Table"]),
            ("Last opened for gaming", _day(last)),
        ),
        (line_of("Floorperson", signed),),
        "COMAR 36.05.03.02D",
        texts=(("What it says", "The table was not open for gaming on this gaming day."),),
        parts=("Drop box",),
    )


def _day(day: date | None) -> str:
    return "never before this day" if day is None else day.isoformat()


# Limits -------------------------------------------------------------------------------------------


def limits(book: Book) -> Iterator[tuple[str, Where]]:
    """Yield the changes of limits that were posted."""
    yield from ((f"limits-{one.where.leaf}", one.where) for one in book.limit_changes)


def limit_change(book: Book, number: str) -> OfficeForm:
    """Make the form of a change of limits: from, to, posted at, in force at."""
    for one in book.limit_changes:
        if f"limits-{one.where.leaf}" == number:
            break
    else:
        raise UnknownError(f"there is no change of limits {number[:60]!r}")
    state = one.state if one.changed is None else f"{one.state}, {_time(one.changed)}"
    place = [field for field in place_fields(book, one.where) if field[0] != "Time (UTC)"]
    return OfficeForm(
        "limits",
        number,
        "Change of Limits",
        (
            *place,
            ("From", one.was),
            ("To", one.to),
            ("Posted at (UTC)", _time(one.where.time)),
            ("In force from (UTC)", _time(one.in_force_at)),
            ("What became of it", state),
        ),
        (FormLine("Operator", book.name_of(one.by), "operator", one.by, one.where.time),),
        "COMAR 36.05.03.21C",
        parts=("Table games", "Commission"),
    )


def _time(seconds: int) -> str:
    return shown_cell(Kind.TIME, seconds)


# Payouts ------------------------------------------------------------------------------------------

_PAYOUT_LINES: Final = {"prepared": "Prepared by", "verified": "Verified by", "paid": "Paid by"}


def payouts(book: Book) -> Iterator[tuple[str, Where]]:
    """Yield the payouts that have a document."""
    yield from ((one.id, one.where) for one in book.payouts.values())


def payout(book: Book, number: str) -> OfficeForm:
    """Make the Table Game Payout document: the seven fields of .23E(4), and whose payout it is."""
    one = payout_of(book, number)
    signed = book.payout_lines.get(number, {})
    lines = tuple(
        FormLine(_PAYOUT_LINES[line], AUTOMATIC[line], time=one.where.time)
        if one.automatic
        else line_of(_payout_title(line, one.winnings), signed.get(line))
        for line in PAYOUT_LINES
    )
    voided = tuple(
        (
            f"Document {at} is void",
            f"{reason}: voided by {who.name}, {_time(who.time)} UTC; was {_all(before)}.",
        )
        for at, (who, reason, before) in enumerate(book.void_payouts.get(number, ()), 1)
    )
    large = one.winnings >= SURVEILLANCE_CENTS
    told = (("Surveillance", f"told, from {dollars(SURVEILLANCE_CENTS)} on"),) if large else ()
    return OfficeForm(
        "payout",
        one.id,
        "Table Game Payout",
        (
            ("Number", one.id),
            *place_fields(book, one.where),
            ("Hand", f"{one.hand}, {one.wager}"),
            ("Stake", shown_cell(Kind.MONEY, one.stake)),
            ("Amount", shown_cell(Kind.MONEY, one.winnings)),
            ("Paid by", paid_by(one)),
            ("Seat", str(one.seat)),
            ("Player's number", one.player),
            ("Round", f"/r/{one.where.round}"),
            *told,
        ),
        lines,
        "COMAR 36.05.03.23",
        texts=voided,
        parts=("Player", "Accounting"),
    )


def _all(signed: tuple[tuple[str, Signature], ...]) -> str:
    return ", ".join(f"{line} by {who.name}" for line, who in signed)


def _payout_title(line: str, cents: int) -> str:
    title = _PAYOUT_LINES[line]
    if line != "verified":
        return title
    who = "pit manager" if cents >= PIT_MANAGER_CENTS else "floorperson"
    return f"{title} ({who})"
