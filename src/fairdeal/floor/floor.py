"""The floor: everything that people and the house do at its tables, one command after the other.

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
from fairdeal.errors import BadInputError, FairdealError, LogError, PassedError, Refused
from fairdeal.floor import acts
from fairdeal.floor.database import Database, StoreError
from fairdeal.floor.house import House
from fairdeal.floor.ledger import (
    BANK,
    Transfer,
    changes,
    inventory_account,
    meter_accounts,
    moves_of,
    player_account,
)
from fairdeal.floor.live import Face, Happened, LiveTable, seen_by, told_apart
from fairdeal.floor.people import People, Person
from fairdeal.floor.store import Store, Stored
from fairdeal.play.fairness import opening_hash, round_id
from fairdeal.play.session import Session, digest_of
from fairdeal.play.sources import CommittedSource
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, dollars
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import (
    DEALER,
    FLOOR,
    OPERATOR,
    PLAYER,
    Actor,
    Role,
)
from fairdeal.table.decide import clause_of, decide
from fairdeal.table.entry import Entry, Opening
from fairdeal.table.state import CLOSED, OPEN, State, moment
from fairdeal.table.view import Viewer
from fairdeal.wire.commands import command_document, read_command
from fairdeal.wire.json import parse_json
from fairdeal.wire.line import dump_line
from fairdeal.wire.log import (
    entry_document,
    read_entry,
    read_event,
    read_opening,
    write_opening,
)
from fairdeal.wire.state import read_state, write_state

#: What a guest is given, and what a table's inventory is opened with, in cents.
GUEST_CENTS: Final = 1_000_00
OPENING_FILL_CENTS: Final = 100_000_00
#: No fill and no credit is larger.
MOST_MOVED_CENTS: Final = 10**11
#: The meter system: it shows a table what a shared meter has come to.
METER_SYSTEM: Final = Actor("meters", OPERATOR, automatic=True)
HOUSE_ACTOR: Final = Actor("house", FLOOR, automatic=True)


_KEY: Final = "INSERT INTO keys (digest, body, leaf) VALUES (?, ?, ?)"
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


class Forbidden(FairdealError):  # noqa: N818 - a refusal is an answer, not a fault
    """Somebody may not do this: the role or the seat is another's."""

    def __init__(self, reason: str, clause: str | None = None) -> None:
        super().__init__(reason)
        self.clause = clause


class UnknownError(FairdealError):
    """There is no such table, round or person."""


class KeyUsedError(BadInputError):
    """A key that was used for another body."""


class StoppedError(FairdealError):
    """A table that takes nothing more until the floor is started again."""


class Settings(NamedTuple):
    """How the house runs its tables: the dealer's pace (0 without pauses), the seconds for bets and
    decisions (0 without a clock), and whether bots keep the tables alive.
    """

    pace: float = 1.0
    clock: int = 20
    bots: bool = True


class Answer(NamedTuple):
    """What a command led to: the version that it led to, and its events."""

    version: int
    happened: list[Happened]

    def seen(self, viewer: Viewer) -> list[dict[str, Any]]:
        """The events as somebody is sent them."""
        return [one["event"] for one in seen_by(viewer, self.happened)]


