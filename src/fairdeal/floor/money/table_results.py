"""What the tables of a floor have taken in and won so far, from the ledger alone."""

from typing import Any, NamedTuple

from fairdeal.floor.log.store import Store
from fairdeal.floor.money.ledger import BANKED
from fairdeal.rulebook.money import UNITS_PER_CENT


class TableResult(NamedTuple):
    """A table's chips so far, in cents: what came from the bank, what went back there, the stakes
    that were settled (the drop, where chips are bought at no table), what was won of them, what
    lies in the inventory, and what went back when it closed. Meters are fed out of what is won.
    """

    opening: int = 0
    fills: int = 0
    credits: int = 0
    drop: int = 0
    win: int = 0
    inventory: int = 0
    closing: int = 0


class TableResults:
    """Sums over the ledger that go on where they were: it is only ever added to."""

    def __init__(self) -> None:
        self._leaf = -1
        self._units: dict[str, dict[str, int]] = {}

    def read(self, store: Store) -> dict[str, TableResult]:
        """Every table's sums, with what was written since the last time."""
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
