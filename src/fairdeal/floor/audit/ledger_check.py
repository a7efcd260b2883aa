"""The ledger of an audit: every transfer that should be, and the balances that come of them."""

from collections.abc import Sequence

from fairdeal.english import quoted
from fairdeal.errors import BadEntryError, MismatchError
from fairdeal.floor.audit.findings import require
from fairdeal.floor.audit.folded_table import FoldedTable
from fairdeal.floor.log.database import Row
from fairdeal.floor.money.ledger import Transfer, balance_changes, inventory_account, layout_account
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table import events as ev
from fairdeal.table.state import layout_cents


class LedgerCheck:
    """What every account holds by the entries so far."""

    def __init__(self) -> None:
        self._balances: dict[str, int] = {}
        #: The last leaf that moved an account.
        self._moved: dict[str, int] = {}
        #: By account and inventory, the last leaf with which a meter was won at a table.
        self._won: dict[tuple[str, str], int] = {}

    def held(self, account: str) -> int:
        """What an account holds, in units."""
        return self._balances.get(account, 0)

    def move(self, leaf: int, rows: Sequence[Row], told: Sequence[Transfer]) -> None:
        """The transfers of an entry are those that should be; nobody spends what is not there."""
        right = [(part, *move) for part, move in enumerate(told)]
        if list(rows) != right:
            raise MismatchError(_other_transfers(rows, right))
        for move in told:
            if move.what == "hit":
                self._won[move.debit, move.credit] = leaf
        for account, units in balance_changes(told).items():
            if not units:
                continue
            after = self._balances[account] = self._balances.get(account, 0) + units
            self._moved[account] = leaf
            if after < 0 and account.startswith("player:"):
                raise MismatchError(f"the account {account} falls below zero")

    def check(self, table: FoldedTable, *, every_meter: bool) -> None:
        """The ledger and the table's own sums agree."""
        state = table.state
        chips = layout_cents(state) * UNITS_PER_CENT
        agree = self.held(layout_account(table.id)) == chips
        require(agree, "the chips on the layout are not those of the ledger")
        own = self.held(inventory_account(table.id)) - table.beside
        agree = own == state.inventory * UNITS_PER_CENT
        require(agree, "the table's inventory is not that of the ledger")
        for name in table.meters if every_meter else table.own_meters:
            agree = self.held(table.meters[name]) == state.meters.units[name]
            require(agree, f"the meter {quoted(name)} is not that of the ledger")

    def check_given_back(self, table: FoldedTable, event: ev.MetersUnfed) -> None:
        """What fed a meter that another table has won since, the house gives back; what is still on
        a meter, the meter (reading `meter-void-linked`).
        """
        own = inventory_account(table.id)
        since = {
            account
            for (account, inventory), leaf in self._won.items()
            if leaf > table.fed and inventory != own
        }
        for name in event.house:
            won = table.meters[name] in since
            require(won, f"the house gives back what is still on the meter {quoted(name)}")
        for name in event.units:
            there = table.meters[name] not in since
            require(there, f"the meter {quoted(name)} gives back what another table has won")

    def check_end(self, rows: Sequence[Row], last: int) -> None:
        """The balances that are kept are these; `last` is the last entry of all."""
        kept: dict[str, int] = dict(rows)
        for account in sorted({*kept, *self._balances}, key=lambda a: self._moved.get(a, -1)):
            if kept.get(account) != self._balances.get(account):
                at = self._moved.get(account, last)
                what = f"the balance of {quoted(account)} after it is not the sum of its transfers"
                raise BadEntryError(at, what)


def _other_transfers(rows: Sequence[Row], right: Sequence[Row]) -> str:
    if len(rows) != len(right):
        return f"it has {len(rows)} transfers in the ledger, and leads to {len(right)}"
    part = next(n for n, (a, b) in enumerate(zip(rows, right, strict=True)) if a != b)
    return f"its transfer {part + 1} in the ledger is not the one that it leads to"
