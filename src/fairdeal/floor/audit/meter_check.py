"""Check of changes of meters by two people: who asked and confirmed, what moved, and which tables
show which meter.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from fairdeal.errors import MismatchError
from fairdeal.floor.audit.findings import require
from fairdeal.floor.audit.folded_table import FoldedTable
from fairdeal.floor.audit.ledger_check import LedgerCheck
from fairdeal.floor.audit.roster import Roster
from fairdeal.floor.money.ledger import Transfer
from fairdeal.floor.money.meter_moves import (
    confirmation,
    form_objection,
    meter_account,
    request_objection,
    second_objection,
)
from fairdeal.floor.tables.pending_acts import CORRECT, METER_REQUEST, PAY_OUT, after_act
from fairdeal.table.actors import PLAYER, Actor
from fairdeal.wire.json_line import dump_line


class MeterCheck:
    """Checks acts about meters. It knows the meters of all tables, also of other shares."""

    def __init__(self, ledger: LedgerCheck, roster: Roster) -> None:
        self._ledger = ledger
        self._roster = roster
        #: The meters of every table that is open.
        self._shown: dict[str, set[str]] = {}

    def opened(self, table: str, body: str) -> None:
        """Note the meters of a table by its first entry."""
        document = json.loads(body)
        links = document["rules"].get("floor", {}).get("linked", {})
        meters = document["meters"]
        self._shown[table] = {f"meter:{links.get(name) or f'{table}.{name}'}" for name in meters}

    def closed(self, table: str) -> None:
        """Note that a table has closed."""
        self._shown.pop(table, None)

    def is_about(self, table: FoldedTable, what: Mapping[str, Any]) -> bool:
        """Return whether an act is about a meter, and not about the table's chips."""
        if what["act"] == "void-request":
            return table.pending.meter_request(what["request"]) is not None
        return "meter" in what

    def check(
        self,
        table: FoldedTable,
        document: Mapping[str, Any],
        what: Mapping[str, Any],
        by: Actor,
        transfers: Sequence[Transfer],
    ) -> None:
        """Check an act about a meter."""
        if what["act"] == "void-request":
            return
        require(
            meter_account(what["meter"]) in table.meters.values(), "the table has no such meter"
        )
        held = self._ledger.balance(meter_account(what["meter"]))
        if what["act"] == METER_REQUEST:
            self._asked(table, document, what, by, held)
            return
        asked = table.pending.meter_request(what["request"])
        if asked is None:
            raise MismatchError("no such request waits")
        asker = Actor(asked.by.id, asked.by.role)
        wrong = second_objection(asked, by) or request_objection(asked, asker, held, self._open_at)
        require(wrong is None, wrong or "")
        right, moves = confirmation(asked, table.id, held)
        require(dump_line(dict(what)) == dump_line(right), "it is not what was asked for")
        require(list(transfers) == moves, "the chips that it moves are not those that it may")
        if asked.kind == PAY_OUT:
            known = self._roster.present(asked.player)
            require(PLAYER in known.roles, "it is paid to nobody who plays")
            excluded = self._roster.exclusions.of_person(asked.player, document["time"])
            require(excluded is None, "it is paid to an excluded person")

    def _asked(
        self,
        table: FoldedTable,
        document: Mapping[str, Any],
        what: Mapping[str, Any],
        by: Actor,
        held: int,
    ) -> None:
        wrong = form_objection(what)
        require(wrong is None, wrong or "")
        asked = after_act(table.pending, document).meters[-1]
        wrong = request_objection(asked, by, held, self._open_at)
        require(wrong is None, wrong or "")
        same = asked.kind != CORRECT or asked.shown == held
        require(same, "the meter does not show what it says")

    def _open_at(self, meter: str) -> bool:
        account = meter_account(meter)
        return any(account in meters for meters in self._shown.values())
