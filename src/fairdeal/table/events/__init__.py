"""What happened at the table. Events are frozen values: stored, sent, replayed and audited as such.

Amounts are cents and cards are numbers; `fairdeal.wire` writes them for the outside. In what a
viewer is sent, a card whose face is hidden is None. Each module of this package has the events of
one chapter of the table's life.
"""

from collections.abc import Iterable

from fairdeal.table.events import (
    cards,
    deal,
    decisions,
    devices,
    floor,
    seats,
    settlement,
    two_people,
)
from fairdeal.table.events.base import Event as Event
from fairdeal.table.events.cards import *
from fairdeal.table.events.deal import *
from fairdeal.table.events.decisions import *
from fairdeal.table.events.devices import *
from fairdeal.table.events.floor import *
from fairdeal.table.events.seats import *
from fairdeal.table.events.settlement import *
from fairdeal.table.events.settlement import RoundVoided as RoundVoided
from fairdeal.table.events.two_people import *

_CHAPTERS = (cards, seats, deal, decisions, settlement, two_people, devices, floor)

#: Every event, in the order of the chapters.
EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for chapter in _CHAPTERS
    for kind in Event.__subclasses__()
    if kind.__module__ == chapter.__name__
)


def first_void(events: Iterable[Event]) -> RoundVoided | None:
    """Return the first event that makes all hands void; None where there is none."""
    return next((event for event in events if isinstance(event, RoundVoided)), None)
