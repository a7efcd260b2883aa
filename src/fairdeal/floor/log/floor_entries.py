"""What a floor does beside its tables' own commands, as its log tells it, and what is asked of the
log: the events of an entry long ago, a table's chips from opening to closing.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from fairdeal.errors import BadInputError
from fairdeal.floor.log.store import Store
from fairdeal.floor.money.ledger import METERED, Transfer, inventory_account
from fairdeal.floor.tables.act_rules import objection
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.floor.tables.published_table import VersionedEvent, versioned_events
from fairdeal.rulebook.money import UNITS, UNITS_PER_CENT, parse_amount, to_json
from fairdeal.table.actors import Actor
from fairdeal.table.state import State, new_table
from fairdeal.wire.line import dump_line
from fairdeal.wire.log import actor_document, read_entries, read_opening
from fairdeal.wire.state import read_state


def act_line(
    number: int, time: int, by: Actor, what: Mapping[str, Any], moves: Sequence[Transfer] = ()
) -> str:
    """An act of the floor as a line of its log, with the chips that move: nothing else tells."""
    if wrong := objection(what, by, moves):
        raise BadInputError(wrong)
    document = {"floor": number, "time": time, "by": actor_document(by), **what}
    if moves:
        document["moves"] = [
            {
                "from": move.debit,
                "to": move.credit,
                "amount": to_json(move.units, per_dollar=UNITS),
                "what": move.what,
            }
            for move in moves
        ]
    return dump_line(document)


def act_digest(document: Mapping[str, Any], moves: Sequence[Transfer]) -> str:
    """What an act's key was used for, as a digest: all but who, when and the key itself."""
    told = [document["act"], document["table"], document["reason"], *moves]
    return sha256(dump_line(told).encode()).hexdigest()


def people_ended_by(what: Mapping[str, Any]) -> set[str]:
    """Who may not come back after an act of the floor."""
    match what:
        case {"act": "gone", "player": str(who)} | {"act": "revoke", "person": str(who)}:
            return {who}
        case _:
            return set()


def transfers_in(document: Mapping[str, Any]) -> list[Transfer]:
    """The chips that move with an act of the floor, from its line in the log."""
    return [
        Transfer(
            move["from"], move["to"], parse_amount(move["amount"], per_dollar=UNITS), move["what"]
        )
        for move in document.get("moves", ())
    ]


def state_at(store: Store, opening: str, table: str, number: int) -> State:
    """A table's state after an entry, from the last snapshot before it."""
    first = read_opening(opening)
    state = new_table(first.rules, first.meters, commits=first.cards == "committed")
    rows = store.query(
        "SELECT number, state FROM snapshots WHERE tbl = ? AND number <= ? "
        "ORDER BY number DESC LIMIT 1",
        (table, number),
    )
    done = 0
    if rows:
        done, text = rows[0]
        state = read_state(first.rules, text.encode())
    entries = store.entries(table, first=done + 1, last=number)
    for one in read_entries(state, (stored.body for stored in entries)):
        state = one.after
    return state


def read_events(
    store: Store, opening: str, table: str, first: int, last: int
) -> list[VersionedEvent]:
    """The events of some entries of a table, each with the state before it, from the log."""
    state = state_at(store, opening, table, first - 1)
    entries = store.entries(table, first=first, last=last)
    return [
        event
        for before, entry, _ in read_entries(state, (stored.body for stored in entries))
        for event in versioned_events(before, entry.events)
    ]


def reconciled(store: Store, live: LiveTable) -> dict[str, Any]:
    """A table's chips from its opening to now: what came, what went, what it won, what is there."""
    account = inventory_account(live.id)
    rows = store.query(
        "SELECT what, sum(CASE WHEN credit = ? THEN units ELSE -units END) FROM transfers "
        "WHERE credit = ? OR debit = ? GROUP BY what",
        (account, account, account),
    )
    sums = {what: int(units) for what, units in rows}
    return reconciliation(sums, store.balances.get(account, 0), live.state.inventory)


def reconciliation(sums: Mapping[str, int], inventory: int, won: int) -> dict[str, Any]:
    """A table's chips from what came to its inventory, by what it was for, from what is there, and
    from the cents that it won by its own count.
    """
    play = dict(sums)
    named = {what: play.pop(what, 0) for what in ("opening", "fill", "credit")}
    table = {"opening": named["opening"], "fills": named["fill"], "credits": -named["credit"]}
    table["result"] = sum(play.values())
    table["inventory"] = inventory
    right = sum(named.values()) + table["result"] == table["inventory"]
    # The table's own sum, which does not come from the ledger: stakes and payments in whole cents.
    meters = sum(play.get(what, 0) for what in METERED)
    own = won * UNITS_PER_CENT + meters == table["result"]
    told: dict[str, Any] = {n: to_json(units, per_dollar=UNITS) for n, units in table.items()}
    return {**told, "reconciled": right and own}
