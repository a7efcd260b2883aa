"""What is kept of a table beside its entries (the moment that is on, the secrets of the deck in
play, rounds, snapshots), and how the table is read back from both.
"""

from typing import Final

from fairdeal.errors import FairdealError, LogError
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.store import Store, StoredEntry
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.floor.tables.published_table import versioned_events
from fairdeal.play.fairness import round_id
from fairdeal.play.sources import CommittedSource
from fairdeal.table.entry import Entry
from fairdeal.table.events import DeckCommitted, voided
from fairdeal.table.state import State, moment
from fairdeal.wire.json import parse_json
from fairdeal.wire.line import dump_line
from fairdeal.wire.log import read_entry, read_event
from fairdeal.wire.state import read_state, write_state

_MOMENT: Final = (
    "INSERT INTO moments (tbl, at, since) VALUES (?, ?, ?) "
    "ON CONFLICT (tbl) DO UPDATE SET at = excluded.at, since = excluded.since"
)
_SEALED: Final = (
    "INSERT INTO sealed (tbl, document) VALUES (?, ?) "
    "ON CONFLICT (tbl) DO UPDATE SET document = excluded.document"
)
_ROUND: Final = (
    "INSERT INTO rounds (round, tbl, number, first, last, leaf, ended, void) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_SNAPSHOT: Final = (
    "INSERT INTO snapshots (tbl, number, version, source, state) VALUES (?, ?, ?, ?, ?)"
)


def write_moment(store: Store, live: LiveTable) -> None:
    """Keep the moment that is on, and since when."""
    store.queue_row(_MOMENT, (live.id, live.at, live.since))


def write_derived_rows(
    store: Store, live: LiveTable, before: State, entry: Entry, leaf: int, *, another: bool
) -> None:
    """Keep what an entry changes beside the log; `another` says whether a moment begins with it."""
    after, source = live.state, live.session.source
    if another:
        write_moment(store, live)
    if after.decks is not before.decks and isinstance(source, CommittedSource):
        store.queue_row(_SEALED, (live.id, dump_line(source.sealed())))
    if after.rounds != before.rounds:
        _round_over(store, live, before, entry, leaf)


def _round_over(store: Store, live: LiveTable, before: State, entry: Entry, leaf: int) -> None:
    number, (first, due) = before.rounds + 1, live.end_round(entry.number)
    void = int(voided(entry.events) is not None)
    row = (live.id, number, first, entry.number, leaf, entry.time, void)
    store.queue_row(_ROUND, (round_id(live.id, number), *row))
    if due:
        state = write_state(live.state).decode()
        store.queue_row(_SNAPSHOT, (live.id, entry.number, live.state.version, "", state))


def load_from_log(store: Store, live: LiveTable) -> None:
    """Bring a table that was just made to where its log ends."""
    run, table = store.database.execute, live.id
    snapshots = run(
        "SELECT number, state FROM snapshots WHERE tbl = ? ORDER BY number DESC LIMIT 1",
        [table],
    )
    number = 0
    state = _state_of(live, snapshots[0][1]) if snapshots else None
    if state is not None:
        number = snapshots[0][0]
        live.session.state = state
        live.session.entries = live.round_ended = live.snapshot = number
        _bind(store, live, number)
        live.at = moment(live.state)
    for stored in store.entries(table, first=number + 1):
        replay_entry(live, stored)
    load_sealed_decks(store.database, live)
    read_moment(store.database, live)


def _state_of(live: LiveTable, snapshot: str) -> State | None:
    """The state of a snapshot. It is a short cut only: one that cannot be read is done without."""
    try:
        return read_state(live.state.rules, snapshot.encode())
    except (FairdealError, AttributeError, LookupError, TypeError, ValueError):
        return None


def read_moment(database: Database, live: LiveTable) -> None:
    """Know since when the moment is on, as it is kept."""
    since = database.execute("SELECT since FROM moments WHERE tbl = ?", [live.id])
    if since:
        live.since = since[0][0]


def _bind(store: Store, live: LiveTable, number: int) -> None:
    """The entry of a snapshot ended a round: what it committed to for the next one counts."""
    (stored,) = store.entries(live.id, first=number, last=number)
    for document in parse_json(stored.body)["events"]:
        if document["event"] == DeckCommitted.__struct_config__.tag:
            live.session.source.follow(live.state, read_event(live.state, document))


def replay_entry(live: LiveTable, stored: StoredEntry) -> None:
    """Have a table replay_entry an entry of its log."""
    session = live.session
    before = session.state
    hear, session.on_entry = session.on_entry, None
    try:
        entry = read_entry(before, stored.body)
        session.replay(entry)
    except (FairdealError, AttributeError, LookupError, TypeError, ValueError) as error:
        reason = f"entry {stored.number} of table {stored.table} cannot be read: {error}"
        raise LogError(f"{reason}: run `fairdeal audit verify`") from None
    finally:
        session.on_entry = hear
    live.record_entry(before, entry, versioned_events(before, entry.events))
    if session.state.rounds != before.rounds:
        live.end_round(entry.number)


def load_sealed_decks(database: Database, *lives: LiveTable) -> None:
    """Give tables the secrets of their decks in play, all in one question."""
    marks = ", ".join("?" * len(lives))
    rows = database.execute(
        f"SELECT tbl, document FROM sealed WHERE tbl IN ({marks})",  # noqa: S608 - marks alone
        [live.id for live in lives],
    )
    sources = {live.id: live.session.source for live in lives}
    for table, document in rows:
        source = sources[table]
        if isinstance(source, CommittedSource):
            source.unseal(parse_json(document))
