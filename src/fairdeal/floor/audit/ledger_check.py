"""Check of the ledger: the transfers that each entry must have, and the balances after them."""

from collections.abc import Sequence
from contextlib import suppress

from fairdeal.english import quoted
from fairdeal.errors import BadEntryError, MismatchError
from fairdeal.floor.audit.findings import require
from fairdeal.floor.audit.folded_table import FoldedTable
from fairdeal.floor.log.database import Row
from fairdeal.floor.money.ledger import (
    Transfer,
    balance_changes,
    game_account,
    inventory_account,
    is_players,
    layout_account,
    player_account,
)
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table import events as ev
from fairdeal.table.state import account_cents, layout_cents


class LedgerCheck:
    """The balances of all accounts after the entries so far."""

    def __init__(self) -> None:
        self._balances: dict[str, int] = {}
        #: The last leaf that changed each account.
        self._moved: dict[str, int] = {}
        #: By the accounts of a meter and an inventory, the last leaf of a win of the meter there.
        self._won: dict[tuple[str, str], int] = {}
        #: What each player has in the game accounts of all tables.
        self._in_games: dict[str, int] = {}

    def balance(self, account: str) -> int:
        """Return the balance of an account, in units."""
        return self._balances.get(account, 0)

    def player_balance(self, player: str) -> int:
        """Return what a player holds in the purse and in all game accounts, in units."""
        return self.balance(player_account(player)) + self._in_games.get(player, 0)

    def move(self, leaf: int, rows: Sequence[Row], transfers: Sequence[Transfer]) -> None:
        """Check that an entry has these transfers, and that no player goes below zero."""
        right = [(part, *move) for part, move in enumerate(transfers)]
        if list(rows) != right:
            raise MismatchError(_other_transfers(rows, right))
        if transfers:
            for account, after in self._apply(leaf, transfers):
                if after < 0 and is_players(account):
                    raise MismatchError(f"the account {account} falls below zero")

    def follow(self, leaf: int, rows: Sequence[Row]) -> None:
        """Apply the transfers of an entry that another share checks. That share tells if they
        cannot be read.
        """
        if rows:
            with suppress(TypeError):
                self._apply(leaf, [Transfer(*row[1:]) for row in rows])

    def _apply(self, leaf: int, transfers: Sequence[Transfer]) -> list[tuple[str, int]]:
        """Apply transfers; return the accounts that they change, each with its balance."""
        for move in transfers:
            if move.what == "hit":
                self._won[move.debit, move.credit] = leaf
        changed: list[tuple[str, int]] = []
        for account, units in balance_changes(transfers).items():
            if units:
                after = self._balances[account] = self._balances.get(account, 0) + units
                self._moved[account] = leaf
                changed.append((account, after))
                if account.startswith("game:"):
                    player = account.split(":", 2)[2]
                    self._in_games[player] = self._in_games.get(player, 0) + units
        return changed

    def check(self, table: FoldedTable, *, every_meter: bool) -> None:
        """Check that the ledger agrees with the table's own sums."""
        state = table.state
        chips = layout_cents(state) * UNITS_PER_CENT
        agree = self.balance(layout_account(table.id)) == chips
        require(agree, "the chips on the layout are not those of the ledger")
        own = self.balance(inventory_account(table.id)) - table.not_from_play
        agree = own == state.inventory * UNITS_PER_CENT
        require(agree, "the table's inventory is not that of the ledger")
        if table.game_accounts:
            self._check_game_accounts(table)
        for name in table.meters if every_meter else table.own_meters:
            agree = self.balance(table.meters[name]) == state.meters.units[name]
            require(agree, f"the meter {quoted(name)} is not that of the ledger")

    def _check_game_accounts(self, table: FoldedTable) -> None:
        """Check each player's game account, and that nothing is left in the account of somebody who
        has gone from the table.
        """
        state = table.state
        for player in {*state.purses, *table.account_holders}:
            right = account_cents(state, player) * UNITS_PER_CENT
            agree = self.balance(game_account(table.id, player)) == right
            require(agree, f"the game account of {quoted(player)} is not that of the ledger")
        table.account_holders = set(state.purses)

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
            require(won, f"the house gives back what the meter {quoted(name)} still holds")
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
