"""A small floor to be driven by hand, one command after the other, on any database."""

from collections.abc import Callable
from itertools import count
from typing import Any, TypeVar

from crowd import Document
from faulty_disk import Disk, FaultyDatabase
from floor_auditor import Auditor

from fairdeal.floor.audit import verify
from fairdeal.floor.floor import CommandResult, Floor, FloorSettings
from fairdeal.floor.log.database import Database
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.guests import add_guest
from fairdeal.floor.startup import open_database
from fairdeal.floor.tables.act_rules import COMMAND_LINE, HOUSE
from fairdeal.floor.tables.chip_requests import confirm_request, request_chips
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.floor.tables.table_acts import open_table
from fairdeal.floor.writer import Writer, WriterJob
from fairdeal.play.bots import cautious
from fairdeal.rulebook.rules import Rules
from fairdeal.submission.check import check
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, Role
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import OPEN
from fairdeal.wire.commands import command_document

T = TypeVar("T")
QUIET = FloorSettings(pace=0, clock=0, bots=False)

PLAIN = """
operator = "Fairdeal House"
jurisdiction = "maryland"
game = "{game}"
minimum = 5
maximum = 500
chip-step = 5
dealing = "automated-shoe"
shuffling = "reshuffling"
decks = 1
seats = 5
{more}
"""
RIDE = PLAIN.format(game="let-it-ride", more='adjacent-boxes = 1\n\n[paytables]\nmain = "A"')
TWICE = PLAIN.format(game="run-em-twice", more="\n[paytables]").replace("seats = 5", "seats = 6")
DRAW = PLAIN.format(game="double-draw", more='\n[paytables]\nbonus = "A"')

#: Everything that a floor keeps, and in which order it is compared.
KEPT = {
    "entries": "leaf",
    "nodes": "level, number",
    "transfers": "leaf, part",
    "balances": "account",
    "keys": "digest",
    "tables": "tbl",
    "moments": "tbl",
    "rounds": "round",
    "sealed": "tbl",
    "snapshots": "tbl, number",
    "people": "id",
    "sessions": "token",
    "house": "name",
    "exams": "exam",
    "plays": "round, person",
    "judged_rounds": "person, round",
    "coach_help": "person, tbl, version",
    "own_play": "person",
}


def rules_of(text: str) -> Rules:
    """The rules of a text that is in order."""
    checked = check(text)
    assert checked.rules is not None, checked.findings
    return checked.rules


def dump(database: Database) -> dict[str, list[Any]]:
    """All that a database holds."""
    return {
        name: database.execute(f"SELECT * FROM {name} ORDER BY {order}")
        for name, order in KEPT.items()
    }


def works(floor: Floor, name: str, *roles: Role) -> Person:
    """Somebody who works at a floor, as `fairdeal users add` has it."""
    person = floor.people.add(name, "registered", floor.time, roles=roles)
    told = {"act": "person", "person": person.id, "roles": [str(role) for role in roles]}
    floor.record_act(told, COMMAND_LINE)
    return person


def move_chips(
    floor: Floor, people: tuple[Person, Person], table: str, cents: int, why: str, *, fill: bool
) -> None:
    """A fill or a credit of two people: the first asks, the second confirms."""
    first, second = people
    asked = request_chips(floor, first, table, cents, why, fill=fill)
    confirm_request(floor, second, table, asked)


