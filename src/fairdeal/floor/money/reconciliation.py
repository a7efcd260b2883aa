"""Reconcile a table's chips when it closes: opening, fills, credits and result against its count.

The document is part of the closing entry, so an audit computes it again from the log.
"""

from collections.abc import Mapping
from typing import Any

from fairdeal.floor.log.store import Store
from fairdeal.floor.money.ledger import BUY_IN, METERED, has_game_accounts, inventory_account
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.rulebook.money import UNITS, UNITS_PER_CENT, to_json


def reconcile_table(store: Store, live: LiveTable) -> dict[str, Any]:
    """Return the reconciliation of a table from the ledger and from the table's own count."""
    account = inventory_account(live.id)
    rows = store.query(
        "SELECT what, sum(CASE WHEN credit = ? THEN units ELSE -units END) FROM transfers "
        "WHERE credit = ? OR debit = ? GROUP BY what",
        (account, account, account),
    )
    sums = {what: int(units) for what, units in rows}
    return reconciliation(
        sums,
        store.balances.get(account, 0),
        live.state.inventory,
        accounts=has_game_accounts(live.state.rules),
    )


def reconciliation(
    sums: Mapping[str, int], inventory: int, won: int, *, accounts: bool = False
) -> dict[str, Any]:
    """Return the reconciliation as the log has it.

    `sums` are the units that came to the inventory, by purpose; `inventory` is what the account
    holds; `won` are the cents that the table won by its own count, which is independent of the
    ledger; with `accounts` players have game accounts, and their buy-ins are told as the drop.
    """
    play = dict(sums)
    named = {what: play.pop(what, 0) for what in ("opening", "fill", "credit", BUY_IN)}
    variance = play.pop("variance", 0)
    table = {"opening": named["opening"], "fills": named["fill"], "credits": -named["credit"]}
    if accounts:
        # Every buy-in takes as many chips out of the tray as it puts money into the drop.
        table["drop"] = -named[BUY_IN]
    if variance:
        # What two people counted beyond the log while the table was open.
        table["variance"] = variance
    table["result"] = sum(play.values())
    table["inventory"] = inventory
    adds_up = sum(named.values()) + variance + table["result"] == table["inventory"]
    # The table counts stakes and payments, but not what moves between its inventory and meters.
    meters = sum(play.get(what, 0) for what in METERED)
    agrees = won * UNITS_PER_CENT + meters == table["result"]
    amounts: dict[str, Any] = {n: to_json(units, per_dollar=UNITS) for n, units in table.items()}
    return {**amounts, "reconciled": adds_up and agrees}
