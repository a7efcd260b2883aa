"""A floor with one table that people deal, and everybody who works there."""

from pathlib import Path
from typing import Any

from harness import RIDE, Harness, rules_of, works

from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.chip_requests import confirm_request, request_chips, void_request
from fairdeal.floor.tables.closing import count_table
from fairdeal.floor.tables.table_acts import hand_over
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, Role

FULL = {"500": 200}  # the $100,000 that a table opens with


class Pit:
    """A floor with one table of a human dealer, and everybody who works there."""

    def __init__(self, path: Path, rules: str = RIDE) -> None:
        self.house = Harness(str(path), rules_of(rules))
        staff = self.house.staff()
        self.dora, self.fred, self.olga = (staff[str(r)] for r in (DEALER, FLOOR, OPERATOR))
        self.ann = self.house.guest()
        self.house.ask(lambda floor: hand_over(floor, self.fred, "t1", "person"))

    def works(self, name: str, *roles: Role) -> Person:
        return self.house.ask(lambda floor: works(floor, name, *roles))

    def ask(self, who: Person, cents: int = 500_00, *, fill: bool = True, **more: Any) -> str:
        return self.house.ask(
            lambda floor: request_chips(floor, who, "t1", cents, "low", fill=fill, **more)
        )

    def confirm(self, who: Person, asked: str) -> None:
        self.house.ask(lambda floor: confirm_request(floor, who, "t1", asked))

    def void(self, who: Person, asked: str) -> None:
        self.house.ask(lambda floor: void_request(floor, who, "t1", asked, "not needed"))

    def count(self, who: Person, chips: Any, cards: Any = None) -> Any:
        decks = {"red": 52} if cards is None else cards
        return self.house.ask(lambda floor: count_table(floor, who, "t1", chips, decks))

    @property
    def tray(self) -> int:
        return self.house.floor.tray("t1") // UNITS_PER_CENT

    @property
    def waiting(self) -> list[str]:
        return [request.id for request in self.house.table().pending.requests]
