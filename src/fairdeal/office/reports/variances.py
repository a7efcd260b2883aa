"""Error notifications and incident reports: counts that differ from the log, and their papers."""

from typing import Final

from fairdeal.floor.money.variances import INCIDENT_ABOVE_CENTS, INCIDENT_SECONDS
from fairdeal.office.book.book import Book
from fairdeal.office.book.facts import CountVariance
from fairdeal.office.report import TABLE, TIME, Column, Kind, Report
from fairdeal.office.reports.statistical import game_title
from fairdeal.office.scope import Scope

_COLUMNS: Final = (
    Column("count", "Count"),
    TIME,
    TABLE,
    Column("game", "Game"),
    Column("kind", "Of"),
    Column("difference", "Difference", Kind.MONEY),
    Column("counted_by", "Counted by"),
    Column("explanation", "Error notification"),
    Column("notified_by", "By"),
    Column("notified", "At", Kind.TIME),
    Column("resolved", "Resolved"),
    Column("incident_due", "Incident report due", Kind.TIME),
    Column("report", "Incident report"),
    Column("reported_by", "By"),
    Column("reported", "At", Kind.TIME),
    Column("state", "State"),
)


def error_notifications(book: Book, scope: Scope) -> Report:
    """Make the list of counts that differ from the log, with what was written about each."""
    found = [one for one in book.variances.values() if scope.has(book, one.where)]
    rows = tuple(
        (
            one.name,
            one.where.time,
            one.where.table,
            game_title(book.tables[one.where.table]),
            one.kind,
            one.cents,
            ", ".join(book.name_of(who) for who in one.counted_by),
            one.notification.words if one.notification else "",
            book.name_of(one.notification.by) if one.notification else "",
            one.notification.time if one.notification else None,
            "" if one.notification is None else "yes" if one.resolved else "no",
            _due(one),
            one.incident.words if one.incident else "",
            book.name_of(one.incident.by) if one.incident else "",
            one.incident.time if one.incident else None,
            _state(book, one),
        )
        for one in found
    )
    total = sum(one.cents for one in found)
    return Report(
        "error-notifications",
        "Error notifications and incidents",
        scope.words(book),
        scope.fields(),
        _COLUMNS,
        rows,
        (("All", *[None] * 4, total, *[None] * 10),) if rows else (),
        (
            (
                "A floorperson writes an Error Notification Slip about every count that differs. "
                "Over $100 unresolved, somebody who has not counted writes an incident report "
                "within 24 hours of the count."
            ),
        ),
        "COMAR 36.05.03.03F-H",
        open=scope.is_open(book),
    )


def _needs_incident(one: CountVariance) -> bool:
    return abs(one.cents) > INCIDENT_ABOVE_CENTS and not one.resolved


def _due(one: CountVariance) -> int | None:
    return one.where.time + INCIDENT_SECONDS if _needs_incident(one) else None


def _state(book: Book, one: CountVariance) -> str:
    if one.notification is None:
        return "error notification due"
    if one.incident is not None or not _needs_incident(one):
        return "settled"
    late = book.time > one.where.time + INCIDENT_SECONDS
    return "incident report late" if late else "incident report due"
