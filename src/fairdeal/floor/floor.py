"""The floor: its tables, and every command that is given there, one after the other.

There is one writer at a time on a floor. It takes commands in batches; a batch is one transaction,
and nobody hears of what it holds before it is durable. Nothing that is only in memory matters: a
table is its log, and when somebody else has written, the writer reads on from there first.

The clock, the database and all chance are handed in, so that a seed can replay a whole evening.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from fairdeal.english import quoted
from fairdeal.errors import BadInputError, Forbidden, KeyUsedError, LogError, Refused, UnknownError
from fairdeal.floor.automatic_dealer import AutomaticDealer
from fairdeal.floor.log import floor_entries
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.derived_rows import (
    load_from_log,
    load_sealed_decks,
    read_moment,
    replay_entry,
    write_derived_rows,
)
from fairdeal.floor.log.store import StoredEntry
from fairdeal.floor.log.transactions import Transactions
from fairdeal.floor.money.ledger import (
    BANK,
    Transfer,
    balance_changes,
    event_transfers,
    inventory_account,
    player_account,
)
from fairdeal.floor.money.linked_meters import MeterSystem
from fairdeal.floor.people.accounts import People, Person
from fairdeal.floor.people.permission import authorize, read_command_body, supervisor
from fairdeal.floor.stop_reasons import SECRETS_LOST
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.floor.tables.published_table import VersionedEvent, versioned_events, visible_events
from fairdeal.play.fairness import opening_hash
from fairdeal.play.session import Session, digest_of
from fairdeal.play.sources import CommittedSource
from fairdeal.rulebook.money import UNITS_PER_CENT, dollars
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import PLAYER, Actor
from fairdeal.table.entry import Entry
from fairdeal.table.state import CLOSED, State
from fairdeal.table.view import Viewer
from fairdeal.wire.commands import command_document
from fairdeal.wire.json import parse_json
from fairdeal.wire.line import dump_line
from fairdeal.wire.log import entry_document, read_opening

_KEY: Final = "INSERT INTO keys (digest, body, leaf) VALUES (?, ?, ?)"


class Settings(NamedTuple):
    """How the house runs its tables: the dealer's pace (0 without pauses), the seconds for bets and
    decisions (0 without a clock), and whether bots keep the tables alive.
    """

    pace: float = 1.0
    clock: int = 20
    bots: bool = True


class CommandResult(NamedTuple):
    """What a command led to: the version that it led to, and its events."""

    version: int
    events: list[VersionedEvent]

    def visible_to(self, viewer: Viewer) -> list[dict[str, Any]]:
        """The events as somebody is sent them."""
        return [one["event"] for one in visible_events(viewer, self.events)]


class Floor(Transactions):
    """All tables of a floor. Call it between `begin` and `commit`, from one thread."""

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], float],
        settings: Settings = Settings(),  # noqa: B008 - a value
        secret: Callable[[int], str] = secrets.token_hex,
        token: Callable[[int], str] = secrets.token_urlsafe,
    ) -> None:
        super().__init__(database, now)
        self.people = People(database, token)
        self.settings = settings
        self._secret = secret
        self.automatic_dealer = AutomaticDealer(self)
        self.meters = MeterSystem(self)
        self._moves: list[Transfer] = []
        self._happened: list[VersionedEvent] = []
        self._body = ""
        #: Those who may have ended since a request of theirs was let in.
        self._ended: set[str] = set()
        self.load()
        database.commit()

    def table(self, table: str) -> LiveTable:
        """A table by id."""
        live = self.tables.get(table)
        if live is None:
            raise UnknownError(f"there is no table {quoted(table)}")
        return live

    def chips(self, person_id: str) -> int:
        """What somebody holds, in cents, without what lies on a layout."""
        return self.store.balances.get(player_account(person_id), 0) // UNITS_PER_CENT

    # Reading the log ------------------------------------------------------------------------------

    def load(self) -> None:
        """Know every table, from its last snapshot and what came after."""
        tables: dict[str, LiveTable] = {}
        rows = self.database.execute("SELECT tbl, place, dealer, closed FROM tables ORDER BY place")
        for table, place, dealer, closed in rows:
            (first,) = self.store.entries(table, last=0)
            live = self.build_table(table, first.body, place)
            try:
                load_from_log(self.store, live)
            except LogError:
                raise
            except BadInputError:
                # Its log is whole, and its deck cannot be dealt on from: the others are as good.
                self.mark_faulty(live, SECRETS_LOST)
            live.dealer, live.closed = dealer, bool(closed)
            tables[table] = live
        gone = "SELECT id FROM people WHERE kind = 'registered' AND ended IS NOT NULL"
        self._ended |= {row[0] for row in self.database.execute(gone)}
        # Of the many guests who are gone, only those matter whose seat is still to be freed.
        seats = [seat for live in tables.values() for seat in live.state.seats.values()]
        for player in {seat.player for seat in seats if not seat.bot}:
            found = self.people.find(player)
            if found is None or found.ended:
                self._ended.add(player)
        # Not before all are read; and what was only here is none.
        self.tables = tables
        self._floor_number = self._next_act()
        for live in tables.values():
            if not live.closed:
                self.automatic_dealer.expect(live)

    def build_table(self, table: str, opening: str, place: int) -> LiveTable:
        """A table as it opens, whose entries are checked and written here."""
        source = CommittedSource(table, opening_hash(opening), lambda: self._secret(32))
        session = Session(read_opening(opening), source)
        live = LiveTable(table, session, opening, place)
        session.write = lambda entry: self._check(live, entry)
        session.on_entry = lambda before, entry: self._keep(live, before, entry)
        return live

    def _apply_new_entries(self, news: Sequence[StoredEntry]) -> None:
        """Take what other servers have written since."""
        touched: set[str] = set()
        for stored in news:
            if not stored.table:
                self._floor_number = stored.number + 1
                self._ended |= floor_entries.people_ended_by(parse_json(stored.body))
            elif stored.number == 0:
                live = self.build_table(stored.table, stored.body, len(self.tables) + 1)
                self.tables[stored.table] = live
                self.automatic_dealer.expect(live)
            else:
                live = self.tables[stored.table]
                if live.stopped is None:
                    replay_entry(live, stored)
            if stored.table:
                touched.add(stored.table)
        # One that is stopped here has not followed, whatever the others did there.
        going = [self.tables[table] for table in touched if self.tables[table].stopped is None]
        if going:
            load_sealed_decks(self.database, *going)
        for live in going:
            live.last_act = self.now()
        # Who deals and what is closed changes with an act of the floor alone.
        if any(not stored.table for stored in news):
            rows = self.database.execute("SELECT tbl, place, dealer, closed FROM tables")
            for table, place, dealer, closed in rows:
                live, now = self.tables[table], (place, dealer, bool(closed))
                if now != (live.place, live.dealer, live.closed):
                    live.place, live.dealer, live.closed = now
                    read_moment(self.database, live)
                    # One that is stopped may be ahead of the log, and is shown as it was.
                    if live.stopped is None:
                        touched.add(table)
        self.store.apply_new_entries(news)
        self.touched |= touched

    # Writing --------------------------------------------------------------------------------------

    def touch(self, table: str) -> None:
        """Something happens at a table."""
        self.touched.add(table)
        self.changes += 1

    def _check(self, live: LiveTable, entry: Entry) -> None:
        """Before an entry counts: nobody bets more than he or she holds, at two tables either."""
        state = live.state
        self._happened = versioned_events(state, entry.events)
        self._moves = [
            move
            for _, before, event in self._happened
            for move in event_transfers(live.id, before, event)
        ]
        for account, units in balance_changes(self._moves).items():
            if units < 0 and account.startswith("player:"):
                held = self.store.balances.get(account, 0)
                if -units > held:
                    has, takes = (dollars(n // UNITS_PER_CENT) for n in (held, -units))
                    reason = f"this takes {takes} in chips, and there are {has}"
                    raise Refused(reason, state.rules.game.procedure.place)

    def _keep(self, live: LiveTable, before: State, entry: Entry) -> None:
        """An entry counts: it is written with all that comes of it."""
        table = live.id
        # First, so that a failure is known to be this table's.
        self.touch(table)
        another = live.record_entry(before, entry, self._happened)
        if another or self.automatic_dealer.pauses_after(entry):
            live.last_act = self.now()
        body = dump_line({"table": table, **entry_document(entry)})
        leaf = self.store.append(table, entry.number, live.state.version, body, self._moves)
        self._moves = []
        if entry.key is not None:
            self.save_key(entry.key, self._body, leaf)
        write_derived_rows(self.store, live, before, entry, leaf, another=another)

    def record_act(self, what: Mapping[str, Any], by: Actor, moves: Sequence[Transfer] = ()) -> int:
        """Write down something that is no table's own (chips, people, handing over), and say which
        leaf it is.
        """
        number = self._floor_number
        body = floor_entries.act_line(number, self.time, by, what, moves)
        self.changes += 1
        self._ended |= floor_entries.people_ended_by(what)
        self._floor_number += 1
        return self.store.append("", number, number, body, moves)

    def require_active(self, person_id: str, name: str, *, sure: bool = False) -> None:
        """Refuse somebody who ended: a session is looked at before whatever was asked with it gets
        its turn. `sure`: also a guest who was gone before the floor was read, and sits nowhere.
        """
        if sure or person_id in self._ended:
            found = self.people.find(person_id)
            if found is None or found.ended:
                raise Forbidden(f"{quoted(name)} is gone from this floor")

    def supervisor(self, person: Person) -> Actor:
        """Somebody who does what is for the floorperson or the operator."""
        self.require_active(person.id, person.name)
        return supervisor(person)

    # Commands -------------------------------------------------------------------------------------

    def command(
        self, person: Person, table: str, document: Mapping[str, Any], key: str
    ) -> CommandResult:
        """A command of a person at a table, once for each key."""
        live = self.table(table)
        at, command = read_command_body(live.state, document)
        keyed = f"{table}|{key}"
        told = {"at": at, **command_document(command)}
        body = sha256(dump_line(told).encode()).hexdigest()
        if known := self._earlier_result(live, digest_of(Actor(person.id, PLAYER), keyed), body):
            return known
        self.require_active(person.id, person.name)
        by = authorize(live, person, at, command)
        if isinstance(command, cmd.Sit):
            found = self.people.find(person.id)
            if found is None or found.ended:
                raise Forbidden(f"{quoted(person.name)} is gone from this floor")
            self.automatic_dealer.make_room(live, command, by)
        self._body = body
        # Only what the command itself led to, as its key is answered again: not the meters that
        # were shown before it.
        count = len(self.do(live, command, by, at=at, key=keyed))
        answer = CommandResult(
            live.state.version, live.unpublished[len(live.unpublished) - count :]
        )
        if live.state.phase is CLOSED:
            self.reconcile_closed(live, by)
        self.automatic_dealer.run_due_steps(live)
        return answer

    def do(
        self,
        live: LiveTable,
        command: cmd.Command,
        by: Actor,
        *,
        at: str | None = None,
        key: str | None = None,
    ) -> list[ev.Event]:
        """Carry out a command at a table, at the floor's time and with its meters."""
        if live.linked:
            self.meters.before(live, command, by)
        # The clock of a machine may be set back; a table's never goes back.
        time = max(self.time, live.state.clock)
        events = live.session.do(command, by, time=time, at=at, key=key)
        if live.linked:
            self.meters.after(live, events)
        return events

    def reconcile_closed(self, live: LiveTable, by: Actor) -> dict[str, Any]:
        """A table has closed: its chips are reconciled and go back to the bank."""
        table = live.id
        live.closed = True
        self.database.execute("UPDATE tables SET closed = 1 WHERE tbl = ?", [table])
        told = floor_entries.reconciled(self.store, live)
        account = inventory_account(table)
        left = self.store.balances.get(account, 0)
        moves = [Transfer(account, BANK, left, "closing")] if left > 0 else []
        if left < 0:
            moves = [Transfer(BANK, account, -left, "closing")]
        self.record_act({"act": "close", "table": table, "reconciled": told}, by, moves)
        return told

    # Keys -----------------------------------------------------------------------------------------

    def _earlier_result(self, live: LiveTable, digest: str, body: str) -> CommandResult | None:
        """The answer to a key that was used before: what it led to then."""
        leaf = self.find_key(digest, body)
        if leaf is None:
            return None
        (stored,) = self.store.entries(first=leaf, last=leaf)
        happened = floor_entries.read_events(
            self.store, live.opening, live.id, stored.number, stored.number
        )
        return CommandResult(stored.version, happened)

    def find_key(self, digest: str, body: str) -> int | None:
        """The entry that a key led to, where it was used before."""
        # What waits to be written is no answer, but for a key that came a moment ago.
        ask = self.store.query if digest in self._keyed else self.database.execute
        rows = ask("SELECT body, leaf FROM keys WHERE digest = ?", [digest])
        if not rows:
            return None
        if rows[0][0] != body:
            raise KeyUsedError("the key was used for something else")
        return int(rows[0][1])

    def save_key(self, digest: str, body: str, leaf: int) -> None:
        """A key has led to an entry."""
        self._keyed.add(digest)
        self.store.queue_row(_KEY, (digest, body, leaf))
