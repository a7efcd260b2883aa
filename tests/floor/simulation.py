"""A simulated evening on a floor: the real code, and one seed for everything around it.

The seed decides the clock, the network, the disk and the people. Requests are lost on their way and
after they were obeyed, come twice, and come late; the disk is slow, is full, fails at a commit that
did or did not reach it; the process dies between two statements; the clock jumps. Whoever plays
holds on to his or her key until there is an answer.

`Auditor` follows the log beside it and holds it against the ledger after every entry.
"""

import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from fairdeal.cards import rank_of
from fairdeal.errors import BadInputError, FairdealError, Refused
from fairdeal.floor.database import Database, Row, SQLite, StoreError, Value
from fairdeal.floor.floor import HOUSE_ACTOR, Answer, Floor, Settings
from fairdeal.floor.guests import add_guest, more_chips
from fairdeal.floor.ledger import inventory_account, layout_account, meter_accounts
from fairdeal.floor.live import LiveTable
from fairdeal.floor.merkle import leaf_hash, root_of
from fairdeal.floor.opening import sample_rules
from fairdeal.floor.people import Person
from fairdeal.floor.refusals import Forbidden, KeyUsedError, StoppedError
from fairdeal.floor.schema import migrate
from fairdeal.floor.store import Store
from fairdeal.floor.tables import OPENING_FILL_CENTS, hand_over, move_inventory, open_table
from fairdeal.floor.writer import Job, Writer
from fairdeal.play.bots import cautious
from fairdeal.play.fairness import commitment, fair_order, opening_hash, round_id
from fairdeal.play.session import digest_of
from fairdeal.play.sources import CommittedSource
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.rulebook.rules import Rules
from fairdeal.submission.check import check
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, PLAYER, Actor
from fairdeal.table.evolve import advance_to, evolve
from fairdeal.table.legal import Action, legal_actions
from fairdeal.table.state import OPEN, State, layout, moment, new_table, places_of
from fairdeal.wire.commands import command_document
from fairdeal.wire.log import read_entry, read_opening
from fairdeal.wire.state import write_state

Document = dict[str, Any]

LINKED = """
operator = "Fairdeal House"
jurisdiction = "maryland"
game = "let-it-ride"
minimum = 5
maximum = 500
chip-step = 5
dealing = "automated-shoe"
shuffling = "{shuffling}"
decks = {decks}
seats = 5
adjacent-boxes = 2

[paytables]
main = "A"
three-card-bonus = "A"
progressive = "F"

[progressive]
stakes = [1, 5]
rate = {{ mega = 0.1001, major = 0.07, minor = 0.0333 }}
reset = {{ mega = 10000, major = 1000, minor = 250 }}

[floor]
name = "{name}"
bots = {bots}
linked = {{ mega = "house", minor = "small" }}
"""


def linked_rules(
    name: str, *, bots: int = 0, shuffling: str = "reshuffling", decks: int = 1
) -> Rules:
    """A table of Let It Ride whose mega and minor are the floor's, and whose major is its own."""
    text = LINKED.format(name=name, bots=bots, shuffling=shuffling, decks=decks)
    checked = check(text)
    assert checked.rules is not None, checked.findings
    return checked.rules


# The disk -----------------------------------------------------------------------------------------


class Killed(BaseException):
    """The process is gone, between two statements."""


