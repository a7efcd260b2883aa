"""Check of the floor's acts: whether each was allowed, and what follows from it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from fairdeal.errors import MismatchError
from fairdeal.floor.audit.chips_check import (
    check_closing,
    check_confirmed,
    check_request,
    require_transfers,
)
from fairdeal.floor.audit.derived_rows_check import DerivedRowsCheck
from fairdeal.floor.audit.exam_check import ExamCheck
from fairdeal.floor.audit.findings import require
from fairdeal.floor.audit.folded_table import FoldedTable
from fairdeal.floor.audit.inventory_check import check_inventory, check_signature
from fairdeal.floor.audit.ledger_check import LedgerCheck
from fairdeal.floor.audit.meter_check import MeterCheck
from fairdeal.floor.audit.roster import ADDED, WELCOMED, Roster
from fairdeal.floor.audit.session_check import SessionCheck
from fairdeal.floor.audit.share import Share
from fairdeal.floor.house import house_objection
from fairdeal.floor.log.database import Row
from fairdeal.floor.log.floor_entries import act_digest, act_line, transfers_in
from fairdeal.floor.machine_watch import machine_objection
from fairdeal.floor.money.ledger import Transfer
from fairdeal.floor.money.variances import INCIDENT, NOTIFICATION, paper_objection
from fairdeal.floor.people.office_acts import void_objection
from fairdeal.floor.tables import act_rules
from fairdeal.floor.tables.day_end import read_day
from fairdeal.floor.tables.pending_acts import after_act
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, parse_amount
from fairdeal.table.actors import PLAYER, Actor, Role
from fairdeal.table.state import CLOSED, OPEN, layout_cents
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
        share: Share,
    ) -> None:
        self._roster = roster
        #: Who signed which line of a report, by its digest.
        self._signatures: dict[str, dict[str, str]] = {}
        #: Who signed which line of a payout document.
        self._payouts: dict[str, dict[str, str]] = {}
        #: The gaming days of Closed Table forms, by table.
        self._closed_days: set[tuple[str, str]] = set()
        self._tables = tables
        self._ledger = ledger
        self._derived_rows = derived_rows
        self._share = share
        self.meters = MeterCheck(ledger, roster)
        self.sessions = SessionCheck(roster)
        self.exams = ExamCheck()
        self._number = 0
        #: By the leaf of an act that tells what a player has on all layouts: the amount that it
        #: tells, as JSON, and the cents at the tables of this share.
        self.layouts: dict[int, tuple[str, int]] = {}

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
        require(line == text, "its text is not in the form in which the program writes it")
        table_id = _table_of(what, by)
        if table_id and not self._share.has(table_id):
            self._ledger.follow(leaf, moves)
            if what["act"] == "close":
                self.meters.closed(table_id)
            return
        self._roster.check_actor(by)
        if "table" not in what:
            self._of_floor(leaf, document["time"], what, by, transfers)
            self.sessions.apply(leaf, what)
            self._ledger.move(leaf, moves, transfers)
            return
        table = self._tables.get(what["table"])
        if table is None:
            raise MismatchError("its table is not open")
        self._of_private(table, what, by)
        if self.meters.is_about(table, what):
            require(table.opened, "the table is not open yet")
            self.meters.check(table, document, what, by, transfers)
        else:
            self._of_table(table, what, by, transfers)
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
        table.pending = after_act(table.pending, document)
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
                self.meters.closed(table.id)

    def _of_floor(
        self,
        leaf: int,
        time: int,
        what: Mapping[str, Any],
        by: Actor,
        transfers: Sequence[Transfer],
    ) -> None:
        match what["act"]:
            case "welcome":
                self._roster.add(leaf, what["player"], (PLAYER,), WELCOMED)
                self._roster.record_account(leaf, what["player"], what.get("account"))
                require_transfers(transfers, act_rules.play_chips(what["player"]))
            case "register":
                self._roster.promote(leaf, what["player"], what["was"], what["account"])
            case "chips":
                self._chips(leaf, what["player"], by, transfers, what.get("layout"))
            case "house":
                require(not (wrong := house_objection(what)), wrong or "")
            case "start" | "disk" | "fault" | "clock" | "audited":
                require(not (wrong := machine_objection(leaf, what)), wrong or "")
            case "resume":
                for table in self._tables.values():
                    table.restart_clock(time)
            case "gone":
                self._roster.end(leaf, what["player"], "guest")
            case "person":
                roles = [Role(name) for name in what["roles"]]
                self._roster.add(leaf, what["person"], roles, ADDED)
                self._roster.record_account(leaf, what["person"], what.get("account"))
            case "password":
                self._roster.record_account(leaf, what["person"], what.get("account"))
                own = by.automatic or by.id == what["person"]
                require(own, "it changes somebody else's password")
            case "roles":
                roles = [Role(name) for name in what["roles"]]
                self._roster.change_roles(leaf, what["person"], roles)
            case "reinstate":
                self._roster.reinstate(leaf, what["person"])
            case "revoke":
                self._roster.end(leaf, what["person"], "registered")
            case "exclude" | "readmit" | "attempt":
                self._excluded(time, what, by)
            case "limit" | "cool-off" | "payout":
                self._of_people(time, what, by)
            case "sign":
                self._signed(what, by)
            case "exam":
                self.exams.apply(leaf, time, what, by, self._roster)
            case "investigation":
                read_day(what["day"])
                require(bool(str(what["note"]).strip()), "it says nothing")
            case "acknowledge":
                event = what["event"]
                earlier = isinstance(event, int) and 0 <= event < leaf
                require(earlier, "the entry that it acknowledges does not come before it")

    def _of_people(self, time: int, what: Mapping[str, Any], by: Actor) -> None:
        """Check a player's own limit or break, or a signature of a payout document."""
        match what["act"]:
            case "limit":
                right = by.id == what["player"] and what["kind"] in act_rules.LIMITS
                require(right, "it is no limit of who sets it")
            case "cool-off":
                until, own = what["until"], by.id == what["player"]
                right = own and time < until <= time + act_rules.LONGEST_COOL_OFF
                require(right, "it is no break of who takes it")
            case "payout":
                signed = self._payouts.setdefault(str(what["payout"]), {})
                cents = parse_amount(what["amount"], per_dollar=CENTS)
                wrong = act_rules.payout_objection(what["line"], cents, by, signed)
                require(wrong is None, wrong or "")
                signed[what["line"]] = by.id

    def _payout(self, table: FoldedTable, what: Mapping[str, Any], by: Actor) -> None:
        """Check an act about a payout that waits for signatures."""
        due = table.pending.payout(what["payout"])
        if what["act"] == "payout-due":
            cents = parse_amount(what["amount"], per_dollar=CENTS)
            right = table.won.get(what["payout"]) == (what["player"], cents)
            require(right and due is None, "the last entry has paid no such amount")
            return
        if due is None:
            raise MismatchError("no payout of this number waits for signatures")
        if what["act"] == "void-payout":
            wrong = void_objection(due.signers, by, due.player)
        else:
            cents = parse_amount(what["amount"], per_dollar=CENTS)
            require(cents == due.cents, "its amount is not that of the payout")
            wrong = act_rules.payout_objection(what["line"], cents, by, due.signers, due.player)
        require(wrong is None, wrong or "")

    def _excluded(self, time: int, what: Mapping[str, Any], by: Actor) -> None:
        """Check an act about an excluded person, and follow it."""
        exclusions = self._roster.exclusions
        if what["person"]:
            self._roster.require_known(what["person"])
        if what["act"] == "exclude":
            until = what.get("until")
            later = until is None or (type(until) is int and until > time)
            require(later, "the exclusion ends before it begins")
        else:
            found = exclusions.find(what["person"], what["name"])
            require(found is not None, "nobody of that name is excluded")
        if what["act"] == "attempt":
            require(what["at"] in act_rules.ATTEMPTS, "nobody comes in there")
        exclusions.apply(what, time, by.name)

    def _signed(self, what: Mapping[str, Any], by: Actor) -> None:
        """Check that each line of a report is signed once, and by another person."""
        require(what["line"] in act_rules.SIGNED_LINES, "a report has no such line")
        signed = self._signatures.setdefault(str(what["digest"]), {})
        require(what["line"] not in signed, "the line is signed already")
        require(by.id not in signed.values(), "one person signs two lines of a report")
        signed[what["line"]] = by.id

    def _chips(
        self, leaf: int, player: str, by: Actor, transfers: Sequence[Transfer], layout: object
    ) -> None:
        require(by.id == player, "it gives somebody else chips")
        held = self._ledger.player_balance(player) // UNITS_PER_CENT
        if by.automatic:
            table = next(one for one in self._tables.values() if player in one.bots)
            most = act_rules.bot_chips(player, held, table.state.rules)
        else:
            # Early versions did not count what lies on a layout, and did not tell it.
            if layout is not None:
                cents = sum(layout_cents(table.state, player) for table in self._tables.values())
                self.layouts[leaf] = (dump_line(layout), cents)
                held += parse_amount(layout, per_dollar=CENTS)
            most = act_rules.more_chips(player, held)
        # Up to that: older versions gave bots less.
        if most is None or len(transfers) != 1 or transfers[0].units > most.units:
            raise MismatchError("the player had enough chips, or gets too many")
        require_transfers(transfers, most._replace(units=transfers[0].units))

    def _of_private(self, table: FoldedTable, what: Mapping[str, Any], by: Actor) -> None:
        """Check what only private practice tables have."""
        owner = table.opening.owner
        match what["act"]:
            case "open" if owner is not None:
                require(by.automatic, "the house opens private tables")
                self._roster.present(owner)
            case "close" if by.automatic:
                require(owner is not None, "the house closes a table by itself")
            case "pace":
                require(by.id == owner, "only the player of a practice table sets its pace")
                require(what["pace"] in act_rules.PACES, "there is no such pace")

    def _of_table(
        self, table: FoldedTable, what: Mapping[str, Any], by: Actor, transfers: Sequence[Transfer]
    ) -> None:
        act = what["act"]
        require(
            table.opened == (act != "open"),
            "the table was opened twice, or is used before it is opened",
        )
        if act in (NOTIFICATION, INCIDENT):
            require(not (wrong := paper_objection(table.pending.variance, what, by)), wrong or "")
            return
        if act in ("payout-due", "payout", "void-payout"):
            self._payout(table, what, by)
            return
        require(not table.closed, "the table is closed")
        match act:
            case "open":
                right = what["inventory"] == act_rules.OPENING_FILL_CENTS // CENTS
                require(right, "the table does not open with the chips that it was given")
            case "request" | "void-request" | "count":
                check_request(table, what, by)
            case "sign-slip":
                check_signature(table, what, by)
            case "fill" | "credit":
                check_confirmed(table, what, by, transfers)
                cents = transfers[0].units // UNITS_PER_CENT if transfers else 0
                require(0 < cents <= act_rules.MOST_MOVED_CENTS, "no such amount is moved")
                require_transfers(
                    transfers, act_rules.inventory_transfer(table.id, cents, fill=act == "fill")
                )
                there = (
                    act == "fill" or self._ledger.balance(transfers[0].debit) >= transfers[0].units
                )
                require(there, "the table does not hold so many chips")
            case "inventory-count" | "inventory-slip":
                check_inventory(table, what, by, transfers, self._ledger.balance)
            case "closed-table":
                day = read_day(what["day"]).isoformat()
                require((table.id, day) not in self._closed_days, "it is signed already")
                self._closed_days.add((table.id, day))
            case "handover":
                between = table.state.phase is OPEN
                require(between, "a table is handed over between rounds")
                dealers = ("person",) if table.deals_real_cards else ("auto", "person")
                require(what["dealer"] in dealers, "nobody deals")
            case "close":
                require(table.state.phase is CLOSED, "the table has not closed")
                check_closing(table, what, by, transfers, self._ledger.balance)


def _table_of(what: Mapping[str, Any], by: Actor) -> str:
    """Return the table that an act is of, or whose bot does it; empty for all others, which every
    share checks.
    """
    if by.automatic and by.role is PLAYER:
        return by.id.removeprefix("bot-").rpartition("-")[0]
    return str(what.get("table", ""))


def _actor(document: Mapping[str, Any]) -> Actor:
    automatic = document.get("automatic", False)
    return Actor(document["id"], Role(document["role"]), document["name"], automatic)
