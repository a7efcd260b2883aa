"""The clerk of a casino day: every report that has money, added up from the raw lines of the log.

The clerk follows chips in decimal dollars: what lies in each tray, in each game account, on the
layout and on each meter. When a shift begins and ends the clerk looks into the trays, as a person
would. Nothing of the product is imported, and the way is another one than that of
`fairdeal.office`, which adds up what moved and never looks.
"""

import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

Document = dict[str, Any]
#: When shifts begin: hours after six in the morning, with which the gaming day begins.
SHIFTS = ((0, "day"), (8, "swing"), (16, "grave"))
ZERO = Decimal(0)


def shift_at(time: int) -> tuple[str, str]:
    """The gaming day and the shift of a second."""
    local = datetime.fromtimestamp(time, UTC) - timedelta(hours=6)
    return local.date().isoformat(), [name for hour, name in SHIFTS if local.hour >= hour][-1]


class Line(defaultdict[str, Decimal]):
    """Amounts by name."""

    def __init__(self) -> None:
        super().__init__(Decimal)

    def add(self, other: "Line") -> None:
        for name, amount in other.items():
            self[name] += amount


class Table:
    """One table, with what lies where now."""

    def __init__(self, opening: Document) -> None:
        rules = opening["rules"]
        linked = rules["floor"].get("linked", {})
        own = {name: f"{opening['table']}.{name}" for name in opening["meters"]}
        self.accounts = {name: f"meter:{linked.get(name, own[name])}" for name in own}
        self.tray = ZERO
        self.open = True
        #: What the round that is played has brought the tray: it counts when the round ends.
        self.pending = ZERO
        self.envy = ZERO
        self.round = ""
        self.void = False
        self.seats: dict[int, str] = {}
        self.accounts_of: dict[str, Decimal] = defaultdict(Decimal)
        self.layout: dict[tuple[int, str], Decimal] = defaultdict(Decimal)
        self.inside: set[tuple[int, str]] = set()
        self.settled: dict[tuple[int, str], tuple[Decimal, Decimal]] = {}
        #: Who sits now: the time at which each player sat down.
        self.since: dict[str, int] = {}


