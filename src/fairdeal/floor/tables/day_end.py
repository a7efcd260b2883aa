"""The end of the gaming day: tables that stay open are dropped and counted without closing
(COMAR 36.05.03.07), and tables that were not open get a Closed Table form (.02D).

A table's tray was last counted when it opened, with its last slip, or with a Closed Table form. If
a gaming day has ended since then, its drop is due. At a table of the automatic dealer the automatic
pair does it between rounds; where a person deals, two people count.
"""

from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from fairdeal.errors import BadInputError, Refused
from fairdeal.floor.gaming_day import Calendar, day_bounds, end_of_day, gaming_day
from fairdeal.floor.people.permission import require_open
from fairdeal.floor.tables.act_rules import CLOSED_TABLE
from fairdeal.table.state import OPEN
from fairdeal.wire.json import parse_json

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor
    from fairdeal.floor.people.accounts import Person
    from fairdeal.floor.tables.live_table import LiveTable
    from fairdeal.floor.tables.pending_acts import PendingActs
    from fairdeal.floor.tables.published_table import PublishedTable

#: The years of the days that can be asked for.
FIRST_YEAR: Final = 1971
LAST_YEAR: Final = 2999
CLAUSE: Final = "COMAR 36.05.03.02D"
#: The events of an entry that show that a table was open for gaming.
_GAMING: Final = ('"event":"round-ended"', '"event":"round-voided"', '"event":"bought-in"')


def ended_day(pending: "PendingActs", now: int, calendar: Calendar) -> date | None:
    """Return the gaming day whose drop is due at an open table; None if none is. Of several days
    that have ended it is the last one.
    """
    if pending.counted_at is None:
        return None
    today = gaming_day(now, calendar)
    if pending.counted_at >= day_bounds(today, calendar)[0]:
        return None
    day = today - timedelta(days=1)
    return None if pending.closed_day >= day.isoformat() else day


def drop_time(live: "LiveTable", calendar: Calendar) -> int | None:
    """Return the second from which on the automatic pair drops a table; None where it does not."""
    counted = live.pending.counted_at
    if counted is None or live.practice or live.dealer != "auto":
        return None
    return end_of_day(counted, calendar)


def drop_due(table: "LiveTable | PublishedTable", now: int, calendar: Calendar) -> date | None:
    """Return the gaming day whose drop is due at a table; None if none is."""
    if table.closed or table.practice or table.stopped is not None:
        return None
    return ended_day(table.pending, now, calendar)


def may_drop(live: "LiveTable") -> bool:
    """Return whether the automatic pair may drop a table now: between rounds."""
    ready = live.state.phase is OPEN and live.state.asked is None and live.state.differs is None
    return ready and live.pending.variance is None


def read_day(text: object) -> date:
    """Return a gaming day from a text."""
    try:
        day = date.fromisoformat(text if isinstance(text, str) else "")
    except ValueError:
        raise BadInputError("a gaming day is like 2026-11-18") from None
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise BadInputError(f"a gaming day lies in the years {FIRST_YEAR} to {LAST_YEAR}")
    return day


def close_form(floor: "Floor", person: "Person", table: str, day: object) -> None:
    """Sign the Closed Table form of a table that was not open for gaming on a gaming day."""
    by = floor.supervisor(person)
    live, asked = floor.table(table), read_day(day)
    require_open(live)
    if live.practice:
        raise BadInputError("a practice table has no gaming day")
    begin, end = day_bounds(asked, floor.calendar)
    if floor.time < end:
        raise Refused("a Closed Table form is signed when the gaming day is over", CLAUSE)
    if (live.session.opening.time or 0) >= end:
        raise Refused("there was no such table on that gaming day", CLAUSE)
    if had_gaming(floor, live, begin, end):
        raise Refused(
            "the table was open for gaming on that day: it is dropped and counted", CLAUSE
        )
    written = f'%"act":"{CLOSED_TABLE}","table":"{table}","day":"{asked.isoformat()}"%'
    if floor.store.query("SELECT 1 FROM entries WHERE tbl = '' AND body LIKE ? LIMIT 1", [written]):
        raise Refused("the Closed Table form of that day is signed already", CLAUSE)
    floor.record_act({"act": CLOSED_TABLE, "table": table, "day": asked.isoformat()}, by)


def had_gaming(floor: "Floor", live: "LiveTable", begin: int, end: int) -> bool:
    """Return whether a round of a table ended, or a player bought in there, from one second to
    another one.
    """
    last = live.session.entries
    while last > 0:
        first = max(1, last - 499)
        entries = list(floor.store.entries(live.id, first=first, last=last))
        for stored in reversed(entries):
            time = parse_json(stored.body)["time"]
            if time < begin:
                return False
            if time < end and any(words in stored.body for words in _GAMING):
                return True
        last = first - 1
    return False
