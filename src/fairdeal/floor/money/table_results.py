"""The results of tables so far (fills, credits, drop, handle, win, inventory), from the ledger and
the log's void rounds.
"""

from typing import Any, Final, NamedTuple

from fairdeal.floor.log.store import Store
from fairdeal.floor.money.ledger import BANKED, BUY_IN
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table.events import WagerReturned

_MOVED: Final = (
    "SELECT debit, credit, what, sum(units) FROM transfers WHERE leaf > ? AND leaf <= ? "
    "AND (debit LIKE 'inventory:%' OR credit LIKE 'inventory:%') GROUP BY debit, credit, what"
)
#: Stakes that lay in the tray already and went back: those of a void round. An entry that gives a
#: stake back pays nothing else to a player out of the tray.
_RETURNED: Final = (
    "SELECT t.debit, sum(t.units) FROM transfers t JOIN entries e ON e.leaf = t.leaf "
    "WHERE t.leaf > ? AND t.leaf <= ? AND t.debit LIKE 'inventory:%' "
    "AND (t.credit LIKE 'player:%' OR t.credit LIKE 'game:%') AND t.what <> ? "
    "AND e.body LIKE ? GROUP BY t.debit"
)


class TableResult(NamedTuple):
    """A table's chips so far, in cents."""

    #: What came from the bank at the opening and by fills, and what went back by credits.
    opening: int = 0
    fills: int = 0
    credits: int = 0
    #: What players bought in for (COMAR 36.05.02.20F(7), 36.05.03.15D(3)).
    drop: int = 0
    #: All stakes that were settled; those of void rounds were not.
    handle: int = 0
    #: What the tray and the drop have more than what came from the bank (36.05.03.15D). What meters
    #: were fed has left the tray.
    win: int = 0
    inventory: int = 0
    #: What went back to the bank when the table closed.
    closing: int = 0


class TableResults:
    """Sums over the ledger, which is append-only: each reading adds only the new transfers."""

    def __init__(self) -> None:
        self._leaf = -1
        self._units: dict[str, dict[str, int]] = {}

    def read(self, store: Store) -> dict[str, TableResult]:
        """Return the result of every table up to now."""
        run = store.database.execute
        last = int(run("SELECT coalesce(max(leaf), -1) FROM transfers")[0][0])
        if last > self._leaf:
            for row in run(_MOVED, (self._leaf, last)):
                self._add(*row)
            returned = f'%"event":"{WagerReturned.__struct_config__.tag}"%'
            for account, units in run(_RETURNED, (self._leaf, last, BUY_IN, returned)):
                self._sum(account.partition(":")[2], "handle", -int(units))
            self._leaf = last
        return {table: _table_result(sums) for table, sums in self._units.items()}

    def _add(self, debit: str, credit: str, what: str, units: Any) -> None:
        comes = credit.startswith("inventory:")
        table = (credit if comes else debit).partition(":")[2]
        self._sum(table, what if what in BANKED else "play", int(units) if comes else -int(units))
        if comes and debit.startswith("layout:"):
            self._sum(table, "handle", int(units))

    def _sum(self, table: str, name: str, units: int) -> None:
        sums = self._units.setdefault(table, {})
        sums[name] = sums.get(name, 0) + units


def _table_result(units: dict[str, int]) -> TableResult:
    """Return the result from sums of what came to the inventory, by purpose.

    The win is counted: closer + credits + drop - opener - fills. While a table is open, the closer
    is what lies in the tray now.
    """
    opening, fills = units.get("opening", 0), units.get("fill", 0)
    credits_, drop = -units.get("credit", 0), -units.get(BUY_IN, 0)
    inventory = sum(units.get(name, 0) for name in (*BANKED, "play"))
    closing = -units.get("closing", 0)
    win = inventory + closing + credits_ + drop - opening - fills
    amounts = (opening, fills, credits_, drop, units.get("handle", 0), win, inventory, closing)
    return TableResult(*(amount // UNITS_PER_CENT for amount in amounts))
