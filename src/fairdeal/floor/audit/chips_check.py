"""Check of acts that take two people: chips of a table, and its closing."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fairdeal.errors import MismatchError
from fairdeal.floor.audit.findings import require
from fairdeal.floor.audit.folded_table import FoldedTable
from fairdeal.floor.money.denominations import chips_cents, written_rightly
from fairdeal.floor.money.ledger import (
    BANK,
    Transfer,
    drop_account,
    has_game_accounts,
    inventory_account,
)
from fairdeal.floor.money.reconciliation import reconciliation
from fairdeal.floor.tables.chip_requests import second_objection
from fairdeal.floor.tables.closing import closing_transfers, counted_document
from fairdeal.floor.tables.pending_acts import ChipRequest
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, parse_amount
from fairdeal.table.actors import DEALER, Actor
from fairdeal.wire.json_line import dump_line


def check_request(table: FoldedTable, what: Mapping[str, Any], by: Actor) -> None:
    """Check an act that asks for a second person, or takes back what was asked."""
    at_work = not by.automatic or table.dealer == "auto"
    require(at_work, "the automatic dealer acts at a table where a person deals")
    if what["act"] == "void-request":
        waiting_request(table, what)
        return
    require(written_rightly(what["chips"]), "its chips are not written in the form of the program")
    if what["act"] == "request":
        cents = parse_amount(what["amount"], per_dollar=CENTS)
        require(what["kind"] in ("fill", "credit"), "a request is for a fill or a credit")
        require(chips_cents(what["chips"]) == cents, "its chips do not make the amount")


def waiting_request(table: FoldedTable, what: Mapping[str, Any]) -> ChipRequest:
    """Return the request for chips that an act is about; it must wait at the table."""
    request = table.pending.request(what["request"])
    if request is None:
        raise MismatchError("no such request waits")
    return request


def check_confirmed(
    table: FoldedTable,
    what: Mapping[str, Any],
    by: Actor,
    transfers: Sequence[Transfer],
) -> None:
    """Check that chips move by two people. Tables of earlier versions asked nobody."""
    if "request" not in what:
        require(not table.two_people, "a second person must confirm it")
        return
    request = waiting_request(table, what)
    wrong = second_objection(request, by)
    if wrong is not None:
        raise MismatchError(wrong)
    asked = (request.kind, request.cents * UNITS_PER_CENT, request.reason)
    moved = (what["act"], sum(move.units for move in transfers), what["reason"])
    require(asked == moved, "it differs from the request")


def check_closing(
    table: FoldedTable,
    what: Mapping[str, Any],
    by: Actor,
    transfers: Sequence[Transfer],
    held: Callable[[str], int],
) -> None:
    """Check that a table closes with the chips that the ledger says, counted by two people."""
    account = inventory_account(table.id)
    left = held(account)
    accounts = has_game_accounts(table.opening.rules)
    right = reconciliation(table.sums, left, table.state.inventory, accounts=accounts)
    require(
        dump_line(what["reconciled"]) == dump_line(right),
        "its reconciliation differs from the ledger",
    )
    if "counted" in what:
        # Versions before the counts of two people closed a table that did not balance, too.
        require(right["reconciled"], "the table was closed although it does not balance")
        _check_counted(table, what, by, transfers, held)
        return
    require(not table.two_people, "nobody has counted the table")
    require(by.role is not DEALER, "a dealer does not close a table alone")
    own = {table.meters[name] for name in table.own_meters}
    meters = [move for move in transfers if move.debit in own]
    # What its own meters hold is the players', and stays; a house may take it back whole.
    whole = all(move == Transfer(move.debit, BANK, held(move.debit), "closing") for move in meters)
    once = len({move.debit for move in meters}) == len(meters)
    require(whole and once, "its meters are not emptied as a whole")
    goes = Transfer(account, BANK, left, "closing")
    if left < 0:
        goes = Transfer(BANK, account, -left, "closing")
    require_transfers([move for move in transfers if move.debit not in own], goes if left else None)


def _check_counted(
    table: FoldedTable,
    what: Mapping[str, Any],
    by: Actor,
    transfers: Sequence[Transfer],
    held: Callable[[str], int],
) -> None:
    """Check that two people have counted a table that closes, or the automatic pair."""
    count = table.pending.counted
    if count is None:
        raise MismatchError("nobody has counted the table")
    if count.by.automatic:
        require(
            table.dealer == "auto",
            "the program has counted a table where a person deals: two people must count it",
        )
        require(by.role is not DEALER, "a dealer does not close a table alone")
    else:
        require(
            table.dealer == "person",
            "two people have counted a table where the automatic dealer deals and counts",
        )
        require(count.by.id != by.id, "one person has counted twice: a second person must count")
        two = DEALER in (count.by.role, by.role) and count.by.role is by.role
        require(not two, "one of the two is a floorperson or the operator")
    left = held(inventory_account(table.id))
    told = counted_document(count, left)
    require(
        dump_line(what["counted"]) == dump_line(told),
        "its count differs from the count that was confirmed",
    )
    require(dict(count.cards) == table.closed_with, "the count of its cards differs from the log")
    drop = held(drop_account(table.id))
    moves = closing_transfers(table.id, left, chips_cents(count.chips), drop)
    require(list(transfers) == moves, "its transfers of chips are not the ones that follow from it")


def require_transfers(transfers: Sequence[Transfer], right: Transfer | None) -> None:
    """Require that an act moves one transfer, or none, and no other."""
    moves = [] if right is None else [right]
    require(list(transfers) == moves, "its transfers of chips are not the ones that follow from it")
