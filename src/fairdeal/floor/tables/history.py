"""States and events of a table's past, read from the log."""

from fairdeal.floor.log.store import Store
from fairdeal.floor.tables.published_table import VersionedEvent, versioned_events
from fairdeal.table.state import State, new_table
from fairdeal.wire.log import read_entries, read_opening
from fairdeal.wire.state import read_state


def state_at(store: Store, opening: str, table: str, number: int) -> State:
    """Return a table's state after an entry, from the last snapshot before it."""
    first = read_opening(opening)
    state = new_table(first.rules, first.meters, commits=first.cards == "committed")
    rows = store.query(
        "SELECT number, state FROM snapshots WHERE tbl = ? AND number <= ? "
        "ORDER BY number DESC LIMIT 1",
        (table, number),
    )
    done = 0
    if rows:
        done, text = rows[0]
        state = read_state(first.rules, text.encode())
    entries = store.entries(table, first=done + 1, last=number)
    for one in read_entries(state, (stored.body for stored in entries)):
        state = one.after
    return state


def read_events(
    store: Store, opening: str, table: str, first: int, last: int
) -> list[VersionedEvent]:
    """Return the events of a table's entries from number `first` to `last`."""
    state = state_at(store, opening, table, first - 1)
    entries = store.entries(table, first=first, last=last)
    return [
        event
        for before, entry, _ in read_entries(state, (stored.body for stored in entries))
        for event in versioned_events(before, entry.events)
    ]
