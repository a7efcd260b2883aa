"""The house: when its gaming day and its shifts begin, from a file of the operator into the log.

The act `house` tells it. A calendar that is changed is in force from the next gaming day on.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fairdeal.english import one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.floor.gaming_day import (
    DEFAULT_CALENDAR,
    DEFAULT_DAY,
    Calendar,
    changed_calendar,
    read_calendar,
)
from fairdeal.floor.log.database import Database
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.wire.json import parse_json

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor

_NAMES: Final = ("day", "shifts", "zone")


def read_house(path: Path) -> Calendar:
    """Return the calendar of a house file; `BadInputError` says what is wrong.

    The file is TOML: `[house]` with `day = "06:00"`, `zone` and `shifts`, names with the times of
    day at which they begin.
    """
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInputError(f"the house file {quoted(str(path))} cannot be read: {error}") from None
    house = document.get("house")
    if not isinstance(house, dict) or len(document) != 1:
        raise BadInputError(f"{quoted(str(path))} has one section, [house], and nothing else")
    return house_calendar(house)


def house_calendar(document: Mapping[str, Any]) -> Calendar:
    """Return the calendar of a house from its fields, as a house file and the log have them."""
    for name in document:
        if name not in _NAMES:
            raise BadInputError(f"a house has no {quoted(name)}: {one_of(_NAMES)}")
    day, zone = document.get("day", DEFAULT_DAY), document.get("zone", "UTC")
    shifts = document.get("shifts")
    if not isinstance(day, str) or not isinstance(zone, str):
        raise BadInputError("the day and the zone of a house are texts")
    named = isinstance(shifts, dict) and all(isinstance(one, str) for one in shifts.values())
    if shifts is not None and not named:
        raise BadInputError('shifts are names with their beginnings, such as day = "06:00"')
    return read_calendar(day, shifts, zone)


def set_house(floor: "Floor", calendar: Calendar) -> None:
    """Write the calendar of the house into the log, unless it is the last one there."""
    rows = floor.store.query(
        "SELECT body FROM entries WHERE tbl = '' AND body LIKE ? ORDER BY number DESC LIMIT 1",
        ['%"act":"house"%'],
    )
    told = calendar.document()
    if rows and {name: parse_json(rows[0][0])[name] for name in told} == told:
        return
    floor.record_act({"act": "house", **told}, HOUSE)


def calendar_after(calendar: Calendar, act: Mapping[str, Any], *, tables: bool) -> Calendar:
    """Return the calendar after an act of the log. Where the house has tables already, a change is
    in force from the next gaming day on.
    """
    if act.get("act") != "house" or house_objection(act):
        return calendar  # the audit finds an act that tells no calendar
    new = house_calendar({name: act[name] for name in _NAMES})
    return changed_calendar(calendar, new, act["time"]) if tables else new


def load_calendar(database: Database) -> Calendar:
    """Return the calendar of a log."""
    rows = database.execute(
        "SELECT leaf, body FROM entries WHERE tbl = '' AND body LIKE ? ORDER BY number",
        ['%"act":"house"%'],
    )
    ((first,),) = database.execute("SELECT MIN(leaf) FROM entries WHERE tbl <> ''")
    calendar = DEFAULT_CALENDAR
    for leaf, body in rows:
        tables = first is not None and first < leaf
        calendar = calendar_after(calendar, parse_json(body), tables=tables)
    return calendar


def house_objection(what: Mapping[str, Any]) -> str | None:
    """Return why an act of the log is no calendar; None if it is one."""
    told = {name: what[name] for name in _NAMES}
    try:
        right = house_calendar(told).document()
    except BadInputError as error:
        return str(error)
    return None if right == told else "its calendar is written otherwise"