class DayClerk:
    """Everything that the clerk writes down."""

    def __init__(self, lines: Iterable[tuple[str, str]]) -> None:
        self.tables: dict[str, Table] = {}
        self.now: tuple[str, str] = ("", "")
        self.time = 0
        #: By table and shift: Drop and Win, and the Statistical report.
        self.trays: dict[tuple[str, tuple[str, str]], Line] = defaultdict(Line)
        self.results: dict[tuple[str, tuple[str, str]], Line] = defaultdict(Line)
        #: By meter and shift; and what each meter holds.
        self.meters: dict[tuple[str, tuple[str, str]], Line] = defaultdict(Line)
        self.held: dict[str, Decimal] = defaultdict(Decimal)
        self.hits: list[tuple[str, str, Decimal]] = []
        #: By gaming day, table and player: the electronic totals; and by the time of sitting down.
        self.totals: dict[tuple[str, str, str], Line] = defaultdict(Line)
        self.sessions: dict[tuple[str, str, str, int], Line] = defaultdict(Line)
        self.requests: dict[str, Document] = {}
        self.slips: dict[str, list[Document]] = defaultdict(list)
        self.payouts: dict[str, tuple[str, Decimal, Decimal]] = {}
        self.by_hand: list[tuple[str, Decimal]] = []
        for table, text in lines:
            document = json.loads(text, parse_float=Decimal, parse_int=Decimal)
            self.time = int(document["time"])
            self._turn_to(shift_at(self.time))
            if not table:
                self._act(document)
            elif not document["entry"]:
                self._opening(table, document)
            else:
                for event in document["events"]:
                    self._event(table, self.tables[table], event)
        self._turn_to(("", ""))

    def _turn_to(self, shift: tuple[str, str]) -> None:
        """At the end of a shift the clerk looks into every tray."""
        if shift == self.now:
            return
        for name, table in self.tables.items():
            if table.open:
                self.trays[name, self.now]["closer"] = table.tray
                if shift[0]:
                    self.trays[name, shift]["opener"] = table.tray
        self.now = shift

    # Acts of the floor ----------------------------------------------------------------------------

    def _act(self, act: Document) -> None:
        name, table = act["act"], act.get("table", "")
        for move in act.get("moves", ()):
            for account, sign in ((move["from"], -1), (move["to"], 1)):
                if account.startswith("meter:"):
                    self.held[account] += sign * move["amount"]
                    self.meters[account, self.now]["moved"] -= sign * move["amount"]
            self._inventory(move)
        match name:
            case "open":
                self.tables[table].tray += act["inventory"]
                self.trays[table, self.now]["opener"] += act["inventory"]
                slip = {"of": "opening", "total": act["inventory"], "difference": ZERO}
                self.slips[table].append(slip)
            case "request":
                self.requests[f"{act['kind']}-{act['floor']}"] = {**act, "state": "requested"}
            case "fill" | "credit":
                self.requests[act["request"]]["state"] = "done"
            case "void-request":
                self.requests[act["request"]]["state"] = "void"
            case "inventory-slip":
                self.slips[table].append({"of": act["of"], "time": self.time, **act["counted"]})
            case "close":
                self.slips[table].append({"of": "closing", "time": self.time, **act["counted"]})
                self.tables[table].open = False

    def _inventory(self, move: Document) -> None:
        for account, sign in ((move["from"], -1), (move["to"], 1)):
            kind, _, table = account.partition(":")
            if kind != "inventory":
                continue
            line, amount = self.trays[table, self.now], sign * move["amount"]
            if move["what"] == "closing":
                line["closer"] = -amount  # the chips that were counted went to the bank
            else:
                line[{"fill": "fills", "credit": "credits"}.get(move["what"], "variance")] += amount
            self.tables[table].tray += amount

    def _opening(self, name: str, document: Document) -> None:
        table = self.tables[name] = Table(document)
        for meter, amount in document["meters"].items():
            account = table.accounts[meter]
            self.meters[account, self.now]["funded"] += amount - self.held[account]
            self.held[account] = amount

    # Events of a table ----------------------------------------------------------------------------

    def _event(self, name: str, table: Table, event: Document) -> None:
        kind, seat = event["event"], int(event.get("seat", 0))
        amount, key = event.get("amount", ZERO), (seat, event.get("wager", ""))
        player = table.seats.get(seat, "")
        account = table.accounts_of
        match kind:
            case "player-sat":
                table.seats[seat] = event["player"]
                table.since[event["player"]] = self.time
                self._session(name, table, event["player"])
            case "player-left" | "player-removed":
                del table.seats[seat]
                if player not in table.seats.values():
                    self.totals[self.now[0], name, player]["withdrawn"] += account.pop(player, ZERO)
            case "bought-in":
                account[player] += amount
                table.tray -= amount
                self.trays[name, self.now]["drop"] += amount
                self.totals[self.now[0], name, player]["deposited"] += amount
                self._session(name, table, player)["bought"] += amount
            case "wager-placed":
                table.layout[key] += amount
                account[player] -= amount
            case "wager-taken-back" | "bet-withdrawn":
                table.layout[key] -= amount
                account[player] += amount
            case "stakes-collected":
                for number in event["seats"]:
                    table.inside.add((int(number), event["wager"]))
                    table.pending += table.layout[int(number), event["wager"]]
            case "wager-lost":
                self._take(table, key)
                table.settled[key] = (amount, ZERO)
            case "wager-paid":
                self._take(table, key)
                stake = table.layout[key]
                table.pending -= amount
                account[player] += amount
                table.settled[key] = (stake, amount)
                self._note_payout(name, table, seat, event["wager"], stake, amount)
            case "wager-returned":
                if key in table.inside:
                    table.inside.discard(key)
                    table.pending -= amount
                table.layout[key] -= amount
                table.settled.pop(key, None)
                account[player] += amount
            case "envy-paid" | "paid-by-hand":
                self._beside(name, table, seat, amount, in_round=kind == "envy-paid")
            case "meters-fed" | "meters-unfed":
                self._feed(table, event, 1 if kind == "meters-fed" else -1)
            case "meter-paid":
                self._hit(name, table, event)
            case "deck-committed":
                table.round = event["round"]
            case "round-voided":
                table.void = True
                self._end(name, table)
            case "round-ended":
                self._end(name, table)

    def _session(self, name: str, table: Table, player: str) -> Line:
        return self.sessions[self.now[0], name, player, table.since[player]]

    def _take(self, table: Table, key: tuple[int, str]) -> None:
        """The stake goes into the tray, unless it is there."""
        if key not in table.inside:
            table.inside.add(key)
            table.pending += table.layout[key]

    def _beside(
        self, name: str, table: Table, seat: int, amount: Decimal, *, in_round: bool
    ) -> None:
        """A payment that no stake stands behind: from the tray, and no part of the bets' win."""
        player = table.seats[seat]
        table.accounts_of[player] += amount
        self.totals[self.now[0], name, player]["won"] += amount
        self._session(name, table, player)["result"] += amount
        if in_round:
            table.pending -= amount
            table.envy += amount
        else:
            table.tray -= amount
            self.by_hand.append((name, amount))
            self.results[name, self.now]["hand"] += amount

    def _note_payout(
        self, name: str, table: Table, seat: int, wager: str, stake: Decimal, amount: Decimal
    ) -> None:
        """Winnings of $2,000 and 300 times the stake need the form of 2027."""
        won = amount - stake
        if won >= 2_000 and won >= 300 * stake:
            self.payouts[f"{table.round}.{seat}.{wager}"] = (name, stake, won)

    def _feed(self, table: Table, event: Document, sign: int) -> None:
        for meter, amount in event["dollars"].items():
            account = table.accounts[meter]
            self.held[account] += sign * amount
            self.meters[account, self.now]["fed"] += sign * amount
            table.pending -= sign * amount
        for amount in event.get("house", {}).values():
            table.pending += amount

    def _hit(self, name: str, table: Table, event: Document) -> None:
        account = table.accounts[event["meter"]]
        line = self.meters[account, self.now]
        line["paid"] += event["paid"]
        line["won"] += 1
        line["funded"] += event["dollars"] - (self.held[account] - event["paid"])
        self.held[account] = event["dollars"]
        table.pending += event["paid"]
        self.hits.append((account, name, event["paid"]))

    def _end(self, name: str, table: Table) -> None:
        """The round counts now: in the tray, and for its players."""
        line = self.results[name, self.now]
        if table.void:
            line["voids"] += 1
            line["void"] += table.pending
        else:
            line["rounds"] += 1
            line["handle"] += sum((stake for stake, _ in table.settled.values()), ZERO)
            line["round"] += table.pending
            line["envy"] += table.envy
        table.tray += table.pending
        for (seat, _), (stake, paid) in table.settled.items():
            player = table.seats[seat]
            totals, session = (
                self.totals[self.now[0], name, player],
                self._session(name, table, player),
            )
            totals["won" if paid > stake else "lost"] += abs(paid - stake)
            session["handle"] += stake
            session["result"] += paid - stake
        table.void, table.pending, table.envy = False, ZERO, ZERO
        table.layout.clear()
        table.inside.clear()
        table.settled.clear()
