"""The general solver for a side bet: nothing is decided about it, so its hands are counted."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb

from fairdeal.cards import Card
from fairdeal.lab.solver.game_tree import GameTree
from fairdeal.lab.solver.layout import Layout, alike_columns
from fairdeal.lab.solver.plan import net, side_plan
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.rules import Rules


@dataclass(frozen=True, eq=False)
class SideSolution:
    """The distribution of a wager's hand by cell, in equally likely parts of `total`."""

    wager: str
    total: int
    by_cell: tuple[int, ...]
    #: The net result of one unit in each cell.
    pays: tuple[Fraction, ...] = field(repr=False)


def solve_side(
    rules: Rules,
    wager: str,
    deck: Sequence[Card] | None = None,
    *,
    stake: Fraction | None = None,
    meters: Mapping[str, Fraction] | None = None,
) -> SideSolution:
    """Count a wager's hand over every deal. `stake` is the dollars of a unit, by default the least
    that the wager's size names, or one; meters not given stand at their least resets. Envy, which
    depends on others at the table, is left out.
    """
    valued = rules.game.wager[wager]
    table = rules.table_of(valued)
    if table is None:
        raise ValueError(f"{wager} is not offered under these rules")
    if stake is None:
        stake = Fraction(valued.size.default_cents, CENTS)
    resets = {meter.name: Fraction(meter.least_reset_cents, CENTS) for meter in table.meters}
    plan = side_plan(rules, valued)
    cards = tuple(sorted(rules.game.deck.cards if deck is None else deck))
    alike = alike_columns(plan.rankings, cards)
    tree = GameTree(plan, Layout(cards, plan.groups, alike))
    counts: Counter[int] = Counter()
    for hand in tree.dealt():
        for (cell,), ways in tree.outcomes(0, hand.state).items():
            counts[cell] += hand.ways * ways
    return SideSolution(
        wager=wager,
        total=comb(len(cards), plan.own_cards) * tree.below[0],
        by_cell=tuple(counts[cell] for cell in range(len(table.ranking.cells))),
        pays=net(rules, valued, stake=stake, meters=resets | dict(meters or {})),
    )
