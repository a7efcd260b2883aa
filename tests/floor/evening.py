"""A short evening at a floor, the same in every run: all games, every way of shuffling, people who
deal, words, a void round, a deck shuffled again, meters that two tables share, tables that close.
"""

import random
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from harness import move_chips, works

from fairdeal.floor.floor import Floor, FloorSettings
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.guests import add_guest
from fairdeal.floor.startup import open_floor
from fairdeal.floor.tables.closing import close_table
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.floor.tables.table_acts import hand_over
from fairdeal.play.bots import cautious
from fairdeal.rulebook.rules import Rules
from fairdeal.submission.check import check
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, Role
from fairdeal.table.next_step import next_command
from fairdeal.table.state import DEALING, OPEN
from fairdeal.wire.commands import command_document

HEAD = """operator = "Evening"
jurisdiction = "{jurisdiction}"
game = "{game}"
minimum = 5
maximum = 200
chip-step = 1
dealing = "{dealing}"
shuffling = "{shuffling}"
decks = {decks}
seats = 6
[paytables]
"""
LET_IT_RIDE = """main = "A"
five-card-bonus = "B"
progressive = "E"
[progressive]
stakes = [1, 5]
rate = { mega = 0.10, major = 0.07, minor = 0.03 }
reset = { mega = 10000, major = 1000, minor = 250 }
"""
LINKED = '[floor]\nlinked = { mega = "house" }\n'
BONUS = 'five-card-bonus = "standard"\n'
BOTS = "[floor]\nbots = 1\n"

#: Game, jurisdiction, dealing, shuffling, decks, and what else the rules say.
TABLES = (
    ("let-it-ride maryland manual-shoe automated-counting 2", LET_IT_RIDE + LINKED + "bots = 1\n"),
    ("run-em-twice maryland hand automated 2", BONUS + 'ultimate-pairs = "A"\n' + BOTS),
    ("run-em-twice pennsylvania manual-shoe manual 1", BONUS),
    ("double-draw maryland manual-shoe manual 1", 'bonus = "A"\n' + BOTS),
    ("double-draw maryland automated-shoe reshuffling 1", 'bonus = "A"\n'),
    ("let-it-ride maryland manual-shoe automated 1", LET_IT_RIDE + LINKED),
)


def rules_of(terms: str, more: str) -> Rules:
    names = ("game", "jurisdiction", "dealing", "shuffling", "decks")
    head = HEAD.format(**dict(zip(names, terms.split(), strict=True)))
    text = ("adjacent-boxes = 1\n" if terms.startswith("let-it-ride") else "") + head + more
    checked = check(text)
    assert checked.rules is not None, checked.findings
    return checked.rules