class Floor:
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
        self.database = database
        # All at one moment: another server may be writing.
        database.look()
        self.store = Store(database)
        self.store.check_tail()
        self.people = People(database, token)
        self.settings = settings
        self.now = now
        self._secret = secret
        self.tables: dict[str, LiveTable] = {}
        #: The tables at which something happened since the last commit.
        self.touched: set[str] = set()
        #: How often anything was changed: a command that fails and leaves it did nothing.
        self.changes = 0
        self.house = House(self)
        self._moves: list[Transfer] = []
        self._happened: list[Happened] = []
        self._body = ""
        #: The keys that were used since `begin`.
        self._keyed: set[str] = set()
        self._floor_number = 0
        #: How long the log was when the transaction began.
        self._began = 0
        self.load()
        database.commit()

    @property
    def time(self) -> int:
        """The floor's clock in whole seconds."""
        return int(self.now())

    # Transactions ---------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin a transaction, and read on where somebody else has written."""
        self.touched.clear()
        self._keyed.clear()
        self.store.forget()
        self.database.begin()
        if news := self.store.news():
            self._read_on(news)
        self._began = self.store.leaves

    def read_on(self) -> None:
        """Take what other servers have written since, without holding any of them up."""
        self.touched.clear()
        self.database.look()
        if news := self.store.news():
            self._read_on(news)
        self.database.commit()

    def commit(self) -> None:
        """Make all that was done since `begin` durable; a failure stops the tables it was for."""
        try:
            self.store.flush()
            if self.store.leaves != self._began:
                self.database.notify()
            self.database.commit()
        except Exception as error:
            self.failed(error)
            raise StoreError(f"the database did not take the commit: {error}") from None

    def published(self) -> list[Face]:
        """The tables at which something happened, as they are now; asked after a commit."""
        return [self.tables[table].published() for table in sorted(self.touched)]

    def rollback(self) -> None:
        """Nothing was done since `begin`."""
        self.store.forget()
        self.database.rollback()

    def failed(self, error: BaseException) -> None:
        """What is in memory is ahead of the database: the tables concerned take nothing more."""
        for table in self.touched:
            self.tables[table].stopped = f"the database failed: {error}"
        try:
            self.database.rollback()
            self.store.refresh()
            self._floor_number = self._next_act()
            opened = {row[0] for row in self.database.execute("SELECT tbl FROM tables")}
            for table in self.tables.keys() - opened:
                del self.tables[table]
                self.touched.discard(table)
        except Exception as again:
            for live in self.tables.values():
                live.stopped = live.stopped or f"the database failed: {again}"

    def recover(self) -> None:
        """Go on after a failure, where other servers may have gone on meanwhile: what is in memory
        is forgotten, and every table is what the log says.
        """
        if self.database.lost:
            self.database.reconnect()
        self.database.look()
        self.store.refresh()
        self.store.check_tail()
        self.load()
        self.database.commit()
        for live in self.tables.values():
            live.last_act = self.now()
        self.touched = set(self.tables)

    # Reading the log ------------------------------------------------------------------------------

    def load(self) -> None:
        """Know every table, from its last snapshot and what came after."""
        rows = self.database.execute("SELECT tbl, place, dealer, closed FROM tables ORDER BY place")
        for table, place, dealer, closed in rows:
            live = self._loaded(table, place)
            live.dealer, live.closed = dealer, bool(closed)
            self.tables[table] = live
        self._floor_number = self._next_act()

    def _next_act(self) -> int:
        rows = self.database.execute(
            "SELECT coalesce(max(number) + 1, 0) FROM entries WHERE tbl = ''"
        )
        return int(rows[0][0])

    def _loaded(self, table: str, place: int) -> LiveTable:
        (first,) = self.store.entries(table, last=0)
        live = self._live(table, first.body, place)
        snapshots = self.database.execute(
            "SELECT number, state FROM snapshots WHERE tbl = ? ORDER BY number DESC LIMIT 1",
            [table],
        )
        number = 0
        if snapshots:
            number, state = snapshots[0]
            live.session.state = read_state(live.state.rules, state.encode())
            live.session.entries = live.round_ended = live.snapshot = number
            self._bind(live, number)
            live.at = moment(live.state)
        for stored in self.store.entries(table, first=number + 1):
            self._replay(live, stored)
        self._unseal(live)
        since = self.database.execute("SELECT since FROM moments WHERE tbl = ?", [table])
        if since:
            live.since = since[0][0]
        return live

    def _bind(self, live: LiveTable, number: int) -> None:
        """The entry of a snapshot ended a round: what it committed to for the next one counts."""
        (stored,) = self.store.entries(live.id, first=number, last=number)
        for document in parse_json(stored.body)["events"]:
            if document["event"] == ev.DeckCommitted.__struct_config__.tag:
                live.session.source.follow(live.state, read_event(live.state, document))

    def _live(self, table: str, opening: str, place: int) -> LiveTable:
        source = CommittedSource(table, opening_hash(opening), lambda: self._secret(32))
        session = Session(read_opening(opening), source)
        live = LiveTable(table, session, opening, place)
        session.write = lambda entry: self._check(live, entry)
        session.on_entry = lambda before, entry: self._keep(live, before, entry)
        return live

    def _replay(self, live: LiveTable, stored: Stored) -> None:
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
        live.hear(before, entry, told_apart(before, entry.events))
        if session.state.rounds != before.rounds:
            live.round_over(entry.number)

    def _unseal(self, *lives: LiveTable) -> None:
        """Give tables the secrets of their decks in play, all in one question."""
        marks = ", ".join("?" * len(lives))
        rows = self.database.execute(
            f"SELECT tbl, document FROM sealed WHERE tbl IN ({marks})",  # noqa: S608 - marks alone
            [live.id for live in lives],
        )
        sources = {live.id: live.session.source for live in lives}
        for table, document in rows:
            source = sources[table]
            if isinstance(source, CommittedSource):
                source.unseal(parse_json(document))

    def _read_on(self, news: Sequence[Stored]) -> None:
        """Take what other servers have written since."""
        touched: set[str] = set()
        for stored in news:
            if not stored.table:
                self._floor_number = stored.number + 1
            elif stored.number == 0:
                self.tables[stored.table] = self._live(
                    stored.table, stored.body, len(self.tables) + 1
                )
            else:
                live = self.tables[stored.table]
                if live.stopped is None:
                    self._replay(live, stored)
            if stored.table:
                touched.add(stored.table)
        if touched:
            self._unseal(*(self.tables[table] for table in touched))
        for table in touched:
            self.tables[table].last_act = self.now()
        # Who deals and what is closed changes with an act of the floor alone.
        if any(not stored.table for stored in news):
            rows = self.database.execute("SELECT tbl, place, dealer, closed FROM tables")
            for table, place, dealer, closed in rows:
                live = self.tables[table]
                live.place, live.dealer, live.closed = place, dealer, bool(closed)
        self.store.follow(news)
        self.touched |= touched

    # Writing --------------------------------------------------------------------------------------

    def _touch(self, table: str) -> None:
        self.touched.add(table)
        self.changes += 1

    def _check(self, live: LiveTable, entry: Entry) -> None:
        """Before an entry counts: nobody bets more than he or she holds, at two tables either."""
        state = live.state
        self._happened = told_apart(state, entry.events)
        self._moves = [
            move for _, before, event in self._happened for move in moves_of(live.id, before, event)
        ]
        for account, units in changes(self._moves).items():
            if units < 0 and account.startswith("player:"):
                held = self.store.balances.get(account, 0)
                if -units > held:
                    has, takes = (dollars(n // UNITS_PER_CENT) for n in (held, -units))
                    reason = f"this takes {takes} in chips, and there are {has}"
                    raise Refused(reason, state.rules.game.procedure.place)

    def _keep(self, live: LiveTable, before: State, entry: Entry) -> None:
        """An entry counts: it is written with all that comes of it."""
        later, table = self.store.later, live.id
        # First, so that a failure is known to be this table's.
        self._touch(table)
        another = live.hear(before, entry, self._happened)
        live.last_act = self.now()
        after = live.state
        body = dump_line({"table": table, **entry_document(entry)})
        leaf = self.store.append(table, entry.number, after.version, body, self._moves)
        self._moves = []
        if entry.key is not None:
            self._use(entry.key, self._body, leaf)
        if another:
            later(_MOMENT, (table, live.at, live.since))
        source = live.session.source
        if after.decks is not before.decks and isinstance(source, CommittedSource):
            later(_SEALED, (table, dump_line(source.sealed())))
        if after.rounds != before.rounds:
            self._round_over(live, before, entry, leaf)

    def _round_over(self, live: LiveTable, before: State, entry: Entry, leaf: int) -> None:
        number, (first, due) = before.rounds + 1, live.round_over(entry.number)
        void = any(isinstance(event, ev.RoundVoided) for event in entry.events)
        row = (live.id, number, first, entry.number, leaf, entry.time, int(void))
        self.store.later(_ROUND, (round_id(live.id, number), *row))
        if due:
            state = write_state(live.state).decode()
            self.store.later(_SNAPSHOT, (live.id, entry.number, live.state.version, "", state))

    def act(self, what: Mapping[str, Any], by: Actor, moves: Sequence[Transfer] = ()) -> int:
        """Write down something that is no table's own (chips, people, handing over), and say which
        leaf it is.
        """
        self.changes += 1
        number = self._floor_number
        body = acts.act_line(number, self.time, by, what, moves)
        self._floor_number += 1
        return self.store.append("", number, number, body, moves)

    # Tables ---------------------------------------------------------------------------------------

    def open(self, rules: Rules, by: Actor, table: str | None = None) -> LiveTable:
        """Open a table under some rules, with its inventory and its meters."""
        place = len(self.tables) + 1
        table = table or f"t{place}"
        if table in self.tables:
            raise Refused(f"there is a table {table} already", None)
        resets = dict(rules.progressive.resets) if rules.progressive else {}
        accounts = meter_accounts(table, rules)
        balances = self.store.balances
        meters = {name: balances.get(accounts[name]) or units for name, units in resets.items()}
        opening = Opening(rules, meters, CommittedSource.name, table=table, time=self.time)
        text = write_opening(opening)
        live = self._live(table, text, place)
        floor = rules.floor
        live.dealer = floor.dealer if floor else "auto"
        self.tables[table] = live
        self._touch(table)
        fill = OPENING_FILL_CENTS * UNITS_PER_CENT
        moves = [Transfer(BANK, inventory_account(table), fill, "opening")]
        for name, units in meters.items():
            missing = units - balances.get(accounts[name], 0)
            if missing:
                moves.append(Transfer(BANK, accounts[name], missing, "reset"))
        self.store.append(table, 0, 0, text, moves)
        self.database.execute(
            "INSERT INTO tables (tbl, place, dealer, closed) VALUES (?, ?, ?, 0)",
            (table, place, live.dealer),
        )
        live.since = self.time
        # What a table opens with stands in no other entry; its meters stand in the opening.
        self.act({"act": "open", "table": table, "inventory": OPENING_FILL_CENTS // CENTS}, by)
        return live

    def table(self, table: str) -> LiveTable:
        """A table by id."""
        live = self.tables.get(table)
        if live is None:
            raise UnknownError(f"there is no table {quoted(table)}")
        return live

    # Commands -------------------------------------------------------------------------------------

    def command(self, person: Person, table: str, document: Mapping[str, Any], key: str) -> Answer:
        """A command of a person at a table, once for each key."""
        live = self.table(table)
        at, command = read_body(live.state, document)
        keyed = f"{table}|{key}"
        told = {"at": at, **command_document(command)}
        body = sha256(dump_line(told).encode()).hexdigest()
        if known := self._known(live, digest_of(Actor(person.id, PLAYER), keyed), body):
            return known
        require_going(live)
        by = self.actor(live, person, command)
        if live.closed:
            raise Refused(f"table {live.id} is closed", None)
        require_no_cards(live.state, command)
        if at is not None and at != moment(live.state):
            raise PassedError("what this answers is over", clause_of(live.state, type(command)))
        if isinstance(command, cmd.Sit):
            found = self.people.find(person.id)
            if found is None or found.ended:
                raise Forbidden(f"{quoted(person.name)} is gone from this floor")
            self.house.make_room(live, command, by)
        self._body = body
        # Only what the command itself led to, as its key is answered again: not the meters that
        # were shown before it.
        count = len(self.do(live, command, by, at=at, key=keyed))
        answer = Answer(live.state.version, live.fresh[len(live.fresh) - count :])
        if live.state.phase is CLOSED:
            self._closed(live, by)
        self.house.go_on(live)
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
        if isinstance(command, cmd.NoMoreBets | cmd.Settle):
            self._show_meters(live, command, by)
        # The clock of a machine may be set back; a table's never goes back.
        time = max(self.time, live.state.clock)
        return live.session.do(command, by, time=time, at=at, key=key)

    def _show_meters(self, live: LiveTable, command: cmd.Command, by: Actor) -> None:
        """A shared meter may have come to another amount at another table."""
        accounts = meter_accounts(live.id, live.state.rules)
        shown = live.state.meters.units
        now = {name: self.store.balances.get(accounts[name], 0) for name in shown}
        if now != dict(shown):
            decide(live.state, command, by)  # what is refused changes nothing, no meter either
            time = max(self.time, live.state.clock)
            live.session.do(cmd.ShowMeters(units=now), METER_SYSTEM, time=time)

    def _known(self, live: LiveTable, digest: str, body: str) -> Answer | None:
        """The answer to a key that was used before: what it led to then."""
        leaf = self._used(digest, body)
        if leaf is None:
            return None
        (stored,) = self.store.entries(first=leaf, last=leaf)
        happened = acts.happened(self.store, live.opening, live.id, stored.number, stored.number)
        return Answer(stored.version, happened)

    def _used(self, digest: str, body: str) -> int | None:
        """The entry that a key led to, where it was used before."""
        # What waits to be written is no answer, but for a key that came a moment ago.
        ask = self.store.ask if digest in self._keyed else self.database.execute
        rows = ask("SELECT body, leaf FROM keys WHERE digest = ?", [digest])
        if not rows:
            return None
        if rows[0][0] != body:
            raise KeyUsedError("the key was used for something else")
        return int(rows[0][1])

    def _use(self, digest: str, body: str, leaf: int) -> None:
        """A key has led to an entry."""
        self._keyed.add(digest)
        self.store.later(_KEY, (digest, body, leaf))

    def actor(self, live: LiveTable, person: Person, command: cmd.Command) -> Actor:
        """In which role somebody gives a command, or why not."""
        kind, state = type(command), live.state
        clause = clause_of(state, kind)
        if isinstance(command, cmd.ShowMeters):
            raise Forbidden("the meter system shows meters", clause)
        number = getattr(command, "seat", None)
        own = [n for n, seat in state.seats.items() if seat.player == person.id]
        if (
            PLAYER in kind.given_by
            and PLAYER in person.roles
            and (isinstance(command, cmd.Sit) or (number in own if number is not None else own))
        ):
            return Actor(person.id, PLAYER, person.name)
        for role in (DEALER, FLOOR):
            if role in kind.given_by and role in person.roles:
                if role is DEALER and live.dealer != "person":
                    raise Forbidden("the automatic dealer deals at this table", clause)
                return Actor(person.id, role, person.name)
        if PLAYER in kind.given_by and PLAYER in person.roles:
            which = "no seat here" if number is None else f"seat {number}, not"
            raise Forbidden(f"{which} is the seat of {quoted(person.name)}", clause)
        names = " or ".join(role.words for role in kind.given_by)
        tag = kind.__struct_config__.tag
        raise Forbidden(f"{tag} is for {names} to say", clause)

    # The floor's own acts -------------------------------------------------------------------------

    def guest(self, name: str) -> tuple[str, Person]:
        """A guest with play chips, and the token of his or her session."""
        person = self.people.add(name, "guest", self.time)
        self._welcome(person)
        return self.people.begin_session(person.id, self.time), person

    def register(self, name: str, hashed: str) -> tuple[str, Person]:
        """A player who comes back with a password."""
        person = self.people.add(name, "registered", self.time, password=hashed)
        self._welcome(person)
        return self.people.begin_session(person.id, self.time), person

    def _welcome(self, person: Person) -> None:
        chips = GUEST_CENTS * UNITS_PER_CENT
        move = Transfer(BANK, player_account(person.id), chips, "play chips")
        self.act({"act": "welcome", "player": person.id}, HOUSE_ACTOR, [move])

    def more_chips(self, person: Person) -> None:
        """Play chips for somebody who has next to none left."""
        account = player_account(person.id)
        held = self.store.balances.get(account, 0) // UNITS_PER_CENT
        if held >= GUEST_CENTS // 2:
            raise Refused(f"there are {dollars(held)} in chips: more come below $500", None)
        missing = (GUEST_CENTS - held) * UNITS_PER_CENT
        by = Actor(person.id, PLAYER, person.name)
        self.act(
            {"act": "chips", "player": person.id}, by, [Transfer(BANK, account, missing, "chips")]
        )

    def chips(self, person_id: str) -> int:
        """What somebody holds, in cents, without what lies on a layout."""
        return self.store.balances.get(player_account(person_id), 0) // UNITS_PER_CENT

    def move_inventory(
        self,
        person: Person,
        table: str,
        cents: int,
        reason: str,
        *,
        fill: bool,
        key: str | None = None,
    ) -> None:
        """A fill brings chips from the bank to a table, a credit takes them back; with a key, once
        for it.
        """
        live = self.table(table)
        if not 0 < cents <= MOST_MOVED_CENTS:
            raise BadInputError("the amount is above zero and up to a billion dollars")
        if not reason.strip() or len(reason) > 200 or not reason.isprintable():
            raise BadInputError("say the reason, in up to 200 printable characters")
        account, units = inventory_account(live.id), cents * UNITS_PER_CENT
        what = "fill" if fill else "credit"
        move = Transfer(*((BANK, account) if fill else (account, BANK)), units, what)
        document: dict[str, Any] = {"act": what, "table": live.id, "reason": reason}
        body = ""
        if key is not None:
            document["key"] = digest_of(Actor(person.id, PLAYER), f"{table}|{key}")
            body = acts.body_of(document, [move])
            if self._used(document["key"], body) is not None:
                return
        self.require(person, FLOOR, OPERATOR)
        if live.closed:
            raise Refused(f"table {table} is closed", None)
        require_going(live)
        if not fill and self.store.balances.get(account, 0) < units:
            raise Refused("the table does not hold so many chips", None)
        leaf = self.act(document, Actor(person.id, _acts_as(person), person.name), [move])
        if key is not None:
            self._use(document["key"], body, leaf)

    def hand_over(self, person: Person, table: str, dealer: str) -> None:
        """Let a person deal, or the automatic dealer, between rounds."""
        live = self.table(table)
        if dealer not in ("auto", "person"):
            raise BadInputError('dealer is "auto" or "person"')
        self.require(person, FLOOR, OPERATOR)
        require_going(live)
        if live.closed:
            raise Refused(f"table {table} is closed", None)
        if live.state.phase is not OPEN:
            raise Refused("a table is handed over between rounds", None)
        live.dealer = dealer
        self._touch(table)
        self.database.execute("UPDATE tables SET dealer = ? WHERE tbl = ?", (dealer, table))
        by = Actor(person.id, _acts_as(person), person.name)
        self.act({"act": "handover", "table": table, "dealer": dealer}, by)
        self.house.go_on(live)

    def close(self, person: Person, table: str) -> dict[str, Any]:
        """Close a table between rounds: its cards are counted and go, its chips are reconciled."""
        self.require(person, FLOOR, OPERATOR)
        live = self.table(table)
        require_going(live)
        if live.closed:
            raise Refused(f"table {table} is closed already", None)
        size = len(live.state.rules.game.deck)
        cards = {deck.color: size for deck in live.state.decks}
        self.do(live, cmd.CloseTable(cards=cards), HOUSE_ACTOR)
        return self._closed(live, Actor(person.id, _acts_as(person), person.name))

    def _closed(self, live: LiveTable, by: Actor) -> dict[str, Any]:
        """A table has closed: its chips are reconciled and go back to the bank."""
        table = live.id
        live.closed = True
        self.database.execute("UPDATE tables SET closed = 1 WHERE tbl = ?", [table])
        told = acts.reconciled(self.store, live)
        account = inventory_account(table)
        left = self.store.balances.get(account, 0)
        moves = [Transfer(account, BANK, left, "closing")] if left > 0 else []
        if left < 0:
            moves = [Transfer(BANK, account, -left, "closing")]
        self.act({"act": "close", "table": table, "reconciled": told}, by, moves)
        return told

    def require(self, person: Person, *roles: Role) -> None:
        """Refuse whoever has none of some roles."""
        if not set(roles) & set(person.roles):
            raise Forbidden(f"this is for {' or '.join(role.words for role in roles)}")

    def free_guests(self) -> None:
        """Guests who are gone for a day free their seats and end; their entries stay."""
        for person in self.people.guests_gone(self.time):
            freed = [self._free(live, person) for live in self.tables.values()]
            if not all(freed):
                continue  # a seat at a table that is stopped: once it goes on
            self.people.end(person.id, self.time)
            self.act({"act": "gone", "player": person.id}, HOUSE_ACTOR)

    def _free(self, live: LiveTable, person: Person) -> bool:
        """Have somebody leave a table; False where it takes nothing now."""
        by = Actor(person.id, PLAYER, person.name)
        for number in list(live.state.seats):
            seat = live.state.seats.get(number)
            # One who has left a round that is still on goes when it ends.
            if seat is None or seat.player != person.id or seat.left:
                continue
            if live.stopped is not None:
                return False
            self.do(live, cmd.Leave(number), by)
            self.house.go_on(live)
        return True


def require_going(live: LiveTable) -> None:
    """Refuse a table that is stopped."""
    if live.stopped is not None:
        raise StoppedError(f"table {live.id} is stopped: {live.stopped}")


def _acts_as(person: Person) -> Role:
    return FLOOR if FLOOR in person.roles else OPERATOR


#: What the envelope says, and no command.
ENVELOPE: Final = ("by", "time", "key", "player")


def read_body(state: State, document: Mapping[str, Any]) -> tuple[str | None, cmd.Command]:
    """A command with the moment that it was decided on."""
    for name in ENVELOPE:
        if name in document:
            raise BadInputError(f"a command has no {quoted(name)}: the floor says it")
    at = document.get("at")
    if at is not None and (not isinstance(at, str) or len(at) > 100):
        raise BadInputError("at is a text, as a view has it")
    return at, read_command(state, {k: v for k, v in document.items() if k != "at"})


def require_no_cards(state: State, command: cmd.Command) -> None:
    """Nobody names cards at a table of the floor."""
    if getattr(command, "cards", None) is not None and not isinstance(
        command, cmd.Shuffle | cmd.CountStub | cmd.CloseTable | cmd.WrongNumber
    ):
        reason = "the cards come from the deck at this table: nobody names them"
        raise Refused(reason, clause_of(state, type(command)))
