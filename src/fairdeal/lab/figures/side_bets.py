"""Side bets: no decisions, so a count of every deal and the paytable are the whole mathematics."""

from collections.abc import Mapping
from fractions import Fraction

from fairdeal.lab.cache import results
from fairdeal.lab.figures.analysis import Analysis, ProgressiveFigures, Row, analysis_of, cell_label
from fairdeal.lab.figures.counts import Counts
from fairdeal.lab.figures.payouts import net_by_cell, net_of, table_for
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.odds import Form
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager


def analyze_side_bet(
    rules: Rules,
    wager: Wager,
    *,
    stake: Fraction = Fraction(1),
    meters: Mapping[str, Fraction] | None = None,
    cache: bool = True,
) -> Analysis:
    """Return a side bet at a stake in dollars; meters that are not given stand at their least
    reset.
    """
    table = table_for(rules, wager)
    least = {m.name: Fraction(m.least_reset_cents, CENTS) for m in table.meters}
    shown = {**least, **(meters or {})}
    net = net_by_cell(table, stake=stake, collected=wager.collected, meters=shown)
    dealt = Counts(results.side_counts(rules, wager, cache=cache))
    rows = [
        Row(*cell_label(table, cell), net[cell], Fraction(1), count)
        for cell, count in reversed(list(enumerate(dealt.by_cell)))
    ]
    wins = sum(
        count
        for line, count in zip(table.by_cell, dealt.by_cell, strict=True)
        if line and line.pays.form is not Form.PUSH
    )
    return analysis_of(
        rows,
        wager=wager.name,
        paytable=table.name,
        unit="stake",
        wins=Fraction(wins, dealt.deals),
        progressive=_progressive(rules, wager, stake, shown, dealt) if table.meters else None,
    )


def _progressive(
    rules: Rules,
    wager: Wager,
    stake: Fraction,
    meters: Mapping[str, Fraction],
    dealt: Counts,
) -> ProgressiveFigures:
    table = table_for(rules, wager)
    per_dollar = dict.fromkeys(meters, Fraction(0))
    rest = Fraction(0)
    envy = Fraction(0)
    stake_cents = int(stake * CENTS)
    for cell, line in enumerate(table.by_cell):
        chance = dealt.probability(cell)
        if line is not None and line.pays.form is Form.METER:
            per_dollar[line.pays.meter] += chance * Fraction(line.pays.amount, 100) / stake
            rest -= chance
        elif line is not None:
            rest += chance * net_of(line.pays, stake=stake, collected=True, meters=meters)
        else:
            rest -= chance
        if qualifies := table.envy_by_cell[cell]:
            amount = qualifies.pays_cents.get(stake_cents, 0)
            envy += chance * Fraction(amount, CENTS) / stake
    top = table.meters[0].name
    others = sum((per_dollar[m] * meters[m] for m in meters if m != top), Fraction(0))
    break_even = -(rest + others) / per_dollar[top] if per_dollar[top] else None
    return ProgressiveFigures(
        stake=stake,
        meters=meters,
        break_even=break_even,
        return_per_1000={name: 1000 * value for name, value in per_dollar.items()},
        envy_per_player=envy,
    )