@dataclass
class Disk:
    """What goes wrong with the next statements. `left` counts down to it."""

    trouble: str = ""
    left: int = 0
    dead: bool = False
    #: Whether a transaction is under way. Whoever looks on between two of them, as the people and
    #: the auditor of this file do, is no server that fails.
    writing: bool = False
    #: How often a commit was tried, and what a commit does to the clock.
    commits: int = 0
    statements: int = 0
    slow: Callable[[], None] = lambda: None

    def plan(self, trouble: str, left: int = 0) -> None:
        """Something goes wrong after so many more statements, or at the commit."""
        self.trouble, self.left = trouble, left

    def statement(self) -> None:
        """A statement comes."""
        if self.dead:
            raise Killed
        self.statements += 1
        if self.writing and self.trouble in ("kill", "full"):
            if self.left == 0:
                self._now()
            self.left -= 1

    def before_commit(self) -> None:
        """A commit comes."""
        self.statement()
        self.commits += 1
        if self.trouble in ("kill-before-commit", "fsync"):
            self._now()

    def after_commit(self) -> None:
        """A commit has come to the disk."""
        if self.trouble in ("kill-after-commit", "fsync-after"):
            self._now()
        self.slow()

    def _now(self) -> None:
        trouble, self.trouble = self.trouble, ""
        if trouble.startswith("kill"):
            self.dead = True
            raise Killed
        if trouble == "full":
            raise sqlite3.OperationalError("database or disk is full")
        raise OSError(5, "Input/output error")


