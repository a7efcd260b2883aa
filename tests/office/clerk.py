"""A clerk's sheet: the money of a floor added up from the raw lines of its log, by other code.

The clerk follows chips event by event through a tray for each table, in decimal dollars. Nothing
here is shared with `fairdeal.office`.
"""

import json
from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal
from typing import Any


class Clerk:
    """What each table's log says of its money, in dollars."""

    def __init__(self, lines: Iterable[tuple[str, str]]) -> None:
        self.handle: dict[str, Decimal] = defaultdict(Decimal)
        self.tray: dict[str, Decimal] = defaultdict(Decimal)
        self.rounds: dict[str, int] = defaultdict(int)
        self.voids: dict[str, int] = defaultdict(int)
        self.fed: dict[str, Decimal] = defaultdict(Decimal)
        self.returned = Decimal(0)
        #: What the players of the log won, by id.
        self.won: dict[str, Decimal] = defaultdict(Decimal)
        self._seats: dict[tuple[str, int], str] = {}
        self._layout: dict[tuple[str, int, str], Decimal] = defaultdict(Decimal)
        self._taken: set[tuple[str, int, str]] = set()
        #: Changes of a round that count only when it ends, and is not void.
        self._staked: dict[str, Decimal] = defaultdict(Decimal)
        self._void: set[str] = set()
        for table, text in lines:
            document = json.loads(text, parse_float=Decimal)
            if table:
                for event in document.get("events", ()):
                    self._event(table, event)

    def _event(self, table: str, event: dict[str, Any]) -> None:
        kind, seat = event["event"], event.get("seat", 0)
        amount = Decimal(event.get("amount", 0))
        key = (table, seat, event.get("wager", ""))
        player = self._seats.get((table, seat), "")
        match kind:
            case "player-sat":
                self._seats[table, seat] = event["player"]
            case "wager-placed":
                self._layout[key] += amount
                self.won[player] -= amount
            case "wager-taken-back" | "bet-withdrawn":
                self._layout[key] -= amount
                self.won[player] += amount
            case "stakes-collected":
                for number in event["seats"]:
                    one = (table, number, event["wager"])
                    self._taken.add(one)
                    self.tray[table] += self._layout[one]
            case "wager-lost":
                self._staked[table] += amount
                self._into_tray(table, key, amount)
            case "wager-paid":
                self._staked[table] += self._layout[key]
                self._into_tray(table, key, self._layout[key])
                self.tray[table] -= amount
                self.won[player] += amount
            case "wager-returned":
                if key in self._taken:
                    self._taken.discard(key)
                    self.tray[table] -= amount
                self._layout[key] -= amount
                self.won[player] += amount
                self.returned += amount
            case "envy-paid" | "paid-by-hand":
                self.tray[table] -= amount
                self.won[player] += amount
            case "meters-fed":
                for more in event["dollars"].values():
                    self.tray[table] -= more
                    self.fed[table] += more
            case "meters-unfed":
                for more in (*event["dollars"].values(), *event.get("house", {}).values()):
                    self.tray[table] += more
                    self.fed[table] -= more
            case "meter-paid":
                self.tray[table] += Decimal(event["paid"])
            case "round-voided":
                self._void.add(table)
                self._round_ended(table)
            case "round-ended":
                self._round_ended(table)

    def _into_tray(self, table: str, key: tuple[str, int, str], stake: Decimal) -> None:
        if key not in self._taken:
            self._taken.add(key)
            self.tray[table] += stake

    def _round_ended(self, table: str) -> None:
        if table in self._void:
            self.voids[table] += 1
        else:
            self.rounds[table] += 1
            self.handle[table] += self._staked[table]
        self._void.discard(table)
        self._staked[table] = Decimal(0)
        self._taken = {key for key in self._taken if key[0] != table}
        for key in [key for key in self._layout if key[0] == table]:
            del self._layout[key]
