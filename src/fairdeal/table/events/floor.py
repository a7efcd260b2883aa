"""Events of the people who run the table, of its limits, and of meters that other tables move."""

from fairdeal.table.events.base import Event
from fairdeal.table.values import Cents, Units


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


class LimitsPosted(Event, frozen=True, gc=False, tag="limits-posted"):
    """Other limits were posted, with the time at which they come into force."""

    by: str
    #: Those in force when it was posted.
    from_minimum: Cents
    from_maximum: Cents
    minimum: Cents
    maximum: Cents
    posted_at: int
    in_force_at: int


class LimitsWithdrawn(Event, frozen=True, gc=False, tag="limits-withdrawn"):
    """A notice of other limits was withdrawn: the limits stay."""

    by: str


class LimitsChanged(Event, frozen=True, gc=False, tag="limits-changed"):
    """The table has these limits from now on."""

    minimum: Cents
    maximum: Cents
