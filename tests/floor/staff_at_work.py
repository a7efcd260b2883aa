"""The staff of a simulated evening: fills and credits, handing over, dealing, reliefs, errors."""

from typing import TYPE_CHECKING

from crowd import Document, Request
from harness import move_chips

from fairdeal.cards import card_text
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.floor.tables.table_acts import hand_over
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR
from fairdeal.table.commands import Command
from fairdeal.table.questions import TAKES_CARDS, cards_needed
from fairdeal.table.real_cards import deals_real_cards
from fairdeal.table.state import OPEN, State
from fairdeal.wire.commands import command_document

if TYPE_CHECKING:
    from simulation import Evening


def work(evening: "Evening") -> None:
    """The staff does something, and deals wherever a person deals."""
    table = evening.chance.choice(sorted(evening.floor.tables))
    live = evening.floor.tables[table]
    boss = evening.staff[FLOOR]
    both = (boss, evening.staff[OPERATOR])
    cents = evening.chance.randrange(1, 100_000)
    drawn = evening.chance.random()
    if drawn < 0.1:
        evening.ask(lambda floor: move_chips(floor, both, table, cents, "a fill", fill=True))
    elif drawn < 0.2:
        evening.ask(lambda floor: move_chips(floor, both, table, cents, "back", fill=False))
    elif drawn < 0.25:
        who = "person" if live.dealer == "auto" else "auto"
        evening.ask(lambda floor: hand_over(floor, boss, table, who))
    for table, live in evening.floor.tables.items():
        if live.dealer == "person" and live.stopped is None:
            _deal(evening, table, live, boss)


def _relieve(evening: "Evening", table: str, live: LiveTable) -> None:
    """One dealer relieves the other, who does not deal the next step."""
    key, dealing = f"k{next(evening.numbers)}", live.state.dealer
    evening.told["relief in a round"] += live.state.phase is not OPEN
    old, new = sorted(evening.dealers, key=lambda one: one.id != dealing)
    if evening.chance.random() < 0.2:
        evening.deliver([Request(old, table, {"do": "tap-out"}, key)])
        return
    evening.deliver([Request(new, table, {"do": "tap-in", "relieves": dealing}, key)])
    live = evening.floor.tables[table]
    command = live.session.next_command()
    if live.state.dealer == new.id and command is not None and DEALER in command.given_by:
        late = Request(old, table, command_document(command), f"{key} late", never=True)
        evening.deliver([late])


def _deal(evening: "Evening", table: str, live: LiveTable, boss: Person) -> None:
    """A person deals, and is sometimes wrong; the floorperson confirms."""
    chance = evening.chance
    for _ in range(chance.randint(1, 12)):
        state = live.state
        if state.dealer and chance.random() < 0.3:
            _relieve(evening, table, live)
            live = evening.floor.tables[table]
            state = live.state
            if live.stopped is not None or live.dealer != "person":
                break
        dealing = [one for one in evening.dealers if one.id == state.dealer]
        dealer = dealing[0] if dealing else chance.choice(evening.dealers)
        key = f"k{next(evening.numbers)}"
        if state.asked is not None:
            yes = {"do": "confirm", "asked": state.asked.asked}
            no = {"do": "deny", "asked": state.asked.asked, "reason": "it is not so"}
            evening.deliver([Request(boss, table, chance.choice((yes, yes, no)), key)])
        elif chance.random() < 0.02:
            wrong: Document = {"do": "wrong-number", "place": "seat:1", "cards": 4}
            evening.deliver([Request(dealer, table, wrong, key)])
        elif chance.random() < 0.02:
            again = {"do": "order-shuffle"}
            evening.deliver([Request(boss, table, again, key)])
        else:
            command = live.session.next_command()
            if command is None:
                break
            who = boss if DEALER not in command.given_by else dealer
            named = _named(evening, live.state, command)
            evening.deliver([Request(who, table, named, key)])
        live = evening.floor.tables[table]
        if live.stopped is not None:
            break


def _named(evening: "Evening", state: State, command: Command) -> Document:
    """A command; at a table of real cards with cards of the deck, now and then one too few."""
    document = command_document(command)
    if not deals_real_cards(state.rules) or type(command) not in TAKES_CARDS:
        return document
    left = sorted(state.rules.game.deck.each - state.out)
    needed = cards_needed(state, command) - (evening.chance.random() < 0.02)
    named = [card_text(card) for card in evening.chance.sample(left, needed)]
    evening.told["real cards"] += len(named)
    return {**document, "cards": named}
