"""A floor with staff, a guest and a player, at which acts can be written that are not allowed."""

from pathlib import Path
from typing import Any
from unittest.mock import patch

from harness import RIDE, Harness, rules_of, works

from fairdeal.floor.audit import BadEntry, verify
from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.log.signing import make_checkpoint
from fairdeal.floor.money.ledger import BANK, Transfer
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.guests import register
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, PLAYER, Actor

METERS = (
    RIDE
    + """progressive = "E"
[progressive]
stakes = [1, 5]
rate = { mega = 0.10, major = 0.07, minor = 0.03 }
reset = { mega = 10000, major = 1000, minor = 250 }
"""
)
BOTS = FloorSettings(pace=0, clock=0, bots=True)


class Night:
    """A floor with two tables, a guest, a player, and those who work there."""

    def __init__(self, path: Path) -> None:
        rules = [rules_of(RIDE + "\n[floor]\nbots = 1\n"), rules_of(METERS)]
        self.path = str(path)
        self.house = Harness(self.path, *rules, settings=BOTS)
        self.ann = self.house.guest("ann")
        _, self.reg = self.house.ask(lambda floor: register(floor, "reg", "the hash of a password"))
        self.boss, self.dora, self.olga = (
            self.house.ask(lambda floor, role=role: works(floor, str(role), role))  # type: ignore[misc]
            for role in (FLOOR, DEALER, OPERATOR)
        )

    def by(self, person: Person, role: Any = PLAYER) -> Actor:
        return Actor(person.id, role, person.name)

    def act(self, what: dict[str, Any], by: Actor, *moves: Transfer) -> None:
        """An act that is written down whether it may be or not."""
        with patch("fairdeal.floor.log.floor_entries.objection", return_value=None):
            self.house.ask(lambda floor: floor.record_act(what, by, moves))

    def do(self, command: cmd.Command, by: Actor, table: str = "t1") -> None:
        """A command that nobody asks about but the rules."""
        self.house.ask(lambda floor: floor.do(floor.tables[table], command, by))

    def run(self, statement: str, *values: Any) -> None:
        self.house.ask(lambda floor: floor.database.execute(statement, values))

    def bad(self) -> BadEntry | None:
        """What an auditor finds who has a checkpoint of this moment."""
        return verify(self.house.real, make_checkpoint(self.house.real)).bad


def dollars(amount: int) -> int:
    return amount * 100 * UNITS_PER_CENT


def to_player(person: Person, amount: int, what: str) -> Transfer:
    return Transfer(BANK, f"player:{person.id}", dollars(amount), what)
