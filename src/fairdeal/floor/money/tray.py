"""The tray of a table: no payment leaves it with less than nothing."""

from collections.abc import Sequence

from fairdeal.errors import ShortTrayError
from fairdeal.floor.money.ledger import Transfer, balance_changes, inventory_account, is_players
from fairdeal.floor.tables.act_rules import FILL_STEP_CENTS
from fairdeal.rulebook.money import UNITS_PER_CENT, dollars


def fill_needed(table: str, held: int, moves: Sequence[Transfer]) -> int:
    """Return the fill, in cents, that some transfers need first at a table whose tray holds so many
    units; 0 if they pay nobody, or if there are chips enough.
    """
    account = inventory_account(table)
    if not any(move.debit == account and is_players(move.credit) for move in moves):
        return 0
    missing = -(held + balance_changes(moves).get(account, 0))
    if missing <= 0:
        return 0
    step = FILL_STEP_CENTS * UNITS_PER_CENT
    return -(-missing // step) * FILL_STEP_CENTS


def require_chips_in_tray(table: str, held: int, moves: Sequence[Transfer]) -> None:
    """Refuse a payment for which the tray holds too few chips; the refusal names the fill."""
    if cents := fill_needed(table, held, moves):
        # Not what it holds: its count is blind.
        reason = f"the tray holds too little: a fill of {dollars(cents)} is needed first"
        raise ShortTrayError(reason, cents)
