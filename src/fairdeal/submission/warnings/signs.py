"""Warns about paytables that look wrong to a player, because a better hand pays less.

Payments are compared in dollars at stakes that the table takes, with every meter at its reset: that
is what a player can read off the sign and the meters. There are three comparisons:

- within one table, a hand that pays less than a hand below it on the sign;
- between two side bets with fixed stakes on the same hand of the same cards, when the more
  expensive one pays less;
- a hand that pays its holder less than it pays each other player by envy, at the same stake.

Main wagers are not compared with side bets, nor are side bets of any amount with each other,
because the player chooses those stakes and the bets pay different hands.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from fairdeal.lab.figures.payouts import table_for
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.odds import Form
from fairdeal.rulebook.paytable import Paytable, PaytableLine
from fairdeal.rulebook.wager import Wager
from fairdeal.submission.warnings.context import RulesWarning, WarningContext, amount
from fairdeal.wire.fields import Path


class _Payback(NamedTuple):
    """The payment of a line: a fixed amount, and an amount for each dollar staked."""

    fixed: Fraction
    per_dollar: Fraction

    def at(self, stake: Fraction) -> Fraction:
        return self.fixed + self.per_dollar * stake


def contradicting_paytables(context: WarningContext) -> Iterator[RulesWarning]:
    """Yield a warning for each contradiction of the paytables on offer."""
    offered = list(context.side_bets())
    for wager, table in offered:
        lower = list(_lower_pays_more(context, wager, table))
        yield from lower or _envy_pays_more(context, wager, table)
    for one, other in combinations(offered, 2):
        yield from _dearer_pays_less(context, one, other)


def _payback(context: WarningContext, wager: Wager, line: PaytableLine) -> _Payback:
    odds, nothing = line.pays, Fraction(0)
    kept = Fraction(0 if wager.collected else 1)
    match odds.form:
        case Form.METER:
            return _Payback(context.resets[odds.meter] * odds.amount / 100, nothing)
        case Form.DOLLARS:
            return _Payback(Fraction(odds.amount), kept)
        case Form.TO:
            return _Payback(nothing, 1 + Fraction(odds.amount, odds.per))
        case Form.FOR:
            return _Payback(nothing, Fraction(odds.amount, odds.per))
        case Form.PUSH:
            return _Payback(nothing, Fraction(1))


def _place(context: WarningContext, wager: Wager, line: PaytableLine) -> tuple[Path, str | None]:
    """Return the field with which the operator can change the payment of a line, and a clause."""
    if line.pays.form is Form.METER:
        meters = table_for(context.rules, wager).meters
        clause = next(meter.clause for meter in meters if meter.name == line.pays.meter)
        return ("progressive", "reset", line.pays.meter), clause
    if wager.name in context.rules.side_maximum_cents:
        return ("side-maximum", wager.name), line.clause
    return ("paytables", wager.pays.name), line.clause


def _lower_pays_more(
    context: WarningContext, wager: Wager, table: Paytable
) -> Iterator[RulesWarning]:
    paybacks = [(line, _payback(context, wager, line)) for line in table.lines]
    for stake in sorted(context.stakes(wager)):
        for at, (high, back) in enumerate(paybacks):
            below = max(paybacks[at + 1 :], key=lambda one: one[1].at(stake), default=None)
            if below is None or below[1].at(stake) <= back.at(stake):
                continue
            low, more = below
            path, clause = _place(context, wager, high)
            message = (
                f"on a stake of {amount(stake)} {wager.name} brings {amount(back.at(stake))} for "
                f"{high.hand} and {amount(more.at(stake))} for {low.hand}, which ranks below it"
                f"{_remedy(context, wager, high, (back, more), stake)}"
            )
            yield RulesWarning(path, message, clause)
            return


def _remedy(
    context: WarningContext,
    wager: Wager,
    high: PaytableLine,
    paybacks: tuple[_Payback, _Payback],
    stake: Fraction,
) -> str:
    """Return words about the reset or the stake that restores the order, if there is one."""
    back, more = paybacks
    if high.pays.form is Form.METER:
        reset = more.at(stake) * 100 / high.pays.amount
        return f"; a reset of {amount(reset)} is enough"
    steeper = more.per_dollar - back.per_dollar
    most = (back.fixed - more.fixed) / steeper if steeper > 0 else Fraction(0)
    if most >= min(context.stakes(wager)):
        return f"; a stake of no more than {amount(most)} keeps the order"
    return ""


def _envy_pays_more(
    context: WarningContext, wager: Wager, table: Paytable
) -> Iterator[RulesWarning]:
    for stake in sorted(context.stakes(wager)):
        for envied in table.envy:
            others = Fraction(envied.pays_cents.get(int(stake * CENTS), 0), CENTS)
            cells = table.ranking.lines[envied.hand]
            lines = [line for cell in cells if (line := table.by_cell[cell]) is not None]
            if not lines:
                continue
            least = min(lines, key=lambda line: _payback(context, wager, line).at(stake))
            own = _payback(context, wager, least).at(stake)
            if own < others:
                path, clause = _place(context, wager, least)
                message = (
                    f"on a stake of {amount(stake)} {least.hand} brings its holder {amount(own)} "
                    f"and each of the others an envy bonus of {amount(others)}"
                )
                if least.pays.form is Form.METER:
                    enough = others * 100 / least.pays.amount
                    message += f"; a reset of {amount(enough)} is enough"
                yield RulesWarning(path, message, clause)
                return


def _dearer_pays_less(
    context: WarningContext, one: tuple[Wager, Paytable], other: tuple[Wager, Paytable]
) -> Iterator[RulesWarning]:
    hands = [
        context.rules.hand_of(wager).under(context.rules.readings) for wager, _ in (one, other)
    ]
    if hands[0] != hands[1] or one[1].ranking is not other[1].ranking:
        return
    if not all(wager.size.amounts for wager, _ in (one, other)):
        return
    for (dear, dear_table), (cheap, cheap_table) in ((one, other), (other, one)):
        stake, less = max(context.stakes(dear)), min(context.stakes(cheap))
        if stake <= less:
            continue
        pairs = zip(dear_table.by_cell, cheap_table.by_cell, strict=True)
        for mine, theirs in reversed(list(pairs)):
            if mine is None or theirs is None:
                continue
            brings = _payback(context, dear, mine).at(stake)
            better = _payback(context, cheap, theirs).at(less)
            if brings < better:
                path, clause = _place(context, dear, mine)
                message = (
                    f"{mine.hand} brings {amount(brings)} on a {dear.name} of {amount(stake)} and "
                    f"{amount(better)} on a {cheap.name} of {amount(less)}"
                )
                yield RulesWarning(path, message, clause)
                return
