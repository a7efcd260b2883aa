"""Variances: what is written when a count of a table differs from the log (COMAR 36.05.03.03F-H).

A floorperson writes an Error Notification Slip for every variance. If a variance of more than $100
stays unresolved, somebody who has not counted writes an incident report within a day. Each paper is
an act in the log. The wall shows what is due until it is written.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairdeal.errors import BadInputError, Refused
from fairdeal.rulebook.money import CENTS, dollars, parse_amount
from fairdeal.table.actors import Actor

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor
    from fairdeal.floor.people.accounts import Person

#: An unresolved variance above this amount needs an incident report, within this many seconds.
INCIDENT_ABOVE_CENTS: Final = 100_00
INCIDENT_SECONDS: Final = 24 * 60 * 60
LONGEST_REPORT: Final = 2_000

NOTIFICATION: Final = "error-notification"
INCIDENT: Final = "incident-report"


class Variance(NamedTuple):
    """A count that differs from the log, with a paper about it that is due."""

    #: The count, such as `count-12`, and its difference from the log in cents.
    count_id: str
    cents: int
    time: int
    #: The ids of the two people who counted.
    counted_by: tuple[str, ...]
    #: The act that is due: an Error Notification Slip, and then perhaps an incident report.
    due: str = NOTIFICATION

    @property
    def words(self) -> str:
        """Describe what differs, as a part of a sentence."""
        side = "less" if self.cents < 0 else "more"
        return f"the count was {dollars(abs(self.cents))} {side} than the log"

    @property
    def incident(self) -> bool:
        """Return whether it needs an incident report, if it stays unresolved."""
        return abs(self.cents) > INCIDENT_ABOVE_CENTS

    @property
    def late_after(self) -> int:
        """Return the time by which the incident report is written."""
        return self.time + INCIDENT_SECONDS


def variance_of(close: Mapping[str, Any], counted_by: tuple[str, ...]) -> Variance | None:
    """Return the variance that a closing act tells; None if it tells none."""
    counted = close.get("counted")
    cents = parse_amount(counted["difference"], per_dollar=CENTS) if counted else 0
    if counted is None or not cents:
        return None
    return Variance(counted["count"], cents, close["time"], counted_by)


def variance_after(variance: Variance | None, act: Mapping[str, Any]) -> Variance | None:
    """Return what is still due after a paper was written."""
    if variance is None or act["act"] == INCIDENT or act["resolved"] or not variance.incident:
        return None
    return variance._replace(due=INCIDENT)


def paper_objection(variance: Variance | None, act: Mapping[str, Any], by: Actor) -> str | None:
    """Return why somebody may not write a paper about a variance; None if he or she may."""
    if variance is None or act["count"] != variance.count_id or act["act"] != variance.due:
        return "no such paper is due"
    text = act["explanation"] if act["act"] == NOTIFICATION else act["report"]
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_REPORT:
        return f"say it in up to {LONGEST_REPORT} characters"
    if act["act"] == NOTIFICATION and not isinstance(act["resolved"], bool):
        return "it is resolved or not: true or false"
    if act["act"] == INCIDENT and by.id in variance.counted_by:
        return "whoever counted does not investigate: it takes somebody else"
    return None


def notify_error(
    floor: "Floor", person: "Person", table: str, explanation: object, *, resolved: object
) -> None:
    """Write the Error Notification Slip of a table's variance."""
    fields = {"explanation": explanation, "resolved": resolved}
    _write(floor, person, table, NOTIFICATION, fields)


def report_incident(floor: "Floor", person: "Person", table: str, report: object) -> None:
    """Write the incident report of a table's variance that stayed unresolved."""
    _write(floor, person, table, INCIDENT, {"report": report})


def _write(
    floor: "Floor", person: "Person", table: str, name: str, fields: Mapping[str, Any]
) -> None:
    by = floor.supervisor(person)
    variance = floor.table(table).pending.variance
    if variance is None or variance.due != name:
        raise Refused("this table needs no such paper now", None)
    what = {"act": name, "table": table, "count": variance.count_id, **fields}
    if wrong := paper_objection(variance, what, by):
        if name == INCIDENT and by.id in variance.counted_by:
            raise Refused(wrong, "COMAR 36.05.03.03H")
        raise BadInputError(wrong)
    floor.record_act(what, by)
