"""Events of the people who run the table, and of meters that other tables move."""

from fairdeal.table.events.base import Event
from fairdeal.table.values import Units


class DealerTappedIn(Event, frozen=True, gc=False, omit_defaults=True, tag="dealer-tapped-in"):
    """A dealer, by id, has taken the table over, in place of the one who is `relieved`."""

    by: str
    name: str
    relieved: str = ""


class DealerTappedOut(Event, frozen=True, gc=False, omit_defaults=True, tag="dealer-tapped-out"):
    """The dealer has left the table; `by` is who had the dealer leave, if it was somebody else."""

    dealer: str
    by: str = ""


class Announced(Event, frozen=True, gc=False, tag="announced"):
    """Somebody of the house said something to the table."""

    by: str
    words: str


class FloorCalled(Event, frozen=True, gc=False, tag="floor-called"):
    """The floorperson is called."""

    by: str
    reason: str


class CallAnswered(Event, frozen=True, gc=False, tag="call-answered"):
    """The floorperson has come."""

    by: str
    words: str


class TableClosed(Event, frozen=True, gc=False, tag="table-closed"):
    """The table is closed; its log ends here."""

    by: str


class MetersShown(Event, frozen=True, gc=False, omit_defaults=True, tag="meters-shown"):
    """Meters that are linked over several tables have come to this at other ones; those that were
    `won` there paid somebody since they were shown last.
    """

    units: dict[str, Units]
    won: tuple[str, ...] = ()
