"""Figures that are known at once: shipped, stored on disk, or counted in a fraction of a second.

`check` uses them. It must answer while somebody waits, so nothing is solved: a figure that is not
known is None, and `analyze` computes it.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from fairdeal.errors import FairdealError
from fairdeal.lab.cache import keys, results
from fairdeal.lab.figures.analysis import Row, ValueAtStake
from fairdeal.lab.figures.counts import Counts
from fairdeal.lab.figures.payout_limit import stake_limit
from fairdeal.lab.solver.side_solver import solve_side
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.rulebook.wager import Wager

#: The number of deals that are counted in a fraction of a second without numpy.
_FEW: Final = 60_000


def main_ev(rules: Rules) -> Fraction | None:
    """Return the expected result of the main wagers in units, under the best play; None if not
    known.
    """
    rows = results.find_main_rows(_as_analyzed(rules))
    return None if rows is None else _value(rows)


def main_at_limits(rules: Rules) -> tuple[ValueAtStake, ...] | None:
    """Return the values of the main wagers at the minimum and the maximum of a table, under its
    payout limit; None if one is not known.
    """
    terms = at_table(rules)
    found = []
    for cents in (terms.minimum_cents, terms.maximum_cents):
        if cents is None:
            continue
        stake = Fraction(cents, CENTS)
        counted = stake_limit(terms, stake)
        rows = results.find_main_rows(terms, None if counted is None else counted.units)
        if rows is None:
            return None
        limit = None if counted is None else counted.limit
        found.append(ValueAtStake(stake, limit, _value(rows)))
    return tuple(found)


def at_table(rules: Rules) -> Rules:
    """Return the rules as `analyze` uses them, with the payout limit, the minimum and the maximum
    of the table.
    """
    return replace(
        _as_analyzed(rules),
        payout_limit_cents=rules.payout_limit_cents,
        minimum_cents=rules.minimum_cents,
        maximum_cents=rules.maximum_cents,
    )


def side_counts(rules: Rules, wager: Wager) -> Counts | None:
    """Return how often a side bet's hand falls into each cell; None if that takes long to count."""
    analyzed = _as_analyzed(rules)
    found = results.find_side_counts(analyzed, wager)
    if found is None:
        try:
            if keys.side_deals(analyzed, wager) > _FEW:
                return None
            found = solve_side(analyzed, wager.name).by_cell
        except FairdealError:
            return None
    return Counts(found)


def _value(rows: list[Row]) -> Fraction:
    deals = sum(row.combinations for row in rows)
    return sum((row.net * row.combinations for row in rows), Fraction(0)) / deals


def _as_analyzed(rules: Rules) -> Rules:
    """Return the rules as `analyze` uses them: limits and wagers that a rules file leaves out
    change no result, so they must not change its key.
    """
    house = house_rules(rules.game)
    tables = {**house.paytables, **rules.paytables}
    return replace(house, paytables=tables, readings=rules.readings)
