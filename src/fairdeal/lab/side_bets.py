"""Side bets: no decisions, so a count of every deal and the paytable are the whole mathematics."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from fairdeal.cards import STANDARD_52
from fairdeal.hands import FIVE_CARD, FIVE_CARD_ACE_HIGH
from fairdeal.lab.analysis import Analysis, ProgressiveFigures, Row, analysis_of, called
from fairdeal.lab.kernels import counts
from fairdeal.lab.payouts import net_by_cell, net_of, table_for
from fairdeal.lab.solver.side import solve_side
from fairdeal.rulebook.game import OWN, BetterOf, HandOf
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.odds import Form
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager

_FIVE_CARD: Final = (FIVE_CARD, FIVE_CARD_ACE_HIGH)


def hand_counts(rules: Rules, wager: Wager) -> counts.Counts:
    """In how many deals the wager's hand falls into each cell: by a kernel where there is one for
    such a hand, else by the solver that knows no game.
    """
    if rules.game.deck == STANDARD_52:
        size = {area.name: area.cards for area in rules.game.areas} | {OWN: rules.game.own_cards}
        match rules.hand_of(wager).under(rules.readings):
            case HandOf(areas=areas, ranking=ranking):
                dealt = sum(size[area] for area in areas)
                if ranking in _FIVE_CARD:
                    return counts.best_five_counts(dealt, ranking)
                if dealt == ranking.size:
                    return counts.hand_counts(ranking)
            case BetterOf(first=HandOf() as first, second=HandOf() as second):
                each = [sum(size[area] for area in hand.areas) for hand in (first, second)]
                shared = sum(size[area] for area in set(first.areas) & set(second.areas))
                # Two hands that have three cards in common: what the kernel counts.
                if first.ranking is second.ranking in _FIVE_CARD and (*each, shared) == (5, 5, 3):
                    return counts.better_run_counts(first.ranking)
    return counts.Counts(solve_side(rules, wager.name).by_cell)


def analyze_side_bet(
    rules: Rules,
    wager: Wager,
    *,
    stake: Fraction = Fraction(1),
    meters: Mapping[str, Fraction] | None = None,
) -> Analysis:
    """A side bet at a stake in dollars; meters that are not given stand at their least reset."""
    table = table_for(rules, wager)
    least = {m.name: Fraction(m.least_reset_cents, CENTS) for m in table.meters}
    shown = {**least, **(meters or {})}
    net = net_by_cell(table, stake=stake, collected=wager.collected, meters=shown)
    dealt = hand_counts(rules, wager)
    rows = [
        Row(*called(table, cell), net[cell], Fraction(1), count)
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
        progressive=_progressive(rules, wager, stake, shown) if table.meters else None,
    )


def _progressive(
    rules: Rules, wager: Wager, stake: Fraction, meters: Mapping[str, Fraction]
) -> ProgressiveFigures:
    table = table_for(rules, wager)
    dealt = hand_counts(rules, wager)
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
