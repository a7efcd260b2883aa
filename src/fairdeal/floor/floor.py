"""The floor: its tables, and every command that is given there, one after the other.

A floor has one writer at a time. The writer takes commands in batches, one transaction for each
batch, and their results become known only after the commit. Memory holds nothing that the log does
not: where another server has written, the floor first applies those entries.

The clock, the database and all randomness are passed in, so that tests can replay a whole evening.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from msgspec.structs import replace

from fairdeal.english import quoted
from fairdeal.errors import Forbidden, Refused, UnknownError
from fairdeal.floor.automatic_dealer import AutomaticDealer
from fairdeal.floor.bots import Bots
from fairdeal.floor.house import calendar_after
from fairdeal.floor.loaded_tables import LoadedTables
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.derived_rows import write_derived_rows
from fairdeal.floor.log.floor_entries import act_line, people_ended_by, person_reinstated_by
from fairdeal.floor.log.keys import UsedKey, key_used
from fairdeal.floor.money.buy_ins import ShortAccount, provide_chips
from fairdeal.floor.money.ledger import (
    MOVING,
    Transfer,
    balance_changes,
    event_transfers,
    game_account,
    is_players,
    player_account,
)
from fairdeal.floor.money.linked_meters import MeterSystem
from fairdeal.floor.money.meter_identity import require_meter_identity
from fairdeal.floor.money.payouts import note_due, require_not_held, require_verified
from fairdeal.floor.money.tray import require_chips_in_tray
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.exams import require_table_test
from fairdeal.floor.people.exclusion import require_not_excluded
from fairdeal.floor.people.failed_sign_ins import FailedSignIns
from fairdeal.floor.people.permission import (
    authorize,
    first_tap,
    read_command_body,
    require_alone_at_practice,
    supervisor,
)
from fairdeal.floor.people.play_limits import require_within_limits
from fairdeal.floor.people.presence import Presence, place_key
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.clock import WORD_SECONDS
from fairdeal.floor.tables.history import read_events
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.floor.tables.published_table import VersionedEvent, versioned_events, visible_events
from fairdeal.play.session import digest_of
from fairdeal.rulebook.money import UNITS_PER_CENT, dollars
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import PLAYER, Actor
from fairdeal.table.decide import decide
from fairdeal.table.dry_run import with_stand_ins
from fairdeal.table.entry import Entry
from fairdeal.table.limit_changes import notice_due
from fairdeal.table.state import State
from fairdeal.table.view import Viewer
from fairdeal.wire.commands import command_document
from fairdeal.wire.json import parse_json
from fairdeal.wire.json_line import dump_bytes, dump_line
from fairdeal.wire.log import entry_document


class FloorSettings(NamedTuple):
    """How the house runs its tables."""

    #: The dealer's pauses as a multiple of a person's; 0 is without pauses.
    pace: float = 1.0
    #: The seconds that players have to bet and to decide; 0 is without a time limit.
    clock: int = 20
    #: Whether bots sit down at the tables.
    bots: bool = True

    @property
    def word_seconds(self) -> int:
        """Return the seconds that players have to pledge a word anew, and to reveal one."""
        return WORD_SECONDS if self.pace else 1


class CommandResult(NamedTuple):
    """The version that a table reached by a command, and the events of the command."""

    version: int
    events: list[VersionedEvent]

    def visible_to(self, viewer: Viewer) -> list[dict[str, Any]]:
        """Return the documents of the events that a viewer may see."""
        return [one["event"] for one in visible_events(viewer, self.events)]


class Floor(LoadedTables):
    """All tables of a floor. Use it between `begin` and `commit`, from one thread."""

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], float],
        settings: FloorSettings = FloorSettings(),  # noqa: B008 - a value
        secret: Callable[[int], str] = secrets.token_hex,
        token: Callable[[int], str] = secrets.token_urlsafe,
    ) -> None:
        super().__init__(database, now=now, secret=secret, token=token)
        self.failed_sign_ins = FailedSignIns()
        self.settings = settings
        self.automatic_dealer = AutomaticDealer(self)
        self.bots = Bots(self)
        self.presence = Presence(now)
        self.meters = MeterSystem(self)
        #: The events and transfers of the entry that is checked and then written.
        self._events: list[VersionedEvent] = []
        self._transfers: list[Transfer] = []
        #: What a bet lacks in a game account, if the last entry that was checked lacks something.
        self._short_account: ShortAccount | None = None
        #: The digest of the command that is carried out, for its idempotency key.
        self._command_digest = ""
        self.load_tables()
        database.commit()

    def table(self, table: str) -> LiveTable:
        """Return a table by id; `UnknownError` if there is none."""
        live = self.tables.get(table)
        if live is None:
            raise UnknownError(f"there is no table {quoted(table)}")
        return live

    def chips(self, person_id: str) -> int:
        """Return the cents that a person holds in the purse and in game accounts, without those
        that lie on a layout.
        """
        held = self.store.balances.get
        accounts = [game_account(table, person_id) for table in self.tables]
        units = held(player_account(person_id), 0) + sum(held(one, 0) for one in accounts)
        return units // UNITS_PER_CENT

    def purse(self, person_id: str) -> int:
        """Return the cents in a person's purse."""
        return self.store.balances.get(player_account(person_id), 0) // UNITS_PER_CENT

    # Writing --------------------------------------------------------------------------------------

    def touch(self, table: str) -> None:
        """Note that a table changes in this transaction."""
        self.touched.add(table)
        self.changes += 1

    def _prepare_bots(self, live: LiveTable) -> None:
        self.bots.prepare(live)

    def _check_transfers(self, live: LiveTable, entry: Entry) -> None:
        """Refuse an entry that takes more chips from a player than he or she holds, or after which
        a meter would not agree with the ledger.
        """
        state = live.state
        self._events = versioned_events(state, entry.events)
        self._transfers = transfers = []
        for _, before, event in self._events:
            if type(event) in MOVING:
                transfers += event_transfers(live.id, before, event)
        self._short_account = None
        changes = balance_changes(transfers) if transfers else {}
        require_meter_identity(live.id, state, entry, self.store.balances, changes)
        if not transfers:
            return
        require_chips_in_tray(live.id, self.tray(live.id), transfers)
        taken = {one: units for one, units in changes.items() if units < 0 and is_players(one)}
        if taken and self.holding:
            require_not_held(self, transfers)
        for account, units in taken.items():
            held = self.store.balances.get(account, 0)
            if -units > held:
                has, takes = held // UNITS_PER_CENT, -units // UNITS_PER_CENT
                clause = state.rules.game.procedure.place
                if account.startswith("game:"):
                    self._short_account = ShortAccount(has, takes - has)
                reason = f"this needs {dollars(takes)} in chips, and you have {dollars(has)}"
                raise Refused(reason, clause)

    def _write_entry(self, live: LiveTable, before: State, entry: Entry) -> None:
        """Write an entry that the session has applied, with its transfers and derived rows."""
        table, version = live.id, live.state.version
        # First of all, so that a failure from here on stops this table.
        self.touch(table)
        clock_restarted = live.record_entry(before, entry, self._events)
        if clock_restarted or self.automatic_dealer.pauses_after(entry):
            live.last_act = self.now()
        body = dump_line({"table": table, **entry_document(entry)})
        leaf = self.store.append(table, entry.number, version, body, self._transfers)
        self._transfers = []
        if entry.key is not None:
            self.keys.save(entry.key, self._command_digest, leaf)
        write_derived_rows(self.store, live, before, entry, leaf, clock_restarted=clock_restarted)

    def record_act(self, what: Mapping[str, Any], by: Actor, moves: Sequence[Transfer] = ()) -> int:
        """Write an act of the floor (chips, people, handing over), and return its leaf."""
        number = self._act_number
        body = act_line(number, self.time, by, what, moves)
        self.changes += 1
        self._ended |= people_ended_by(what)
        self._ended -= person_reinstated_by(what)
        self.exclusions.apply(what, self.time, by.name)
        self.play_limits.apply(what, self.time)
        dated = {**what, "time": self.time}
        self.calendar = calendar_after(self.calendar, dated, tables=bool(self.tables))
        if what.get("table") in self.tables:
            self.touched.add(what["table"])
            self._follow_act(parse_json(body))
        self._act_number += 1
        return self.store.append("", number, number, body, moves)

    # People ---------------------------------------------------------------------------------------

    def require_active(self, person_id: str, name: str, *, sure: bool = False) -> None:
        """Refuse somebody whose account has ended since the request was let in.

        With `sure` the database is asked in any case: it also knows guests who were gone before
        the floor was loaded.
        """
        if sure or person_id in self._ended:
            found = self.people.find(person_id)
            if found is None or found.ended:
                raise Forbidden(f"{quoted(name)} has no account on this floor any more")

    def supervisor(self, person: Person) -> Actor:
        """Return a person as floorperson or operator; `Forbidden` if the person is neither."""
        self.require_active(person.id, person.name)
        return supervisor(person)

    def act_number_at(self, leaf: int) -> int:
        """Return the number of the act of the floor at a leaf."""
        (stored,) = self.store.entries(first=leaf, last=leaf)
        return stored.number

    # Commands -------------------------------------------------------------------------------------

    def command(
        self, person: Person, table: str, document: Mapping[str, Any], key: str
    ) -> CommandResult:
        """Carry out a person's command at a table, once for each idempotency key."""
        live = self.table(table)
        self.presence.note_command(person.id, place_key(table, person.id))
        body = read_command_body(live.state, document)
        command, at = body.command, body.at
        keyed = f"{table}|{key}"
        content = {"at": at, **command_document(command)}
        digest = sha256(dump_bytes(content)).hexdigest()
        used = self.keys.find(digest_of(Actor(person.id, PLAYER), keyed))
        if used is not None:
            return self._earlier_result(live, used, digest, content)
        self.require_active(person.id, person.name)
        require_not_excluded(self, person, command)
        require_within_limits(self, live, person, command)
        by = authorize(live, person, body)
        require_table_test(self, live, by, command)
        require_verified(live, command)
        if isinstance(command, cmd.Sit):
            self.require_active(person.id, person.name, sure=True)
            if live.owner not in (None, person.id):
                raise Forbidden("this is somebody else's practice table")
            if self.settings.pace:  # programs, for which pace 0 is, may share one
                require_alone_at_practice(live, person)
            self.bots.make_room(live, command, by)
        if tap := first_tap(live.state, by, command):
            # What the table refuses taps nobody in.
            at_time = replace(live.state, clock=max(self.time, live.state.clock))
            decide(at_time, with_stand_ins(at_time, command), by)
            self.do(live, tap, by)
        self._command_digest = digest
        # Only the command's own events, as when its key is sent again: entries before it, such as
        # shown meters, are not part of the result.
        count = len(self.do(live, command, by, at=at, key=keyed))
        events = live.unpublished[len(live.unpublished) - count :]
        result = CommandResult(live.state.version, events)
        self.automatic_dealer.run_due_steps(live)
        return result

    def do(
        self,
        live: LiveTable,
        command: cmd.Command,
        by: Actor,
        *,
        at: str | None = None,
        key: str | None = None,
        not_before: int = 0,
    ) -> list[ev.Event]:
        """Carry out a command at a table, at the floor's time and with its meters.

        `not_before` is the least time of the table at which the command is carried out.
        """
        if live.linked:
            self.meters.before(live, command, by)
        time = self.time
        before = live.state
        if notice_due(before, time) and not isinstance(command, cmd.EnforceLimits):
            self.do(live, cmd.EnforceLimits(), HOUSE)
            before = live.state
        self._short_account = None
        # The machine's clock may be set back; the time of a table never goes back.
        time = max(time, before.clock, not_before)
        try:
            events = live.session.do(command, by, time=time, at=at, key=key)
        except Refused as refusal:
            if not provide_chips(self, live, command, by, refusal, self._short_account):
                raise
            before = live.state
            time = max(time, before.clock)
            events = live.session.do(command, by, time=time, at=at, key=key)
        if live.linked:
            self.meters.after(live, events)
        note_due(self, live, before, events)
        return events

    def _earlier_result(
        self, live: LiveTable, used: UsedKey, digest: str, content: Mapping[str, Any]
    ) -> CommandResult:
        """Return the result of a command whose key was used before, read from the log."""
        (stored,) = self.store.entries(first=used.leaf, last=used.leaf)
        if used.body != digest and not _same_values(stored.body, content):
            raise key_used()
        number = stored.number
        events = read_events(self.store, live.opening, live.id, number, number)
        return CommandResult(stored.version, events)


def _same_values(body: str, content: Mapping[str, Any]) -> bool:
    """Is a command the one of an entry? The order in which an object names its fields is none."""
    entry = parse_json(body)
    return bool({"at": entry.get("at"), **entry["command"]} == parse_json(dump_line(content)))
