"""The states that a table goes through, event by event and entry by entry."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fairdeal.table import events as ev
from fairdeal.table.entry import Entry
from fairdeal.table.evolve import advance_to, evolve
from fairdeal.table.state import State


class Change(NamedTuple):
    """An event with the table's state before it and after it."""

    before: State
    event: ev.Event
    after: State


def walk(state: State, events: Iterable[ev.Event]) -> Iterator[Change]:
    """Yield events in order, each with the states around it; `state` is the one before the first.

    The clock stands still between the events of one entry. `advance_to` gives the state after a
    whole entry, with its time.
    """
    for event in events:
        after = evolve(state, event)
        yield Change(state, event, after)
        state = after


def walk_entries(state: State, entries: Iterable[Entry]) -> Iterator[Change]:
    """Yield the events of entries in order, each with the states around it; `state` is the one
    before the first entry.
    """
    for entry in entries:
        yield from walk(state, entry.events)
        state = advance_to(state, entry.time, entry.events)