class FaultyDatabase(Database):
    """A real database on a disk that may fail."""

    def __init__(self, real: Database, disk: Disk) -> None:
        self.real = real
        self.disk = disk
        # One server alone: what several do after a failure is in the tests of processes.
        self.kind, self.blob = real.kind, real.blob
        self.errors = (*real.errors, sqlite3.Error)

    def execute(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        self.disk.statement()
        return self.real.execute(statement, values)

    def many(self, statement: str, rows: Sequence[Sequence[Value]]) -> None:
        self.disk.statement()
        self.real.many(statement, rows)

    def begin(self) -> None:
        self.disk.writing = True
        self.disk.statement()
        self.real.begin()

    def look(self) -> None:
        self.disk.statement()
        self.real.look()

    def commit(self) -> None:
        self.disk.before_commit()
        self.real.commit()
        self.disk.writing = False
        self.disk.after_commit()

    def rollback(self) -> None:
        self.disk.writing = False
        if self.disk.dead:
            raise Killed
        self.real.rollback()

    def notify(self) -> None:
        self.disk.statement()
        self.real.notify()

    def close(self) -> None:
        self.real.close()


# The auditor --------------------------------------------------------------------------------------


@dataclass
class Followed:
    """A table as its log alone tells it."""

    opening: str
    state: State
    accounts: dict[str, str]
    #: Units that moved between the inventory and anything but players' chips.
    beside: int = 0
    commitments: dict[str, list[str]] = field(default_factory=dict)


class Auditor:
    """Follows a floor's log entry by entry, and holds every one against the ledger."""

    def __init__(self) -> None:
        self.leaves = 0
        self.tables: dict[str, Followed] = {}
        self.balances: Counter[str] = Counter()
        self.meters: dict[str, int] = {}
        self.keys: dict[str, tuple[int, int, int]] = {}
        self.hits = 0
        self.voids = 0
        self.acts = 0
        self.digest = sha256()

    def follow(self, store: Store) -> None:
        """Read on to the end of the log, and check each entry as it was when it was written."""
        rows = store.database.execute(
            "SELECT leaf, debit, credit, units, what FROM transfers WHERE leaf >= ? "
            "ORDER BY leaf, part",
            [self.leaves],
        )
        moves: dict[int, list[tuple[str, str, int, str]]] = {}
        for leaf, *move in rows:
            moves.setdefault(leaf, []).append((move[0], move[1], move[2], move[3]))
        for stored in store.entries(first=self.leaves):
            assert stored.leaf == self.leaves, "no entry is missing"
            assert stored.hash == leaf_hash(stored.body.encode()), "the chain holds"
            self.leaves += 1
            self.digest.update(stored.body.encode() + b"\n")
            told = moves.pop(stored.leaf, [])
            for debit, credit, units, _ in told:
                assert units > 0
                self.balances[debit] -= units
                self.balances[credit] += units
            if stored.table == "":
                assert stored.number == self.acts, "the floor's own acts are numbered without gaps"
                self.acts += 1
                self._acted(told)
            elif stored.number == 0:
                self._opened(stored.table, stored.body)
            else:
                self._followed(stored.table, stored.number, stored.leaf, stored.body)
            for debit, credit, _, _ in told:
                for account in (debit, credit):
                    self._account_holds(account)
        assert not moves, "every transfer belongs to an entry"

    def _acted(self, told: list[tuple[str, str, int, str]]) -> None:
        for debit, credit, units, _ in told:
            for account, signed in ((debit, -units), (credit, units)):
                if account.startswith("inventory:"):
                    self.tables[account.removeprefix("inventory:")].beside += signed

    def _opened(self, table: str, body: str) -> None:
        opening = read_opening(body)
        accounts = meter_accounts(table, opening.rules)
        state = new_table(opening.rules, opening.meters, commits=True)
        one = Followed(body, state, accounts, beside=OPENING_FILL_CENTS * UNITS_PER_CENT)
        self.tables[table] = one
        for name, account in accounts.items():
            # A meter that is on another table already comes to this one as it stands.
            assert self.meters.setdefault(account, opening.meters[name]) == opening.meters[name]

    def _followed(self, table: str, number: int, leaf: int, body: str) -> None:
        one = self.tables[table]
        entry = read_entry(one.state, body)
        assert entry.number == number
        assert entry.time >= one.state.clock, "a table's clock never goes back"
        if entry.key is not None:
            assert entry.key not in self.keys, "a key leads to one entry"
            self.keys[entry.key] = (leaf, one.state.version + len(entry.events), len(entry.events))
        state, out = one.state, one.state.out
        for event in entry.events:
            if state.out:
                out = state.out
            self._event(one, table, state, event, out)
            state = evolve(state, event)
        one.state = advance_to(one.state, entry.time, entry.events)
        assert self.balances[layout_account(table)] == layout(one.state) * UNITS_PER_CENT
        self._account_holds(inventory_account(table))

    def _event(
        self, one: Followed, table: str, state: State, event: ev.Event, out: frozenset[int]
    ) -> None:
        match event:
            case ev.MetersShown(units=units):
                for name, amount in units.items():
                    assert amount == self.meters[one.accounts[name]], "what is shown is what it is"
            case ev.MetersFed(units=units):
                for name, amount in units.items():
                    assert state.meters.units[name] == self.meters[one.accounts[name]]
                    self.meters[one.accounts[name]] += amount
                    one.beside -= amount
            case ev.MetersUnfed(units=units):
                for name, amount in units.items():
                    self.meters[one.accounts[name]] -= amount
                    one.beside += amount
            case ev.MeterPaid(meter=meter, units=after, paid=paid):
                account = one.accounts[meter]
                # Nobody is paid what a meter no longer shows.
                assert state.meters.units[meter] == self.meters[account]
                left = self.meters[account] - paid
                assert after in (left, left + state.meters.resets[meter])
                self.meters[account] = after
                one.beside += paid
                self.hits += 1
            case ev.RoundVoided():
                self.voids += 1
            case ev.DeckCommitted(round=number, commitment=bound):
                assert number == round_id(table, state.rounds + 1)
                one.commitments.setdefault(number, []).append(bound)
            case ev.SecretsRevealed(round=number, secrets=made):
                self._revealed(one, table, state, event, out)
                told = [bound for bound, _ in made]
                assert told == one.commitments.pop(number), "every commitment is opened"

    def _revealed(
        self,
        one: Followed,
        table: str,
        state: State,
        event: ev.SecretsRevealed,
        out: frozenset[int],
    ) -> None:
        for bound, secret in event.secrets:
            told = commitment(table, event.round, opening_hash(one.opening), secret)
            assert bound == told, "the secret is the one that was committed to"
        secret = event.secrets[-1][1]
        deck = state.rules.game.deck
        order = fair_order(deck, secret, table, event.round, event.words, event.cut)
        assert out == frozenset(order[: len(out)]), "the cards came in the order that follows"

    def _account_holds(self, account: str) -> None:
        kind, _, name = account.partition(":")
        units = self.balances[account]
        match kind:
            case "player":
                assert units >= 0, f"{account} is below zero"
            case "meter":
                assert units == self.meters[account], f"{account} does not reconcile"
            case "inventory":
                one = self.tables[name]
                assert units == one.state.inventory * UNITS_PER_CENT + one.beside, account

    def compare(self, floor: Floor) -> None:
        """The floor in memory, the balances that are kept, and the log are one."""
        store = floor.store
        assert store.leaves == self.leaves
        nothing = {account: units for account, units in self.balances.items() if units}
        kept: dict[str, int] = dict(store.database.execute("SELECT account, units FROM balances"))
        assert {a: u for a, u in kept.items() if u} == nothing
        assert store.balances == kept
        assert sum(kept.values()) == 0
        assert self.tables.keys() == floor.tables.keys()
        for table, live in floor.tables.items():
            if live.stopped is None:
                assert write_state(live.state) == write_state(self.tables[table].state), table


# The people ---------------------------------------------------------------------------------------


@dataclass
class Request:
    """A command with its key, and what its sender must never be told."""

    person: Person
    table: str
    document: Document
    key: str
    #: Errors that may not come, or that must.
    never: bool = False


@dataclass
class Guest:
    """Somebody who plays, at up to two tables at once."""

    person: Person
    waiting: Request | None = None
    patience: float = 0.0
    tables: tuple[str, ...] = ()


@dataclass(order=True)
class Message:
    """A request on its way."""

    when: float
    number: int
    request: Request = field(compare=False)


class Evening:
    """One floor from opening to the end, by a seed."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        *,
        settings: Settings = Settings(pace=0, clock=0, bots=False),  # noqa: B008 - a value
        guests: int = 6,
        trouble: float = 0.004,
    ) -> None:
        self.seed = seed
        self.settings = settings
        self.chance = random.Random(f"people {seed}")
        self.house = random.Random(f"house {seed}")
        self.path = str(folder / f"evening-{seed}.db")
        self.time = 1_800_000_000.0
        self.disk = Disk(slow=self._slow)
        self.auditor = Auditor()
        self.trouble = trouble
        self.restarts = 0
        self.told: Counter[str] = Counter()
        self.network: list[Message] = []
        self.numbers = count(1)
        #: Every command that was acknowledged, with its answer.
        self.acknowledged: dict[str, tuple[Request, int, list[tuple[int, ev.Event]]]] = {}
        self.old: list[str] = []
        self.checked = 0
        self.floor, self.writer = self._open()
        self.floor.begin()
        for rules in (*sample_rules(), linked_rules("North"), linked_rules("South", bots=1)):
            self.floor.house.go_on(open_table(self.floor, rules, HOUSE_ACTOR))
        people = self.floor.people
        self.staff = {
            role: people.add(str(role), "registered", self.floor.time, roles=(role,))
            for role in (DEALER, FLOOR, OPERATOR)
        }
        self.floor.commit()
        self.writer.plan()
        self.guests = [self._guest(f"guest {number}") for number in range(guests)]

    # The house's side

    def _open(self) -> tuple[Floor, Writer]:
        real = SQLite(self.path, serves=True)
        # No power is lost here, so nothing waits for the disk.
        real.execute("PRAGMA synchronous=OFF")
        migrate(real)
        database = FaultyDatabase(real, self.disk)
        floor = Floor(
            database,
            now=lambda: self.time,
            settings=self.settings,
            secret=lambda size: self.house.randbytes(size).hex(),
            token=lambda size: self.house.randbytes(size).hex(),
        )
        for live in floor.tables.values():
            self._lucky(live)
        writer = Writer(floor)
        writer.plan()
        return floor, writer

    def _lucky(self, live: LiveTable) -> None:
        """At tables with shared meters one deck in fifty is looked for until it holds four of a
        kind, so that there are hits in an evening at all.
        """
        source = live.session.source
        if live.state.rules.progressive is None or not isinstance(source, CommittedSource):
            return

        def secret() -> str:
            drawn = self.house.randbytes(32).hex()
            tries = 3_000 if self.house.random() < 0.02 else 0
            state = live.state
            number = round_id(live.id, state.rounds + (1 if state.phase is OPEN else 2))
            seats = tuple(sorted(state.seats)) or (1,)
            for _ in range(tries):
                if four_of_a_kind(state, drawn, live.id, number, seats):
                    break
                drawn = self.house.randbytes(32).hex()
            return drawn

        source._new_secret = secret

    def _slow(self) -> None:
        if self.chance.random() < 0.01:
            self.time += self.chance.uniform(0, 20)

    def restart(self) -> None:
        """All memory is gone; the floor goes on from its file."""
        self.restarts += 1
        self.floor.database.close()
        self.disk.trouble, self.disk.dead, self.disk.writing = "", False, False
        self.floor, self.writer = self._open()
        self.check()

    def check(self) -> None:
        """The log, the ledger, the floor in memory, and what people were told are one."""
        self.auditor.follow(self.floor.store)
        self.auditor.compare(self.floor)
        for digest in self.old[self.checked :]:
            _, version, events = self.acknowledged[digest]
            assert digest in self.auditor.keys, "what was acknowledged is in the log"
            assert self.auditor.keys[digest][1:] == (version, len(events))
        self.checked = len(self.old)
        for live in self.floor.tables.values():
            assert not (live.stopped or "").startswith("the house"), live.stopped

    def finish(self) -> None:
        """The end: whatever waits is answered, and everything that was acknowledged is told
        again as it was.
        """
        self.disk.trouble = ""
        self.restart()
        for digest in self.chance.sample(self.old, min(50, len(self.old))):
            request, version, events = self.acknowledged[digest]
            self._deliver([request])
            assert self.acknowledged[digest] == (request, version, events)
        self.check()
        store = self.floor.store
        assert store.root(store.leaves) == _root(store)

    # Batches

    def ask(self, *jobs: Callable[[Floor], Any]) -> list["Future[Any]"] | None:
        """Have the writer do some jobs; None where the process died over it."""
        made = [Job(do) for do in jobs]
        try:
            self.writer.batch(made)
        except Killed:
            self.restart()
            return None
        store = self.floor.store
        if self.disk.statements % 7 == 0:
            assert sum(store.balances.values()) == 0
        return [job.done for job in made]

    def _guest(self, name: str) -> Guest:
        while True:
            done = self.ask(lambda floor: add_guest(floor, name))
            if done and done[0].exception() is None:
                return Guest(done[0].result()[1])
            self.restart()

    # A step

    def step(self) -> None:
        """A moment passes: somebody thinks of something, some messages arrive."""
        self.time += self.chance.expovariate(4)
        self._jump()
        for guest in self.chance.sample(self.guests, 2):
            self._live(guest)
        if self.chance.random() < 0.05:
            self._work()
        if self.old and self.chance.random() < 0.02:
            # A copy that was long under way.
            self._send(self.acknowledged[self.chance.choice(self.old)][0])
        if self.chance.random() < self.trouble:
            kinds = ("kill", "kill", "full", "fsync", "fsync-after")
            ends = ("kill-before-commit", "kill-after-commit")
            self.disk.plan(self.chance.choice(kinds + ends), self.chance.randrange(40))
        due = sorted(one for one in self.network if one.when <= self.time)
        self.network = [one for one in self.network if one.when > self.time]
        self._deliver([one.request for one in due])
        self._mend()

    def _jump(self) -> None:
        drawn = self.chance.random()
        if drawn < 0.001:
            self.time += self.chance.choice((60, 3_600, 5 * 3_600, 90_000))
        elif drawn < 0.002:
            self.time -= self.chance.choice((1, 60, 3_600, 90_000))

    def _mend(self) -> None:
        stopped = [live for live in self.floor.tables.values() if live.stopped]
        often = 0.2 if stopped else 0.002
        if self.chance.random() < often:
            self.restart()
        elif self.chance.random() < 0.005:
            self.check()

    def _send(self, request: Request) -> None:
        """A request goes out: it may be lost, come twice, come late."""
        for _ in range(self.chance.choice((0, 1, 1, 1, 1, 1, 1, 1, 1, 2))):
            late = self.chance.expovariate(10 if self.chance.random() < 0.9 else 0.2)
            self.network.append(Message(self.time + late, next(self.numbers), request))

    def _deliver(self, requests: list[Request]) -> None:
        def job(request: Request) -> Callable[[Floor], Answer]:
            person, table = request.person, request.table
            return lambda floor: floor.command(person, table, request.document, request.key)

        done = self.ask(*[job(request) for request in requests])
        if done is None:
            return
        for request, future in zip(requests, done, strict=True):
            self._answered(request, future.exception(), future)

    def _answered(
        self, request: Request, error: BaseException | None, future: "Future[Any]"
    ) -> None:
        guest = next((one for one in self.guests if one.waiting is request), None)
        self.told["done" if error is None else type(error).__name__] += 1
        if error is not None:
            assert isinstance(error, FairdealError), error
            assert not isinstance(error, StoreError)
            if isinstance(error, StoppedError):
                return  # the answer is not known: ask again
            if request.never:
                assert isinstance(error, Forbidden | KeyUsedError | BadInputError | Refused), error
            if guest is not None:
                guest.waiting = None
            return
        assert not request.never, f"{request.document} was done"
        answer = future.result()
        assert isinstance(answer, Answer)
        digest = digest_of(Actor(request.person.id, PLAYER), f"{request.table}|{request.key}")
        told = [(one.version, one.event) for one in answer.happened]
        before = self.acknowledged.get(digest)
        if before is not None:
            assert before[1:] == (answer.version, told), "the same key, the same answer"
        else:
            self.acknowledged[digest] = (request, answer.version, told)
            self.old.append(digest)
        # The answer may be lost on its way.
        if guest is not None and self.chance.random() < 0.95:
            guest.waiting = None

    # People

    def _live(self, guest: Guest) -> None:
        if guest.waiting is not None:
            if self.time > guest.patience or self.time < guest.patience - 100:
                guest.patience = self.time + 3
                self._send(guest.waiting)
            return
        request = self._thought(guest)
        if request is None:
            return
        request.document = _written(request.document)
        if not request.never:
            guest.waiting, guest.patience = request, self.time + 3
        self._send(request)

    def _thought(self, guest: Guest) -> Request | None:
        person, drawn = guest.person, self.chance.random()
        if drawn < 0.03:
            return self._nonsense(guest)
        if len(guest.tables) < 2:
            table = self.chance.choice([*sorted(self.floor.tables), *("t8", "t9") * 3])
            guest.tables = tuple(dict.fromkeys((*guest.tables, table)))
        table = self.chance.choice(guest.tables)
        state = self.floor.tables[table].state
        number = next((n for n, s in sorted(state.seats.items()) if s.player == person.id), None)
        key = f"k{next(self.numbers)}"
        if self.floor.chips(person.id) < 50_00:
            self.ask(lambda floor: more_chips(floor, person))
        if number is None:
            known = self.floor.people.find(person.id)
            if known is None or known.ended:
                # A guest whom the floor has let go comes back as another.
                guest.person = self._guest(person.name).person
                return None
            free = [n for n in range(1, state.rules.seats + 1) if n not in state.seats]
            seat = self.chance.choice(free) if free else 1
            if not free:
                guest.tables = ()
            return Request(person, table, {"do": "sit", "seat": seat}, key)
        if drawn < 0.04:
            guest.tables = tuple(one for one in guest.tables if one != table)
            return Request(person, table, {"do": "leave", "seat": number}, key)
        document = self._played(state, number)
        if self.chance.random() < 0.003:
            document = {"do": "call-floor", "reason": "a question"}
        if document is None:
            return None
        if self.chance.random() < 0.5:
            document["at"] = moment(state)
        return Request(person, table, document, key)

    def _played(self, state: State, number: int) -> Document | None:
        actions = [one for one in legal_actions(state, number) if one.seat == number]
        if not actions:
            return None
        if state.phase is OPEN:
            return self._bets(state, number, actions)
        if self.chance.random() < 0.3:
            return self._any_of(state, actions)
        return command_document(cautious(state))

    def _bets(self, state: State, number: int, actions: list[Action]) -> Document:
        wager = state.rules.game.wager
        if not state.seats[number].stakes:
            needed = [a for a in actions if a.wager and not wager[a.wager].optional]
            cents = {a.wager: a.least for a in needed if a.wager}
            for name, (one, needs) in sorted(state.rules.to_place.items()):
                if one.optional and self.chance.random() < 0.5:
                    chosen = [a for a in actions if a.wager == name and a.least]
                    if chosen:
                        cents[name] = chosen[0].least
                    elif name == "progressive" and all(n in cents for n in needs):
                        cents[name] = 1_00
            # Now and then more than anybody holds.
            if self.chance.random() < 0.02:
                cents = dict.fromkeys(cents, 9_999_00)
            amounts = {name: (units or 0) / 100 for name, units in cents.items()}
            return {"do": "place-bets", "seat": number, "amounts": amounts}
        drawn = self.chance.random()
        if drawn < 0.05:
            name = self.chance.choice(sorted(state.seats[number].stakes))
            return {"do": "take-back-bet", "seat": number, "wager": name}
        if any(a.do == "ready" for a in actions) and drawn < 0.9:
            word = (
                {"word": f"luck{self.chance.randrange(99)}"} if self.chance.random() < 0.3 else {}
            )
            return {"do": "ready", "seat": number, **word}
        return self._any_of(state, actions)

    def _any_of(self, state: State, actions: list[Action]) -> Document:
        action = self.chance.choice(actions)
        base: Document = {"do": action.do, "seat": action.seat}
        match action.do:
            case "bet":
                sizes = [one for one in (action.least, action.most, *action.amounts) if one]
                amount = self.chance.choice(sizes) / 100 if sizes else 5
                return {**base, "wager": action.wager, "amount": amount}
            case "draw":
                cards = state.seats[action.seat].cards
                most = min(action.up_to or 0, len(cards))
                chosen = self.chance.sample(cards, self.chance.randint(0, most))
                return command_document(cmd.Draw(seat=action.seat, discard=tuple(chosen)))
            case _:
                return base

    def _nonsense(self, guest: Guest) -> Request:
        """What no floor may do: for another's seat, the dealer's part, a key for something else."""
        table = self.chance.choice(sorted(self.floor.tables))
        key = f"k{next(self.numbers)}"
        state = self.floor.tables[table].state
        others = [n for n, s in sorted(state.seats.items()) if s.player != guest.person.id]
        mine = [d for d in self.old if self.acknowledged[d][0].person == guest.person]
        choices: list[tuple[str, Document, str]] = [
            (table, {"do": "no-more-bets"}, key),
            (table, {"do": "settle"}, key),
            (table, {"do": "show-meters", "amounts": {"mega": 1}}, key),
            (table, {"do": "close-table", "cards": {}}, key),
            (table, {"do": "sit", "seat": 1, "player": "somebody"}, key),
            (table, {"do": "fly"}, key),
        ]
        if others:
            choices.append((table, {"do": "leave", "seat": self.chance.choice(others)}, key))
        if mine:
            old = self.acknowledged[self.chance.choice(mine)][0]
            choices.append((old.table, {"do": "call-floor", "reason": "another body"}, old.key))
        where, document, with_key = self.chance.choice(choices)
        return Request(guest.person, where, document, with_key, never=True)

    def _work(self) -> None:
        """The floor's own people: fills and credits, handing over, dealing, a void now and then."""
        table = self.chance.choice(sorted(self.floor.tables))
        live = self.floor.tables[table]
        boss, dealer = self.staff[FLOOR], self.staff[DEALER]
        cents = self.chance.randrange(1, 100_000)
        drawn = self.chance.random()
        if drawn < 0.1:
            self.ask(lambda floor: move_inventory(floor, boss, table, cents, "a fill", fill=True))
        elif drawn < 0.2:
            self.ask(lambda floor: move_inventory(floor, boss, table, cents, "back", fill=False))
        elif drawn < 0.25:
            who = "person" if live.dealer == "auto" else "auto"
            self.ask(lambda floor: hand_over(floor, boss, table, who))
        for table, live in self.floor.tables.items():
            if live.dealer == "person" and live.stopped is None:
                self._deal(table, live, boss, dealer)

    def _deal(self, table: str, live: LiveTable, boss: Person, dealer: Person) -> None:
        """A person deals, and is sometimes wrong; the floorperson confirms."""
        for _ in range(self.chance.randint(1, 12)):
            state = live.state
            key = f"k{next(self.numbers)}"
            if state.asked is not None:
                yes = {"do": "confirm", "asked": state.asked.asked}
                no = {"do": "deny", "asked": state.asked.asked, "reason": "it is not so"}
                self._deliver([Request(boss, table, self.chance.choice((yes, yes, no)), key)])
            elif self.chance.random() < 0.02:
                wrong: Document = {"do": "wrong-number", "place": "seat:1", "cards": 4}
                self._deliver([Request(dealer, table, wrong, key)])
            elif self.chance.random() < 0.02:
                again = {"do": "order-shuffle"}
                self._deliver([Request(boss, table, again, key)])
            else:
                command = live.session.next_command()
                if command is None:
                    break
                who = boss if DEALER not in command.given_by else dealer
                self._deliver([Request(who, table, command_document(command), key)])
            live = self.floor.tables[table]
            if live.stopped is not None:
                break

    # The whole

    @property
    def rounds(self) -> int:
        """Rounds that were played to their end."""
        return sum(live.state.rounds for live in self.floor.tables.values())

    def play(self, rounds: int) -> str:
        """Play so many rounds, and answer with the digest of the log's bytes."""
        try:
            with often():
                while self.rounds < rounds:
                    self.step()
                self.finish()
        except BaseException:
            print(f"the evening of seed {self.seed} went wrong after {self.rounds} rounds")
            raise
        finally:
            self.floor.database.close()
        return self.auditor.digest.hexdigest()


@contextmanager
def often() -> Iterator[None]:
    """Snapshots are taken often, so that an evening has many, and a restart does not take long."""
    with patch("fairdeal.floor.live.SNAPSHOT_EVERY", 40):
        yield


def _written(document: Document) -> Document:
    """A document as it comes out of JSON."""
    return {key: list(v) if isinstance(v, tuple) else v for key, v in document.items()}


def four_of_a_kind(
    state: State, secret: str, table: str, number: str, seats: tuple[int, ...]
) -> bool:
    """Whether a secret deals one of the seats four of a kind where nobody says a word."""
    order = fair_order(state.rules.game.deck, secret, table, number, "", None)
    places = places_of(state.deal_steps, seats)
    shared = [order[n] for n, place in enumerate(places) if place == "community"]
    for seat in seats:
        own = [order[n] for n, place in enumerate(places) if place == seat]
        if max(Counter(rank_of(card) for card in own + shared).values()) == 4:
            return True
    return False


def _root(store: Store) -> bytes:
    """The tree's root from every leaf, without what is kept of it."""
    return root_of(store.hashes(0, store.leaves))
