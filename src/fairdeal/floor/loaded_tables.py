"""The tables of a floor in memory: loaded from the log, and followed as other servers write it."""

import secrets
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fairdeal.english import quoted
from fairdeal.errors import BadInputError, LogError
from fairdeal.floor.gaming_day import DEFAULT_CALENDAR
from fairdeal.floor.house import calendar_after, load_calendar
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.derived_rows import (
    is_private,
    load_from_log,
    load_sealed_decks,
    read_moment,
    replay_entry,
)
from fairdeal.floor.log.floor_entries import next_act_number, people_ended_by, person_reinstated_by
from fairdeal.floor.log.store import StoredEntry
from fairdeal.floor.log.transactions import Transactions
from fairdeal.floor.money.ledger import inventory_account
from fairdeal.floor.outages import set_clocks
from fairdeal.floor.people.accounts import People
from fairdeal.floor.people.exclusion import Exclusions
from fairdeal.floor.people.play_limits import PlayLimits
from fairdeal.floor.stop_reasons import SECRETS_LOST
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.floor.tables.pending_acts import after_act, load_pending
from fairdeal.play.fairness import opening_hash
from fairdeal.play.session import Session
from fairdeal.play.sources import CommittedSource, NamedCards, Source
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table.entry import Entry
from fairdeal.table.state import State
from fairdeal.wire.json import parse_json
from fairdeal.wire.log import read_opening


