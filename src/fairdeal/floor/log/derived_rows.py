"""Rows that follow from the entries of a table and are written with them: the clock, the sealed
secrets of the deck in play, finished rounds and snapshots. Loading a table reads them back.
"""

from typing import Final

from fairdeal.errors import FairdealError, LogError
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.play_rows import PLAY, players_of
from fairdeal.floor.log.seal import read_row, read_sealed, write_sealed
from fairdeal.floor.log.store import Store, StoredEntry
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.floor.tables.published_table import versioned_events
from fairdeal.play.fairness import round_id
from fairdeal.play.sources import CommittedSource
from fairdeal.table.entry import Entry
from fairdeal.table.events import DeckCommitted, first_void
from fairdeal.table.state import State, moment
from fairdeal.wire.json import parse_json
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
    """Write the moment that is on at a table, and when its clock started."""
    store.queue_row(_MOMENT, (live.id, live.at, live.since))


def write_secrets(store: Store, live: LiveTable) -> None:
    """Write the secrets of a table's deck in play, sealed."""
    source = live.session.source
    if isinstance(source, CommittedSource):
        sealed = write_sealed(store.database.seal, live.id, source.sealed())
        store.queue_row(_SEALED, (live.id, sealed))


def write_derived_rows(
    store: Store, live: LiveTable, before: State, entry: Entry, leaf: int, *, clock_restarted: bool
) -> None:
    """Write the rows that an entry changes beside the log."""
    after = live.state
    if clock_restarted:
        write_moment(store, live)
    if after.decks is not before.decks:
        write_secrets(store, live)
    if after.rounds != before.rounds:
        _write_round(store, live, before, entry, leaf)


def _write_round(store: Store, live: LiveTable, before: State, entry: Entry, leaf: int) -> None:
    number, (first, due) = before.rounds + 1, live.end_round(entry.number)
    void = int(first_void(entry.events) is not None)
    row = (live.id, number, first, entry.number, leaf, entry.time, void)
    name = round_id(live.id, number)
    store.queue_row(_ROUND, (name, *row))
    if not void:
        for player in players_of(before):
            store.queue_row(PLAY, (name, player, leaf))
    if due:
        state = write_state(live.state).decode()
        store.queue_row(_SNAPSHOT, (live.id, entry.number, live.state.version, "", state))


def is_private(opening: str) -> bool:
    """Return whether an opening entry is that of a private practice table."""
    return '"owner":' in opening and parse_json(opening).get("owner") is not None


def load_from_log(store: Store, live: LiveTable) -> None:
    """Bring a table from its opening to the end of its log, by its last snapshot if it has one."""
    run, table = store.database.execute, live.id
    snapshots = run(
        "SELECT number, state FROM snapshots WHERE tbl = ? ORDER BY number DESC LIMIT 1",
        [table],
    )
    number = 0
    state = _read_snapshot(live, snapshots[0][1]) if snapshots else None
    if state is not None:
        number = snapshots[0][0]
        live.session.state = state
        live.session.entries = live.round_ended = live.snapshot = number
        _restore_commitment(store, live, number)
        live.at = moment(live.state)
    for stored in store.entries(table, first=number + 1):
        replay_entry(live, stored)
    load_sealed_decks(store.database, live)
    read_moment(store.database, live)


def _read_snapshot(live: LiveTable, snapshot: str) -> State | None:
    """Return the state of a snapshot, or None if it cannot be read: the entries alone suffice."""
    try:
        return read_state(live.state.rules, snapshot.encode())
    except (FairdealError, AttributeError, LookupError, TypeError, ValueError):
        return None


def read_moment(database: Database, live: LiveTable) -> None:
    """Read when the clock of a table's moment started."""
    since = database.execute("SELECT since FROM moments WHERE tbl = ?", [live.id])
    if since:
        live.since = since[0][0]


def _restore_commitment(store: Store, live: LiveTable, number: int) -> None:
    """Give the source of cards the commitment to the next round's deck, which may stand in the
    entry of the snapshot, since that entry ended a round.
    """
    (stored,) = store.entries(live.id, first=number, last=number)
    for document in parse_json(stored.body)["events"]:
        if document["event"] == DeckCommitted.__struct_config__.tag:
            live.session.source.follow(live.state, read_event(live.state, document))


def replay_entry(live: LiveTable, stored: StoredEntry) -> None:
    """Apply an entry of the log to a table in memory, without writing it again."""
    session = live.session
    before = session.state
    on_entry, session.on_entry = session.on_entry, None
    try:
        entry = read_entry(before, stored.body)
        session.replay(entry)
    except (FairdealError, AttributeError, LookupError, TypeError, ValueError) as error:
        reason = f"entry {stored.number} of table {stored.table} cannot be read: {error}"
        raise LogError(f"{reason}: run `fairdeal audit verify`") from None
    finally:
        session.on_entry = on_entry
    live.record_entry(before, entry, versioned_events(before, entry.events))
    if session.state.rounds != before.rounds:
        live.end_round(entry.number)


def load_sealed_decks(database: Database, *lives: LiveTable) -> None:
    """Give tables the secrets of their decks in play, all with one query."""
    marks = ", ".join("?" * len(lives))
    rows = database.execute(
        f"SELECT tbl, document FROM sealed WHERE tbl IN ({marks})",  # noqa: S608 - marks alone
        [live.id for live in lives],
    )
    sources = {live.id: live.session.source for live in lives}
    for table, document in rows:
        source = sources[table]
        if isinstance(source, CommittedSource):
            source.unseal(read_sealed(database.seal, table, read_row(document)))
