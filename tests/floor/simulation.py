"""A simulated evening on a floor: the real code, and one seed for everything around it.

The seed decides the clock, the network, the disk and the people. Requests are lost on their way and
after they were obeyed, come twice, and come late; the disk is slow, is full, fails twice, fails
at a commit that did or did not reach it; the process dies between two statements; the clock
jumps. Whoever plays holds on to his or her key until there is an answer. Now and then somebody goes
away for a while, and comes back, and dealers relieve each other in the middle of a round. One table
is dealt from real cards. No stake is lost to an outage, an absence or a relief alone.
"""

import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from crowd import Guest, Message, Request, nonsense, played, written
from faulty_disk import Disk, FaultyDatabase, Killed
from floor_auditor import Auditor
from harness import RIDE, rules_of, works
from linked import linked_rules, lucky
from real_cards import REAL
from staff_at_work import work
from stakes_check import check_stakes

from fairdeal.errors import (
    BadInputError,
    FairdealError,
    Forbidden,
    KeyUsedError,
    Refused,
    StoppedError,
    StoreError,
)
from fairdeal.floor.audit import verify
from fairdeal.floor.floor import CommandResult, Floor, FloorSettings
from fairdeal.floor.log.merkle import root_of
from fairdeal.floor.log.schema import migrate
from fairdeal.floor.log.sqlite import SQLite
from fairdeal.floor.log.store import Store
from fairdeal.floor.outages import OUTAGE_SECONDS
from fairdeal.floor.people.guests import add_guest, more_chips
from fairdeal.floor.startup import sample_rules
from fairdeal.floor.stop_reasons import DATABASE_FAILED
from fairdeal.floor.tables.absent_players import ABSENT_SECONDS
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.table_acts import hand_over, open_table
from fairdeal.floor.writer import Writer, WriterJob
from fairdeal.play.session import digest_of
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, PLAYER, Actor
from fairdeal.table.state import moment
from fairdeal.wire.json import parse_json