class LoadedTables(Transactions):
    """The tables of a floor, with the people and limits that the log tells of."""

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], float],
        secret: Callable[[int], str] = secrets.token_hex,
        token: Callable[[int], str] = secrets.token_urlsafe,
    ) -> None:
        super().__init__(database, now)
        self.people = People(database, token)
        self.exclusions = Exclusions()
        self.play_limits = PlayLimits()
        #: When gaming days and shifts begin.
        self.calendar = DEFAULT_CALENDAR
        self._secret = secret
        #: The tables at which payouts wait for signatures, by id.
        self.holding: set[str] = set()
        #: The people whose accounts have ended, as far as a request of theirs may still be queued
        #: or a seat of theirs is still to be freed.
        self._ended: set[str] = set()

    @abstractmethod
    def _check_transfers(self, live: LiveTable, entry: Entry) -> None:
        """Refuse an entry of a table that the ledger does not allow."""

    @abstractmethod
    def _write_entry(self, live: LiveTable, before: State, entry: Entry) -> None:
        """Write an entry that the session of a table has applied."""

    @abstractmethod
    def _prepare_bots(self, live: LiveTable) -> None:
        """Make a table that opens or is loaded ready for its bots."""

    def tray(self, table: str) -> int:
        """Return the chips of a table by the ledger, in units."""
        return self.store.balances.get(inventory_account(table), 0)

    def load_tables(self) -> None:
        """Load every table from its last snapshot and the entries after it."""
        tables: dict[str, LiveTable] = {}
        rows = self.database.execute("SELECT tbl, place, dealer, closed FROM tables ORDER BY place")
        for table, place, dealer, closed in rows:
            first = next(self.store.entries(table, last=0), None)
            if first is None:
                raise LogError(
                    f"the log does not tell how the table {quoted(table)} was opened: "
                    "run `fairdeal audit verify`"
                )
            if closed and is_private(first.body):
                continue  # there may be many, and nobody asks for them again
            live = self.build_table(table, first.body, place)
            try:
                load_from_log(self.store, live)
            except LogError:
                raise
            except BadInputError:
                # The log is whole, but the deck in play cannot be dealt on: only this table stops.
                self.mark_faulty(live, SECRETS_LOST)
            live.dealer, live.closed = dealer, bool(closed)
            tables[table] = live
        for table, pending in load_pending(self.database, tables).items():
            tables[table].pending = pending
            tables[table].tray = self.tray(table) // UNITS_PER_CENT
        self.holding = {table for table, live in tables.items() if live.pending.payouts}
        registered = "SELECT id FROM people WHERE kind = 'registered' AND ended IS NOT NULL"
        self._ended |= {row[0] for row in self.database.execute(registered)}
        self.exclusions.load(self.database)
        self.play_limits.load(self.database)
        self.calendar = load_calendar(self.database)
        # Guests are many: of those who are gone, only the ones with a seat still matter.
        seats = [seat for live in tables.values() for seat in live.state.seats.values()]
        for player in {seat.player for seat in seats if not seat.bot}:
            found = self.people.find(player)
            if found is None or found.ended:
                self._ended.add(player)
        # Assigned at the end, so that a failure on the way leaves the tables of before.
        self.tables = tables
        self.places = max((row[1] for row in rows), default=0)
        self._act_number = next_act_number(self.database)
        for live in tables.values():
            if not live.closed:
                self._prepare_bots(live)

    def build_table(self, table: str, opening: str, place: int) -> LiveTable:
        """Return a table as it opens, whose entries this floor checks and writes."""
        read = read_opening(opening)
        source: Source = NamedCards()
        if read.cards != NamedCards.name:
            source = CommittedSource(table, opening_hash(opening), lambda: self._secret(32))
        session = Session(read, source)
        live = LiveTable(table, session, opening, place)
        live.owner = read.owner
        session.write = lambda entry: self._check_transfers(live, entry)
        session.on_entry = lambda before, entry: self._write_entry(live, before, entry)
        return live

    def _apply_new_entries(self, entries: Sequence[StoredEntry]) -> None:
        changed: set[str] = set()
        for stored in entries:
            if not stored.table:
                self._act_number = stored.number + 1
                act = parse_json(stored.body)
                self._ended |= people_ended_by(act)
                self._ended -= person_reinstated_by(act)
                self.exclusions.apply(act, act["time"], act["by"].get("name", ""))
                self.play_limits.apply(act, act["time"])
                self.calendar = calendar_after(self.calendar, act, tables=bool(self.tables))
                if act["act"] == "pace" and act["table"] in self.tables:
                    self.tables[act["table"]].pace = act["pace"]
                elif act["act"] == "resume":
                    set_clocks(self.tables.values(), act["time"])
                    changed.update(t for t, live in self.tables.items() if live.stopped is None)
                if act.get("table") in self.tables:
                    self._follow_act(act)
                    changed.add(act["table"])
            elif stored.number == 0:
                self.places += 1
                live = self.build_table(stored.table, stored.body, self.places)
                self.tables[stored.table] = live
                self._prepare_bots(live)
            else:
                live = self.tables[stored.table]
                if live.stopped is None:
                    replay_entry(live, stored)
            if stored.table:
                changed.add(stored.table)
        # A table that is stopped at this server has not replayed the entries of the others.
        running = [self.tables[table] for table in changed if self.tables[table].stopped is None]
        if running:
            load_sealed_decks(self.database, *running)
        for live in running:
            live.last_act = self.now()
        # Only acts of the floor change who deals and which tables are closed.
        if any(not stored.table for stored in entries):
            rows = self.database.execute("SELECT tbl, place, dealer, closed FROM tables")
            for table, place, dealer, closed in rows:
                if table not in self.tables:
                    continue
                live, row = self.tables[table], (place, dealer, bool(closed))
                if live.owner and closed:
                    self.closed_private.add(table)
                if row != (live.place, live.dealer, live.closed):
                    live.place, live.dealer, live.closed = row
                    read_moment(self.database, live)
                    # A stopped table may be ahead of the log, and stays shown as it was.
                    if live.stopped is None:
                        changed.add(table)
        self.store.apply_new_entries(entries)
        self.touched |= changed

    def _follow_act(self, document: Mapping[str, Any]) -> None:
        """Note what waits at a table after an act."""
        live = self.tables[document["table"]]
        live.pending = after_act(live.pending, document)
        if live.pending.payouts:
            self.holding.add(live.id)
        else:
            self.holding.discard(live.id)
