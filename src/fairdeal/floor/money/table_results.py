"""The results of tables so far (fills, credits, drop, win, inventory), from the ledger alone."""

from typing import Any, NamedTuple

from fairdeal.floor.log.store import Store
from fairdeal.floor.money.ledger import BANKED
from fairdeal.rulebook.money import UNITS_PER_CENT


class TableResult(NamedTuple):
    """A table's chips so far, in cents."""

    #: What came from the bank at the opening and by fills, and what went back by credits.
    opening: int = 0
    fills: int = 0
    credits: int = 0
    #: All stakes that were collected. It is called the drop here, since no table sells chips.
    drop: int = 0
    #: What the table won of them, less what its meters were fed.
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
            rows = run(
                "SELECT debit, credit, what, sum(units) FROM transfers WHERE leaf > ? "
                "AND leaf <= ? AND (debit LIKE 'inventory:%' OR credit LIKE 'inventory:%') "
                "GROUP BY debit, credit, what",
                (self._leaf, last),
            )
            for row in rows:
                self._add(*row)
            self._leaf = last
        return {table: _table_result(sums) for table, sums in self._units.items()}

    def _add(self, debit: str, credit: str, what: str, units: Any) -> None:
        comes = credit.startswith("inventory:")
        table = (credit if comes else debit).partition(":")[2]
        sums = self._units.setdefault(table, {})
        signed = int(units) if comes else -int(units)
        name = what if what in BANKED else "win"
        sums[name] = sums.get(name, 0) + signed
        if comes and debit.startswith("layout:"):
            sums["drop"] = sums.get("drop", 0) + int(units)


def _table_result(units: dict[str, int]) -> TableResult:
    cents = {name: amount // UNITS_PER_CENT for name, amount in units.items()}
    return TableResult(
        cents.get("opening", 0),
        cents.get("fill", 0),
        -cents.get("credit", 0),
        cents.get("drop", 0),
        cents.get("win", 0),
        sum(units.get(name, 0) for name in (*BANKED, "win")) // UNITS_PER_CENT,
        -cents.get("closing", 0),
    )
