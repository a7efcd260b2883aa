"""A table that is dealt from real cards, with a dealer who names them in the order of a deck."""

from collections.abc import Callable
from typing import Any

from harness import Harness, rules_of, works

from fairdeal.cards import card_text
from fairdeal.floor.floor import Floor
from fairdeal.floor.people.accounts import Person
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER, FLOOR
from fairdeal.table.questions import TAKES_CARDS, cards_needed
from fairdeal.table.state import OPEN, State
from fairdeal.wire.commands import command_document

REAL = '\n[floor]\ndealer = "person"\ncards = "named"\n'


class RealRoom:
    """A table of real cards, a guest with a device, a dealer and a floorperson."""

    def __init__(self, url: str, rules: str) -> None:
        # A time that has passed: `audit verify` refuses sessions that were used after its own now.
        self.house = Harness(url, rules_of(rules + REAL), time=1_700_000_000.0)
        self.ann = self.house.guest()

        def add(floor: Floor) -> tuple[Person, Person]:
            return works(floor, "dora", DEALER), works(floor, "fred", FLOOR)

        self.dora, self.fred = self.house.ask(add)

    @property
    def state(self) -> State:
        return self.house.table().state

    def deal(self, **document: Any) -> None:
        """A command of the dealer."""
        self.house.say(self.dora, "t1", **document)

    def named(self, command: cmd.Command) -> dict[str, Any]:
        """A command with the next cards of the deck, in the order of their numbers."""
        document = command_document(command)
        if type(command) not in TAKES_CARDS:
            return document
        state = self.state
        left = sorted(state.rules.game.deck.each - state.out)
        cards = [card_text(card) for card in left[: cards_needed(state, command)]]
        return {**document, "cards": cards}

    def go_on(self, until: Callable[[], bool], decide: Callable[[], object]) -> None:
        """The staff goes on until something holds; `decide` answers for whoever is asked."""
        while not until():
            command = self.house.table().session.next_command()
            if command is None:
                decide()
            elif command.given_by[0] is FLOOR:
                self.house.say(self.fred, "t1", **command_document(command))
            else:
                self.deal(**self.named(command))

    def make_ready(self) -> None:
        """The cards come to the table, and the first player looks at them."""
        waits = cmd.NoMoreBets
        self.go_on(
            lambda: (
                isinstance(self.house.table().session.next_command(), waits)
                or self.house.table().session.next_command() is None
            ),
            lambda: None,
        )

    def play(self) -> None:
        """A round of ann's at seat 1 from her bets to its end."""
        number = self.state.rounds
        self.house.bet(self.ann)
        self.go_on(
            lambda: self.state.rounds > number and self.state.phase is OPEN,
            lambda: self.house.decide(self.ann),
        )