class Harness:
    """A floor, its writer, and a disk that can be told to fail."""

    def __init__(
        self,
        url: str,
        *rules: Rules,
        settings: FloorSettings = QUIET,
        secret: Callable[[int], str] | None = None,
        time: float = 1_800_000_000.0,
    ) -> None:
        self.url = url
        self.settings = settings
        self.time = time
        self.chance = {} if secret is None else {"secret": secret}
        self.disk = Disk()
        self.faces: list[PublishedTable] = []
        #: What was told to whoever looks after the server: the tables that stopped, and by what.
        self.faults: list[tuple[dict[str, str], BaseException]] = []
        self.dropped: set[str] = set()
        self.keys = count(1)
        self.open()
        for one in rules:
            self.open_table(one)

    def open(self) -> None:
        """Know nothing but what the database holds."""
        self.disk.mend()
        self.real = open_database(self.url, server=True)
        database = FaultyDatabase(self.real, self.disk)
        self.floor = Floor(database, now=lambda: self.time, settings=self.settings, **self.chance)
        self.writer = Writer(
            self.floor,
            self.faces.extend,
            on_stopped=lambda tables, error: self.faults.append((tables, error)),
            on_dropped=self.dropped.update,
        )
        self.writer.schedule()

    def open_table(self, rules: Rules) -> None:
        """One more table, with its cards ready."""
        self.ask(
            lambda floor: floor.automatic_dealer.run_due_steps(open_table(floor, rules, HOUSE))
        )

    def close(self) -> None:
        """All memory is gone, and what was not committed."""
        self.floor.database.close()

    def reopen(self) -> None:
        """A restart."""
        self.close()
        self.open()

    def dump(self) -> dict[str, list[Any]]:
        """All that the database holds."""
        return dump(self.floor.database)

    def audit(self) -> Auditor:
        """Follow the whole log, and hold it against the ledger and the floor."""
        auditor = Auditor()
        auditor.follow(self.floor.store)
        auditor.compare(self.floor)
        done = verify(self.real)
        assert done.bad is None, done.bad
        return auditor

    def ask(self, do: Callable[[Floor], T]) -> T:
        """Have one thing done, and answer with it when it is durable."""
        job = WriterJob(do)
        self.writer.run_batch([job])
        answer: T = job.done.result(timeout=0)
        return answer

    def job(self, person: Person, table: str, key: str, document: Document) -> WriterJob:
        """A command of somebody that is still to be given."""
        return WriterJob(lambda floor: floor.command(person, table, document, key))

    def table(self, table: str = "t1") -> LiveTable:
        """A table as it is in memory."""
        return self.floor.tables[table]

    def guest(self, name: str = "ann") -> Person:
        """Somebody with play chips."""
        return self.ask(lambda floor: add_guest(floor, name))[1]

    def staff(self) -> dict[str, Person]:
        """A dealer, a floorperson and the operator."""

        def add(floor: Floor) -> dict[str, Person]:
            return {str(role): works(floor, str(role), role) for role in (DEALER, FLOOR, OPERATOR)}

        return self.ask(add)

    def say(
        self, person: Person, table: str, key: str | None = None, **document: Any
    ) -> CommandResult:
        """A command of somebody."""
        with_key = key or f"key {next(self.keys)}"
        return self.ask(lambda floor: floor.command(person, table, document, with_key))

    def sit(self, person: Person, table: str = "t1", seat: int = 1) -> None:
        """Somebody sits down."""
        self.say(person, table, do="sit", seat=seat)

    def bets(self, table: str = "t1", seat: int = 1, **more: float) -> Document:
        """The least bets of a seat, and what else is asked for."""
        state = self.table(table).state
        wager = state.rules.game.wager
        amounts: dict[str, float] = {
            one.wager: (one.least_cents or 0) / 100
            for one in legal_actions(state, seat)
            if one.wager and not wager[one.wager].optional
        }
        return {"do": "place-bets", "seat": seat, "amounts": {**amounts, **more}}

    def bet(self, person: Person, table: str = "t1", seat: int = 1, **more: float) -> None:
        """Somebody bets, and stands by it."""
        self.say(person, table, **self.bets(table, seat, **more))
        self.say(person, table, do="ready", seat=seat)

    def decide(self, person: Person, table: str = "t1") -> CommandResult:
        """Whoever is asked decides with care."""
        return self.say(person, table, **command_document(cautious(self.table(table).state)))

    def play_out(self, people: dict[int, Person], table: str = "t1") -> None:
        """The round goes on to its end."""
        while self.table(table).state.phase is not OPEN:
            turn = self.table(table).state.turn
            assert turn is not None
            self.decide(people[turn], table)


def guest_at_two_tables(url: str, second: str = RIDE) -> tuple[Harness, Person]:
    """A floor of two tables, and a guest who sits at both."""
    house = Harness(url, rules_of(RIDE), rules_of(second))
    ann = house.guest()
    house.sit(ann, "t1")
    house.sit(ann, "t2")
    return house, ann


def rest(house: Harness, seconds: float, step: float = 0.5) -> None:
    """Time passes, and the writer looks what is due."""
    for _ in range(int(seconds / step)):
        house.time += step
        house.writer.run_batch([])
