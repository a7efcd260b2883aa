"""A floor with people at its tables, and a store with entries, for tests of a database's rows."""

import json
from typing import Any

from fairdeal.floor.floor import Floor, FloorSettings
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.store import Store
from fairdeal.floor.money.ledger import Transfer
from fairdeal.floor.people.guests import add_guest
from fairdeal.floor.startup import open_floor, sample_rules
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import OPEN
from fairdeal.wire.state import write_state

QUIET = FloorSettings(pace=0, clock=0, bots=False)


class Seats:
    """Somebody who plays at a floor without a server: each command is a transaction."""

    def __init__(self, floor: Floor, name: str = "ann") -> None:
        self.floor = floor
        floor.begin()
        self.token, self.person = add_guest(floor, name)
        floor.commit()
        self.sent = 0

    def say(self, table: str, key: str | None = None, **document: Any) -> Any:
        self.sent += 1
        self.floor.begin()
        try:
            return self.floor.command(
                self.person, table, document, key or f"{self.person.id} {self.sent}"
            )
        finally:
            self.floor.commit()

    def bet(self, table: str, seat: int) -> None:
        self.say(table, do="sit", seat=seat)
        self.bet_again(table, seat)

    def bet_again(self, table: str, seat: int) -> None:
        rules = self.floor.tables[table].state.rules
        least = (rules.minimum_cents or 0) / 100
        wagers = [one.name for one in rules.game.wagers if one.at is None and not one.optional]
        self.say(table, do="place-bets", seat=seat, amounts=dict.fromkeys(wagers, least))

    def decide(self, table: str) -> None:
        state = self.floor.tables[table].state
        seat, act = state.turn, legal_actions(state)[-1]
        if act.do == "bet":
            least = (act.least_cents or 0) / 100
            self.say(table, do="bet", seat=seat, wager=act.wager, amount=least)
        elif act.do == "draw":
            self.say(table, do="draw", seat=seat, discard=[])
        else:
            self.say(table, do=act.do, seat=seat)

    def play(self, table: str, seat: int) -> None:
        """One whole round."""
        if seat in self.floor.tables[table].state.seats:
            self.bet_again(table, seat)
        else:
            self.bet(table, seat)
        self.say(table, do="ready", seat=seat)
        while self.floor.tables[table].state.phase is not OPEN:
            self.decide(table)


def opened(url: str, tables: int = 7, settings: FloorSettings = QUIET, **more: Any) -> Floor:
    return open_floor(url, sample_rules()[:tables], settings=settings, **more)


def filled(database: Database, entries: int) -> Store:
    """A store with some entries of two tables, each with a transfer."""
    store = Store(database)
    database.begin()
    for n in range(store.leaves, entries):
        move = Transfer("bank", f"player:p{n % 3}", n + 1, "chips")
        store.append(f"t{n % 2}", n // 2, n, json.dumps({"entry": n, "text": "\u2660 é"}), [move])
    store.flush()
    database.commit()
    return store


def tables_in_memory(floor: Floor) -> dict[str, Any]:
    """All that a floor has in memory of its tables, to be compared."""
    return {
        name: (
            write_state(live.state),
            live.session.entries,
            live.session.source.sealed(),  # type: ignore[attr-defined] # its source is a committed one
            live.since,
            live.dealer,
            live.closed,
        )
        for name, live in floor.tables.items()
    }
