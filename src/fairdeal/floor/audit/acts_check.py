"""Check of the floor's acts: whether each was allowed, and what follows from it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from fairdeal.errors import MismatchError
from fairdeal.floor.audit.derived_rows_check import DerivedRowsCheck
from fairdeal.floor.audit.findings import require
from fairdeal.floor.audit.folded_table import FoldedTable
from fairdeal.floor.audit.ledger_check import LedgerCheck
from fairdeal.floor.audit.roster import ADDED, WELCOMED, Roster
from fairdeal.floor.log.database import Row
from fairdeal.floor.log.floor_entries import act_digest, act_line, transfers_in
from fairdeal.floor.money.ledger import BANK, Transfer, inventory_account, player_account
from fairdeal.floor.money.reconciliation import reconciliation
from fairdeal.floor.tables import act_rules
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT
from fairdeal.table.actors import PLAYER, Actor, Role
from fairdeal.table.state import CLOSED, OPEN
from fairdeal.wire.json_line import dump_line

#: The fields that every act has beside its own.
_ENVELOPE: Final = ("floor", "time", "by", "moves")


class ActsCheck:
    """Checks acts in order. Roster, tables and the other checks are those of the whole audit."""

    def __init__(
        self,
        roster: Roster,
        tables: Mapping[str, FoldedTable],
        ledger: LedgerCheck,
        derived_rows: DerivedRowsCheck,
    ) -> None:
        self._roster = roster
        self._tables = tables
        self._ledger = ledger
        self._derived_rows = derived_rows
        self._number = 0

    def check_act(
        self, leaf: int, number: int, version: int, text: str, moves: Sequence[Row]
    ) -> None:
        """Check the next act: its form, its actor, the moment, and its transfers."""
        document = json.loads(text)
        numbers = (document["floor"], number, version)
        require(numbers == (self._number,) * 3, f"it is act {self._number} of the floor")
        self._number += 1
        by, transfers = _actor(document["by"]), transfers_in(document)
        what = {name: value for name, value in document.items() if name not in _ENVELOPE}
        wrong = act_rules.objection(what, by, transfers)
        if wrong is not None:
            raise MismatchError(wrong)
        line = act_line(number, document["time"], by, what, transfers)
        require(line == text, "it is written otherwise")
        self._roster.check_actor(by)
        if "table" not in what:
            self._of_people(leaf, what, by, transfers)
            self._ledger.move(leaf, moves, transfers)
            return
        table = self._tables.get(what["table"])
        if table is None:
            raise MismatchError("it is of a table that is not open")
        self._of_table(table, what, transfers)
        self._ledger.move(leaf, moves, transfers)
        self._after(leaf, table, document, transfers)

    def _after(
        self,
        leaf: int,
        table: FoldedTable,
        document: Mapping[str, Any],
        transfers: Sequence[Transfer],
    ) -> None:
        table.move(transfers)
        if "key" in document:
            self._derived_rows.check_key(leaf, document["key"], act_digest(document, transfers))
        match document["act"]:
            case "open":
                table.opened = True
                self._ledger.check(table, every_meter=True)
            case "handover":
                table.hand_over(document["dealer"], document["time"])
            case "close":
                table.closed = True

    def _of_people(
        self, leaf: int, what: Mapping[str, Any], by: Actor, transfers: Sequence[Transfer]
    ) -> None:
        match what["act"]:
            case "welcome":
                self._roster.add(leaf, what["player"], (PLAYER,), WELCOMED)
                _require_transfers(transfers, act_rules.play_chips(what["player"]))
            case "chips":
                self._chips(what["player"], by, transfers)
            case "gone":
                self._roster.end(leaf, what["player"], "guest")
            case "person":
                roles = [Role(name) for name in what["roles"]]
                self._roster.add(leaf, what["person"], roles, ADDED)
            case "password":
                self._roster.present(what["person"])
            case "revoke":
                self._roster.end(leaf, what["person"], "registered")

    def _chips(self, player: str, by: Actor, transfers: Sequence[Transfer]) -> None:
        require(by.id == player, "it gives somebody else chips")
        held = self._ledger.held(player_account(player)) // UNITS_PER_CENT
        if by.automatic:
            table = next(one for one in self._tables.values() if player in one.bots)
            most = act_rules.bot_chips(player, held, table.opening.rules)
        else:
            most = act_rules.more_chips(player, held)
        # Up to that: older versions gave bots less.
        if most is None or len(transfers) != 1 or transfers[0].units > most.units:
            raise MismatchError("there were chips enough, or it gives too many")
        _require_transfers(transfers, most._replace(units=transfers[0].units))

    def _of_table(
        self, table: FoldedTable, what: Mapping[str, Any], transfers: Sequence[Transfer]
    ) -> None:
        act = what["act"]
        require(table.opened == (act != "open"), "the table is open already, or is not open yet")
        require(not table.closed, "the table is closed")
        match act:
            case "open":
                right = what["inventory"] == act_rules.OPENING_FILL_CENTS // CENTS
                require(right, "the table does not open with the chips that it was given")
            case "fill" | "credit":
                cents = transfers[0].units // UNITS_PER_CENT if transfers else 0
                require(0 < cents <= act_rules.MOST_MOVED_CENTS, "no such amount is moved")
                _require_transfers(
                    transfers, act_rules.inventory_transfer(table.id, cents, fill=act == "fill")
                )
                there = act == "fill" or self._ledger.held(transfers[0].debit) >= transfers[0].units
                require(there, "the table does not hold so many chips")
            case "handover":
                between = table.state.phase is OPEN
                require(between, "a table is handed over between rounds")
                require(what["dealer"] in ("auto", "person"), "nobody deals")
            case "close":
                require(table.state.phase is CLOSED, "the table has not closed")
                self._closing(table, what, transfers)

    def _closing(
        self, table: FoldedTable, what: Mapping[str, Any], transfers: Sequence[Transfer]
    ) -> None:
        account = inventory_account(table.id)
        left = self._ledger.held(account)
        right = reconciliation(table.sums, left, table.state.inventory)
        require(dump_line(what["reconciled"]) == dump_line(right), "its chips are not these")
        own = {table.meters[name] for name in table.own_meters}
        meters = [move for move in transfers if move.debit in own]
        # What its own meters hold is the players', and stays; a house may take it back whole.
        whole = all(
            move == Transfer(move.debit, BANK, self._ledger.held(move.debit), "closing")
            for move in meters
        )
        once = len({move.debit for move in meters}) == len(meters)
        require(whole and once, "it does not move what its meters hold")
        goes = Transfer(account, BANK, left, "closing")
        if left < 0:
            goes = Transfer(BANK, account, -left, "closing")
        _require_transfers(
            [move for move in transfers if move.debit not in own], goes if left else None
        )


def _actor(document: Mapping[str, Any]) -> Actor:
    automatic = document.get("automatic", False)
    return Actor(document["id"], Role(document["role"]), document["name"], automatic)


def _require_transfers(transfers: Sequence[Transfer], right: Transfer | None) -> None:
    moves = [] if right is None else [right]
    require(list(transfers) == moves, "the chips that it moves are not those that it may")
