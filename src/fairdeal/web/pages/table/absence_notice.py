"""What happened at a viewer's own seat without the viewer: time ran out, or the seat was freed.

A page tells it after a gap in the connection, and where it is opened again.
"""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final

from fairdeal.floor.log.store import Store
from fairdeal.floor.tables.history import read_events
from fairdeal.floor.tables.published_table import PublishedTable, VersionedEvent
from fairdeal.table import events as ev
from fairdeal.table.actors import PLAYER
from fairdeal.table.state import State
from fairdeal.table.view import Viewer
from fairdeal.web.pages.table.scene_types import OwnEvent

_CLOCK: Final = "Your time ran out"


#: How many entries of the log are read for a player who was away; before them the replays tell it.
MOST_ENTRIES: Final = 500
_LONG_AWAY: Final = "What happened at first is in the replays of the rounds"
#: What is written in an entry with an event that is told, so that few are read as events.
_SIGNS: Final = ('"clock"', '"player-removed"')


def is_remembered(table: PublishedTable, after: int, viewer: Viewer) -> bool:
    """Return whether memory tells all that happened to a viewer after a version."""
    return viewer.role is not PLAYER or not viewer.id or table.has_events_after(after)


def without_you(table: PublishedTable, after: int, viewer: Viewer) -> tuple[OwnEvent, ...]:
    """Return what happened at the viewer's seats after a version, as far as it is in memory."""
    if viewer.role is not PLAYER or not viewer.id:
        return ()
    fresh = list(takewhile(lambda one: one.version > after, reversed(table.recent)))
    return _own_events(reversed(fresh), after, table.state.version, viewer.id)


def logged_without_you(
    store: Store, table: PublishedTable, after: int, viewer: Viewer
) -> tuple[OwnEvent, ...]:
    """Return what happened at the viewer's seats after a version, from the last entries of the log.

    If these do not reach back to the version, the first words say where the rest is told.
    """
    version = table.state.version
    ((first, last),) = store.database.execute(
        "SELECT min(number), max(number) FROM entries "
        "WHERE tbl = ? AND version > ? AND version <= ? AND number > 0",
        (table.id, after, version),
    )
    if first is None:
        return ()
    least = max(first, last - MOST_ENTRIES + 1)
    earlier = (OwnEvent(after + 1, _LONG_AWAY),) if least > first else ()
    numbers = [
        one.number
        for one in store.entries(table.id, first=least, last=last)
        if any(sign in one.body for sign in _SIGNS)
    ]
    if not numbers:
        return earlier
    events = read_events(store, table.opening, table.id, numbers[0], numbers[-1])
    return (*earlier, *_own_events(events, after, version, viewer.id))


def _own_events(
    events: Iterable[VersionedEvent], after: int, last: int, player: str
) -> tuple[OwnEvent, ...]:
    return tuple(
        OwnEvent(one.version, words)
        for one in events
        if after < one.version <= last
        for words in _words(one.before, one.event, player)
    )


def _words(before: State, event: ev.Event, player: str) -> Iterator[str]:
    seat = before.seats.get(getattr(event, "seat", 0))
    if seat is None or seat.player != player:
        return
    match event:
        case ev.HandFolded(cause="clock"):
            yield f"{_CLOCK} and your hand was folded"
        case ev.BetWithdrawn(cause="clock", wager=wager):
            title = before.rules.game.wager[wager].title
            yield f"{_CLOCK} and {title} was taken back"
        case ev.CardsDiscarded(cause="clock"):
            yield f"{_CLOCK} and you kept all your cards"
        case ev.PlayerRemoved(reason=reason):
            yield f"Your seat was freed: {reason}. Your chips are still yours"
        case _:
            return