class Evening:
    """One floor from opening to the end, by a seed."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        *,
        settings: FloorSettings = FloorSettings(pace=0, clock=0, bots=False),  # noqa: B008 - a value
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
        #: For how many seconds the house has taken commands without an outage, up to when, and how
        #: much of the log was looked at for stakes that were lost.
        self.uptime, self.served, self.seen = 0.0, self.time, 0
        #: How long the house had listened when entries were written that are not looked at yet.
        self.unchecked = 0.0
        self.floor, self.writer = self._open()
        self.floor.begin()
        linked = (linked_rules("North"), linked_rules("South", bots=1))
        for rules in (*sample_rules(), *linked, rules_of(RIDE + REAL)):
            self.floor.automatic_dealer.run_due_steps(open_table(self.floor, rules, HOUSE))
        self.staff = {
            role: works(self.floor, str(role), role) for role in (DEALER, FLOOR, OPERATOR)
        }
        self.dealers = (self.staff[DEALER], works(self.floor, "relief", DEALER))
        for table in ("t1", "t8"):
            hand_over(self.floor, self.staff[FLOOR], table, "person")
        self.floor.commit()
        self.writer.schedule()
        self.guests = [self._guest(f"guest {number}") for number in range(guests)]

    # The house's side

    def _open(self) -> tuple[Floor, Writer]:
        real = SQLite(self.path, server=True)
        # No power is lost here, so nothing waits for the disk.
        real.execute("PRAGMA synchronous=OFF")
        migrate(real)
        database = FaultyDatabase(real, self.disk)
        try:
            floor = Floor(
                database,
                now=lambda: self.time,
                settings=self.settings,
                secret=lambda size: self.house.randbytes(size).hex(),
                token=lambda size: self.house.randbytes(size).hex(),
            )
        except BaseException:
            database.close()
            raise
        for live in floor.tables.values():
            lucky(live, self.house)
        writer = Writer(floor)
        writer.schedule()
        return floor, writer

    def _slow(self) -> None:
        if self.chance.random() < 0.01:
            self.time += self.chance.uniform(0, 20)

    def restart(self) -> None:
        """All memory is gone; the floor goes on from its file."""
        self.restarts += 1
        self.unchecked, self.uptime = max(self.unchecked, self.uptime), 0.0
        self.floor.database.close()
        self.disk.mend()
        # Now and then the disk fails a server that opens, too; the next one has the same file.
        while self.chance.random() < self.trouble * 20:
            trouble = self.chance.choice(("kill", "full", "twice"))
            self.disk.plan(trouble, self.chance.randrange(20))
            try:
                self.floor, self.writer = self._open()
            except (Killed, OSError, sqlite3.Error) as error:
                self.told[f"{type(error).__name__} at the opening"] += 1
                self.disk.mend()
            else:
                break
        else:
            self.floor, self.writer = self._open()
        self._check_stakes()
        self.check()

    def check(self) -> None:
        """The log, the ledger, the floor in memory, and what people were told are one."""
        with self.disk.looked_on():
            self.auditor.follow(self.floor.store)
            if not self.floor.needs_refresh:
                self.auditor.compare(self.floor)
        for digest in self.old[self.checked :]:
            _, version, events = self.acknowledged[digest]
            assert digest in self.auditor.keys, "what was acknowledged is in the log"
            assert self.auditor.keys[digest][1:] == (version, len(events))
        self.checked = len(self.old)
        for live in self.floor.tables.values():
            assert live.stopped in (None, DATABASE_FAILED), "the disk fails, and nothing else"

    def finish(self) -> None:
        """The end: whatever waits is answered, and everything that was acknowledged is told
        again as it was.
        """
        self.restart()
        self.disk.mend()
        for digest in self.chance.sample(self.old, min(50, len(self.old))):
            request, version, events = self.acknowledged[digest]
            self.deliver([request])
            assert self.acknowledged[digest] == (request, version, events)
        self.check()
        store = self.floor.store
        assert store.root(store.leaves) == _root(store)
        database = self.floor.database
        assert isinstance(database, FaultyDatabase)
        done = verify(database.real)
        assert done.bad is None, done.bad

    # Batches

    def ask(self, *jobs: Callable[[Floor], Any]) -> list["Future[Any]"] | None:
        """Have the writer do some jobs; None where the process died over it."""
        made = [WriterJob(do) for do in jobs]
        self._note_time()
        try:
            self.writer.run_batch(made)
        except Killed:
            self.restart()
            return None
        store = self.floor.store
        self._check_stakes()
        self._note_time()
        if self.disk.statements % 7 == 0:
            assert sum(store.balances.values()) == 0
        return [job.done for job in made]

    def _note_time(self) -> None:
        passed, self.served = self.time - self.served, self.time
        # A clock that is put back takes no time from anybody.
        self.uptime = 0.0 if passed > OUTAGE_SECONDS else self.uptime + max(passed, 0.0)

    def _check_stakes(self) -> None:
        """No time ran out that the house did not give, and nobody left a wager by absence or by a
        change of dealers.
        """
        if self.floor.needs_refresh:
            # What was written is looked at later, and ran in the time up to now.
            self.unchecked = max(self.unchecked, self.uptime)
            return
        uptime, self.unchecked = max(self.uptime, self.unchecked), 0.0
        with self.disk.looked_on():
            size = self.floor.store.leaves
            entries = self.floor.store.entries(first=self.seen, last=size - 1)
            documents = [parse_json(one.body) for one in entries if one.table and one.number]
        self.seen = size
        least = min(self.settings.clock or ABSENT_SECONDS, ABSENT_SECONDS)
        check_stakes(documents, self.told, uptime=uptime, least=least)

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
            work(self)
        if self.chance.random() < 0.002:
            self._go_away()
        if self.old and self.chance.random() < 0.02:
            # A copy that was long under way.
            self._send(self.acknowledged[self.chance.choice(self.old)][0])
        if self.chance.random() < self.trouble:
            kinds = ("kill", "kill", "full", "twice", "fsync", "fsync-after")
            ends = ("kill-before-commit", "kill-after-commit")
            trouble = self.chance.choice(kinds + ends)
            self.disk.plan(trouble, self.chance.randrange(40), self.chance.randrange(8))
        due = sorted(one for one in self.network if one.when <= self.time)
        self.network = [one for one in self.network if one.when > self.time]
        self.deliver([one.request for one in due])
        self._mend()

    def _go_away(self) -> None:
        """Some people are gone at once, in the middle of whatever they play, and the others only
        look on for four minutes: seats come free.
        """
        watching = self.chance.sample(self.guests, 2)
        ends = self.time + 240
        # A slow disk would be an outage, after which everybody counts as present.
        self.disk.slow = lambda: None
        while self.time < ends:
            self.time += 2
            for guest in watching:
                self.floor.presence.note_connection(guest.person.id)
            self.ask()
        self.disk.slow = self._slow

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

    def deliver(self, requests: list[Request]) -> None:
        def job(request: Request) -> Callable[[Floor], CommandResult]:
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
        assert isinstance(answer, CommandResult)
        digest = digest_of(Actor(request.person.id, PLAYER), f"{request.table}|{request.key}")
        told = [(one.version, one.event) for one in answer.events]
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
        if self.chance.random() < 0.003:
            guest.away_until = self.time + self.chance.choice((10, 70, 200, 400))
        if self.time < guest.away_until < self.time + 1_000:
            return
        if guest.waiting is not None:
            if self.time > guest.patience or self.time < guest.patience - 100:
                guest.patience = self.time + 3
                self._send(guest.waiting)
            return
        request = self._thought(guest)
        if request is None:
            return
        request.document = written(request.document)
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
            with self.disk.looked_on():
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
        document = played(self.chance, state, number)
        if self.chance.random() < 0.003:
            document = {"do": "call-floor", "reason": "a question"}
        if document is None:
            return None
        if self.chance.random() < 0.5:
            document["at"] = moment(state)
        return Request(person, table, document, key)

    def _nonsense(self, guest: Guest) -> Request:
        table = self.chance.choice(sorted(self.floor.tables))
        key = f"k{next(self.numbers)}"
        state = self.floor.tables[table].state
        mine = [d for d in self.old if self.acknowledged[d][0].person == guest.person]
        old = self.acknowledged[self.chance.choice(mine)][0] if mine else None
        where, document, with_key = nonsense(self.chance, (table, state), guest, key, old)
        return Request(guest.person, where, document, with_key, never=True)

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
    with patch("fairdeal.floor.tables.live_table.SNAPSHOT_EVERY", 40):
        yield


def _root(store: Store) -> bytes:
    """The tree's root from every leaf, without what is kept of it."""
    return root_of(store.hashes(0, store.leaves))
