"""The identity of every meter: start + fed + funded - paid - moved = shown + hidden.

The ledger has the left side, by transfers. The right side is what tables show, by their own count,
and for a meter that several tables share what this one does not show yet. Both change by the same
with every entry.
"""

from collections.abc import Mapping
from typing import Final

from fairdeal.english import quoted
from fairdeal.floor.money.ledger import meter_accounts
from fairdeal.table import events as ev
from fairdeal.table.entry import Entry
from fairdeal.table.evolve import advance_to
from fairdeal.table.state import State

_CHANGES: Final[frozenset[type[ev.Event]]] = frozenset(
    {ev.MetersFed, ev.MetersUnfed, ev.MeterPaid, ev.MetersShown}
)


def require_meter_identity(
    table: str,
    state: State,
    entry: Entry,
    balances: Mapping[str, int],
    changes: Mapping[str, int],
) -> None:
    """Refuse an entry after which a meter would not agree with its movements, with the whole
    transaction: that is a fault of the program. `changes` is what the entry changes of the
    `balances`.
    """
    if _CHANGES.isdisjoint(map(type, entry.events)):
        return
    after = advance_to(state, entry.time, entry.events)
    linked = state.rules.floor.linked if state.rules.floor else {}
    told = {
        name for event in entry.events if isinstance(event, ev.MetersShown) for name in event.units
    }
    for name, account in meter_accounts(table, state.rules).items():
        change = changes.get(account, 0)
        before, shown = state.meters.units[name], after.meters.units[name]
        held = balances.get(account, 0) + change
        if name in linked and name not in told:
            # What other tables have fed is hidden here until it is shown.
            held = before + change
        if shown != held:
            raise AssertionError(
                f"the meter {quoted(name)} of table {table} would show {shown} units, and its "
                f"movements come to {held}"
            )
