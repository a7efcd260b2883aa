"""What can be said of a wager at once: from the answers that are shipped or kept, or by a count
that takes no time.

`check` asks here. It must answer while somebody waits, so nothing is solved: what is not known is
None, and `analyze` works it out.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from fairdeal.errors import FairdealError
from fairdeal.lab.cache import keys, store
from fairdeal.lab.figures.counts import Counts
from fairdeal.lab.solver.side import solve_side
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.rulebook.wager import Wager

#: So many deals are counted in a fraction of a second, without numpy.
_FEW: Final = 60_000


def main_ev(rules: Rules) -> Fraction | None:
    """The expected result of the main wagers in units, under the best play; None if not known."""
    rows = store.main_rows_at_hand(_as_analyzed(rules))
    if rows is None:
        return None
    deals = sum(row.combinations for row in rows)
    return sum((row.net * row.combinations for row in rows), Fraction(0)) / deals


def side_counts(rules: Rules, wager: Wager) -> Counts | None:
    """How often a side bet's hand falls into each cell; None if not known and long to count."""
    asked = _as_analyzed(rules)
    found = store.side_counts_at_hand(asked, wager)
    if found is None:
        try:
            if keys.side_deals(asked, wager) > _FEW:
                return None
            found = solve_side(asked, wager.name).by_cell
        except FairdealError:
            return None
    return Counts(found)


def _as_analyzed(rules: Rules) -> Rules:
    """The rules as `analyze` asks: what a file limits or leaves out changes no result."""
    house = house_rules(rules.game)
    tables = {**house.paytables, **rules.paytables}
    return replace(house, paytables=tables, readings=rules.readings)
