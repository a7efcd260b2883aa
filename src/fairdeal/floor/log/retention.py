"""How long each kind of record is kept: dated data, with the clause of each period.

A period that the law changes is a new row; no earlier row is changed. The floor's log is one chain:
every proof covers every entry, and it has entries that are kept without end. So the log is kept
whole, and nothing is ever deleted from it. The periods say until when a record must be shown.
"""

from datetime import date
from typing import Final, NamedTuple

#: The edition of the regulations from which the rows were read.
_EDITION: Final = date(2026, 7, 1)


class Retention(NamedTuple):
    """A kind of record, for how many years it is kept, None without end, and by which clause.
    `since` is the edition of the text that says so.
    """

    kind: str
    years: int | None
    clause: str
    since: date


RETENTION: Final = (
    Retention(
        "roles of people, their accounts, exams and table tests (personnel matters)",
        None,
        "COMAR 36.03.10.08D(3)",
        _EDITION,
    ),
    Retention(
        "which records were destroyed, how long they were kept, and when they were destroyed",
        None,
        "COMAR 36.03.10.08D(5)",
        _EDITION,
    ),
    Retention(
        "rounds, cards, counts, slips, payouts, meters, reports and significant events",
        5,
        "COMAR 36.03.10.08E",
        _EDITION,
    ),
    Retention("rules of tables that are closed or changed", 5, "COMAR 36.05.03.19E", _EDITION),
    Retention(
        "chips that the chip bank gave and took (cage transactions)",
        4,
        "COMAR 36.03.10.08F(1)",
        _EDITION,
    ),
    Retention("failures of devices and reports of incidents", 3, "COMAR 36.03.10.08F(2)", _EDITION),
)


def kept_until(row: Retention, day: date) -> date | None:
    """Return the day until which a record of a gaming day is kept at least; None without end."""
    if row.years is None:
        return None
    try:
        return day.replace(year=day.year + row.years)
    except ValueError:  # 29 February
        return date(day.year + row.years, 3, 1)


def retention_document(day: date | None = None) -> list[dict[str, object]]:
    """Return the rows as JSON has them; with a gaming day, until when its records are kept."""
    rows = []
    for row in RETENTION:
        told: dict[str, object] = {
            "kind": row.kind,
            "years": row.years,
            "clause": row.clause,
            "since": row.since.isoformat(),
        }
        if day is not None:
            until = kept_until(row, day)
            told["until"] = None if until is None else until.isoformat()
        rows.append(told)
    return rows
