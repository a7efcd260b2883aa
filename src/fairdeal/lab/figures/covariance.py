"""Expected products of two wagers' results, from which their exact covariance follows.

For the main wagers and a side bet that takes the value of a round split by the cell of the side
bet's hand; for two side bets it takes the number of deals by the cells of both hands. Then the
product is a sum for any paytable, stake and meter. Kernels count both. Where no kernel can, a
function returns None, and the caller has the bounds of the Cauchy-Schwarz inequality.
"""

from collections.abc import Sequence
from fractions import Fraction

from fairdeal.lab.cache import results
from fairdeal.lab.figures.analysis import Row, cell_label
from fairdeal.lab.figures.counts import Counts
from fairdeal.lab.figures.payouts import table_for
from fairdeal.rulebook.game import BetterOf, HandOf
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager

#: The net result of one unit, by cell.
NetByCell = Sequence[Fraction]


def expected_product_of_sides(
    rules: Rules, one: Wager, nets: NetByCell, other: Wager, other_nets: NetByCell
) -> Fraction | None:
    """Return the expected product of the results of two side bets; None where it is not counted
    here.
    """
    if same_hand(rules, one, other):
        dealt = Counts(results.side_counts(rules, one))
        parts = (n * a * b for n, a, b in zip(dealt.by_cell, nets, other_nets, strict=True))
        return sum(parts, Fraction(0)) / dealt.deals
    counts = results.joint_cells(rules, one, other)
    if counts is None:
        return None
    total = Fraction(0)
    for net, row in zip(nets, counts, strict=True):
        total += net * sum(
            (n * by for n, by in zip(row, other_nets, strict=True) if n), Fraction(0)
        )
    return total / sum(map(sum, counts))


def expected_product_with_main(
    rules: Rules,
    rows: Sequence[Row],
    side: Wager,
    nets: NetByCell,
    limit: Fraction | None = None,
) -> Fraction | None:
    """Return the expected product of the main wagers' result under best play and a side bet's;
    `rows` are those under the payout limit, in units, where one is given.
    """
    joined = rows_with_side(rules, rows, side, nets)
    if joined is not None:
        deals = sum(row.combinations for row in rows)
        return sum((r.net * net * r.combinations for r, net in joined), Fraction(0)) / deals
    split = results.main_by_side_cell(rules, side, limit)
    if split is None:
        return None
    return sum((part * net for part, net in zip(split, nets, strict=True)), Fraction(0))


def rows_with_side(
    rules: Rules, rows: Sequence[Row], side: Wager, nets: NetByCell
) -> list[tuple[Row, Fraction]] | None:
    """Return every ending of the main wagers with the side bet's result in it, where both are
    decided by the same hand and each ending determines the line of the side bet; else None.
    """
    hand = _hand(rules, side)
    main = [terms for terms in rules.terms.values() if not terms.wager.side]
    if any(terms.hand != hand for terms in main):
        return None
    table = main[0].table
    if table.ranking is not table_for(rules, side).ranking:
        return None
    dealt = Counts(results.side_counts(rules, side))
    found: dict[str, set[Fraction]] = {}
    chances: dict[str, Fraction] = {}
    for cell, net in enumerate(nets):
        name, _ = cell_label(table, cell)
        if dealt.by_cell[cell]:
            found.setdefault(name, set()).add(net)
        chances[name] = chances.get(name, Fraction(0)) + dealt.probability(cell)
    deals = sum(row.combinations for row in rows)
    for name, chance in chances.items():
        count = sum(row.combinations for row in rows if row.hand == name)
        if Fraction(count, deals) != chance:
            return None  # the endings are named by something other than this hand
    if any(row.hand not in found or len(found[row.hand]) != 1 for row in rows if row.combinations):
        return None
    return [(row, next(iter(found[row.hand]))) for row in rows if row.combinations]


def _hand(rules: Rules, wager: Wager) -> HandOf | BetterOf:
    return rules.hand_of(wager).under(rules.readings)


def same_hand(rules: Rules, one: Wager, other: Wager) -> bool:
    """Return whether two side bets look at the same cards and rank them alike."""
    ranked = table_for(rules, one).ranking is table_for(rules, other).ranking
    return ranked and _hand(rules, one) == _hand(rules, other)
