"""Check of the slips of tables: counts of open tables, and lines of fills and credits."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fairdeal.errors import MismatchError
from fairdeal.floor.audit.chips_check import waiting_request
from fairdeal.floor.audit.findings import require
from fairdeal.floor.audit.folded_table import FoldedTable
from fairdeal.floor.money.denominations import written_rightly
from fairdeal.floor.money.ledger import Transfer, drop_account, inventory_account
from fairdeal.floor.tables.chip_requests import signature_objection
from fairdeal.floor.tables.inventory_counts import (
    COUNT,
    slip_document,
    slip_objection,
    slip_transfers,
)
from fairdeal.table.actors import Actor
from fairdeal.wire.json_line import dump_line


def check_signature(table: FoldedTable, what: Mapping[str, Any], by: Actor) -> None:
    """Check a signature on the slip of a fill or a credit."""
    request = waiting_request(table, what)
    require(not (wrong := signature_objection(request, what["line"], by)), wrong or "")


def check_inventory(
    table: FoldedTable,
    what: Mapping[str, Any],
    by: Actor,
    transfers: Sequence[Transfer],
    held: Callable[[str], int],
) -> None:
    """Check a count of an open table, or a slip; `held` tells what an account holds, in units."""
    wrong = slip_objection(table.state, table.pending, table.dealer, what, by)
    require(wrong is None, wrong or "")
    if what["act"] == COUNT:
        require(written_rightly(what["chips"]), "its chips are not written as the program does")
        return
    count = table.pending.inventory
    if count is None:
        raise MismatchError("nobody has counted the table for it")
    tray, drop = held(inventory_account(table.id)), held(drop_account(table.id))
    told = dump_line(slip_document(count, tray))
    require(dump_line(what["counted"]) == told, "it was counted otherwise")
    moves = slip_transfers(table.id, count, tray, drop)
    require(list(transfers) == moves, "the chips that it moves are not those that it may")