class Evening:
    """A floor, and people at it."""

    def __init__(self, path: Path, seed: int = 1) -> None:
        chance = random.Random(seed)
        self.clock = count(1_000_000)
        self.keys = count(1)
        self.floor: Floor = open_floor(
            str(path),
            [rules_of(*terms) for terms in TABLES],
            settings=FloorSettings(pace=0, clock=0),
            now=lambda: next(self.clock) / 4,
            secret=lambda size: chance.randbytes(size).hex(),
            token=lambda size: chance.randbytes(size).hex(),
        )
        self.ann = self.act(lambda: add_guest(self.floor, "ann"))[1]
        self.bob = self.act(lambda: add_guest(self.floor, "bob"))[1]
        self.dora = self.works("dora", DEALER)
        self.fred = self.works("fred", FLOOR)
        self.olga = self.works("olga", OPERATOR)

    def act(self, do: Callable[[], Any]) -> Any:
        self.floor.begin()
        try:
            return do()
        finally:
            self.floor.commit()

    def works(self, name: str, role: Role) -> Person:
        person = self.act(lambda: works(self.floor, name, role))
        assert isinstance(person, Person)
        return person

    def says(self, who: Person, table: str, **document: Any) -> None:
        self.act(lambda: self.floor.command(who, table, document, f"key {next(self.keys)}"))

    def table(self, table: str) -> LiveTable:
        return self.floor.tables[table]

    def bets(self, who: Person, table: str, seat: int, word: str | None) -> None:
        """Everything that can be bet, and a word."""
        state = self.table(table).state
        amounts: dict[str, int] = {}
        for name, (wager, needs) in state.rules.to_place.items():
            if all(need in amounts for need in needs) and (wager.at is None):
                amounts[name] = state.rules.limits[name].least // 100
        self.says(who, table, do="place-bets", seat=seat, amounts=amounts)
        more = {} if word is None else {"word": word}
        self.says(who, table, do="ready", seat=seat, **more)

    def decides(self, table: str) -> None:
        """Whoever is asked plays on until the round is over; people deal where they must."""
        live = self.table(table)
        while live.state.phase is not OPEN:
            if live.dealer == "person" and self.deals(table):
                continue
            state = live.state
            assert state.turn is not None
            seat = state.seats[state.turn]
            who = self.floor.people.find(seat.player)
            assert who is not None
            self.says(who, table, **command_document(cautious(state)))

    def deals(self, table: str) -> bool:
        """The dealer's next act, by a person."""
        command = next_command(self.table(table).state)
        if command is None:
            return False
        who = self.fred if command.given_by[0] is FLOOR else self.dora
        if isinstance(command, cmd.Cut):
            command = cmd.Cut(depth=17)
        self.says(who, table, **command_document(command))
        return True

    def prepares(self, table: str) -> None:
        """A person makes the deck ready for bets."""
        while not isinstance(next_command(self.table(table).state), cmd.NoMoreBets | None):
            self.deals(table)


def play(path: Path) -> Floor:
    """The evening; the floor stays open."""
    evening = Evening(path)
    for table in evening.floor.tables:
        evening.says(evening.ann, table, do="sit", seat=1)
    evening.says(evening.bob, "t3", do="sit", seat=4)
    for number, table in enumerate(evening.floor.tables):
        if table == "t3":
            continue
        for again in range(2 if table in ("t1", "t5") else 1):
            evening.bets(evening.ann, table, 1, "tea for two" if (number + again) % 2 else None)
            evening.decides(table)
    _by_hand(evening)
    _void(evening)
    both = (evening.fred, evening.olga)
    evening.act(lambda: move_chips(evening.floor, both, "t2", 5000, "low", fill=True))
    evening.act(lambda: move_chips(evening.floor, both, "t2", 700, "high", fill=False))
    evening.act(lambda: close_table(evening.floor, evening.fred, "t6"))
    evening.bets(evening.ann, "t4", 1, "still open")  # the evening ends in the middle of a round
    return evening.floor


def _by_hand(evening: Evening) -> None:
    """Dora deals at the third table: two seats, a word each, and a shuffle that Fred orders."""
    evening.act(lambda: hand_over(evening.floor, evening.fred, "t3", "person"))
    evening.prepares("t3")
    evening.bets(evening.ann, "t3", 1, "first")
    evening.says(evening.fred, "t3", do="order-shuffle")
    while next_command(evening.table("t3").state) and evening.deals("t3"):
        if evening.table("t3").state.phase is not OPEN:
            break
        if isinstance(next_command(evening.table("t3").state), cmd.NoMoreBets):
            break
    evening.bets(evening.bob, "t3", 4, "x")
    evening.deals("t3")
    evening.decides("t3")


def _void(evening: Evening) -> None:
    """The next round there is void: Dora reports a wrong hand, and Fred confirms."""
    evening.prepares("t3")
    evening.bets(evening.ann, "t3", 1, None)
    evening.deals("t3")
    while evening.table("t3").state.phase is DEALING:
        evening.deals("t3")
    evening.says(evening.dora, "t3", do="wrong-number", place="seat:1", cards=1)
    evening.says(evening.fred, "t3", do="confirm")
    while evening.table("t3").state.phase is not OPEN and evening.deals("t3"):
        pass


def rounds(floor: Floor) -> Iterator[str]:
    for row in floor.database.execute("SELECT round FROM rounds ORDER BY leaf"):
        yield str(row[0])
