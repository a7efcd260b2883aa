"""Check of the ledger: the transfers that each entry must have, and the balances after them."""

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
    """The balances of all accounts after the entries so far."""

    def __init__(self) -> None:
        self._balances: dict[str, int] = {}
        #: The last leaf that changed each account.
        self._moved: dict[str, int] = {}
        #: By the accounts of a meter and an inventory, the last leaf of a win of the meter there.
        self._won: dict[tuple[str, str], int] = {}

    def held(self, account: str) -> int:
        """Return the balance of an account, in units."""
        return self._balances.get(account, 0)

    def move(self, leaf: int, rows: Sequence[Row], transfers: Sequence[Transfer]) -> None:
        """Check that an entry has these transfers, and that no player goes below zero."""
        right = [(part, *move) for part, move in enumerate(transfers)]
        if list(rows) != right:
            raise MismatchError(_other_transfers(rows, right))
        for move in transfers:
            if move.what == "hit":
                self._won[move.debit, move.credit] = leaf
        for account, units in balance_changes(transfers).items():
            if not units:
                continue
            after = self._balances[account] = self._balances.get(account, 0) + units
            self._moved[account] = leaf
            if after < 0 and account.startswith("player:"):
                raise MismatchError(f"the account {account} falls below zero")

    def check(self, table: FoldedTable, *, every_meter: bool) -> None:
        """Check that the ledger agrees with the table's own sums."""
        state = table.state
        chips = layout_cents(state) * UNITS_PER_CENT
        agree = self.held(layout_account(table.id)) == chips
        require(agree, "the chips on the layout are not those of the ledger")
        own = self.held(inventory_account(table.id)) - table.not_from_play
        agree = own == state.inventory * UNITS_PER_CENT
        require(agree, "the table's inventory is not that of the ledger")
        for name in table.meters if every_meter else table.own_meters:
            agree = self.held(table.meters[name]) == state.meters.units[name]
            require(agree, f"the meter {quoted(name)} is not that of the ledger")

    def check_given_back(self, table: FoldedTable, event: ev.MetersUnfed) -> None:
        """Check who gives contributions back after a void (reading `meter-void-linked`): the house
        if another table has won the meter since, and otherwise the meter itself.
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
        """Check the balances in the database; `last` is the last leaf of the log."""
        stored: dict[str, int] = dict(rows)
        for account in sorted({*stored, *self._balances}, key=lambda a: self._moved.get(a, -1)):
            if stored.get(account) != self._balances.get(account):
                at = self._moved.get(account, last)
                what = f"the balance of {quoted(account)} after it is not the sum of its transfers"
                raise BadEntryError(at, what)


def _other_transfers(rows: Sequence[Row], right: Sequence[Row]) -> str:
    if len(rows) != len(right):
        return f"it has {len(rows)} transfers in the ledger, and leads to {len(right)}"
    part = next(n for n, (a, b) in enumerate(zip(rows, right, strict=True)) if a != b)
    return f"its transfer {part + 1} in the ledger is not the one that it leads to"
